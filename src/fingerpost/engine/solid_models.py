"""The shapes of a model's elements, made by a domain for a page that draws them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable


@dataclass(frozen=True, slots=True)
class Solid:
    """An element's shape: `points` are x, y and z in metres as 32-bit floats, `triangles` three 32-bit indices each."""

    id: str
    label: str
    points: bytes
    triangles: bytes


@dataclass(frozen=True, slots=True)
class SolidModel:
    """The shapes of a graph's elements; `cut` is the number of elements that were left out as too many."""

    solids: tuple[Solid, ...]
    cut: int = 0


@runtime_checkable
class SolidReader(Protocol):
    """A reader of a domain that makes shapes."""

    def has_solids(self) -> bool:
        """Whether the graph was loaded from files with shapes."""
        ...

    def solid_model(self) -> SolidModel:
        """The shapes of all elements and rooms, in one system of coordinates.

        Raises:
            SourceError: `source.missing` or `source.changed`: the files that were loaded are no longer there.
            MissingExtra: what makes shapes is not installed.
        """
        ...
