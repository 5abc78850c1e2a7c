"""What things state: the property sets of some of them, the different values of a property."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from fingerpost.core.schema import ValueType
from fingerpost.domains.buildings.questions.grouping import is_linear
from fingerpost.domains.buildings.questions.other_words import ASK
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase
from fingerpost.domains.buildings.questions.readings import NotHeld, Read, listed, read_of
from fingerpost.domains.buildings.questions.vocabulary import ELEMENT, Vocabulary
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Column,
    Comparison,
    EdgePattern,
    Match,
    NodePattern,
    Pattern,
    Ref,
    Stage,
    Test,
    is_plural,
    plural,
    singular,
)

_SETS: Final = "propertySets"
_TYPE: Final = "typeName"
_ONE: Final = Ref(name=ONE)
_LIST: Final = r"^(?:which|what|list|show(?: me)?|give me|name)(?: are)?(?: all)?(?: of)?(?: the)?(?: different)?"
_IN_MODEL: Final = r" (?:(?:are|is) (?:there )?)?in (?:the|this|our) (?:whole |entire )?(?:model|building|project|file)"
_MATERIALS: Final = (
    r"(?:(?:which|what|list|show(?: me)?|give me|name|tell me)(?: are| is)?(?: all)?(?: of)?(?: the)?(?: different)?"
    r" materials?)"
)
_SECTION: Final = r"(?:(?:steel|beam|column|cross|structural)[- ])?(?:sections?|profiles?)(?: sizes?)?"
_GRADE: Final = r"(?:concrete|material|timber) (?:grade|strength class|class)"
_MADE: Final = r"(?: made(?: out)? of| have| use| in)?"
_LISTED: Final = frozenset({"System", "Zone", "Group", "Material", "Level", "Room", "Classification"})
"""Labels whose nodes are all listed where the whole model is named."""
_ASK: Final = r"^(?:which|what|list|show(?: me)?|give me)(?: all)?(?: the)? (?:property|quantity) ?sets"


class Stated:
    """Reads "Which property sets does the front door have?" and "List the manufacturers"."""

    def __init__(self, words: Vocabulary, phrase: Callable[[str], Phrase | None]) -> None:
        self._words = words
        self._phrase = phrase
        self.forms = (
            (rf"{_LIST} (?P<what>.+?){_IN_MODEL}$", self._all_of),
            (
                rf"^{_MATERIALS} (?:(?:are|is) )?(?:there )?(?:used )?(?:of|for|in|on) (?P<what>.+)$",
                self._materials,
            ),
            (rf"^{_MATERIALS} (?:does|do) (?P<what>.+?) (?:have|use|contain|consist of)$", self._materials),
            (
                rf"^{_MATERIALS} (?:are|is) (?P<what>.+?) (?:made|built|constructed)(?: out)? (?:of|from)$",
                self._materials,
            ),
            (r"^what (?:are|is) (?P<what>.+?) (?:made|built|constructed)(?: out)? (?:of|from)$", self._materials),
            (rf"^(?:which|what) {_GRADE} (?:is|are|does|do|has|have) (?P<what>.+?){_MADE}$", self._materials),
            (rf"^{ASK} (?:the )?{_GRADE} of (?P<what>.+)$", self._materials),
            (
                rf"^how many (?:different |distinct )?{_SECTION} (?:are |is )?(?:used )?(?:for|in|by) (?P<what>.+)$",
                self._number_of_sections,
            ),
            (r"^(?:which|what) (?:types?|kinds?|sorts?) of (?P<what>.+)$", self._types_of),
            (
                (
                    r"^(?:which|what) (?P<noun>[a-z]+) types? "
                    r"(?P<rest>(?:contain|have|has|are|is|with|that|include|use|do|does)s? .+)$"
                ),
                self._types_that,
            ),
            (
                rf"{_LIST} {_SECTION} (?:(?:are|is) )?(?:used )?(?:of|for|in) (?P<what>.+)$",
                self._sections,
            ),
            (rf"{_LIST} {_SECTION} (?:does|do) (?P<what>.+?) (?:have|use)$", self._sections),
            (r"^(?:what|which) (?P<property>[a-z\- ]+?) (?:does|do|has|have) (?P<what>.+?)(?: have| has)?$", self._had),
            (rf"{_ASK} (?:does|do) (?P<what>.+?) (?:have|use|contain)$", self._listed),
            (rf"{_ASK} (?:(?:are|is) )?(?:there )?(?:of|on|in|for|at) (?P<what>.+)$", self._listed),
            (
                rf"{_LIST} (?P<property>[a-z ]+?)(?: (?:are|is) (?:there|used|present))?(?: (?:of|for) (?P<what>.+))?$",
                self._values,
            ),
            (rf"^{ASK} the (?P<property>[a-z\- ]+?) (?:of|for) (?P<what>.+)$", self._text_of),
        )

    def _all_of(self, found: re.Match[str]) -> Read | None:
        """All systems, all materials: of the whole model, and not of the things in it."""
        noun = self._words.nouns.get(singular(found["what"].lower()))
        if noun is None or noun.kinds or noun.label not in _LISTED or not self._words.has(noun.label, "name"):
            return None
        phrase = Phrase(noun.label)
        return read_of(phrase, (Stage(matches=(phrase.match,), columns=(Column(name=noun.label, operand=_ONE),)),))

    def _materials(self, found: re.Match[str]) -> Read | None:
        """The materials that things are related to; what they only state as text is left to others."""
        phrase = self._phrase(found["what"])
        if phrase is None or phrase.most is not None or phrase.label == "Material":
            return None
        pattern = Pattern(
            nodes=(NodePattern(name=ONE, label=phrase.label), NodePattern(name="material", label="Material")),
            edges=(EdgePattern(start=ONE, end="material", types=("HAS_MATERIAL",)),),
        )
        match = Match(pattern=pattern, where=tuple(phrase.where))
        if not self._words.exists(match, phrase.parameters):
            return None
        column = Column(name="Material", operand=Ref(name="material"))
        return read_of(phrase, (Stage(matches=(match,), columns=(column,), distinct=True),))

    def _had(self, found: re.Match[str]) -> Read | None:
        """What each of several things has for a property: "what cooling capacity does the rooftop unit have"."""
        if singular(found["property"].lower()) in self._words.nouns:
            return None
        phrase = self._phrase(found["what"])
        info = self._words.property(phrase.label, found["property"]) if phrase is not None else None
        if phrase is not None and info is None and self._words.is_elsewhere(found["property"]):
            raise NotHeld(f"the {found['property']} of {found['what']}")
        if phrase is None or info is None or not (phrase.where or phrase.most):
            return None
        column = Column(name=info.name, operand=Ref(name=ONE, property=info.name))
        return read_of(phrase, listed(phrase, (column,), info.name))

    def _types_of(self, found: re.Match[str]) -> Read | None:
        """The types of what a narrower phrase means: "what kind of trees are planted"."""
        return self._types_of_phrase(self._phrase(found["what"]))

    def _types_of_phrase(self, phrase: Phrase | None) -> Read | None:
        if phrase is None or phrase.most is not None or not phrase.where or not self._words.has(phrase.label, _TYPE):
            return None
        return _different(phrase, _TYPE)

    def _types_that(self, found: re.Match[str]) -> Read | None:
        """The types of the things that meet a condition: "which wall types contain insulation"."""
        return self._types_of_phrase(self._phrase(f"{plural(found['noun'])} that {found['rest']}"))

    def _number_of_sections(self, found: re.Match[str]) -> Read | None:
        """How many profiles are used."""
        read = self._sections(found)
        if read is None:
            return None
        ((stage,),) = read.plan.branches
        (column,) = stage.columns
        count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=column.operand, distinct=True)
        counted = Stage(matches=stage.matches, aggregates=(count,))
        return replace(read, plan=read.plan.model_copy(update={"branches": ((counted,),)}))

    def _sections(self, found: re.Match[str]) -> Read | None:
        """The profiles of beams and columns, which exporters name their types by."""
        phrase = self._phrase(found["what"])
        if phrase is None or phrase.most is not None or not is_linear(phrase.label):
            return None
        info = self._words.property(phrase.label, "profile") or self._words.property(phrase.label, "section")
        name = info.name if info is not None else _TYPE
        if not self._words.has(phrase.label, name):
            return None
        return _different(phrase, name)

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


def _different(phrase: Phrase, name: str) -> Read:
    """The different values of a property."""
    column = Column(name=name, operand=Ref(name=ONE, property=name))
    return read_of(phrase, (Stage(matches=(phrase.match,), columns=(column,), distinct=True),))
