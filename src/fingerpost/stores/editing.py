"""The protocol of a store that can be written to while it is read: what a workspace keeps its graph in.

Every edit states what an element is afterwards, never how it changes. So edits may be applied again without harm,
which is how a journal is replayed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

from fingerpost.core.cells import Cell, Node, Relationship
from fingerpost.stores.protocol import Store
from fingerpost.stores.support.worker_process import Openable


@dataclass(frozen=True, slots=True)
class SetNode:
    """A node has this label and exactly these properties; it is made where it is not there."""

    id: str
    label: str
    origin: int
    properties: Mapping[str, Cell] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RemoveNode:
    """There is no such node, and no relationship of it."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class SetRelationship:
    """One relationship of a type leads from a node to another, with exactly these properties."""

    start: str
    start_label: str
    type: str
    end: str
    end_label: str
    origin: int
    properties: Mapping[str, Cell] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RemoveRelationship:
    """No relationship of a type leads from a node to another."""

    start: str
    start_label: str
    type: str
    end: str
    end_label: str


Edit: TypeAlias = SetNode | RemoveNode | SetRelationship | RemoveRelationship


class GraphEditor(Protocol):
    """A graph in memory that takes edits. One thread edits it at a time; what `reading` gave is not touched by it."""

    @classmethod
    def load(cls, folder: Path | None) -> GraphEditor:
        """The graph that was saved in a folder, or an empty one.

        Raises:
            KnowledgeBaseError: `kb.missing` or `kb.damaged`.
        """
        ...

    def apply(self, edits: Sequence[Edit]) -> None:
        """Apply edits in their order.

        Raises:
            StoreError: `store.write`; the graph may hold some of them, so load it again.
        """
        ...

    def reading(self, followed: Openable | None = None) -> Store:
        """The graph as it is now, to read. Costs the same however large the graph is.

        `followed` is what another process can open to answer queries about the newest state of this graph.
        """
        ...

    def nodes(self, ids: Sequence[str]) -> dict[str, Node]:
        """The nodes of these ids, as far as there are any."""
        ...

    def between(self, pairs: Sequence[tuple[str, str]]) -> list[Relationship]:
        """The relationships that lead from the first node of a pair to the second; each pair is given once."""
        ...

    def around(self, ids: Sequence[str]) -> list[Relationship]:
        """The relationships that begin or end at these nodes, each once."""
        ...

    def save(self, folder: Path) -> None:
        """Write the graph into a folder, flushed to disk.

        Raises:
            StoreError: `store.write`.
        """
        ...

    def close(self) -> None:
        """Give back what it holds."""
        ...
