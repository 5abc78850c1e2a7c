"""What an assembly takes from its parts where the model states it for them alone: a roof its slabs' area, say.

Exporters split a roof into slabs and a stair into flights, and put quantities, properties and materials on the parts.
"""

from __future__ import annotations

from typing import Final

from fingerpost.core.cells import Cell
from fingerpost.domains.buildings.loader.graph import BuildingGraph
from fingerpost.ingest import NodeRecord

WHOLES: Final = frozenset({"Roof", "Stair", "Ramp", "CurtainWall", "ElementAssembly"})
_SUMMED: Final = ("area", "volume", "weight", "numberOfRisers")
_SHARED: Final = (
    "thickness", "width", "riserHeight", "treadLength", "pitchAngle", "isExternal", "isInternal", "loadBearing",
    "fireRating", "thermalTransmittance",
)  # fmt: skip
_UNITS: Final = {"area": "m²", "volume": "m³", "weight": "kg", "thickness": "m", "width": "m"}
_UNITS_OF_STEPS: Final = {"riserHeight": "m", "treadLength": "m"}


def parts_of(graph: BuildingGraph) -> dict[int, list[int]]:
    """The parts of each assembly, by STEP id."""
    found: dict[int, list[int]] = {}
    for part, whole in graph.wholes.items():
        if part in graph.nodes and whole in graph.nodes and graph.nodes[whole].labels[0] in WHOLES:
            found.setdefault(whole, []).append(part)
    return found


def read_wholes(graph: BuildingGraph) -> None:
    """Sum what adds up and take over what all parts agree on. Quantities must have been read."""
    for whole, steps in parts_of(graph).items():
        node, parts = graph.nodes[whole], [graph.nodes[step] for step in steps]
        for name in (*_SUMMED, *_SHARED):
            if name in node.properties:
                continue
            value = _summed(parts, name) if name in _SUMMED else _agreed(parts, name)
            if value is not None:
                node.properties[name] = value
                unit = {**_UNITS, **_UNITS_OF_STEPS}.get(name) or _unit_of(graph, parts, name)
                if unit is not None:
                    graph.hint(node, name, unit)


def _unit_of(graph: BuildingGraph, parts: list[NodeRecord], name: str) -> str | None:
    """The unit that a property of the parts is in."""
    hints = graph.context.property_hints
    known = (hints.get((label, name)) for part in parts if name in part.properties for label in part.labels)
    return next((hint.unit for hint in known if hint is not None and hint.unit), None)


def _summed(parts: list[NodeRecord], name: str) -> Cell:
    values = [part.properties.get(name) for part in parts]
    numbers = [one for one in values if isinstance(one, (int, float)) and not isinstance(one, bool)]
    # A stair's railings and stringers have areas and volumes of their own, but its flights alone have risers.
    if not numbers or (len(numbers) < len(values) and name != "numberOfRisers"):
        return None
    total = sum(numbers)
    return total if isinstance(total, int) else round(total, 9)


def _agreed(parts: list[NodeRecord], name: str) -> Cell:
    values = [part.properties[name] for part in parts if name in part.properties]
    return values[0] if values and all(value == values[0] for value in values) else None
