"""Comparisons with a bare number, or with what only a unit names, and totals, over graphs that say little."""

from __future__ import annotations

from pathlib import Path

import pytest

import fingerpost as fp

GRAPH = """
CREATE (:Mountain {name: 'Eiger', height: 3967}), (:Mountain {name: 'Matterhorn', height: 4478}),
       (:City {name: 'Munich', population: 1512491}), (:City {name: 'Berlin', population: 3677472}),
       (ann:Client {name: 'Ann'}), (:Invoice {no: 'I1', total: 20.5})-[:OF]->(ann),
       (:Invoice {no: 'I2', total: 10})-[:OF]->(ann),
       (:Invoice {no: 'I3', total: 4})-[:OF]->(:Client {name: 'Bo'}),
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
        ("Cities over 2000000", "Berlin (population 3,677,472)."),
        ("Which track is the longest?", "Suite (milliseconds 2,700,000)."),
        ("Which tracks are longer than 30 minutes?", "Suite (milliseconds 2,700,000)."),
        ("Which track is the lightest?", "Intro (kg 2)."),
        ("What is the total of all invoices?", "The total is 34.5."),
        ("What is the grand total of the invoices of Ann?", "The total is 30.5."),
        ("What is the average total of the invoices?", "The average total is 11.5."),
        ("What is the total of invoice I2?", "The total of invoice I2 is 10."),
        ("Describe track", "There are 2 tracks."),
    ],
)
def test_what_it_is_compared_with(things: fp.KnowledgeBase, question: str, text: str) -> None:
    assert things.ask(question).text.splitlines()[0] == text
