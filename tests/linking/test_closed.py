"""Values of closed sets, said in other words."""

from __future__ import annotations

import pytest

from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, ValueType
from fingerpost.linking.closed import ClosedValues
from fingerpost.linking.text import tokenise
from fingerpost.linking.value_builder import IndexBuilder
from fingerpost.linking.value_index import ValueIndex

VALUES = ["Repaired; no fault detected", "Repair under way", "Leaks and loose joints", "Scrapped by the owner"]


def prop(name: str, distinct: int) -> PropertyInfo:
    return PropertyInfo(name=name, type=ValueType.STRING, present=90, distinct=distinct)


SCHEMA = GraphSchema(
    labels=(LabelInfo(name="Boat", count=90, properties=(prop("state", len(VALUES)), prop("name", 90))),),
    relationships=(),
    node_count=90,
    relationship_count=0,
)


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> ClosedValues:
    folder = tmp_path_factory.mktemp("closed")
    builder = IndexBuilder(folder)
    for name, values in (("state", VALUES), ("name", ["Repaired and detected fault"])):
        builder.begin("Boat", name, of_relationship=False)
        builder.add(values)
        builder.end(None)
    builder.finish()
    return ClosedValues(SCHEMA, ValueIndex(folder), ())


def read(closed: ClosedValues, question: str, names: set[int] | None = None) -> list[tuple[str, object]]:
    tokens = tokenise(question)
    found = closed.mentions(tokens, names or set())
    return [(question[tokens[m.start].start : tokens[m.end - 1].end], m.value) for m in found]


@pytest.mark.parametrize(
    ("question", "said", "value"),
    [
        ("Which boats are repaired without a fault?", "repaired without a fault", VALUES[0]),
        ("Which boats were repaired, no fault found?", "repaired, no fault found", VALUES[0]),
        ("Which have loose or leaking joints?", "loose or leaking joints", VALUES[2]),
        ('Which boats are "repaired, no fault found"?', "repaired, no fault found", VALUES[0]),
    ],
)
def test_most_of_the_words_are_enough(closed: ClosedValues, question: str, said: str, value: str) -> None:
    assert (said, value) in read(closed, question)


@pytest.mark.parametrize(
    "question", ["Which boats are repaired?", "Which boats that leak have, as far as anybody knows today, good joints?"]
)
def test_one_word_or_words_far_apart_are_not(closed: ClosedValues, question: str) -> None:
    assert read(closed, question) == []


def test_words_that_all_name_something_else_are_not(closed: ClosedValues) -> None:
    assert read(closed, "Which loose joints are there?", {1, 2}) == []


def test_sets_that_are_not_closed_are_not_read(closed: ClosedValues) -> None:
    assert all(value in VALUES for _, value in read(closed, "Which are repaired and have a detected fault?"))
