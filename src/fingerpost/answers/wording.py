"""Formats cells for the text of an answer."""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Mapping, Sequence

from fingerpost.core.cells import Cell, Duration, Node, Path, Point, Relationship
from fingerpost.core.schema import PropertyInfo, TextKind, ValueType
from fingerpost.linking import Display, happened
from fingerpost.plans import lasting, singular, words

WHEN = {"date": "on", "year": "in", "time": "at"}
"""The preposition of each kind of moment."""
_YEARS = range(1000, 2200)
_STORED_DECIMALS = 4
_MANY = frozenset(("seconds", "minutes", "hours", "days", "weeks", "months", "years"))
"""Units that are one without their last letter."""
_COMPUTED_DECIMALS = {"m": 3, "mm": 1, "cm": 1, "°": 1}
"""Decimals of computed numbers by their unit; all others have two."""
_LONGEST_SIGN = 3
"""Letters of a unit's sign; "hours" and "days" are what is counted: working days."""
_LONGEST_NAME = 80
_LONGEST_TEXT = 400
"""Longer names and texts are cut."""
_MOST_ITEMS = 20
_LONG = 10_000
"""Whole numbers from here on are easier to read in groups of three digits, unless they number or date something."""
KEYS = frozenset("id no nr number num code key".split())
"""Last words of properties that number things."""
_NUMBERED_BY = KEYS | frozenset(
    "zip zipcode postcode postal phone telephone tel fax mobile isbn issn ean upc ssn barcode pin serial account card "
    "ticket invoice order policy licence license date time timestamp year month week".split()
)
_MIDNIGHT = re.compile(r"\d{4}-\d\d-\d\d[ T]00:00:00(?:\.0+)?(?:Z|\+00:00)?")
_NUMBERED = re.compile(r"^([^:]+:.+):\d{4,}$")
"""Names of authoring tools for building models: family, type and the number of the element."""
_PLACE = re.compile(r"\[[\d.]+\]|:row \d+$|^_:\d+$")
"""What the id of a nested record, of a row without a key or of a nameless resource of RDF has: where it stands."""
_TOLD_OF_PLACE, _SHORT = 3, 40
"""How many properties stand for such an id, and the characters of the longest."""
_OF_AMOUNTS = frozenset(("currency", "currencycode", "unit", "units", "unitcode", "unittext", "uom"))
"""Properties that an amount is in, which is the name of a node: a price."""


def moment_kind(info: PropertyInfo | None) -> str | None:
    """The kind of moment that a property has (date, year or time), or None.

    Whole numbers are years if the property's name says so, or names an event, and they look like years.
    """
    if info is None:
        return None
    if info.type is ValueType.INTEGER:
        told = "year" in words(info.name).split() or happened(info.name) is not None
        years = [sample.isdigit() and int(sample) in _YEARS for sample in info.samples]
        return "year" if told and years and all(years) else None
    if not info.temporal:
        return None
    timed = info.type in (ValueType.TIME, ValueType.LOCAL_TIME) or info.text_kind is TextKind.CLOCK_TIME
    return "time" if timed else "date"


def called(info: PropertyInfo) -> str:
    """A property in words; without the sign of its unit, which stands behind its values: `weight_kg`."""
    found = words(info.name)
    name, _, last = found.rpartition(" ")
    unit = (info.unit or "").casefold()
    return name if name and len(unit) <= _LONGEST_SIGN and last.casefold() == unit else found


class Wording:
    """Formats cells as text."""

    def __init__(self, display: Display) -> None:
        self._display = display

    def cell(self, cell: Cell, unit: str | None = None, *, computed: bool = False) -> str:
        """A cell in words, with its unit. Numbers that are computed, not stored, are rounded."""
        if cell is None:
            return "unknown"
        if isinstance(cell, bool):
            return "yes" if cell else "no"
        if isinstance(cell, float):
            return with_unit(_decimal(cell, _decimals(cell, unit) if computed else _STORED_DECIMALS), unit)
        if isinstance(cell, int):
            return with_unit(str(cell) if unit is None else f"{cell:,}", unit)
        if isinstance(cell, Node):
            return self.node(cell)
        if isinstance(cell, Relationship):
            return f"{cell.start} {words(cell.type)} {cell.end}"
        if isinstance(cell, Path):
            return " → ".join(self.node(node) for node in cell.nodes)
        if isinstance(cell, (list, tuple)):
            left = f" and {len(cell) - _MOST_ITEMS:,} more" if len(cell) > _MOST_ITEMS else ""
            return ", ".join(self.cell(item, unit) for item in cell[:_MOST_ITEMS]) + left if cell else "none"
        if isinstance(cell, Mapping):
            return ", ".join(f"{words(key)} {self.cell(value)}" for key, value in cell.items())
        if isinstance(cell, dt.datetime):
            return _without_midnight(cell.isoformat(sep=" ", timespec="seconds"))
        if isinstance(cell, (dt.date, dt.time)):
            return str(cell)
        if isinstance(cell, Duration):
            return lasting(cell)
        if isinstance(cell, Point):
            return f"({cell.y:g}, {cell.x:g})" if cell.geographic else f"({cell.x:g}, {cell.y:g})"
        if isinstance(cell, str) and not cell.strip():
            return "(blank)"
        text = _without_midnight(str(cell))
        if len(text) > _LONGEST_TEXT:
            return f"{text[:_LONGEST_TEXT].rstrip()} … ({len(text):,} characters)"
        return with_unit(text, unit)

    def cell_of(self, noun: str, cell: Cell, unit: str | None = None, *, computed: bool = False) -> str:
        """A cell behind the noun that it is of, which may be the unit, or end in it: "exposure minutes 30".

        A long number of the graph is grouped if the noun says what it is, and not that it numbers something.
        """
        if type(cell) is int and unit is None and abs(cell) >= _LONG and _NUMBERED_BY.isdisjoint(noun.split()[-1:]):
            return f"{cell:,}" if noun else str(cell)
        said = unit is not None and (noun.endswith(f" {unit}") or (noun == unit and len(unit) > _LONGEST_SIGN))
        if unit is None or not said or isinstance(cell, (list, tuple)):
            return self.cell(cell, unit, computed=computed)
        return self.cell(cell, unit, computed=computed).removesuffix(f" {unit}").removesuffix(f" {unit[:-1]}")

    def node(self, node: Node) -> str:
        """A node's name; with its label if the name is only an identifier, and with what an amount is in."""
        by_place = self.by_place(node)
        if by_place is not None:
            return by_place
        unit = self._amount_in(node)
        return short_name(f"{self._display.called(node)} {unit}" if unit else self._display.called(node))

    def by_place(self, node: Node) -> str | None:
        """A nested record or a row that has neither name nor key, by its properties: "stop (sequence 1)".

        None for any other node: the id of such a record says where it stands, "tours[0].stops[2]", "stops:row 7".
        """
        if _PLACE.search(node.element_id) is None or self._display.name(node) != node.element_id:
            return None
        told = self._first_told(node)
        return f"{singular(words(node.labels[0])) if node.labels else 'node'} ({', '.join(told)})" if told else None

    def _first_told(self, node: Node) -> list[str]:
        """The first few short properties of a node, in words."""
        told = [(self._display.info(node, name), name, value) for name, value in node.properties.items()]
        texts = [
            (called(info), self.cell_of(called(info), value, info.unit)) if info else (words(name), self.cell(value))
            for info, name, value in told
            if value is not None
        ]
        return [f"{name} {text}" for name, text in texts if 0 < len(text) <= _SHORT][:_TOLD_OF_PLACE]

    def _amount_in(self, node: Node) -> str | None:
        """The currency or the unit that a node has, which is called by an amount."""
        named = self._display.property(node.labels[0]) if node.labels else None
        amount = node.properties.get(named) if named is not None else None
        if isinstance(amount, bool) or not isinstance(amount, (int, float)):
            return None
        units = (value for name, value in node.properties.items() if words(name).replace(" ", "") in _OF_AMOUNTS)
        return next((value for value in units if isinstance(value, str) and 0 < len(value) <= _SHORT), None)

    def introduced(self, node: Node, beside: Sequence[PropertyInfo] = ()) -> str:
        """A node's name with the properties that the pack adds, and those of `beside`: "Ann Lee (age 42)"."""
        shown = {info.name: (info, value) for info, value in self._display.told(node)}
        for info in beside:
            if node.properties.get(info.name) is not None:
                shown.setdefault(info.name, (info, node.properties[info.name]))
        said = self.node(node)
        told = [f"{called(info)} {self.cell_of(called(info), value, info.unit)}" for info, value in shown.values()]
        if said == self.by_place(node):
            told = [each for each in told if each not in said]
            return f"{said[:-1]}, {', '.join(told)})" if told else said
        return f"{said} ({', '.join(told)})" if told else said


def with_unit(text: str, unit: str | None) -> str:
    if text == "1" and unit in _MANY:
        unit = unit.removesuffix("s")
    return text if unit is None else f"{text}{'' if unit == '°' else ' '}{unit}"


def _without_midnight(moment: str) -> str:
    """The day alone, of a moment that databases store with 0:00 for want of a type for days."""
    return moment[:10] if _MIDNIGHT.fullmatch(moment) else moment


def short_name(name: str) -> str:
    """A name without the number that an authoring tool appended, and cut if it is very long."""
    numbered = _NUMBERED.match(name)
    name = numbered[1] if numbered is not None else name
    return name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME].rstrip()}…"


def stopped(text: str) -> str:
    """A sentence with one full stop: none after "S.A." or "…"."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def percentage(share: float) -> str:
    """A share in percent, with one decimal, or more where it is small."""
    return f"{_decimal(share, 1 if abs(share) >= 1 or share == 0 else _decimals(share, None))}%"


def _decimals(number: float, unit: str | None) -> int:
    """Decimals of a computed number: by its unit; below 1, three significant digits."""
    usual = _COMPUTED_DECIMALS.get(unit or "", 2)
    if not math.isfinite(number) or number == 0 or abs(number) >= 1:
        return usual
    return max(usual, 2 - math.floor(math.log10(abs(number))))


def _decimal(number: float, decimals: int) -> str:
    text = f"{round(number, decimals):,.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
