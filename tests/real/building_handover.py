"""A sixth set of plain questions, measured at first sight after the fifth was answered; the forms are the same."""

from __future__ import annotations

from building_questions import NONE


def _space(m, n):
    return m.all("IfcSpace", name=n)[0]


def _where(m, c, t):
    return [e for e in m.all(c) if t(e)]


DUPLEX = [
    (
        "How many beds and sofas are there?",
        lambda m: len(
            [
                e
                for e in m.all("IfcFurnishingElement")
                if "Bed" in e.Name.split(":")[0] or "Sofa" in e.Name.split(":")[0]
            ]
        ),
    ),
    ("What is the average width of the doors?", lambda m: sum(d.OverallWidth for d in m.all("IfcDoor")) / 14),
    (
        "Which rooms on level 2 have windows?",
        lambda m: [s for s in m.all("IfcSpace", level="Level 2") if m.bounding(s, "IfcWindow")],
    ),
    (
        "How many load-bearing interior walls are there?",
        lambda m: len(m.all("IfcWall", LoadBearing=True, IsExternal=False)),
    ),
    ("Which room has the smallest perimeter?", lambda m: m.most(m.all("IfcSpace"), "Perimeter", least=True)),
    (
        "What is the total area of the bathrooms in square feet?",
        lambda m: m.sum(m.all("IfcSpace", name="Bathroom"), "Area") / 0.3048**2,
    ),
    ("How many doors does the living room A102 have?", lambda m: len(m.bounding(_space(m, "A102"), "IfcDoor"))),
    (
        "Which exterior walls are longer than 15 m?",
        lambda m: [w for w in m.all("IfcWall", IsExternal=True) if m.value(w, "Length") > 15],
    ),
    ("How much concrete do the footings contain?", lambda m: m.sum(m.all("IfcFooting"), "Volume")),
    ("What is the elevation of the roof level?", lambda m: m.all("IfcBuildingStorey", name="Roof")[0].Elevation),
    ("How many fire doors are there?", lambda m: NONE),
    ("What is the carpet in bedroom A202?", lambda m: NONE),
    ("List the beams with their lengths.", lambda m: {b.Name: m.value(b, "Length") for b in m.all("IfcBeam")}),
    ("Which window is the widest?", lambda m: m.most(m.all("IfcWindow"), "OverallWidth")),
    (
        "How many rooms are larger than the kitchen A103?",
        lambda m: len(_where(m, "IfcSpace", lambda s: m.value(s, "Area") > m.value(_space(m, "A103"), "Area") + 1e-9)),
    ),
]
LARGE = [
    (
        "How many doors and windows are on level 1?",
        lambda m: len(m.all("IfcDoor", level="Level 1")) + len(m.all("IfcWindow", level="Level 1")),
    ),
    ("What is the total area of all rooms?", lambda m: m.sum(m.all("IfcSpace"), "NetFloorArea")),
    (
        "Which rooms have more than two desks?",
        lambda m: [s for s in m.all("IfcSpace") if len([e for e in m.inside(s) if "Desk" in e.Name]) > 2],
    ),
    ("How wide are the single-flush doors?", lambda m: {"915.0"}),
    ("Are there any columns?", lambda m: False),
    ("Which doors are on level 2?", lambda m: m.all("IfcDoor", level="Level 2")),
    ("What does the roof cost?", lambda m: NONE),
    ("How many walls are on each storey?", lambda m: m.per_level("IfcWall")),
    ("How many heating units are installed?", lambda m: NONE),
]
FZK = [
    (
        "How many windows and doors does the ground floor have?",
        lambda m: len(m.all("IfcWindow", level="Erdgeschoss")) + len(m.all("IfcDoor", level="Erdgeschoss")),
    ),
    (
        "What is the net volume of the exterior wall Wand-Ext-ERDG-1?",
        lambda m: m.value(m.all("IfcWall", name="Wand-Ext-ERDG-1")[0], "NetVolume"),
    ),
    (
        "Which room is the second smallest?",
        lambda m: sorted(m.all("IfcSpace"), key=lambda s: m.value(s, "NetFloorArea"))[1:2],
    ),
    ("How many rooms have no window?", lambda m: len([s for s in m.all("IfcSpace") if not m.bounding(s, "IfcWindow")])),
    (
        "What is the thickness of the internal wall Wand-Int-ERDG-1?",
        lambda m: m.value(m.all("IfcWall", name="Wand-Int-ERDG-1")[0], "Width"),
    ),
    (
        "Which rooms are colder than 22 degrees in winter?",
        lambda m: _where(
            m,
            "IfcSpace",
            lambda s: m.value(s, "SpaceTemperatureWinter") is not None and m.value(s, "SpaceTemperatureWinter") < 22,
        ),
    ),
    (
        "What is the total length of the rafters?",
        lambda m: (
            NONE
            if not any(m.value(e, "Länge (A)") for e in m.all("IfcMember", name="Sparren"))
            else m.sum(m.all("IfcMember", name="Sparren"), "Länge (A)")
        ),
    ),
    ("How many bathrooms does the house have?", lambda m: 1),
    (
        "What is the average net floor area of the ground floor rooms?",
        lambda m: (
            m.sum(m.all("IfcSpace", level="Erdgeschoss"), "NetFloorArea") / len(m.all("IfcSpace", level="Erdgeschoss"))
        ),
    ),
    ("Which architect signed the drawings?", lambda m: NONE),
    (
        "What is the difference in area between the kitchen and the bathroom?",
        lambda m: abs(m.value(_space(m, "Küche"), "NetFloorArea") - m.value(_space(m, "Bad"), "NetFloorArea")),
    ),
    (
        "Which walls are made of lightweight concrete and thinner than 25 cm?",
        lambda m: [w for w in m.made_of(m.all("IfcWall"), "leichtbeton") if m.value(w, "Width") < 0.25],
    ),
    ("What is the U-value of EG-Fenster-6?", lambda m: 1.4),
    ("How many beams are on the attic?", lambda m: len(m.all("IfcBeam", level="Dachgeschoss"))),
    (
        "Which rooms have two or more doors?",
        lambda m: [s for s in m.all("IfcSpace") if len(m.bounding(s, "IfcDoor")) >= 2],
    ),
    ("How many lights are in the kitchen?", lambda m: NONE),
]
MODELS = {"bim/duplex_A.ifc": DUPLEX, "bim/LargeBuilding.ifc": LARGE, "bim/AC20-FZK-Haus.ifc": FZK}
