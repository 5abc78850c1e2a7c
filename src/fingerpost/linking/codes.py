"""What graphs keep as codes and people write out: women where `sex` is "F", California where `state` is "CA"."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import Token, singulars, split_name

CODED = "its code is a value there"
"""The reason of a value that is said by what it is short for: as good as written."""


class Ring(NamedTuple):
    """What means the same in some properties: the names that people say, the codes, and words of such properties."""

    names: tuple[str, ...]
    codes: tuple[str, ...]
    of: frozenset[str]

    def holds(self, name: str) -> bool:
        """Whether a property may hold these codes."""
        return not self.of.isdisjoint(split_name(name))


@cache
def _rings() -> dict[str, list[tuple[Ring, bool]]]:
    """The rings by what is said, and whether that is a code."""
    data = tomllib.loads((files("fingerpost.linking") / "codes.toml").read_text(encoding="utf-8"))
    found: dict[str, list[tuple[Ring, bool]]] = {}
    for table in data.values():
        for each in table["rings"]:
            ring = Ring(tuple(each["names"]), tuple(each["codes"]), frozenset(table["of"]))
            for said in (*ring.names, *ring.codes):
                found.setdefault(said, []).append((ring, said in ring.codes))
    return found


_LONGEST = 2
"""The most words of a name in the table."""


def coded(tokens: tuple[Token, ...]) -> Iterator[tuple[int, int, Ring]]:
    """The stretches of a question that a ring has, the longest first."""
    known = _rings()
    for length in range(_LONGEST, 0, -1):
        for start in range(len(tokens) - length + 1):
            said = tokens[start : start + length]
            phrase = " ".join(token.norm for token in said)
            written = all(token.text.isupper() for token in said)
            if length == 1 and phrase in FUNCTION_WORDS and not written:
                continue
            for form in (phrase, *singulars(phrase)):
                for ring, code in known.get(form, ()):
                    if not code or written:
                        yield start, start + length, ring
