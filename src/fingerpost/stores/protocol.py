"""The narrow protocol of a graph store. A new store is one module that has these, and an entry point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

from fingerpost.core.access import Access
from fingerpost.core.cells import Cell, Node, Relationship
from fingerpost.core.limits import Limits
from fingerpost.core.schema import GraphSchema
from fingerpost.core.verified import VerifiedQuery
from fingerpost.stores.outline import Outline

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

    def __repr__(self) -> str:
        """Short, for an interactive session: the columns and the number of rows."""
        return f"<Result {', '.join(self.columns)}: {len(self.rows):,} rows{', cut' if self.cut else ''}>"

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows as dictionaries of plain Python values; an element is one of its id, labels and properties."""
        from fingerpost.core.tabular import dicts_of

        return dicts_of(self.columns, self.rows)

    def to_pandas(self) -> Any:
        """The rows as a `pandas.DataFrame`; a column of elements becomes `NAME.id` and one for each property.

        Raises:
            MissingExtra: pandas is not installed.
        """
        from fingerpost.core.tabular import pandas_of

        return pandas_of(self.columns, self.rows)

    def to_arrow(self) -> Any:
        """The rows as a `pyarrow.Table`, with the columns of `to_pandas`.

        Raises:
            MissingExtra: pyarrow is not installed.
        """
        from fingerpost.core.tabular import arrow_of

        return arrow_of(self.columns, self.rows)


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


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a store is, and what it can do beyond what every store must.

    Attributes:
        dialect: the name of the dialect of its queries (`query_languages.QueryLanguage.dialects`).
        full_text: it has an index of words of its own. `vectors`: one of vectors.
        transactions: a query sees one state of the graph, whatever is written meanwhile.
        interruptible: it ends every query that the gate clears at its time limit by itself; a store that does not runs
            all of its queries in a process that is ended.
        shortest_path: its dialect has shortest paths. `subqueries`: it has EXISTS { } and COUNT { }.
        several_labels: a node may have more than one label.
        any_names: labels, types and properties may have any name that Cypher can quote.
        any_values: one property may hold values of several types, of every kind that a cell can hold.
        work_limit: it counts units of work, and ends a query that spends too many.
        trials: readings of a question may be tried on it. Where it runs one query at a time for all clients, only the
            best reading is run.
    """

    dialect: str
    full_text: bool = False
    vectors: bool = False
    transactions: bool = True
    interruptible: bool = True
    shortest_path: bool = True
    subqueries: bool = True
    several_labels: bool = True
    any_names: bool = True
    any_values: bool = True
    work_limit: bool = True
    trials: bool = True


@dataclass(frozen=True, slots=True)
class Explanation:
    """How an engine would run a query: its operators in the engine's own words, and the rows it expects, if it says."""

    operators: tuple[str, ...]
    estimated_rows: float | None = None


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

    @property
    def capabilities(self) -> Capabilities:
        """What it can do."""
        ...

    def schema(self) -> GraphSchema:
        """What the graph holds, counted."""
        ...

    def outline(self) -> Outline:
        """Labels, types and endpoints with their counts and the names of their properties: how `schema` begins."""
        ...

    def run(self, query: VerifiedQuery, limits: Limits | None = None) -> Result:
        """Run a query, read-only.

        Raises:
            QueryRejected: the query was not made by the gate (`query.unsealed`), or for another dialect.
            LimitExceeded: a limit ended it.
            StoreError: it failed.
        """
        ...

    def explain(self, query: VerifiedQuery) -> Explanation:
        """How the engine would run a query, without running it. Raises as `run` does."""
        ...

    def values(self, owner: str, name: str, *, of_relationship: bool = False) -> Iterator[Cell]:
        """The distinct values of a property of a label or relationship type, streamed, in no order."""
        ...

    def elements(self) -> Iterator[tuple[Node | Relationship, Origin | None]]:
        """Every node, then every relationship, with where it was read: streamed whole, without limits, for copies."""
        ...

    def nodes(self, element_ids: Sequence[str]) -> Mapping[str, Node]:
        """The nodes of these ids, as far as there are any."""
        ...

    def origins(self, elements: Sequence[Node | Relationship]) -> Sequence[Origin | None]:
        """Where each element was read; None if that is not known."""
        ...

    def close(self) -> None:
        """Give back what it holds. Closing twice is allowed."""
        ...


@runtime_checkable
class KnowsToOne(Protocol):
    """A store whose graph never changes, and which can tell what queries may rely on."""

    def to_one(self, type_: str) -> bool:
        """Whether no node starts two relationships of a type; False also if that is not known."""
        ...


class GraphWriter(Protocol):
    """Bulk writing, for trusted loaders only. Nodes go before the relationships that join them."""

    def add_nodes(self, labels: tuple[str, ...], rows: Sequence[NodeRow]) -> None:
        """Add nodes of one set of labels, the first of which tells relationships where to find them."""
        ...

    def add_relationships(self, start: str, type_: str, end: str, rows: Sequence[RelationshipRow]) -> None:
        """Add relationships of one type between nodes whose first labels are `start` and `end`."""
        ...

    def save(self) -> None:
        """Make all that was added durable in the place that the writer was made for.

        Raises:
            StoreError: `store.write`; the store could not take something that was added.
        """
        ...

    def reading(self) -> Store:
        """What was added so far, to read."""
        ...

    def close(self) -> None:
        """Give back what it holds. Closing twice is allowed."""
        ...


class StoreKind(Protocol):
    """The class that an entry point of `fingerpost.stores` names. A place is a folder's path or a URL of its scheme."""

    @classmethod
    def open(cls, place: str, access: Access | None = None) -> Store:
        """Open the graph at a place, to read.

        Raises:
            KnowledgeBaseError: `kb.missing` or `kb.damaged`, where the place is a folder or file.
            StoreError: `store.unavailable`, `store.access` or `store.failed`, where it is a server.
            MissingExtra: a library that it needs is not installed.
        """
        ...

    @classmethod
    def writer(cls, place: str, access: Access | None = None) -> GraphWriter:
        """A writer that adds to the graph at a place. Raises as `open` does."""
        ...
