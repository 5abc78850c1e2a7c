"""Tables as a graph: rows are nodes, references and rows of join tables are relationships."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from graphlib import CycleError, TopologicalSorter

from fingerpost.core.cells import Cell
from fingerpost.core.errors import SourceError
from fingerpost.ingest.mapping import LISTED, Reference, SourceMapping, TableMapping
from fingerpost.ingest.records import LoadContext, NodeRecord, PropertyHint, Record, RelationshipRecord
from fingerpost.ingest.tables.edge_lists import ENDS, EndsTable
from fingerpost.ingest.tables.key_guesses import guess_told
from fingerpost.ingest.tables.profile import key_text
from fingerpost.ingest.tables.table import Columns, ForeignKey, Table
from fingerpost.ingest.tables.values import Known, conversion


class JoinedTables:
    """Reads tables by a mapping as records. Tables that it does not name are not read.

    Raises:
        SourceError: `source.mapping`: a table lacks a column that the mapping names.
    """

    def __init__(self, tables: Sequence[Table], mapping: SourceMapping, context: LoadContext) -> None:
        self._tables = {table.name: table for table in tables if table.name in mapping.tables}
        self._tables |= {table.name: table for table in _ends_tables(self._tables, mapping)}
        self._mapping = {name: mapping.tables[name] for name in self._tables}
        self._context = context
        for name, table in self._tables.items():
            _check(table, self._mapping[name], mapping)
        self._properties = {
            name: [
                (column, rule.name or column, convert := conversion(rule, mapping.null), Known(convert))
                for column, rule in each.properties.items()
            ]
            for name, each in self._mapping.items()
        }
        for name, each in self._mapping.items():
            owner = each.label or each.relationship or name
            for column, rule in each.properties.items():
                if rule.unit is not None:
                    context.property_hints[owner, rule.name or column] = PropertyHint(unit=rule.unit)
            for reference in each.references:
                if reference.guessed is not None and reference.type is not None:
                    key = ForeignKey(reference.columns, reference.table, reference.referred)
                    told = guess_told(name, key, reference.guessed)
                    context.property_hints[reference.type, ""] = PropertyHint(description=told)
        self._lookups: dict[tuple[str, Columns], dict[str, str]] = {}

    def records(self) -> Iterator[Record]:
        """The nodes, those that are referred to first, each with its relationships; join tables come last."""
        self._context.mapped.update(self._tables)
        joins = sorted(name for name, each in self._mapping.items() if each.label is None)
        for name in self._order():
            if name not in joins:
                yield from self._rows(self._tables[name])
        for name in joins:
            yield from self._links(self._tables[name])

    def _order(self) -> list[str]:
        referred = {
            name: {ref.table for ref in each.references if ref.table != name and ref.table in self._tables}
            for name, each in self._mapping.items()
        }
        try:
            return list(TopologicalSorter(referred).static_order())
        except CycleError:
            return list(self._tables)

    def _rows(self, table: Table) -> Iterator[Record]:
        mapping = self._mapping[table.name]
        labels = (mapping.label or table.name,)
        ends = [(reference.type or "", self._all_ends(table.name, reference)) for reference in mapping.references]
        for count, (line, row) in enumerate(table.rows(self._context), 1):
            own = _node_id(table.name, row, mapping.key) or f"{table.name}:row {count}"
            yield NodeRecord(own, labels, self._cells(table, line, row), table.file, line)
            for type_, ends_of in ends:
                for end in ends_of(row):
                    yield RelationshipRecord(own, end, type_, {}, table.file, line)

    def _all_ends(self, table: str, reference: Reference) -> Callable[[Mapping[str, Cell]], Sequence[str]]:
        """The function that finds the ids of the nodes that a row refers to: of a list, each item does."""
        find, column = self._ends(reference), reference.columns[0]
        rule = self._mapping[table].properties.get(column)

        def one(row: Mapping[str, Cell]) -> Sequence[str]:
            end = find(row)
            return () if end is None else (end,)

        if rule is None or rule.type != LISTED:
            return one
        convert = conversion(rule, ())

        def several(row: Mapping[str, Cell]) -> Sequence[str]:
            items = convert(row[column]) if column in row else ()
            found = (
                [end for item in items if (end := find({column: item})) is not None] if isinstance(items, tuple) else []
            )
            return tuple(dict.fromkeys(found))

        return several

    def _ends(self, reference: Reference) -> Callable[[Mapping[str, Cell]], str | None]:
        """The function that finds the id of the node that a row refers to; None if it refers to none."""
        find = partial(self._referred if reference.guessed is None else self._guessed, reference=reference)
        if reference.where:
            wanted = reference.where.items()
            return lambda row: find(row) if all(row.get(name) == text for name, text in wanted) else None
        if len(reference.columns) > 1:
            return find
        column = reference.columns[0]
        known = Known(lambda text: find({column: text}))

        def end(row: Mapping[str, Cell]) -> str | None:
            value = row.get(column)
            return known[value] if type(value) is str else find(row)

        return end

    def _links(self, table: Table) -> Iterator[Record]:
        mapping = self._mapping[table.name]
        first, second = map(self._ends, mapping.references)
        for line, row in table.rows(self._context):
            start, end = first(row), second(row)
            if start is None or end is None:
                what = f"{table.name} refers to nothing at one end"
                self._context.problems.add("bad-record", f"{self._place(table, line)}: {what}")
                continue
            properties = self._cells(table, line, row)
            type_ = row.get(mapping.type_column) if mapping.type_column is not None else None
            shown = mapping.relationship or "" if type_ is None else str(type_).strip()
            yield RelationshipRecord(start, end, shown, properties, table.file, line)

    def _cells(self, table: Table, line: int, row: Mapping[str, Cell]) -> dict[str, Cell]:
        found: dict[str, Cell] = {}
        for column, name, convert, known in self._properties[table.name]:
            if column not in row:
                continue
            value = row[column]
            try:
                cell = known[value] if type(value) is str else convert(value)
            except ValueError as error:
                where = self._place(table, line)
                self._context.problems.add("bad-value", f"{where}: {column}: {error}; kept as it is")
                cell = value
            if cell is not None:
                found[name] = cell
        return found

    def _place(self, table: Table, line: int) -> str:
        return f"{self._context.files[table.file].path}:{line}"

    def _referred(self, row: Mapping[str, Cell], reference: Reference) -> str | None:
        """The id of the node that a row refers to; None if it refers to none."""
        target = self._mapping.get(reference.table)
        if target is None or reference.referred == target.key:
            return _node_id(reference.table, row, reference.columns)
        if set(reference.referred) == set(target.key):
            to = dict(zip(reference.referred, reference.columns, strict=True))
            return _node_id(reference.table, row, tuple(to[column] for column in target.key))
        wanted = _key(row, reference.columns)
        if wanted is None:
            return None
        found = self._lookup(reference.table, reference.referred).get(wanted)
        return found if found is not None else f"{reference.table}:{wanted}"

    def _guessed(self, row: Mapping[str, Cell], reference: Reference) -> str | None:
        """The id of the node that a row may refer to; None if there is none."""
        wanted = _key(row, reference.columns)
        return None if wanted is None else self._lookup(reference.table, reference.referred).get(wanted)

    def _lookup(self, target: str, columns: Columns) -> Mapping[str, str]:
        """The ids of the nodes of a table by their values in columns that are not its key."""
        if (target, columns) not in self._lookups:
            found: dict[str, str] = {}
            for count, (_, row) in enumerate(self._tables[target].rows(self._context.trial()), 1):
                own = _node_id(target, row, self._mapping[target].key)
                wanted = _key(row, columns)
                if wanted is not None:
                    found.setdefault(wanted, own or f"{target}:row {count}")
            self._lookups[target, columns] = found
        return self._lookups[target, columns]


def _ends_tables(tables: Mapping[str, Table], mapping: SourceMapping) -> Iterator[EndsTable]:
    """The tables of nodes that only tables of edges name."""
    for name, table in tables.items():
        ends = [reference for reference in mapping.tables[name].references if reference.table == name + ENDS]
        if name + ENDS in mapping.tables and ends:
            yield EndsTable(table, tuple(column for reference in ends for column in reference.columns))


def _check(table: Table, mapping: TableMapping, whole: SourceMapping) -> None:
    """Refuse a mapping that names columns which the table does not have."""
    named = mapping.columns | {
        column
        for other in whole.tables.values()
        for reference in other.references
        if reference.table == table.name
        for column in reference.referred
    }
    lacking = sorted(named.difference(table.columns))
    if lacking:
        raise SourceError(
            f"the table {table.name} has no column {lacking[0]}, which the mapping names",
            code="source.mapping",
            hint=f"its columns: {', '.join(table.columns)}",
        )


def _node_id(table: str, row: Mapping[str, Cell], columns: Columns) -> str | None:
    key = _key(row, columns)
    return None if key is None else f"{table}:{key}"


def _key(row: Mapping[str, Cell], columns: Columns) -> str | None:
    if len(columns) == 1:  # nearly always
        value = row.get(columns[0])
        return None if value is None else key_text(value)
    parts = [key_text(row[column]) if column in row else None for column in columns]
    if not parts or None in parts:
        return None
    return " ".join(part for part in parts if part is not None)
