"""How old something is, where only the day or the year is stored on which it came to be.

"Older than 40" is then a date: what was born 41 years ago or before. An age is counted in whole units, as people do.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from fingerpost.core.cells import Cell
from fingerpost.core.schema import PropertyInfo, TextKind, ValueType
from fingerpost.linking import clock
from fingerpost.linking.derived import tells_birth
from fingerpost.linking.english import english
from fingerpost.linking.mentions import Mention
from fingerpost.linking.occasions import holds_years
from fingerpost.linking.text import joined_name, split_name
from fingerpost.plans import Comparison
from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.markers import Role
from fingerpost.questions.roles import denies
from fingerpost.questions.state import Filter, Reason, State

AGED = ("old", "young")
"""Adjectives that compare ages."""
TURNED = {">": "<", ">=": "<=", "<": ">", "<=": ">="}
"""Comparisons the other way round."""
OLD_AGE = 150
"""More years than that are no age of somebody."""
_DATED = (ValueType.DATE, ValueType.DATETIME, ValueType.LOCAL_DATETIME)
_UNITS = ("year", "s")
_DAY = 86_400.0


def is_aged(info: PropertyInfo, about: str, mention: Mention) -> bool:
    """Whether a number behind "older than" is an age, and a property the date or year that tells it."""
    value = mention.value
    number = mention.kind == "number" and isinstance(value, int) and not isinstance(value, bool)
    if about not in AGED or not number or not 0 < value < 1000:
        return False
    unit = mention.literal.unit if mention.literal is not None else None
    if unit not in (None, *_UNITS):
        return False
    if info.type in _DATED or (info.text_kind is TextKind.ISO_DATE and tells_birth(info)):
        return unit != "s" or (mention.literal is not None and mention.literal.scale >= _DAY)
    return unit != "s" and info.numeric and holds_years(info)


def born(info: PropertyInfo, sign: str, mention: Mention) -> list[tuple[str, Cell, int | None]]:
    """The conditions on the date or the year that an age, compared as `sign` says, comes to.

    Where ">" stands for "older", and "=" for so many whole years. The last of each is how many years ago that is.
    """
    assert isinstance(mention.value, int)
    years, said = mention.value, mention.literal
    whole = said is None or said.unit is None or (said.unit == _UNITS[0] and said.scale == 1)
    # What is exactly so old, came to be after `start` and until `end`.
    start, end = _before(mention, years + 1), _before(mention, years)
    if info.numeric:
        return [(TURNED.get(sign, sign), end.year, years if whole else None)] if sign in (*TURNED, "=") else []
    first = (cell_of(info, start), years + 1 if whole else None)
    last_day = (cell_of(info, end), years if whole else None)
    return {
        ">": [("<=", *first)],
        ">=": [("<=", *last_day)],
        "<": [(">", *last_day)],
        "<=": [(">", *first)],
        "=": [(">", *first), ("<=", *last_day)],
    }.get(sign, [])


def of_age(attacher: Attacher, label: str, mention: Mention) -> list[tuple[PropertyInfo, float]]:
    """ "Members under 18": of people, an age where nothing says otherwise and a date of birth is known."""
    held = _of_the_living(attacher, label, mention)
    return [(info, 0.7) for info in held if tells_birth(info) and is_aged(info, AGED[0], mention)]


def stored_ages(attacher: Attacher, label: str, mention: Mention) -> list[tuple[PropertyInfo, float]]:
    """ "Actors over 45": of people, their `age`."""
    held = _of_the_living(attacher, label, mention)
    return [(info, 0.7) for info in held if info.numeric and split_name(info.name)[-1] == "age"]


def _of_the_living(attacher: Attacher, label: str, mention: Mention) -> tuple[PropertyInfo, ...]:
    """What is known of those who have ages, where a number may be one."""
    value = mention.value
    may_be = label in attacher.graph.living and isinstance(value, int) and 0 < value < OLD_AGE
    return attacher.properties(label) if may_be else ()


def directed(sign: str, about: str, name: str) -> str:
    """A comparison as it is of a property's numbers: who is shorter or younger than 50 has less of it."""
    adjective = english().adjectives.get(about)
    if adjective is None:
        return sign
    reverse = any(word in joined_name(name) for word in adjective.reverse)
    return TURNED.get(sign, sign) if (adjective.most == "min") != reverse else sign


def aged(
    state: State,
    owner: int,
    options: Sequence[tuple[PropertyInfo, float]],
    about: str,
    sign: str,
    mention: Mention,
    said: Reason,
) -> Iterator[State]:
    """ "Older than 40": an age against the date that tells it."""
    direction = sign if about == AGED[0] else TURNED.get(sign, sign)
    told = next(((info, fit) for info, fit in options if is_aged(info, about, mention)), None)
    if told is None or any(info.numeric and not is_aged(info, about, mention) for info, _ in options):
        return  # an age is stored
    info, fit = told
    denied = any(map(denies, state.pending))
    pending = tuple(m for m in state.pending if m.role is not Role.NAMED and not denies(m))
    filters = tuple(
        Filter(owner, info.name, Comparison(bound), value, False, denied, mention.start, mention.end, ago=ago)
        for bound, value, ago in born(info, direction, mention)
    )
    reason = Reason("measured", fit, mention.start, mention.end)
    yield scored(state, reason, said, filters=(*state.filters, *filters), pending=pending, descriptor=-1)


def _before(mention: Mention, count: int) -> dt.date:
    """The day so many units before today."""
    today = clock.now().date()
    literal = mention.literal
    if literal is not None and literal.unit == "s":
        return today - dt.timedelta(count * literal.scale / _DAY)
    months = count * 12 if literal is None or literal.unit is None else round(count * literal.scale * 12)
    whole = max(today.year * 12 + today.month - 1 - months, 12)
    year, month = divmod(whole, 12)
    last = (dt.date(year + (month == 11), (month + 1) % 12 + 1, 1) - dt.timedelta(1)).day
    return today.replace(year=year, month=month + 1, day=min(today.day, last))


def cell_of(info: PropertyInfo, day: dt.date) -> Cell:
    """A day as a property's values are compared with it."""
    if info.type is ValueType.STRING:
        return day.isoformat()
    if info.type is ValueType.LOCAL_DATETIME:
        return dt.datetime.combine(day, dt.time())
    if info.type is ValueType.DATETIME:
        return dt.datetime.combine(day, dt.time(), dt.UTC)
    return day
