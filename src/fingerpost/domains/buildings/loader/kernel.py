"""The geometry kernel of ifcopenshell, as the processes that make shapes run it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any


def made_shapes(model: Any, wanted: Sequence[Any], threads: int) -> Iterator[Any]:
    """What the kernel makes of the wanted entities, in metres and in the coordinates of the model.

    What it cannot make is passed over.
    """
    import ifcopenshell.geom

    settings = ifcopenshell.geom.settings()
    settings.set("use-world-coords", True)
    shapes = ifcopenshell.geom.iterator(settings, model, threads, include=wanted)
    if not wanted or not shapes.initialize():
        return
    while True:
        yield shapes.get()
        if not shapes.next():
            return
