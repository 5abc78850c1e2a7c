"""The outline of a graph: what a store knows of it before values are looked at."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class RelationshipOutline:
    """A relationship type: how many, between which labels, with which properties."""

    count: int
    endpoints: dict[tuple[str, str], int]
    properties: tuple[str, ...] = ()


@dataclass
class Outline:
    """The shape of a graph before its values are looked at."""

    labels: dict[str, int]
    properties: dict[str, tuple[str, ...]]
    relationships: dict[str, RelationshipOutline]
    node_count: int
    relationship_count: int
    present: dict[tuple[str, str], int] = field(default_factory=dict)
    identity: str = ""
    """What tells this graph from another of the same shape, where the store has such a thing."""
    sampled: bool = False
    """Of some labels or types only a sample was looked at: there may be properties that it did not meet."""
