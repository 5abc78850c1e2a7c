"""Small IFC files made to order, and what the loader makes of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from fingerpost.domains.buildings.loader.loader import IfcLoader
from fingerpost.domains.buildings.loader.vocabulary import RELATIONSHIPS
from fingerpost.ingest.records import LoadContext, NodeRecord, RelationshipRecord

Entity = Any
SHARED = Path(__file__).resolve().parents[3].parent / "shared" / "data" / "bim"
NEEDS_IFCOPENSHELL = 'needs ifcopenshell: pip install "fingerpost[ifc]"'


@dataclass
class Graph:
    """A loaded model, easy to ask."""

    nodes: dict[str, NodeRecord]
    relationships: list[RelationshipRecord]
    context: LoadContext

    def labelled(self, label: str) -> list[NodeRecord]:
        return [node for node in self.nodes.values() if label in node.labels]

    def named(self, name: str, label: str | None = None) -> NodeRecord:
        """The one node of a name (and a label)."""
        [node] = [
            node
            for node in self.nodes.values()
            if node.properties.get("name") == name and (label is None or label in node.labels)
        ]
        return node

    def pairs(self, kind: str) -> list[tuple[str, str]]:
        """The names (else the ids) of both ends of each relationship of a type, sorted."""
        ends = [(self.nodes[one.start], self.nodes[one.end]) for one in self.relationships if one.type == kind]
        return sorted(tuple(node.properties.get("name", node.id) for node in pair) for pair in ends)  # type: ignore[misc]

    def unit(self, label: str, name: str) -> str | None:
        hint = self.context.property_hints.get((label, name))
        return hint.unit if hint is not None else None

    @property
    def problems(self) -> dict[str, list[str]]:
        return {problem.kind: problem.examples for problem in self.context.problems}


def read(path: Path) -> Graph:
    context = LoadContext()
    nodes: dict[str, NodeRecord] = {}
    relationships = []
    for record in IfcLoader().read(path, context):
        if isinstance(record, NodeRecord):
            assert record.id not in nodes, "an id is used once"
            nodes[record.id] = record
        else:
            relationships.append(record)
    assert {one.type for one in relationships} <= set(RELATIONSHIPS), "the vocabulary names every relationship"
    assert all(one.start in nodes and one.end in nodes for one in relationships), "every end is a node"
    return Graph(nodes, relationships, context)


class Model:
    """An IFC file under construction: project, site, building and a level called `Level 1`."""

    def __init__(self, path: Path, schema: str, length: tuple[str | None, str] = ("MILLI", "METRE")) -> None:
        import ifcopenshell

        self.path = path
        self.file = ifcopenshell.file(schema=schema)
        self._numbers = itertools.count(1)
        self.units = [self.si("LENGTHUNIT", length[1], length[0])] if length[1] == "METRE" else []
        self.project = self.rooted("IfcProject", "Project")
        self.site, self.building = self.rooted("IfcSite", "Site"), self.rooted("IfcBuilding", "Building")
        self.level = self.rooted("IfcBuildingStorey", "Level 1", Elevation=0.0)
        for whole, part in ((self.project, self.site), (self.site, self.building), (self.building, self.level)):
            self.aggregate(whole, part)

    def add(self, kind: str, *values: Any, **named: Any) -> Entity:
        return self.file.create_entity(kind, *values, **named)

    def rooted(self, kind: str, name: str | None = None, **values: Any) -> Entity:
        return self.add(kind, GlobalId=f"{next(self._numbers):022d}", Name=name, **values)

    def si(self, unit_type: str, name: str, prefix: str | None = None) -> Entity:
        return self.add("IfcSIUnit", UnitType=unit_type, Prefix=prefix, Name=name)

    def converted(self, unit_type: str, name: str, factor: float, si_name: str, measure: str) -> Entity:
        base = self.add("IfcMeasureWithUnit", self.add(measure, factor), self.si(unit_type, si_name))
        exponents = self.add("IfcDimensionalExponents", 0, 0, 0, 0, 0, 0, 0)
        return self.add("IfcConversionBasedUnit", exponents, unit_type, name, base)

    def aggregate(self, whole: Entity, *parts: Entity) -> None:
        self.rooted("IfcRelAggregates", RelatingObject=whole, RelatedObjects=parts)

    def contain(self, place: Entity, *elements: Entity) -> None:
        self.rooted("IfcRelContainedInSpatialStructure", RelatedElements=elements, RelatingStructure=place)

    def element(self, kind: str, name: str, **values: Any) -> Entity:
        """An element on Level 1."""
        entity = self.rooted(kind, name, **values)
        self.contain(self.level, entity)
        return entity

    def type(self, kind: str, name: str, *elements: Entity, **values: Any) -> Entity:
        entity = self.rooted(kind, name, **values)
        if elements:
            self.rooted("IfcRelDefinesByType", RelatedObjects=elements, RelatingType=entity)
        return entity

    def single(self, name: str, kind: str, value: Any, unit: Entity | None = None) -> Entity:
        return self.add("IfcPropertySingleValue", name, None, self.add(kind, value), unit)

    def property_set(self, name: str, *properties: Entity) -> Entity:
        return self.rooted("IfcPropertySet", name, HasProperties=properties)

    def define(self, definition: Entity, *owners: Entity) -> None:
        self.rooted("IfcRelDefinesByProperties", RelatedObjects=owners, RelatingPropertyDefinition=definition)

    def properties(self, owner: Entity, set_name: str, **values: tuple[str, Any]) -> None:
        singles = [self.single(name, kind, value) for name, (kind, value) in values.items()]
        self.define(self.property_set(set_name, *singles), owner)

    def quantities(self, owner: Entity, set_name: str, *quantities: Entity) -> None:
        self.define(self.rooted("IfcElementQuantity", set_name, Quantities=quantities), owner)

    def material(self, definition: Entity, *owners: Entity) -> None:
        self.rooted("IfcRelAssociatesMaterial", RelatedObjects=owners, RelatingMaterial=definition)

    def fill(self, host: Entity, opening: Entity, filling: Entity) -> None:
        self.rooted("IfcRelVoidsElement", RelatingBuildingElement=host, RelatedOpeningElement=opening)
        self.rooted("IfcRelFillsElement", RelatingOpeningElement=opening, RelatedBuildingElement=filling)

    def text(self) -> str:
        """The file as it would be written."""
        if self.units and self.project.UnitsInContext is None:
            self.project.UnitsInContext = self.add("IfcUnitAssignment", self.units)
        return str(self.file.to_string())

    def load(self) -> Graph:
        self.path.write_text(self.text(), encoding="ascii")
        return read(self.path)


@pytest.fixture(scope="session")
def model_in() -> Callable[[Path], Callable[..., Model]]:
    """Makes what makes models in a folder."""
    pytest.importorskip("ifcopenshell", reason=NEEDS_IFCOPENSHELL)

    def make_in(folder: Path) -> Callable[..., Model]:
        numbers = itertools.count(1)

        def make(schema: str = "IFC4", **options: Any) -> Model:
            return Model(folder / f"model{next(numbers)}.ifc", schema, **options)

        return make

    return make_in


@pytest.fixture
def model(tmp_path: Path, model_in: Callable[[Path], Callable[..., Model]]) -> Callable[..., Model]:
    """Makes models: `model("IFC4")`, `model("IFC2X3", length=(None, "METRE"))`."""
    return model_in(tmp_path)


@pytest.fixture(scope="session")
def load() -> Callable[[Path], Graph]:
    pytest.importorskip("ifcopenshell", reason=NEEDS_IFCOPENSHELL)
    return read


@pytest.fixture(scope="session")
def shared_model() -> Callable[[str], Path]:
    """The path of a model among the development data, beside the repository."""
    pytest.importorskip("ifcopenshell", reason=NEEDS_IFCOPENSHELL)

    def find(name: str) -> Path:
        path = SHARED / name
        if not path.is_file():
            pytest.skip(f"needs the development data bim/{name} beside the repository")
        return path

    return find
