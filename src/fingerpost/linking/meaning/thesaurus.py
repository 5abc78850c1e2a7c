"""Which words are near in meaning, by the table beside this file: a chauffeur is a driver, stature is height."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

from fingerpost.linking.english import Stems, stems

TABLE = Path(__file__).with_name("thesaurus.toml")


def senses(words: Stems) -> frozenset[int]:
    """The numbers of the senses that a phrase has, by its stems: two phrases that share one are near in meaning."""
    return _senses().get(words, frozenset())


@lru_cache(maxsize=1)
def _senses() -> dict[Stems, frozenset[int]]:
    kinds: dict[str, list[str]] = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    found: dict[Stems, set[int]] = {}
    for number, line in enumerate(line for lines in kinds.values() for line in lines):
        for phrase in line.split(", "):
            found.setdefault(stems(phrase), set()).add(number)
    return {phrase: frozenset(numbers) for phrase, numbers in found.items()}
