"""Areas, volumes and weights of several things: what they are together, and each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fingerpost.core.cells import Node
from fingerpost.engine import AskContext, AskedUnit
from fingerpost.linking import unit_named
from fingerpost.plans import Plan
from fingerpost.stores import Result

AMOUNTS: Final = ("m²", "m³", "kg")
"""Units of what several things have together."""


def converted(result: Result, *, unit: AskedUnit, units: Mapping[str, str]) -> Result:
    """The rows in the unit that is asked for."""
    return unit.converted(result, units)


def together(result: Result, units: Mapping[str, str]) -> str:
    """What several areas, volumes or weights are together."""
    name = result.columns[0]
    values = [row[0] for row in result.rows if isinstance(row[0], (int, float))]
    base, _ = unit_named(units.get(name, "")) or ("", 1.0)
    if len(result.columns) != 1 or len(values) < 2 or result.cut or base not in AMOUNTS:
        return ""
    return f" Together {sum(values):,.2f} {units[name]}."


def parts_told(_: Result, __: Mapping[str, str], *, context: AskContext, parts: Plan, unit: AskedUnit | None) -> str:
    """The values that a total is made of, by element, and how many elements have none.

    `parts` has the columns element and value.

    Raises:
        QueryRejected: the gate refused `parts`.
        StoreError: the query failed or reached a limit.
    """
    found, composer = context.run(parts), context.composer
    if len(found.rows) < 2:
        return ""
    if unit is not None:
        units = composer.units(parts)
        composer, found = composer.showing(unit.symbols(units)), unit.converted(found, units)
    known = [row for row in found.rows if row[1] is not None]
    names = {at: context.display.name(row[0]) for at, row in enumerate(known) if isinstance(row[0], Node)}
    *before, last = parts.branches[0]
    values = parts.model_copy(update={"branches": ((*before, last.model_copy(update={"columns": last.columns[1:]})),)})
    text, _status = composer.compose(values, [row[1:] for row in known], None if found.cut else len(known), names)
    missing = len(found.rows) - len(known)
    without = f" {missing} of {len(found.rows)} have none, and are not in the total." if missing else ""
    return f" {text}{without}"
