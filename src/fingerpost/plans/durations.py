"""Durations in plans, which are so many seconds where they are compared or added up, and how long they are in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fingerpost.core.cells import Cell, Duration
from fingerpost.plans.model import Call, Let, Ref, Value

DAY = 86_400
"""Seconds."""
_NANOSECONDS = 10**9
_MINUTE = 60


def in_seconds(lets: Iterable[Let], parameters: Mapping[str, Cell]) -> dict[str, Ref]:
    """The durations of which steps are the seconds, by the names of these: 24 hours for each day, and the rest."""
    of_days: dict[str, Ref] = {}
    found: dict[str, Ref] = {}
    for let in lets:
        if not isinstance(let, Call) or len(let.arguments) != 2:
            continue
        first, second = let.arguments
        if let.function == "multiply" and isinstance(first, Ref) and first.function == "days":
            if isinstance(second, Value) and parameters.get(second.parameter) == DAY:
                of_days[let.name] = first.model_copy(update={"function": None})
        elif let.function == "add" and isinstance(first, Ref) and isinstance(second, Ref):
            held = of_days.get(first.name)
            if held is not None and second == held.model_copy(update={"function": "seconds"}):
                found[let.name] = held
    return found


def lasting(duration: Duration) -> str:
    """A duration in words: "1 month 3 days", "50 hours 30 minutes"; a day need not have 24 hours."""
    years, months = _divided(duration.months, 12)
    moments = duration.seconds * _NANOSECONDS + duration.nanoseconds
    hours, rest = _divided(moments, 3_600 * _NANOSECONDS)
    minutes, rest = _divided(rest, _MINUTE * _NANOSECONDS)
    told = (years, "year"), (months, "month"), (duration.days, "day"), (hours, "hour"), (minutes, "minute")
    parts = [_counted(f"{number:,}", unit) for number, unit in told if number]
    if rest or not parts:
        parts.append(_counted(f"{rest / _NANOSECONDS:.9f}".rstrip("0").rstrip("."), "second"))
    return " ".join(parts)


def lasting_seconds(seconds: float) -> str:
    """How long so many seconds are, in words: "1 day 2 hours", to the second from a minute on."""
    exact = round(seconds) if abs(seconds) >= _MINUTE else round(seconds, 2)
    days, rest = _divided(round(exact * _NANOSECONDS), DAY * _NANOSECONDS)
    return lasting(Duration(days=days, nanoseconds=rest))


def _counted(number: str, unit: str) -> str:
    return f"{number} {unit}" if number == "1" else f"{number} {unit}s"


def _divided(number: int, by: int) -> tuple[int, int]:
    """A number in whole parts and the rest, both with its sign."""
    sign = -1 if number < 0 else 1
    whole, rest = divmod(abs(number), by)
    return sign * whole, sign * rest
