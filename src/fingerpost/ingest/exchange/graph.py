"""A graph for import or export: nodes by name, relationships between names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fingerpost.core.cells import Cell
from fingerpost.core.errors import SourceError

DEFAULT_RELATION = "edge"
_MOST_DIGITS = 1_000
"""Python converts no more than some thousands, and none are kept beyond 64 bits."""


@dataclass(frozen=True, slots=True)
class ExchangedNode:
    """A node; its type is None if not given."""

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
    """Nodes and relationships, whose ends need not be among the nodes. `notes` lists what was dropped."""

    nodes: tuple[ExchangedNode, ...]
    edges: tuple[ExchangedEdge, ...]
    notes: tuple[str, ...] = ()


def wrong(kind: str, what: str, line: int | None = None) -> SourceError:
    """The error for text that is not valid in its format."""
    details = {"format": kind} if line is None else {"format": kind, "line": line}
    where = "" if line is None else f"line {line}: "
    return SourceError(f"this is not valid {kind}: {where}{what}", details=details)


def integer(kind: str, text: str) -> int:
    """The integer in a text, however it is written.

    Raises:
        SourceError: `source.format`: it has too many digits. ValueError: it is none.
    """
    if len(text) > _MOST_DIGITS:
        raise wrong(kind, f"{text[:20]}... has {len(text):,} digits; a number has at most 64 bits")
    return int(text)
