"""Write the sample house as IFC: two storeys and a roof, made up by us, the same bytes on each run.

Usage, from the repository's root: .venv/bin/python -m scripts.samples.make_house [target]

Lengths are in millimetres in the file, so that loading it shows the conversion to metres. There is no column, one wall
has no material, and one beam states no length: what the house lacks is asked for as often as what it has.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

from scripts.samples import house_design as design
from scripts.samples.house_file import Entity, HouseFile, Values

TARGET = Path("src/fingerpost/samples/house/house.ifc")


def add_types(house: HouseFile) -> None:
    """The types of walls, slabs, doors and windows, with the fire ratings and U-values that their elements inherit."""
    for name, layers in design.LAYERS.items():
        is_wall = "Wall" in name or "Partition" in name
        kind = "IfcWallType" if is_wall else "IfcSlabType"
        fallback = "SOLIDWALL" if is_wall else "ROOF" if "Roof" in name else "FLOOR"
        house.types[name] = house.rooted(kind, name, PredefinedType=design.PREDEFINED.get(name, fallback))
        if layers:
            made = [house.add("IfcMaterialLayer", house.material(one), depth, None, one) for one, depth in layers]
            house.layer_sets[name] = house.add("IfcMaterialLayerSet", made, name)
            house.made_of(name, [house.types[name]], house.layer_sets[name])
    house.type_properties("Concrete Wall 200", "Pset_WallCommon", FireRating=("IfcLabel", "REI 60"))
    for name, (kind, rating, transmittance, external) in design.FILLING_KINDS.items():
        common: Values = {
            "IsExternal": ("IfcBoolean", external),
            "ThermalTransmittance": ("IfcThermalTransmittanceMeasure", transmittance),
        }
        if rating:
            common["FireRating"] = ("IfcLabel", rating)
        attributes = (
            {"OperationType": "SINGLE_SWING_LEFT"} if kind == "IfcDoor" else {"PartitioningType": "SINGLE_PANEL"}
        )
        predefined = kind.removeprefix("Ifc").upper()
        house.types[name] = house.rooted(f"{kind}Type", name, PredefinedType=predefined, **attributes)
        house.type_properties(name, f"Pset_{kind.removeprefix('Ifc')}Common", **common)
        parts = ("Timber Frame", "Glass") if kind == "IfcWindow" else ("Timber Frame", "Timber Board")
        constituents = [house.add("IfcMaterialConstituent", part, None, house.material(part)) for part in parts]
        house.made_of(name, [house.types[name]], house.add("IfcMaterialConstituentSet", name, None, constituents))


def add_places(house: HouseFile) -> None:
    """Site, building, levels and rooms."""
    site = house.rooted(
        "IfcSite", "Garden Plot", ObjectPlacement=house.place(None, house.origin), CompositionType="ELEMENT"
    )
    under = house.place(site.ObjectPlacement, house.origin)
    building = house.rooted("IfcBuilding", "Sample House", ObjectPlacement=under, CompositionType="ELEMENT")
    for name, elevation in design.LEVELS.items():
        placement = house.place(under, house.axes((0.0, 0.0, elevation)))
        house.levels[name] = house.rooted(
            "IfcBuildingStorey", name, ObjectPlacement=placement, CompositionType="ELEMENT", Elevation=elevation
        )
    for whole, parts in ((house.project, [site]), (site, [building]), (building, list(house.levels.values()))):
        house.relate("IfcRelAggregates", whole.Name + whole.is_a(), RelatingObject=whole, RelatedObjects=parts)
    for level in design.LEVELS:
        rooms = [add_room(house, room) for room in design.ROOMS if room.level == level]
        if rooms:
            storey = house.levels[level]
            house.relate("IfcRelAggregates", level, RelatingObject=storey, RelatedObjects=rooms)


def add_room(house: HouseFile, room: design.Room) -> Entity:
    width, depth = room.x2 - room.x1, room.y2 - room.y1
    area = width * depth / 1e6
    placement = house.place(house.levels[room.level].ObjectPlacement, house.axes((room.x1, room.y1, 0.0)))
    space = house.rooted(
        "IfcSpace",
        room.number,
        ObjectPlacement=placement,
        Representation=house.shape(house.box(width, depth, design.WALL_HEIGHT, (width / 2, depth / 2))),
        LongName=room.name,
        CompositionType="ELEMENT",
        PredefinedType="INTERNAL",
    )
    house.named[room.name] = space
    house.properties(
        space, "Pset_SpaceCommon", Reference=("IfcIdentifier", room.name), IsExternal=("IfcBoolean", False)
    )
    house.quantities(
        space,
        "Qto_SpaceBaseQuantities",
        NetFloorArea=("Area", area),
        NetPerimeter=("Length", 2 * (width + depth)),
        Height=("Length", design.WALL_HEIGHT),
        NetVolume=("Volume", area * design.WALL_HEIGHT / 1e3),
    )
    return space


def add_walls(house: HouseFile) -> None:
    for wall in design.WALLS:
        length = math.hypot(wall.x2 - wall.x1, wall.y2 - wall.y1)
        along = ((wall.x2 - wall.x1) / length, (wall.y2 - wall.y1) / length, 0.0)
        thickness = design.THICKNESS[wall.kind]
        axes = house.axes((wall.x1, wall.y1, 0.0), along=along)
        entity = house.element(
            "IfcWall",
            wall.name,
            wall.level,
            wall.kind,
            ObjectPlacement=house.place(house.levels[wall.level].ObjectPlacement, axes),
            Representation=house.shape(house.box(length, thickness, design.WALL_HEIGHT, (length / 2, 0.0)), length),
            PredefinedType=design.PREDEFINED.get(wall.kind, "SOLIDWALL"),
        )
        external, bearing = "External" in wall.kind, "Partition" not in wall.kind
        common: Values = {"IsExternal": ("IfcBoolean", external), "LoadBearing": ("IfcBoolean", bearing)}
        if wall.name in design.FIRE_RATED_WALLS:
            common["FireRating"] = ("IfcLabel", design.FIRE_RATED_WALLS[wall.name])
        house.properties(entity, "Pset_WallCommon", **common)
        face = length * design.WALL_HEIGHT / 1e6
        open_area = sum(one.width * one.height for one in design.FILLINGS if one.wall == wall.name) / 1e6
        house.quantities(
            entity,
            "Qto_WallBaseQuantities",
            Length=("Length", length),
            Width=("Length", thickness),
            Height=("Length", design.WALL_HEIGHT),
            GrossSideArea=("Area", face),
            NetSideArea=("Area", face - open_area),
            NetVolume=("Volume", (face - open_area) * thickness / 1e3),
        )
        if wall.kind in house.layer_sets:
            usage = ("IfcMaterialLayerSetUsage", house.layer_sets[wall.kind], "AXIS2", "POSITIVE", -thickness / 2)
            house.made_of(wall.name, [entity], house.add(*usage))
    for first, second in design.CORNERS:
        ends = {"RelatingConnectionType": "ATEND", "RelatedConnectionType": "ATSTART"}
        priorities: dict[str, list[int]] = {"RelatingPriorities": [], "RelatedPriorities": []}
        joined = {"RelatingElement": house.named[first], "RelatedElement": house.named[second]}
        house.relate("IfcRelConnectsPathElements", first + second, **joined, **ends, **priorities)


def add_fillings(house: HouseFile) -> None:
    """Doors and windows, each in an opening of its wall."""
    for filling in design.FILLINGS:
        wall = house.named[filling.wall]
        kind = design.FILLING_KINDS[filling.kind][0]
        level = next(one.level for one in design.WALLS if one.name == filling.wall)
        depth = design.THICKNESS[next(one.kind for one in design.WALLS if one.name == filling.wall)]
        middle = (filling.width / 2, 0.0)
        placement = house.place(wall.ObjectPlacement, house.axes((filling.along, 0.0, filling.sill)))
        opening = add_opening(
            house,
            f"Opening of {filling.name}",
            wall,
            placement,
            house.box(filling.width, depth, filling.height, middle),
        )
        entity = house.element(
            kind,
            filling.name,
            level,
            filling.kind,
            ObjectPlacement=house.place(placement, house.origin),
            Representation=house.shape(house.box(filling.width, 60.0, filling.height, middle)),
            OverallHeight=filling.height,
            OverallWidth=filling.width,
        )
        house.relate("IfcRelFillsElement", filling.name, RelatingOpeningElement=opening, RelatedBuildingElement=entity)
        area = filling.width * filling.height / 1e6
        house.quantities(entity, f"Qto_{kind.removeprefix('Ifc')}BaseQuantities", Area=("Area", area))


def add_opening(house: HouseFile, name: str, host: Entity, placement: Entity, solid: Entity) -> Entity:
    shape = house.shape(solid)
    opening = house.rooted(
        "IfcOpeningElement", name, ObjectPlacement=placement, Representation=shape, PredefinedType="OPENING"
    )
    house.relate("IfcRelVoidsElement", name, RelatingBuildingElement=host, RelatedOpeningElement=opening)
    return opening


def add_slabs_and_roof(house: HouseFile) -> None:
    """The ground slab, the floor with the hole for the stair, and a roof of two slopes."""
    for name, level, kind in (
        ("Ground Slab", design.GROUND, "Ground Slab 250"),
        ("First Floor Slab", design.FIRST, "Timber Floor 220"),
    ):
        depth = design.THICKNESS[kind]
        area = 10.0 * 8.0 - (2.0 * 1.0 if level == design.FIRST else 0.0)
        slab = add_plate(house, name, level, kind, house.axes((0.0, 0.0, -depth)), (10000.0, 8000.0))
        house.quantities(
            slab,
            "Qto_SlabBaseQuantities",
            NetArea=("Area", area),
            Width=("Length", depth),
            NetVolume=("Volume", area * depth / 1e3),
        )
        house.properties(
            slab, "Pset_SlabCommon", LoadBearing=("IfcBoolean", True), IsExternal=("IfcBoolean", level == design.GROUND)
        )
    placement = house.place(house.levels[design.FIRST].ObjectPlacement, house.axes((7000.0, 2000.0, -300.0)))
    add_opening(
        house,
        "Stairwell",
        house.named["First Floor Slab"],
        placement,
        house.box(2000.0, 1000.0, 400.0, (1000.0, 500.0)),
    )

    placement = house.place(house.levels[design.ROOF].ObjectPlacement, house.origin)
    roof = house.element("IfcRoof", "Gable Roof", design.ROOF, ObjectPlacement=placement, PredefinedType="GABLE_ROOF")
    slope = math.radians(35.0)
    up = round(math.sin(slope), 9), round(math.cos(slope), 9)
    run = 4000.0 / math.cos(slope)
    parts = []
    for name, at, along, tilt in (
        ("Roof South", (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, -up[0], up[1])),
        ("Roof North", (10000.0, 8000.0, 0.0), (-1.0, 0.0, 0.0), (0.0, up[0], up[1])),
    ):
        slab = add_plate(house, name, "", "Tiled Roof 260", house.axes(at, tilt, along), (10000.0, run), design.ROOF)
        house.quantities(slab, "Qto_SlabBaseQuantities", NetArea=("Area", 10.0 * run / 1e3))
        house.properties(
            slab, "Pset_SlabCommon", PitchAngle=("IfcPlaneAngleMeasure", 35.0), IsExternal=("IfcBoolean", True)
        )
        parts.append(slab)
    house.relate("IfcRelAggregates", "Gable Roof", RelatingObject=roof, RelatedObjects=parts)


def add_plate(
    house: HouseFile, name: str, level: str, kind: str, axes: Entity, size: tuple[float, float], under: str = ""
) -> Entity:
    shape = house.shape(house.box(*size, design.THICKNESS[kind], (size[0] / 2, size[1] / 2)))
    placement = house.place(house.levels[under or level].ObjectPlacement, axes)
    predefined = house.types[kind].PredefinedType
    return house.element(
        "IfcSlab", name, level, kind, ObjectPlacement=placement, Representation=shape, PredefinedType=predefined
    )


def add_beams(house: HouseFile) -> None:
    """Two beams of steel that state their length, and one of timber whose length only its shape tells."""
    section = house.add("IfcIShapeProfileDef", "AREA", "HEA 200", None, 200.0, 190.0, 6.5, 10.0, 18.0)
    profile = house.add("IfcMaterialProfile", "HEA 200", None, house.material("Steel S355"), section)
    profiles = house.add("IfcMaterialProfileSet", "HEA 200", None, [profile])
    timber = house.add("IfcRectangleProfileDef", "AREA", "GL 160 x 320", None, 160.0, 320.0)
    for name, level, length, at in design.BEAMS:
        steel = name.startswith("Steel")
        solid = house.extruded(
            section if steel else timber, length, house.axes((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
        )
        placement = house.place(house.levels[level].ObjectPlacement, house.axes(at))
        beam = house.element(
            "IfcBeam", name, level, ObjectPlacement=placement, Representation=house.shape(solid), PredefinedType="BEAM"
        )
        house.properties(beam, "Pset_BeamCommon", LoadBearing=("IfcBoolean", True), IsExternal=("IfcBoolean", False))
        if steel:
            house.quantities(beam, "Qto_BeamBaseQuantities", Length=("Length", length))
            house.made_of(name, [beam], house.add("IfcMaterialProfileSetUsage", profiles))
        else:
            house.made_of(name, [beam], house.material("Glued Laminated Timber"))


def add_stair(house: HouseFile) -> None:
    """A stair of one flight with its railing, and a railing on the landing."""
    on_ground = house.place(house.levels[design.GROUND].ObjectPlacement, house.axes((7000.0, 2000.0, 0.0)))
    stair = house.element(
        "IfcStair", "Main Stair", design.GROUND, ObjectPlacement=on_ground, PredefinedType="STRAIGHT_RUN_STAIR"
    )
    flight = house.element("IfcStairFlight", "Main Stair Flight", ObjectPlacement=on_ground, PredefinedType="STRAIGHT")
    risers = {"NumberOfRiser": ("IfcCountMeasure", 16), "NumberOfTreads": ("IfcCountMeasure", 15)}
    sizes = {"RiserHeight": ("IfcPositiveLengthMeasure", 175.0), "TreadLength": ("IfcPositiveLengthMeasure", 280.0)}
    house.properties(flight, "Pset_StairFlightCommon", **risers, **sizes)
    railing = house.element("IfcRailing", "Stair Railing", ObjectPlacement=on_ground, PredefinedType="HANDRAIL")
    house.relate("IfcRelAggregates", "Main Stair", RelatingObject=stair, RelatedObjects=[flight, railing])
    above = house.levels[design.FIRST].ObjectPlacement
    house.element("IfcRailing", "Landing Railing", design.FIRST, ObjectPlacement=above, PredefinedType="GUARDRAIL")
    for name, height in (("Stair Railing", 900.0), ("Landing Railing", 1100.0)):
        house.properties(house.named[name], "Pset_RailingCommon", Height=("IfcPositiveLengthMeasure", height))
    house.made_of(
        "Main Stair", [stair, flight, railing, house.named["Landing Railing"]], house.material("Timber Board")
    )


def add_furnishings(house: HouseFile) -> None:
    """What stands in rooms, and the water system that serves the bathroom."""
    for one in design.FURNISHINGS:
        space = house.named[one.room]
        shape = house.shape(house.box(one.length, one.depth, one.height, (one.length / 2, one.depth / 2)))
        placement = house.place(space.ObjectPlacement, house.axes((400.0, 400.0, 0.0)))
        entity = house.element(
            one.kind, one.name, ObjectPlacement=placement, Representation=shape, PredefinedType=one.predefined
        )
        house.relate("IfcRelContainedInSpatialStructure", one.name, RelatingStructure=space, RelatedElements=[entity])
    water = house.rooted("IfcDistributionSystem", "Cold Water", PredefinedType="DOMESTICCOLDWATER")
    terminals = [house.named[one.name] for one in design.FURNISHINGS if one.kind == "IfcSanitaryTerminal"]
    house.relate("IfcRelAssignsToGroup", "Cold Water", RelatedObjects=terminals, RelatingGroup=water)


def finish(house: HouseFile) -> None:
    """Zones, bounds of rooms, and what the elements were collected for: their levels and types."""
    for name in sorted({room.zone for room in design.ROOMS if room.zone}):
        zone = house.rooted("IfcZone", name)
        members = [house.named[room.name] for room in design.ROOMS if room.zone == name]
        house.relate("IfcRelAssignsToGroup", name, RelatedObjects=members, RelatingGroup=zone)
    for room in design.ROOMS:
        for bound in room.bounds:
            house.relate(
                "IfcRelSpaceBoundary",
                f"{room.name} {bound}",
                RelatingSpace=house.named[room.name],
                RelatedBuildingElement=house.named[bound],
                PhysicalOrVirtualBoundary="PHYSICAL",
                InternalOrExternalBoundary="EXTERNAL" if "Window" in bound else "INTERNAL",
            )
    for level, contents in house.contents.items():
        storey = house.levels[level]
        house.relate("IfcRelContainedInSpatialStructure", level, RelatingStructure=storey, RelatedElements=contents)
    for name, elements in house.of_type.items():
        house.relate("IfcRelDefinesByType", name, RelatedObjects=elements, RelatingType=house.types[name])


STEPS = (
    add_types,
    add_places,
    add_walls,
    add_fillings,
    add_slabs_and_roof,
    add_beams,
    add_stair,
    add_furnishings,
    finish,
)


def write_house(target: Path) -> None:
    """Write the house to `target`."""
    house = HouseFile("Sample House")
    for step in STEPS:
        step(house)
    target.parent.mkdir(parents=True, exist_ok=True)
    house.write(target)


if __name__ == "__main__":
    destination = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    write_house(destination)
    print(f"{destination}: {destination.stat().st_size} bytes")
