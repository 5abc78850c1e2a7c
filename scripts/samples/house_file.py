"""Writing IFC 4 entity by entity, with ids and times that are the same on each run."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any, TypeAlias

import ifcopenshell
import ifcopenshell.guid

MOMENT = "2026-03-02T09:00:00"
SECONDS = 1772442000  # the same moment
NAMESPACE = uuid.UUID("6f0c3c1e-5d5a-4c0e-9a53-1d6b7f2a9e10")

Entity: TypeAlias = Any
Values: TypeAlias = dict[str, tuple[str, Any]]
"""Property to (class of its value, value)."""


class HouseFile:
    """The file under construction."""

    def __init__(self, name: str) -> None:
        self.file = ifcopenshell.file(schema="IFC4")
        self.named: dict[str, Entity] = {}
        self.levels: dict[str, Entity] = {}
        self.contents: dict[str, list[Entity]] = {}
        self.layer_sets: dict[str, Entity] = {}
        self.materials: dict[str, Entity] = {}
        self.of_type: dict[str, list[Entity]] = {}
        self.types: dict[str, Entity] = {}
        self._shared: dict[tuple[Any, ...], Entity] = {}
        self.history = self._owner_history()
        self.origin = self.axes((0.0, 0.0, 0.0))
        model = self.add("IfcGeometricRepresentationContext", None, "Model", 3, 1e-5, self.origin)
        self.contexts = {
            kind: self.add(
                "IfcGeometricRepresentationSubContext", kind, "Model", None, None, None, None, model, None, view
            )
            for kind, view in (("Body", "MODEL_VIEW"), ("Axis", "GRAPH_VIEW"))
        }
        self.project = self.rooted("IfcProject", name, RepresentationContexts=[model], UnitsInContext=self._units())

    def add(self, kind: str, *values: Any) -> Entity:
        """An entity by its attributes in order."""
        return self.file.create_entity(kind, *values)

    def rooted(self, kind: str, name: str | None, key: str = "", **attributes: Any) -> Entity:
        """An entity with an id of its own, made of its class and name, or of `key` where the name is not enough."""
        seed = uuid.uuid5(NAMESPACE, f"{kind} {key or name}")
        values = {"GlobalId": ifcopenshell.guid.compress(seed.hex), "OwnerHistory": self.history, "Name": name}
        return self.file.create_entity(kind, **values, **attributes)

    def relate(self, kind: str, key: str, **ends: Any) -> Entity:
        """A relationship; `key` tells it from the others of its class."""
        return self.rooted(kind, None, key, **ends)

    def _owner_history(self) -> Entity:
        person = self.add("IfcPerson", None, "Example", "Robin")
        organisation = self.add("IfcOrganization", None, "Sample Architects")
        user = self.add("IfcPersonAndOrganization", person, organisation)
        application = self.add("IfcApplication", organisation, "1", "fingerpost sample", "fingerpost")
        return self.add("IfcOwnerHistory", user, application, None, "NOCHANGE", None, None, None, SECONDS)

    def _units(self) -> Entity:
        radian = self.add("IfcSIUnit", None, "PLANEANGLEUNIT", None, "RADIAN")
        factor = self.add("IfcMeasureWithUnit", self.add("IfcPlaneAngleMeasure", 0.017453292519943295), radian)
        none = self.add("IfcDimensionalExponents", 0, 0, 0, 0, 0, 0, 0)
        watt = self.add("IfcSIUnit", None, "POWERUNIT", None, "WATT")
        square = self.add("IfcSIUnit", None, "AREAUNIT", None, "SQUARE_METRE")
        kelvin = self.add("IfcSIUnit", None, "THERMODYNAMICTEMPERATUREUNIT", None, "KELVIN")
        parts = [
            self.add("IfcDerivedUnitElement", unit, power) for unit, power in ((watt, 1), (square, -1), (kelvin, -1))
        ]
        return self.add(
            "IfcUnitAssignment",
            [
                self.add("IfcSIUnit", None, "LENGTHUNIT", "MILLI", "METRE"),
                square,
                self.add("IfcSIUnit", None, "VOLUMEUNIT", None, "CUBIC_METRE"),
                self.add("IfcConversionBasedUnit", none, "PLANEANGLEUNIT", "DEGREE", factor),
                self.add("IfcDerivedUnit", parts, "THERMALTRANSMITTANCEUNIT"),
            ],
        )

    def shared(self, kind: str, values: tuple[float, ...]) -> Entity:
        """A point or a direction, once for all that use it."""
        key = (kind, values)
        if key not in self._shared:
            self._shared[key] = self.add(kind, values)
        return self._shared[key]

    def axes(self, at: tuple[float, ...], up: tuple[float, ...] | None = None, along: tuple[float, ...] = ()) -> Entity:
        """A placement's axes: where, which way is up, which way is along."""
        directions = (
            [self.shared("IfcDirection", one) for one in (up or (0.0, 0.0, 1.0), along)] if along else [None, None]
        )
        key = ("axes", at, up, along)
        if key not in self._shared:
            self._shared[key] = self.add("IfcAxis2Placement3D", self.shared("IfcCartesianPoint", at), *directions)
        return self._shared[key]

    def place(self, under: Entity | None, axes: Entity) -> Entity:
        return self.add("IfcLocalPlacement", under, axes)

    def box(self, length: float, width: float, height: float, centre: tuple[float, float]) -> Entity:
        """A box on the ground, as an extruded rectangle."""
        middle = self.add("IfcAxis2Placement2D", self.shared("IfcCartesianPoint", centre), None)
        profile = self.add("IfcRectangleProfileDef", "AREA", None, middle, length, width)
        return self.extruded(profile, height, self.origin)

    def extruded(self, profile: Entity, depth: float, axes: Entity) -> Entity:
        return self.add("IfcExtrudedAreaSolid", profile, axes, self.shared("IfcDirection", (0.0, 0.0, 1.0)), depth)

    def shape(self, solid: Entity, axis_length: float = 0.0) -> Entity:
        """A body, and an axis along x where a length is given."""
        body = self.add("IfcShapeRepresentation", self.contexts["Body"], "Body", "SweptSolid", [solid])
        if not axis_length:
            return self.add("IfcProductDefinitionShape", None, None, [body])
        ends = [self.shared("IfcCartesianPoint", (x, 0.0)) for x in (0.0, axis_length)]
        line = self.add("IfcPolyline", ends)
        axis = self.add("IfcShapeRepresentation", self.contexts["Axis"], "Axis", "Curve2D", [line])
        return self.add("IfcProductDefinitionShape", None, None, [axis, body])

    def element(self, kind: str, name: str, level: str = "", type_name: str = "", **attributes: Any) -> Entity:
        """An element, to be held by a level and to be of a type where they are named."""
        entity = self.rooted(kind, name, **attributes)
        self.named[name] = entity
        if level:
            self.contents.setdefault(level, []).append(entity)
        if type_name:
            self.of_type.setdefault(type_name, []).append(entity)
        return entity

    def properties(self, owner: Entity, set_name: str, **values: tuple[str, Any]) -> None:
        """A property set of an occurrence: property to (value class, value)."""
        self.relate(
            "IfcRelDefinesByProperties",
            f"{owner.GlobalId} {set_name}",
            RelatedObjects=[owner],
            RelatingPropertyDefinition=self.property_set(owner, set_name, **values),
        )

    def type_properties(self, type_name: str, set_name: str, **values: tuple[str, Any]) -> None:
        """A property set of a type, for all its occurrences."""
        owner = self.types[type_name]
        owner.HasPropertySets = [self.property_set(owner, set_name, **values)]

    def property_set(self, owner: Entity, set_name: str, **values: tuple[str, Any]) -> Entity:
        single = [
            self.add("IfcPropertySingleValue", name, None, self.add(kind, value), None)
            for name, (kind, value) in values.items()
        ]
        return self.rooted("IfcPropertySet", set_name, f"{owner.GlobalId} {set_name}", HasProperties=single)

    def quantities(self, owner: Entity, set_name: str, **values: tuple[str, float]) -> None:
        """Quantities of an occurrence: quantity to ("Length", "Area" or "Volume", value in the project's unit)."""
        members = [
            self.add(f"IfcQuantity{kind}", name, None, None, round(value, 6)) for name, (kind, value) in values.items()
        ]
        key = f"{owner.GlobalId} {set_name}"
        self.relate(
            "IfcRelDefinesByProperties",
            key,
            RelatedObjects=[owner],
            RelatingPropertyDefinition=self.rooted("IfcElementQuantity", set_name, key, Quantities=members),
        )

    def material(self, name: str) -> Entity:
        if name not in self.materials:
            self.materials[name] = self.add("IfcMaterial", name)
        return self.materials[name]

    def made_of(self, key: str, owners: list[Entity], definition: Entity) -> None:
        self.relate("IfcRelAssociatesMaterial", key, RelatedObjects=owners, RelatingMaterial=definition)

    def write(self, target: Path) -> None:
        """Write the file, with a header that does not tell when and by which release of the library."""
        header = self.file.header
        header.file_description.description = ("ViewDefinition [ReferenceView]",)
        name = header.file_name
        name.name, name.time_stamp = "house.ifc", MOMENT
        name.author, name.organization = ("Robin Example",), ("Sample Architects",)
        name.preprocessor_version, name.originating_system = "ifcopenshell", "fingerpost scripts/make_house.py"
        name.authorization = ""
        self.file.write(target)
