"""The words of a building graph: every label, relationship type and attribute name that the IFC loader writes.

IFC class names are folded into the words that people use: `IfcWallStandardCase` is a wall, `IfcBuildingStorey` a level.
What no table here names keeps its class name without the `Ifc`.
"""

from __future__ import annotations

from typing import Final

ELEMENT: Final = "Element"
"""The label that every physical element carries besides its own."""

LABELS: Final[dict[str, tuple[str, ...]]] = {
    "IfcProject": ("Project",),
    "IfcSite": ("Site",),
    "IfcBuilding": ("Building",),
    "IfcBuildingStorey": ("Level",),
    "IfcSpace": ("Space", "Room"),
    "IfcSpatialZone": ("Zone",),
    "IfcZone": ("Zone",),
    "IfcMaterial": ("Material",),
    "IfcMaterialLayer": ("MaterialLayer",),
    "IfcWallStandardCase": ("Wall",),
    "IfcWallElementedCase": ("Wall",),
    "IfcSlabStandardCase": ("Slab",),
    "IfcSlabElementedCase": ("Slab",),
    "IfcBeamStandardCase": ("Beam",),
    "IfcColumnStandardCase": ("Column",),
    "IfcMemberStandardCase": ("Member",),
    "IfcPlateStandardCase": ("Plate",),
    "IfcDoorStandardCase": ("Door",),
    "IfcWindowStandardCase": ("Window",),
    "IfcOpeningElement": ("Opening",),
    "IfcOpeningStandardCase": ("Opening",),
    "IfcFurnishingElement": ("Furniture",),
    "IfcFurniture": ("Furniture",),
    "IfcSystemFurnitureElement": ("Furniture",),
    "IfcBuildingElementProxy": ("Proxy",),
    "IfcProxy": ("Proxy",),
    "IfcDoorStyle": ("Type", "DoorType"),
    "IfcWindowStyle": ("Type", "WindowType"),
    "IfcFurnishingElementType": ("Type", "FurnitureType"),
    "IfcSystemFurnitureElementType": ("Type", "FurnitureType"),
    "IfcBuildingElementProxyType": ("Type", "ProxyType"),
    "IfcTypeObject": ("Type",),
    "IfcTypeProduct": ("Type",),
}

SYSTEM: Final = "System"
GROUP: Final = "Group"
ZONE: Final = "Zone"
PORT: Final = "Port"

KIND_LABELS: Final[dict[tuple[str, str | None], str]] = {
    ("Slab", None): "Floor",
    ("Slab", "FLOOR"): "Floor",
    ("Slab", "BASESLAB"): "Floor",
    ("Slab", "ROOF"): "Roof",
    ("Covering", "CEILING"): "Ceiling",
}
"""(label, predefined type) to one more label; None stands for a type that is not set."""

PART_KINDS: Final[dict[tuple[str, str], str]] = {
    ("Slab", "IfcRoof"): "ROOF",
    ("Slab", "IfcStair"): "LANDING",
    ("Slab", "IfcRamp"): "LANDING",
}
"""(label, class of the whole that it is part of) to the predefined type that is meant where none is set."""

GENERIC_CLASSES: Final = frozenset(
    {
        "IfcDistributionElement",
        "IfcDistributionFlowElement",
        "IfcDistributionControlElement",
        "IfcEnergyConversionDevice",
        "IfcFlowController",
        "IfcFlowFitting",
        "IfcFlowMovingDevice",
        "IfcFlowSegment",
        "IfcFlowStorageDevice",
        "IfcFlowTerminal",
        "IfcFlowTreatmentDevice",
    }
)
"""Classes of which IFC 2x3 tells only by the element's type what it is: a flow terminal that is a sanitary terminal."""

EQUIPMENT: Final = "Equipment"
"""The additional label of elements of the services that do something, and are neither line, fitting nor terminal."""
EQUIPMENT_CLASSES: Final = (
    "IfcEnergyConversionDevice",
    "IfcFlowMovingDevice",
    "IfcFlowStorageDevice",
    "IfcFlowTreatmentDevice",
)

NOT_PHYSICAL: Final = ("IfcFeatureElement", "IfcVirtualElement")
"""Elements in the schema's sense that nobody can touch: voids, recesses, imagined boundaries."""

ATTRIBUTES: Final[dict[str, tuple[str, str | None]]] = {
    "GlobalId": ("globalId", None),
    "Name": ("name", None),
    "Description": ("description", None),
    "ObjectType": ("objectType", None),
    "LongName": ("longName", None),
    "Phase": ("phase", None),
    "Tag": ("tag", None),
    "ElementType": ("elementType", None),
    "PredefinedType": ("predefinedType", None),
    "ShapeType": ("predefinedType", None),
    "FlowDirection": ("flowDirection", None),
    "SystemType": ("systemType", None),
    "OperationType": ("operationType", None),
    "InteriorOrExteriorSpace": ("interiorOrExterior", None),
    "Elevation": ("elevation", "LENGTHUNIT"),
    "OverallHeight": ("overallHeight", "LENGTHUNIT"),
    "OverallWidth": ("overallWidth", "LENGTHUNIT"),
    "Category": ("category", None),
    "LayerThickness": ("thickness", "LENGTHUNIT"),
    "NominalDiameter": ("nominalDiameter", "LENGTHUNIT"),
    "NominalLength": ("nominalLength", "LENGTHUNIT"),
    "BarLength": ("barLength", "LENGTHUNIT"),
    "CrossSectionArea": ("crossSectionArea", "AREAUNIT"),
    "SteelGrade": ("steelGrade", None),
    "AssemblyPlace": ("assemblyPlace", None),
    "IsVentilated": ("isVentilated", None),
}
"""Attribute of an IFC entity to (property, unit type of its measure).

Risers and treads of stair flights are left to `Pset_StairFlightCommon`, which replaced the attributes: exporters are
known to write those in units of their own.
"""

INHERITED: Final = ("predefinedType", "operationType")
"""Attributes that an element takes from its type where it has none."""

ENUMERATED: Final = frozenset(
    {"flowDirection", "systemType", "predefinedType", "operationType", "interiorOrExterior", "isVentilated"}
    | {"assemblyPlace"}
)
UNSAID: Final = frozenset({"NOTDEFINED", "UNKNOWN", "UNSET"})
"""What enumerated attributes hold where they say nothing; such a property is left out."""

RELATIONSHIPS: Final[dict[str, str]] = {
    "OWNS": "User -> Project: who the project's owner history names",
    "CREATED_MODEL": "User -> Model: the author that the file names",
    "CREATED_VERSION": "User -> Version: the author that the file names",
    "CONTAINS_MODEL": "Project -> Model: the file that holds the project",
    "HAS_VERSION": "Model -> Version: one distinct content of the file",
    "REFERENCES": "Version -> Element or Space: what is in this content",
    "INCLUDES": "Version -> Level, Type, Material and whatever else is in this content",
    "ADDED": "Version -> Element, Space or Level that the version before did not have",
    "CHANGED": "Version -> Element, Space or Level that differs from the version before; `properties` says in what",
    "REMOVED": "Version -> the last state of an Element, Space or Level that the version before had",
    "HAS_ELEMENT": "Project -> Element or Space in the latest versions of its models, where there are several projects",
    "HAS_SITE": "Project -> Site",
    "HAS_BUILDING": "Site, Project or Building -> Building",
    "HAS_LEVEL": "Building -> Level",
    "ON_LEVEL": "Element, Opening or Space -> Level: direct, through its room, or through the whole it is part of",
    "IN_SPACE": "Element -> Space that contains it",
    "LOCATED_IN": "Element or Space -> Site, Building or facility that holds it without a level between",
    "PART_OF": "part -> whole: an assembly and its parts, a partial space, a part of a facility",
    "HAS_TYPE": "Element or Space -> Type",
    "HAS_MATERIAL": "Element or Type -> Material: its own, else its type's",
    "HAS_LAYER": "Element or Type -> MaterialLayer",
    "OF_MATERIAL": "MaterialLayer -> Material",
    "HAS_OPENING": "Wall, Slab or Roof -> Opening",
    "FILLS": "Door or Window -> the Wall, Slab or Roof whose opening it fills",
    "BOUNDED_BY": "Space -> Element or Opening that bounds it",
    "IN_ZONE": "Space or Element -> Zone",
    "IN_SYSTEM": "Element -> System",
    "IN_GROUP": "anything -> Group",
    "CLASSIFIED_AS": "Element, Space or Type -> Classification: OmniClass, Uniclass, DIN 276; its own and its type's",
    "HAS_DOCUMENT": "anything -> Document, its own and its type's",
    "HAS_PROFILE": "Element or Type -> Profile of its material",
    "COVERS": "Covering -> Space or Element that it covers",
    "SERVES": "System -> Building, Level or Space that it serves",
    "REFERENCED_IN": "Element -> Level or Space that it also belongs to, beside the one that holds it",
    "HAS_COST": "Element -> CostItem",
    "IN_TASK": "Element -> Task that builds or maintains it",
    "ASSIGNED_TO": "anything -> Actor responsible for it",
    "NEXT_TO": "Space -> Space whose side it faces across at most a wall; by their shapes",
    "ABOVE": "Space -> Space that it lies over with at most a floor between; by their shapes",
    "HAS_PORT": "Element -> Port: where it takes in or gives out what its system carries",
    "JOINED_TO": "Port -> Port of another element",
    "CONNECTED_TO": "Element -> Element: joined directly, along their paths, or port to port",
}
"""Relationship type to its ends and what it says."""


def labels_of(ifc_class: str) -> tuple[str, ...]:
    """The labels of an IFC class by its name alone: `IfcWallStandardCase` gives `("Wall",)`."""
    return LABELS.get(ifc_class) or (ifc_class.removeprefix("Ifc"),)
