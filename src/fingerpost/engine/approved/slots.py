"""The values that a question says, as places in its plan that other questions fill with theirs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from fingerpost.core.cells import Cell
from fingerpost.linking import Linked, Mention
from fingerpost.plans import Plan
from fingerpost.questions import slots_of

_STORED = "value"
_WRITTEN = ("text", "number", "date", "month", "period", "time")
_MONTH = re.compile(r"(\d{4})-(\d{2})")
_FIRST_YEAR, _LAST_YEAR = 1000, 9998


@dataclass(frozen=True)
class Slot:
    """One value: the parameters of the plan that it fills (two for a period: its first day and the day after it).

    `of` is the label and the property of a stored value, None for one that is only written. `before` is the word in
    front of it.
    """

    parameters: tuple[str, ...]
    of: tuple[str, str] | None
    before: str


def find_slots(plan: Plan, linked: Linked) -> tuple[tuple[Slot, ...], frozenset[int]]:
    """The values of a plan that its question says, in their order, and the places of their words."""
    stored = slots_of(plan)
    found: list[tuple[int, Slot]] = []
    taken: set[int] = set()
    left = dict(plan.parameters)
    for mention in sorted(linked.mentions, key=lambda m: (-m.length, m.kind != _STORED, m.start)):
        places = range(mention.start, mention.end)
        if not taken.isdisjoint(places):
            continue
        for values in _values(mention):
            names = _parameters(values, left)
            of = stored.get(names[0]) if names and mention.kind == _STORED else None
            if names and (mention.kind != _STORED or (of is not None and _is_of(mention, of))):
                found.append((mention.start, Slot(names, of, _before(linked, mention.start))))
                taken.update(places)
                left = {name: value for name, value in left.items() if name not in names}
                break
    return tuple(slot for _, slot in sorted(found, key=lambda each: each[0])), frozenset(taken)


def fill_slots(plan: Plan, slots: tuple[Slot, ...], linked: Linked) -> tuple[dict[str, Cell], frozenset[int]] | None:
    """The values of another question for the same slots, and the places of their words; None if one is missing.

    Where several values fit, the longest, then the one behind the same word, then the first.
    """
    filled: dict[str, Cell] = {}
    taken: set[int] = set()
    for slot in slots:
        fitting: list[tuple[tuple[int, bool, int], Mention, tuple[Cell, ...]]] = []
        for mention in linked.mentions:
            values = _fitting(mention, slot, plan) if taken.isdisjoint(range(mention.start, mention.end)) else None
            if values is not None:
                order = (-mention.length, _before(linked, mention.start) != slot.before, mention.start)
                fitting.append((order, mention, values))
        if not fitting:
            return None
        _, chosen, values = min(fitting, key=lambda each: each[0])
        filled.update(zip(slot.parameters, values, strict=True))
        taken.update(range(chosen.start, chosen.end))
    return filled, frozenset(taken)


def _fitting(mention: Mention, slot: Slot, plan: Plan) -> tuple[Cell, ...] | None:
    """The values of a mention for the parameters of a slot, of the types that these have."""
    if slot.of is not None:
        return (mention.value,) if mention.kind == _STORED and _is_of(mention, slot.of) else None
    if mention.kind not in _WRITTEN:
        return None
    for values in _values(mention):
        if len(values) == len(slot.parameters):
            typed = tuple(_typed(v, plan.parameters[n]) for v, n in zip(values, slot.parameters, strict=True))
            if all(value is not None for value in typed):
                return typed
    return None


def _typed(said: Cell, held: Cell) -> Cell:
    """A value converted to the type of another; None if that is impossible."""
    if isinstance(held, datetime) or isinstance(said, bool):
        return None
    if isinstance(held, date):
        try:
            return date.fromisoformat(str(said)[:10])
        except ValueError:
            return None
    if isinstance(held, int | float):
        return said if isinstance(said, int | float) else None
    return str(said) if isinstance(held, str) else None


def _values(mention: Mention) -> Iterator[tuple[Cell, ...]]:
    """The values that a mention may put into a plan: its own; for a time, its first day and the day after it."""
    if mention.value is not None:
        yield (mention.value,)
    said = mention.literal.value if mention.literal is not None else None
    if isinstance(said, int) and _FIRST_YEAR <= said <= _LAST_YEAR:
        yield f"{said}-01-01", f"{said + 1}-01-01"
        yield str(said), str(said + 1)  # of dates that are stored as text
    elif isinstance(said, str) and mention.kind == "period":
        first, _, after = said.partition("/")
        yield first, after
    elif isinstance(said, str) and (month := _MONTH.fullmatch(said)):
        year, number = int(month[1]), int(month[2])
        after = f"{year + number // 12:04}-{number % 12 + 1:02}"
        yield f"{said}-01", f"{after}-01"
        yield said, after


def _parameters(values: tuple[Cell, ...], left: Mapping[str, Cell]) -> tuple[str, ...]:
    """The parameters that hold these values, one for each; none if one has no parameter."""
    names: list[str] = []
    for value in values:
        name = next((n for n, held in left.items() if n not in names and _is_same(held, value)), None)
        if name is None:
            return ()
        names.append(name)
    return tuple(names)


def _is_same(held: Cell, said: Cell) -> bool:
    numbers = isinstance(held, int | float) and isinstance(said, int | float)
    return held == said if numbers else str(held) == str(said)


def _is_of(mention: Mention, of: tuple[str, str]) -> bool:
    return mention.name == of[1] and of[0] in mention.owners and mention.value is not None


def _before(linked: Linked, start: int) -> str:
    return linked.tokens[start - 1].norm if start else ""
