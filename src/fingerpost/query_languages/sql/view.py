"""A graph seen as tables: labels are tables, relationships are columns or tables of two keys. Nothing is stored."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from fingerpost.core.schema import Endpoints, GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo, ValueType

NODE_KEY = "node_id"
"""The key of a table whose nodes no property identifies; it can only be compared with references to it."""
_PLAIN = re.compile(r"[A-Za-z_]\w*\Z")
_ID = re.compile(r"_?(?:(?<![A-Za-z])(?:id|code|key|no|ssn)|Id|ID|Code)$", re.IGNORECASE)
_TYPES = {ValueType.INTEGER: "INTEGER", ValueType.FLOAT: "REAL", ValueType.BOOLEAN: "BOOLEAN", ValueType.DATE: "DATE"}


@dataclass(frozen=True)
class TableColumn:
    """A column: a property, the key of the node that a relationship leads to, or an end of a relationship.

    `target` is the label whose key it holds. `end` is `start` or `end` for the columns of a relationship's table.
    A column is not listed if its relationship may lead to several nodes, as its table says so, or if it is another name
    of a listed one.
    """

    name: str
    property: str | None = None
    type: str | None = None
    target: str | None = None
    end: str | None = None
    info: PropertyInfo | None = None
    listed: bool = True


@dataclass(frozen=True)
class NodeTable:
    """The table of a label; `key` is the property that identifies its nodes, if there is one, of those that could
    (`unique`)."""

    name: str
    label: str
    key: str | None
    unique: frozenset[str] = frozenset()
    columns: dict[str, TableColumn] = field(default_factory=dict)


@dataclass(frozen=True)
class EdgeTable:
    """The table of a relationship type between two labels: a column for each end, and its properties.

    It is not listed where the relationship is a column.
    """

    name: str
    type: str
    pair: Endpoints
    listed: bool = True
    columns: dict[str, TableColumn] = field(default_factory=dict)


Table = NodeTable | EdgeTable


@dataclass(frozen=True)
class View:
    """Every table, by its name in lower case."""

    tables: dict[str, Table]

    def node_table(self, label: str) -> NodeTable:
        """The table of a label."""
        return next(t for t in self.tables.values() if isinstance(t, NodeTable) and t.label == label)


def view_of(schema: GraphSchema) -> View:
    """The tables of a graph.

    A relationship is a column and a table of two keys. The table is listed where the relationship has properties or
    more of them are stored than nodes that they start from, the column otherwise; both can be used.
    """
    tables: dict[str, Table] = {}
    keys = {label.name: _key(label, schema) for label in schema.labels}
    for label in schema.labels:
        columns = {p.name.lower(): TableColumn(p.name, property=p.name, info=p) for p in label.properties}
        if keys[label.name] is None:
            columns.setdefault(NODE_KEY, TableColumn(NODE_KEY, target=label.name))
        unique = frozenset(_unique(label))
        tables[label.name.lower()] = NodeTable(label.name, label.name, keys[label.name], unique, columns)
    counts = {label.name: label.count for label in schema.labels}
    for relationship in schema.relationships:
        for pair in relationship.endpoints:
            start = tables.get(pair.start.lower())
            if start is None or pair.end.lower() not in tables:
                continue
            name = _free(relationship.type.lower(), pair.end.lower(), start.columns)
            several = pair.count > counts[pair.start] or bool(relationship.properties)
            start.columns[name.lower()] = TableColumn(name, type=relationship.type, target=pair.end, listed=not several)
            edges = replace(_edge_table(relationship, pair, keys, tables), listed=several)
            tables[edges.name.lower()] = edges
    for table in tables.values():
        if isinstance(table, NodeTable):
            _add_other_names(table, keys)
    return View(tables)


def _unique(label: LabelInfo) -> list[str]:
    """The properties that every node has and no two share."""
    return [
        p.name
        for p in label.properties
        if label.count and p.present == label.count and p.distinct == label.count and p.distinct_is_exact
        if p.type in (ValueType.INTEGER, ValueType.STRING)
    ]


def _key(label: LabelInfo, schema: GraphSchema) -> str | None:
    """The property that identifies nodes: one named as an id, one that a relationship to them is named for, or the
    first."""
    unique = _unique(label)
    leading = {r.type.lower() for r in schema.relationships if any(pair.end == label.name for pair in r.endpoints)}
    named = [name for name in unique if _ID.search(name)]
    own = [
        n
        for n in named
        if (stem := _ID.sub("", n).lower()) and (label.name.lower().startswith(stem) or stem in leading)
    ]
    pointed = [name for name in unique if name.lower() in leading]
    return next(iter([*own, *named, *pointed, *unique]), None)


def _add_other_names(table: NodeTable, keys: dict[str, str | None]) -> None:
    """A reference may be called as the key that it holds, too, if there is only one to that table."""
    references = [column for column in table.columns.values() if column.type is not None]
    for column in references:
        key = keys.get(column.target or "")
        alone = sum(other.target == column.target for other in references) == 1
        for name in (key if alone else None, f"{column.name}_id"):
            if name is not None and name.lower() not in table.columns:
                table.columns[name.lower()] = replace(column, name=column.name, listed=False)


def _edge_table(
    relationship: RelationshipInfo, pair: Endpoints, keys: dict[str, str | None], tables: dict[str, Table]
) -> EdgeTable:
    several = len(relationship.endpoints) > 1
    name = f"{relationship.type}_{pair.start}_{pair.end}" if several else relationship.type
    name = name if name.lower() not in tables else f"{relationship.type}_of_{pair.start}"
    start, end = (keys[label] or f"{label}_{NODE_KEY}" for label in (pair.start, pair.end))
    if start.lower() == end.lower():
        start, end = f"from_{start}", f"to_{end}"
    columns = {
        start.lower(): TableColumn(start, target=pair.start, end="start"),
        end.lower(): TableColumn(end, target=pair.end, end="end"),
    }
    for info in relationship.properties:
        own = _free(info.name, "of_it", columns)
        columns[own.lower()] = TableColumn(own, property=info.name, info=info)
    return EdgeTable(name, relationship.type, pair, columns=columns)


def _free(name: str, more: str, taken: Iterable[str]) -> str:
    """A name that no other column has."""
    return name if name.lower() not in set(taken) else f"{name}_{more}"


def table_lines(view: View, labels: Iterable[str] | None = None) -> Iterator[str]:
    """The tables as CREATE TABLE statements, one a line: all, or those of some labels and between them."""
    wanted = None if labels is None else set(labels)
    for table in view.tables.values():
        ends = {table.label} if isinstance(table, NodeTable) else {table.pair.start, table.pair.end}
        if (wanted is None or ends <= wanted) and not (isinstance(table, EdgeTable) and not table.listed):
            columns = ", ".join(_line(view, table, column) for column in table.columns.values() if column.listed)
            yield f"CREATE TABLE {quoted(table.name)} ({columns});"


def _line(view: View, table: Table, column: TableColumn) -> str:
    if column.target is not None:
        target = view.node_table(column.target)
        if isinstance(table, NodeTable) and column.name == NODE_KEY:
            return f"{quoted(column.name)} PRIMARY KEY"
        return f"{quoted(column.name)} REFERENCES {quoted(target.name)}({quoted(target.key or NODE_KEY)})"
    kind = _TYPES.get(column.info.type, "TEXT") if column.info is not None else "TEXT"
    primary = " PRIMARY KEY" if isinstance(table, NodeTable) and column.property == table.key else ""
    return f"{quoted(column.name)} {kind}{primary}"


def join_of(view: View, start: str, type_: str, end: str) -> str:
    """The tables of two labels as `a` and `b`, joined by a relationship as it is listed."""
    one, other = view.node_table(start), view.node_table(end)
    key = quoted(other.key or NODE_KEY)
    for column in one.columns.values():
        if column.type == type_ and column.target == end and column.listed:
            return f"{quoted(one.name)} AS a JOIN {quoted(other.name)} AS b ON a.{quoted(column.name)} = b.{key}"
    edges = next(
        t
        for t in view.tables.values()
        if isinstance(t, EdgeTable) and (t.type, t.pair.start, t.pair.end) == (type_, start, end)
    )
    ends = {c.end: quoted(c.name) for c in edges.columns.values() if c.end is not None}
    own = quoted(one.key or NODE_KEY)
    return (
        f"{quoted(one.name)} AS a JOIN {quoted(edges.name)} AS r ON r.{ends['start']} = a.{own} "
        f"JOIN {quoted(other.name)} AS b ON r.{ends['end']} = b.{key}"
    )


def quoted(name: str) -> str:
    """A name as SQL writes it: in double quotes unless it is a plain word."""
    return name if _PLAIN.match(name) else '"' + name.replace('"', '""') + '"'
