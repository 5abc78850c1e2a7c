"""A third set of plain questions, written after the words of the second were known and measured before any change."""

from __future__ import annotations

from building_questions import NONE


def _value(m, cls, name, *keys):
    return m.value(m.all(cls, name=name)[0], *keys)


def _area(m, wall):
    return m.value(wall, "Area") or m.value(wall, "Length") * m.value(wall, "Unconnected Height")


def _tagged(m, cls, tag):
    return next(one for one in m.all(cls) if tag in one.Name)


def _second_largest(m):
    areas = {s: round(m.value(s, "Area"), 3) for s in m.all("IfcSpace")}
    return [s for s, area in areas.items() if area == sorted(set(areas.values()))[-2]]


def _glazing(m):
    return sum(w.OverallWidth * w.OverallHeight for w in m.all("IfcWindow")) * 1e-6


def _named(m, cls, name):
    return m.all(cls, name=name)


DUPLEX = [
    ("Count all elements on level 2.", lambda m: len([e for e in m.elements() if m.level(e) == "Level 2"])),
    ("How many exterior doors does the house have?", lambda m: len(m.all("IfcDoor", IsExternal=True))),
    ("Give me a list of all bathrooms.", lambda m: m.all("IfcSpace", name="Bathroom")),
    ("How large is the hallway A201?", lambda m: _value(m, "IfcSpace", "A201", "Area")),
    ("What is the height of the windows on the roof?", lambda m: {"1.17"}),
    ("Which walls are not external?", lambda m: m.all("IfcWall", IsExternal=False)),
    (
        "What is the total surface of the exterior walls?",
        lambda m: sum(_area(m, w) for w in m.all("IfcWall", IsExternal=True)),
    ),
    ("How many walls are there on each level?", lambda m: m.per_level("IfcWall")),
    ("Which is the shortest beam?", lambda m: m.most(m.all("IfcBeam"), "Length", least=True)),
    ("Do any walls contain air layers?", lambda m: bool(m.made_of(m.all("IfcWall"), "air"))),
    ("How many plasterboard walls are there?", lambda m: len(m.made_of(m.all("IfcWall"), "plasterboard"))),
    (
        "What is the volume of concrete in the footings in cubic feet?",
        lambda m: m.sum(m.all("IfcFooting"), "Volume") / 0.3048**3,
    ),
    (
        "Which rooms have a perimeter over 20 m?",
        lambda m: [s for s in m.all("IfcSpace") if m.value(s, "Perimeter") > 20],
    ),
    ("How many tables are in the building?", lambda m: len(_named(m, "IfcFurnishingElement", "Table"))),
    (
        "How many cabinets are on level 1?",
        lambda m: len(m.all("IfcFurnishingElement", name="Cabinet", level="Level 1")),
    ),
    ("Which doors are in wall 138584?", lambda m: m.in_wall(_tagged(m, "IfcWall", "138584"), "IfcDoor")),
    ("What's the average room size on level 1?", lambda m: m.sum(m.all("IfcSpace", level="Level 1"), "Area") / 10),
    ("Which room is the second largest?", _second_largest),
    ("What is the colour of the doors?", lambda m: NONE),
    ("How much do the beams weigh?", lambda m: NONE),
    ("How many parking spaces are there?", lambda m: NONE),
    (
        "Which windows are wider than they are high?",
        lambda m: [w for w in m.all("IfcWindow") if w.OverallWidth > w.OverallHeight],
    ),
    ("How many openings are in wall 138062?", lambda m: len(_tagged(m, "IfcWall", "138062").HasOpenings)),
    ("Is there a kitchen on level 2?", lambda m: False),
]

LARGE = [
    ("How many windows does the model contain in total?", lambda m: 42),
    ("What is the total length of internal walls?", lambda m: NONE),
    ("How many square feet of windows are there?", lambda m: _glazing(m) / 0.09290304),
    (
        "How many doors does each wall have?",
        lambda m: {w.Name: len(m.in_wall(w, "IfcDoor")) for w in m.all("IfcWall") if m.in_wall(w, "IfcDoor")},
    ),
    ("Which walls are on level 2?", lambda m: m.all("IfcWall", level="Level 2")),
    ("What is the tallest wall's height?", lambda m: 4000.0),
    (
        "How many rooms have an area above 30 m2?",
        lambda m: len([s for s in m.all("IfcSpace") if m.value(s, "NetFloorArea") > 30]),
    ),
    ("What materials are the doors made of?", lambda m: set().union(*(m.materials(d) for d in m.all("IfcDoor")))),
    ("How many different wall types exist?", lambda m: 2),
    ("Which level is at 4 m?", lambda m: m.all("IfcBuildingStorey", name="Level 2")),
    ("What is the sill height of the windows?", lambda m: {"305.000000000004"}),
    ("How many elements are made of aluminium?", lambda m: len(m.made_of(m.elements(), "aluminum"))),
    ("Who is the client?", lambda m: NONE),
    ("How many staircases are there?", lambda m: NONE),
]

FZK = [
    ("How many doors are on the ground floor?", lambda m: len(m.all("IfcDoor", level="Erdgeschoss"))),
    ("What is the area of the bathroom?", lambda m: _value(m, "IfcSpace", "Bad", "NetFloorArea")),
    ("Which rooms are upstairs?", lambda m: m.all("IfcSpace", level="Dachgeschoss")),
    ("How high is the kitchen?", lambda m: _value(m, "IfcSpace", "Küche", "Height")),
    (
        "What is the longest wall on the ground floor?",
        lambda m: m.most(m.all("IfcWall", level="Erdgeschoss"), "Length"),
    ),
    (
        "How many windows does the kitchen have?",
        lambda m: len(m.bounding(m.all("IfcSpace", name="Küche")[0], "IfcWindow")),
    ),
    (
        "What is the total volume of the slabs made of concrete?",
        lambda m: m.sum(m.made_of(m.all("IfcSlab"), "beton"), "NetVolume"),
    ),
    ("When was the house built?", lambda m: {"2008"}),
    ("What is the gross volume of Wand-Ext-ERDG-2?", lambda m: _value(m, "IfcWall", "Wand-Ext-ERDG-2", "GrossVolume")),
    (
        "Which doors have a u-value below 2?",
        lambda m: [d for d in m.all("IfcDoor") if m.value(d, "ThermalTransmittance") < 2],
    ),
    (
        "How many square metres of floor does the Erdgeschoss have?",
        lambda m: m.sum(m.all("IfcSpace", level="Erdgeschoss"), "NetFloorArea"),
    ),
    ("How far is the upper storey above the ground floor?", lambda m: 2.7),
    ("Which walls bound the bathroom?", lambda m: m.bounding(m.all("IfcSpace", name="Bad")[0], "IfcWall")),
    ("How many solar panels are on the roof?", lambda m: NONE),
    ("What is the slab thickness?", lambda m: {"0.2"}),
    ("Are there any railings on the attic?", lambda m: bool(m.all("IfcRailing", level="Dachgeschoss"))),
]

MODELS = {"bim/duplex_A.ifc": DUPLEX, "bim/LargeBuilding.ifc": LARGE, "bim/AC20-FZK-Haus.ifc": FZK}
