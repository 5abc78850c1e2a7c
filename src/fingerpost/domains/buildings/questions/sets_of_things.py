"""Which property sets one thing has, by its name or by what is true of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from fingerpost.domains.buildings.questions.phrase import ONE, Phrase
from fingerpost.domains.buildings.questions.readings import Read, read_of
from fingerpost.domains.buildings.questions.vocabulary import Vocabulary
from fingerpost.plans import Column, Ref, Stage

_SETS: Final = "propertySets"
_ASK: Final = r"^(?:which|what|list|show(?: me)?|give me)(?: all)?(?: the)? (?:property|quantity) ?sets"


class SetsOfThings:
    """Reads "Which property sets does the front door have?"."""

    def __init__(self, words: Vocabulary, phrase: Callable[[str], Phrase | None]) -> None:
        self._words = words
        self._phrase = phrase
        self.forms = (
            (rf"{_ASK} (?:does|do) (?P<what>.+?) (?:have|use|contain)$", self._listed),
            (rf"{_ASK} (?:(?:are|is) )?(?:there )?(?:of|on|in|for|at) (?P<what>.+)$", self._listed),
        )

    def _listed(self, found: re.Match[str]) -> Read | None:
        phrase = self._phrase(found["what"])
        if phrase is None or phrase.most is not None or not phrase.where or not self._words.has(phrase.label, _SETS):
            return None
        columns = (
            Column(name=phrase.label, operand=Ref(name=ONE)),
            Column(name=_SETS, operand=Ref(name=ONE, property=_SETS)),
        )
        return read_of(phrase, (Stage(matches=(phrase.match,), columns=columns),))
