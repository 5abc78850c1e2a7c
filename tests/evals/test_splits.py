"""Splits: strata stay whole, folds do not move, samples repeat."""

from __future__ import annotations

import pytest

from fingerpost.evals.data import Example
from fingerpost.evals.splits import fold_of, folds, kind, relations, sample, split, split_by_graph, stratum

TYPES = ("KNOWS", "OWNS", "LIKES", "SEES", "HAS", "MADE", "SOLD")


def example(number: int, cypher: str, group: str = "", graph: str | None = None) -> Example:
    return Example(str(number), "?", cypher, graph, group)


MANY = [
    example(n, f"MATCH (a)-[:{TYPES[n % 7]}]->(b)-[:{TYPES[n % 5]}]-(c) RETURN {('a', 'count(a)', 'a.x')[n % 3]}")
    for n in range(210)
]


@pytest.mark.parametrize(
    ("cypher", "expected"),
    [
        ("MATCH (a:A)-[:T]->(b) RETURN a", "nodes | T"),
        ("MATCH (a)-[:U]-(b)<-[x:T]-(c) RETURN a.x", "properties | T U"),
        ("MATCH (a)-[:T]-(b) RETURN a.x ORDER BY a.y LIMIT 1", "properties first | T"),
        ("MATCH (a)-[:T|U]-(b) RETURN a.x, count(b)", "count by key | T U"),
        ("MATCH (a) RETURN avg(a.x)", "avg | "),
        ("MATCH (a)-[:T]-(b) CALL other() YIELD x RETURN x", "other | T"),
    ],
)
def test_strata(cypher: str, expected: str) -> None:
    assert stratum(example(0, cypher)) == expected


def test_what_the_data_says_of_its_return_holds() -> None:
    given = example(0, "MATCH (a)-[:T]->(b) RETURN a", "entity_set")
    assert (kind(given), relations(given)) == ("entity_set", ("T",))


def test_a_stratum_is_in_one_fold_and_every_fold_has_some() -> None:
    numbers = folds(MANY, 5)
    by_stratum: dict[str, set[int]] = {}
    for one, number in zip(MANY, numbers, strict=True):
        by_stratum.setdefault(stratum(one), set()).add(number)
    assert all(len(found) == 1 for found in by_stratum.values())
    assert set(numbers) == set(range(5))


def test_a_fold_does_not_depend_on_the_other_examples() -> None:
    assert folds(MANY[50:90], 5) == folds(MANY, 5)[50:90]
    assert [fold_of(text, 5) for text in ("count | KNOWS", "nodes | OWNS", "properties | ")] == [2, 0, 2]


def test_both_sides_of_a_split() -> None:
    learn, held = split(MANY, 5, 2)
    assert len(learn) + len(held) == len(MANY)
    assert not {stratum(e) for e in learn} & {stratum(e) for e in held}
    with pytest.raises(ValueError, match="fold 5"):
        split(MANY, 5, 5)
    with pytest.raises(ValueError, match="two folds"):
        folds(MANY, 1)


def test_one_graph_is_left_out() -> None:
    examples = [example(n, "RETURN 1", graph="ab"[n % 2]) for n in range(6)]
    learn, held = split_by_graph(examples, "b")
    assert [e.id for e in learn] == ["0", "2", "4"]
    assert [e.id for e in held] == ["1", "3", "5"]


def test_a_sample_repeats_by_its_seed() -> None:
    drawn = sample(MANY, 20, 1)
    assert drawn == sample(MANY, 20, 1)
    assert drawn != sample(MANY, 20, 2)
    assert len({e.id for e in drawn}) == 20
    assert [int(e.id) for e in drawn] == sorted(int(e.id) for e in drawn)
    assert sample(MANY, 500, 1) == MANY
