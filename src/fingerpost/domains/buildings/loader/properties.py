"""Property sets and quantities: single values, typed, in the units that people use.

Sets do not become nodes. Their values become properties of the element, named as people say them, with the set's name
dropped: `Pset_WallCommon.IsExternal` is `isExternal`. An element has its own values and those of its type.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from fingerpost.core.cells import Cell
from fingerpost.domains.buildings.loader.graph import BROKEN
from fingerpost.domains.buildings.loader.placeholders import placeholder
from fingerpost.domains.buildings.loader.units import Entity, ProjectUnits, Unit

# Where two sets of one element say different things of one name, the lower rank is believed.
COMMON, QUANTITIES, STANDARD, CUSTOM = range(4)

_COMMON_SET: Final = re.compile(r"pset_\w*common", re.IGNORECASE)
_QUANTITY_UNITS: Final = {
    "IfcQuantityLength": "LENGTHUNIT",
    "IfcQuantityArea": "AREAUNIT",
    "IfcQuantityVolume": "VOLUMEUNIT",
    "IfcQuantityWeight": "MASSUNIT",
    "IfcQuantityTime": "TIMEUNIT",
    "IfcQuantityCount": None,
    "IfcQuantityNumber": None,
}
_IN_POWERS: Final = ("m²", "m³")
_MILLIFOLD: Final = 1e5
_BOUNDS: Final = (("", 5), ("Max", 2), ("Min", 3))
_END_OF_TIME: Final = dt.datetime.max.replace(tzinfo=dt.UTC).timestamp()
_WORD: Final = re.compile(r"[^\W_]+")
_ACRONYM: Final = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]+(?![A-Za-z])")


@lru_cache(maxsize=8192)
def camel_name(name: str) -> str:
    """The name of a property as a graph holds it: `FireRating` and `Fire Rating` give `fireRating`, `URL` gives `url`.

    Empty if the name holds no letter and no digit.
    """
    words = _WORD.findall(name)
    if not words:
        return ""
    first, acronym = words[0], _ACRONYM.match(words[0])
    end = acronym.end() if acronym else 1
    camel = first[:end].lower() + first[end:] + "".join(word[0].upper() + word[1:] for word in words[1:])
    return f"_{camel}" if camel[0].isdigit() else camel


@dataclass(slots=True)
class PropertySet:
    """The values of one set: (property, cell, unit symbol), with what the set's name weighs against other sets.

    `name` is the set's name as a prefix of properties, `title` as the file writes it.
    """

    name: str
    rank: int
    title: str = ""
    values: list[tuple[str, Cell, str | None]] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)
    """Names whose values say nothing."""


class PropertySets:
    """Reads property sets and quantities, each once, however many elements share it."""

    def __init__(self, units: ProjectUnits) -> None:
        self._units = units
        self._sets: dict[int, PropertySet] = {}
        self.left_out: Counter[str] = Counter()
        """How many texts were not values, by what they are (see `placeholders`)."""

    def read(self, definition: Entity) -> Iterator[tuple[PropertySet, bool]]:
        """The sets that an `IfcPropertySetDefinitionSelect` stands for; the flag tells that a set was met just now.

        Sets of predefined attributes (door linings and the like) are passed over.
        """
        kind = definition.is_a()
        if kind == "IfcPropertySetDefinitionSet":
            for member in definition[0]:
                yield from self.read(member)
        elif kind in ("IfcPropertySet", "IfcElementQuantity"):
            step = definition.id()
            found = self._sets.get(step)
            if found is None:
                found = self._sets[step] = self._property_set(definition, quantities=kind == "IfcElementQuantity")
                yield found, True
            else:
                yield found, False

    def values(self, properties: Iterable[Entity]) -> PropertySet:
        """The values of properties that stand in no set, such as those of a material."""
        loose = PropertySet("", CUSTOM)
        for single in properties:
            self._read_property(single, "", loose)
        return loose

    def _property_set(self, definition: Entity, *, quantities: bool) -> PropertySet:
        name = definition.get_argument(2)
        name = name if isinstance(name, str) else ""
        if quantities:
            rank = QUANTITIES
        elif _COMMON_SET.fullmatch(name):
            rank = COMMON
        else:
            rank = STANDARD if name.startswith("Pset_") else CUSTOM
        result = PropertySet(camel_name(name), rank, name)
        members = definition.get_argument(5 if quantities else 4)
        if not isinstance(members, tuple):
            result.broken.append(f"{definition.is_a()} without members")
            return result
        read = self._read_quantity if quantities else self._read_property
        for member in members:
            try:
                read(member, "", result)
            except BROKEN as error:
                result.broken.append(f"#{member.id()} {member.is_a()}: {error}")
        if quantities:
            result.values = _without_wrong_units(result.values)
        return result

    def _read_property(self, single: Entity, prefix: str, into: PropertySet) -> None:
        """Attributes by position: they are the same in every schema, and a lookup by name costs twice as much."""
        kind = single.is_a()
        name = camel_name(single.get_argument(0))
        if not name:
            return
        name = f"{prefix}.{name}" if prefix else name
        if kind == "IfcPropertySingleValue":
            cell, symbol = self._value(single.get_argument(2), single.get_argument(3))
            if cell is None or self._says_nothing(name, cell):
                into.empty.append(name)
            else:
                into.values.append((name, cell, symbol))
        elif kind in ("IfcPropertyEnumeratedValue", "IfcPropertyListValue"):
            unit = single.get_argument(3) if kind == "IfcPropertyListValue" else None
            read = [self._value(item, unit) for item in single.get_argument(2) or ()]
            cells = tuple(cell for cell, _ in read if cell is not None and not self._says_nothing(name, cell))
            if cells:
                into.values.append((name, cells, read[0][1]))
        elif kind == "IfcPropertyBoundedValue":
            for suffix, index in _BOUNDS:
                if index < len(single):  # IFC 2x3 knows no set point
                    cell, symbol = self._value(single.get_argument(index), single.get_argument(4))
                    if cell is not None:
                        into.values.append((name + suffix, cell, symbol))
        elif kind == "IfcComplexProperty":
            for inner in single.HasProperties:
                self._read_property(inner, name, into)

    def _says_nothing(self, name: str, cell: Cell) -> bool:
        what = placeholder(name, cell) if isinstance(cell, str) else None
        if what is not None:
            self.left_out[what] += 1
        return what is not None

    def _read_quantity(self, quantity: Entity, prefix: str, into: PropertySet) -> None:
        kind = quantity.is_a()
        name = camel_name(quantity.get_argument(0))
        if not name:
            return
        name = f"{prefix}.{name}" if prefix else name
        if kind == "IfcPhysicalComplexQuantity":
            for inner in quantity.HasQuantities:
                self._read_quantity(inner, name, into)
            return
        unit_type = _QUANTITY_UNITS[kind]
        own_unit, number = quantity.get_argument(2), quantity.get_argument(3)
        if number is None:
            return
        if unit_type is None:
            into.values.append((name, _whole(number), None))
            return
        unit = self._units.of_entity(own_unit) if own_unit is not None else self._units.of_type(unit_type)
        into.values.append((name, unit.convert(_finite(number)), unit.symbol))

    def _value(self, value: Any, own_unit: Entity | None) -> tuple[Cell | None, str | None]:
        """An `IfcValue` as a cell with the symbol of its unit; None if it says nothing."""
        if value is None:
            return None, None
        if isinstance(value, (str, int, float)):  # written without its class, against the schema
            measure, raw = "", value
        else:
            measure, raw = value.is_a(), value.get_argument(0)
        if isinstance(raw, str):
            return _text(measure, raw), None
        if isinstance(raw, bool) or not isinstance(raw, (int, float)):
            return raw if isinstance(raw, (bool, tuple)) else None, None
        unit: Unit | None = self._units.of_entity(own_unit) if own_unit is not None else self._units.of_measure(measure)
        if unit is not None:
            return unit.convert(_finite(raw)), unit.symbol
        if measure == "IfcCountMeasure":
            return _whole(raw), None
        if measure == "IfcTimeStamp" and 0 < raw < _END_OF_TIME:
            return dt.datetime.fromtimestamp(raw, dt.UTC), None
        return _finite(raw), None


def _without_wrong_units(values: list[tuple[str, Cell, str | None]]) -> list[tuple[str, Cell, str | None]]:
    """A set's quantities without those that it states again, in a unit it does not say, millions of times as large.

    An exporter of models in millimetres writes a wall's volume in mm³ and in m³ under one name, both as m³.
    """
    least: dict[str, float] = {}
    for name, value, _ in values:
        if isinstance(value, (int, float)) and value > 0:
            least[name] = min(least.get(name, math.inf), value)
    return [
        one
        for one in values
        if not isinstance(one[1], (int, float))
        or one[2] not in _IN_POWERS
        or one[1] < _MILLIFOLD * least.get(one[0], 1)
    ]


def flatten(
    properties: dict[str, Cell], own: Sequence[PropertySet], inherited: Sequence[PropertySet]
) -> Iterator[tuple[str, str]]:
    """Write the values of an element's sets and of its type's into `properties`; yield (property, unit symbol).

    A value of the element replaces the type's value of the same set and name. Of different values under one name the
    lowest rank keeps the name (attributes that stand there already are never replaced), and the others are kept as
    `setName.name`.
    """
    own_names = {(one.name, name) for one in own for name, _, _ in one.values} if inherited else set()
    ranked = sorted(
        [*((one, True) for one in own), *((one, False) for one in inherited)], key=lambda pair: pair[0].rank
    )
    for one, is_own in ranked:
        for name, cell, symbol in one.values:
            if not is_own and (one.name, name) in own_names:
                continue
            present = properties.get(name)
            key = name
            if present is not None:
                if present is cell or _same(present, cell):
                    continue
                key = f"{one.name}.{name}"
                if key in properties:
                    continue
            properties[key] = cell
            if symbol is not None:
                yield key, symbol


def _same(left: Cell, right: Cell) -> bool:
    if isinstance(left, float) and isinstance(right, (int, float)):
        return math.isclose(left, right, rel_tol=1e-6, abs_tol=1e-9)
    return bool(left == right)


def _finite(number: float) -> float:
    if not math.isfinite(number):
        raise ValueError(f"{number} is not a quantity")
    return number


def _whole(number: float) -> float:
    return int(number) if _finite(number) == int(number) else number


def _text(measure: str, text: str) -> Cell | None:
    if not text.strip() or (measure in ("IfcLogical", "IfcBoolean") and text == "UNKNOWN"):
        return None
    try:
        if measure == "IfcDate":
            return dt.date.fromisoformat(text)
        if measure == "IfcDateTime":
            return dt.datetime.fromisoformat(text)
    except ValueError:
        return text  # a date as the author wrote it is better than none
    return text
