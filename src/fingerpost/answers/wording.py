"""Formats cells for the text of an answer."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from fingerpost.core.cells import Cell, Duration, Node, Path, Point, Relationship
from fingerpost.core.schema import PropertyInfo, TextKind, ValueType
from fingerpost.linking import Display, happened
from fingerpost.plans import words

WHEN = {"date": "on", "year": "in", "time": "at"}
"""The preposition of each kind of moment."""
_YEARS = range(1000, 2200)


def moment_kind(info: PropertyInfo | None) -> str | None:
    """The kind of moment that a property has (date, year or time), or None.

    Whole numbers are years if the property's name says so, or names an event, and they look like years.
    """
    if info is None:
        return None
    if info.type is ValueType.INTEGER:
        called = "year" in words(info.name).split() or happened(info.name) is not None
        years = [sample.isdigit() and int(sample) in _YEARS for sample in info.samples]
        return "year" if called and years and all(years) else None
    if not info.temporal:
        return None
    timed = info.type in (ValueType.TIME, ValueType.LOCAL_TIME) or info.text_kind is TextKind.CLOCK_TIME
    return "time" if timed else "date"


class Wording:
    """Formats cells as text."""

    def __init__(self, display: Display) -> None:
        self._display = display

    def cell(self, cell: Cell, unit: str | None = None) -> str:
        """A cell in words, with its unit."""
        if cell is None:
            return "unknown"
        if isinstance(cell, bool):
            return "yes" if cell else "no"
        if isinstance(cell, float):
            return with_unit(f"{round(cell, 4):,.4f}".rstrip("0").rstrip("."), unit)
        if isinstance(cell, int):
            return with_unit(str(cell) if unit is None else f"{cell:,}", unit)
        if isinstance(cell, Node):
            return self.node(cell)
        if isinstance(cell, Relationship):
            return f"{cell.start} {words(cell.type)} {cell.end}"
        if isinstance(cell, Path):
            return " → ".join(self.node(node) for node in cell.nodes)
        if isinstance(cell, (list, tuple)):
            return ", ".join(self.cell(item, unit) for item in cell) if cell else "none"
        if isinstance(cell, Mapping):
            return ", ".join(f"{words(key)} {self.cell(value)}" for key, value in cell.items())
        if isinstance(cell, dt.datetime):
            return cell.isoformat(sep=" ", timespec="seconds")
        if isinstance(cell, (dt.date, dt.time, Duration)):
            return str(cell)
        if isinstance(cell, Point):
            return f"({cell.y:g}, {cell.x:g})" if cell.geographic else f"({cell.x:g}, {cell.y:g})"
        return with_unit(str(cell), unit)

    def node(self, node: Node) -> str:
        """A node's name; with its label if the name is only an identifier."""
        name = self._display.name(node)
        if name == node.element_id and node.labels and not any(map(self._display.parts, node.labels)):
            return f"{words(node.labels[0])} {name}"
        return name

    def introduced(self, node: Node) -> str:
        """A node's name with the properties that the pack adds: "Ann Lee (age 42)"."""
        told = [f"{words(info.name)} {self.cell(value, info.unit)}" for info, value in self._display.told(node)]
        return f"{self.node(node)} ({', '.join(told)})" if told else self.node(node)


def with_unit(text: str, unit: str | None) -> str:
    return text if unit is None else f"{text}{'' if unit == '°' else ' '}{unit}"
