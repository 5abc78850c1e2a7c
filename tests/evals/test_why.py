"""Where golds are lost: one question for every cause."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import fingerpost
from fingerpost.core.settings import Settings
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.evals.data import Example
from fingerpost.evals.golds import Gold, gold_of
from fingerpost.evals.why import Why, why

VISITED = "MATCH (p:Person)-[:VISITED]->(s:Shop {name: 'Corner'})"
BO = "MATCH (q:Person)-[:VISITED]->(:Shop)<-[:VISITED]-(:Person {name: 'Bo'}) RETURN q"
CASES = [
    ("right", "How many shops are there?", "MATCH (s:Shop) RETURN count(s)"),
    ("gold: no plan", "Which shops are there?", "MATCH (s:Shop) RETURN [x IN [1] | x]"),
    ("form: repeated rows", "Which shops did Ada visit?", "MATCH ({name: 'Ada'})-[:VISITED]->(s:Shop) RETURN s"),
    ("form: ties", "Which shop has the most seats?", "MATCH (s:Shop) RETURN s ORDER BY s.seats DESC LIMIT 1"),
    ("form: order of text", "Which shop has the largest size?", "MATCH (s:Shop) RETURN s ORDER BY s.size DESC LIMIT 1"),
    ("linking: value", "Which shops did Zoe visit?", "MATCH (:Person {name: 'Zoe'})-[:VISITED]->(s:Shop) RETURN s"),
    ("linking: value that is denied", "Which shops are there?", "MATCH (s:Shop) WHERE s.name <> 'Corner' RETURN s"),
    ("linking: label", "How many penguins are there?", "MATCH (s:Shop) RETURN count(s)"),
    ("not generated: aggregates", "What is the average number of seats?", "MATCH (s:Shop) RETURN sum(s.seats)"),
    ("not generated: conditions", "Which shops have more than 4 seats?", "MATCH (s:Shop) WHERE s.seats < 4 RETURN s"),
    ("not generated: columns, node for its property", "Which shops are there?", "MATCH (s:Shop) RETURN s.name"),
    ("outranked: columns", "Which person visited the shop called Corner?", f"{VISITED} RETURN s"),
    ("held back: refused", "Delete all shops", "MATCH (s:Shop) RETURN s"),
]


@pytest.fixture(scope="module")
def folder(shops: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("why") / "shops.fp"
    fingerpost.load([shops], place)
    return place


@pytest.fixture(scope="module")
def kb(folder: Path) -> Iterator[KnowledgeBase]:
    with KnowledgeBase(folder) as opened:
        yield opened


def explained(kb: KnowledgeBase, question: str, cypher: str) -> Why:
    gold = gold_of(kb, Example("x", question, cypher, None, ""))
    assert isinstance(gold, Gold), gold
    return why(kb, question, gold, kb.ask(question))


@pytest.mark.parametrize(("category", "question", "cypher"), CASES)
def test_categories(kb: KnowledgeBase, category: str, question: str, cypher: str) -> None:
    reason = explained(kb, question, cypher)
    assert reason.category == category, reason
    assert reason.text


def test_what_outranked_it(kb: KnowledgeBase) -> None:
    reason = explained(kb, "Which person visited the shop called Corner?", f"{VISITED} RETURN s")
    assert reason.rank == 5
    assert reason.gap is not None
    assert reason.gap > 0
    assert sum(value for _, value in reason.features) == pytest.approx(-reason.gap, abs=0.01)
    assert reason.missing["columns"] == ["Shop"]
    assert reason.extra["columns"] == ["Person"]
    assert "person" in reason.winner.lower()


def test_a_narrow_beam_prunes(folder: Path) -> None:
    """With room for one reading, the right one falls out; with the usual room another goes before it."""
    question = "Which people visited Bo's shop?"
    with KnowledgeBase(folder, Settings(beam_width=1)) as narrow:
        reason = explained(narrow, question, BO)
    assert reason.category == "pruned: beam"
    assert "After “Which people visited Bo's shop” it was reading 2; 1 are kept." in reason.text
    with KnowledgeBase(folder) as usual:
        assert explained(usual, question, BO).category == "outranked: path, node missing"


def test_an_unsure_reading_is_held_back(folder: Path) -> None:
    with KnowledgeBase(folder, Settings(answer_threshold=1.0)) as shy:
        reason = explained(shy, "How many shops are there?", "MATCH (s:Shop) RETURN count(s)")
    assert (reason.category, reason.rank) == ("held back: unsure", 1)


def test_what_the_question_names(kb: KnowledgeBase) -> None:
    reason = explained(kb, "Which shops did Zoe visit?", "MATCH (:Person {name: 'Zoe'})-[:VISITED]->(s:Shop) RETURN s")
    said = {str(saying.need): (saying.how, saying.words) for saying in reason.sayings}
    assert said["Shop"] == ("named", "shops")
    assert said["VISITED"] == ("named", "visit")
    assert said["Person"] == ("not named", "")
    assert said["Person.name 'Zoe'"][0] == "misread"


def test_json(kb: KnowledgeBase) -> None:
    data: dict[str, Any] = explained(kb, CASES[8][1], CASES[8][2]).to_json()
    assert (data["cause"], data["part"]) == ("not generated", "aggregates")
    assert data["missing"]["aggregates"] == ["sum(Shop.seats)"]
    assert data["gold"]["aggregates"] == ["sum(Shop.seats)"]
    assert {"kind": "label", "name": "Shop", "how": "implied", "words": "seats"} in data["sayings"]
