"""The outline of a graph: what a store knows of it before values are looked at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    within: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The labels that all nodes of a label have besides, as `nested` finds them."""
    sampled: bool = False
    """Of some labels or types only a sample was looked at: there may be properties that it did not meet."""


def nested(label_sets: Iterable[Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """The labels of which others are kinds, by the kinds: all nodes of these have them, and so have other nodes.

    A label that no node has without one of its kinds, as a base label of all nodes, is left out: it tells nothing.
    `label_sets` are the sets of labels that nodes have, each at least once.
    """
    sets = {frozenset(labels) for labels in label_sets}
    shared: dict[str, frozenset[str]] = {}
    for labels in sets:
        for label in labels:
            shared[label] = shared.get(label, labels) & labels
    kinds: dict[str, set[str]] = {}
    for label, others in shared.items():
        for other in others - {label}:
            if label not in shared[other]:
                kinds.setdefault(other, set()).add(label)
    plain = {other for other, own in kinds.items() if any(other in labels and not labels & own for labels in sets)}
    found = {label: tuple(sorted(one for one in plain if label in kinds[one])) for label in shared}
    return {label: others for label, others in found.items() if others}
