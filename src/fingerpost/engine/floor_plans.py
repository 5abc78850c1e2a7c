"""Floor plans, drawn by a domain whose graph has the shapes of elements."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class FloorPlan:
    """The plan of one storey: `svg` is a document with an element's id in `data-id`; `marked` are ids that it marks."""

    name: str
    svg: str
    marked: tuple[str, ...] = ()


@runtime_checkable
class PlanReader(Protocol):
    """A reader of a domain that draws plans."""

    def floor_plans(self, ids: Collection[str]) -> tuple[FloorPlan, ...]:
        """The plans of all storeys, lowest first, with the elements of these ids marked; none without shapes."""
        ...
