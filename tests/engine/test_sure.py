"""Plain questions over a small graph are answered as sure: how large a graph is says nothing about what is asked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import fingerpost
from fingerpost.engine import KnowledgeBase

_BANDS = """
CREATE (a:Band {name: 'Red Kites', founded: 1991}), (b:Band {name: 'Night Ferry', founded: 2004}),
  (c:Band {name: 'Salt Road', founded: 1987}),
  (i:Musician {name: 'Ida Holm', born: 1970}), (j:Musician {name: 'Joss Brand', born: 1964}),
  (k:Musician {name: 'Kim Sato', born: 1982}), (l:Musician {name: 'Lena Voss', born: 1979}),
  (i)-[:PLAYED_IN]->(a), (j)-[:PLAYED_IN]->(a), (j)-[:PLAYED_IN]->(c), (k)-[:PLAYED_IN]->(b), (l)-[:PLAYED_IN]->(b),
  (l)-[:PLAYED_IN]->(c), (i)-[:MANAGED]->(b), (j)-[:MANAGED]->(c)
"""
_SURE = 0.8


@pytest.fixture(scope="module")
def bands(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder = tmp_path_factory.mktemp("bands")
    (folder / "bands.cypher").write_text(_BANDS.strip() + ";\n", encoding="utf-8")
    fingerpost.load([folder / "bands.cypher"], folder / "bands.fp")
    with fingerpost.open(folder / "bands.fp") as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How many bands are there?", "3"),
        ("How many musicians are there?", "4"),
        ("Who managed Night Ferry?", "Ida Holm"),
        ("Which musicians played in Salt Road?", "Joss Brand"),
        ("Which bands did Joss Brand play in?", "Red Kites"),
        ("How many bands did Lena Voss play in?", "2"),
        ("Which bands were founded after 2000?", "Night Ferry"),
        ("When was Kim Sato born?", "1982"),
    ],
)
def test_what_every_word_explains_is_sure(bands: KnowledgeBase, question: str, told: str) -> None:
    answer = bands.ask(question)
    assert told in answer.text
    assert answer.confidence >= _SURE


@pytest.mark.parametrize("question", ["How many splendid bands are there?", "Who managed Blue Herons?"])
def test_what_a_small_graph_does_not_hold_is_not(bands: KnowledgeBase, question: str) -> None:
    assert bands.ask(question).confidence < _SURE
