"""The narrow protocol of a graph store. A new store is one module that has these, and an entry point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from fingerpost.core.cells import Cell, Node, Relationship
from fingerpost.core.limits import Limits
from fingerpost.core.schema import GraphSchema
from fingerpost.core.verified import VerifiedQuery

_FILE_BITS = 40
"""An origin's line takes the lower bits, its file the rest."""


@dataclass(frozen=True, slots=True)
class Result:
    """The rows of one run. `cut` says that the row limit left some out; `total` is how many there were, if known."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    cut: bool = False
    total: int | None = None
    milliseconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Origin:
    """Where an element was read: the number of a source file in the manifest, and the place in it."""

    file: int
    line: int

    @staticmethod
    def pack(file: int, line: int) -> int:
        """An origin as one number, which stores keep with the element."""
        return (file << _FILE_BITS) | line

    @classmethod
    def unpack(cls, packed: int) -> Origin:
        return cls(packed >> _FILE_BITS, packed & ((1 << _FILE_BITS) - 1))


NodeRow: TypeAlias = tuple[str, int, Mapping[str, Cell]]
"""Element id, packed origin, properties."""

RelationshipRow: TypeAlias = tuple[str, str, int, Mapping[str, Cell]]
"""Element ids of start and end, packed origin, properties."""


class Store(Protocol):
    """An open graph. Safe to use from several threads."""

    @property
    def dialect(self) -> str:
        """The dialect of the queries that it takes."""
        ...

    def schema(self) -> GraphSchema:
        """What the graph holds, counted."""
        ...

    def run(self, query: VerifiedQuery, limits: Limits | None = None) -> Result:
        """Run a query, read-only.

        Raises:
            QueryRejected: the query was not made by the gate (`query.unsealed`), or for another dialect.
            LimitExceeded: a limit ended it.
            StoreError: it failed.
        """
        ...

    def values(self, owner: str, name: str, *, of_relationship: bool = False) -> Iterator[Cell]:
        """The distinct values of a property of a label or relationship type, streamed, in no order."""
        ...

    def nodes(self, element_ids: Sequence[str]) -> Mapping[str, Node]:
        """The nodes of these ids, as far as there are any."""
        ...

    def origins(self, elements: Sequence[Node | Relationship]) -> Sequence[Origin | None]:
        """Where each element was read; None where that is not known."""
        ...

    def close(self) -> None:
        """Give back what it holds. Closing twice is allowed."""
        ...


class GraphWriter(Protocol):
    """Bulk writing, for trusted loaders only. Nodes go before the relationships that join them."""

    def add_nodes(self, labels: tuple[str, ...], rows: Sequence[NodeRow]) -> None:
        """Add nodes of one set of labels, the first of which tells relationships where to find them."""
        ...

    def add_relationships(self, start: str, type_: str, end: str, rows: Sequence[RelationshipRow]) -> None:
        """Add relationships of one type between nodes whose first labels are `start` and `end`."""
        ...

    def save(self, folder: Path) -> None:
        """Write the graph into a folder of its own.

        Raises:
            StoreError: `store.write`; the store could not take something that was added.
        """
        ...

    def close(self) -> None:
        """Give back what it holds. Closing twice is allowed."""
        ...
