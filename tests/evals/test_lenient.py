"""When an answer says what a gold says, whatever its form."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import fingerpost
from fingerpost.core.cells import Node
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.evals.data import Example
from fingerpost.evals.golds import Gold, gold_of, lifted
from fingerpost.evals.lenient import agrees
from fingerpost.evals.questions import Measures, judge

EMMA = Node("B1", ("Book",), {"title": "Emma", "pages": 474, "tags": ("old", "love")})
TRIAL = Node("B2", ("Book",), {"title": "The Trial", "pages": 160})
Agree = Callable[[str, str], bool]


@pytest.mark.parametrize(
    ("mine", "gold"),
    [
        ([("Emma",)], [(EMMA,)]),
        ([(EMMA,), (TRIAL,)], [("The Trial",), ("Emma",)]),
        ([("Emma", 474)], [("Emma",)]),
        ([("Emma",)], [("Emma", 474)]),
        ([(EMMA, 3)], [("Emma", 3)]),
        ([("Emma",), ("Emma",)], [("Emma",)]),
        ([(("Emma", "The Trial"),)], [((TRIAL, EMMA),)]),
        ([({"title": "Emma"},)], [("Emma",)]),
        ([(1234567.891,)], [(1234567.892,)]),
        ([], []),
    ],
)
def test_the_same_in_another_form(library: KnowledgeBase, mine: list[tuple[object]], gold: list[tuple[object]]) -> None:
    assert agrees(library, mine, gold, None)
    assert agrees(library, gold, mine, None)


@pytest.mark.parametrize(
    ("mine", "gold"),
    [
        ([("Emma",)], [("Persuasion",)]),
        ([("Emma",)], [(TRIAL,)]),
        ([(EMMA,)], [(Node("B9", ("Book",), {"title": "Emma"}),)]),
        ([("Emma", 3)], [("Emma", 4)]),
        ([("Emma",), ("The Trial",)], [(EMMA,)]),
        ([(None,)], [(TRIAL,)]),
        ([(True,)], [(1,)]),
        ([((EMMA,),)], [(("Emma", "The Trial"),)]),
        ([], [("Emma",)]),
        ([(n,) for n in range(1001)], [(n,) for n in range(1001)]),
    ],
)
def test_another_answer(library: KnowledgeBase, mine: list[tuple[object]], gold: list[tuple[object]]) -> None:
    assert not agrees(library, mine, gold, None)
    assert not agrees(library, gold, mine, None)


@pytest.fixture(scope="module")
def seats(shops: Path, tmp_path_factory: pytest.TempPathFactory) -> Agree:
    """Whether the rows of a query agree with those of a gold, over shops of which two have most seats."""
    into = tmp_path_factory.mktemp("lenient") / "shops.fp"
    fingerpost.load([shops], into)

    def agree(mine: str, gold: str) -> bool:
        with KnowledgeBase(into) as kb:
            return agrees(kb, kb.query(mine).rows, kb.query(gold).rows, lifted(gold))

    return agree


@pytest.mark.parametrize(
    ("mine", "gold", "same"),
    [
        ("(s:Shop {name: 'Harbour'}) RETURN s", "(s:Shop) RETURN s.name LIMIT 1", True),
        ("(s:Shop) WHERE s.seats = 5 RETURN s", "(s:Shop) RETURN s.name LIMIT 1", False),
        ("(s:Shop) WHERE s.seats = 5 RETURN s", "(s:Shop) RETURN s.name ORDER BY s.seats DESC LIMIT 1", True),
        ("(s:Shop) RETURN s", "(s:Shop) RETURN s.name ORDER BY s.seats DESC LIMIT 1", False),
        ("(s:Shop {name: 'Market'}) RETURN s", "(s:Shop) RETURN s.name ORDER BY s.seats DESC LIMIT 1", True),
        ("(s:Shop {name: 'Harbour'}) RETURN s", "(s:Shop) RETURN s.name ORDER BY s.seats DESC LIMIT 1", False),
        ("(s:Shop {name: 'Market'}) RETURN s", "(s:Shop) WITH s ORDER BY s.seats DESC LIMIT 1 RETURN s.name", True),
        ("(s:Shop {name: 'Harbour'}) RETURN s", "(s:Shop) WITH s ORDER BY s.seats DESC LIMIT 1 RETURN s.name", False),
        ("(s:Shop) RETURN count(s)", "(s:Shop) WITH s LIMIT 1 RETURN count(s)", False),
    ],
)
def test_any_of_those_that_tie_where_a_gold_cuts(seats: Agree, mine: str, gold: str, same: bool) -> None:
    assert seats(f"MATCH {mine}", f"MATCH {gold}") is same


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("Name 1 shop.", True),
        ("Which shop has the most?", False),
        ("Name 1 shop with seats.", False),
        ("", False),
    ],
)
def test_any_will_do_where_nobody_asked_for_the_order(shops: Path, tmp_path: Path, question: str, same: bool) -> None:
    fingerpost.load([shops], tmp_path / "shops.fp")
    gold = "MATCH (s:Shop) RETURN s.name ORDER BY s.seats DESC LIMIT 1"
    with KnowledgeBase(tmp_path / "shops.fp") as kb:
        mine = kb.query("MATCH (s:Shop {name: 'Harbour'}) RETURN s").rows
        assert agrees(kb, mine, kb.query(gold).rows, lifted(gold), question) is same


def test_what_is_repeated_may_be_cut_once(seats: Agree) -> None:
    gold = "MATCH (p:Person)-[:VISITED]->(s:Shop) RETURN s.name ORDER BY s.name LIMIT 2"
    assert seats("MATCH (p:Person)-[:VISITED]->(s:Shop) WITH DISTINCT s RETURN s.name ORDER BY s.name LIMIT 2", gold)


@pytest.mark.parametrize(("most", "same"), [("count(DISTINCT p)", True), ("count(p)", True), ("sum(s.seats)", False)])
def test_things_may_be_counted_once(seats: Agree, most: str, same: bool) -> None:
    mine = f"MATCH (p:Person)-[:VISITED]->(s:Shop) RETURN {most}"
    assert seats(mine, "MATCH (p:Person)-[:VISITED]->(s:Shop) WHERE s.seats = 5 RETURN count(p)") is same


def test_an_outcome_tells_whether_the_answer_says_the_same(library: KnowledgeBase) -> None:
    gold = "MATCH (b:Book) WHERE b.price > 20 RETURN b.title AS title, b.price AS price"
    example = Example("1", "Which books cost more than 20?", gold, None, "")
    found = judge(library, example, Measures(oracle=0, lenient=True))
    assert (found.verdict, found.lenient) == ("wrong", True)
    assert judge(library, example, Measures(oracle=0)).lenient is None


def test_published_rows_do_not_tell_enough(library: KnowledgeBase) -> None:
    example = Example("1", "Who wrote Emma?", "MATCH (b:Book) RETURN b", None, "", (("A01", 1),), 1)
    gold = gold_of(library, example)
    assert isinstance(gold, Gold)
    assert not gold.agrees(library, [("A01",)])
