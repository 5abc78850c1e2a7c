"""Questions over the portfolio, with answers computed from its files by ifcopenshell alone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import ifcopenshell
import ifcopenshell.util.element as ue
import ifcopenshell.util.unit as units

from scripts.samples.make_portfolio import PROJECTS

REFUSED = "no such thing"


class Portfolio:
    """The files of the portfolio, opened: by project number, kind of model and version."""

    def __init__(self, paths):
        self.files = {}
        for path in map(Path, paths):
            number, version, kind = path.parts[-3], int(path.parts[-2][1:]), path.stem
            self.files[number, kind, version] = ifcopenshell.open(str(path))
        self.latest = {}
        for (number, kind, _), file in sorted(self.files.items()):
            self.latest[number, kind] = file
        self.numbers = [one.number for one in PROJECTS]

    def all(self, ifc_class, number=None, kind=None):
        """Elements of the latest versions."""
        return [
            e
            for (n, k), file in self.latest.items()
            if (number is None or n == number) and (kind is None or k == kind)
            for e in file.by_type(ifc_class)
        ]

    def elements(self, number=None):
        return self.all("IfcElement", number)

    def size(self, element, name):
        """A quantity in metres."""
        return ue.get_psets(element)["BaseQuantities"][name] * units.calculate_unit_scale(element.file)

    def bearing(self, number=None):
        return [w for w in self.all("IfcWall", number) if ue.get_psets(w).get("Pset_WallCommon", {}).get("LoadBearing")]

    def most(self, elements, name):
        best = max(round(self.size(e, name), 6) for e in elements)
        return {e.GlobalId for e in elements if round(self.size(e, name), 6) == best}

    def on(self, elements, level):
        return [e for e in elements if ue.get_container(e).Name == level]

    def made_of(self, elements, word):
        return [e for e in elements if any(word in m.Name for m in ue.get_materials(e))]

    def projects(self, test):
        return {p.name for p in PROJECTS if test(p.number)}

    def changes(self, number, since, ifc_class="IfcElement"):
        """The ids of elements that were added after a version of the architectural model."""
        before = {e.GlobalId for e in self.files[number, "arch", since].by_type(ifc_class)}
        return {e.GlobalId for e in self.latest[number, "arch"].by_type(ifc_class)} - before


def per_project(p, ifc_class):
    found = Counter(
        next(one.name for one in PROJECTS if one.number == n)
        for (n, _), file in p.latest.items()
        for _ in file.by_type(ifc_class)
    )
    return dict(found)


QUESTIONS = [
    ("How many projects are there?", lambda p: 26),
    ("How many walls are there?", lambda p: len(p.all("IfcWall"))),
    ("How many load-bearing walls are there?", lambda p: len(p.bearing())),
    ("How many walls are in 25-02-162?", lambda p: len(p.all("IfcWall", "25-02-162"))),
    ("How many walls are in project 25/02/162?", lambda p: len(p.all("IfcWall", "25-02-162"))),
    ("How many walls are in project 2502162?", lambda p: len(p.all("IfcWall", "25-02-162"))),
    ("How many walls are in project Harbour House?", lambda p: len(p.all("IfcWall", "25-02-162"))),
    ("How many doors are in Harbour House?", lambda p: len(p.all("IfcDoor", "25-02-162"))),
    ("How many elements are in the latest version of Westlake Tower?", lambda p: len(p.elements("24-01-161"))),
    ("How many walls are in project 25-11-999?", lambda p: REFUSED),
    ("How many columns are in project Harbour House?", lambda p: 0),
    ("How many columns are in project Library?", lambda p: len(p.all("IfcColumn", "24-04-164"))),
    ("How many light fixtures are in the electrical models?", lambda p: len(p.all("IfcLightFixture", kind="elec"))),
    (
        "How many outlets are in the electrical model of Westlake Tower?",
        lambda p: len(p.all("IfcOutlet", "24-01-161", "elec")),
    ),
    ("How many outlets are in the plumbing model?", lambda p: REFUSED),
    (
        "How many walls are in the model arch of project 24-01-161?",
        lambda p: len(p.all("IfcWall", "24-01-161", "arch")),
    ),
    (
        "How many beams are on each level in project Library?",
        lambda p: dict(Counter(ue.get_container(b).Name for b in p.all("IfcBeam", "24-04-164"))),
    ),
    (
        "Which columns are on Level 2 in Library?",
        lambda p: {c.GlobalId for c in p.on(p.all("IfcColumn", "24-04-164"), "Level 2")},
    ),
    (
        "Which walls are longer than 25 ft in project 24-01-161?",
        lambda p: {w.GlobalId for w in p.all("IfcWall", "24-01-161") if p.size(w, "Length") > 25 * 0.3048},
    ),
    ("What is the tallest wall in Westlake?", lambda p: p.most(p.all("IfcWall", "24-01-161"), "Height")),
    ("Which beams are the longest?", lambda p: p.most(p.all("IfcBeam"), "Length")),
    (
        "How many walls are made of concrete in project 26-03-163?",
        lambda p: len(p.made_of(p.all("IfcWall", "26-03-163"), "Concrete")),
    ),
    ("Which projects have beams?", lambda p: p.projects(lambda n: p.all("IfcBeam", n))),
    ("How many projects have columns?", lambda p: len(p.projects(lambda n: p.all("IfcColumn", n)))),
    ("How many projects were created in 2025?", lambda p: len(p.projects(lambda n: n.startswith("25")))),
    ("How many models does each project have?", lambda p: {one.name: len(one.models) for one in PROJECTS}),
    ("How many elements does each project have?", lambda p: per_project(p, "IfcElement")),
    (
        "Which project has the most load-bearing walls?",
        lambda p: p.projects(lambda n: len(p.bearing(n)) == max(len(p.bearing(m)) for m in p.numbers)),
    ),
    ("How many versions are there?", lambda p: len(p.files)),
    ("Who owns Westlake Tower?", lambda p: {"Hans Meier"}),
    ("Who owns project 24-01-161?", lambda p: {"Hans Meier"}),
    ("Which projects does Hans Meier own?", lambda p: {one.name for one in PROJECTS if one.owner == "Hans Meier"}),
    ("projects by user Hans Meier", lambda p: {one.name for one in PROJECTS if one.owner == "Hans Meier"}),
    ("How many projects does Rosa Luna own?", lambda p: sum(one.owner == "Rosa Luna" for one in PROJECTS)),
    ("How many models are in project 24-01-161?", lambda p: 3),
    ("How many versions does the model of project 26-03-163 have?", lambda p: 3),
    ("How many doors were there in version 1 of project 26-03-163?", lambda p: 4),
    ("Which walls were added in project 26-03-163 since version 1?", lambda p: p.changes("26-03-163", 1, "IfcWall")),
    ("How many elements were added in Mill Lane School since version 2?", lambda p: len(p.changes("26-03-163", 2))),
    ("delete all projects", lambda p: REFUSED),
    ("Which projects does Zork own?", lambda p: REFUSED),
    ("Who owns project Atlantis?", lambda p: REFUSED),
    ("How many users are there?", lambda p: 5),
    ("List all projects of 2025", lambda p: p.projects(lambda n: n.startswith("25"))),
    ("How many structural models are there?", lambda p: len({n for n, kind in p.latest if kind == "struct"})),
    (
        "Which projects have an electrical model?",
        lambda p: p.projects(lambda n: (n, "elec") in p.latest),
    ),
    (
        "How many walls are in Westlake Tower and Harbour House?",
        lambda p: len(p.all("IfcWall", "24-01-161")) + len(p.all("IfcWall", "25-02-162")),
    ),
    (
        "Compare the number of walls in Westlake Tower and Harbour House",
        lambda p: len(p.all("IfcWall", "24-01-161")) + len(p.all("IfcWall", "25-02-162")),
    ),
    ("How many rooms are in Westlake Tower?", lambda p: 0),
]
