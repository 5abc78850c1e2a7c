"""What is known of a value before a query runs: upper bounds of its length, of what it holds in all, of its nesting."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from fingerpost.core.cells import Cell

CHARACTERS_PER_UNIT = 32
"""Characters of text that are copied in the time of one item of a list."""


class Kind(StrEnum):
    """What a value is. SCALAR has one size: numbers, truth, dates; ANY is not known."""

    SCALAR = "scalar"
    TEXT = "text"
    LIST = "list"
    MAP = "map"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Size:
    """Bounds of one value.

    `length` counts characters, items or entries, `weight` all items inside, `depth` lists and maps inside one another.
    `top` bounds a number's magnitude. `item` bounds each item. `known`: the bounds follow from the query and its
    parameters alone, not from what a graph is taken to hold. `share`: the mean over the rows of a query is at most this
    part of the bounds. `constant` is the value itself, where it is a number or text that is known.
    """

    kind: Kind = Kind.SCALAR
    length: float = 0
    weight: float = 0
    depth: float = 0
    top: float = math.inf
    item: Size | None = None
    known: bool = True
    share: float = 1
    constant: str | int | None = None

    @property
    def items(self) -> Size:
        """A bound of what is inside."""
        if self.item is not None:
            return self.item
        if self.kind is Kind.TEXT or self.kind is Kind.SCALAR:
            return self
        return Size(Kind.ANY, self.weight, self.weight, max(0, self.depth - 1), known=self.known)


SCALAR = Size()
STORED_PART = Size(Kind.ANY, length=100, weight=4, known=False)
STORED = Size(Kind.ANY, length=100, weight=4, depth=1, item=STORED_PART, known=False)
"""What a property is taken to hold: a text or a list of a hundred parts at most, a few words at the mean."""
ELEMENT = Size(Kind.MAP, length=100, weight=1, depth=1, item=STORED, known=False)
"""A node or relationship: passed on as a reference."""
UNKNOWN = Size(Kind.ANY, math.inf, math.inf, 1, item=STORED, known=False)


def text(length: float, *, known: bool) -> Size:
    return Size(Kind.TEXT, length, length / CHARACTERS_PER_UNIT, known=known)


def listed(length: float, item: Size, *, known: bool) -> Size:
    """A list of so many items."""
    return Size(
        Kind.LIST, length, times(length, 1 + item.weight), item.depth + 1, item=item, known=known and item.known
    )


def times(count: float, each: float) -> float:
    """A product in which none of something that has no bound is none."""
    return count * each if count and each else 0


def widest(sizes: Iterable[Size]) -> Size:
    """Bounds that hold for every one of these."""
    each = tuple(sizes)
    if not each:
        return SCALAR
    if len(each) == 1:
        return each[0]
    kinds = {size.kind for size in each}
    inner = [size.item for size in each if size.item is not None]
    return Size(
        kinds.pop() if len(kinds) == 1 else Kind.ANY,
        max(size.length for size in each),
        max(size.weight for size in each),
        max(size.depth for size in each),
        max(size.top for size in each),
        widest(inner) if inner and len(inner) == len(each) else None,
        all(size.known for size in each),
    )


def joined(one: Size, other: Size) -> Size:
    """The bounds of `one + other`, for numbers, texts and lists."""
    known = one.known and other.known
    if one.kind is Kind.SCALAR and other.kind is Kind.SCALAR:
        return Size(top=one.top + other.top, known=known)
    if Kind.LIST in (one.kind, other.kind):
        parts = [size for size in (one, other) if size.kind is Kind.LIST]
        item = widest(size.items if size.kind is Kind.LIST else size for size in (one, other))
        length = sum(size.length if size in parts else max(1, size.length) for size in (one, other))
        weight = one.weight + other.weight + 1
        return Size(Kind.LIST, length, weight, max(item.depth + 1, one.depth, other.depth), item=item, known=known)
    length = sum(size.length if size.kind is not Kind.SCALAR else NUMBER_TEXT for size in (one, other))
    if Kind.TEXT in (one.kind, other.kind):
        return text(length, known=known)
    depth = max(one.depth, other.depth)
    return Size(Kind.ANY, length, one.weight + other.weight + 1, depth, item=STORED_PART, known=known)


NUMBER_TEXT = 330
"""Characters of the longest number as text."""


def of_cell(cell: Cell) -> Size:
    """The bounds of a value that is there."""
    if isinstance(cell, str):
        size = text(len(cell), known=True)
        return dataclasses.replace(size, constant=cell)
    if isinstance(cell, bool) or cell is None:
        return SCALAR
    if isinstance(cell, int):
        return Size(top=abs(cell), constant=cell)
    if isinstance(cell, float):
        return Size(top=abs(cell))
    if isinstance(cell, (list, tuple)):
        return _of_parts(Kind.LIST, cell)
    if isinstance(cell, Mapping):
        return _of_parts(Kind.MAP, tuple(cell.values()))
    return SCALAR


def _of_parts(kind: Kind, cells: Sequence[Cell]) -> Size:
    kinds = set(map(type, cells))
    if kinds <= {str}:
        lengths = [len(cell) for cell in cells if isinstance(cell, str)]
        item = text(max(lengths, default=0), known=True)
        return Size(kind, len(cells), len(cells) + sum(lengths) / CHARACTERS_PER_UNIT, 1, item=item)
    if kinds == {int}:
        return Size(kind, len(cells), len(cells), 1, item=Size(top=max(map(abs, cells))))
    inside = [of_cell(cell) for cell in cells]
    weight = sum(size.weight + 1 for size in inside)
    return Size(kind, len(cells), weight, 1 + max(size.depth for size in inside), item=widest(inside))
