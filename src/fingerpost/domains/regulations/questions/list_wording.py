"""The lines of lists of instruments, and answers about two instruments or about one and all that is around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.core.cells import Cell
from fingerpost.domains.regulations.questions.phrases import MOST_LINES, Rows, opened, said
from fingerpost.domains.regulations.questions.request import Request, Target
from fingerpost.plans import counted

_NAMED: Final = 5
_THROUGH: Final = {
    "REFERENCES": "cite",
    "IMPLEMENTS": "implement",
    "REPLACES": "replace",
    "REPEALS": "repeal",
    "AMENDS": "amend",
}
_KINDS: Final = {"REFERENCES": "cites", "IMPLEMENTS": "implements", "REPLACES": "replaces", "REPEALS": "repeals"}


def times_said(cell: Cell) -> str:
    return "once" if cell == 1 else f"{cell} times"


def mutual_said(request: Request, rows: Rows) -> tuple[str, Status]:
    if len(request.chains) > 1:
        return _each_way(request, rows)
    if not rows:
        return "None: no two of them cite each other.", Status.EMPTY
    lines = [
        f"{n}. {row['first_title']} ({row['first_cites_second']}) and "
        f"{row['second_title']} ({row['second_cites_first']})"
        for n, row in enumerate(rows[:MOST_LINES], 1)
    ]
    return f"{counted(len(rows), 'pair')} cite each other:\n" + "\n".join(lines), Status.ANSWERED


def _each_way(request: Request, rows: Rows) -> tuple[str, Status]:
    """Whether two instruments cite each other, and if only one of them does, which."""
    times = {str(row["source_id"]): row.get("strength") for row in rows}
    one, other = (chain.target for chain in request.chains)
    there, back = one.title.identifier in times, other.title.identifier in times
    if not there and not back:
        return f"No: neither of {said(one)} and {said(other)} cites the other.", Status.ANSWERED
    if not there:
        one, other = other, one
    text = f"{said(one)} cites {said(other)} {times_said(times[one.title.identifier])}"
    if there and back:
        return f"Yes: {text}, and is cited by it {times_said(times[other.title.identifier])}.", Status.ANSWERED
    return f"No: {text}, but is not cited by it.", Status.ANSWERED


def between_said(request: Request, rows: Rows) -> tuple[str, Status]:
    if len(request.chains) == 1:
        return _around(request, rows)
    one, other = (chain.target for chain in request.chains)
    first, second = said(one), said(other)
    if not rows:
        return f"Nothing in this corpus relates {first} to {second}, directly or through one other.", Status.EMPTY
    lines = []
    for row in rows:
        if row.get("via_relationship_type") is not None or row.get("via") is not None:
            continue
        outgoing = row["source_id"] == one.title.identifier
        verb = _KINDS[str(row["relationship_type"])]
        times = f" {times_said(row['strength'])}" if row.get("strength") else ""
        lines.append(f"  {first} {verb} {second}{times}" if outgoing else f"  {second} {verb} {first}{times}")
    groups: dict[str, list[str]] = {}
    for row in rows:
        if row.get("via_relationship_type") is not None:
            groups.setdefault(_through(row, one, other), []).append(str(row.get("via") or row.get("via_amendment")))
        elif row.get("via") is not None:
            only = first if row["source_id"] == one.title.identifier else second
            groups.setdefault(f"Only {only} cites", []).append(str(row["via"]))
    for text, names in sorted(groups.items()):
        shown = ", ".join(sorted(names)[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
        lines.append(f"  {text} ({len(names)}): {shown}")
    return f"Between {first} and {second}, directly and through one other:\n" + "\n".join(lines), Status.ANSWERED


def _through(row: Mapping[str, Cell], one: Target, other: Target) -> str:
    """How two instruments are related through a third, in words."""
    out, onward = row["source_id"] == one.title.identifier, row["via_source_id"] == other.title.identifier
    verb, further = _THROUGH[str(row["relationship_type"])], _THROUGH[str(row["via_relationship_type"])]
    if verb == further and out == onward:
        return f"Both {verb}" if out else f"{opened(verb)} both"
    if out:
        far = f"{said(other)} {further}s" if onward else f"{further} {said(other)}"
        return f"{opened(said(one))} {verb}s instruments that {far}"
    far = f"{said(other)} {further}s them" if onward else f"{further} {said(other)}"
    return f"Instruments {verb} {said(one)} and {far}"


def _around(request: Request, rows: Rows) -> tuple[str, Status]:
    """All that an instrument is related to."""
    own = request.chains[0].target.title.title
    if not rows:
        return f"Nothing in this corpus is related to {said(request.chains[0].target)} directly.", Status.EMPTY
    lines = []
    for row in rows[:MOST_LINES]:
        verb, source, other = _KINDS[str(row["relationship_type"])], str(row["source_title"]), str(row["other_title"])
        lines.append(f"  {source} {verb} {other if source == own else own}")
    places = len({row["other_title"] for row in rows})
    more = f"; the first {len(lines)} of {len(rows)} relations" if len(rows) > len(lines) else ""
    return f"{counted(places, 'instrument')} related to {said(request.chains[0].target)}{more}:\n" + "\n".join(
        lines
    ), Status.ANSWERED


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
