"""Texts that were dear to check, or ended in an error, are checked or refused quickly and in little memory."""

from __future__ import annotations

import pytest

from scripts.fuzz.gate_sizes import NESTED, REPEATED, checked, texts

DEAR = (
    ("unwinds", 99_000),
    ("unwind one name", 99_000),
    ("withs grow", 2_000),
    ("columns prop", 20_000),
    ("collect doubled", 2_000),
    ("patterns anon", 2_000),
    ("label chain", 35_000),
    ("unknown names", 20_000),
    ("hops", 40),
    ("path named", 1_250),
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "size"), DEAR)
@pytest.mark.parametrize("dialect", ["kglite", "ladybug"])
def test_a_text_that_once_was_dear_is_not(name, size, dialect):
    found = checked(texts(name, size), None, dialect)
    assert not found.too_much, found


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", [*REPEATED, *NESTED])
def test_every_shape_is_as_long_as_said(name):
    assert 1_000 <= len(texts(name, 2_000)) <= 2_000
