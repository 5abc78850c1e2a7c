"""A fourth set of plain questions, written and measured before any change; the forms of the answers are the same."""

from __future__ import annotations

from collections import Counter

import ifcopenshell.util.element as ue
from building_questions import NONE

_SQUARE_FOOT = 0.3048**2


def _space(m, name):
    return m.all("IfcSpace", name=name)[0]


def _tagged(m, cls, tag):
    return next(one for one in m.all(cls) if tag in one.Name)


def _where(m, cls, test):
    return [e for e in m.all(cls) if test(e)]


def _rooms_without(m, cls):
    return [s for s in m.all("IfcSpace") if not m.bounding(s, cls)]


def _layers(m, wall):
    material = ue.get_material(wall, should_skip_usage=True)
    return list(material.MaterialLayers) if material is not None and material.is_a("IfcMaterialLayerSet") else []


def _per_material(m, cls):
    return dict(Counter(name for e in m.all(cls) for name in m.materials(e)))


def _exact(m, name):
    return next(s for s in m.all("IfcSpace") if s.Name == name)


def _most_desks(m):
    desks = {s: len([e for e in m.inside(s) if "Desk" in e.Name]) for s in m.all("IfcSpace")}
    return [s for s, number in desks.items() if number == max(desks.values())]


def _glass(m, level):
    return sum(w.OverallWidth * w.OverallHeight for w in m.all("IfcWindow", level=level)) * 1e-6


def _fzk_glass(m, level):
    return sum(m.value(w, "Area") for w in m.all("IfcWindow", level=level))


def _smallest_windows(m):
    return m.most(m.all("IfcWindow"), "Area", least=True)


def _mean_area(m, level):
    rooms = m.all("IfcSpace", level=level)
    return m.sum(rooms, "NetFloorArea") / len(rooms)


def _most_used_wall_type(m):
    return Counter(w.ObjectType for w in m.all("IfcWall")).most_common(1)[0][0]


def _windows_of_longest(m):
    """Of all walls that are as long."""
    longest = m.most(m.all("IfcWall"), "Length")
    return sum(len(m.in_wall(wall, "IfcWindow")) for wall in longest)


DUPLEX = [
    ("Does the kitchen A103 have a window?", lambda m: bool(m.bounding(_space(m, "A103"), "IfcWindow"))),
    ("How many rooms have no windows?", lambda m: len(_rooms_without(m, "IfcWindow"))),
    (
        "Which bedrooms are larger than 26.15 m2?",
        lambda m: [s for s in m.all("IfcSpace", name="Bedroom") if m.value(s, "Area") > 26.15],
    ),
    (
        "How many doors are between 750 and 850 mm wide?",
        lambda m: len(_where(m, "IfcDoor", lambda d: 0.75 <= d.OverallWidth <= 0.85)),
    ),
    ("What is the most common window type?", lambda m: {"M_Fixed:819mm x 759mm"}),
    ("Are all the exterior walls made of brick?", lambda m: False),
    ("What percentage of the walls are load-bearing?", lambda m: 100 * len(m.all("IfcWall", LoadBearing=True)) / 57),
    ("Which is bigger, the living room A102 or the bedroom A202?", lambda m: [_space(m, "A102")]),
    ("How much larger is room A203 than room A202?", lambda m: 26.17799424999996 - 26.11931424999996),
    ("What is the type of door 146596?", lambda m: {"1250mm x 2010mm"}),
    ("What is the GUID of wall 138062?", lambda m: {_tagged(m, "IfcWall", "138062").GlobalId}),
    ("How many layers does wall 138584 have?", lambda m: len(_layers(m, _tagged(m, "IfcWall", "138584")))),
    ("Which wall type is used most often?", lambda m: {_most_used_wall_type(m)}),
    ("How many walls of each material are there?", lambda m: _per_material(m, "IfcWall")),
    ("Do both bathrooms on level 2 have a door?", lambda m: True),
    (
        "Which rooms have a volume between 30 and 50 cubic metres?",
        lambda m: _where(m, "IfcSpace", lambda s: 30 <= m.value(s, "Volume") <= 50),
    ),
    ("Which furniture stands in bedroom B202?", lambda m: m.inside(_space(m, "B202"))),
    (
        "How many rooms does unit A have?",
        lambda m: len([s for s in m.all("IfcSpace") if s.Name.startswith("A")]),
    ),
    ("What is the floor area of the roof space R301?", lambda m: m.value(_space(m, "R301"), "Area")),
    (
        "Total the area of the ceramic tile floors in square feet.",
        lambda m: m.sum(m.made_of(m.all("IfcSlab"), "ceramic tile"), "Area") / _SQUARE_FOOT,
    ),
    ("How many fire extinguishers are on level 1?", lambda m: NONE),
    ("Which walls are party walls?", lambda m: m.all("IfcWall", name="Party Wall")),
    (
        "How many kitchen cabinets are there?",
        lambda m: len([e for e in m.inside(_space(m, "A103")) + m.inside(_space(m, "B103")) if "Cabinet" in e.Name]),
    ),
    ("What is the paint colour of the interior walls?", lambda m: NONE),
    ("Which level is below level 1?", lambda m: m.all("IfcBuildingStorey", name="T/FDN")),
    ("How many storeys are above ground?", lambda m: 3),
    (
        "Which interior walls are thicker than 150 mm?",
        lambda m: [w for w in m.all("IfcWall", IsExternal=False) if m.value(w, "Width") > 0.15],
    ),
    ("What is the head height of door 146596?", lambda m: 2.01),
]

LARGE = [
    ("Which room has the most desks?", _most_desks),
    ("How many rooms are there on the second level?", lambda m: len(m.all("IfcSpace", level="Level 2"))),
    ("What is the net volume of all exterior walls?", lambda m: m.sum(m.all("IfcWall", IsExternal=True), "NetVolume")),
    ("How much glazing is on level 2 in square metres?", lambda m: _glass(m, "Level 2")),
    ("What is the average room area on level 1?", lambda m: _mean_area(m, "Level 1")),
    (
        "Which walls have no doors and no windows?",
        lambda m: [w for w in m.all("IfcWall") if not m.in_wall(w, "IfcDoor") and not m.in_wall(w, "IfcWindow")],
    ),
    ("How many windows does the longest wall have?", _windows_of_longest),
    (
        "Which rooms are smaller than room 5?",
        lambda m: _where(m, "IfcSpace", lambda s: m.value(s, "NetFloorArea") < m.value(_exact(m, "5"), "NetFloorArea")),
    ),
    ("What is the weight of the doors?", lambda m: NONE),
    ("Is the roof on level 2?", lambda m: any(m.level(r) == "Level 2" for r in m.all("IfcRoof"))),
    ("How high is the building?", lambda m: NONE),
    ("How many panes of glass are broken?", lambda m: NONE),
    ("What are the dimensions of the double doors?", lambda m: {"1500.0"}),
    (
        "How many inside walls are longer than 5 m?",
        lambda m: len([w for w in m.all("IfcWall", name="Inside") if m.sets(w)["BaseQuantities"]["Length"] > 5000]),
    ),
    ("List every material used in the building.", lambda m: {x.Name for x in m.file.by_type("IfcMaterial")}),
    ("How many emergency exits are there?", lambda m: NONE),
]

FZK = [
    ("How many rooms are there per storey?", lambda m: m.per_level("IfcSpace")),
    ("What is the total window area on the ground floor?", lambda m: _fzk_glass(m, "Erdgeschoss")),
    (
        "How many rafters are on the attic floor?",
        lambda m: len(m.all("IfcMember", name="Sparren", level="Dachgeschoss")),
    ),
    ("Which door is the widest?", lambda m: m.most(m.all("IfcDoor"), "OverallWidth")),
    ("What is the gross volume of the living room?", lambda m: m.value(_space(m, "Wohnen"), "GrossVolume")),
    (
        "Which rooms share the wall Wand-Int-ERDG-2?",
        lambda m: [s for s in m.all("IfcSpace") if any(w.Name == "Wand-Int-ERDG-2" for w in m.bounding(s, "IfcWall"))],
    ),
    ("Does the bathroom have a window?", lambda m: bool(m.bounding(_space(m, "Bad"), "IfcWindow"))),
    ("How many doors lead to the hallway?", lambda m: len(m.bounding(_space(m, "Flur"), "IfcDoor"))),
    ("What is the length of Pfette-1-1?", lambda m: m.value(m.all("IfcBeam", name="Pfette-1-1")[0], "Länge (A)")),
    ("Is the staircase a fire exit?", lambda m: True),
    (
        "How many walls have a U-value of 1.5?",
        lambda m: len(_where(m, "IfcWall", lambda w: m.value(w, "ThermalTransmittance") == 1.5)),
    ),
    (
        "What is the net floor area of the bedroom and the bathroom together?",
        lambda m: m.value(_space(m, "Schlafzimmer"), "NetFloorArea") + m.value(_space(m, "Bad"), "NetFloorArea"),
    ),
    ("How many sprinklers does the house have?", lambda m: NONE),
    ("Which window is the smallest?", _smallest_windows),
    ("What is the winter temperature of the bathroom?", lambda m: m.value(_space(m, "Bad"), "SpaceTemperatureWinter")),
    (
        "How many elements are on the ground floor?",
        lambda m: len([e for e in m.elements() if m.level(e) == "Erdgeschoss"]),
    ),
]

MODELS = {"bim/duplex_A.ifc": DUPLEX, "bim/LargeBuilding.ifc": LARGE, "bim/AC20-FZK-Haus.ifc": FZK}
