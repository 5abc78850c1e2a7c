"""The lines of keys and items in TOML: all that `tomllib` reads, each where it stands."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given, strategies as st

from fingerpost.linking.pack_lines import line_of, lines

TEXT = '''a = 1
[x.y]
b = { c = 1, "d e".f = [1,
 2, {g = 3}] } # x = 3
c = """
[no]
z = 3 \\""" = 4
"""
d = 1979-05-27 07:32:00.5
e = -1.5
[[ex]]
q = "a # no = comment"
[[ex]]
q = 'b'
[ex.sub]
r = [ ["a"], [] ]
"k\\"1" = ''
[[ex.deep]]
s = true
[[ex.deep]]
s = false
'''


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("a",), 1),
        (("x", "y", "b"), 3),
        (("x", "y", "b", "d e", "f", 0), 3),
        (("x", "y", "b", "d e", "f", 1), 4),
        (("x", "y", "b", "d e", "f", 2, "g"), 4),
        (("x", "y", "c"), 5),
        (("x", "y", "d"), 9),
        (("x", "y", "e"), 10),
        (("ex", 0, "q"), 12),
        (("ex", 1, "q"), 14),
        (("ex", 1, "sub", "r", 1), 16),
        (("ex", 1, "sub", 'k"1'), 17),
        (("ex", 1, "deep", 0, "s"), 19),
        (("ex", 1, "deep", 1, "s"), 21),
        (("x", "y", "b", "missing"), 3),
        (("nowhere",), 1),
    ],
)
def test_where_things_stand(place: tuple[str | int, ...], line: int) -> None:
    assert line_of(lines(TEXT), place) == line


def places(value: Any, at: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    """Every key and item of what `tomllib` read."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {at} | {place for key, one in inner for place in places(one, (*at, key))}


def test_nothing_is_left_out_and_nothing_made_up() -> None:
    assert {*lines(TEXT), ()} == places(tomllib.loads(TEXT))


KEYS = st.text(min_size=1, max_size=6)
VALUES = st.recursive(
    st.one_of(st.text(max_size=8), st.integers(), st.booleans()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


def quoted(text: str) -> str:
    return '"' + "".join(f"\\U{ord(c):08X}" if not c.isalnum() else c for c in text) + '"'


def written(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)} = {written(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",\n".join(map(written, value)) + "]"
    return str(value).lower() if isinstance(value, (bool, int)) else quoted(value)


@given(st.dictionaries(KEYS, VALUES, max_size=4))
def test_whatever_is_written_is_found_on_its_line(data: dict[str, Any]) -> None:
    text = "".join(f"{quoted(key)} = {written(value)}\n" for key, value in data.items())
    assert tomllib.loads(text) == data
    found = lines(text)
    assert {*found, ()} == places(data)
    rows = text.split("\n")
    for place, line in found.items():
        if isinstance(place[-1], str):
            assert quoted(place[-1]) in rows[line - 1]
