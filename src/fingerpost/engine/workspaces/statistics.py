"""The schema of a changing graph: counted once when it is opened, and updated by every write."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from fingerpost.core.cells import Cell
from fingerpost.core.schema import (
    Endpoints,
    GraphSchema,
    LabelInfo,
    PropertyInfo,
    RelationshipInfo,
    TextKind,
    ValueType,
)
from fingerpost.engine.workspaces.effects import Effects, Joined
from fingerpost.engine.workspaces.vocabulary import NODE_NAME, NODE_TYPE, RELATION_TYPE
from fingerpost.linking import LiveIndexWriter, Slot, uncounted
from fingerpost.stores import Profiler


class _Property:
    """The statistics of one property: elements that have it, number and type of values."""

    def __init__(self, slot: Slot) -> None:
        self.slot = slot
        self.present = 0
        self.distinct = 0
        self.stale = False
        self.profiler = Profiler(slot.property)
        self.kind: TextKind | None = None

    def info(self) -> PropertyInfo:
        return self.profiler.info(self.present).model_copy(update={"distinct": self.distinct})


class LiveSchema:
    """Counts of labels, types, endpoints and values. `relearn` returns the values of a property."""

    def __init__(self, relearn: Callable[[Slot], Iterable[Cell]]) -> None:
        self._relearn = relearn
        self.labels: Counter[str] = Counter()
        self._types: Counter[str] = Counter()
        self._endpoints: Counter[tuple[str, str, str]] = Counter()
        self._properties: dict[Slot, _Property] = {}

    @property
    def nodes(self) -> int:
        """The number of nodes."""
        return self.labels.total()

    @property
    def relationships(self) -> int:
        """The number of relationships."""
        return self._types.total()

    def count(self, labels: Mapping[str, int], endpoints: Mapping[tuple[str, str, str], int]) -> None:
        """Start with the counts of a graph: nodes by label, relationships by start label, type and end label."""
        self.labels.update(labels)
        self._endpoints.update(endpoints)
        for (_, type_, _), count in endpoints.items():
            self._types[type_] += count

    def hold(self, slot: Slot, value: Cell, count: int) -> None:
        """Start with a value and the number of elements that have it."""
        held = self._property(slot)
        held.present += count
        held.distinct += 1
        held.profiler.add([value])

    def started(self) -> None:
        """End the initial count."""
        for held in self._properties.values():
            held.kind = held.profiler.kind()

    def take(self, effects: Effects, index: LiveIndexWriter, look: Callable[[], None]) -> None:
        """Count the effects of a batch and index its values. `look` is called for each element, and may raise."""
        touched: set[Slot] = set()
        for name, (was, now) in effects.nodes.items():
            look()
            for held, by in ((was, -1), (now, 1)):
                if held is not None:
                    self.labels[held.type] += by
                    values = {NODE_NAME: name, **held.properties}
                    touched |= self._change(index, held.type, values, by, of_relationship=False)
        for (_, type_, _), (was_joined, now_joined) in effects.relationships.items():
            look()
            for joined, by in ((was_joined, -1), (now_joined, 1)):
                if joined is not None:
                    touched |= self._join(index, type_, joined, by)
        for slot in touched:
            self._settle(slot, index)

    def _join(self, index: LiveIndexWriter, type_: str, joined: Joined, by: int) -> set[Slot]:
        self._types[type_] += by
        self._endpoints[joined.start, type_, joined.end] += by
        return self._change(index, type_, joined.properties, by, of_relationship=True)

    def _change(
        self, index: LiveIndexWriter, owner: str, values: Mapping[str, Cell], by: int, *, of_relationship: bool
    ) -> set[Slot]:
        """Count the values of an element; return the properties whose set of values has changed."""
        touched = set()
        for name, value in values.items():
            slot = Slot(owner, name, of_relationship)
            held = self._property(slot)
            held.present += by
            if index.change(slot, value, by):
                held.distinct += by
                touched.add(slot)
                if by > 0:
                    held.profiler.add([value])
                    if held.kind is not None and isinstance(value, str):
                        index.moments(slot, [value], held.kind, present=True)
                else:
                    held.stale = True
                    if held.kind is not None and isinstance(value, str):
                        index.moments(slot, [value], held.kind, present=False)
        return touched

    def _settle(self, slot: Slot, index: LiveIndexWriter) -> None:
        """The meaning of a property's text may have changed: index its dates, or remove them."""
        held = self._property(slot)
        if held.present <= 0:
            del self._properties[slot]
            return
        kind = held.profiler.kind()
        if kind is not held.kind:
            texts = index.texts(slot)
            index.moments(slot, texts, held.kind, present=False)
            index.moments(slot, texts, kind, present=True)
            held.kind = kind

    def _property(self, slot: Slot) -> _Property:
        held = self._properties.get(slot)
        if held is None:
            held = self._properties[slot] = _Property(slot)
        return held

    def schema(self, *, whole: bool = False) -> GraphSchema:
        """The current schema; with `whole`, each element's type is also a property."""
        by_owner: dict[tuple[str, bool], list[PropertyInfo]] = {}
        for slot, held in sorted(self._properties.items(), key=lambda item: item[0].property):
            if held.stale:
                held.profiler = Profiler(slot.property)
                held.profiler.add(list(self._relearn(slot)))
                held.stale = False
            by_owner.setdefault((slot.owner, slot.of_relationship), []).append(held.info())
        labels = tuple(
            LabelInfo(name=label, count=count, properties=_own(by_owner, label, NODE_TYPE, count, False, whole))
            for label, count in sorted(self.labels.items())
            if count > 0
        )
        relationships = tuple(
            RelationshipInfo(
                type=type_,
                count=count,
                endpoints=self._pairs(type_),
                properties=_own(by_owner, type_, RELATION_TYPE, count, True, whole),
            )
            for type_, count in sorted(self._types.items())
            if count > 0
        )
        return GraphSchema(
            labels=labels,
            relationships=relationships,
            node_count=self.nodes,
            relationship_count=self.relationships,
        )

    def _pairs(self, wanted: str) -> tuple[Endpoints, ...]:
        found = [(n, start, end) for (start, type_, end), n in self._endpoints.items() if type_ == wanted and n > 0]
        found.sort(key=lambda item: (-item[0], item[1:]))
        return tuple(Endpoints(start=start, end=end, count=n) for n, start, end in found)


def _own(
    by_owner: Mapping[tuple[str, bool], list[PropertyInfo]],
    owner: str,
    name: str,
    count: int,
    of_relationship: bool,
    whole: bool,
) -> tuple[PropertyInfo, ...]:
    known = tuple(by_owner.get((owner, of_relationship), ()))
    if not whole:
        return known
    mirror = PropertyInfo(name=name, type=ValueType.STRING, present=count, distinct=1, samples=(owner[:80],))
    return (*known, mirror)


def started(index: LiveIndexWriter) -> LiveSchema:
    """Statistics with all values counted by an index, but not yet labels and endpoints."""

    def relearn(slot: Slot) -> Iterable[Cell]:
        return (uncounted(cell) for cell in index.cells(slot))

    schema = LiveSchema(relearn)
    for slot, cell, count in index.values():
        schema.hold(slot, uncounted(cell), count)
    schema.started()
    return schema
