"""Words that stand for one another in any graph (`english.toml`)."""

from __future__ import annotations

import pytest

from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, ValueType
from fingerpost.linking.lexicon import Lexicon
from fingerpost.linking.text import stem


def _text(name: str) -> PropertyInfo:
    return PropertyInfo(name=name, type=ValueType.STRING, present=2, distinct=2)


SCHEMA = GraphSchema(
    node_count=2,
    relationship_count=0,
    labels=(LabelInfo(name="Investor", count=2, properties=(_text("investor_details"), _text("joining_date"))),),
    relationships=(),
)


@pytest.mark.parametrize(
    ("phrase", "name"),
    [("information", "investor_details"), ("day", "joining_date"), ("date", "joining_date")],
)
def test_a_word_of_its_ring_means_what_a_name_ends_in(phrase: str, name: str) -> None:
    found = Lexicon(SCHEMA).lookup((stem(phrase),))
    assert name in {entry.name for entry in found}
    assert all(entry.score < 0.8 for entry in found)
