"""The lines of a list of instruments: each title with what its row says beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

from fingerpost.core.cells import Cell
from fingerpost.domains.regulations.questions.pair_wording import times_said
from fingerpost.domains.regulations.questions.phrases import Rows
from fingerpost.domains.regulations.questions.request import Request

_BETWEEN: Final = 3
"""Instruments that are named between the one that is asked about and one that is found."""
_DETAILS: Final = (
    ("citing_section", "section {}"),
    ("cited_section", "on its {}"),
    ("effective_date", "in force {}"),
    ("registered", "registered {}"),
    ("last_amended", "last amended {}"),
    ("section", "{}"),
)


def lines_of(request: Request, rows: Rows, most: int) -> tuple[list[str], int]:
    """The first lines, at most so many, and how many lines there are.

    There is one for each row; one for each instrument where others lie between it and what is asked about, and where a
    row is of one provision that cites.
    """
    if rows and "citing_section" in rows[0] and "strength" not in rows[0]:
        return _by_instrument(rows, most)
    if not request.is_far or request.last_step.relation == "AMENDS":  # one instrument may amend at several dates
        shown = [line(row, far=request.is_far, ranked=request.ranked) for row in rows[:most]]
        return shown, len(rows)
    found = rows.by_first
    alike = Counter(title for title, _ in found)
    lines = []
    for (title, key), places in islice(found.items(), most):
        text = line(rows[places[0]], far=True) if len(places) == 1 else f"{title} ({_between(rows, places)})"
        lines.append(text if alike[title] == 1 else f"{text} [{key}]")
    return lines, len(found)


def _by_instrument(rows: Rows, most: int) -> tuple[list[str], int]:
    """A line for each instrument, with the sections that cite."""
    found = rows.by_first
    lines = []
    for (title, _), places in islice(found.items(), most):
        labels = dict.fromkeys(str(rows[place]["citing_section"]) for place in places)
        lines.append(f"{title} (section {', '.join(labels)})")
    return lines, len(found)


def _between(rows: Rows, places: Sequence[int]) -> str:
    """The instruments by which one is reached: the first of them, and how many more there are."""
    names = list(dict.fromkeys(str(list(rows[place].values())[1]) for place in places))
    more = f"; {len(names) - _BETWEEN} more" if len(names) > _BETWEEN else ""
    return "; ".join(names[:_BETWEEN]) + more


def first(row: Mapping[str, Cell]) -> str:
    return str(next(iter(row.values())))


def line(row: Mapping[str, Cell], *, far: bool, ranked: bool = False) -> str:
    """One row; `far` names the instrument between it and the one that was named, `ranked` says how often."""
    details = [str(list(row.values())[1])] if far else []
    if ranked:
        details.append(times_said(row["strength"]))
    for name, form in _DETAILS:
        cell = row.get(name)
        if cell is not None:
            details.append(form.format(", ".join(map(str, cell)) if isinstance(cell, tuple) else cell))
    provision = str(row.get("provision_id") or "").partition("#")[2]
    if far and provision[:1].isdigit():
        details.append(f"section {provision}")
    if row.get("year") is not None and row.get("effective_date") is None:
        details.insert(0, str(row["year"]))
    return first(row) + (f" ({'; '.join(details)})" if details else "")
