"""What is told of a property and not stored: the year of a date, an age, how long a name is, how many a list holds."""

from __future__ import annotations

from collections.abc import Callable

from fingerpost.core.cells import Cell
from fingerpost.core.schema import PropertyInfo, TextKind, ValueType
from fingerpost.linking import clock
from fingerpost.linking.derived import AGE, DAY, YEAR
from fingerpost.linking.time_phrases import DAYS, HOURS, MINUTES, WEEKS
from fingerpost.plans import (
    DAY as SECONDS_OF_A_DAY,
    AggregateFunction,
    AnyOf,
    Call,
    Comparison,
    Each,
    Let,
    Operand,
    Quantifier,
    Ref,
    SmallAny,
    Test,
    Value,
)
from fingerpost.questions.ages import cell_of
from fingerpost.questions.algebra import Head, Term
from fingerpost.questions.bounds import CLOCK
from fingerpost.questions.state import Filter

_CLOCK = (len("2026-04-27T"), len("07:30"))
"""Where the hour and minute stand in the text of a moment, and how long they are."""
_HOUR, _MINUTE = 3600.0, 60.0
"""Seconds."""
HELD = "held"
"""The name of one of what a list holds."""
TYPED = {
    TextKind.NUMERIC: "numeric",
    TextKind.DAY_FIRST_DATE: "day_first_date",
    TextKind.MONTH_FIRST_DATE: "month_first_date",
}


def listed_term(head: Head, info: Callable[[Term], PropertyInfo | None]) -> Term | None:
    """The list whose values are grouped by or counted, one by one: "how many students there are for each hobby"."""
    counted = (m.term for m in head.measures if m.function is AggregateFunction.COUNT)
    chosen = (head.focus,) if head.best is not None and head.best.counted else ()
    shown = head.columns if head.once else ()
    terms = (t for t in (*head.keys, *counted, *chosen, *shown) if t.property is not None and not t.part)
    return next((t for t in terms if (held := info(t)) is not None and held.type is ValueType.LIST), None)


def listed_in(
    parameter: Callable[[Cell], Value], held: Ref, value: Cell, *, negated: bool
) -> tuple[Test, ...] | tuple[AnyOf]:
    """A property that holds several values has one of those that are asked for."""
    wanted = value if isinstance(value, tuple) else (value,)
    tests = tuple(Test(left=parameter(one), comparison=Comparison.IN, right=held, negated=negated) for one in wanted)
    return tests if negated or len(tests) == 1 else (AnyOf(tests=tests),)


def or_unknown(condition: Filter, tests: list[Test | AnyOf]) -> list[Test | AnyOf]:
    """The tests of a condition; of an open one that it is so or not known."""
    if not condition.open or len(tests) != 1 or not isinstance(tests[0], Test):
        return tests
    return [AnyOf(tests=(tests[0], Test(left=tests[0].left, comparison=Comparison.IS_NULL)))]


def small(condition: Test | AnyOf) -> Test | SmallAny:
    """A condition as an existence test holds it."""
    if isinstance(condition, Test):
        return condition
    return SmallAny(tests=tuple(test for test in condition.tests if isinstance(test, Test)))


def any_other(held: Ref, value: Value) -> Test:
    """A property that holds several values has one that is none of these: "hobbies other than chess"."""
    each = Each(quantifier=Quantifier.ANY, item="other", source=held)
    return Test(left=Ref(name="other"), comparison=Comparison.NE, right=value, each=each)


class Derived:
    """Makes the steps of a plan that compute what is told of properties, and notes them in `lets`."""

    def __init__(self, lets: list[Let], value: Callable[[Cell], Value]) -> None:
        self._lets = lets
        self._value = value

    def typed(self, held: Ref, kind: TextKind | None) -> str:
        """The name of a step that reads a text property by its meaning."""
        return self._step("typed", held, keys=(TYPED[kind or TextKind.NUMERIC],))

    def part(self, held: Ref, info: PropertyInfo | None, part: str) -> Ref:
        """A part of a property as an operand."""
        text = info.text_kind if info is not None and info.type is ValueType.STRING else None
        if part == AGE:
            return self._age(held, info, text)
        if part == DAY:
            return self._day(held, info, text)
        if part == CLOCK:
            return self._clock(held, text)
        if text in (TextKind.DAY_FIRST_DATE, TextKind.MONTH_FIRST_DATE):
            return Ref(name=self.typed(held, text), function=part)
        if text is TextKind.ISO_DATE:
            return Ref(name=self._step("date", held), function=part)
        return held.model_copy(update={"function": part})

    def _day(self, held: Ref, info: PropertyInfo | None, text: TextKind | None) -> Ref:
        """The day of a moment; a date is one."""
        if text in TYPED:
            return Ref(name=self.typed(held, text))
        return held if info is None or info.type is ValueType.DATE else Ref(name=self._step("date", held))

    def _clock(self, held: Ref, text: TextKind | None) -> Ref:
        """The hour and minute of a moment, as text."""
        said = held if text is not None else Ref(name=self._step("toString", held))
        begin, length = map(self._value, _CLOCK)
        return Ref(name=self._step("substring", said, begin, length))

    def _age(self, held: Ref, info: PropertyInfo | None, text: TextKind | None) -> Ref:
        """Whole years since a date, or since a year."""
        today = clock.now().date()
        if info is None or info.number:
            return Ref(name=self._step("subtract", self._value(today.year), held))
        if text is TextKind.ISO_DATE:
            held = Ref(name=self._step("date", held))
        elif text is not None:
            held = Ref(name=self.typed(held, text))
        day = today if info.type is ValueType.STRING else cell_of(info, today)
        return Ref(name=self._step("duration.between", held, self._value(day)), function="years")

    def age_at(self, born: Ref, info: PropertyInfo | None, when: Ref, then: PropertyInfo | None) -> Ref:
        """How old somebody was when something happened: whole years, or between two years where only these are told."""
        if _is_year(info) or _is_year(then):
            return Ref(name=self._step("subtract", self._year(when, then), self._year(born, info)))
        return Ref(
            name=self._step("duration.between", self._date(born, info), self._date(when, then)), function="years"
        )

    def between(self, begun: Ref, info: PropertyInfo | None, over: Ref, then: PropertyInfo | None, unit: str) -> Ref:
        """How many of a unit of time one moment is after another: hours and minutes with fractions, others whole."""
        if _is_year(info):
            return self.less(over, begun)
        if unit in (HOURS, MINUTES):
            step = self._step("duration.inSeconds", self._moment(begun, info), self._moment(over, then))
            whole = self._value(_MINUTE if unit == MINUTES else _HOUR)
            return Ref(name=self._step("divide", Ref(name=step, function="seconds"), whole))
        days = "duration.inDays" if unit in (DAYS, WEEKS) else "duration.between"
        return Ref(name=self._step(days, self._date(begun, info), self._date(over, then)), function=unit)

    def seconds(self, held: Ref) -> Ref:
        """A duration in seconds: of a day are 24 hours, and months, which have no length, are left out."""
        days = held.model_copy(update={"function": "days"})
        clock = held.model_copy(update={"function": "seconds"})
        return Ref(name=self._step("add", Ref(name=self._step("multiply", days, self._value(SECONDS_OF_A_DAY))), clock))

    def less(self, number: Ref, other: Ref) -> Ref:
        """A number without another."""
        return Ref(name=self._step("subtract", number, other))

    def _moment(self, held: Ref, info: PropertyInfo | None) -> Ref:
        text = info is not None and info.type is ValueType.STRING
        return Ref(name=self._step("localdatetime", held)) if text else held

    def _year(self, held: Ref, info: PropertyInfo | None) -> Ref:
        return held if _is_year(info) else self.part(held, info, YEAR)

    def _date(self, held: Ref, info: PropertyInfo | None) -> Ref:
        return self.part(held, info, DAY)

    def _step(self, function: str, *arguments: Operand, keys: tuple[str, ...] = ()) -> str:
        """The name of a step, one that is there already where it does the same."""
        call = Call(name=f"x{len(self._lets) + 1}", function=function, arguments=arguments, keys=keys)
        for known in self._lets:
            if known.model_copy(update={"name": call.name}) == call:
                return known.name
        self._lets.append(call)
        return call.name


def _is_year(info: PropertyInfo | None) -> bool:
    """Whether a property that tells when holds no more than the year."""
    return info is not None and info.number
