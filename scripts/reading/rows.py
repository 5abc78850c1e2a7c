"""Whether rows say what gold rows say, where the gold comes from another store: text, numbers to four digits, nodes.

A row holds a gold row where each gold cell is one of its cells, or one of the properties of a node among them. Rows are
right where there are as many different ones as in the gold, and each holds one of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from fingerpost.core.cells import Cell, Node, Relationship

Gold = Sequence[Sequence[Any]]
_BLANKS = re.compile(r"\s+")


def plain(value: Any) -> str:
    """A value as text: case and blanks aside, and numbers to four digits, be they numbers or text."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, (int, float)):
        return f"{float(value):.4g}"
    text = str(value).strip().lower()
    try:
        return f"{float(text):.4g}"
    except ValueError:
        return _BLANKS.sub(" ", text)


def judged(rows: Sequence[Sequence[Cell]], gold: Gold) -> bool:
    """Whether rows are right. No rows are right where the gold has none, or just one that says nothing."""
    if not rows:
        return not gold or (says_nothing(gold) and len(gold) == 1)
    wanted = {tuple(text for cell in row for text in _wanted(cell)) for row in gold}
    found = dict(map(_row, rows))
    return len(found) == len(wanted) and _matched(wanted, list(found.values()))


def says_nothing(gold: Gold) -> bool:
    """Whether a gold has no rows, or only zeros and nulls."""
    return all(cell in (None, 0) for row in gold for cell in row)


def _wanted(cell: Any) -> Iterator[str]:
    """A gold cell as text; a node or relationship is the element itself, and a list all that is in it."""
    if isinstance(cell, (list, tuple)):
        for item in cell:
            yield from _wanted(item)
    else:
        yield _element(cell) if isinstance(cell, (Node, Relationship)) else plain(cell)


def _element(cell: Node | Relationship) -> str:
    return f"element {cell.element_id}"


def _row(row: Sequence[Cell]) -> tuple[str, set[str]]:
    """What tells a row from others, and all that it holds."""
    cells = [_held(cell) for cell in row]
    return repr([sorted(cell) for cell in cells]), set().union(*cells)


def _held(cell: Cell) -> set[str]:
    """What a cell holds: itself, the properties and the identity of an element, the items of a list."""
    if isinstance(cell, (Node, Relationship)):
        return {plain(value) for value in cell.properties.values()} | {_element(cell), plain(cell.element_id)}
    if isinstance(cell, (list, tuple)):
        return set().union(*map(_held, cell)) if cell else set()
    return {plain(cell)}


def _matched(wanted: Iterable[tuple[str, ...]], found: Sequence[set[str]]) -> bool:
    """Whether each wanted row is held by a row of its own; those with most cells choose first."""
    holding: dict[str, list[int]] = {}
    for place, held in enumerate(found):
        for text in held:
            holding.setdefault(text, []).append(place)
    taken = [False] * len(found)
    for row in sorted(wanted, key=len, reverse=True):
        rarest = min((holding.get(text, []) for text in row), key=len, default=[])
        places = (i for i in rarest if not taken[i] and found[i].issuperset(row))
        if (own := next(places, None)) is None:
            return False
        taken[own] = True
    return True
