"""Texts that say that there is no value, in columns of text that people filled in: `N/A` among telephone numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fingerpost.ingest.mapping import ANY, PropertyMapping
from fingerpost.ingest.tables.profile import ColumnProfile

_SAYING = frozenset(("N/A", "n/a", "N.A.", "n.a.", "#N/A", "#NV", "NaN", "nan", "null", "-", "--", "–", "—"))
"""As they are written, as some are names otherwise: a Nan, a Mr Null. "None" and "unknown" may be an answer."""


def missing_rules(
    columns: Mapping[str, ColumnProfile], rules: Mapping[str, PropertyMapping]
) -> Iterator[tuple[str, PropertyMapping]]:
    """The rules of columns whose values are text, but for some that say that there is none.

    A sign is no such text where the other values are signs too, as a minus beside a plus.
    """
    for column, held in columns.items():
        found = held.values & _SAYING
        others = held.values - found
        plain = rules[column].type in (ANY, "string") and rules[column].format is None
        if found and plain and others and all(any(map(str.isalnum, value)) for value in others):
            null = tuple(sorted({*rules[column].null, *found}))
            yield column, rules[column].model_copy(update={"null": null})
