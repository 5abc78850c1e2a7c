"""When two answers are equal: as multisets of rows, columns in any order, numbers to 1e-6."""

from __future__ import annotations

import datetime as dt
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fingerpost.core.cells import Cell, Node, Path, Relationship

Rows = Sequence[Sequence[Cell]]
_TOLERANCE = 1e-6
_MOST_COLUMNS = 8
_MOST_PAIRED = 500


def plain(cell: Cell) -> Any:
    """A hashable form in which equal cells are equal: an element is its id, 1 and 1.0 are the same number, and true
    is none."""
    if isinstance(cell, bool):
        return ("boolean", cell)
    if cell is None:
        return None
    if isinstance(cell, (int, float)):
        number = float(cell)
        return ("nan",) if math.isnan(number) else round(number, 6)
    if isinstance(cell, Node):
        return ("element", cell.element_id)
    if isinstance(cell, Relationship):
        return ("relationship", cell.type, cell.start, cell.end, plain(dict(cell.properties)))
    if isinstance(cell, Path):
        return ("path", *(plain(node) for node in cell.nodes))
    if isinstance(cell, (list, tuple)):
        return ("list", *(plain(item) for item in cell))
    if isinstance(cell, Mapping):
        return ("map", frozenset((key, plain(value)) for key, value in cell.items()))
    if isinstance(cell, (dt.date, dt.time)):
        return cell.isoformat()
    return cell


def published(cell: Any) -> Any:
    """A cell of a published answer: an entity stands there as its id in the source."""
    if isinstance(cell, list):
        return ("list", *(published(item) for item in cell))
    return plain(cell)


def as_published(rows: Rows) -> list[tuple[Any, ...]]:
    """Our rows as published answers write them: an element is its id, a number where it is one."""

    def cell(value: Cell) -> Any:
        if isinstance(value, (Node, Relationship)):
            identity = value.element_id
            return plain(int(identity)) if identity.lstrip("-").isdigit() else identity
        if isinstance(value, (list, tuple)):
            return ("list", *(cell(item) for item in value))
        return plain(value)

    return [tuple(cell(value) for value in row) for row in rows]


def plain_rows(rows: Rows) -> list[tuple[Any, ...]]:
    return [tuple(plain(cell) for cell in row) for row in rows]


def without_list_order(rows: Sequence[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Plain rows with the items of lists sorted."""

    def unordered(value: Any) -> Any:
        if isinstance(value, tuple) and value and value[0] == "list":
            return ("list", *sorted((unordered(item) for item in value[1:]), key=repr))
        return value

    return [tuple(unordered(value) for value in row) for row in rows]


def equal(one: Sequence[tuple[Any, ...]], other: Sequence[tuple[Any, ...]], *, as_sets: bool = False) -> bool:
    """Whether two lists of plain rows are equal, with the columns of one in some order."""
    if as_sets:
        one, other = list(dict.fromkeys(one)), list(dict.fromkeys(other))
    if len(one) != len(other):
        return False
    if not one:
        return True
    if len(one[0]) != len(other[0]):
        return False
    wanted = Counter(other)
    return any(
        Counter(tuple(row[i] for i in order) for row in one) == wanted or _close(one, other, order)
        for order in _orders(one, other)
    )


def _orders(one: Sequence[tuple[Any, ...]], other: Sequence[tuple[Any, ...]]) -> Iterator[tuple[int, ...]]:
    """Orders of the columns of `one` in which each column could be the one of `other` at its place."""
    width = len(one[0])
    if width > _MOST_COLUMNS:
        yield tuple(range(width))
        return
    mine = [_Column([row[i] for row in one]) for i in range(width)]
    theirs = [_Column([row[i] for row in other]) for i in range(width)]

    def place(chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == width:
            yield chosen
            return
        for i in range(width):
            if i not in chosen and mine[i].may_be(theirs[len(chosen)]):
                yield from place((*chosen, i))

    yield from place(())


class _Column:
    """The values of a column, numbers apart."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.numbers = sorted(value for value in values if isinstance(value, float))
        self.others = Counter(value for value in values if not isinstance(value, float))

    def may_be(self, other: _Column) -> bool:
        return self.others == other.others and _same(self.numbers, other.numbers)


def _close(one: Sequence[tuple[Any, ...]], other: Sequence[tuple[Any, ...]], order: tuple[int, ...]) -> bool:
    """Equal but for numbers that differ by less than the tolerance."""
    mine, theirs = _numbers([tuple(row[i] for i in order) for row in one]), _numbers(other)
    return mine.keys() == theirs.keys() and all(_paired(numbers, theirs[rest]) for rest, numbers in mine.items())


def _numbers(rows: Sequence[tuple[Any, ...]]) -> dict[tuple[Any, ...], list[tuple[float, ...]]]:
    """The numbers of each row, under what else is in it."""
    found: dict[tuple[Any, ...], list[tuple[float, ...]]] = {}
    for row in rows:
        rest = tuple(("number",) if isinstance(value, float) else value for value in row)
        found.setdefault(rest, []).append(tuple(value for value in row if isinstance(value, float)))
    return found


def _paired(one: list[tuple[float, ...]], other: list[tuple[float, ...]]) -> bool:
    """Whether each has a partner in the other list that is the same within the tolerance."""
    if len(one) != len(other):
        return False
    if all(_same(a, b) for a, b in zip(sorted(one), sorted(other), strict=True)):
        return True
    if len(one) > _MOST_PAIRED:
        return False
    left = list(other)
    for numbers in one:
        partner = next((i for i, candidate in enumerate(left) if _same(numbers, candidate)), None)
        if partner is None:
            return False
        del left[partner]
    return True


def _same(one: Sequence[float], other: Sequence[float]) -> bool:
    return len(one) == len(other) and all(
        math.isclose(a, b, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE) for a, b in zip(one, other, strict=True)
    )
