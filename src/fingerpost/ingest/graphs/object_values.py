"""Values of documents as people write them: numbers (`"$1,200.50"`, or some among `"n/a"`), lists, lengths of time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fingerpost.ingest.graphs.json_maps import JsonObject
from fingerpost.ingest.mapping import PropertyMapping
from fingerpost.ingest.records import LoadContext, PropertyHint
from fingerpost.ingest.tables.durations import TOLD_DURATION, duration_rules
from fingerpost.ingest.tables.lists import list_rules, told_list
from fingerpost.ingest.tables.profile import ColumnProfile
from fingerpost.ingest.tables.proposal import told
from fingerpost.ingest.tables.values import conversion
from fingerpost.ingest.tables.written_numbers import is_no_value, number_rules


def read_written(label: str, objects: Sequence[JsonObject], context: LoadContext) -> None:
    """Read the texts of objects of a label that are such values, and leave out words for no value among numbers."""
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
    for name, rule, note in _rules(texts):
        convert = conversion(rule, ())
        context.notes.append(f"{label}.{name}: {note}")
        if rule.unit is not None:
            context.property_hints[label, name] = PropertyHint(unit=rule.unit)
        for each in objects:
            if name in each.properties and (value := convert(each.properties[name])) is not None:
                each.properties[name] = value
            else:
                each.properties.pop(name, None)


def _rules(texts: Mapping[str, set[str]]) -> Iterator[tuple[str, PropertyMapping, str]]:
    """How such texts are read by their property, each with what a note says of it."""
    numbers = dict(number_rules(texts))
    yield from ((name, rule, told(rule)) for name, rule in numbers.items())
    columns = {name: ColumnProfile(name) for name in texts if name not in numbers}
    for name, column in columns.items():
        for text in texts[name]:
            column.add(text)
    plain = dict.fromkeys(columns, PropertyMapping())
    yield from ((name, rule, TOLD_DURATION) for name, rule in duration_rules(columns, plain, ()))
    yield from ((name, rule, told_list(rule)) for name, rule in list_rules(columns, ()))
