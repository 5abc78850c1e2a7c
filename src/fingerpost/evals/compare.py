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


def plain(cell: Cell) -> Any:
    """A hashable form in which equal cells are equal: an element is its id, 1 and 1.0 are the same number."""
    if isinstance(cell, bool) or cell is None:
        return cell
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
    mine = [Counter(_rough(row[i]) for row in one) for i in range(width)]
    theirs = [Counter(_rough(row[i]) for row in other) for i in range(width)]

    def place(chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(chosen) == width:
            yield chosen
            return
        for i in range(width):
            if i not in chosen and mine[i] == theirs[len(chosen)]:
                yield from place((*chosen, i))

    yield from place(())


def _rough(value: Any) -> Any:
    """Numbers coarsely, so that rounding does not tell columns apart."""
    return round(value, 3) if isinstance(value, float) else value


def _close(one: Sequence[tuple[Any, ...]], other: Sequence[tuple[Any, ...]], order: tuple[int, ...]) -> bool:
    """Equal but for numbers that differ by less than the tolerance."""
    if not any(isinstance(value, float) for value in one[0]):
        return False

    def key(row: tuple[Any, ...]) -> str:
        return repr([_rough(value) for value in row])

    ordered = sorted((tuple(row[i] for i in order) for row in one), key=key)
    return all(
        all(_same(a, b) for a, b in zip(mine, theirs, strict=True))
        for mine, theirs in zip(ordered, sorted(other, key=key), strict=True)
    )


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=_TOLERANCE, abs_tol=_TOLERANCE)
    return bool(one == other)
