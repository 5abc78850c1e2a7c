"""Names: what the engine keeps for itself stays apart, one to one; what is quoted stays a name."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.names import STRUCTURAL, quoted, said_name, stored_name

NEAR = st.builds(
    lambda name, before, after: before + name + "_" * after,
    st.sampled_from(sorted(STRUCTURAL)),
    st.sampled_from(["", "", "_", "x"]),
    st.integers(0, 3),
)
NAMES = NEAR | st.text(max_size=10)


@given(NAMES)
def test_a_name_comes_back(name):
    assert said_name(stored_name(name)) == name
    assert stored_name(name) not in STRUCTURAL


@given(NAMES, NAMES)
def test_no_two_names_are_stored_alike(one, other):
    assert (stored_name(one) == stored_name(other)) == (one == other)


@given(NAMES)
def test_what_is_stored_is_said_by_one_name_or_is_the_engines_own(stored):
    said = said_name(stored)
    assert said is None if stored in STRUCTURAL else stored_name(said) == stored


@pytest.mark.parametrize(
    ("name", "stored"),
    [("type", "type_"), ("type_", "type__"), ("name", "name_"), ("age", "age"), ("age_", "age_"), ("_id", "_id")],
)
def test_names_as_stored(name, stored):
    assert stored_name(name) == stored


QUOTED = {"a": "`a`", "a b": "`a b`", "a`b": "`a``b`", "`": "````", "é": "`é`", "a\\": "`a\\`", "x\ny": "`x\ny`"}


@pytest.mark.parametrize("name", QUOTED)
def test_quoted_names(name):
    assert quoted(name) == QUOTED[name]


@given(st.text(st.characters(exclude_characters="\\\x00", exclude_categories=("Cs",)), min_size=1))
def test_a_quoted_name_ends_where_it_must(name):
    text = quoted(name)
    assert text[0] == text[-1] == "`"
    assert "`" not in text[1:-1].replace("``", "")
    assert text[1:-1].replace("``", "`") == name


@pytest.mark.parametrize("name", ["", "\x00", "a\x00b", "x\\u0060 DETACH DELETE n //", "\\U00000060", "\\u", "\ud800"])
def test_names_that_no_dialect_takes_are_refused(name):
    with pytest.raises(UnsupportedConstruct, match="cannot be written"):
        quoted(name)
