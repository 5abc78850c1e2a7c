"""Which words are near in meaning, by the table beside this file: a chauffeur is a driver, stature is height."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

from fingerpost.linking.text import normalise, singulars

TABLE = Path(__file__).with_name("thesaurus.toml")


def senses(phrase: str) -> frozenset[int]:
    """The numbers of the senses that a phrase has, in the singular or plural: those that share one are near in meaning.

    Not by stems: a medic and a medication have one.
    """
    return _senses().get(_plain(phrase), frozenset())


def _plain(phrase: str) -> tuple[str, ...]:
    *before, last = normalise(phrase).split() or ("",)
    return (*before, *(singulars(last) or (last,))[:1])


@lru_cache(maxsize=1)
def _senses() -> dict[tuple[str, ...], frozenset[int]]:
    kinds: dict[str, list[str]] = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    found: dict[tuple[str, ...], set[int]] = {}
    for number, line in enumerate(line for lines in kinds.values() for line in lines):
        for phrase in line.split(", "):
            found.setdefault(_plain(phrase), set()).add(number)
    return {phrase: frozenset(numbers) for phrase, numbers in found.items()}
