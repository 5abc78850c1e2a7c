"""A graph on its way in or out: nodes by name, relationships between names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fingerpost.core.cells import Cell
from fingerpost.core.errors import SourceError

DEFAULT_RELATION = "edge"


@dataclass(frozen=True, slots=True)
class ExchangedNode:
    """A node; None where its type is not told."""

    name: str
    type: str | None = None
    properties: Mapping[str, Cell] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExchangedEdge:
    """A relationship between two names."""

    source: str
    target: str
    relation: str
    properties: Mapping[str, Cell] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExchangedGraph:
    """Nodes and relationships; a relationship's ends need not be among the nodes. `notes` says what was left out."""

    nodes: tuple[ExchangedNode, ...]
    edges: tuple[ExchangedEdge, ...]
    notes: tuple[str, ...] = ()


def wrong(kind: str, what: str, line: int | None = None) -> SourceError:
    """The error of a text that is not what it is said to be."""
    details = {"format": kind} if line is None else {"format": kind, "line": line}
    where = "" if line is None else f"line {line}: "
    return SourceError(f"this is not valid {kind}: {where}{what}", details=details)
