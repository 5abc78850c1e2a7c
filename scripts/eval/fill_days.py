"""Properties of one node that tell the same day in several ways: a date, the same as text, and its year.

Golds take now one of them and now another, as in a real graph they say the same: so they do in one that is filled.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping

from scripts.eval.fill_values import DAY, NOTHING, WRITTEN_DAYS, Hint, written

_YEAR = "year"


def groups(kinds: Mapping[str, str], told: Mapping[str, Hint]) -> list[list[str]]:
    """The properties that tell one day each: those of which one's name begins with the other's, and the year with the
    days where there are no others."""
    found: list[list[str]] = []
    for name in sorted(name for name, kind in kinds.items() if _form(kind, told.get(name, NOTHING)) is not None):
        same = next((group for group in found if name.startswith(group[0])), None)
        if same is None:
            found.append([name])
        else:
            same.append(name)
    if len(found) == 1 and kinds.get(_YEAR) == "int":
        found[0].append(_YEAR)
    return [group for group in found if len(group) > 1]


def agree(row: dict[str, str], group: list[str], kinds: Mapping[str, str], told: Mapping[str, Hint], by: str) -> None:
    """Let the properties of a group tell the day that one of them does."""
    if by == _YEAR:
        _in_year(row, group, row[by])
        by = next((name for name in group if name != _YEAR and name in row), by)
    form = _form(kinds[by], told.get(by, NOTHING))
    day = _day(row[by], form) if form is not None else None
    if day is None:
        return
    for name in group:
        if name in row and name != by:
            row[name] = str(day.year) if name == _YEAR else _told(day, row[name], _form(kinds[name], told[name]) or "")


def _in_year(row: dict[str, str], group: list[str], year: str) -> None:
    for name in group:
        if name != _YEAR and name in row:
            row[name] = re.sub(r"\d{4}", f"{int(year):04}", row[name], count=1)


def _form(kind: str, hint: Hint) -> str | None:
    """How a property tells days: as ISO has them (""), or as one of the other ways; None if it tells none."""
    if kind in ("date", "datetime"):
        return ""
    if kind != "string" or not hint.example:
        return None
    if re.match(rf"{DAY}($|[T ])", hint.example):
        return ""
    return next((form for form, shown in WRITTEN_DAYS.items() if re.fullmatch(shown, hint.example)), None)


def _day(text: str, form: str) -> dt.date | None:
    try:
        return (
            dt.datetime.strptime(text, form).replace(tzinfo=dt.UTC).date() if form else dt.date.fromisoformat(text[:10])
        )
    except ValueError:
        return None


def _told(day: dt.date, before: str, form: str) -> str:
    """A day in the form of a property; the time of day as before."""
    return written(day, form) if form else day.isoformat() + before[10:]
