"""The conditions that a number or a date makes of a property."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.core.schema import PropertyInfo, TextKind, ValueType
from fingerpost.linking import quantities
from fingerpost.linking.lasting import counted_in
from fingerpost.linking.mentions import Mention
from fingerpost.linking.occasions import holds_years, is_year
from fingerpost.linking.text import joined_name
from fingerpost.linking.time_phrases import HOURS, MINUTES, MONTHS, WEEKS, YEARS
from fingerpost.plans import Comparison
from fingerpost.questions.algebra import Term
from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.bounds import bounds, has_moments, of_any_year, of_months
from fingerpost.questions.markers import Role
from fingerpost.questions.roles import denies, is_comparison
from fingerpost.questions.state import Filter, Reason, State

_YEAR = 365
"""Days."""
_ASIDE = 6
"""Most words from a date to the one that goes on from it: "and then again in the year"."""

UNIT_GUESSED = "unit guessed"
"""The feature of a number with a unit that is held against one without."""


def conditions(
    state: State,
    owner: int,
    info: PropertyInfo,
    sign: str,
    mention: Mention,
    said: Reason,
    *,
    edge: bool = False,
) -> Iterator[State]:
    """The state with the condition or conditions that a comparison with this property is."""
    negated = any(map(denies, state.pending))
    pending = tuple(m for m in state.pending if m.role is not Role.NAMED and not denies(m))
    parts = of_any_year(info, sign, mention) or [(bound, value, "") for bound, value in bounds(info, sign, mention)]
    if not parts or (info.numeric and not all(isinstance(value, (int, float)) for _, value, _ in parts)):
        return
    filters = tuple(
        Filter(owner, info.name, Comparison(bound), value, edge, negated, mention.start, mention.end, part)
        for bound, value, part in parts
    )
    reasons = [said, Reason(UNIT_GUESSED, 1.0, mention.start)] if _is_of_no_unit(info, mention) else [said]
    yield scored(state, *reasons, filters=(*state.filters, *filters), pending=pending, descriptor=-1)


def _is_of_no_unit(info: PropertyInfo, mention: Mention) -> bool:
    """Whether hours are held against numbers of which nothing tells in what they are: a `runtime` of 95 is in minutes.

    Numbers of smaller units are mostly kept in these.
    """
    literal = mention.literal
    if literal is None or (literal.unit, literal.scale) != quantities.UNITS["hours"]:
        return False
    return info.number and literal.measured_in(info.counted_in) is None


def comparable(info: PropertyInfo, mention: Mention) -> bool:
    """Whether a number, a date or a time can be compared with what a property holds."""
    if mention.kind == "number":
        year = isinstance(mention.value, int) and is_year(mention.value)
        span = not year and mention.literal is not None and mention.literal.unit == "year"
        if span and holds_years(info):
            return False  # "for more than 4 years" is no year
        return info.numeric or (info.temporal and year and info.text_kind is not TextKind.CLOCK_TIME)
    times = info.text_kind is TextKind.CLOCK_TIME or info.type in (ValueType.TIME, ValueType.LOCAL_TIME)
    if mention.kind == "time":
        return times or has_moments(info)
    if mention.kind == "period" and info.numeric:
        return "year" in joined_name(info.name)
    return of_months(info, mention) or (info.temporal and not times)


def again(attacher: Attacher, state: State, mention: Mention) -> Iterator[State]:
    """ "In 1996 and 1998", "in May but not in June": of the same property as the one before."""
    last = state.filters[-1] if state.filters else None
    if last is None or last.end > mention.start or mention.start - last.end > _ASIDE:
        return
    place = (last.owner, last.edge, last.start, last.end)
    before = [f for f in state.filters if (f.owner, f.edge, f.start, f.end) == place]
    info = attacher.graph.held(state, last.owner, last.property, edge=last.edge)
    if info is None or (len(before) == 1 and last.comparison is not Comparison.EQ) or not comparable(info, mention):
        return
    used = {m for m in state.markers if m.start >= last.end and (is_comparison(m) or m.role is Role.EITHER)}
    rest = state.but(
        pending=tuple(m for m in state.pending if m not in used),
        markers=tuple(m for m in state.markers if m not in used),
    )
    said = Reason("comparison", 1.0, mention.start, mention.end)
    for read in conditions(rest, last.owner, info, "=", mention, said, edge=last.edge):
        # "Not in 1996 or 1997": in neither.
        new = (f._replace(negated=f.negated or last.negated) for f in read.filters[len(state.filters) :])
        yield read.but(filters=(*state.filters, *new))


def lasted(
    state: State, number: int, span: tuple[PropertyInfo, PropertyInfo], mention: Mention, said: Reason, more: float
) -> Iterator[State]:
    """ "Played for it in 2006": it had begun by then, and had not ended, or has not yet."""
    if not all(comparable(info, mention) for info in span):
        return
    reason = Reason("measured", 1.0 + more, mention.start, mention.end)
    for begun in conditions(scored(state, reason), number, span[0], "<=", mention, said, edge=True):
        for read in conditions(begun, number, span[1], ">=", mention, said._replace(amount=0.0), edge=True):
            last = read.filters[-1]._replace(open=True, negated=False)
            yield read.but(filters=(*read.filters[:-1], last))


_OF_A_DAY = {HOURS: 24, MINUTES: 24 * 60, WEEKS: 1 / 7, MONTHS: 12 / _YEAR, YEARS: 1 / _YEAR}
"""How many of a unit a day is."""


def took(state: State, days: Term, sign: str, mention: Mention, said: Reason) -> Iterator[State]:
    """ "A time to resolve of more than 10 days": the days between two dates are compared."""
    number = in_days(mention)
    if number is None or days.property is None:
        return
    unit = counted_in(days.part)
    number *= _OF_A_DAY.get(unit, 1)
    number = round(number, 0 if unit in (MONTHS, YEARS) else 6)
    negated = any(map(denies, state.pending))
    pending = tuple(m for m in state.pending if not denies(m))
    taken = Filter(
        days.owner, days.property, Comparison(sign), number, days.edge, negated, mention.start, mention.end, days.part
    )
    yield scored(state, said, filters=(*state.filters, taken), pending=pending, descriptor=-1)


def in_days(mention: Mention) -> float | None:
    """How many days a literal is; None where it is no number of them."""
    literal, value = mention.literal, mention.value
    if literal is not None and literal.unit == "year":
        value = round(float(literal.scale) * _YEAR * value) if isinstance(value, int) else None
    elif literal is not None and literal.unit is not None:
        value = literal.measured_in("days")
    return None if isinstance(value, bool) or not isinstance(value, (int, float)) else value
