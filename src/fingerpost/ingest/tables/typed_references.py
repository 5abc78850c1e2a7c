"""References whose table another column of the row names: `owner_type` says "club", and `owner_id` which of the clubs.

Databases have no foreign key for these, and web frameworks write them: comments on posts and pictures alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from fingerpost.ingest.mapping import Reference
from fingerpost.ingest.records import LoadContext
from fingerpost.ingest.tables.names import KEY_WORDS, subject, table_words, words
from fingerpost.ingest.tables.profile import TableProfile, key_text
from fingerpost.ingest.tables.table import Columns
from fingerpost.linking import split_name, stem

_TYPES = frozenset(map(stem, "type kind class model table".split()))
_ANYTHING = frozenset(map(stem, "entity object item record resource thing target ref related content".split()))
"""What a row is called that may be one of any table: the reference is called by the table then."""
_MOST_TABLES = 50
_LAST = re.compile(r"\w+$")
"""The last name of a class in its packages: `App\\Models\\Club`."""


def typed_references(
    each: TableProfile, tables: Mapping[str, TableProfile], primary: Mapping[str, Columns], context: LoadContext
) -> Iterator[Reference]:
    """The references of a table by the tables that its rows name; `primary` has the keys of the tables.

    All rows of a type must refer to rows of the table that it names. The types are those of a role (`OWNER`), but of
    the table where the columns are called `entity_type` or `commentable_type`.

    Raises:
        SourceError: the table cannot be read.
    """
    for typed, column in _pairs(each):
        named = {text: target for text in each.columns[typed].values if (target := _named(text, tables)) is not None}
        held: dict[str, set[str]] = {text: set() for text in named}
        for _, row in each.table.rows(context.trial()):
            text, value = str(row.get(typed)), row.get(column)
            if text in held and value is not None:
                held[text].add(key_text(value) or "")
        for text, target in named.items():
            key = primary[target]
            if len(key) == 1 and held[text] and held[text] <= tables[target].columns[key[0]].values:
                type_ = _role(column) or "_".join(split_name(target)).upper()
                yield Reference(columns=(column,), table=target, referred=key, type=type_, where={typed: text})


def _pairs(each: TableProfile) -> Iterator[tuple[str, str]]:
    """A column of types, and one named alike that refers."""
    for typed, column in each.columns.items():
        named = words(typed)
        if named[-1:] and named[-1] in _TYPES and 0 < len(column.values) <= _MOST_TABLES:
            yield from (
                (typed, name)
                for name, other in each.columns.items()
                if words(name)[-1:]
                and words(name)[-1] in KEY_WORDS
                and subject(name) == named[:-1] != ()
                and other.values
            )


def _named(text: str, tables: Mapping[str, TableProfile]) -> str | None:
    """The one table of which a text is the name, be it that of a class."""
    last = _LAST.search(text)
    found = [name for name in tables if last is not None and table_words(name) == table_words(last[0])]
    return found[0] if len(found) == 1 else None


def _role(column: str) -> str | None:
    spoken: Sequence[str] = split_name(column)[: len(subject(column))]
    anything = len(spoken) == 1 and (stem(spoken[0]) in _ANYTHING or spoken[0].lower().endswith("able"))
    return None if anything else "_".join(spoken).upper()
