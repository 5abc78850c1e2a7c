"""Write a portfolio of an architects' office: 26 projects of 5 users, with models of several disciplines and versions.

    python -m scripts.samples.make_portfolio FOLDER

The files are small: levels, walls, columns, beams, slabs, doors, and light fixtures in the electrical models. Project
numbers stand in the projects' names ("Westlake Tower (24-01-161)"); lengths are in millimetres, metres or feet. The
same files are written each time.
"""

from __future__ import annotations

import datetime as dt
import itertools
import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import ifcopenshell

USERS: Final = ("Hans Meier", "Rosa Luna", "Ann Lee", "Omar Said", "Mia Berg")
PLACES: Final = (
    "Westlake Tower", "Harbour House", "Mill Lane School", "Oak Street Library", "Riverside Clinic", "Station Hotel",
    "Market Hall", "Garden Court", "Hilltop Villa", "Canal Offices", "North Depot", "Rose Theatre", "Summit Lodge",
    "Bay Museum", "Elm Row", "Foundry Lofts", "Kings Arcade", "Pine Pavilion", "Quarry Gym", "Silver Mall",
    "Tannery Studios", "Union Garage", "Vineyard Estate", "Willow Nursery", "York Terrace", "Zenith Labs",
)  # fmt: skip
UNITS: Final = (("MILLI", 0.001), (None, 1.0), ("FOOT", 0.3048))
STRUCTURAL: Final = range(0, 26, 3)
ELECTRICAL: Final = range(0, 26, 5)


@dataclass(frozen=True)
class Project:
    """One project: its place in the portfolio decides everything else."""

    place: int

    @property
    def number(self) -> str:
        """Year, month and a running number."""
        return f"{24 + self.place % 3}-{1 + self.place % 12:02d}-{160 + self.place + 1:03d}"

    @property
    def name(self) -> str:
        return f"{PLACES[self.place]} ({self.number})"

    @property
    def owner(self) -> str:
        return USERS[self.place % len(USERS)]

    @property
    def created(self) -> dt.datetime:
        return dt.datetime(2024 + self.place % 3, 1 + self.place % 12, 3, tzinfo=dt.UTC)

    @property
    def versions(self) -> int:
        """The number of versions of the architectural model."""
        return 1 + self.place % 3

    @property
    def models(self) -> dict[str, int]:
        """Its models by the names of their files, and the number of versions of each."""
        found = {"arch": self.versions}
        if self.place in STRUCTURAL:
            found["struct"] = 1
        if self.place in ELECTRICAL:
            found["elec"] = 2
        return found


PROJECTS: Final = tuple(map(Project, range(len(PLACES))))


class ModelFile:
    """One model under construction; every version of it adds elements to the one before."""

    def __init__(self, project: Project, kind: str) -> None:
        self.file: Any = ifcopenshell.file(schema="IFC4")
        self._ids = (f"{kind[0]}{project.place:02d}{number:019d}" for number in itertools.count(1))
        self._project, self._kind = project, kind
        self._random = random.Random(f"{project.place} {kind}")
        prefix, self._metres = UNITS[project.place % len(UNITS)]
        history = self._history()
        self.project = self._rooted(
            "IfcProject", project.name, OwnerHistory=history, UnitsInContext=self._units(prefix)
        )
        self.project.GlobalId = f"P{project.place:02d}{0:019d}"
        site = self._rooted("IfcSite", "Site")
        building = self._rooted("IfcBuilding", PLACES[project.place])
        self.levels = [
            self._rooted("IfcBuildingStorey", f"Level {number + 1}", Elevation=number * 3.5 / self._metres)
            for number in range(2 + project.place % 3)
        ]
        for whole, parts in ((self.project, [site]), (site, [building]), (building, self.levels)):
            self._rooted("IfcRelAggregates", RelatingObject=whole, RelatedObjects=parts)

    def grow(self, version: int) -> None:
        """Add what this version has more than the one before; the second version also makes a wall longer."""
        kinds = {
            "arch": (("IfcWall", 4), ("IfcDoor", 1), ("IfcSlab", 1)),
            "struct": (("IfcColumn", 4), ("IfcBeam", 3), ("IfcWall", 1)),
            "elec": (("IfcLightFixture", 5), ("IfcOutlet", 3)),
        }[self._kind]
        for level in self.levels if version == 1 else self.levels[:1]:
            for kind, number in kinds:
                self._add(kind, number if version == 1 else 1, level, version)
        if version == 2:
            quantities = [q for q in self.file.by_type("IfcQuantityLength") if q.Name == "Length"]
            if quantities:
                quantities[0].LengthValue += 1 / self._metres

    def write(self, path: Path, version: int) -> None:
        """Write the model as it is, with author and time of the version."""
        header = self.file.header.file_name
        header.author = (USERS[(self._project.place + version - 1) % len(USERS)],)
        header.time_stamp = (self._project.created + dt.timedelta(days=30 * version)).strftime("%Y-%m-%dT%H:%M:%S")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.file.to_string(), encoding="ascii")

    def _add(self, kind: str, number: int, level: Any, version: int) -> None:
        elements = [self._rooted(kind, f"{kind[3:]} {level.Name[6:]}.{version}.{place + 1}") for place in range(number)]
        self._rooted("IfcRelContainedInSpatialStructure", RelatedElements=elements, RelatingStructure=level)
        for element in elements:
            if kind == "IfcDoor":
                element.OverallWidth, element.OverallHeight = 0.9 / self._metres, 2.1 / self._metres
            if kind in ("IfcWall", "IfcBeam", "IfcColumn"):
                length = self.file.create_entity("IfcQuantityLength", "Length", None, None, self._length(2, 9))
                height = self.file.create_entity("IfcQuantityLength", "Height", None, None, self._length(3, 5))
                sizes = self._rooted("IfcElementQuantity", "BaseQuantities", Quantities=[length, height])
                self._define(sizes, element)
            if kind == "IfcWall":
                bears = self.file.create_entity("IfcBoolean", self._random.random() < 0.4)
                single = self.file.create_entity("IfcPropertySingleValue", "LoadBearing", None, bears, None)
                self._define(self._rooted("IfcPropertySet", "Pset_WallCommon", HasProperties=[single]), element)
        if kind in ("IfcWall", "IfcSlab"):
            name = "Concrete C30/37" if self._random.random() < 0.5 else "Brick"
            material = self.file.create_entity("IfcMaterial", name)
            self._rooted("IfcRelAssociatesMaterial", RelatedObjects=elements, RelatingMaterial=material)

    def _length(self, least: float, most: float) -> float:
        return round(self._random.uniform(least, most), 2) / self._metres

    def _define(self, definition: Any, element: Any) -> None:
        self._rooted("IfcRelDefinesByProperties", RelatedObjects=[element], RelatingPropertyDefinition=definition)

    def _rooted(self, kind: str, name: str | None = None, **values: Any) -> Any:
        return self.file.create_entity(kind, GlobalId=next(self._ids), Name=name, **values)

    def _history(self) -> Any:
        create = self.file.create_entity
        given, family = self._project.owner.split()
        person, office = create("IfcPerson", None, family, given), create("IfcOrganization", None, "Five Architects")
        both = create("IfcPersonAndOrganization", person, office)
        program = create("IfcApplication", office, "1.0", "Portfolio", "portfolio")
        return create(
            "IfcOwnerHistory", both, program, None, "ADDED", None, None, None, int(self._project.created.timestamp())
        )

    def _units(self, prefix: str | None) -> Any:
        create = self.file.create_entity
        if prefix != "FOOT":
            return create("IfcUnitAssignment", [create("IfcSIUnit", None, "LENGTHUNIT", prefix, "METRE")])
        metre = create("IfcSIUnit", None, "LENGTHUNIT", None, "METRE")
        exponents = create("IfcDimensionalExponents", 1, 0, 0, 0, 0, 0, 0)
        foot = create("IfcMeasureWithUnit", create("IfcLengthMeasure", 0.3048), metre)
        return create("IfcUnitAssignment", [create("IfcConversionBasedUnit", exponents, "LENGTHUNIT", "FOOT", foot)])


def write_portfolio(folder: Path) -> list[Path]:
    """Write all models and versions: `24-01-161/v1/arch.ifc`; return the files in the order of their versions."""
    found = []
    for project in PROJECTS:
        for kind, versions in project.models.items():
            model = ModelFile(project, kind)
            for version in range(1, versions + 1):
                model.grow(version)
                path = folder / project.number / f"v{version}" / f"{kind}.ifc"
                model.write(path, version)
                found.append(path)
    return found


if __name__ == "__main__":
    print(f"{len(write_portfolio(Path(sys.argv[1])))} files")
