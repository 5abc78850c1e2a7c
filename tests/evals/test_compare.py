"""When two answers are equal."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from fingerpost.core.cells import Node, Path, Relationship
from fingerpost.evals.compare import as_published, equal, plain, plain_rows, published, without_list_order

CELL = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), st.sampled_from(["", "a", "b"]), st.sampled_from([0.5, 1.5, 2.25])
)
ROWS = st.integers(1, 4).flatmap(lambda width: st.lists(st.tuples(*[CELL] * width), max_size=6))


@given(ROWS, st.randoms(use_true_random=False))
def test_the_order_of_rows_and_columns_makes_no_difference(rows: list[tuple[Any, ...]], chance: random.Random) -> None:
    width = len(rows[0]) if rows else 0
    order = chance.sample(range(width), width)
    other = [tuple(row[i] for i in order) for row in chance.sample(rows, len(rows))]
    assert equal(plain_rows(rows), plain_rows(other))
    assert equal(plain_rows(other), plain_rows(rows))


@given(ROWS)
def test_a_row_more_is_another_answer_but_the_same_set(rows: list[tuple[Any, ...]]) -> None:
    if rows:
        more = plain_rows([*rows, rows[0]])
        assert not equal(more, plain_rows(rows))
        assert equal(more, plain_rows(rows), as_sets=True)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([(1, "a")], [(1, "b")]),
        ([("a", "b"), ("a", "b")], [("a", "b"), ("b", "a")]),
        ([(1,)], [(1, 1)]),
        ([(1,)], []),
        ([(1,)], [("1",)]),
        ([(True,)], [(1,)]),
        ([(False,)], [(None,)]),
        ([(1, 2), (3, 4)], [(1, 4), (3, 2)]),
        ([(0.1, "x"), (0.2, "y")], [(0.1, "y"), (0.2, "x")]),
        ([(1.0001,)], [(1.0002,)]),
    ],
)
def test_other_answers(one: list[tuple[Any, ...]], other: list[tuple[Any, ...]]) -> None:
    assert not equal(plain_rows(one), plain_rows(other))
    assert not equal(plain_rows(other), plain_rows(one), as_sets=True)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([(1,)], [(1.0,)]),
        ([(0.1 + 0.2,)], [(0.3,)]),
        ([(1 / 3, "a"), (2 / 3, "b")], [(0.66666667, "b"), (0.33333333, "a")]),
        ([(123456.7890001,)], [(123456.789,)]),
        ([(1.0000005,)], [(1.0000006,)]),
        ([(float("nan"),)], [(float("nan"),)]),
        ([(float("inf"),)], [(float("inf"),)]),
        ([(0.0,)], [(-0.0,)]),
        ([("a", 0.0005)], [("a", 0.0004999)]),
        ([(1234567.0006,)], [(1234567.0004,)]),
        ([(None,), (123456.7890001,)], [(123456.789,), (None,)]),
        ([(1.0000001, 2.0), (1.0, 3.0)], [(1.0, 2.0), (1.0000001, 3.0)]),
        ([], []),
    ],
)
def test_numbers_are_equal_within_the_tolerance(one: list[tuple[Any, ...]], other: list[tuple[Any, ...]]) -> None:
    assert equal(plain_rows(one), plain_rows(other))


def test_near_numbers_in_several_rows_find_their_partners() -> None:
    one = [(1.0000001, "a"), (1.0000002, "b"), (5.0, "c")]
    other = [("c", 5.0), ("b", 1.0), ("a", 1.0)]
    assert equal(plain_rows(one), plain_rows(other))


def test_columns_beyond_what_can_be_tried_are_taken_in_order() -> None:
    row = tuple(range(12))
    assert equal([row], [row])
    assert not equal([row], [row[::-1]])


def node(identity: str, name: str = "x") -> Node:
    return Node(element_id=identity, labels=("L",), properties={"name": name})


def test_an_element_is_its_identity() -> None:
    assert plain(node("1", "a")) == plain(node("1", "b"))
    assert plain(node("1")) != plain(node("2"))
    assert plain(node("1")) != plain("1")


def test_relationships_and_paths_compare_by_what_they_join() -> None:
    def between(start: str, end: str, **properties: Any) -> Relationship:
        return Relationship(element_id=f"{start}{end}", type="T", start=start, end=end, properties=properties)

    assert plain(between("1", "2", at=1)) == plain(between("1", "2", at=1.0))
    assert plain(between("1", "2")) != plain(between("2", "1"))
    path = Path(nodes=(node("1"), node("2")), relationships=(between("1", "2"),))
    assert plain(path) == plain(Path(nodes=(node("1", "z"), node("2")), relationships=(between("1", "2"),)))
    assert plain(path) != plain(node("1"))


def test_lists_and_maps_compare_by_their_items() -> None:
    assert plain((1, 2.0)) == plain([1.0, 2])
    assert plain((1, 2)) != plain((2, 1))
    assert plain({"a": 1, "b": (2,)}) == plain({"b": [2.0], "a": 1})
    assert hash(plain({"a": [1, {"b": 2}]})) is not None


def test_dates_compare_with_their_text() -> None:
    assert plain(dt.date(2017, 8, 11)) == plain("2017-08-11")


def test_lists_may_be_compared_without_their_order() -> None:
    one, other = plain_rows([((3, 1, (2, 1)),)]), plain_rows([(((1, 2), 1, 3),)])
    assert not equal(one, other)
    assert equal(without_list_order(one), without_list_order(other))


def test_published_answers_name_elements_by_their_ids() -> None:
    ours = as_published([(node("17"), "a"), (node("x9"), "b")])
    assert equal(ours, [tuple(published(cell) for cell in row) for row in ([17, "a"], ["x9", "b"])])
    lists = as_published([((node("3"), node("4")),)])
    assert lists == [(published([3, 4]),)]
