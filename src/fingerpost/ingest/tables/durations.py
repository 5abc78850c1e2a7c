"""Columns whose values are lengths of time that are written as text."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from fingerpost.ingest.mapping import ANY, PropertyMapping
from fingerpost.ingest.tables.profile import ColumnProfile
from fingerpost.ingest.tables.written_numbers import is_no_value
from fingerpost.ingest.written_durations import are_durations

TOLD_DURATION = "read as lengths of time"
"""What a note says of such columns."""


def duration_rules(
    columns: Mapping[str, ColumnProfile], rules: Mapping[str, PropertyMapping], keys: Collection[str]
) -> Iterator[tuple[str, PropertyMapping]]:
    """The rules of columns of such texts, but for words for no value; none of those that are `keys`."""
    for column, held in columns.items():
        null = {value for value in held.values if is_no_value(value)}
        rule = rules[column]
        if column not in keys and rule.type in (ANY, "string") and are_durations(column, held.values - null):
            yield column, PropertyMapping(type="duration", null=tuple(sorted(null - {""})))
