"""Relationships of one kind that are held back, so that the engine gets all of them in one bulk call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from fingerpost.core.cells import Cell
from fingerpost.core.names import stored_name
from fingerpost.stores.kglite.binding import AS_THEY_ARE
from fingerpost.stores.kglite.frames import Frame, framed
from fingerpost.stores.protocol import RelationshipRow

Kind = tuple[str, str, str]
"""Of relationships: the label of their starts, their type, and the label of their ends."""
START, END = "fp_start", "fp_end"
"""The columns of a table that say what it joins."""
_CROWDED = 500
"""Relationships of one start from which on a later bulk call, which looks through them for each, takes too long."""


class HeldRelationships:
    """The values of relationships by column: None where one has no such property."""

    def __init__(self) -> None:
        self._starts: list[str] = []
        self._ends: list[str] = []
        self._origins: list[int] = []
        self._columns: dict[str, list[Cell]] = {}
        self._others: list[RelationshipRow] = []

    @property
    def cells(self) -> int:
        """How many values are held, missing ones among them."""
        return len(self._starts) * (3 + len(self._columns)) + len(self._others)

    def add(self, rows: Sequence[RelationshipRow]) -> None:
        """Hold more."""
        plain: list[RelationshipRow] = []
        for row in rows:
            (plain if AS_THEY_ARE.issuperset(map(type, row[3].values())) else self._others).append(row)
        held = len(self._starts)
        self._starts.extend(row[0] for row in plain)
        self._ends.extend(row[1] for row in plain)
        self._origins.extend(row[2] for row in plain)
        for name in dict.fromkeys(name for row in plain for name in row[3]):
            if name not in self._columns:
                self._columns[name] = [None] * held
        for name, values in self._columns.items():
            values.extend(row[3].get(name) for row in plain)

    def framed(self, *, is_first: bool) -> tuple[Frame | None, list[RelationshipRow]]:
        """A table for a bulk call, and the rows that do not go into it.

        The call keeps all rows if it is the first of this type from this label, and warns of those that are there
        twice. In a later one it looks for each among those of its start, and takes it for one that joins the same
        nodes.
        """
        count = len(self._starts)
        chosen = self._told_apart(is_first=is_first)
        named = {stored_name(name): values for name, values in self._columns.items() if any(map(_is_there, values))}
        columns: dict[str, Sequence[Cell]] = {START: self._starts, END: self._ends, "fp_at": self._origins, **named}
        if len(chosen) < count:
            columns = {name: [values[number] for number in chosen] for name, values in columns.items()}
        frame = framed(columns) if chosen and len(columns) == 3 + len(named) else None
        if frame is None:
            chosen = []
        left = range(count) if not chosen else sorted(set(range(count)).difference(chosen))
        return frame, [*self._rows(left), *self._others]

    def _told_apart(self, *, is_first: bool) -> list[int]:
        """The numbers of the rows that the call keeps as they are."""
        keys = zip(self._starts, self._ends, strict=True)
        if is_first:
            keys = zip(self._starts, self._ends, self._origins, *self._columns.values(), strict=True)
        elif max(Counter(self._starts).values(), default=0) > _CROWDED:
            return []
        first: dict[tuple[object, ...], int] = {}
        for number, key in enumerate(keys):
            first.setdefault(key, number)
        return list(first.values())

    def _rows(self, numbers: Sequence[int]) -> Iterator[RelationshipRow]:
        for number in numbers:
            own = {name: values[number] for name, values in self._columns.items() if values[number] is not None}
            yield self._starts[number], self._ends[number], self._origins[number], own


def _is_there(value: Cell) -> bool:
    return value is not None
