"""Whether two results say the same: rows of one are held by rows of the other, be it as nodes or as their values."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.core.cells import Cell, Node, Relationship, freeze
from fingerpost.stores import Result

_MOST = 300
"""Rows up to which each is looked for among the others; longer results must be equal."""
_DIGITS = 6


def say_the_same(one: Result | None, other: Result | None) -> bool:
    """Whether two results have as many different rows, each of which holds what one of the other says; none say
    nothing, so that they do not agree."""
    if one is None or other is None or not one.rows or not other.rows:
        return False
    mine, theirs = frozenset(map(freeze, one.rows)), frozenset(map(freeze, other.rows))
    if mine == theirs:
        return True
    if len(mine) != len(theirs) or len(mine) > _MOST or one.cut or other.cut:
        return False
    return _held(one.rows, other.rows) or _held(other.rows, one.rows)


def _held(rows: Sequence[Sequence[Cell]], others: Sequence[Sequence[Cell]]) -> bool:
    """Whether each different row is held by another of its own."""
    left = list({freeze(row): _values(row) for row in others}.values())
    for row in {freeze(row): row for row in rows}.values():
        wanted = {_own(cell) for cell in row}
        place = next((n for n, held in enumerate(left) if wanted <= held), None)
        if place is None:
            return False
        left.pop(place)
    return True


def _own(cell: Cell) -> str:
    """What a cell is: an element by its identity, a number to a few digits, a text aside from case."""
    if isinstance(cell, (Node, Relationship)):
        return f"element {cell.element_id}"
    if isinstance(cell, bool) or not isinstance(cell, (int, float)):
        return str(cell).strip().casefold()
    return f"{cell:.{_DIGITS}g}"


def _values(row: Sequence[Cell]) -> set[str]:
    """All that a row says: its cells, and the properties of the elements among them."""
    found = {_own(cell) for cell in row}
    for cell in row:
        if isinstance(cell, (Node, Relationship)):
            found.update(_own(value) for value in cell.properties.values())
    return found
