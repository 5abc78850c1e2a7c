"""What shapes tell where a model does not say it: measures, what is next to what, above and in what.

All of it is optional (`--geometry`) and marked as computed: a node's `computed` names its measured properties, a
relationship has `computed` too.
"""

from __future__ import annotations

from typing import Any, Final

from fingerpost.domains.buildings.loader.graph import BuildingGraph
from fingerpost.domains.buildings.loader.lengths import BY_EXTRUSION
from fingerpost.domains.buildings.loader.shapes import Shape, ShapesFailed, shapes_of
from fingerpost.domains.buildings.loader.vocabulary import ELEMENT
from fingerpost.ingest import NodeRecord, PropertyHint
from fingerpost.plans import counted

_HOW: Final = "measured on the shape where the model states none"
_SYMBOLS: Final = {"area": "m²", "volume": "m³"}
_FLAT: Final = ("Slab", "Covering", "Roof", "Plate", "Footing")
_LINEAR: Final = frozenset(name.removeprefix("Ifc") for name in BY_EXTRUSION) | {"Pile"}


def read_shapes(graph: BuildingGraph) -> dict[int, Shape]:
    """Measure all elements and rooms that have a shape; return the shapes by STEP id.

    Quantities that the model states must have been read, and those that are products not yet.
    """
    wanted = [
        step
        for step, node in graph.nodes.items()
        if ELEMENT in node.labels or node.labels[0] == "Space"
        if getattr(graph.opened.model.by_id(step), "Representation", None) is not None
    ]
    found: dict[int, Shape] = {}
    note = ""
    try:
        for shape in shapes_of(graph.opened.model, graph.opened.path, wanted, lambda: None):
            found[shape.step] = shape
    except ShapesFailed as error:
        note = f" ({error})"
    zero = _zero(graph)
    for step, shape in found.items():
        _measure(graph, graph.nodes[step], shape, zero)
    missing = len(wanted) - len(found)
    lost = f"; {missing:,} could not be made{note}" if missing or note else ""
    graph.context.notes.append(f"{graph.opened.path.name}: {counted(len(found), 'shape')} measured{lost}")
    return found


def _zero(graph: BuildingGraph) -> float:
    """The height of the building's own zero in the model, in metres: the levels' elevations count from it."""
    from ifcopenshell.util.placement import get_local_placement

    for entity in graph.entities("IfcBuilding"):
        with graph.reading(entity):
            if entity.ObjectPlacement is not None:
                height = float(get_local_placement(entity.ObjectPlacement)[2][3])
                return graph.units.of_type("LENGTHUNIT").convert(height)
    return 0.0


def _measure(graph: BuildingGraph, node: NodeRecord, shape: Shape, zero: float) -> None:
    """Set what the shape tells and the model does not."""
    measures = {"bottomElevation": shape.box[2] - zero, "topElevation": shape.box[5] - zero, **_measures(node, shape)}
    computed = []
    for name, value in measures.items():
        if value is None or value != value or name in node.properties or (value <= 0 and "Elevation" not in name):
            continue
        node.properties[name] = round(value, 6)
        computed.append(name)
        graph.computed[node.labels[0], name] += "Elevation" not in name
        for label in node.labels:
            known = graph.context.property_hints.get((label, name))
            if known is None or known.description is None:
                graph.context.property_hints[label, name] = PropertyHint(_SYMBOLS.get(name, "m"), _HOW)
    if computed:
        graph.mark_computed(node, *computed)
    if shape.plan is not None:
        node.properties["plan"] = shape.plan


def _measures(node: NodeRecord, shape: Shape) -> dict[str, Any]:
    """The measures of an element or room by its label; of a curved or bent one there is no length."""
    label = node.labels[0]
    if label == "Wall":
        amounts = {"area": shape.side, "volume": shape.volume}
        return {"length": shape.length, "thickness": shape.width, "height": shape.height, **amounts}
    if label == "Space":
        amounts = {"area": shape.plan_area, "volume": shape.volume}
        return {"height": shape.height, "perimeter": shape.perimeter, **amounts}
    if label in _FLAT:
        thickness = shape.volume / shape.top if shape.volume and shape.top else None
        return {"area": shape.top, "volume": shape.volume, "thickness": thickness if label != "Roof" else None}
    if label in _LINEAR:
        longest = max(shape.length or 0.0, shape.height)
        height = shape.height if label == "Column" else None
        return {"length": longest if shape.length is not None else None, "volume": shape.volume, "height": height}
    if label in ("Door", "Window"):
        return {"width": shape.length, "height": shape.height, "thickness": shape.width}
    if label in ("Stair", "StairFlight", "Ramp", "RampFlight", "Railing", "CurtainWall"):
        return {"height": shape.height, "length": shape.length, "volume": shape.volume}
    return {"width": shape.length, "depth": shape.width, "height": shape.height, "volume": shape.volume}
