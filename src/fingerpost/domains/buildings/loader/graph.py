"""The graph of a model while it is read: nodes, relationships, and problems found on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Final

from fingerpost.core.cells import Cell
from fingerpost.domains.buildings.loader.open import OpenModel
from fingerpost.domains.buildings.loader.units import Entity, ProjectUnits
from fingerpost.domains.buildings.loader.vocabulary import ATTRIBUTES, ENUMERATED, UNSAID
from fingerpost.ingest import LoadContext, NodeRecord, PropertyHint, Record, RelationshipRecord

BROKEN: Final = (ArithmeticError, AttributeError, LookupError, RuntimeError, SystemError, TypeError, ValueError)
"""What reading an entity raises when the file breaks the schema: wrong types, missing values, what contains itself.

A recursion that ends inside the parser's own code comes out as a SystemError.
"""


class Reading:
    """Reads one entity: what breaks inside the `with` is reported as `bad-record`, and reading goes on after it."""

    def __init__(self, graph: BuildingGraph, entity: Entity) -> None:
        self._graph = graph
        self._entity = entity

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> bool:
        if error is None or not isinstance(error, BROKEN):
            return False
        self._graph.report(self._entity, str(error))
        return True


class BuildingGraph:
    """Nodes and relationships of one model, under construction.

    `nodes` maps the STEP id of an entity to its node; the others map STEP ids to STEP ids: `types` an element to its
    type, `holders` an element, space or level to the place that holds it, `wholes` a part to its whole, `hosts` an
    opening to the element it is cut into, and what fills an opening to the opening. `stated_types` are the types that
    elements merely name, by label and name; `types_stated` maps an element to its one. `key` begins the ids of entities
    without a GlobalId. `computed` counts the quantities that were computed, by label and name, `left_out` the texts
    that were not values, by what they are.
    """

    def __init__(self, opened: OpenModel, context: LoadContext, key: str | None = None) -> None:
        self.opened = opened
        self.key = key or opened.path.stem
        self.context = context
        self.file = context.add_file(opened.path, positions="step")
        self.units = ProjectUnits()
        self.nodes: dict[int, NodeRecord] = {}
        self.types: dict[int, int] = {}
        self.holders: dict[int, int] = {}
        self.wholes: dict[int, int] = {}
        self.hosts: dict[int, int] = {}
        self.computed: Counter[tuple[str, str]] = Counter()
        self.left_out: Counter[str] = Counter()
        self.stated_types: dict[tuple[str, str], NodeRecord] = {}
        self.types_stated: dict[int, NodeRecord] = {}
        self._others: list[NodeRecord] = []
        self._relationships: list[RelationshipRecord] = []
        self._ids: set[str] = set()
        self._related: set[tuple[str, str, str]] = set()
        self._attributes: dict[str, list[tuple[int, str, str | None]]] = {}

    def entities(self, ifc_class: str) -> tuple[Entity, ...]:
        """Every entity of a class and its subclasses; none where this schema has no such class."""
        try:
            found: tuple[Entity, ...] = self.opened.model.by_type(ifc_class)
        except RuntimeError:
            return ()
        return found

    def reading(self, entity: Entity) -> Reading:
        """A context in which what is broken about `entity` is reported and ends nothing but itself."""
        return Reading(self, entity)

    def report(self, entity: Entity, what: str, kind: str = "bad-record") -> None:
        """Report what is wrong with an entity, with its STEP id and class."""
        self.context.problems.add(kind, f"{self.opened.path.name}: #{entity.id()} {entity.is_a()}: {what}")

    def attributes(self, entity: Entity) -> dict[str, Cell]:
        """The attributes of an entity that the vocabulary names; lengths in metres."""
        kind = entity.is_a()
        wanted = self._attributes.get(kind)
        if wanted is None:
            named = enumerate(entity.get_attribute_names())
            wanted = [(index, *ATTRIBUTES[name]) for index, name in named if name in ATTRIBUTES]
            self._attributes[kind] = wanted
        found: dict[str, Cell] = {}
        for index, name, unit_type in wanted:
            value = entity.get_argument(index)
            if value is None:
                continue
            if unit_type is not None:
                found[name] = self.units.of_type(unit_type).convert(float(value))
            elif not isinstance(value, (str, int, float)):
                raise TypeError(f"{name} is not a single value")
            elif not (isinstance(value, str) and not value.strip()) and not (name in ENUMERATED and value in UNSAID):
                found[name] = value
        return found

    def add_entity(self, entity: Entity, labels: tuple[str, ...], properties: dict[str, Cell]) -> NodeRecord | None:
        """Add the node of an entity; None, reported, where the entity has no id of its own or came before."""
        step = entity.id()
        if step in self.nodes:
            self.report(entity, "the STEP id is used twice", "duplicate-id")
            return None
        if "globalId" in properties:
            record_id = properties["globalId"]
            if not isinstance(record_id, str):
                self.report(entity, "the GlobalId is not text")
                return None
            if record_id in self._ids:
                self.report(entity, f"the GlobalId {record_id} is used twice", "duplicate-id")
                record_id = f"{record_id}#{step}"
        elif "GlobalId" in entity.get_attribute_names():
            self.report(entity, "there is no GlobalId")
            return None
        else:
            record_id = f"{self.key}#{step}"
        node = NodeRecord(record_id, labels, properties, self.file, step)
        self._ids.add(record_id)
        self.nodes[step] = node
        for _, name, unit_type in self._attributes.get(entity.is_a(), ()):
            if unit_type is not None and name in properties:
                self.hint(node, name, self.units.of_type(unit_type).symbol)
        return node

    def add_node(
        self, node_id: str, label: str | tuple[str, ...], properties: dict[str, Cell], line: int = 0
    ) -> NodeRecord:
        """Add a node that is not an entity of the file: the model itself, its version."""
        labels = (label,) if isinstance(label, str) else label
        node = NodeRecord(node_id, labels, properties, self.file, line)
        self._others.append(node)
        return node

    def relate(
        self,
        start: NodeRecord,
        kind: str,
        end: NodeRecord,
        line: int = 0,
        properties: dict[str, Cell] | None = None,
    ) -> None:
        """Add a relationship, once however often the file says it."""
        key = (start.id, kind, end.id)
        if key not in self._related:
            self._related.add(key)
            self._relationships.append(RelationshipRecord(start.id, end.id, kind, properties or {}, self.file, line))

    def link(self, start: int, kind: str, end: int, line: int = 0, properties: dict[str, Cell] | None = None) -> None:
        """Add a relationship between the nodes of two STEP ids; nothing where one of them is not a node here."""
        if start in self.nodes and end in self.nodes:
            self.relate(self.nodes[start], kind, self.nodes[end], line, properties)

    def starts(self, kind: str) -> set[str]:
        """The ids of the nodes at which relationships of a type start."""
        return {one.start for one in self._relationships if one.type == kind}

    def hint(self, node: NodeRecord, name: str, unit: str | None, description: str | None = None) -> None:
        """Say in what unit a property of a node is, for each of the node's labels."""
        for label in node.labels:
            if (label, name) not in self.context.property_hints:
                self.context.property_hints[label, name] = PropertyHint(unit, description)

    @staticmethod
    def mark_computed(node: NodeRecord, *names: str) -> None:
        """Say in `computed` which properties of a node are computed and not stated by the model."""
        known = node.properties.get("computed")
        before = known if isinstance(known, tuple) else ()
        node.properties["computed"] = tuple(dict.fromkeys((*before, *names)))

    def records(self) -> Iterator[Record]:
        """All that was read, nodes first."""
        yield from self._others
        yield from self.nodes.values()
        yield from self._relationships


def step_ids(entities: Any) -> list[int]:
    """The STEP ids of a list of entities, without what is not an entity.

    Raises:
        TypeError: there is no list.
    """
    return [entity.id() for entity in entities if hasattr(entity, "id")]
