"""Conditions on what things state: "from panel LP-1", "without insulation", "men's" of names that say so."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.core.schema import PropertyInfo, ValueType
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase, any_of, in_list
from fingerpost.domains.buildings.questions.vocabulary import Vocabulary
from fingerpost.plans import Comparison, Ref, Test

TEXTS: Final = ("name", "typeName", "objectType", "longName")
"""The properties that name a thing, or its type."""
COMPUTED: Final = "computed"
"""The property that names those which are computed and not stated."""


def valued(words: Vocabulary, phrase: Phrase, said: str, value: str) -> bool:
    """That a property of text is exactly this, for some."""
    info = words.property(phrase.label, said) or words.property(phrase.label, f"{said} number")
    if info is None or info.type is not ValueType.STRING:
        return False
    left = Ref(name=ONE, property=info.name, function="toLower")
    phrase.where.append(Test(left=left, comparison=Comparison.EQ, right=phrase.value(value.lower())))
    phrase.by_words = True
    return True


def lacking(words: Vocabulary, phrase: Phrase, said: str) -> bool:
    """That the one quantity whose name begins so is 0 or not stated, as no insulation; else as `stating`."""
    info = words.beginning(phrase.label, said)
    if info is None:
        return stating(words, phrase, said, is_denied=True)
    left = Ref(name=ONE, property=info.name)
    none = Test(left=left, comparison=Comparison.EQ, right=phrase.value(0.0))
    phrase.where.append(any_of([none, Test(left=left, comparison=Comparison.IS_NULL)]))
    return True


def stating(words: Vocabulary, phrase: Phrase, said: str, *, is_denied: bool = False) -> bool:
    """That a text or a number is stated, or is not: with a fire rating, without one."""
    info = words.property(phrase.label, said)
    if info is None or info.type is ValueType.BOOLEAN:
        return False
    left = Ref(name=ONE, property=info.name)
    unsaid = Test(left=left, comparison=Comparison.IS_NULL)
    if is_denied and words.has(phrase.label, COMPUTED):  # a length that was measured on the shape is not stated
        phrase.where.append(any_of([unsaid, in_list(ONE, COMPUTED, phrase.value(info.name), Comparison.EQ)]))
    else:
        phrase.where.append(unsaid.model_copy(update={"negated": not is_denied}))
    return True


def demanded(words: Vocabulary, label: str, what: str, said: str) -> PropertyInfo | None:
    """The property that things are said to have; the rating of fire doors is that of their resistance to fire."""
    plain = re.sub(r"[- ]?rated$", " rating", said.lower()).strip()
    of_fire = words.property(label, f"fire {plain}") if re.search(r"\bfire\b", what, re.IGNORECASE) else None
    info = of_fire or words.property(label, plain)
    return None if info is None or info.type is ValueType.BOOLEAN else info


def begun(words: Vocabulary, phrase: Phrase, word: str) -> bool:
    """A word that a name must have at the start of a word."""
    said = phrase.value(rf"(?i)(.*[^a-z])?{re.escape(word)}.*")
    known = [one for one in TEXTS if words.has(phrase.label, one)]
    if not known:
        return False
    phrase.where.append(
        any_of([Test(left=Ref(name=ONE, property=one), comparison=Comparison.MATCHES, right=said) for one in known])
    )
    phrase.by_words = True
    return True
