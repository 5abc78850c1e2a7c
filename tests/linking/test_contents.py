"""What is asked for where only a preposition tells what a thing holds."""

from __future__ import annotations

import pytest

from fingerpost.core.schema import Endpoints, GraphSchema, LabelInfo, RelationshipInfo
from fingerpost.linking.contents import contents
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import tokenise


def _schema(*types: tuple[str, str, str]) -> GraphSchema:
    labels = sorted({label for _, *ends in types for label in ends})
    return GraphSchema(
        node_count=len(labels),
        relationship_count=len(types),
        labels=tuple(LabelInfo(name=label, count=1) for label in labels),
        relationships=tuple(
            RelationshipInfo(type=name, count=1, endpoints=(Endpoints(start=start, end=end, count=1),))
            for name, start, end in types
        ),
    )


def _said(question: str, schema: GraphSchema) -> list[tuple[str, str]]:
    tokens = tokenise(question)
    place = next(n for n, token in enumerate(tokens) if token.text == "C7")
    crate = Mention("value", place, place + 1, "code", 1.0, "a code", frozenset(("Crate",)), value="C7")
    return [(mention.kind, mention.name) for mention in contents(tokens, [crate], schema)]


@pytest.mark.parametrize(
    ("question", "types"),
    [
        ("What was in C7?", [("CONTAINED", "Crate", "Tool"), ("SENT_TO", "Crate", "Tool")]),
        ("What is in crate C7 and how many of each?", [("CONTAINED", "Crate", "Tool")]),
        ("What is in the crate C7?", [("PACKED_IN", "Tool", "Crate")]),
    ],
)
def test_what_a_thing_holds(question: str, types: list[tuple[str, str, str]]) -> None:
    assert _said(question, _schema(*types)) == [("label", "Tool"), ("relation", types[0][0])]


@pytest.mark.parametrize(
    ("question", "types"),
    [
        ("What was in C7?", [("CONTAINED", "Crate", "Tool"), ("HELD", "Crate", "Book")]),
        ("What was in C7?", [("SENT_TO", "Crate", "Tool")]),
        ("What was in C7 last year?", [("CONTAINED", "Crate", "Tool")]),
        ("Who was in C7?", [("CONTAINED", "Crate", "Tool")]),
    ],
)
def test_what_nothing_tells_is_not_what_it_holds(question: str, types: list[tuple[str, str, str]]) -> None:
    assert not _said(question, _schema(*types))
