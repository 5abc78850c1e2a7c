"""More plain questions over the development models, in other people's words, with answers computed from the files.

The forms of the answers are those of `building_questions`.
"""

from __future__ import annotations

from collections import Counter

import ifcopenshell.util.element as ue
from building_questions import NONE

_FOOT = 0.3048
_SQUARE_FOOT = _FOOT * _FOOT


def _space(m, name):
    return m.all("IfcSpace", name=name)[0]


def _hosts(m, ifc_class):
    return [w for w in m.all("IfcWall") if m.in_wall(w, ifc_class)]


def _where(m, ifc_class, test):
    return [e for e in m.all(ifc_class) if test(e)]


def _glass(m, level):
    return sum(w.OverallWidth * w.OverallHeight for w in m.all("IfcWindow", level=level))


def _furniture(m):
    return m.all("IfcFurnishingElement")


def _layers_without(m, ifc_class):
    return [e for e in m.all(ifc_class) if not m.materials(e)]


def _per_type(m, ifc_class):
    """By type; types of one name are told apart by the family that the names of their elements start with."""
    counts = Counter((ue.get_type(e).Name, e.Name.partition(":")[0]) for e in m.all(ifc_class))
    shared = Counter(name for name, _ in counts)
    return {f"{family}:{name}" if shared[name] > 1 else name: number for (name, family), number in counts.items()}


DUPLEX = [
    ("How many beds are there in the building?", lambda m: len(m.all("IfcFurnishingElement", name="Bed"))),
    (
        "How many openings do the exterior walls have?",
        lambda m: sum(len(w.HasOpenings) for w in m.all("IfcWall", IsExternal=True)),
    ),
    ("Give me the floor area of unit B's living room B102.", lambda m: m.value(_space(m, "B102"), "Area")),
    (
        "Which rooms are bigger than 200 square feet?",
        lambda m: _where(m, "IfcSpace", lambda s: m.value(s, "Area") > 200 * _SQUARE_FOOT),
    ),
    ("Which beams are longer than 20 ft?", lambda m: _where(m, "IfcBeam", lambda b: m.value(b, "Length") > 20 * _FOOT)),
    (
        "What is the total area of the bedrooms in square feet?",
        lambda m: m.sum(m.all("IfcSpace", name="Bedroom"), "Area") / _SQUARE_FOOT,
    ),
    ("How many doors are narrower than 800 mm?", lambda m: len(_where(m, "IfcDoor", lambda d: d.OverallWidth < 0.8))),
    ("List the windows on the second floor.", lambda m: m.all("IfcWindow", level="Level 2")),
    ("Which materials does the building contain?", lambda m: {x.Name for x in m.file.by_type("IfcMaterial")}),
    ("How many cubic metres of concrete footings are there?", lambda m: m.sum(m.all("IfcFooting"), "Volume")),
    ("Which room has the largest perimeter?", lambda m: m.most(m.all("IfcSpace"), "Perimeter")),
    ("How many load bearing walls do we have?", lambda m: len(m.all("IfcWall", LoadBearing=True))),
    ("Are there any walls without a material?", lambda m: _layers_without(m, "IfcWall")),
    ("Which storey is the highest?", lambda m: m.all("IfcBuildingStorey", name="Roof")),
    ("Which level has the fewest doors?", lambda m: m.all("IfcBuildingStorey", name="Level 1")),
    (
        "How many windows are in interior walls?",
        lambda m: sum(len(m.in_wall(w, "IfcWindow")) for w in m.all("IfcWall", IsExternal=False)),
    ),
    (
        "Which external walls have doors in them?",
        lambda m: [w for w in _hosts(m, "IfcDoor") if m.value(w, "IsExternal")],
    ),
    ("What is the sum of all room areas on level 2?", lambda m: m.sum(m.all("IfcSpace", level="Level 2"), "Area")),
    ("How many kitchens are there?", lambda m: len(m.all("IfcSpace", name="Kitchen"))),
    ("What furniture is in the kitchen A103?", lambda m: m.inside(_space(m, "A103"))),
    (
        "Which spaces are next to wall 138584?",
        lambda m: [s for s in m.all("IfcSpace") if any("138584" in w.Name for w in m.bounding(s, "IfcWall"))],
    ),
    ("How many doors does room A102 have?", lambda m: len(m.bounding(_space(m, "A102"), "IfcDoor"))),
    ("Who is the architect?", lambda m: NONE),
    ("What is the warranty of the doors?", lambda m: NONE),
    ("When were the windows installed?", lambda m: NONE),
    ("How many toilets are on level 1?", lambda m: NONE),
    ("Which smoke detectors are on level 2?", lambda m: NONE),
    (
        "What is the sill height of window 146885?",
        lambda m: m.value(_where(m, "IfcWindow", lambda w: "146885" in w.Name)[0], "Sill Height"),
    ),
    (
        "How many square metres of ceramic tile floor are there?",
        lambda m: m.sum(m.made_of(m.all("IfcSlab"), "ceramic tile"), "Area"),
    ),
    ("What is the total area of the glazing on level 1?", lambda m: _glass(m, "Level 1")),
    ("Count the pieces of furniture per level.", lambda m: m.per_level("IfcFurnishingElement")),
    ("How many windows of each type are there?", lambda m: _per_type(m, "IfcWindow")),
    (
        "Show me all rooms smaller than 50 sq ft.",
        lambda m: _where(m, "IfcSpace", lambda s: m.value(s, "Area") < 50 * _SQUARE_FOOT),
    ),
    (
        "How many walls are thicker than 10 inches?",
        lambda m: len(_where(m, "IfcWall", lambda w: m.value(w, "Width") > 10 * 0.0254)),
    ),
]

LARGE = [
    ("How many trees are in the model?", lambda m: len(m.all("IfcBuildingElementProxy", name="Tree"))),
    ("How many windows are there on each floor?", lambda m: m.per_level("IfcWindow")),
    ("Which walls have doors?", lambda m: _hosts(m, "IfcDoor")),
    ("How many double doors are there?", lambda m: len(m.all("IfcDoor", name="Double"))),
    (
        "What is the largest room on the first floor?",
        lambda m: m.most(m.all("IfcSpace", level="Level 1"), "NetFloorArea"),
    ),
    ("How many m3 of wall do we have?", lambda m: m.sum(m.all("IfcWall"), "NetVolume")),
    (
        "What is the total net floor area in square feet?",
        lambda m: m.sum(m.all("IfcSpace"), "NetFloorArea") / _SQUARE_FOOT,
    ),
    ("What is the R value of the windows?", lambda m: {"0.271105568508377"}),
    ("How many doors are fire rated?", lambda m: NONE),
    ("Which windows are wider than 1 m?", lambda m: []),
    ("How many walls are 200 mm thick?", lambda m: 18),
    ("What are the walls made of?", lambda m: set().union(*(m.materials(w) for w in m.all("IfcWall")))),
    ("Which rooms are on level 2?", lambda m: m.all("IfcSpace", level="Level 2")),
    ("What is the head height of the windows?", lambda m: {"2135.0"}),
    ("How many rooms are there per level?", lambda m: m.per_level("IfcSpace")),
    ("What is the omniclass number of the windows?", lambda m: {"23.30.20.17.11"}),
    ("How many columns support the roof?", lambda m: NONE),
    (
        "What is the average length of the walls?",
        lambda m: sum(m.sets(w)["BaseQuantities"]["Length"] for w in m.all("IfcWall")) / 18,
    ),
    ("How many desks are on level 1?", lambda m: len(m.all("IfcFurnishingElement", name="Desk", level="Level 1"))),
    (
        "What is the ceiling area on level 2?",
        lambda m: m.sum(m.all("IfcCovering", level="Level 2"), "GrossCeilingArea"),
    ),
    ("Who made the doors?", lambda m: NONE),
    ("Which elements contain cherry wood?", lambda m: m.made_of(m.elements(), "cherry")),
]

FZK = [
    ("How big is the living room?", lambda m: m.value(_space(m, "Wohnen"), "NetFloorArea")),
    ("How many bedrooms are there?", lambda m: len(m.all("IfcSpace", name="Schlafzimmer"))),
    (
        "What is the total net floor area of the house in square feet?",
        lambda m: m.sum(m.all("IfcSpace"), "NetFloorArea") / _SQUARE_FOOT,
    ),
    ("Which room has the smallest net floor area?", lambda m: m.most(m.all("IfcSpace"), "NetFloorArea", least=True)),
    (
        "How many windows does Wand-Ext-ERDG-1 have?",
        lambda m: len(m.in_wall(m.all("IfcWall", name="Wand-Ext-ERDG-1")[0], "IfcWindow")),
    ),
    ("How many openings are there in the walls?", lambda m: sum(len(w.HasOpenings) for w in m.all("IfcWall"))),
    (
        "What is the total net volume of the walls on the ground floor?",
        lambda m: m.sum(m.all("IfcWall", level="Erdgeschoss"), "NetVolume"),
    ),
    ("Which doors are at least 1 m wide?", lambda m: _where(m, "IfcDoor", lambda d: d.OverallWidth >= 1)),
    ("What is the u-value of the doors?", lambda m: {"2.0", "1.4"}),
    ("How many windows are on the upper floor?", lambda m: len(m.all("IfcWindow", level="Dachgeschoss"))),
    (
        "How high is the attic floor above the ground?",
        lambda m: m.all("IfcBuildingStorey", name="Dachgeschoss")[0].Elevation,
    ),
    ("What is the combined length of the exterior walls?", lambda m: NONE),
    (
        "Which walls are longer than 30 feet?",
        lambda m: _where(m, "IfcWall", lambda w: m.value(w, "Length") > 30 * _FOOT),
    ),
    (
        "How many lightweight concrete walls are on the Erdgeschoss?",
        lambda m: len(m.made_of(m.all("IfcWall", level="Erdgeschoss"), "leichtbeton")),
    ),
    (
        "Which rooms have more than one window?",
        lambda m: [s for s in m.all("IfcSpace") if len(m.bounding(s, "IfcWindow")) > 1],
    ),
    ("What is the perimeter of the kitchen?", lambda m: m.value(_space(m, "Küche"), "NetPerimeter", "GrossPerimeter")),
    ("How many railings are there?", lambda m: len(m.all("IfcRailing"))),
    ("Which element is made of reinforced concrete?", lambda m: m.made_of(m.elements(), "stahlbeton")),
    ("How many lamps are there?", lambda m: NONE),
    ("What is the gross area of the slabs?", lambda m: m.sum(m.all("IfcSlab"), "GrossArea")),
    ("Which slab is the thickest?", lambda m: m.most(m.all("IfcSlab"), "Width")),
    ("How wide are the doors?", lambda m: {str(d.OverallWidth) for d in m.all("IfcDoor")}),
    ("Which room is number 3?", lambda m: [s for s in m.all("IfcSpace") if s.Name == "3"]),
    ("How many wooden members are there?", lambda m: len(m.made_of(m.all("IfcMember"), "holz"))),
]

MODELS = {"bim/duplex_A.ifc": DUPLEX, "bim/LargeBuilding.ifc": LARGE, "bim/AC20-FZK-Haus.ifc": FZK}
