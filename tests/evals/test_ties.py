"""Golds that sort and cut: every row that they could have named."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fingerpost.core.cells import Cell, Node
from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, TextKind, ValueType
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.evals.ties import in_typed_order, is_one_of, tied_rows
from fingerpost.query_languages.cypher.lift import lift
from fingerpost.query_languages.cypher.parser import parse

Tied = Callable[[str], list[str] | None]


@pytest.fixture(scope="module")
def tied(library: KnowledgeBase) -> Tied:
    """The first column of the rows that a query could have answered with."""

    def first(cell: Cell) -> str:
        return str(cell.properties.get("title")) if isinstance(cell, Node) else str(cell)

    def rows(cypher: str) -> list[str] | None:
        found = tied_rows(library, lift(parse(cypher)))
        return None if found is None else sorted(first(row[0]) for row in found)

    return rows


@pytest.mark.parametrize(
    ("cypher", "titles"),
    [
        (
            "MATCH (b:Book) WHERE b.price = 9.9 RETURN b.title ORDER BY b.price LIMIT 1",
            ["Pride and Prejudice", "Wuthering Heights"],
        ),
        ("MATCH (b:Book) RETURN b ORDER BY b.price LIMIT 1", ["The Metamorphosis"]),
        ("MATCH (b:Book) RETURN b.title, b.price AS price ORDER BY price LIMIT 1", ["The Metamorphosis"]),
        ("MATCH (b:Book) WITH b.title AS t, count(b) AS n RETURN DISTINCT t ORDER BY t LIMIT 1", ["Americanah"]),
        (
            "MATCH (b:Book) RETURN b.title ORDER BY b.price LIMIT 7",
            sorted(
                [
                    "The Metamorphosis",
                    "R.U.R.",
                    "Frankenstein",
                    "Persuasion",
                    "Botchan",
                    "The Trial",
                    "Pride and Prejudice",
                    "Wuthering Heights",
                ]
            ),
        ),
        (
            "MATCH (a:Author)-[:WROTE]->(b:Book) RETURN a.name, count(b) AS n ORDER BY n DESC LIMIT 1",
            ["Jane Austen", "Natsume Sōseki"],
        ),
        ("MATCH (b:Book) WHERE b.pages > 9000 RETURN b.title ORDER BY b.pages LIMIT 3", []),
        (
            "MATCH (b:Book) WHERE b.pages > 1000 RETURN b.title ORDER BY b.pages LIMIT 9",
            ["Kristin Lavransdatter", "Les Misérables"],
        ),
    ],
)
def test_what_is_tied_at_the_limit(tied: Tied, cypher: str, titles: list[str]) -> None:
    assert tied(cypher) == titles


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (b:Book) RETURN b.title LIMIT 1",
        "MATCH (b:Book) RETURN b.title ORDER BY b.price",
        "MATCH (b:Book) RETURN b.title AS t ORDER BY t LIMIT 1 UNION MATCH (a:Author) RETURN a.name AS t",
    ],
)
def test_what_does_not_sort_and_cut_has_no_ties(tied: Tied, cypher: str) -> None:
    assert tied(cypher) is None


def rows(*names: str) -> list[tuple[str]]:
    return [(name,) for name in names]


@pytest.mark.parametrize(
    ("answer", "allowed", "limit", "fair"),
    [
        (rows("a"), rows("a", "b"), 1, True),
        (rows("b"), rows("a", "b"), 1, True),
        (rows("a", "b"), rows("a", "b"), 1, True),
        (rows("c"), rows("a", "b"), 1, False),
        (rows("a", "c"), rows("a", "b", "d"), 2, False),
        (rows("a", "b"), rows("a", "b", "c"), 1, False),
        (rows(), rows("a"), 1, False),
        (rows("a", "b", "b"), rows("b", "a"), 5, True),
    ],
)
def test_a_fair_pick(answer: list[tuple[str]], allowed: list[tuple[str]], limit: int, fair: bool) -> None:
    assert is_one_of(answer, allowed, limit) == fair


def schema(kind: TextKind | None, type_: ValueType = ValueType.STRING) -> GraphSchema:
    info = PropertyInfo(name="p", type=type_, present=3, distinct=3, text_kind=kind)
    return GraphSchema(
        labels=(LabelInfo(name="L", count=3, properties=(info,)),),
        relationships=(),
        node_count=3,
        relationship_count=0,
    )


@pytest.mark.parametrize(
    "cypher", ["MATCH (n:L) RETURN n ORDER BY n.p", "MATCH (n:L) RETURN n.p AS x ORDER BY x LIMIT 1"]
)
def test_text_that_means_something_is_sorted_by_it(cypher: str) -> None:
    plan = in_typed_order(schema(TextKind.NUMERIC), lift(parse(cypher)))
    assert plan is not None
    (let,) = plan.stages[-1].lets
    assert (let.kind, plan.stages[-1].order[0].operand.name) == ("call", let.name)


@pytest.mark.parametrize(
    ("kind", "type_"),
    [(None, ValueType.STRING), (TextKind.ISO_DATE, ValueType.STRING), (None, ValueType.INTEGER)],
)
def test_what_sorts_by_its_meaning_anyway_is_left(kind: TextKind | None, type_: ValueType) -> None:
    assert in_typed_order(schema(kind, type_), lift(parse("MATCH (n:L) RETURN n ORDER BY n.p LIMIT 1"))) is None
