"""What things state: the property sets of some of them, the different values of a property."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from fingerpost.core.schema import ValueType
from fingerpost.domains.buildings.questions.other_words import ASK
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase
from fingerpost.domains.buildings.questions.readings import Read, read_of
from fingerpost.domains.buildings.questions.vocabulary import ELEMENT, Vocabulary
from fingerpost.plans import Column, Comparison, Match, Ref, Stage, Test, is_plural, singular

_SETS: Final = "propertySets"
_LIST: Final = r"^(?:which|what|list|show(?: me)?|give me|name)(?: are)?(?: all)?(?: of)?(?: the)?(?: different)?"
_ASK: Final = r"^(?:which|what|list|show(?: me)?|give me)(?: all)?(?: the)? (?:property|quantity) ?sets"


class Stated:
    """Reads "Which property sets does the front door have?" and "List the manufacturers"."""

    def __init__(self, words: Vocabulary, phrase: Callable[[str], Phrase | None]) -> None:
        self._words = words
        self._phrase = phrase
        self.forms = (
            (rf"{_ASK} (?:does|do) (?P<what>.+?) (?:have|use|contain)$", self._listed),
            (rf"{_ASK} (?:(?:are|is) )?(?:there )?(?:of|on|in|for|at) (?P<what>.+)$", self._listed),
            (
                rf"{_LIST} (?P<property>[a-z ]+?)(?: (?:are|is) (?:there|used|present))?(?: (?:of|for) (?P<what>.+))?$",
                self._values,
            ),
            (rf"^{ASK} the (?P<property>[a-z\- ]+?) (?:of|for) (?P<what>.+)$", self._text_of),
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

    def _values(self, found: re.Match[str]) -> Read | None:
        """The different texts of a property, of all elements or of some: "the manufacturers of the pumps"."""
        said = found["property"].lower()
        if not is_plural(said) or singular(said) in self._words.nouns:
            return None
        phrase = self._phrase(found["what"]) if found["what"] else Phrase(ELEMENT)
        info = self._words.property(phrase.label, said) if phrase is not None else None
        if phrase is None or info is None or info.type is not ValueType.STRING:
            return None
        value = Ref(name=ONE, property=info.name)
        known = Test(left=value, comparison=Comparison.IS_NULL, negated=True)
        match = Match(pattern=phrase.match.pattern, where=(*phrase.match.where, known))
        column = Column(name=info.name, operand=value)
        return read_of(phrase, (Stage(matches=(match,), columns=(column,), distinct=True),))

    def _text_of(self, found: re.Match[str]) -> Read | None:
        """The text that each thing has for a property: "the tag of the air handling unit"."""
        phrase = self._phrase(found["what"])
        if phrase is None or phrase.most is not None or not phrase.where:
            return None
        info = self._words.property(phrase.label, found["property"])
        if info is None or info.type is not ValueType.STRING:
            return None
        value = Ref(name=ONE, property=info.name)
        known = Test(left=value, comparison=Comparison.IS_NULL, negated=True)
        match = Match(pattern=phrase.match.pattern, where=(*phrase.match.where, known))
        if not self._words.exists(match, phrase.parameters):
            return None
        return read_of(phrase, (Stage(matches=(match,), columns=(Column(name=info.name, operand=value),)),))
