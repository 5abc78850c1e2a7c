"""Questions about the elements and rooms of a model that are read whole, without guessing.

They count, list, total, measure or compare what one noun phrase means. A question of another form, or with a word that
is not understood, is left to the general reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Final

from fingerpost.core.errors import QueryRejected
from fingerpost.domains.buildings.questions.amounts import converted, parts_told, together
from fingerpost.domains.buildings.questions.condition_patterns import SIDES
from fingerpost.domains.buildings.questions.dwellings import Dwellings
from fingerpost.domains.buildings.questions.grouping import grouped, in_rooms, low_level
from fingerpost.domains.buildings.questions.layers import Layers
from fingerpost.domains.buildings.questions.level_areas import LevelAreas
from fingerpost.domains.buildings.questions.level_heights import LevelHeights
from fingerpost.domains.buildings.questions.noun_phrases import PhraseReader
from fingerpost.domains.buildings.questions.other_words import AGGREGATES, AMOUNT, ASK, TAIL, plainer, units_had
from fingerpost.domains.buildings.questions.parts_so import PartsSo
from fingerpost.domains.buildings.questions.phrase import BY, ONE, Phrase
from fingerpost.domains.buildings.questions.readings import NotHeld, Read, listed, read_of
from fingerpost.domains.buildings.questions.shares import Shares
from fingerpost.domains.buildings.questions.side_by_side import SideBySide
from fingerpost.domains.buildings.questions.stated import Stated
from fingerpost.domains.buildings.questions.totals import Totals
from fingerpost.domains.buildings.questions.two_things import TwoThings
from fingerpost.domains.buildings.questions.vocabulary import ELEMENT, Vocabulary, phrase_words
from fingerpost.domains.buildings.questions.yes_or_no import YesOrNo
from fingerpost.engine import AskContext, AskedUnit, DomainReading, DomainRefusal, unit_asked_for
from fingerpost.plans import (
    Column,
    Comparison,
    Match,
    Plan,
    Ref,
    Stage,
    Test,
    plural,
    words,
)
from fingerpost.stores import Result

_ON_SITE: Final = re.compile(r" (?:are |is )?(?:there )?on (?:the|our) (?:site|plot|grounds)$", re.IGNORECASE)
_THERE: Final = re.compile(r"\b(?:are|is) there (?=in|on|at|of|with|per|by)", re.IGNORECASE)
_HAS: Final = re.compile(
    r"^(?P<what>.+?) (?:does|do) (?P<holder>.+?) (?:have|contain|include|comprise)$", re.IGNORECASE
)
_AND_NUMBER: Final = r"(?:and|with) (?:how many|the number|their (?:number|count)s?)\b.*$"
_LIST: Final = r"(?:list|show(?: me)?|give me|find|name)(?: all)?(?: of)?"
_HOW: Final = "|".join(phrase_words()["adjectives"])
_LINEAR: Final = re.compile(r"\b(?:linear|running|lineal) (?=met|m\b|f|y)", re.IGNORECASE)


class PlainReader:
    """Reads the plain questions about one state of a graph."""

    def __init__(self, context: AskContext) -> None:
        self._context = context
        self.words: Final = Vocabulary(context)
        self._types = frozenset(context.schema.relationship_by_type)
        self._totals = Totals(self.words, self._types, self.phrase, self._grouped)
        apart = (
            *LevelAreas(self.words, self._types).forms,
            *LevelHeights(self.words).forms,
            *Dwellings(self.words, self._types).forms,
            *Layers(self.words, self._types, self.phrase).forms,
            *TwoThings(self.words, self._types, self.phrase).forms,
            *SideBySide(self.words, self._types, self.phrase).forms,
            *Shares(self.words, self.phrase).forms,
            *YesOrNo(self.words, self.phrase).forms,
            *PartsSo(self.words, self.phrase).forms,
            *Stated(self.words, self.phrase).forms,
        )
        self._forms: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Read | None]], ...] = tuple(
            (re.compile(pattern, re.IGNORECASE), read)
            for pattern, read in (
                *apart,
                (
                    rf"^{ASK} the (?P<how>{'|'.join(AGGREGATES)}) (?P<quantity>[a-z\- ]+?) of (?P<what>.+)$",
                    self._totals.total,
                ),
                (
                    (
                        rf"^{ASK} the (?:total |overall |combined )?(?P<what>[a-z\- ]+?) (?P<quantity>{AMOUNT})"
                        r"(?P<where> (?:in|on|of|at|per|by|for) .+)?$"
                    ),
                    self._totals.of_noun,
                ),
                (
                    r"^(?:how many|count|(?:what is )?the (?:total )?number of|number of) (?P<what>.+)$",
                    self._totals.count,
                ),
                (
                    r"^(?:which|what) (?P<what>.+?) (?:is|are) the (?P<most>[a-z]+est)$",
                    self._most,
                ),
                (
                    rf"^{ASK} (?:the )?(?P<quantity>[a-z\- ]+?) (?:of|for) (?:each|every) (?P<what>.+)$",
                    self._with_quantity,
                ),
                (
                    r"^(?:break|split)(?: down)? (?P<what>.+?)(?: down)? by (?P<group>[a-z ]+)$",
                    self._totals.broken_down,
                ),
                (
                    rf"^how many (?P<what>.+?)(?: are there)?,? and how (?P<adjective>{_HOW}) (?:are|is) (?:they|it)$",
                    self._with_quantity,
                ),
                (r"^how many (?P<quantity>[a-z ]+) (?:do|does) (?P<what>.+) have$", self._numbered),
                (
                    rf"^{_LIST} (?:the )?(?:different )?(?:types|kinds) of (?P<what>.+?),? {_AND_NUMBER}",
                    self._totals.broken_down,
                ),
                (r"^(?:what|which) (?P<quantity>type|kind) of (?P<of>[a-z ]+) (?:is|are) (?P<what>.+)$", self._type_of),
                (rf"^{ASK} the (?:ifc ?)?(?:gu|global[ -]?|unique )ids? (?:of|for) (?P<what>.+)$", self._ids),
                (
                    rf"^{ASK} the (?P<one>[a-z\- ]+?) and (?:the )?(?P<other>[a-z\- ]+?) (?:of|in|for) (?P<what>.+)$",
                    self._both,
                ),
                (rf"^{ASK} the (?P<quantity>[a-z\- ]+?) (?:of|in|for) (?P<what>.+)$", self._measured),
                (
                    rf"^how (?P<adjective>{_HOW}) (?:is|are) (?P<what>.+)$",
                    self._measured,
                ),
                (
                    rf"^{_LIST} (?P<what>.+?) (?:with|and) (?:their|its) (?P<quantity>[a-z ]+)$",
                    self._with_quantity,
                ),
                (
                    r"^(?:where|(?:on|in) (?:which|what) (?:level|floor|storey|story)) (?:is|are) (?P<what>.+)$",
                    self._where,
                ),
                (
                    rf"^what (?:is|are|lies) (?:directly |immediately |right )?(?P<side>{SIDES}) (?P<other>.+)$",
                    self._around,
                ),
                (r"^(?P<what>[a-z][a-z\- ]* per [a-z ]+)$", self._totals.count),
                (rf"^(?:which|what|{_LIST}) (?P<what>.+)$", self._list),
                (r"^(?P<what>.+)$", self._list),
            )
        )

    @cached_property
    def _phrases(self) -> PhraseReader:
        return PhraseReader(self.words, self._types)

    def read(self, question: str, adapt: Callable[[Plan], Plan]) -> DomainReading | DomainRefusal | None:
        """The reading of a question, or what no model says; `adapt` limits its plan to the models that it is about."""
        said = units_had(_LINEAR.sub("", question.strip()))
        unit = unit_asked_for(said, self._context.schema)
        said = plainer((unit.question if unit is not None else said).rstrip(" ?.!"), unit)
        for pattern, read in self._forms:
            found = pattern.match(said)
            try:
                reading = read(found) if found is not None else None
            except NotHeld as missing:
                return DomainRefusal(f"The model does not say {missing}.", "elements", (str(missing),), (), {})
            if reading is not None:
                return self._reading(reading, unit, adapt)
        return None

    def _reading(self, read: Read, unit: AskedUnit | None, adapt: Callable[[Plan], Plan]) -> DomainReading | None:
        context = self._context
        units = {**context.composer.units(read.plan), **read.units}
        symbols = unit.symbols(units) if unit is not None else {}
        if unit is not None and not symbols:
            return None
        plan, metadata = adapt(read.plan), {"intent": "elements"}
        try:
            context.gate.check_plan(plan)
        except QueryRejected:  # nothing here joins what the words say: the general reader says what there is
            return None
        if read.told is None:
            remark: Callable[[Result, Mapping[str, str]], str] = together
            if read.parts is not None:
                remark = partial(parts_told, context=context, parts=adapt(read.parts), unit=unit)
            return DomainReading(
                plan, "elements", read.confidence, None, metadata, read.notes, unit=unit, remark=remark
            )
        told, symbol = read.told, next((symbols.get(one, one) for one in read.units.values()), "")
        convert = partial(converted, unit=unit, units=units) if unit is not None else None
        compose = partial(told, symbol=symbol)
        if read.total is not None:
            compose = partial(compose, total=context.run(adapt(read.total)).rows[0][0])
        return DomainReading(plan, "elements", read.confidence, compose, metadata, read.notes, convert=convert)

    def _grouped(self, phrase: Phrase, said: str) -> Match | None:
        return grouped(phrase, said, self._phrases.read, self.words, self._types)

    def phrase(self, text: str) -> Phrase | None:
        """What a phrase means; None where it is not understood, or the words of names in it are met by nothing."""
        said, before = text, ""
        while said != before:
            before, said = said, TAIL.sub("", said)
        said = _THERE.sub("", said)
        if "LOCATED_IN" not in self._types:
            said = _ON_SITE.sub("", said)
        has = _HAS.match(said)
        if has is not None:
            said = f"{has['what']} in {has['holder']}"
        phrase = self._phrases.read(said)
        if phrase is None or not phrase.by_words or self.words.exists(phrase.match, phrase.parameters):
            return phrase
        if phrase.guessed and self.words.is_here(phrase.label):
            raise NotHeld(f"which {plural(words(phrase.label))} are {phrase.guessed[0]}")
        return None

    def _most(self, found: re.Match[str]) -> Read | None:
        return self._list_of(self.phrase(f"{found['most']} {found['what']}"))

    def _list(self, found: re.Match[str]) -> Read | None:
        return self._list_of(self.phrase(found["what"]))

    def _around(self, found: re.Match[str]) -> Read | None:
        """What is above or next to a room: rooms."""
        other = self.phrase(found["other"])
        if other is None or other.label != "Room":
            return None
        return self._list_of(self.phrase(f"rooms that are {found['side']} {found['other']}"))

    def _where(self, found: re.Match[str]) -> Read | None:
        """The level that things are on, and the room where one holds them."""
        phrase = self.phrase(re.sub(r" (?:located|situated)$", "", found["what"]))
        match = self._grouped(phrase, "level") if phrase is not None and phrase.most is None else None
        if phrase is None or match is None or phrase.label == "Level":
            return None
        columns = [Column(name=phrase.label, operand=Ref(name=ONE)), Column(name="Level", operand=Ref(name=BY))]
        room = in_rooms(phrase, self.words, self._types)
        if room is not None:
            columns.insert(1, Column(name="Room", operand=Ref(name="room")))
        matches = (match,) if room is None else (match, room)
        return read_of(phrase, (Stage(matches=matches, columns=tuple(columns)),))

    def _list_of(self, phrase: Phrase | None) -> Read | None:
        if phrase is None or (not phrase.where and phrase.most is None):
            return None
        column = Column(name=phrase.label, operand=Ref(name=ONE))
        return read_of(phrase, listed(phrase, (column,)))

    def _ids(self, found: re.Match[str]) -> Read | None:
        phrase = self.phrase(found["what"])
        if phrase is None or phrase.most is not None:
            return None
        columns = [Column(name="globalId", operand=Ref(name=ONE, property="globalId"))]
        if phrase.plural or not phrase.where:
            columns.insert(0, Column(name=phrase.label, operand=Ref(name=ONE)))
        return read_of(phrase, (Stage(matches=(phrase.match,), columns=tuple(columns)),))

    def _type_of(self, found: re.Match[str]) -> Read | None:
        """What type a named thing is of: "what type of wall is W-001"."""
        phrase = self.phrase(f"{found['of']} {found['what']}")
        if phrase is None or not phrase.where or not self.words.has(phrase.label, "typeName"):
            return None
        column = Column(name="typeName", operand=Ref(name=ONE, property="typeName"))
        return read_of(phrase, (Stage(matches=(phrase.match,), columns=(column,), distinct=True),))

    def _measured(self, found: re.Match[str]) -> Read | None:
        groups = found.groupdict()
        if (groups.get("adjective") or "").lower() in ("high", "tall"):
            level = low_level(found["what"], self.words)
            if level is not None:
                column = Column(name="storeyHeight", operand=Ref(name=ONE, property="storeyHeight"))
                return read_of(level, (Stage(matches=(level.match,), columns=(column,)),))
        amount = self._totals.amount(found) if groups.get("quantity") else None
        if amount is not None:
            return amount
        phrase = self.phrase(found["what"])
        if phrase is None:
            return None
        said = groups.get("quantity") or phrase_words()["adjectives"][groups["adjective"].lower()]
        info = self.words.measured(phrase.label, said)
        if info is None:
            held = phrase.label == "Room" or self.words.is_kind_of(phrase.label, ELEMENT)
            narrowed = phrase.where or phrase.label != "Room"
            other = self.words.is_elsewhere(said) or (narrowed and self.words.is_of_unknown_kind(said))
            if held and other and " and " not in said and self.words.property(phrase.label, said) is None:
                raise NotHeld(f"the {said.lower()} of {found['what']}")
            return None
        if not phrase.where and phrase.most is None:
            unknown = self._without(phrase, info.name)
            if not unknown:
                return None
            phrase.notes.append(f"{unknown} of {self.words.number(phrase)} state no {said.lower()}")
        column = Column(name=info.name, operand=Ref(name=ONE, property=info.name))
        return read_of(phrase, listed(phrase, (column,), needs=info.name))

    def _without(self, phrase: Phrase, name: str) -> int:
        """How many of some things have no value of a property, where others have one."""
        if not self.words.values(phrase, name):
            return 0
        unknown = Test(left=Ref(name=ONE, property=name), comparison=Comparison.IS_NULL)
        return self.words.number(Phrase(phrase.label, [*phrase.where, unknown], dict(phrase.parameters)))

    def _both(self, found: re.Match[str]) -> Read | None:
        """Two quantities of the same things: the width and height of the front door."""
        phrase = self.phrase(found["what"])
        if phrase is None:
            return None
        known = [self.words.measured(phrase.label, found[name]) for name in ("one", "other")]
        columns = tuple(
            Column(name=one.name, operand=Ref(name=ONE, property=one.name)) for one in known if one is not None
        )
        if len(columns) < 2:
            return None
        return read_of(phrase, listed(phrase, (*self._named(phrase.label), *columns)))

    def _numbered(self, found: re.Match[str]) -> Read | None:
        """A number that things state, as the risers of stairs: each is told, and none is added up."""
        phrase = self.phrase(re.sub(r"^(?:each|every) ", "", found["what"], flags=re.IGNORECASE))
        info = self.words.measured(phrase.label, found["quantity"]) if phrase is not None else None
        if phrase is None or info is None or info.unit is not None or not self.words.values(phrase, info.name):
            return None
        value = Column(name=info.name, operand=Ref(name=ONE, property=info.name))
        return read_of(phrase, listed(phrase, (*self._named(phrase.label), value)))

    def _with_quantity(self, found: re.Match[str]) -> Read | None:
        phrase, groups = self.phrase(found["what"]), found.groupdict()
        said = groups.get("quantity") or phrase_words()["adjectives"][groups["adjective"].lower()]
        info = self.words.measured(phrase.label, said) if phrase is not None else None
        if phrase is None or info is None:
            return None
        named = self._named(phrase.label)
        columns = (*named, Column(name=info.name, operand=Ref(name=ONE, property=info.name)))
        return read_of(phrase, listed(phrase, columns))

    def _named(self, label: str) -> tuple[Column, ...]:
        """What a thing of a label is called: a room by its number too."""
        names = [name for name in ("name", "longName") if label == "Room" and self.words.has(label, name)]
        if len(names) < 2:
            return (Column(name=label, operand=Ref(name=ONE)),)
        return tuple(Column(name=name, operand=Ref(name=ONE, property=name)) for name in names)
