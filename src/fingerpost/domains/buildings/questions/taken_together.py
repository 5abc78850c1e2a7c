"""Two kinds of things taken together: "the doors and windows on level 1", "inside walls and outside walls"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from fingerpost.domains.buildings.questions.conditions import Conditions
from fingerpost.domains.buildings.questions.phrase import Phrase, at_large, moved
from fingerpost.domains.buildings.questions.vocabulary import ELEMENT, Vocabulary
from fingerpost.plans import AnyOf, Condition, Exists, Test, singular

MOST_WORDS: Final = 4
"""How many words a noun may have."""


class Reader(Protocol):
    """What reads a noun phrase, and the conditions behind its noun."""

    def read(self, text: str) -> Phrase | None:
        """The phrase; None where any word of it is not understood."""

    def conditions(self, phrase: Phrase, text: str) -> bool:
        """Whether all conditions in a text were understood; they are then in the phrase."""


class _AsTheyAre(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return name


_SAME_NAMES: Final = _AsTheyAre()


def united(tokens: Sequence[str], vocabulary: Vocabulary, add: Conditions, reader: Reader) -> Phrase | None:
    """Two kinds of things taken together: "the doors and windows on level 1", "the bedroom and the bathroom"."""
    lower = [token.lower() for token in tokens]
    for place in range(1, min(len(tokens) - 1, MOST_WORDS)):
        if lower[place] not in ("and", "or"):
            continue
        second = place + (2 if lower[place + 1] == "the" else 1)
        first = vocabulary.nouns.get(singular(" ".join(lower[:place])))
        both = _both(tokens[:place], tokens[second:], vocabulary, reader)
        if both is not None:
            return both
        for end in range(len(tokens), second, -1):
            other = vocabulary.nouns.get(singular(" ".join(lower[second:end])))
            if first is None or other is None:
                continue
            label = first.label if first.label == other.label else ELEMENT
            if not all(vocabulary.is_kind_of(one.label, label) for one in (first, other)):
                return None
            phrase = Phrase(label, plural=True)
            add.either(phrase, first, other)
            return phrase if reader.conditions(phrase, " ".join(tokens[end:])) else None
    return None


def _both(first: Sequence[str], second: Sequence[str], vocabulary: Vocabulary, reader: Reader) -> Phrase | None:
    """Things of one label that each have one condition: "inside walls and outside walls"."""
    if len(first) < 2 or len(second) < 2:
        return None
    one, other = reader.read(" ".join(first)), reader.read(" ".join(second))
    if one is None or other is None or one.most or other.most:
        return None
    label = vocabulary.common_label(one, other)
    if label is None:
        return None
    if len(one.where) != 1 or len(other.where) != 1:
        return None
    tests: list[Test | Exists] = []
    for condition in (one.where[0], _moved_into(one, other)):
        tests += condition.tests if isinstance(condition, AnyOf) else [condition]
    phrase = Phrase(label, [AnyOf(tests=tuple(tests))], one.parameters, plural=True)
    phrase.by_words = one.by_words or other.by_words
    phrase.guessed = [*one.guessed, *other.guessed]
    return phrase


def _moved_into(one: Phrase, other: Phrase) -> Condition:
    """The condition of another phrase, with its values among the parameters of the first."""
    condition = other.where[0]
    if isinstance(condition, Exists):
        where = tuple(moved(test, one, other, _SAME_NAMES) for test in condition.where)
        return condition.model_copy(update={"where": where})
    return at_large(moved(condition, one, other, _SAME_NAMES))
