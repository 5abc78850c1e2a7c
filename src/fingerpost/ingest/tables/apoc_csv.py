"""CSV that APOC exports from Neo4j: nodes and relationships in one file, told apart by which columns are filled."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from fingerpost.core.cells import Cell
from fingerpost.ingest.records import LoadContext, NodeRecord, Record, RelationshipRecord

_NODE = ("_id", "_labels")
_RELATIONSHIP = ("_start", "_end", "_type")
_OWN = frozenset((*_NODE, *_RELATIONSHIP))


def is_apoc(columns: Iterable[str]) -> bool:
    """Whether a table has the columns that APOC gives nodes or relationships."""
    names = set(columns)
    return names.issuperset(_NODE) or names.issuperset(_RELATIONSHIP)


def apoc_records(rows: Iterable[tuple[int, Mapping[str, Cell]]], file: int, context: LoadContext) -> Iterator[Record]:
    """The nodes and relationships in the rows of a file; a row that is neither is reported unless it is blank.

    A value is text, and none if that is empty, because APOC writes so what an element lacks; lists, which are JSON, are
    read.
    """
    for line, row in rows:
        properties = {name: _cell(value) for name, value in row.items() if name not in _OWN and value != ""}
        ident, start, end = row.get("_id"), row.get("_start"), row.get("_end")
        type_ = row.get("_type")
        if ident:
            labels = tuple(filter(None, str(row.get("_labels") or "").split(":")))
            yield NodeRecord(str(ident), labels, properties, file, line)
        elif start and end and type_:
            yield RelationshipRecord(str(start), str(end), str(type_), properties, file, line)
        elif any(row.values()):
            where = f"{context.files[file].path}:{line}"
            context.problems.add("bad-record", f"{where}: neither a node nor a relationship with both ends and a type")


def _cell(value: Cell) -> Cell:
    if not (isinstance(value, str) and value.startswith("[") and value.endswith("]")):
        return value
    try:
        items = json.loads(value)
    except (ValueError, RecursionError):
        return value
    plain = all(isinstance(item, str | int | float | bool) for item in items)
    return tuple(items) if plain else value
