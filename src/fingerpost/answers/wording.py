"""Words for cells, properties and labels in an answer's text."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from fingerpost.core.cells import Cell, Duration, Node, Path, Point, Relationship
from fingerpost.linking.display import Display
from fingerpost.plans.english import words


def plural(noun: str) -> str:
    """The plural of a noun phrase: "phone call" gives "phone calls", "person" "people"."""
    if noun.endswith("person"):
        return noun[:-6] + "people"
    if noun.endswith(("s", "x", "ch", "sh", "z")):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in tuple("aeiou"):
        return noun[:-1] + "ies"
    return noun + "s"


def counted(number: int, noun: str) -> str:
    """ "1 wall", "57 walls", "no columns"."""
    if number == 0:
        return f"no {plural(noun)}"
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def joined(parts: Sequence[str], left: int = 0) -> str:
    """A list in a sentence; with `left`, that so many more were left out."""
    if left > 0:
        return f"{', '.join(parts)} and {left:,} more"
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


class Wording:
    """Writes cells as a person would."""

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
        """A node's name; with its label where all that names it is an identifier."""
        name = self._display.name(node)
        if name == node.element_id and node.labels:
            return f"{words(node.labels[0])} {name}"
        return name


def with_unit(text: str, unit: str | None) -> str:
    return text if unit is None else f"{text}{'' if unit == '°' else ' '}{unit}"
