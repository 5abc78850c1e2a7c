"""Write the edits that make the second version of the sample house, and its electrical model, the same on each run.

Usage, from the repository's root, after make_house: .venv/bin/python -m scripts.samples.make_house_more [folder]

In the second version the bathroom door is wider, the landing has one more wall, and a window is gone.
"""

from __future__ import annotations

import sys
import tempfile
import uuid
from pathlib import Path
from typing import Final

import ifcopenshell
import ifcopenshell.guid

from fingerpost.samples import entity
from scripts.samples import house_design as design
from scripts.samples.house_file import NAMESPACE, HouseFile
from scripts.samples.make_house import TARGET

EDITS: Final = "later.edits"
ELECTRICAL: Final = "house_elec.ifc"
_LATER_MOMENT: Final = "2026-05-04T09:00:00"
_FIXTURES: Final = {design.GROUND: (6, 9, 2), design.FIRST: (5, 8, 3)}
"""Light fixtures, outlets and smoke detectors by level."""


def later(house: Path) -> ifcopenshell.file:
    """The house after its revision."""
    file = ifcopenshell.open(str(house))
    doors = {one.Name: one for one in file.by_type("IfcDoor")}
    doors["Bathroom Door"].OverallWidth += 100.0
    window = max(file.by_type("IfcWindow"), key=lambda one: str(one.Name))
    for relation in [*window.FillsVoids, *window.ContainedInStructure, *window.IsDefinedBy, *window.IsTypedBy]:
        if relation.is_a("IfcRelFillsElement"):
            file.remove(relation)
            continue
        name = "RelatedElements" if relation.is_a("IfcRelContainedInSpatialStructure") else "RelatedObjects"
        rest = [one for one in getattr(relation, name) if one != window]
        if rest:
            setattr(relation, name, rest)
        else:
            file.remove(relation)
    for boundary in file.by_type("IfcRelSpaceBoundary"):
        if boundary.RelatedBuildingElement == window:
            file.remove(boundary)
    file.remove(window)
    level = next(one for one in file.by_type("IfcBuildingStorey") if one.Name == design.FIRST)
    guid = ifcopenshell.guid.compress(uuid.uuid5(NAMESPACE, "IfcWall of the revision").hex)
    wall = file.create_entity("IfcWall", GlobalId=guid, Name="Wall F9 Landing")
    held = level.ContainsElements[0]
    held.RelatedElements = [*held.RelatedElements, wall]
    file.header.file_name.time_stamp = _LATER_MOMENT
    return file


def edits(house: str, revision: str) -> str:
    """What makes one file out of the other: lines that changed, those that went without a body, and new ones."""
    before, after = ({entity(line): line for line in text.splitlines()} for text in (house, revision))
    changed = [after.get(name, f"{name}=") for name, line in before.items() if after.get(name) != line]
    return "".join(f"{line}\n" for line in [*changed, *(after[name] for name in after if name not in before)])


def electrical() -> HouseFile:
    """Light fixtures, outlets and smoke detectors on levels of the same heights."""
    house = HouseFile("House")
    site, building = house.rooted("IfcSite", "Site", "elec"), house.rooted("IfcBuilding", "House", "elec")
    levels = [
        house.rooted("IfcBuildingStorey", name, f"elec {name}", Elevation=height)
        for name, height in design.LEVELS.items()
        if name in _FIXTURES
    ]
    for whole, parts in ((house.project, [site]), (site, [building]), (building, levels)):
        house.relate("IfcRelAggregates", f"elec {whole.is_a()}", RelatingObject=whole, RelatedObjects=parts)
    for level in levels:
        numbers = zip(("IfcLightFixture", "IfcOutlet", "IfcSensor"), _FIXTURES[level.Name], strict=True)
        elements = [
            house.element(kind, f"{title} {level.Name} {place + 1}")
            for (kind, number), title in zip(numbers, ("Light", "Socket", "Smoke Detector"), strict=True)
            for place in range(number)
        ]
        for one in elements:
            if one.is_a("IfcSensor"):
                one.PredefinedType = "SMOKESENSOR"
        house.relate(
            "IfcRelContainedInSpatialStructure", f"elec {level.Name}", RelatedElements=elements, RelatingStructure=level
        )
    return house


def main(folder: Path) -> None:
    """Write both files beside the house."""
    with tempfile.TemporaryDirectory() as place:
        revision = Path(place) / TARGET.name
        later(folder / TARGET.name).write(str(revision))
        (folder / EDITS).write_text(edits((folder / TARGET.name).read_text(), revision.read_text()))
    house = electrical()
    house.write(folder / ELECTRICAL)
    text = (folder / ELECTRICAL).read_text()
    (folder / ELECTRICAL).write_text(text.replace("'house.ifc'", f"'{ELECTRICAL}'", 1))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET.parent)
