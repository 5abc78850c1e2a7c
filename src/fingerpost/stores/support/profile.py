"""Makes the schema from the outline of a graph and the distinct values of its properties."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
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
from fingerpost.stores.support.native_lookup import Place
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


_ORDERS = (TextKind.DAY_FIRST_DATE, TextKind.MONTH_FIRST_DATE)


@dataclass(slots=True)
class _Property:
    """A property that was looked at; `held` are the values that the watch has not seen, while it is undecided."""

    name: str
    profiler: Profiler
    present: int
    kind: TextKind | None = None
    is_seen: bool = False
    held: list[Sequence[Cell]] = field(default_factory=list)


class _Described:
    """The properties of a graph, each looked at once.

    Dates such as 10/05/2024 may have their day or their month first. They are taken to be written like those of the
    same label that tell, else like those of the graph; the watch sees their values once that is known.
    """

    def __init__(self, outline: Outline, values: Values, watch: Watch | None) -> None:
        self._outline = outline
        self._values = values
        self._watch = watch
        self._found: dict[tuple[str, bool], list[_Property]] = {}

    def look(self, owner: str, names: Iterable[str], count: int, *, of_relationship: bool) -> None:
        """Look at all values of the properties of a label or a relationship type."""
        found = self._found[owner, of_relationship] = []
        for name in names:
            each = _Property(name, Profiler(name), self._outline.present.get((owner, name), count))
            stream = iter(self._values(owner, name, of_relationship=of_relationship))
            while batch := list(itertools.islice(stream, _BATCH)):
                each.profiler.add(batch)
                each.held.append(batch)
                if not each.profiler.is_undecided:
                    self._tell(owner, each, of_relationship=of_relationship)
            if not each.profiler.is_undecided:
                each.kind = each.profiler.kind()
                self._end(owner, each, of_relationship=of_relationship)
            found.append(each)

    def decide(self) -> None:
        """Decide the order of the dates that do not tell it."""
        everywhere = _order(each for found in self._found.values() for each in found)
        for (owner, of_relationship), found in self._found.items():
            here = _order(found)
            for each in found:
                if each.profiler.is_undecided:
                    each.kind = here or everywhere or each.profiler.kind()
                    self._end(owner, each, of_relationship=of_relationship)

    def infos(self, owner: str, *, of_relationship: bool) -> tuple[PropertyInfo, ...]:
        """What was found, a property each."""
        return tuple(each.profiler.info(each.present, each.kind) for each in self._found[owner, of_relationship])

    def _tell(self, owner: str, each: _Property, *, of_relationship: bool) -> None:
        """Show the watch the values that it has not seen."""
        if self._watch is not None:
            if not each.is_seen:
                self._watch.begin(owner, each.name, of_relationship)
            for batch in each.held:
                self._watch.add(batch)
        each.is_seen = True
        each.held.clear()

    def _end(self, owner: str, each: _Property, *, of_relationship: bool) -> None:
        self._tell(owner, each, of_relationship=of_relationship)
        if self._watch is not None:
            self._watch.end(each.kind)


def _order(found: Iterable[_Property]) -> TextKind | None:
    """The order in which all dates of these properties are written that tell one, if it is the same."""
    told = {each.kind for each in found if each.kind in _ORDERS}
    return told.pop() if len(told) == 1 else None


def properties_of(outline: Outline) -> list[Place]:
    """The properties of a graph, in the order in which `build_schema` looks at them."""
    found = [Place(label, name) for label in sorted(outline.labels) for name in outline.properties[label]]
    return found + [
        Place(type_, name, of_relationship=True)
        for type_, info in sorted(outline.relationships.items())
        for name in info.properties
    ]


def build_schema(outline: Outline, values: Values, watch: Watch | None = None) -> GraphSchema:
    """The schema of a graph, from its outline and one pass over the distinct values of every property.

    It is `open` where the outline was sampled.
    """

    described = _Described(outline, values, watch)
    for label, count in sorted(outline.labels.items()):
        described.look(label, outline.properties[label], count, of_relationship=False)
    for type_, info in sorted(outline.relationships.items()):
        described.look(type_, info.properties, info.count, of_relationship=True)
    described.decide()
    labels = tuple(
        LabelInfo(
            name=label,
            count=count,
            properties=described.infos(label, of_relationship=False),
            within=outline.within.get(label, ()),
        )
        for label, count in sorted(outline.labels.items())
    )
    relationships = tuple(
        RelationshipInfo(
            type=type_,
            count=info.count,
            endpoints=_pairs(info.endpoints),
            properties=described.infos(type_, of_relationship=True),
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
