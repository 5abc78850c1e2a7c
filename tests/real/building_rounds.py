"""A fifth set of plain questions, written and measured after the fourth was answered; the forms are the same."""

from __future__ import annotations

from collections import Counter

from building_questions import NONE

_SQUARE_FOOT = 0.3048**2


def _space(m, name):
    return m.all("IfcSpace", name=name)[0]


def _where(m, cls, test):
    return [e for e in m.all(cls) if test(e)]


def _tagged(m, cls, tag):
    return next(one for one in m.all(cls) if tag in one.Name)


def _rooms_with(m, cls):
    return [s for s in m.all("IfcSpace") if m.bounding(s, cls)]


DUPLEX = [
    ("How many doors and windows does the building have?", lambda m: 14 + 24),
    (
        "How many tables and chairs are on level 1?",
        lambda m: len(
            [e for e in m.all("IfcFurnishingElement", level="Level 1") if "Table" in e.Name or "Chair" in e.Name]
        ),
    ),
    ("Which bathroom has the largest area?", lambda m: m.most(m.all("IfcSpace", name="Bathroom"), "Area")),
    ("Give me the volume of each footing.", lambda m: {f.Name: m.value(f, "Volume") for f in m.all("IfcFooting")}),
    (
        "What is the combined area of the living rooms and kitchens?",
        lambda m: m.sum(m.all("IfcSpace", name="Living") + m.all("IfcSpace", name="Kitchen"), "Area"),
    ),
    ("How many windows face outside on level 2?", lambda m: len(m.all("IfcWindow", level="Level 2", IsExternal=True))),
    (
        "Which doors are taller than the windows 146885?",
        lambda m: _where(m, "IfcDoor", lambda d: d.OverallHeight > _tagged(m, "IfcWindow", "146885").OverallHeight),
    ),
    ("How many casement windows are there?", lambda m: len(m.all("IfcWindow", name="Casement"))),
    ("What is the thickness of wall 138584?", lambda m: m.value(_tagged(m, "IfcWall", "138584"), "Width")),
    (
        "List the types of doors and how many there are of each.",
        lambda m: dict(Counter(d.ObjectType for d in m.all("IfcDoor"))),
    ),
    ("Is there any room bigger than 100 m2?", lambda m: True),
    (
        "Which rooms on level 1 are smaller than 5 square metres?",
        lambda m: [s for s in m.all("IfcSpace", level="Level 1") if m.value(s, "Area") < 5],
    ),
    ("Who is responsible for maintaining the boiler?", lambda m: NONE),
    ("What is the U-value of the roof?", lambda m: NONE),
    (
        "How many steps does the staircase have?",
        lambda m: {str(m.value(s, "NumberOfRiser", "Actual Number of Risers")) for s in m.all("IfcStairFlight")},
    ),
    ("Which storey has the greatest floor area of rooms?", lambda m: m.all("IfcBuildingStorey", name="Roof")),
    ("How many radiators are in the bathrooms?", lambda m: NONE),
    ("What share of the windows is on level 2?", lambda m: 100 * len(m.all("IfcWindow", level="Level 2")) / 24),
]

LARGE = [
    ("How many inside walls and outside walls are there?", lambda m: 18),
    ("What is the biggest window?", lambda m: m.most(m.all("IfcWindow"), "OverallWidth")),
    ("How many chairs does each room have?", lambda m: NONE),
    (
        "Which rooms contain no desks?",
        lambda m: [s for s in m.all("IfcSpace") if not any("Desk" in e.Name for e in m.inside(s))],
    ),
    (
        "What is the perimeter of the largest room?",
        lambda m: m.value(m.most(m.all("IfcSpace"), "NetFloorArea")[0], "Perimeter", "GrossPerimeter"),
    ),
    ("How many windows are in wall 353488?", lambda m: len(m.in_wall(_tagged(m, "IfcWall", "353488"), "IfcWindow"))),
    ("What is the emergency lighting level in room 2?", lambda m: NONE),
    ("How many square metres of wall are on level 2?", lambda m: m.sum(m.all("IfcWall", level="Level 2"), "Area")),
    ("How tall is the building's first storey?", lambda m: NONE),
    (
        "Which doors are in inside walls?",
        lambda m: [d for w in m.all("IfcWall", name="Inside") for d in m.in_wall(w, "IfcDoor")],
    ),
]

FZK = [
    (
        "Which rooms are on the ground floor and larger than 20 m2?",
        lambda m: [s for s in m.all("IfcSpace", level="Erdgeschoss") if m.value(s, "NetFloorArea") > 20],
    ),
    ("How many interior doors are there?", lambda m: 3),
    (
        "What are the areas of the rooms on the ground floor?",
        lambda m: {str(m.value(s, "NetFloorArea")) for s in m.all("IfcSpace", level="Erdgeschoss")},
    ),
    (
        "How much bigger is the living room than the kitchen?",
        lambda m: m.value(_space(m, "Wohnen"), "NetFloorArea") - m.value(_space(m, "Küche"), "NetFloorArea"),
    ),
    ("Which room is directly above the kitchen?", lambda m: NONE),
    (
        "How many external walls have windows?",
        lambda m: len([w for w in m.all("IfcWall", name="Ext") if m.in_wall(w, "IfcWindow")]),
    ),
    (
        "What is the total volume of the rafters?",
        lambda m: m.sum(m.all("IfcMember", name="Sparren"), "NetVolume", "Volumen"),
    ),
    (
        "What's the ratio of window area to floor area?",
        lambda m: m.sum(m.all("IfcWindow"), "Area") / m.sum(m.all("IfcSpace"), "NetFloorArea"),
    ),
    ("How many people can occupy the building?", lambda m: NONE),
    (
        "Which door connects the bedroom and the hallway?",
        lambda m: [
            d for d in m.bounding(_space(m, "Schlafzimmer"), "IfcDoor") if d in m.bounding(_space(m, "Flur"), "IfcDoor")
        ],
    ),
    ("What is the width of the smallest door?", lambda m: min(d.OverallWidth for d in m.all("IfcDoor"))),
    ("When is the next inspection of the fire doors?", lambda m: NONE),
]

MODELS = {"bim/duplex_A.ifc": DUPLEX, "bim/LargeBuilding.ifc": LARGE, "bim/AC20-FZK-Haus.ifc": FZK}
