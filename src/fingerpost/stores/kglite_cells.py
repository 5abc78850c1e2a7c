"""Values between kglite and cells."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any

from fingerpost.core.cells import Cell, Duration, Node, Path, Point, Relationship
from fingerpost.core.names import said_name, stored_name

_NODE = {"id", "labels", "properties"}
_RELATIONSHIP = {"id", "start", "end", "type", "properties"}
_DURATIONS = ({"months", "days", "seconds"}, {"months", "days", "seconds", "nanoseconds"})
_POINT = {"latitude", "longitude"}


def to_engine(cell: Cell) -> Any:
    """A cell as kglite binds it. A point becomes a map of its coordinates."""
    if isinstance(cell, (list, tuple)):
        return [to_engine(item) for item in cell]
    if isinstance(cell, Mapping):
        return {stored_name(key): to_engine(value) for key, value in cell.items()}
    if isinstance(cell, Duration):
        return dt.timedelta(days=cell.days, seconds=cell.seconds, microseconds=cell.nanoseconds // 1000)
    if isinstance(cell, Point):
        names = ("longitude", "latitude", "height") if cell.geographic else ("x", "y", "z")
        pairs = zip(names, (cell.x, cell.y, cell.z), strict=True)
        return {name: value for name, value in pairs if value is not None}
    return cell


class Decoder:
    """Cells from one result.

    kglite tells a relationship's ends by internal numbers; `node_ids` collects those that nodes of the result explain,
    and `resolve` is asked for the rest.
    """

    def __init__(self, resolve: Callable[[set[int]], Mapping[int, str]]) -> None:
        self._resolve = resolve
        self._node_ids: dict[int, str] = {}
        self._pending: set[int] = set()

    def rows(self, records: list[dict[str, Any]], columns: tuple[str, ...]) -> tuple[tuple[Cell, ...], ...]:
        for record in records:
            for column in columns:
                self._collect(record[column])
        missing = self._pending - self._node_ids.keys()
        if missing:
            self._node_ids.update(self._resolve(missing))
        cell = self.cell
        return tuple(tuple([cell(record[column]) for column in columns]) for record in records)

    def _collect(self, value: Any) -> None:
        if isinstance(value, list):
            for item in value:
                self._collect(item)
        elif isinstance(value, dict):
            keys = value.keys()
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
        keys = value.keys()
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
        if keys == {"nodes", "relationships"}:
            nodes = tuple(self.cell(node) for node in value["nodes"])
            return Path(nodes, tuple(self.cell(relationship) for relationship in value["relationships"]))
        if keys in _DURATIONS:
            return Duration(value["months"], value["days"], value["seconds"], value.get("nanoseconds", 0))
        if keys == _POINT:
            return Point(value["longitude"], value["latitude"], None, 4326)
        if keys == {"x", "y"}:
            return Point(value["x"], value["y"])
        return self._properties(value)

    def _properties(self, stored: dict[str, Any]) -> dict[str, Cell]:
        """Properties as they are said, without what the engine or we keep beside them."""
        said: dict[str, Cell] = {}
        for key, value in stored.items():
            name = said_name(key)
            if name is not None and value is not None:
                said[name] = self.cell(value)
        return said
