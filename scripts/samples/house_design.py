"""What stands in the sample house: walls, doors, windows, rooms, in millimetres."""

from __future__ import annotations

from typing import NamedTuple

STOREY_HEIGHT = 2800.0
WALL_HEIGHT = 2580.0


class Wall(NamedTuple):
    """A wall from (x1, y1) to (x2, y2) along its middle, in millimetres."""

    name: str
    level: str
    kind: str
    x1: float
    y1: float
    x2: float
    y2: float


class Filling(NamedTuple):
    """A door or a window: the wall it is in, where along it, and how large, in millimetres."""

    name: str
    kind: str
    wall: str
    along: float
    sill: float
    width: float
    height: float


class Room(NamedTuple):
    """A room: its clear rectangle in millimetres, its zone, and the elements around it."""

    number: str
    name: str
    level: str
    x1: float
    y1: float
    x2: float
    y2: float
    zone: str
    bounds: tuple[str, ...]


GROUND, FIRST, ROOF = "Ground Floor", "First Floor", "Roof"
LEVELS = {GROUND: 0.0, FIRST: STOREY_HEIGHT, ROOF: 2 * STOREY_HEIGHT}

LAYERS = {
    "External Wall 373": (("Brick", 100.0), ("Insulation", 120.0), ("Concrete Block", 140.0), ("Plaster", 13.0)),
    "Concrete Wall 200": (("Concrete", 200.0),),
    "Timber Stud Partition 125": (("Plaster", 12.5), ("Timber Stud", 100.0), ("Plaster", 12.5)),
    "Glass Block Partition 80": (),
    "Ground Slab 250": (("Concrete", 150.0), ("Insulation", 100.0)),
    "Timber Floor 220": (("Timber Board", 20.0), ("Timber Joist", 200.0)),
    "Tiled Roof 260": (("Roof Tile", 40.0), ("Insulation", 200.0), ("Plaster", 20.0)),
}
PREDEFINED = {
    "Timber Stud Partition 125": "PARTITIONING",
    "Glass Block Partition 80": "PARTITIONING",
    "Ground Slab 250": "BASESLAB",
}
THICKNESS = {name: sum(depth for _, depth in layers) or 80.0 for name, layers in LAYERS.items()}

WALLS = (
    Wall("Wall G1 South", GROUND, "External Wall 373", 0, 186.5, 10000, 186.5),
    Wall("Wall G2 East", GROUND, "External Wall 373", 9813.5, 373, 9813.5, 7627),
    Wall("Wall G3 North", GROUND, "External Wall 373", 10000, 7813.5, 0, 7813.5),
    Wall("Wall G4 West", GROUND, "External Wall 373", 186.5, 7627, 186.5, 373),
    Wall("Wall G5 Spine", GROUND, "Concrete Wall 200", 6000, 373, 6000, 7627),
    Wall("Wall G6 Kitchen", GROUND, "Timber Stud Partition 125", 373, 4362.5, 5900, 4362.5),
    Wall("Wall G7 Utility", GROUND, "Timber Stud Partition 125", 6100, 5262.5, 9627, 5262.5),
    Wall("Wall F1 South", FIRST, "External Wall 373", 0, 186.5, 10000, 186.5),
    Wall("Wall F2 East", FIRST, "External Wall 373", 9813.5, 373, 9813.5, 7627),
    Wall("Wall F3 North", FIRST, "External Wall 373", 10000, 7813.5, 0, 7813.5),
    Wall("Wall F4 West", FIRST, "External Wall 373", 186.5, 7627, 186.5, 373),
    Wall("Wall F5 Landing", FIRST, "Timber Stud Partition 125", 6000, 373, 6000, 7627),
    Wall("Wall F6 Bedrooms", FIRST, "Timber Stud Partition 125", 373, 4062.5, 5937.5, 4062.5),
    Wall("Wall F7 Bathroom", FIRST, "Glass Block Partition 80", 6062.5, 5240, 9627, 5240),
)
CORNERS = (
    ("Wall G1 South", "Wall G2 East"),
    ("Wall G2 East", "Wall G3 North"),
    ("Wall G3 North", "Wall G4 West"),
    ("Wall G4 West", "Wall G1 South"),
    ("Wall F1 South", "Wall F2 East"),
    ("Wall F2 East", "Wall F3 North"),
    ("Wall F3 North", "Wall F4 West"),
    ("Wall F4 West", "Wall F1 South"),
)
FIRE_RATED_WALLS = {"Wall G7 Utility": "EI 30", "Wall F5 Landing": "EI 30"}

FILLINGS = (
    Filling("Front Door", "Front Door 1010", "Wall G2 East", 1200, 0, 1010, 2110),
    Filling("Terrace Door", "Terrace Door 1800", "Wall G1 South", 2400, 0, 1800, 2110),
    Filling("Living Room Door", "Inner Door 885", "Wall G5 Spine", 1500, 0, 885, 2010),
    Filling("Kitchen Door", "Inner Door 885", "Wall G6 Kitchen", 3800, 0, 885, 2010),
    Filling("Utility Room Door", "Inner Door 885", "Wall G7 Utility", 600, 0, 885, 2010),
    Filling("Bedroom 1 Door", "Inner Door 885", "Wall F5 Landing", 2200, 0, 885, 2010),
    Filling("Bedroom 2 Door", "Inner Door 885", "Wall F5 Landing", 4100, 0, 885, 2010),
    Filling("Bathroom Door", "Inner Door 885", "Wall F7 Bathroom", 400, 0, 885, 2010),
    Filling("Living Room Window", "Window 1510 x 1260", "Wall G4 West", 4600, 850, 1510, 1260),
    Filling("Kitchen Window", "Window 1510 x 1260", "Wall G3 North", 6400, 1000, 1510, 1260),
    Filling("Utility Room Window", "Window 760 x 760", "Wall G3 North", 1500, 1300, 760, 760),
    Filling("Bedroom 1 Window", "Window 1510 x 1260", "Wall F1 South", 2400, 850, 1510, 1260),
    Filling("Bedroom 2 Window", "Window 1510 x 1260", "Wall F4 West", 1000, 850, 1510, 1260),
    Filling("Landing Window", "Window 1510 x 1260", "Wall F2 East", 1600, 850, 1510, 1260),
    Filling("Bathroom Window", "Window 760 x 760", "Wall F3 North", 1500, 1300, 760, 760),
)
# IFC class, fire rating, thermal transmittance in W/(m²·K), whether it stands in an external wall.
FILLING_KINDS = {
    "Front Door 1010": ("IfcDoor", "EI 30", 1.3, True),
    "Terrace Door 1800": ("IfcDoor", "", 1.1, True),
    "Inner Door 885": ("IfcDoor", "", 2.5, False),
    "Window 1510 x 1260": ("IfcWindow", "", 0.9, True),
    "Window 760 x 760": ("IfcWindow", "", 1.0, True),
}

ROOMS = (
    Room("G01", "Living Room", GROUND, 373, 373, 5900, 4300, "Day Zone",
         ("Wall G1 South", "Wall G4 West", "Wall G5 Spine", "Wall G6 Kitchen", "Terrace Door", "Living Room Door",
          "Kitchen Door", "Living Room Window", "Ground Slab")),
    Room("G02", "Kitchen", GROUND, 373, 4425, 5900, 7627, "Day Zone",
         ("Wall G3 North", "Wall G4 West", "Wall G5 Spine", "Wall G6 Kitchen", "Kitchen Door", "Kitchen Window",
          "Ground Slab")),
    Room("G03", "Hall", GROUND, 6100, 373, 9627, 5200, "Day Zone",
         ("Wall G1 South", "Wall G2 East", "Wall G5 Spine", "Wall G7 Utility", "Front Door", "Living Room Door",
          "Utility Room Door", "Ground Slab")),
    Room("G04", "Utility Room", GROUND, 6100, 5325, 9627, 7627, "",
         ("Wall G2 East", "Wall G3 North", "Wall G5 Spine", "Wall G7 Utility", "Utility Room Door",
          "Utility Room Window", "Ground Slab")),
    Room("F01", "Bedroom 1", FIRST, 373, 373, 5937.5, 4000, "Night Zone",
         ("Wall F1 South", "Wall F4 West", "Wall F5 Landing", "Wall F6 Bedrooms", "Bedroom 1 Door",
          "Bedroom 1 Window", "First Floor Slab")),
    Room("F02", "Bedroom 2", FIRST, 373, 4125, 5937.5, 7627, "Night Zone",
         ("Wall F3 North", "Wall F4 West", "Wall F5 Landing", "Wall F6 Bedrooms", "Bedroom 2 Door",
          "Bedroom 2 Window", "First Floor Slab")),
    Room("F03", "Bathroom", FIRST, 6062.5, 5280, 9627, 7627, "Night Zone",
         ("Wall F2 East", "Wall F3 North", "Wall F5 Landing", "Wall F7 Bathroom", "Bathroom Door",
          "Bathroom Window", "First Floor Slab")),
)  # fmt: skip


class Furnishing(NamedTuple):
    """A thing in a room, in millimetres."""

    kind: str
    name: str
    predefined: str
    room: str
    length: float
    depth: float
    height: float


FURNISHINGS = (
    Furnishing("IfcFurniture", "Kitchen Table", "TABLE", "Kitchen", 1600, 900, 750),
    Furnishing("IfcFurniture", "Sofa", "SOFA", "Living Room", 2200, 950, 800),
    Furnishing("IfcFurniture", "Double Bed", "BED", "Bedroom 1", 2000, 1600, 500),
    Furnishing("IfcSanitaryTerminal", "Bathtub", "BATH", "Bathroom", 1700, 750, 600),
    Furnishing("IfcSanitaryTerminal", "Washbasin", "WASHHANDBASIN", "Bathroom", 600, 450, 850),
)

# Name, level, length, where it begins.
BEAMS = (
    ("Steel Beam B1", GROUND, 5527.0, (373.0, 2400.0, 2600.0)),
    ("Steel Beam B2", GROUND, 3527.0, (6100.0, 2000.0, 2600.0)),
    ("Timber Beam B3", ROOF, 4600.0, (373.0, 4000.0, 2300.0)),
)
