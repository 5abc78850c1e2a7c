"""Plain questions that architects, estimators and facility managers ask, each with its answer computed from the file.

A question's answer is a number (quantities as the file stores them), a list of elements, a set of texts, a mapping of
a group to a number, or NONE: the model does not hold it, so only saying so is right.
"""

from __future__ import annotations

import ifcopenshell.util.element as ue

NONE = "not in the model"

_AREA = ("Area",)


def _glazed(m):
    return sum(window.OverallWidth * window.OverallHeight for window in m.all("IfcWindow"))


def _windows_of(m, name):
    return m.in_wall(m.all("IfcWall", name=name)[0], "IfcWindow")


def _over(m, ifc_class, name, least):
    return [e for e in m.all(ifc_class) if m.value(e, name) > least]


def _under(m, ifc_class, name, most):
    return [e for e in m.all(ifc_class) if m.value(e, name) is not None and m.value(e, name) < most]


def _type_of(e):
    return ue.get_type(e).Name


DUPLEX = [
    ("How many doors are there?", lambda m: len(m.all("IfcDoor"))),
    ("How many windows does the building have?", lambda m: len(m.all("IfcWindow"))),
    ("How many storeys does the building have?", lambda m: 4),
    ("How many rooms are on Level 2?", lambda m: len(m.all("IfcSpace", level="Level 2"))),
    ("How many exterior walls are there?", lambda m: len(m.all("IfcWall", IsExternal=True))),
    ("How many interior doors are there?", lambda m: len(m.all("IfcDoor", IsExternal=False))),
    ("Which doors are exterior doors?", lambda m: m.all("IfcDoor", IsExternal=True)),
    ("How many walls are not load-bearing?", lambda m: len(m.all("IfcWall", LoadBearing=False))),
    ("How many footings are there?", lambda m: len(m.all("IfcFooting"))),
    ("How many foundations does the building have?", lambda m: len(m.all("IfcFooting"))),
    ("How many pieces of furniture are on Level 1?", lambda m: len(m.all("IfcFurnishingElement", level="Level 1"))),
    ("How many windows are on each storey?", lambda m: m.per_level("IfcWindow")),
    ("How many doors are there per level?", lambda m: m.per_level("IfcDoor")),
    ("What is the total area of all windows?", lambda m: _glazed(m)),
    ("How long is the longest beam?", lambda m: m.value(m.most(m.all("IfcBeam"), "Length")[0], "Length")),
    ("Which beam is the longest?", lambda m: m.most(m.all("IfcBeam"), "Length")),
    ("What is the total length of the beams?", lambda m: m.sum(m.all("IfcBeam"), "Length")),
    ("What is the total volume of the walls?", lambda m: m.sum(m.all("IfcWall"), "Volume")),
    ("What is the average area of the bedrooms?", lambda m: m.sum(m.all("IfcSpace", name="Bedroom"), *_AREA) / 4),
    ("Which room is the largest?", lambda m: m.most(m.all("IfcSpace"), *_AREA)),
    ("What is the smallest room?", lambda m: m.most(m.all("IfcSpace"), *_AREA, least=True)),
    ("What is the area of room A102?", lambda m: m.sum(m.all("IfcSpace", name="A102"), *_AREA)),
    ("What is the total area of the kitchens?", lambda m: m.sum(m.all("IfcSpace", name="Kitchen"), *_AREA)),
    ("Which walls are longer than 10 m?", lambda m: _over(m, "IfcWall", "Length", 10)),
    ("Which doors are wider than 1 metre?", lambda m: [d for d in m.all("IfcDoor") if d.OverallWidth > 1]),
    ("Which windows are taller than 2 m?", lambda m: [w for w in m.all("IfcWindow") if w.OverallHeight > 2]),
    (
        "How many doors are 864 mm wide?",
        lambda m: sum(round(m.value(d, "Width"), 6) == 0.864 for d in m.all("IfcDoor")),
    ),
    ("Which spaces have an area below 5 m2?", lambda m: [s for s in m.all("IfcSpace") if m.value(s, *_AREA) < 5]),
    ("How many walls contain brick?", lambda m: len(m.made_of(m.all("IfcWall"), "brick"))),
    ("Which walls contain plasterboard?", lambda m: m.made_of(m.all("IfcWall"), "plasterboard")),
    ("Which materials are used in the walls?", lambda m: set().union(*(m.materials(w) for w in m.all("IfcWall")))),
    ("How many walls contain insulation?", lambda m: len(m.made_of(m.all("IfcWall"), "insulation"))),
    ("Which elements are made of steel?", lambda m: m.made_of(m.elements(), "steel")),
    ("What are the beams made of?", lambda m: set().union(*(m.materials(b) for b in m.all("IfcBeam")))),
    ("How many steel beams are there?", lambda m: len(m.made_of(m.all("IfcBeam"), "steel"))),
    ("Which footings have no material?", lambda m: [f for f in m.all("IfcFooting") if not m.value(f, "Material")]),
    ("Which doors have no fire rating?", lambda m: m.all("IfcDoor")),
    ("What is the fire rating of the doors?", lambda m: NONE),
    ("Who manufactured the windows?", lambda m: NONE),
    ("How many columns are there in the building?", lambda m: 0),
    ("Are there any lifts in the building?", lambda m: NONE),
    ("How many stairs are there?", lambda m: len(m.all("IfcStair"))),
    ("How many risers does each stair have?", lambda m: {"16"}),
    ("Which rooms are on Level 1?", lambda m: m.all("IfcSpace", level="Level 1")),
    ("Which windows are on the roof level?", lambda m: m.all("IfcWindow", level="Roof")),
    ("What furniture is in room A103?", lambda m: m.inside(m.all("IfcSpace", name="A103")[0])),
    ("How many sofas are there?", lambda m: len(m.all("IfcFurnishingElement", name="Sofa"))),
    ("Which walls bound room A104?", lambda m: m.bounding(m.all("IfcSpace", name="A104")[0], "IfcWall")),
    ("How many bathrooms are there?", lambda m: len(m.all("IfcSpace", name="Bathroom"))),
    ("How many bedrooms are on level 2?", lambda m: len(m.all("IfcSpace", name="Bedroom", level="Level 2"))),
    ("What is the elevation of Level 2?", lambda m: m.all("IfcBuildingStorey", name="Level 2")[0].Elevation),
    ("Which walls are the thickest?", lambda m: m.most(m.all("IfcWall"), "Width")),
    ("How many skylights are there?", lambda m: len(m.all("IfcWindow", name="Skylight"))),
    ("How many different door types are used?", lambda m: len({ue.get_type(d) for d in m.all("IfcDoor")})),
    (
        "What is the total floor area of all rooms on Level 1?",
        lambda m: m.sum(m.all("IfcSpace", level="Level 1"), *_AREA),
    ),
    ("What is the perimeter of room B202?", lambda m: m.sum(m.all("IfcSpace", name="B202"), "Perimeter")),
    ("What do the doors cost?", lambda m: NONE),
    ("When was the building built?", lambda m: NONE),
    ("Which level has the most walls?", lambda m: m.all("IfcBuildingStorey", name="Level 2")),
    ("How many slabs are thinner than 20 mm?", lambda m: len(_under(m, "IfcSlab", "Thickness", 0.02))),
    ("How many ceilings are there?", lambda m: len(m.all("IfcCovering"))),
    ("What is the total ceiling area?", lambda m: m.sum(m.all("IfcCovering"), *_AREA)),
    ("What is the total volume of the footings?", lambda m: m.sum(m.all("IfcFooting"), "Volume")),
    ("Which doors lead to room A101?", lambda m: m.bounding(m.all("IfcSpace", name="A101")[0], "IfcDoor")),
    ("How big is room A102 in square feet?", lambda m: m.sum(m.all("IfcSpace", name="A102"), *_AREA) / 0.09290304),
    ("How high are the guard rails?", lambda m: {"1.1"}),
]

LARGE = [
    ("How many rooms are there?", lambda m: len(m.all("IfcSpace"))),
    ("How many desks are there?", lambda m: len(m.all("IfcFurnishingElement", name="Desk"))),
    ("How many windows are on Level 2?", lambda m: len(m.all("IfcWindow", level="Level 2"))),
    ("How many doors are on the first level?", lambda m: len(m.all("IfcDoor", level="Level 1"))),
    ("What is the width of the widest door?", lambda m: 1500.0),
    ("Which doors are wider than 1 m?", lambda m: [d for d in m.all("IfcDoor") if d.OverallWidth > 1000]),
    ("How many external walls are there?", lambda m: len(m.all("IfcWall", IsExternal=True))),
    ("How many load-bearing walls are there?", lambda m: 0),
    ("Which rooms are the biggest?", lambda m: m.most(m.all("IfcSpace"), "NetFloorArea")),
    ("What is the total net floor area?", lambda m: m.sum(m.all("IfcSpace"), "NetFloorArea")),
    ("What is the total volume of the walls?", lambda m: m.sum(m.all("IfcWall"), "NetVolume")),
    ("What is the thermal transmittance of the windows?", lambda m: {"3.6886"}),
    ("What is the U-value of the doors?", lambda m: {"3.7021"}),
    ("How many walls are longer than 10 metres?", lambda m: len(_over(m, "IfcWall", "Length", 10000))),
    ("How tall are the windows?", lambda m: {"1830.0"}),
    ("What fire rating do the walls have?", lambda m: NONE),
    ("What are the desks made of?", lambda m: set().union(*(m.materials(e) for e in m.all("IfcFurnishingElement")))),
    ("Which doors contain cherry?", lambda m: m.made_of(m.all("IfcDoor"), "cherry")),
    ("How many levels are there?", lambda m: 2),
    ("How high is level 2?", lambda m: 4000.0),
    ("What is the area of room 5?", lambda m: m.sum([s for s in m.all("IfcSpace") if s.Name == "5"], "NetFloorArea")),
    ("Which walls have no windows?", lambda m: [w for w in m.all("IfcWall") if not m.in_wall(w, "IfcWindow")]),
    ("How many walls have windows?", lambda m: sum(bool(m.in_wall(w, "IfcWindow")) for w in m.all("IfcWall"))),
    ("How many walls are of type Outside wall?", lambda m: sum("Outside" in _type_of(w) for w in m.all("IfcWall"))),
    ("How many toilets are there?", lambda m: NONE),
    ("How thick are the walls?", lambda m: {"200.0"}),
    ("What is the average area of the rooms?", lambda m: m.sum(m.all("IfcSpace"), "NetFloorArea") / 8),
    ("Which rooms are larger than 40 square metres?", lambda m: _over(m, "IfcSpace", "NetFloorArea", 40)),
    ("Which level has more windows?", lambda m: m.all("IfcBuildingStorey", name="Level 1")),
    ("What is the acoustic rating of the doors?", lambda m: NONE),
    ("What is the total ceiling area?", lambda m: m.sum(m.all("IfcCovering"), "GrossCeilingArea")),
    ("How many internal doors are there?", lambda m: len(m.all("IfcDoor", IsExternal=False))),
    ("How many chairs are there?", lambda m: NONE),
    (
        "How long are all the walls together?",
        lambda m: sum(m.sets(w)["BaseQuantities"]["Length"] for w in m.all("IfcWall")),
    ),
]

FZK = [
    ("How many rooms are in the Erdgeschoss?", lambda m: len(m.all("IfcSpace", level="Erdgeschoss"))),
    ("How many windows are on the ground floor?", lambda m: len(m.all("IfcWindow", level="Erdgeschoss"))),
    (
        "What is the net floor area of the Küche?",
        lambda m: m.sum(m.all("IfcSpace", name="Küche"), "NetFloorArea"),
    ),
    ("Which is the biggest room?", lambda m: m.most(m.all("IfcSpace"), "NetFloorArea")),
    ("Which rooms are smaller than 15 m2?", lambda m: _under(m, "IfcSpace", "NetFloorArea", 15)),
    ("List all rooms.", lambda m: m.all("IfcSpace")),
    ("How many beams are there?", lambda m: len(m.all("IfcBeam"))),
    ("How many members does the model contain?", lambda m: len(m.all("IfcMember"))),
    ("How many walls are on the Dachgeschoss?", lambda m: len(m.all("IfcWall", level="Dachgeschoss"))),
    ("What is the total wall volume?", lambda m: m.sum(m.all("IfcWall"), "NetVolume")),
    ("How many walls are made of concrete?", lambda m: len(m.made_of(m.all("IfcWall"), "beton"))),
    ("How many beams are made of wood?", lambda m: len(m.made_of(m.all("IfcBeam"), "holz"))),
    ("Which slabs are made of reinforced concrete?", lambda m: m.made_of(m.all("IfcSlab"), "stahlbeton")),
    ("Which walls are made of Leichtbeton?", lambda m: m.made_of(m.all("IfcWall"), "leichtbeton")),
    ("What is the thermal transmittance of Wand-Ext-ERDG-1?", lambda m: 0.4),
    ("Which walls have a U-value above 1?", lambda m: _over(m, "IfcWall", "ThermalTransmittance", 1)),
    ("How wide is the Haustuer?", lambda m: m.all("IfcDoor", name="Haustuer")[0].OverallWidth),
    ("How tall is Terrassentuer?", lambda m: m.all("IfcDoor", name="Terrassentuer")[0].OverallHeight),
    ("Which windows are in Wand-Ext-ERDG-1?", lambda m: _windows_of(m, "Wand-Ext-ERDG-1")),
    (
        "Which wall is EG-Fenster-6 in?",
        lambda m: [w for w in m.all("IfcWall") if any(e.Name == "EG-Fenster-6" for e in m.in_wall(w, "IfcWindow"))],
    ),
    ("What is the height of the Wohnen?", lambda m: m.value(m.all("IfcSpace", name="Wohnen")[0], "Height")),
    ("What is the fire rating of the walls?", lambda m: NONE),
    ("How old is the building?", lambda m: {m.value(m.all("IfcBuilding")[0], "YearOfConstruction")}),
    ("Which storey is the Galerie on?", lambda m: m.all("IfcBuildingStorey", name="Dachgeschoss")),
    ("How many stairs are there?", lambda m: len(m.all("IfcStair"))),
    ("Which walls are thicker than 25 cm?", lambda m: [w for w in m.all("IfcWall") if m.value(w, "Width") > 0.25]),
    ("How thick is the thinnest wall?", lambda m: min(m.value(w, "Width") for w in m.all("IfcWall"))),
    ("What is the gross floor area of the Bad?", lambda m: m.value(m.all("IfcSpace", name="Bad")[0], "GrossFloorArea")),
    ("Which doors lead to the Flur?", lambda m: m.bounding(m.all("IfcSpace", name="Flur")[0], "IfcDoor")),
    ("How many columns are there?", lambda m: 0),
    ("Which wall is the longest?", lambda m: m.most(m.all("IfcWall"), "Length")),
    ("How many slabs are on each floor?", lambda m: m.per_level("IfcSlab")),
    ("What are the names of the storeys?", lambda m: m.all("IfcBuildingStorey")),
    (
        "What is the net floor area per storey?",
        lambda m: {
            level: m.sum(m.all("IfcSpace", level=level), "NetFloorArea") for level in ("Erdgeschoss", "Dachgeschoss")
        },
    ),
    ("How many radiators are there?", lambda m: NONE),
    (
        "What is the total area of the windows?",
        lambda m: sum(m.sets(w)["BaseQuantities"]["Area"] for w in m.all("IfcWindow")),
    ),
    (
        "Which rooms does Wand-Int-ERDG-1 bound?",
        lambda m: [s for s in m.all("IfcSpace") if any(w.Name == "Wand-Int-ERDG-1" for w in m.bounding(s, "IfcWall"))],
    ),
    ("What is the average window width?", lambda m: sum(w.OverallWidth for w in m.all("IfcWindow")) / 11),
    ("Who is the owner of the building?", lambda m: NONE),
    (
        "What is the volume of the Schlafzimmer?",
        lambda m: m.value(m.all("IfcSpace", name="Schlafzimmer")[0], "NetVolume", "GrossVolume"),
    ),
]

MODELS = {"bim/duplex_A.ifc": DUPLEX, "bim/LargeBuilding.ifc": LARGE, "bim/AC20-FZK-Haus.ifc": FZK}
