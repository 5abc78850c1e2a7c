"""Amounts that JSON documents keep as objects: `{"value": 35, "unit": "min"}` is a number with a unit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fingerpost.core.cells import Cell
from fingerpost.ingest.graphs.json_maps import JsonObject
from fingerpost.ingest.records import LoadContext, PropertyHint

_NUMBERS = ("value", "amount", "quantity", "number")
_UNITS = ("unit", "units", "unitText", "unit_text", "currency")


def with_amounts(objects: Mapping[str, Sequence[JsonObject]], context: LoadContext) -> dict[str, Sequence[JsonObject]]:
    """The objects by label, without those that are nothing but amounts in one unit: a property of what holds them."""
    left = dict(objects)
    for label, all_ in objects.items():
        told = [_amount(each) for each in all_]
        unit = told[0][0]
        if unit is None or any(other != unit for other, _ in told):
            continue
        numbers = {id(each): number for each, (_, number) in zip(all_, told, strict=True)}
        holders = [
            each for others in objects.values() for each in others if any(id(i) in numbers for _, i in each.held)
        ]
        if all(_may_hold(each, numbers) for each in holders):
            for each in holders:
                for key in [key for key, inner in each.held if id(inner) in numbers]:
                    context.property_hints[each.label, key] = PropertyHint(unit=unit)
                each.properties |= {key: numbers[id(inner)] for key, inner in each.held if id(inner) in numbers}
                each.held = [(key, inner) for key, inner in each.held if id(inner) not in numbers]
            del left[label]
    return left


def _amount(each: JsonObject) -> tuple[str | None, Cell]:
    """The unit and the number of an object that is an amount; no unit where it is none."""
    number = next((each.properties[key] for key in _NUMBERS if key in each.properties), None)
    unit = next((each.properties[key] for key in _UNITS if key in each.properties), None)
    plain = each.inside and not each.held and each.own_id is None and each.by is None and len(each.properties) == 2
    fits = plain and type(number) in (int, float) and isinstance(unit, str)
    return (str(unit), number or 0) if fits else (None, 0)


def _may_hold(each: JsonObject, numbers: Mapping[int, Cell]) -> bool:
    """Whether an object holds at most one amount under each key, and nothing else is called so."""
    keys = [key for key, inner in each.held if id(inner) in numbers]
    return len(set(keys)) == len(keys) and not each.properties.keys() & set(keys)
