"""Comparisons with a bare number, or with what only a unit names, over graphs that say little."""

from __future__ import annotations

from pathlib import Path

import pytest

import fingerpost as fp

GRAPH = """
CREATE (:Mountain {name: 'Eiger', height: 3967}), (:Mountain {name: 'Matterhorn', height: 4478}),
       (:City {name: 'Munich', population: 1512491}), (:City {name: 'Berlin', population: 3677472}),
       (:Track {name: 'Intro', Milliseconds: 45000, kg: 2}), (:Track {name: 'Suite', Milliseconds: 2700000, kg: 7});
"""


@pytest.fixture(scope="module")
def things(tmp_path_factory: pytest.TempPathFactory) -> fp.KnowledgeBase:
    folder: Path = tmp_path_factory.mktemp("things")
    (folder / "things.cypher").write_text(GRAPH)
    fp.load([folder / "things.cypher"], folder / "things.fp")
    return fp.open(folder / "things.fp")


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which mountains are higher than 4000?", "Matterhorn (height 4478)."),
        ("Cities over 2000000", "Berlin (population 3677472)."),
        ("Which track is the longest?", "Suite (milliseconds 2,700,000)."),
        ("Which tracks are longer than 30 minutes?", "Suite (milliseconds 2,700,000)."),
        ("Which track is the lightest?", "Intro (kg 2)."),
        ("Describe track", "There are 2 tracks."),
    ],
)
def test_what_it_is_compared_with(things: fp.KnowledgeBase, question: str, text: str) -> None:
    assert things.ask(question).text.splitlines()[0] == text
