"""Texts that say that there is no value, in columns of text that people filled in: `N/A` among telephone numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from fingerpost.ingest.mapping import ANY, PropertyMapping
from fingerpost.ingest.tables.profile import ColumnProfile

_SAYING = frozenset(("N/A", "n/a", "N.A.", "n.a.", "#N/A", "#NV", "NaN", "nan", "null", "-", "--", "–", "—"))
"""As they are written, as some are names otherwise: a Nan, a Mr Null. "None" and "unknown" may be an answer."""
_LONGEST_CODE = 3
_FEWEST_CODES = 3


def missing_rules(
    columns: Mapping[str, ColumnProfile],
    rules: Mapping[str, PropertyMapping],
    said: Collection[str],
    keys: Collection[str] = (),
) -> Iterator[tuple[str, PropertyMapping]]:
    """The rules of columns whose values are text, but for some that say that there is none.

    A sign is no such text where the other values are signs too, as a minus beside a plus. What is `said` among the
    table's numbers says it among its texts, too, but for short codes: NA may be one. In `keys`, and among codes of its
    own length, each is a value: the language `nan`.
    """
    for column, held in columns.items():
        if column in keys:
            continue
        codes = all(len(value) <= _LONGEST_CODE for value in held.values.difference(said))
        found = held.values & (_SAYING if codes else _SAYING.union(said))
        others = held.values - found
        found = found - {text for text in found if text.isalpha() and _are_codes(others, len(text))}
        plain = rules[column].type in (ANY, "string") and rules[column].format is None
        if found and plain and others and all(any(map(str.isalnum, value)) for value in others):
            null = tuple(sorted({*rules[column].null, *found}))
            yield column, rules[column].model_copy(update={"null": null})


def _are_codes(values: Collection[str], length: int) -> bool:
    """Whether values are several words of so many letters, none of them capitalised as a name is."""
    return len(values) >= _FEWEST_CODES and all(
        len(value) == length and value.isalpha() and (value.islower() or value.isupper()) for value in values
    )
