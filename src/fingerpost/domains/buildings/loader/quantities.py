"""One name for each quantity that people ask for, whatever the exporter called it; computed where a model has none.

People ask how wide a door is and what area a room has. Models say `overallWidth`, `NetFloorArea`, `GSA BIM Area` or
`TotalThickness`. Every element gets `width`, `height`, `length`, `thickness`, `area` and `volume` under these names:
from the property of that name, else from the first of the others that its class is known to have, else as a product of
what it has. What was computed is described in the schema and counted in the notes of the load.
"""

from __future__ import annotations

import math
from typing import Final

from fingerpost.domains.buildings.loader.fire_ratings import fire_minutes
from fingerpost.domains.buildings.loader.graph import BuildingGraph
from fingerpost.ingest import NodeRecord, PropertyHint

_OPENING: Final[dict[str, tuple[str, ...]]] = {"width": ("overallWidth",), "height": ("overallHeight",)}
_VOLUME: Final[tuple[str, ...]] = ("netVolume", "grossVolume", "nettoVolumen", "volumen")
_WEIGHT: Final = ("netWeight", "grossWeight", "gewicht", "poids")
_LINEAR: Final[dict[str, tuple[str, ...]]] = {
    "length": ("span", "cutLength", "länge", "längeA", "longueur"),
    "volume": _VOLUME,
    "weight": _WEIGHT,
}
STATED: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "Door": _OPENING,
    "Window": _OPENING,
    "Wall": {
        "thickness": ("width", "totalThickness", "dicke", "épaisseur"),
        "height": ("unconnectedHeight", "höhe", "hauteur"),
        "area": ("netSideArea", "grossSideArea", "netArea", "fläche", "surface"),
        "volume": _VOLUME,
        "weight": _WEIGHT,
    },
    "Slab": {
        "thickness": ("width", "depth", "defaultThickness", "dicke", "épaisseur"),
        "area": ("netArea", "grossArea", "netFloorArea", "fläche", "surface"),
        "volume": _VOLUME,
        "weight": _WEIGHT,
    },
    "Covering": {
        "thickness": ("totalThickness", "width"),
        "area": ("netArea", "grossArea", "netCeilingArea", "grossCeilingArea"),
        "volume": _VOLUME,
    },
    "Roof": {"area": ("totalArea", "netArea", "grossArea", "projectedArea"), "volume": _VOLUME},
    "Space": {
        "area": ("netFloorArea", "gsaBIMArea", "grossFloorArea", "fläche", "surface"),
        "height": ("netHeight", "finishCeilingHeight", "clearHeight", "grossHeight", "unboundedHeight"),
        "volume": _VOLUME,
        "perimeter": ("netPerimeter", "grossPerimeter", "umfang", "périmètre"),
    },
    "Beam": _LINEAR,
    "Column": {**_LINEAR, "height": ("length",)},
    "Member": _LINEAR,
    "Pile": _LINEAR,
    "Footing": {"thickness": ("foundationThickness", "height"), "volume": _VOLUME, "weight": _WEIGHT},
    "Railing": {"height": ("railingHeight",)},
    "Stair": {"riserHeight": ("actualRiserHeight",), "numberOfRisers": ("numberOfRiser", "actualNumberOfRisers")},
    "StairFlight": {"numberOfRisers": ("numberOfRiser",)},
    **{label: {"weight": _WEIGHT} for label in ("Plate", "DuctSegment", "DuctFitting", "PipeSegment", "PipeFitting")},
}
"""By label, a quantity and the properties that state it under another name, the best first."""

COMPUTED: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "Door": {"area": ("overallWidth", "overallHeight")},
    "Window": {"area": ("overallWidth", "overallHeight")},
    "Wall": {"area": ("length", "height"), "volume": ("area", "thickness")},
    "Slab": {"volume": ("area", "thickness")},
    "Covering": {"volume": ("area", "thickness")},
    "Space": {"volume": ("area", "height")},
}
"""By label, a quantity and the two that it is the product of."""

_SURPLUS: Final = 1.05
"""How much more than its outline the area of an opening may be by rounding."""
_SYMBOLS: Final = {"area": "m²", "volume": "m³", "weight": "kg", "numberOfRisers": None}


def read_quantities(graph: BuildingGraph) -> None:
    """Give every node its quantities under one name each. Properties and lengths must have been read."""
    for node in graph.nodes.values():
        label = node.labels[0]
        if isinstance(node.properties.get("isExternal"), bool):
            node.properties.setdefault("isInternal", not node.properties["isExternal"])
        rating = node.properties.get("fireRating")
        minutes = fire_minutes(rating) if isinstance(rating, str) else None
        if minutes is not None:
            node.properties["fireRatingMinutes"] = minutes
        if label == "Level" and "height" in node.properties:  # how high a level is, is its elevation
            node.properties["storeyHeight"] = node.properties.pop("height")
            graph.hint(node, "storeyHeight", "m")
        for name, sources in STATED.get(label, {}).items():
            _state(graph, node, name, sources)
        if label in ("Door", "Window") and _is_no_opening(node):
            node.properties["surfaceArea"] = node.properties.pop("area")
            graph.hint(node, "surfaceArea", "m²")


def compute_quantities(graph: BuildingGraph) -> None:
    """Give every node the quantities that are products of those it has. Quantities must have been read."""
    for node in graph.nodes.values():
        for name, factors in COMPUTED.get(node.labels[0], {}).items():
            if _compute(graph, node, name, factors):
                graph.computed[node.labels[0], name] += 1
                graph.mark_computed(node, name)


def _is_no_opening(node: NodeRecord) -> bool:
    """Whether the area of a door or window is more than its outline: that of all its faces, as some tools export it."""
    area, width, height = (_number(node, name) for name in ("area", "overallWidth", "overallHeight"))
    return bool(area and width and height and area > width * height * _SURPLUS)


def _number(node: NodeRecord, name: str) -> float | None:
    value = node.properties.get(name)
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value) else None


def _state(graph: BuildingGraph, node: NodeRecord, name: str, sources: tuple[str, ...]) -> None:
    if name in node.properties:
        return
    for source in sources:
        value = _number(node, source)
        if value is not None and value > 0:
            node.properties[name] = value
            graph.hint(node, name, _SYMBOLS.get(name, "m"))
            return


def _compute(graph: BuildingGraph, node: NodeRecord, name: str, factors: tuple[str, str]) -> bool:
    """The product of two quantities, where the node has both, and no text stands under the name."""
    first, second = (_number(node, factor) for factor in factors)
    if name in node.properties or first is None or second is None or first <= 0 or second <= 0:
        return False
    node.properties[name] = round(first * second, 9)
    how = f"computed as {factors[0]} × {factors[1]} where the model states none"
    for label in node.labels:
        key = (label, name)
        known = graph.context.property_hints.get(key)
        if known is None or known.description is None:
            graph.context.property_hints[key] = PropertyHint(_SYMBOLS[name], how)
    return True
