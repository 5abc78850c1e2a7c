"""Questions that set things side by side: which level is above another, how much larger one room is, what is common."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.core.schema import PropertyInfo
from fingerpost.domains.buildings.questions.conditions import NEAR
from fingerpost.domains.buildings.questions.phrase import BY, ONE, Phrase, at_large, moved
from fingerpost.domains.buildings.questions.readings import NotHeld, Read, read_of
from fingerpost.domains.buildings.questions.vocabulary import Vocabulary, phrase_words
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    AnyOf,
    Call,
    Column,
    Comparison,
    EdgePattern,
    Match,
    NodePattern,
    Pattern,
    Plan,
    Ref,
    Stage,
    Test,
    counted,
    joined,
)
from fingerpost.stores import Result

_OTHER: Final = "other"
_GREATEST: Final = {
    **dict.fromkeys(("most", "largest", "greatest", "biggest", "highest", "longest"), True),
    **dict.fromkeys(("least", "smallest", "lowest", "shortest"), False),
}
_SIZES: Final = ("width", "height", "length", "thickness", "depth", "area")
_COMMON: Final = r"(?:most (?:common|frequent|popular|widespread|used)|(?:most )?commonest|prevailing)"
_OFTEN: Final = r"(?:used )?(?:the )?most (?:often|frequently|commonly)?(?: used| common| frequent)?"
_MOST: Final = "|".join(_GREATEST)
_WHAT: Final = "(?:what(?: is|'s)|calculate|compute|give(?: me)?)"


class TwoThings:
    """The forms, each with what reads it, over a reader of noun phrases (`phrase`)."""

    def __init__(self, words: Vocabulary, types: frozenset[str], phrase: Callable[[str], Phrase | None]) -> None:
        self._words = words
        self._types = types
        self._phrase = phrase
        comparatives = "|".join(phrase_words()["comparatives"])
        self.forms: tuple[tuple[str, Callable[[re.Match[str]], Read | None]], ...] = (
            (rf"^(?:by )?how much (?P<than>{comparatives}) (?:is|are) (?P<one>.+?) than (?P<other>.+)$", self._apart),
            (
                r"^what is the difference (?:in|of) (?P<quantity>[a-z ]+?) between (?P<one>.+?) and (?P<other>.+)$",
                self._apart,
            ),
            (
                rf"^{_WHAT} the ratio (?:of|between) (?P<one>.+?) (?:to|and) (?P<other>.+)$",
                self._ratio,
            ),
            (
                (
                    rf"^{_WHAT} (?P<one>.+?) as an? (?:percentage|percent|share|fraction|proportion) of "
                    r"(?P<other>.+)$"
                ),
                self._ratio,
            ),
            (
                rf"^{_WHAT} the (?P<one>[a-z]+)[- ]to[- ](?P<other>[a-z]+) ratio$",
                self._ratio,
            ),
            (
                (
                    rf"^(?:which|what) (?:level|storey|story|floor) has the (?P<most>{_MOST}) (?:total |combined )?"
                    rf"(?P<quantity>[a-z ]*?(?:area|volume|length)) of (?P<what>.+)$"
                ),
                self._level_with_most,
            ),
            (
                rf"^(?:what|which)(?: is| are)? (?:the )?{_COMMON} (?:type|kind)s? of (?P<what>.+)$",
                self._commonest,
            ),
            (rf"^(?:what|which)(?: is| are)? (?:the )?{_COMMON} (?P<what>.+?) (?:type|kind)s?$", self._commonest),
            (rf"^(?:what|which) (?:type|kind) of (?P<what>.+?) is {_OFTEN}$", self._commonest),
            (rf"^(?:what|which) (?P<what>.+?) type is {_OFTEN}$", self._commonest),
            (
                (
                    r"^(?:what (?:is|are)|list|show|give(?: me)?|tell me) the "
                    r"(?:dimensions|measurements|(?:overall )?sizes?) of (?P<what>.+)$"
                ),
                self._dimensions,
            ),
        )

    def _apart(self, found: re.Match[str]) -> Read | None:
        """How much more of a quantity one thing has than another."""
        one, other = self._phrase(found["one"]), self._phrase(found["other"])
        than = found.groupdict().get("than")
        said = phrase_words()["comparatives"][than.lower()][0] if than else found["quantity"]
        if one is None or other is None:
            return None
        first, second = self._words.measured(one.label, said), self._words.measured(other.label, said)
        if first is None or second is None or first.unit != second.unit or first.unit is None:
            return None
        values = [self._words.values(phrase, info.name) for phrase, info in ((one, first), (other, second))]
        if any(len(each) != 1 for each in values):
            return None
        where = [moved(test, one, other, {ONE: _OTHER}) for test in other.where if isinstance(test, (Test, AnyOf))]
        if len(where) != len(other.where):
            return None
        nodes = Pattern(nodes=(NodePattern(name=_OTHER, label=other.label),))
        arguments = (Ref(name="first"), Ref(name="second"))
        stages = (
            Stage(matches=(one.match,), columns=(_column("first", ONE, first.name),), distinct=True),
            Stage(
                matches=(Match(pattern=nodes, where=tuple(at_large(test) for test in where)),),
                columns=(Column(name="first", operand=Ref(name="first")), _column("second", _OTHER, second.name)),
                distinct=True,
            ),
            Stage(
                lets=(Call(name="difference", function="subtract", arguments=arguments),),
                columns=(Column(name="difference", operand=Ref(name="difference")),),
            ),
        )
        read = read_of(one, stages)

        def told(result: Result, symbol: str) -> tuple[str, Status]:
            value = result.rows[0][0] if result.rows else None
            if not isinstance(value, (int, float)):
                return f"The model does not state both values of {said}.", Status.EMPTY
            return f"The difference in {said} is {value:,.3g} {symbol}.", Status.ANSWERED

        return Read(read.plan, read.confidence, told, {"difference": first.unit}, read.notes)

    def _ratio(self, found: re.Match[str]) -> Read | None:
        """The sum of one quantity by the sum of another: of the windows' area to the rooms' area."""
        sides = [self._side(found[name]) for name in ("one", "other")]
        if sides[0] is None or sides[1] is None:
            return None
        (one, first), (other, second) = sides[0], sides[1]
        where = [moved(test, one, other, {ONE: _OTHER}) for test in other.where if isinstance(test, (Test, AnyOf))]
        if first.unit != second.unit or len(where) != len(other.where):
            return None
        if not self._words.values(one, first.name) or not self._words.values(other, second.name):
            raise NotHeld("both quantities")
        nodes = Pattern(nodes=(NodePattern(name=_OTHER, label=other.label),))
        stages = (
            Stage(matches=(one.match,), aggregates=(_sum("first", ONE, first.name),)),
            Stage(
                matches=(Match(pattern=nodes, where=tuple(at_large(test) for test in where)),),
                columns=(Column(name="first", operand=Ref(name="first")),),
                aggregates=(_sum("second", _OTHER, second.name),),
            ),
            Stage(
                lets=(Call(name="ratio", function="divide", arguments=(Ref(name="first"), Ref(name="second"))),),
                columns=(Column(name="ratio", operand=Ref(name="ratio")),),
            ),
        )
        return read_of(one, stages)

    def _side(self, said: str) -> tuple[Phrase, PropertyInfo] | None:
        """A side of a ratio: "window area", "the area of the windows", "floor area", which is that of the rooms."""
        words = re.sub(r"^(?:the )?(?:total |overall )?", "", said.lower()).strip()
        found = re.match(r"^(?P<quantity>area|volume|length) of (?P<what>.+)$", words) or re.match(
            r"^(?P<what>.+?)(?:[ -](?P<quantity>(?:surface |side )?area|volume|length))?$", words
        )
        if found is None:
            return None
        what, quantity = found["what"], found["quantity"] or "area"
        phrase = self._phrase("rooms" if what in ("floor", "net floor", "gross floor", "room") else what)
        if what in ("net floor", "gross floor"):
            quantity = f"{what} area"
        info = self._words.measured(phrase.label, quantity) if phrase is not None else None
        return (phrase, info) if phrase is not None and info is not None and phrase.most is None else None

    def _level_with_most(self, found: re.Match[str]) -> Read | None:
        """The level whose things have the greatest sum, and the sum."""
        phrase = self._phrase(found["what"])
        said = re.sub(r"^(?:floor|total) (?=area)", "", found["quantity"].lower())
        info = self._words.measured(phrase.label, said) if phrase is not None else None
        if phrase is None or info is None or phrase.most is not None or "ON_LEVEL" not in self._types:
            return None
        pattern = Pattern(
            nodes=(NodePattern(name=ONE, label=phrase.label), NodePattern(name=BY, label="Level")),
            edges=(EdgePattern(start=ONE, end=BY, types=("ON_LEVEL",)),),
        )
        total = _sum(info.name, ONE, info.name)
        known = Test(left=Ref(name=ONE, property=info.name), comparison=Comparison.IS_NULL, negated=True)
        each = Stage(
            matches=(Match(pattern=pattern, where=(*phrase.where, known)),),
            columns=(Column(name=BY, operand=Ref(name=BY)),),
            aggregates=(total,),
        )
        function = AggregateFunction.MAX if _GREATEST[found["most"].lower()] else AggregateFunction.MIN
        best = Stage(aggregates=(Aggregate(name="best", function=function, operand=Ref(name=info.name)),))
        number = self._words.single(Plan(branches=((each, best),), parameters=dict(phrase.parameters)))
        if not isinstance(number, (int, float)):
            return None
        kept = [
            Test(left=Ref(name=info.name), comparison=sign, right=phrase.value(bound))
            for sign, bound in ((Comparison.GE, number - NEAR), (Comparison.LE, number + NEAR))
        ]
        columns = (Column(name="Level", operand=Ref(name=BY)), Column(name=info.name, operand=Ref(name=info.name)))
        return read_of(phrase, (each.model_copy(update={"having": tuple(kept)}), Stage(columns=columns)))

    def _commonest(self, found: re.Match[str]) -> Read | None:
        """The type that most of the things have, ties included."""
        phrase = self._phrase(found["what"])
        if phrase is None or phrase.most is not None or not self._words.has(phrase.label, "typeName"):
            return None
        known = Test(left=Ref(name=ONE, property="typeName"), comparison=Comparison.IS_NULL, negated=True)
        each = Stage(
            matches=(phrase.match.model_copy(update={"where": (*phrase.where, known)}),),
            columns=(_column("typeName", ONE, "typeName"),),
            aggregates=(
                Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=ONE), distinct=True),
            ),
        )
        best = Plan(branches=((each, _greatest()),), parameters=dict(phrase.parameters))
        number = self._words.single(best)
        if not isinstance(number, int):
            return None
        kept = Test(left=Ref(name="count"), comparison=Comparison.EQ, right=phrase.value(number))
        columns = tuple(Column(name=name, operand=Ref(name=name)) for name in ("typeName", "count"))
        return read_of(phrase, (each.model_copy(update={"having": (kept,)}), Stage(columns=columns)))

    def _dimensions(self, found: re.Match[str]) -> Read | None:
        """The width, height, length and thickness that the things state."""
        phrase = self._phrase(found["what"])
        if phrase is None or phrase.most is not None or (not phrase.where and phrase.label == "Room"):
            return None
        names = [name for name in _SIZES if self._words.values(phrase, name)]
        if len(names) > 1 and phrase.label != "Room":
            names = [name for name in names if name != "area"]
        if not names:
            return None
        sizes = tuple(_column(name, ONE, name) for name in names)
        if not phrase.where:  # of all of a kind: the different sizes
            count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=ONE), distinct=True)
            stage = Stage(matches=(phrase.match,), columns=sizes[:2], aggregates=(count,))
            return replace(read_of(phrase, (stage,)), told=_told_sizes, units=dict.fromkeys(names[:2], "m"))
        columns = (Column(name=phrase.label, operand=Ref(name=ONE)), *sizes)
        return read_of(phrase, (Stage(matches=(phrase.match,), columns=columns),))


def _told_sizes(result: Result, symbol: str) -> tuple[str, Status]:
    """The different sizes, in a unit, with how many things have each."""
    sizes = []
    for *values, number in result.rows:
        known = [f"{one:.4g}" if isinstance(one, (int, float)) else "unknown" for one in values]
        sizes.append(f"{' × '.join(known)} {symbol} (×{number})")
    names = " × ".join(result.columns[:-1])
    return f"{counted(len(sizes), 'size')} ({names}): {joined(sizes)}.", Status.ANSWERED


def _greatest() -> Stage:
    greatest = Aggregate(name="best", function=AggregateFunction.MAX, operand=Ref(name="count"))
    return Stage(aggregates=(greatest,))


def _sum(name: str, node: str, property_: str) -> Aggregate:
    return Aggregate(name=name, function=AggregateFunction.SUM, operand=Ref(name=node, property=property_))


def _column(name: str, node: str, property_: str) -> Column:
    return Column(name=name, operand=Ref(name=node, property=property_))
