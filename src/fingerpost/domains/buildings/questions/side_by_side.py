"""Two levels, or two kinds of things, side by side: "are there more doors on level 1", "more windows than doors"."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.domains.buildings.questions.phrase import BY, ONE, Phrase, at_large, moved
from fingerpost.domains.buildings.questions.readings import Read, read_of
from fingerpost.domains.buildings.questions.vocabulary import Vocabulary
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    AnyOf,
    Column,
    Comparison,
    EdgePattern,
    Match,
    NodePattern,
    Pattern,
    Ref,
    Stage,
    Test,
)
from fingerpost.stores import Result

_OTHER: Final = "other"
_LINK: Final = "(?:on|in|at|of|for)"
_AND: Final = r"(?:and|to|with|versus|vs\.?|against|or)"
_HOUSE: Final = "(?:the|this) (?:building|house|model)"
_THERE: Final = f"(?:are there|do we have|does {_HOUSE} have|has {_HOUSE})"
_OF_BOTH: Final = rf"{_LINK} (?:the )?(?P<one>.+?) {_AND} (?:(?:that|those) )?(?:{_LINK} )?(?:the )?(?P<other>.+)"


class SideBySide:
    """The forms, each with what reads it, over a reader of noun phrases (`phrase`)."""

    def __init__(self, words: Vocabulary, types: frozenset[str], phrase: Callable[[str], Phrase | None]) -> None:
        self._words = words
        self._types = types
        self._phrase = phrase
        self.forms: tuple[tuple[str, Callable[[re.Match[str]], Read | None]], ...] = (
            (
                rf"^(?:compare|contrast) (?:the )?(?:number|count)s? of (?P<what>.+?) {_OF_BOTH}$",
                self._numbers,
            ),
            (
                (
                    rf"^(?:compare|contrast) (?:the )?(?:total |combined |overall )?"
                    rf"(?P<quantity>[a-z ]*?(?:area|volume|length|weight))s? of (?P<what>.+?) {_OF_BOTH}$"
                ),
                self._totals,
            ),
            (
                (
                    rf"^how many (?P<what>.+?) (?:are (?:there )?)?{_LINK} (?:the )?(?P<one>.+?),? "
                    rf"(?:compared|as opposed|in comparison) (?:to|with) (?:{_LINK} )?(?:the )?(?P<other>.+)$"
                ),
                self._numbers,
            ),
            (
                (
                    rf"^are there (?P<more>more|fewer|less) (?P<what>.+?) {_LINK} (?:the )?(?P<one>.+?) than "
                    rf"(?:there are )?(?:{_LINK} )?(?:the )?(?P<other>.+)$"
                ),
                self._numbers,
            ),
            (
                rf"^{_THERE} (?P<more>more|fewer|less) (?P<one>.+?) than (?:there are )?(?P<other>.+)$",
                self._kinds,
            ),
            (
                (
                    rf"^(?:compare|contrast) (?:the )?(?:number|count)s? of (?P<one>.+?) {_AND} "
                    r"(?:(?:that|those|the number) of )?(?P<other>.+)$"
                ),
                self._kinds,
            ),
            (
                (
                    r"^does (?:the )?(?P<one>.+?) have (?P<more>more|fewer|less) (?P<what>.+?) than "
                    r"(?:the )?(?P<other>.+)$"
                ),
                self._numbers,
            ),
        )

    def _numbers(self, found: re.Match[str]) -> Read | None:
        count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=ONE), distinct=True)
        return self._levels(found, found["what"], count)

    def _kinds(self, found: re.Match[str]) -> Read | None:
        """How many there are of two kinds of things."""
        one, other = self._phrase(found["one"]), self._phrase(found["other"])
        if one is None or other is None or one.most is not None or other.most is not None:
            return None
        if any(not isinstance(test, (Test, AnyOf)) for test in other.where):
            return None
        where = tuple(at_large(moved(test, one, other, {ONE: _OTHER})) for test in other.where)
        counts = [
            Aggregate(name=name, function=AggregateFunction.COUNT, operand=Ref(name=node), distinct=True)
            for name, node in (("first", ONE), ("second", _OTHER))
        ]
        nodes = Pattern(nodes=(NodePattern(name=_OTHER, label=other.label),))
        stages = (
            Stage(matches=(one.match,), aggregates=(counts[0],)),
            Stage(
                matches=(Match(pattern=nodes, where=where, optional=True),),
                columns=(Column(name="first", operand=Ref(name="first")),),
                aggregates=(counts[1],),
            ),
        )
        read = read_of(one, stages)
        more = (found.groupdict().get("more") or "").lower()
        said = tuple(re.sub(r"^the ", "", found[name]) for name in ("one", "other"))
        return Read(read.plan, read.confidence, partial(_two_told, said=said, more=more), {}, read.notes)

    def _totals(self, found: re.Match[str]) -> Read | None:
        phrase = self._phrase(found["what"])
        info = self._words.measured(phrase.label, found["quantity"]) if phrase is not None else None
        if info is None:
            return None
        total = Ref(name=ONE, property=info.name)
        return self._levels(
            found, found["what"], Aggregate(name=info.name, function=AggregateFunction.SUM, operand=total)
        )

    def _levels(self, found: re.Match[str], what: str, aggregate: Aggregate) -> Read | None:
        """The aggregate for each of two levels; a level that has none of them has 0."""
        phrase = self._phrase(what)
        sides = [self._words.levels.get(_bare(found[name])) for name in ("one", "other")]
        if phrase is None or phrase.most is not None or phrase.label == "Level" or "ON_LEVEL" not in self._types:
            return None
        if sides[0] is None or sides[1] is None or set(sides[0]) & set(sides[1]):
            return None
        level = NodePattern(name=BY, label="Level")
        named = Test(
            left=Ref(name=BY, property="name"), comparison=Comparison.IN, right=phrase.value((*sides[0], *sides[1]))
        )
        pattern = Pattern(
            nodes=(NodePattern(name=ONE, label=phrase.label), NodePattern(name=BY)),
            edges=(EdgePattern(start=ONE, end=BY, types=("ON_LEVEL",)),),
        )
        held = Match(pattern=pattern, where=tuple(phrase.where), optional=True)
        stage = Stage(
            matches=(Match(pattern=Pattern(nodes=(level,)), where=(named,)), held),
            columns=(Column(name="level", operand=Ref(name=BY, property="name")),),
            aggregates=(aggregate,),
        )
        read = read_of(phrase, (stage,))
        more = found.groupdict().get("more")
        if more is None:
            return read
        told = partial(_told, first=sides[0], more=more.lower() == "more")
        return Read(read.plan, read.confidence, told, {}, read.notes)


def _two_told(result: Result, symbol: str, *, said: tuple[str, ...], more: str) -> tuple[str, Status]:
    """Two numbers with what they count; whether the first is the greater where that is asked. `symbol` is unused."""
    one, other = (cell if isinstance(cell, int) else 0 for cell in result.rows[0])
    each = f"{said[0][:1].upper()}{said[0][1:]}: {one}, {said[1]}: {other}."
    if not more:
        return each, Status.ANSWERED
    return f"{'Yes' if (one > other if more == 'more' else one < other) else 'No'}. {each}", Status.ANSWERED


def _bare(said: str) -> str:
    return re.sub(r" (?:level|storey|story)$", "", said.strip().lower())


def _told(result: Result, symbol: str, *, first: tuple[str, ...], more: bool) -> tuple[str, Status]:
    """Whether the first level has more, or fewer, than the other, with both numbers. `symbol` is unused."""
    numbers = {str(name): int(number) for name, number in result.rows if isinstance(number, (int, float))}
    one = sum(number for name, number in numbers.items() if name in first)
    other = sum(number for name, number in numbers.items() if name not in first)
    is_so = one > other if more else one < other
    each = ", ".join(f"{name}: {number}" for name, number in numbers.items())
    return f"{'Yes' if is_so else 'No'}. {each}.", Status.ANSWERED
