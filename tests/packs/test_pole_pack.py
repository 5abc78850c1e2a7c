"""The pack for POLE: it fits the graph, is a lexicon and no memory of questions, and its words are understood."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from opening_with import Opened

from fingerpost.core.settings import Settings
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.engine.packs import check_pack
from fingerpost.linking.pack import PACK_FILE, read_pack
from fingerpost.linking.text import normalise

POLE = str(Path(__file__).resolve().parents[1] / "data" / "packs" / "pole")
UNDERSTOOD = {
    "How many flatmates does Phillip have?": (
        "MATCH (x:Person)-[:KNOWS_LW]-(y:Person) WHERE y.name = 'Phillip' RETURN count(DISTINCT x)"
    ),
    "How many of the crimes are unsolved?": (
        "MATCH (c:Crime) WHERE c.last_outcome = 'Investigation complete; no suspect identified' RETURN count(c)"
    ),
    "How many personal thefts are there?": "MATCH (c:Crime) WHERE c.type = 'Theft from the person' RETURN count(c)",
    "How many detectives are there?": "MATCH (o:Officer) RETURN count(o)",
    "How many befriended individuals does Kathleen have?": (
        "MATCH (x:Person)-[:KNOWS_SN]-(y:Person) WHERE y.name = 'Kathleen' RETURN count(DISTINCT x)"
    ),
}


@pytest.fixture(scope="module")
def pole(shared_base: Callable[[str], Path]) -> Iterator[KnowledgeBase]:
    with KnowledgeBase(shared_base("zograscope/graph_csv")) as kb:
        yield kb


@pytest.mark.shared
def test_it_fits_the_graph(pole: KnowledgeBase) -> None:
    assert check_pack(POLE, pole).pack.name == "pole"


@pytest.mark.shared
@pytest.mark.parametrize(("question", "gold"), UNDERSTOOD.items())
def test_its_words_are_understood(pole: KnowledgeBase, question: str, gold: str) -> None:
    expected = pole.query(gold).rows
    assert expected != ((0,),)
    if "last_outcome" in gold:
        assert pole.ask(question).rows != expected  # only the pack knows this word for a value
    with KnowledgeBase(pole.place, Settings(pack=POLE)) as kb:
        assert kb.ask(question).rows == expected


@pytest.mark.shared
def test_it_holds_no_question(shared: Callable[[str], Path]) -> None:
    lines = shared("zograscope/train.jsonl").read_text(encoding="utf-8").splitlines()
    asked = {normalise(json.loads(line)["question"]) for line in lines}
    pack = read_pack(POLE)
    assert not {normalise(example.question) for example in pack.example} & asked
    words = normalise((Path(POLE) / PACK_FILE).read_text(encoding="utf-8"))
    assert not [question for question in asked if question in words]


@pytest.mark.shared
def test_the_draft_for_it_fits_too(pole: KnowledgeBase, with_pack: Opened, tmp_path: Path) -> None:
    from fingerpost.engine.packs import draft_pack

    with_pack(pole, draft_pack(pole, "pole"))
    assert "Vehicle" in check_pack(str(tmp_path), pole).pack.labels
