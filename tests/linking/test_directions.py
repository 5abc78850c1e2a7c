"""Which way the words of a relation lead where it joins two of one kind."""

from __future__ import annotations

import pytest

from fingerpost.core.schema import Endpoints, GraphSchema, LabelInfo, RelationshipInfo
from fingerpost.linking.directions import Directions
from fingerpost.linking.english import english
from fingerpost.linking.text import tokenise


def way(type_: str, words: str) -> str:
    """The way of words in square brackets."""
    schema = GraphSchema(
        node_count=2,
        relationship_count=1,
        labels=(LabelInfo(name="Thing", count=2),),
        relationships=(
            RelationshipInfo(type=type_, count=1, endpoints=(Endpoints(start="Thing", end="Thing", count=1),)),
        ),
    )
    before, _, rest = words.partition("[")
    said, _, _ = rest.partition("]")
    start = len(tokenise(before))
    tokens = tokenise(words.replace("[", "").replace("]", ""))
    return Directions(schema, english()).way(type_, tokens, start, start + len(tokenise(said)))


@pytest.mark.parametrize(
    ("type_", "words", "expected"),
    [
        ("REPORTS_TO", "who [reports to] Ann", "forward"),
        ("REPORTS_TO", "who is the [manager] of Ann", "backward"),
        ("REPORTS_TO", "who [manages] Ann", "backward"),
        ("REPORTS_TO", "who is [managed] by Ann", "forward"),
        ("MANAGES", "who [manages] Ann", "forward"),
        ("MANAGES", "who is [managed] by Ann", "backward"),
        ("MANAGES", "who [reports] to Ann", "backward"),
        ("TRAINED", "who [trained] under Ann", "backward"),
        ("TRAINED_BY", "who [trained] under Ann", "forward"),
        ("PUPIL_OF", "who [studied under] Ann", "forward"),
        ("PUPIL_OF", "the [teacher] of Ann", "backward"),
        ("PUPIL_OF", "who was [taught] by Ann", "forward"),
        ("dependsOn", "what [depends on] it", "forward"),
        ("dependsOn", "the [dependencies] of it", "backward"),
        ("OWNED_BY", "what is [owned] by it", "forward"),
        ("OWNED_BY", "what [owns] it", "backward"),
        ("HAS_PARENT", "the [parent] of Ann", "backward"),
        ("PARENT_OF", "the [parent] of Ann", "forward"),
        ("REPORTS_TO", "who have two people [reporting to] them", "backward"),
        ("SUPERVISED_BY", "older than the person who [supervises] them", "forward"),
        ("KNOWS", "who [knows] Ann", ""),
        ("CONNECTED_TO", "what is [connected to] it", ""),
    ],
)
def test_the_way_of_words(type_: str, words: str, expected: str) -> None:
    assert way(type_, words) == expected


def test_what_joins_two_kinds_needs_no_way() -> None:
    schema = GraphSchema(
        node_count=2,
        relationship_count=1,
        labels=(LabelInfo(name="A", count=1), LabelInfo(name="B", count=1)),
        relationships=(RelationshipInfo(type="OWNS", count=1, endpoints=(Endpoints(start="A", end="B", count=1),)),),
    )
    assert Directions(schema, english()).way("OWNS", tokenise("who owns it"), 1, 2) == ""
