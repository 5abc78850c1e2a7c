"""From the outline of a graph and the distinct values of its properties to its schema."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from fingerpost.core.cells import Cell
from fingerpost.core.schema import (
    Endpoints,
    GraphSchema,
    LabelInfo,
    PropertyInfo,
    RelationshipInfo,
    TextKind,
)
from fingerpost.stores.outline import Outline
from fingerpost.stores.support.profiler import Profiler


class Values(Protocol):
    """`Store.values`."""

    def __call__(self, owner: str, name: str, *, of_relationship: bool = False) -> Iterator[Cell]: ...


class Watch(Protocol):
    """Sees every distinct value of every property while the schema is built, a batch at a time."""

    def begin(self, owner: str, name: str, of_relationship: bool) -> None:
        """The batches that follow are of this property."""

    def add(self, values: Sequence[Cell]) -> None:
        """Distinct values of the property."""

    def end(self, kind: TextKind | None) -> None:
        """There are no more of it; what its text means."""


_BATCH = 5_000
"""How many values are held at a time."""


def build_schema(outline: Outline, values: Values, watch: Watch | None = None) -> GraphSchema:
    """The schema of a graph, from its outline and one pass over the distinct values of every property.

    It is `open` where the outline was sampled.
    """

    def describe(owner: str, names: Iterable[str], count: int, *, of_relationship: bool) -> tuple[PropertyInfo, ...]:
        described = []
        for name in names:
            profiler, stream = Profiler(name), iter(values(owner, name, of_relationship=of_relationship))
            if watch is not None:
                watch.begin(owner, name, of_relationship)
            while batch := list(itertools.islice(stream, _BATCH)):
                profiler.add(batch)
                if watch is not None:
                    watch.add(batch)
            if watch is not None:
                watch.end(profiler.kind())
            described.append(profiler.info(outline.present.get((owner, name), count)))
        return tuple(described)

    labels = tuple(
        LabelInfo(
            name=label,
            count=count,
            properties=describe(label, outline.properties[label], count, of_relationship=False),
        )
        for label, count in sorted(outline.labels.items())
    )
    relationships = tuple(
        RelationshipInfo(
            type=type_,
            count=info.count,
            endpoints=_pairs(info.endpoints),
            properties=describe(type_, info.properties, info.count, of_relationship=True),
        )
        for type_, info in sorted(outline.relationships.items())
    )
    return GraphSchema(
        labels=labels,
        relationships=relationships,
        node_count=outline.node_count,
        relationship_count=outline.relationship_count,
        open=outline.sampled,
    )


def _pairs(endpoints: Mapping[tuple[str, str], int]) -> tuple[Endpoints, ...]:
    ordered = sorted(endpoints.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Endpoints(start=start, end=end, count=count) for (start, end), count in ordered)
