"""Dates by what happened on them: "the hiring date" of `hired`, "the review date" of REVIEWED."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from fingerpost.core.schema import GraphSchema, PropertyInfo, ValueType
from fingerpost.linking.english import Stems
from fingerpost.linking.text import split_name, stem

_DATES = (stem("date"), stem("day"))
_SMALL = frozenset("has have had is are was were be been in at by of to from for with on as".split())


def when_it_was(schema: GraphSchema, hidden: Collection[str]) -> Iterator[tuple[Stems, str, str, bool]]:
    """Phrases for dates, with the property, what has it, and whether that is a relationship."""
    for label in schema.labels:
        for info in label.properties:
            words = split_name(info.name)
            year = info.type is ValueType.INTEGER and words[0] != "year" and holds_years(info)
            if len(words) == 1 and year and info.name not in hidden:
                yield (stem(words[0]), stem("year")), info.name, label.name, False
            if len(words) == 1 and _is_date(info) and info.name not in hidden and stem(words[0]) not in _DATES:
                yield from (((stem(words[0]), date), info.name, label.name, False) for date in _DATES)
    for relationship in schema.relationships:
        dates = [info for info in relationship.properties if _is_date(info)]
        words = tuple(word for word in split_name(relationship.type) if word not in _SMALL)
        if len(dates) == 1 == len(words) and not {relationship.type, dates[0].name} & {*hidden}:
            yield from (((stem(words[0]), date), dates[0].name, relationship.type, True) for date in _DATES)


def _is_date(info: PropertyInfo) -> bool:
    return info.temporal and info.type is not ValueType.STRING


def holds_years(info: PropertyInfo) -> bool:
    """Whether whole numbers of a property are years: those seen say so."""
    seen = [sample for sample in info.samples if sample.lstrip("-").isdigit()]
    return bool(seen) and all(1000 <= int(sample) <= 2999 for sample in seen)
