"""Tables as a graph: rows are nodes, references and rows of join tables are relationships."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from fingerpost.core.cells import Cell
from fingerpost.ingest.records import LoadContext, NodeRecord, Record, RelationshipRecord
from fingerpost.ingest.tables.keys import Keys
from fingerpost.ingest.tables.names import subject, words
from fingerpost.ingest.tables.profile import key_text
from fingerpost.ingest.tables.table import Columns, ForeignKey, Table
from fingerpost.linking import split_name

_NAME = "{table}:{key}"


class JoinedTables:
    """Reads tables with their keys as records.

    A row of a table is a node with the table's name as its label. A reference is a relationship from the row that
    refers to the row that is referred to; its columns are no properties then. A table of two references that has no key
    of its own and is not referred to is a join table: its rows are relationships with the other columns as properties.
    """

    def __init__(self, tables: Sequence[Table], keys: Mapping[str, Keys], context: LoadContext) -> None:
        self._tables = {table.name: table for table in tables}
        self._keys = keys
        self._context = context
        referred = {key.target for each in keys.values() for key in each.foreign}
        self._joins = {name for name in self._tables if name not in referred and _is_join(keys[name])}
        self._lookups: dict[tuple[str, Columns], dict[str, str]] = {}

    def records(self) -> Iterator[Record]:
        """The nodes, those that are referred to first, each with its relationships; join tables come last."""
        for name in self._order():
            if name not in self._joins:
                yield from self._rows(self._tables[name])
        for name in sorted(self._joins):
            yield from self._links(self._tables[name])

    def notes(self) -> Iterator[str]:
        """What was joined, and what was left because it may refer to several tables: a line each."""
        for name, keys in self._keys.items():
            for key in keys.foreign:
                columns = ", ".join(key.columns)
                made = _type_name(name) if name in self._joins else self._type(name, key)
                yield f"{name}.{columns} refers to {key.target}.{', '.join(key.referred)}: {made}"
            for column, targets in keys.undecided:
                yield f"{name}.{column} may refer to {' or '.join(targets)}: it was left as a property"

    def _order(self) -> list[str]:
        referred = {
            name: {key.target for key in self._keys[name].foreign if key.target not in (name, *self._joins)}
            for name in self._tables
        }
        try:
            return list(TopologicalSorter(referred).static_order())
        except CycleError:
            return list(self._tables)

    def _rows(self, table: Table) -> Iterator[Record]:
        keys = self._keys[table.name]
        foreign = [(key, self._type(table.name, key)) for key in keys.foreign]
        gone = {column for key, _ in foreign for column in key.columns} - set(keys.primary)
        for count, (line, row) in enumerate(table.rows(self._context), 1):
            own = _node_id(table.name, row, keys.primary) or _NAME.format(table=table.name, key=f"row {count}")
            properties = {name: value for name, value in row.items() if name not in gone}
            yield NodeRecord(own, (table.name,), properties, table.file, line)
            for key, type_ in foreign:
                end = self._referred(row, key)
                if end is not None:
                    yield RelationshipRecord(own, end, type_, {}, table.file, line)

    def _links(self, table: Table) -> Iterator[Record]:
        first, second = self._keys[table.name].foreign
        gone = {*first.columns, *second.columns}
        type_ = _type_name(table.name)
        for line, row in table.rows(self._context):
            start, end = self._referred(row, first), self._referred(row, second)
            if start is None or end is None:
                where = f"{self._context.files[table.file].path}:{line}"
                self._context.problems.add("bad-record", f"{where}: {table.name} refers to nothing at one end")
                continue
            properties = {name: value for name, value in row.items() if name not in gone}
            yield RelationshipRecord(start, end, type_, properties, table.file, line)

    def _type(self, table: str, key: ForeignKey) -> str:
        """The type of a reference: the role that its column names, else the table that it refers to."""
        role = [word for column in key.columns for word in subject(column)]
        alike = [other for other in self._keys[table].foreign if other.target == key.target and other != key]
        plain = len(key.columns) > 1 or not role or tuple(role) in (words(key.target), subject(key.referred[0]))
        if plain and not alike:
            return _type_name(key.target)
        column = key.columns[0]
        spoken = split_name(column)
        return "_".join(spoken[: len(subject(column))] or spoken).upper()

    def _referred(self, row: Mapping[str, Cell], key: ForeignKey) -> str | None:
        """The id of the node that a row refers to; None where it refers to none."""
        if key.referred == self._keys[key.target].primary:
            values = {to: row[column] for column, to in zip(key.columns, key.referred, strict=True) if column in row}
            return _node_id(key.target, values, key.referred)
        wanted = _key(row, key.columns)
        if wanted is None:
            return None
        found = self._lookup(key.target, key.referred).get(wanted)
        return found if found is not None else _NAME.format(table=key.target, key=wanted)

    def _lookup(self, target: str, columns: Columns) -> Mapping[str, str]:
        """The ids of the nodes of a table by their values in columns that are not its key."""
        if (target, columns) not in self._lookups:
            found: dict[str, str] = {}
            for count, (_, row) in enumerate(self._tables[target].rows(LoadContext()), 1):
                own = _node_id(target, row, self._keys[target].primary)
                wanted = _key(row, columns)
                if wanted is not None:
                    found.setdefault(wanted, own or _NAME.format(table=target, key=f"row {count}"))
            self._lookups[target, columns] = found
        return self._lookups[target, columns]


def _is_join(keys: Keys) -> bool:
    if len(keys.foreign) != 2:
        return False
    referring = {column for key in keys.foreign for column in key.columns}
    return set(keys.primary) == referring or not keys.primary


def _node_id(table: str, row: Mapping[str, Cell], columns: Columns) -> str | None:
    key = _key(row, columns)
    return None if key is None else _NAME.format(table=table, key=key)


def _key(row: Mapping[str, Cell], columns: Columns) -> str | None:
    parts = [key_text(row[column]) if column in row else None for column in columns]
    if not parts or None in parts:
        return None
    return " ".join(part for part in parts if part is not None)


def _type_name(table: str) -> str:
    return "_".join(split_name(table)).upper() or table.upper()
