"""The tables that a SELECT reads, as nodes and relationships of a pattern."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from fingerpost.plans import Condition, EdgePattern, Match, NodePattern, Pattern, Ref, Stage, joined, rename_stage
from fingerpost.query_languages.sql.errors import refused
from fingerpost.query_languages.sql.view import NODE_KEY, EdgeTable, NodeTable, TableColumn, View

_SHOWN = 10_000
"""Where the numbers of references begin that are only shown: behind those of the LEFT JOINs."""
_TOLD = 3
"""Tables that are named to who asks another for their column."""


@dataclass
class Edge:
    """A relationship between two nodes; `optional` is the group of the LEFT JOIN that it belongs to."""

    name: str
    type: str
    start: str
    end: str
    optional: int | None = None


@dataclass
class Source:
    """A table of a FROM clause under its name in the query."""

    table: NodeTable | EdgeTable
    node: str | None = None
    edge: Edge | None = None


@dataclass
class Rows:
    """The columns that an inner SELECT in a FROM clause hands over, by their names in lower case."""

    columns: dict[str, str] = field(default_factory=dict)


@dataclass
class Sources:
    """What a SELECT reads. Nodes that it says are the same are one; `outer` is the SELECT around it."""

    view: View
    taken: set[str]
    outer: Sources | None = None
    tables: dict[str, Source | Rows] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    groups: dict[str, int] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    conditions: dict[int | None, list[Condition]] = field(default_factory=dict)
    joining: int | None = None
    """The LEFT JOIN whose condition is being read: a reference that it compares may be empty."""
    shown: bool = False
    """Whether what a reference holds is only shown or grouped by: it may be empty."""
    alternative: bool = False
    """Whether a condition is one of several alternatives."""
    _same: dict[str, str] = field(default_factory=dict)
    _ends: dict[tuple[str, str], Edge] = field(default_factory=dict)

    @property
    def has_tables(self) -> bool:
        """Whether it reads any table of the graph."""
        return any(isinstance(table, Source) for table in self.tables.values())

    def fresh(self, stem: str) -> str:
        """A name that nothing else of the query has."""
        number = 1
        while f"{stem}{number}" in self.taken:
            number += 1
        self.taken.add(f"{stem}{number}")
        return f"{stem}{number}"

    def add(self, table: str, alias: str, group: int | None) -> None:
        """Read a table; `group` numbers the LEFT JOIN that it belongs to."""
        found = self.view.tables.get(table.lower())
        if found is None:
            raise refused(f"there is no table {table}", "Q201")
        if alias.lower() in self.tables:
            raise refused(f"two tables are called {alias}", "Q202")
        if isinstance(found, NodeTable):
            self.tables[alias.lower()] = Source(found, node=self.node(found.label, group))
            return
        start, end = self.node(found.pair.start, group), self.node(found.pair.end, group)
        edge = Edge(self.fresh("r"), found.type, start, end, group)
        self.edges.append(edge)
        self.tables[alias.lower()] = Source(found, edge=edge)

    def node(self, label: str, group: int | None) -> str:
        """A new node of a label."""
        name = self.fresh(label[:1].lower() if label[:1].isalpha() else "n")
        self.labels[name] = label
        if group is not None:
            self.groups[name] = group
        return name

    def same(self, name: str) -> str:
        """The node that a node is one with."""
        while name in self._same:
            name = self._same[name]
        return name

    def unite(self, one: str, other: str) -> None:
        """Take two nodes for one; a node that is not optional stays."""
        one, other = self.same(one), self.same(other)
        if one == other:
            return
        if one in self.groups and (other not in self.groups or self.groups[other] < self.groups[one]):
            one, other = other, one
        self._same[other] = one

    def take_for(self, own: str, outer: str, label: str) -> None:
        """Take a node of an inner SELECT for one of the SELECT around it."""
        self._same[own] = outer
        self.labels.setdefault(outer, label)

    def absorb(self, inner: Sources) -> list[Condition]:
        """Read what an inner SELECT reads, too; its conditions."""
        self.labels.update(inner.labels)
        self.edges.extend(inner.edges)
        self._same.update(inner._same)
        return inner.conditions.get(None, [])

    def find(self, name: str, table: str) -> tuple[Sources, Source | Rows, str]:
        """The table of a column, by its name in the query or as the only one that has it, here or around."""
        scope: Sources | None = self
        while scope is not None:
            if table:
                found = scope.tables.get(table.lower())
                if found is not None:
                    return scope, found, name
            else:
                fitting = [t for t in scope.tables.values() if name.lower() in _columns(t)]
                if len(fitting) > 1 and not _one_node(scope, fitting, name):
                    raise refused(f"several tables have a column {name}", "Q204")
                if fitting:
                    return scope, fitting[0], name
            scope = scope.outer
        raise refused(f"there is no table {table}" if table else self._unread(name), "Q203")

    def _unread(self, name: str) -> str:
        """Why a column is not found: which other tables have it."""
        column = name.lower()
        others = [t.name for t in self.view.tables.values() if column in t.columns and t.columns[column].listed]
        if not others:
            return f"no table has a column {name}"
        having = "has" if len(others) == 1 else "have"
        return f"no table in FROM has a column {name}; {joined(others[:_TOLD])} {having} it"

    def node_of(self, name: str, table: str) -> str | None:
        """The node whose key a column holds; None if it is another kind of column."""
        scope, source, name = self.find(name, table)
        if isinstance(source, Rows):
            return None
        column = self.column(source, name)
        if source.node is not None and isinstance(source.table, NodeTable):
            if column.property is not None:
                return scope.same(source.node) if column.property == source.table.key else None
            if column.type is None:
                return scope.same(source.node)
            return self._led_to(scope, source.node, column)
        assert source.edge is not None
        if column.end is None:
            return None
        return scope.same(source.edge.start if column.end == "start" else source.edge.end)

    def told_by(self, name: str, table: str, other: str, label: str | None) -> str | None:
        """The node that another property of it than its key tells, where a reference to its kind is compared with it.

        Raises:
            QueryRejected: several nodes may share the property.
        """
        scope, source, name = self.find(name, table)
        if isinstance(source, Rows) or source.node is None or not isinstance(source.table, NodeTable):
            return None
        if label != source.table.label or scope.same(source.node) == other:
            return None
        column = self.column(source, name)
        if column.property not in source.table.unique:
            keys = ", ".join(sorted(source.table.unique)) or NODE_KEY
            raise refused(f"{source.table.name}.{name} does not identify a row; compare with {keys}", "Q206")
        return scope.same(source.node)

    def label(self, node: str) -> str | None:
        """The label of a node, here or around."""
        scope: Sources | None = self
        while scope is not None:
            if node in scope.labels:
                return scope.labels[node]
            scope = scope.outer
        return None

    def _led_to(self, scope: Sources, node: str, column: TableColumn) -> str:
        """The node that a column refers to; one of a table of the SELECT around is read here, unless it was there."""
        if scope is self or (node, column.name) in scope._ends:
            return scope.same(scope.target(node, column))
        around = scope.same(node)
        self.labels.setdefault(around, scope.labels[node])
        return self.same(self.target(around, column))

    def is_own(self, node: str) -> bool:
        """Whether a node is of this SELECT, and of none around it."""
        return node in self.labels and (self.outer is None or self.outer.label(node) is None)

    def target(self, node: str, column: TableColumn) -> str:
        """The node that a column of a node refers to; its relationship is read once."""
        assert column.type is not None
        assert column.target is not None
        key = (node, column.name)
        known = self._ends.get(key)
        if known is not None:
            return known.end
        if self.alternative:
            raise refused(f"{column.name} is a reference, and only compared with a value beside OR", "Q104")
        group = self.joining if self.joining is not None else self.groups.get(node)
        if self.shown:
            group = _SHOWN + len(self.edges)
        end = self.node(column.target, group)
        edge = Edge(self.fresh("r"), column.type, node, end, group)
        self.edges.append(edge)
        if self.joining is None:
            self._ends[key] = edge
        return end

    def column(self, source: Source, name: str) -> TableColumn:
        """A column of a table. Raises `QueryRejected` if it has none of that name."""
        found = source.table.columns.get(name.lower())
        if found is None:
            raise refused(f"the table {source.table.name} has no column {name}", "Q203")
        return found

    def operand(self, name: str, table: str) -> Ref:
        """What a column is in the plan: a property, or the key of the node that it refers to."""
        scope, source, name = self.find(name, table)
        if isinstance(source, Rows):
            if name.lower() not in source.columns:
                raise refused(f"the inner SELECT has no column {name}", "Q203")
            return Ref(name=source.columns[name.lower()])
        column = self.column(source, name)
        if column.property is not None:
            owner = scope.same(source.node) if source.node is not None else (source.edge.name if source.edge else "")
            return Ref(name=owner, property=column.property)
        node = self.node_of(name, table)
        assert node is not None
        label = self.label(node)
        assert label is not None
        return Ref(name=node, property=self.view.node_table(label).key)

    def settled(self, stage: Stage) -> Stage:
        """A stage in which nodes that were taken for one have one name: what was read before they were has others."""
        return rename_stage(stage, {name: self.same(name) for name in self._same})

    def _where(self, group: int | None) -> tuple[Condition, ...]:
        conditions = tuple(self.conditions.get(group, ()))
        return self.settled(Stage(having=conditions)).having

    def matches(self) -> tuple[Match, ...]:
        """The pattern of what is always there, then those of the LEFT JOINs, each with its conditions."""
        kept = {name for name in map(self.same, self.labels) if name not in self.groups}
        edges = [e for e in self.edges if e.optional is None and {self.same(e.start), self.same(e.end)} <= kept]
        found = list(self._split(sorted(kept, key=list(self.labels).index), edges, None))
        bound = set(kept)
        for group in sorted({*self.groups.values(), *(e.optional for e in self.edges if e.optional is not None)}):
            own = [e for e in self.edges if e not in edges and self._group(e) == group]
            inside = {n for e in own for n in (self.same(e.start), self.same(e.end))}
            inside |= {self.same(n) for n, g in self.groups.items() if g == group}
            names = sorted(inside, key=list(self.labels).index)
            if inside <= bound and not own:
                if self._where(group):
                    raise refused("a LEFT JOIN has conditions on a table that was joined before", "Q104")
                continue
            if not inside & bound:
                raise refused("a LEFT JOIN has no condition that joins it to the tables before it", "Q205")
            found.append(Match(pattern=self._pattern(names, own), where=self._where(group), optional=True))
            bound |= inside
        return tuple(found)

    def _group(self, edge: Edge) -> int:
        """The LEFT JOIN that a relationship belongs to: the last one of its own and of its ends."""
        groups = [self.groups.get(self.same(n)) for n in (edge.start, edge.end)]
        return max(g for g in (edge.optional, *groups) if g is not None)

    def _split(self, names: list[str], edges: list[Edge], group: int | None) -> Iterator[Match]:
        """Relationships of one type stand in matches of their own: tables may name the same row twice."""
        first: list[Edge] = []
        more: list[Edge] = []
        for edge in edges:
            (more if edge.type in {e.type for e in first} else first).append(edge)
        where = self._where(group)
        own = [n for n in names if not more or any(n in self._ends_of(e) for e in first) or not self._in(n, more)]
        own = own or names[:1]
        if not more:
            yield Match(pattern=self._pattern(own, first), where=where)
            return
        yield Match(pattern=self._pattern(own, first))
        for number, edge in enumerate(more):
            last = number == len(more) - 1
            yield Match(pattern=self._pattern(sorted(self._ends_of(edge)), [edge]), where=where if last else ())

    def _ends_of(self, edge: Edge) -> set[str]:
        return {self.same(edge.start), self.same(edge.end)}

    def _in(self, name: str, edges: list[Edge]) -> bool:
        return any(name in self._ends_of(edge) for edge in edges)

    def _pattern(self, names: list[str], edges: list[Edge]) -> Pattern:
        return Pattern(
            nodes=tuple(NodePattern(name=name, label=self.labels[name]) for name in names),
            edges=tuple(
                EdgePattern(start=self.same(e.start), end=self.same(e.end), types=(e.type,), name=e.name) for e in edges
            ),
        )


def _columns(table: Source | Rows) -> dict[str, TableColumn] | dict[str, str]:
    return table.columns if isinstance(table, Rows) else table.table.columns


def _one_node(scope: Sources, tables: list[Source | Rows], name: str) -> bool:
    """Whether several tables mean the same node by a column: the keys that a join compares."""
    nodes = {_end(scope, table, name) for table in tables}
    return len(nodes) == 1 and None not in nodes


def _end(scope: Sources, table: Source | Rows, name: str) -> str | None:
    if isinstance(table, Rows):
        return None
    column = table.table.columns[name.lower()]
    if table.edge is not None:
        return scope.same(table.edge.start if column.end == "start" else table.edge.end) if column.end else None
    assert table.node is not None
    own = isinstance(table.table, NodeTable) and column.property is not None and column.property == table.table.key
    return scope.same(table.node) if own else None
