"""A table as a source has it: columns, rows, and the keys that are declared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from fingerpost.core.cells import Cell
from fingerpost.ingest.records import LoadContext

Columns = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ForeignKey:
    """Columns of a table whose values are those of `referred` in the table `target`."""

    columns: Columns
    target: str
    referred: Columns


class Table(Protocol):
    """A table to be read, as often as needed."""

    @property
    def name(self) -> str:
        """What the source calls it."""
        ...

    @property
    def columns(self) -> Columns:
        """The names of its columns, in order."""
        ...

    @property
    def primary_key(self) -> Columns:
        """The columns of the declared primary key; empty if none is declared."""
        ...

    @property
    def foreign_keys(self) -> Sequence[ForeignKey]:
        """The declared foreign keys."""
        ...

    @property
    def file(self) -> int:
        """The number of its file in the load."""
        ...

    def rows(self, context: LoadContext) -> Iterator[tuple[int, dict[str, Cell]]]:
        """Each row's place in its file, and its values by column; a missing value is left out.

        `context` takes the problems and the progress of this reading: a table is read more than once.
        """
        ...
