"""Which words are near in meaning, by the table beside this file: a chauffeur is a driver, stature is height."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from fingerpost.linking.text import normalise, singulars, stem
from fingerpost.plans import VERBS

TABLE = Path(__file__).with_name("thesaurus.toml")
SENSE = 0.75
"""The nearness of words that share a sense."""
_ENDINGS = {"ied": ("y",), "ed": ("", "e"), "ing": ("", "e")}
_SHORTEST = 2
_FEW = 3
"""Most senses of a verb by which what it says can be told: "run" has many."""
_VERBS, _STATES = "verbs", "states"
"""Parts of the table whose phrases are found in any form."""


def senses(phrase: str) -> frozenset[int]:
    """The numbers of the senses that a phrase has, in the singular or plural: those that share one are near in meaning.

    Not by stems, but for verbs and states: a medic and a medication have one.
    """
    held = _table()
    found = held.plain.get(_plain(phrase), frozenset())
    if " " in phrase:
        return found | held.inflected.get(_stems(phrase), frozenset())
    return found.union(*(held.verbs.get(base, ()) for base in _bases(normalise(phrase))))


def senses_of_name(words: str, kind: str) -> frozenset[int]:
    """The senses of a schema's name: verbs are those of relationships, and states those of values alone."""
    left_out = (_STATES,) if kind == "relation" else (_VERBS, _STATES)
    held = _table()
    found = senses(words) | held.inflected.get(_stems(words), frozenset())
    return frozenset(number for number in found if held.kinds[number] not in left_out)


def said_otherwise(phrase: str) -> frozenset[str]:
    """All that says of something the same state or sort as a phrase does."""
    held = _table()
    return frozenset(
        other for number in senses(phrase) if held.kinds[number] == _STATES for other in held.lines[number]
    )


class _Table(NamedTuple):
    """The words of each sense, and the senses of each phrase: as it stands, and where its form does not matter."""

    lines: tuple[tuple[str, ...], ...]
    kinds: tuple[str, ...]
    plain: dict[tuple[str, ...], frozenset[int]]
    inflected: dict[tuple[str, ...], frozenset[int]]
    verbs: dict[str, frozenset[int]]
    """The senses of single verbs that do not say all sorts of things."""


def _bases(word: str) -> set[str]:
    """Of which verbs a word may be a form: "accompanied" of "accompany", "held" of "hold"."""
    found = {VERBS.get(word, "")}
    for ending, bases in _ENDINGS.items():
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            rest = word[: -len(ending)]
            found.update(rest + base for base in bases)
            if rest[-1] == rest[-2]:
                found.add(rest[:-1])  # "stopped"
    return found


def _plain(phrase: str) -> tuple[str, ...]:
    *before, last = normalise(phrase).split() or ("",)
    return (*before, *(singulars(last) or (last,))[:1])


def _stems(phrase: str) -> tuple[str, ...]:
    return tuple(map(stem, normalise(phrase).split()))


@lru_cache(maxsize=1)
def _table() -> _Table:
    kinds: dict[str, list[str]] = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    lines: list[tuple[str, ...]] = []
    of: list[str] = []
    plain: dict[tuple[str, ...], set[int]] = {}
    inflected: dict[tuple[str, ...], set[int]] = {}
    verbs: dict[str, set[int]] = {}
    for kind, held in kinds.items():
        for line in held:
            phrases = tuple(line.split(", "))
            for phrase in phrases:
                if kind == _VERBS and " " not in phrase:
                    verbs.setdefault(phrase, set()).add(len(lines))
                if kind == _VERBS or (kind == _STATES and " " in phrase):
                    inflected.setdefault(_stems(phrase), set()).add(len(lines))
                else:
                    plain.setdefault(_plain(phrase), set()).add(len(lines))
            lines.append(phrases)
            of.append(kind)
    return _Table(
        tuple(lines),
        tuple(of),
        {phrase: frozenset(numbers) for phrase, numbers in plain.items()},
        {phrase: frozenset(numbers) for phrase, numbers in inflected.items()},
        {verb: frozenset(numbers) for verb, numbers in verbs.items() if len(numbers) <= _FEW},
    )
