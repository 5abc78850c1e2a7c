"""Countries by what their people are called, and the other way round: "Polish customers", "customers from Germany"."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from fingerpost.linking.text import singulars, split_name

_OF_COUNTRIES = frozenset("country countries nation nations nationality citizenship origin land".split())
"""Words of properties whose values may be codes."""


class Others(NamedTuple):
    """What else a country is called, with its people, and its codes."""

    names: tuple[str, ...]
    codes: tuple[str, ...]


@cache
def _countries() -> dict[str, Others]:
    data = tomllib.loads((files("fingerpost.linking") / "countries.toml").read_text(encoding="utf-8"))
    return {
        said: Others(tuple(name for name in (*each["names"], *each["people"]) if name != said), tuple(each["codes"]))
        for each in data.values()
        for said in (*each["names"], *each["people"])
    }


def others(phrase: str) -> Others | None:
    """What else a country or its people, one or several, are called; None where the words are none."""
    known = _countries()
    return next((known[word] for word in (phrase, *singulars(phrase)) if word in known), None)


def longest() -> int:
    """The most words of a name."""
    return max(len(name.split()) for name in _countries())


def is_of_countries(name: str) -> bool:
    """Whether a property holds countries, and so may hold their codes."""
    return not _OF_COUNTRIES.isdisjoint(split_name(name))


def phrases(words: list[str]) -> Iterator[tuple[int, int, Others]]:
    """The stretches of words that name a country or its people, longest first."""
    for length in range(longest(), 0, -1):
        for start in range(len(words) - length + 1):
            found = others(" ".join(words[start : start + length]))
            if found is not None:
                yield start, start + length, found
