"""The schema of a graph: labels, relationship types, properties and counts. Frozen; round-trips through JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Set
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, SerializerFunctionWrapHandler, model_serializer


class ValueType(StrEnum):
    """The type of a property's values; `mixed` if there are several."""

    STRING = "string"
    INTEGER = "integer"
    FLOAT = "float"
    BOOLEAN = "boolean"
    DATE = "date"
    TIME = "time"
    LOCAL_TIME = "local_time"
    DATETIME = "datetime"
    LOCAL_DATETIME = "local_datetime"
    DURATION = "duration"
    POINT = "point"
    LIST = "list"
    MAP = "map"
    MIXED = "mixed"


class TextKind(StrEnum):
    """What kind of value all strings of a property represent; questions compare them accordingly."""

    NUMERIC = "numeric"
    ISO_DATE = "iso_date"
    DAY_FIRST_DATE = "day_first_date"
    MONTH_FIRST_DATE = "month_first_date"
    CLOCK_TIME = "clock_time"


_INHERITED = frozenset(name for name in dir(BaseModel) if not name.startswith("_")) - {"model_dump", "model_dump_json"}


class Frozen(BaseModel):
    """Base of immutable values without unknown fields."""

    def __dir__(self) -> list[str]:
        """The names without those that pydantic adds, which completion would show among the fields."""
        return [name for name in super().__dir__() if name not in _INHERITED]

    model_config = ConfigDict(frozen=True, extra="forbid", ignored_types=(cached_property,))

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy with changes, without cached properties of the original."""
        copied = super().model_copy(update=update, deep=deep)
        fields = type(self).model_fields
        for name in [name for name in copied.__dict__ if name not in fields]:
            del copied.__dict__[name]
        return copied


class PropertyInfo(Frozen):
    """One property of a label or relationship type.

    `present` is the number of elements that have it, `distinct` the number of different values (a lower bound unless
    `distinct_is_exact`), `unit` the unit of its numbers if the loader knows it ("m", "m²").
    """

    name: str
    type: ValueType
    present: int
    distinct: int
    distinct_is_exact: bool = True
    text_kind: TextKind | None = None
    unit: str | None = None
    description: str | None = None
    samples: tuple[str, ...] = ()

    @property
    def numeric(self) -> bool:
        """True if the values are numbers, text that represents numbers, or durations, which are so many seconds."""
        return self.type in _NUMBERS or self.text_kind is TextKind.NUMERIC

    @property
    def number(self) -> bool:
        """True if the values are stored as numbers or durations."""
        return self.numeric and self.type is not ValueType.STRING

    @property
    def counted_in(self) -> str | None:
        """The unit of the numbers that the values are or represent, if it is known."""
        return "s" if self.type is ValueType.DURATION else self.unit

    @property
    def temporal(self) -> bool:
        """True if the values are dates or times, or text that represents them."""
        return self.type in _TEMPORAL or (self.text_kind is not None and self.text_kind is not TextKind.NUMERIC)

    @property
    def in_words(self) -> bool:
        """True if the values are text that represents neither numbers nor dates or times."""
        return self.type is ValueType.STRING and self.text_kind is None


_OF_ANY_SIZE = frozenset({ValueType.STRING, ValueType.LIST, ValueType.MAP, ValueType.MIXED})
_NUMBERS = frozenset({ValueType.INTEGER, ValueType.FLOAT, ValueType.DURATION})
_TEMPORAL = frozenset(
    {ValueType.DATE, ValueType.TIME, ValueType.LOCAL_TIME, ValueType.DATETIME, ValueType.LOCAL_DATETIME}
)


class LabelInfo(Frozen):
    """One label: the number of nodes that have it, and their properties.

    `within` are the labels that all its nodes have besides, and others, too: it is a kind of these.
    """

    name: str
    count: int
    properties: tuple[PropertyInfo, ...] = ()
    description: str | None = None
    within: tuple[str, ...] = ()

    @model_serializer(mode="wrap")
    def _without_nothing(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """The fields; a label that is no kind of another is written as it was before there were kinds."""
        fields: dict[str, Any] = dump(self)
        if not fields["within"]:
            del fields["within"]
        return fields

    @cached_property
    def by_name(self) -> dict[str, PropertyInfo]:
        return {p.name: p for p in self.properties}

    def share(self, name: str) -> float:
        """The share (0 to 1) of this label's nodes that have the property."""
        info = self.by_name.get(name)
        return info.present / self.count if info and self.count else 0.0


class Endpoints(Frozen):
    """A pair of labels that a relationship type connects, from `start` to `end`, and how often."""

    start: str
    end: str
    count: int


GUESS = "a guess"
"""How the description of a relationship type begins that a loader guessed."""


class RelationshipInfo(Frozen):
    """One relationship type: its count, the labels that it connects and its properties."""

    type: str
    count: int
    endpoints: tuple[Endpoints, ...]
    properties: tuple[PropertyInfo, ...] = ()
    description: str | None = None

    @cached_property
    def by_name(self) -> dict[str, PropertyInfo]:
        return {p.name: p for p in self.properties}

    @property
    def name(self) -> str:
        """Its type: what it is called, as a label is by its name."""
        return self.type

    @property
    def guessed(self) -> bool:
        """Whether its loader guessed that there is such a relationship: an answer that uses it is never sure."""
        return self.description is not None and self.description.startswith(GUESS)

    @cached_property
    def whole(self) -> tuple[Endpoints, ...]:
        """The pairs of labels that all of it joins; what others join of it, nodes with several labels do."""
        return tuple(pair for pair in self.endpoints if pair.count == self.count)

    @cached_property
    def pairs(self) -> frozenset[tuple[str, str]] | None:
        """The labels that it joins, from start to end; None if the endpoints do not account for all of it."""
        if sum(pair.count for pair in self.endpoints) < self.count:
            return None
        return frozenset((pair.start, pair.end) for pair in self.endpoints)


class GraphSchema(Frozen):
    """The schema of a graph. `open` means that it may be incomplete, for instance because it was sampled."""

    labels: tuple[LabelInfo, ...]
    relationships: tuple[RelationshipInfo, ...]
    node_count: int
    relationship_count: int
    open: bool = False

    def __repr__(self) -> str:
        """Short, for an interactive session: its size."""
        kinds = f"{len(self.labels):,} labels, {len(self.relationships):,} relationship types"
        return f"<GraphSchema: {kinds}, {self.node_count:,} nodes, {self.relationship_count:,} relationships>"

    @property
    def owners(self) -> tuple[LabelInfo | RelationshipInfo, ...]:
        """All that has properties: the labels, and then the relationship types."""
        return (*self.labels, *self.relationships)

    def owners_of(self, name: str) -> list[str]:
        """The labels, and then the relationship types, that have a property of a name, whatever its case."""
        folded = name.casefold()
        return [owner.name for owner in self.owners if any(p.name.casefold() == folded for p in owner.properties)]

    @cached_property
    def label_by_name(self) -> dict[str, LabelInfo]:
        return {label.name: label for label in self.labels}

    @cached_property
    def relationship_by_type(self) -> dict[str, RelationshipInfo]:
        return {relationship.type: relationship for relationship in self.relationships}

    @cached_property
    def property_names(self) -> frozenset[str]:
        """Every property name of the graph, of nodes and relationships."""
        nodes = (p.name for label in self.labels for p in label.properties)
        edges = (p.name for relationship in self.relationships for p in relationship.properties)
        return frozenset((*nodes, *edges))

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of labels, relationship types and properties."""
        return self.property_names.union(owner.name for owner in self.owners)

    @cached_property
    def narrower(self) -> frozenset[str]:
        """The labels that seem to be kinds of another, whose nodes are more: Pilot beside CrewMember.

        Whatever they have and whatever they are joined with, those of the other label have and are joined with, too.
        """
        ends: dict[str, set[tuple[str, bool, str]]] = {label.name: set() for label in self.labels}
        for relationship in self.relationships:
            for pair in relationship.endpoints:
                ends.setdefault(pair.start, set()).add((relationship.type, True, pair.end))
                ends.setdefault(pair.end, set()).add((relationship.type, False, pair.start))

        def is_of(one: LabelInfo, other: LabelInfo) -> bool:
            held = one.count < other.count and len(one.by_name) > 1 and one.by_name.keys() <= other.by_name.keys()
            return held and bool(ends[one.name]) and ends[one.name] <= ends[other.name]

        return frozenset(one.name for one in self.labels if any(is_of(one, other) for other in self.labels))

    @cached_property
    def overlapping(self) -> frozenset[tuple[str, str]]:
        """The pairs of labels of which some nodes surely have both, in either order: an inspector who is a contractor.

        What joins all ends of a type with one label, and some with another, tells of both.
        """
        told = (
            ends
            for relationship in self.relationships
            for all_ in relationship.whole
            for some in relationship.endpoints
            if some.count
            for ends in ((all_.start, some.start), (all_.end, some.end))
        )
        return frozenset(pair for one, other in told if one != other for pair in ((one, other), (other, one)))

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The labels whose nodes all have another label besides, of which they are a kind."""
        return frozenset(label.name for label in self.labels if label.within)

    def without(self, labels: Set[str]) -> GraphSchema:
        """The schema without some labels, and without the ends of relationships under these."""
        if not labels:
            return self
        kept = tuple(label for label in self.labels if label.name not in labels)
        return self.without_ends(labels).model_copy(update={"labels": kept})

    def without_ends(self, labels: Set[str]) -> GraphSchema:
        """The schema without the ends of relationships under some labels."""
        if not labels:
            return self
        relationships = tuple(
            each.model_copy(
                update={"endpoints": tuple(p for p in each.endpoints if p.start not in labels and p.end not in labels)}
            )
            for each in self.relationships
        )
        return self.model_copy(update={"relationships": relationships})

    def between(self, start: str, end: str) -> tuple[RelationshipInfo, ...]:
        """The relationship types that lead from label `start` to label `end`, most frequent first."""
        found = [
            (pair.count, relationship)
            for relationship in self.relationships
            for pair in relationship.endpoints
            if pair.start == start and pair.end == end
        ]
        return tuple(relationship for _, relationship in sorted(found, key=lambda item: -item[0]))

    @cached_property
    def held_properties(self) -> frozenset[str]:
        """The names of the properties that some node has."""
        return frozenset(info.name for label in self.labels for info in label.properties if info.present)

    @cached_property
    def plain_properties(self) -> frozenset[str]:
        """The names of the properties that hold numbers, dates and the like wherever they are."""
        each = [info for label in self.labels for info in label.properties]
        each += [info for relationship in self.relationships for info in relationship.properties]
        of_any_size = {info.name for info in each if info.type in _OF_ANY_SIZE}
        return frozenset(info.name for info in each) - of_any_size

    @cached_property
    def fingerprint(self) -> str:
        """SHA-256 of the JSON form, counts included."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()
