"""Values of documents that are numbers as people write them: `"$1,200.50"`, or numbers among `"n/a"`."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.ingest.graphs.json_maps import JsonObject
from fingerpost.ingest.records import LoadContext, PropertyHint
from fingerpost.ingest.tables.proposal import told
from fingerpost.ingest.tables.values import conversion
from fingerpost.ingest.tables.written_numbers import is_no_value, number_rules


def read_numbers(label: str, objects: Sequence[JsonObject], context: LoadContext) -> None:
    """Read the texts of objects of a label that are such numbers, and leave out words for no value among numbers."""
    texts: dict[str, set[str]] = {}
    others: dict[str, set[type]] = {}
    for each in objects:
        for name, value in each.properties.items():
            if isinstance(value, str):
                texts.setdefault(name, set()).add(value)
            else:
                others.setdefault(name, set()).add(type(value))
    for name in texts.keys() & others.keys():
        if others[name] <= {int, float} and all(map(is_no_value, texts[name])):
            for each in objects:
                if isinstance(each.properties.get(name), str):
                    del each.properties[name]
        del texts[name]
    for name, rule in number_rules(texts):
        convert = conversion(rule, ())
        context.notes.append(f"{label}.{name}: {told(rule)}")
        if rule.unit is not None:
            context.property_hints[label, name] = PropertyHint(unit=rule.unit)
        for each in objects:
            if name in each.properties and (value := convert(each.properties[name])) is not None:
                each.properties[name] = value
            else:
                each.properties.pop(name, None)
