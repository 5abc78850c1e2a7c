"""Units that stand in the name of a column: `Weight (kg)`, `Power [kW]`, `Speed, km/h`, `Cost in EUR`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from fingerpost.ingest.mapping import PropertyMapping
from fingerpost.ingest.tables.profile import ColumnProfile
from fingerpost.linking import unit_named

_FORMS = tuple(
    map(
        re.compile,
        (
            r"(?P<name>.*[\w.]) ?\((?P<unit>[^()]{1,12})\)",
            r"(?P<name>.*[\w.]) ?\[(?P<unit>[^][]{1,12})\]",
            r"(?P<name>.*[\w.]), ?(?P<unit>[^,]{1,12})",
            r"(?P<name>.*\w) / (?P<unit>[^/]{1,12})",
            r"(?P<name>.*\w) in (?P<unit>\S{1,12})",
        ),
    )
)
_MONEY = frozenset("EUR USD GBP CHF JPY SEK NOK DKK PLN CZK AUD CAD € $ £ ¥ %".split())
_OTHERS = frozenset(
    "°C °F K V A Hz kHz MHz GHz N kN Pa kPa MPa bar J kJ MJ MW VA kVA l/s l/min m/s lm lx dB rpm ppm".split()
)
"""Units that are only known by their sign."""
_NUMERIC = re.compile(r"[-+−]?[\d.,'’ \u00a0\u202f]*\d")


def unit_rules(
    columns: Mapping[str, ColumnProfile], rules: Mapping[str, PropertyMapping]
) -> Iterator[tuple[str, PropertyMapping]]:
    """The rules of columns of numbers whose names have a known unit: the name without it, and the unit.

    A name that another column has stays whole, and so does one whose values have a unit of their own.
    """
    found: dict[str, tuple[str, str]] = {}
    for column, held in columns.items():
        parts = _parts(column)
        if parts and rules[column].unit is None and _is_numeric(held):
            found[column] = parts
    names = [parts[0] for parts in found.values()] + [name for name in columns if name not in found]
    for column, (name, unit) in found.items():
        called = name if sum(name.casefold() == other.casefold() for other in names) == 1 else None
        yield column, rules[column].model_copy(update={"name": called, "unit": unit})


def _parts(column: str) -> tuple[str, str] | None:
    """The name and the unit of a column."""
    for form in _FORMS:
        match = form.fullmatch(column.strip())
        if match and (unit := _unit(match["unit"].strip())) is not None:
            return match["name"].strip(), unit
    return None


def _unit(text: str) -> str | None:
    if text.upper() in _MONEY:
        return text.upper()
    return text if text in _OTHERS or unit_named(text) is not None else None


def _is_numeric(held: ColumnProfile) -> bool:
    return held.fractions or (bool(held.values) and all(map(_NUMERIC.fullmatch, held.values)))
