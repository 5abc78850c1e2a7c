"""Columns of JSON objects, as stores of documents and event logs have them: what the objects say become columns."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from fingerpost.core.cells import Cell
from fingerpost.ingest.records import LoadContext
from fingerpost.ingest.tables.table import Columns, ForeignKey, Table
from fingerpost.linking import split_name
from fingerpost.plans import joined

_LOOKED_AT = 50
"""Rows by which it is judged whether a column may hold objects; then all are read."""
_MOST = 300
"""Columns that may come of one: objects with more keys are maps, and stay text."""
_DEPTH = 4
_TOLD = 5
"""Columns that a note names."""
_SAYING_NOTHING = frozenset(
    "data json payload attributes attrs properties props meta metadata details info body document doc value values "
    "extra extras fields raw content record object json_data".split()
)
"""Names of columns that say nothing of the keys in them: these keep their own names."""


class ExpandedTable:
    """A table in which some columns are replaced by what the JSON in them says.

    An object with a name is called by that, and lists of such by their names; other objects give a column for each of
    their keys. What cannot be told so, as lists of other objects, stays JSON.
    """

    def __init__(self, table: Table, columns: Mapping[str, Mapping[str, str]]) -> None:
        """`columns`: the names of the new columns, by those of `objects` that they replace and the paths in these."""
        self._table = table
        self.objects = columns
        kept = tuple(name for name in table.columns if name not in columns)
        made = (name for paths in columns.values() for name in paths.values())
        self.columns: Columns = tuple(dict.fromkeys((*kept, *made)))
        self.name = table.name
        self.primary_key = tuple(table.primary_key)
        self.file = table.file

    @property
    def foreign_keys(self) -> Sequence[ForeignKey]:
        """The declared foreign keys."""
        return self._table.foreign_keys

    def __getattr__(self, name: str) -> Any:
        """What else is known of the table, such as the label of its rows."""
        return getattr(self._table, name)

    def rows(self, context: LoadContext) -> Iterator[tuple[int, dict[str, Cell]]]:
        """Each row's place, and its values with those of its objects."""
        for place, row in self._table.rows(context):
            for column, names in self.objects.items():
                told = _told(row.pop(column, None))
                row.update({names[path]: cell for path, cell in told.items() if path in names})
            yield place, row


def expanded(tables: Sequence[Table], context: LoadContext) -> list[Table]:
    """The tables, those with columns of nothing but JSON objects expanded, unless a mapping names these columns.

    Raises:
        SourceError: a table cannot be read.
    """
    return [_expanded(table, context) for table in tables]


def told_expanded(tables: Sequence[Table]) -> Iterator[str]:
    """The note on the columns that were expanded, if any was."""
    found = [f"{table.name}.{name}" for table in tables if isinstance(table, ExpandedTable) for name in table.objects]
    if found:
        shown = found if len(found) <= _TOLD + 1 else [*found[:_TOLD], f"{len(found) - _TOLD} more columns"]
        yield f"{joined(shown)}: the keys of JSON objects are read as properties"


def _expanded(table: Table, context: LoadContext) -> Table:
    mapping = context.options.mapping
    mapped = mapping.tables.get(table.name) if mapping is not None else None
    known = mapped.columns if mapped is not None else set()
    candidates = [name for name in _likely(table, context) if name not in known]
    if not candidates:
        return table
    found: dict[str, dict[str, list[bool]]] = {name: {} for name in candidates}
    for _, row in table.rows(context.trial()):
        for name in [name for name in found if name in row]:
            told = _told(row[name])
            for path, cell in told.items():
                # Whether it says what a column of this name says already.
                found[name].setdefault(path, []).append(row.get(path) == cell)
            if (not told and row[name] != "{}") or len(found[name]) > _MOST:
                del found[name]
    columns = {name: _named(name, paths, table.columns) for name, paths in found.items() if paths}
    return ExpandedTable(table, columns) if columns else table


def _likely(table: Table, context: LoadContext) -> list[str]:
    """The columns whose first values are all objects."""
    objects: dict[str, bool] = {}
    for _, row in islice(table.rows(context.trial()), _LOOKED_AT):
        for name, value in row.items():
            objects[name] = objects.get(name, True) and isinstance(value, str) and value.lstrip().startswith("{")
    return [name for name, all_ in objects.items() if all_]


def _named(column: str, paths: Mapping[str, Sequence[bool]], others: Columns) -> dict[str, str]:
    """The names of the new columns by path: the path, with the name of its column if that tells anything. What another
    column of the table says already is none."""
    plain = _SAYING_NOTHING.issuperset(split_name(column))
    names: dict[str, str] = {}
    for path, same in paths.items():
        if path in others and all(same):
            continue
        names[path] = path if plain and path not in others else f"{column}_{path}"
    return names


def _told(value: Cell) -> dict[str, Cell]:
    """What a text says that is a JSON object, by path; nothing if it is none."""
    if not isinstance(value, str):
        return {}
    try:
        held = json.loads(value)
    except (ValueError, RecursionError):
        return {}
    return dict(_flat(held, "", 0)) if isinstance(held, dict) else {}


def _flat(held: Mapping[str, Any], before: str, depth: int) -> Iterator[tuple[str, Cell]]:
    for key, value in held.items():
        path = f"{before}{key}"
        name = _name(value)
        if name is not None:
            yield path, name
        elif isinstance(value, dict) and depth < _DEPTH:
            yield from _flat(value, f"{path}_", depth + 1)
        elif isinstance(value, list) and (items := [_item(item) for item in value]) and None not in items:
            yield path, tuple(item for item in items if item is not None)
        elif isinstance(value, str | bool | int | float):
            if value != "":
                yield path, value
        elif value not in (None, [], {}):
            yield path, json.dumps(value, ensure_ascii=False)


def _item(value: Any) -> Cell | None:
    return value if isinstance(value, str | bool | int | float) else _name(value)


def _name(value: Any) -> str | None:
    """What an object is called."""
    named = value.get("name") if isinstance(value, dict) else None
    return named if isinstance(named, str) and named else None
