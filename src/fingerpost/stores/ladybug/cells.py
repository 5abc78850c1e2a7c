"""What Ladybug answers, as cells."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, TypeAlias

from fingerpost.core.cells import Cell, Duration, Node, Path, Relationship
from fingerpost.core.names import ELEMENT_ID, OWN, said_name

Ends: TypeAlias = dict[tuple[int, int], str]
"""Element ids by table and offset."""

_IDENTITY = {"offset", "table"}
_PATH = {"_NODES", "_RELS"}
_STRUCTURE = frozenset(("_ID", "_LABEL", "_SRC", "_DST"))
_DAY_US = 86_400 * 10**6


class Decoder:
    """Cells from one result. The engine tells a relationship's ends by table and offset, which `resolve` looks up."""

    def __init__(self, keys: Mapping[str, str | None], resolve: Callable[[Mapping[int, set[int]]], Ends]) -> None:
        self._keys = keys
        self._resolve = resolve
        self._ends: Ends = {}
        self._pending: set[tuple[int, int]] = set()

    def rows(self, records: list[list[Any]]) -> tuple[tuple[Cell, ...], ...]:
        """The rows of a result."""
        for record in records:
            self._collect(record)
        missing: dict[int, set[int]] = {}
        for table, offset in self._pending - self._ends.keys():
            missing.setdefault(table, set()).add(offset)
        if missing:
            self._ends.update(self._resolve(missing))
        return tuple(tuple(self.cell(value) for value in record) for record in records)

    def _collect(self, value: Any) -> None:
        if isinstance(value, list):
            for item in value:
                self._collect(item)
        elif isinstance(value, dict):
            if _is_element(value) and "_SRC" in value:
                self._pending.update((_identity(value["_SRC"]), _identity(value["_DST"])))
            elif _is_element(value):
                self._ends[_identity(value["_ID"])] = self._element_id(value)
            for item in value.values():
                self._collect(item)

    def _element_id(self, node: Mapping[str, Any]) -> str:
        label = node["_LABEL"]
        key = self._keys.get(label)
        if key is None:
            return f"{label}:#{node['_ID']['offset']}"
        return str(node[key]) if key == ELEMENT_ID else f"{label}:{node[key]}"

    def cell(self, value: Any) -> Cell:
        """One value.

        Raises:
            TypeError: no cell holds it.
        """
        if isinstance(value, dict):
            return self._structure(value)
        if isinstance(value, list):
            return tuple(self.cell(item) for item in value)
        if isinstance(value, dt.timedelta):
            return _duration(value)
        if isinstance(value, Decimal):
            return int(value) if value == value.to_integral_value() else float(value)
        if isinstance(value, uuid.UUID):
            return str(value)
        if isinstance(value, (bytes, bytearray)):
            raise TypeError("bytes cannot be part of an answer")
        return value

    def _structure(self, value: dict[str, Any]) -> Cell:
        if _is_element(value):
            properties = self._properties(value)
            if "_SRC" not in value:
                return Node(self._element_id(value), (value["_LABEL"],), properties)
            start, end = (self._end(value[side]) for side in ("_SRC", "_DST"))
            table, offset = _identity(value["_ID"])
            return Relationship(f"{table}:{offset}", value["_LABEL"], start, end, properties)
        if value.keys() == _PATH:
            nodes, relationships = (tuple(self.cell(item) for item in value[key]) for key in ("_NODES", "_RELS"))
            return Path(nodes, relationships)
        if value.keys() == _IDENTITY:
            return f"{value['table']}:{value['offset']}"
        return {name: self.cell(v) for key, v in value.items() if (name := said_name(str(key), OWN)) is not None}

    def _end(self, identity: Mapping[str, int]) -> str:
        table, offset = _identity(identity)
        return self._ends.get((table, offset), f"#{table}:{offset}")

    def _properties(self, element: Mapping[str, Any]) -> dict[str, Cell]:
        """Properties under their own names, without internal ones and those of other tables."""
        return {
            name: self.cell(value)
            for key, value in element.items()
            if value is not None and key not in _STRUCTURE and (name := said_name(key, OWN)) is not None
        }


def _is_element(value: Mapping[str, Any]) -> bool:
    identity = value.get("_ID")
    return "_LABEL" in value and isinstance(identity, dict) and identity.keys() == _IDENTITY


def _identity(value: Mapping[str, int]) -> tuple[int, int]:
    return value["table"], value["offset"]


def _duration(value: dt.timedelta) -> Duration:
    """A duration of days and of less than a day, both of one sign."""
    microseconds = (value.days * 86_400 + value.seconds) * 10**6 + value.microseconds
    sign = -1 if microseconds < 0 else 1
    days, rest = divmod(abs(microseconds), _DAY_US)
    seconds, micro = divmod(rest, 10**6)
    return Duration(0, sign * days, sign * seconds, sign * micro * 1000)
