"""Whether a building or a level is what only its rooms or its elements can be: "is the house naturally ventilated?".

One room of which it is true does not make it true of the house, so the answer says how many of how many are so, and is
sure only where all agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase
from fingerpost.domains.buildings.questions.readings import BY_GUESS, Read, read_of
from fingerpost.domains.buildings.questions.vocabulary import ELEMENT, Vocabulary
from fingerpost.domains.buildings.questions.yes_or_no import counts_so
from fingerpost.plans import Comparison, Ref, Stage, Test, counted
from fingerpost.stores import Result

_PARTS: Final = (("Room", "room"), (ELEMENT, "element"))
"""What a whole consists of, the first that states a property first."""
_MOST_WORDS: Final = 4
"""The number of words that a property has at most."""
_THIS: Final = re.compile(r"^(?:this|that|our|my) ", re.IGNORECASE)


class PartsSo:
    """The forms, each with what reads it, over a reader of noun phrases (`phrase`)."""

    def __init__(self, words: Vocabulary, phrase: Callable[[str], Phrase | None]) -> None:
        self._words = words
        self._phrase = phrase
        self.forms: tuple[tuple[str, Callable[[re.Match[str]], Read | None]], ...] = (
            (r"^is (?P<said>(?!any\b|every\b|each\b|all\b|there\b|it\b).+)$", self._is),
            (r"^does (?P<what>.+?) have (?P<quality>[a-z][a-z\- ]*)$", self._has),
        )

    def _is(self, found: re.Match[str]) -> Read | None:
        tokens = found["said"].split()
        for place in range(len(tokens) - 1, max(0, len(tokens) - 1 - _MOST_WORDS), -1):
            what, quality = " ".join(tokens[:place]), " ".join(tokens[place:])
            read = self._of_parts(what, quality, _PARTS, ("is", "are"))
            if read is not None:
                return read
        return None

    def _has(self, found: re.Match[str]) -> Read | None:
        """Only of rooms: elements that have something are what the whole has."""
        return self._of_parts(found["what"], found["quality"], _PARTS[:1], ("has", "have"))

    def _of_parts(
        self, what: str, quality: str, parts: tuple[tuple[str, str], ...], verbs: tuple[str, str]
    ) -> Read | None:
        """For how many of the parts that state it a property holds; None if `what` is no whole, or none states it."""
        whole = _THIS.sub("the ", what)
        if not self._is_whole(whole, quality):
            return None
        for label, noun in parts:
            flag = self._words.flag(label, quality)
            phrase = self._phrase(f"{noun}s in {whole}") if flag is not None else None
            if flag is None or phrase is None or phrase.label != label or not self._words.states(phrase, flag[0]):
                continue
            told = partial(_told, noun=noun, quality=quality.lower(), verbs=verbs)
            counts = counts_so(phrase, flag)
            read = replace(read_of(phrase, (Stage(matches=(phrase.match,), aggregates=counts),)), told=told)
            return read if self._agree(phrase, flag[0]) else replace(read, confidence=min(read.confidence, BY_GUESS))
        return None

    def _is_whole(self, what: str, quality: str) -> bool:
        """Whether a phrase means a building or a level that cannot itself be so."""
        whole = self._phrase(what)
        is_level = what.lower().removeprefix("the ") in self._words.levels
        label = "Level" if is_level else whole.label if whole is not None else ""
        return label in ("Building", "Level") and self._words.flag(label, quality) is None

    def _agree(self, phrase: Phrase, name: str) -> bool:
        """Whether all that can be so say the same: every room, and every element that says anything."""
        value = Ref(name=ONE, property=name)
        known = Test(left=value, comparison=Comparison.IS_NULL, negated=True)
        true = Test(left=value, comparison=Comparison.EQ, right=phrase.value(True))
        all_, stating, so = (
            self._words.number(Phrase(phrase.label, [*phrase.where, *tests], phrase.parameters))
            for tests in ((), (known,), (true,))
        )
        return so in (0, stating) and (phrase.label == ELEMENT or stating == all_)


def _told(result: Result, symbol: str, *, noun: str, quality: str, verbs: tuple[str, str]) -> tuple[str, Status]:
    """The answer from how many there are, how many say whether they are so, and how many are. `symbol` is unused."""
    total, known, so = (cell if isinstance(cell, int) else 0 for cell in result.rows[0])
    unknown = f" Of {total - known} the model does not say." if known < total else ""
    one, several = verbs
    if known == 0:
        return f"The model does not say which {noun}s {several} {quality}.", Status.EMPTY
    stating = counted(known, noun) + (f" that {'states' if known == 1 else 'state'} it" if unknown else "")
    if so == 0:
        text = f"No: none of the {stating} {one} {quality}."
    elif so == known and (noun == "element" or not unknown):
        text = f"Yes: {f'the {stating} {one}' if known == 1 else f'all {stating} {several}'} {quality}."
    else:
        of = counted(known if noun == "element" else total, noun)
        text = f"{so} of {of}{' that state it' if noun == 'element' and unknown else ''}"
        text += f" {one if so == 1 else several} {quality}."
    return text + unknown, Status.ANSWERED
