"""What kglite answers, as cells.

kglite answers durations, points, paths, nodes and relationships as maps. A map of a query's own has its keys in order
of the alphabet, and none of the engine's names among them (`core.names`), which tells the two apart: a duration begins
with its months, a relationship has a plain `id`. Only a map of two floats called latitude and longitude cannot be told
from the point that it describes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fingerpost.core.cells import Cell, Duration, Node, Path, Point, Relationship
from fingerpost.core.names import said_name

_BUILT = frozenset((dict, list))
_NODE = ("id", "labels", "properties")
_RELATIONSHIP = ("id", "start", "end", "type", "properties")
_PATH = ("nodes", "relationships")
_DURATIONS = (("months", "days", "seconds"), ("months", "days", "seconds", "nanoseconds"))
_GLOBE = {"latitude", "longitude"}
_POINTS = ({*_GLOBE, "srid"}, {*_GLOBE, "height", "srid"}, {"x", "y", "srid"}, {"x", "y", "z", "srid"})


class Decoder:
    """Cells from one result.

    kglite tells a relationship's ends by internal numbers; `node_ids` collects those that nodes of the result explain,
    and `resolve` is asked for the rest.
    """

    def __init__(self, resolve: Callable[[set[int]], Mapping[int, str]]) -> None:
        self._resolve = resolve
        self._node_ids: dict[int, str] = {}
        self._pending: set[int] = set()

    def rows(self, columns: Sequence[list[Any]]) -> tuple[tuple[Cell, ...], ...]:
        """The rows of a result, by its columns: the values that need nothing built stay as they are."""
        built = {place for place, values in enumerate(columns) if not _BUILT.isdisjoint(map(type, values))}
        for place in built:
            self._collect(columns[place])
        missing = self._pending - self._node_ids.keys()
        if missing:
            self._node_ids.update(self._resolve(missing))
        cells = [[*map(self.cell, values)] if place in built else values for place, values in enumerate(columns)]
        return tuple(zip(*cells, strict=True))

    def _collect(self, value: Any) -> None:
        if isinstance(value, list):
            for item in value:
                self._collect(item)
        elif isinstance(value, dict):
            keys = tuple(value)
            if keys == _NODE:
                self._node_ids[value["id"]] = str(value["properties"].get("id"))
            elif keys == _RELATIONSHIP:
                self._pending.update((value["start"], value["end"]))
            else:
                for item in value.values():
                    self._collect(item)

    def cell(self, value: Any) -> Cell:
        if isinstance(value, dict):
            return self._structure(value)
        if isinstance(value, list):
            return tuple(self.cell(item) for item in value)
        return value

    def _structure(self, value: dict[str, Any]) -> Cell:
        keys = tuple(value)
        if keys == _NODE:
            properties = value["properties"]
            return Node(str(properties.get("id")), tuple(value["labels"]), self._properties(properties))
        if keys == _RELATIONSHIP:
            return Relationship(
                str(value["id"]),
                value["type"],
                self._node_ids.get(value["start"], f"#{value['start']}"),
                self._node_ids.get(value["end"], f"#{value['end']}"),
                self._properties(value["properties"]),
            )
        if keys in _DURATIONS:
            return Duration(value["months"], value["days"], value["seconds"], value.get("nanoseconds", 0))
        if keys == _PATH:
            return self._path(value)
        return _point(value) or self._map(value)

    def _path(self, value: dict[str, Any]) -> Cell:
        """A path; a map, where this is one that only has the names of a path's parts."""
        said = self._map(value)
        nodes, relationships = said["nodes"], said["relationships"]
        if isinstance(nodes, tuple) and isinstance(relationships, tuple) and len(nodes) == len(relationships) + 1:
            whole = all(isinstance(node, Node) for node in nodes)
            if whole and all(isinstance(relationship, Relationship) for relationship in relationships):
                return Path(nodes, relationships)
        return said

    def _properties(self, stored: dict[str, Any]) -> dict[str, Cell]:
        """Properties under their own names, without internal ones and without missing ones."""
        return {name: value for name, value in self._map(stored).items() if value is not None}

    def _map(self, stored: dict[str, Any]) -> dict[str, Cell]:
        said: dict[str, Cell] = {}
        for key, value in stored.items():
            name = said_name(key)
            if name is not None:
                said[name] = self.cell(value)
        return said


def _point(value: dict[str, Any]) -> Point | None:
    keys = value.keys()
    if keys == _GLOBE:
        latitude, longitude = value["latitude"], value["longitude"]
        floats = isinstance(latitude, float) and isinstance(longitude, float)
        return Point(longitude, latitude, None, 4326) if floats else None
    if "srid" not in keys or keys not in _POINTS or not all(_is_number(number) for number in value.values()):
        return None
    if "x" in keys:
        return Point(value["x"], value["y"], value.get("z"), value["srid"])
    return Point(value["longitude"], value["latitude"], value.get("height"), value["srid"])


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
