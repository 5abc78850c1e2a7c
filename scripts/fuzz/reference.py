"""A slow reference evaluator of reading Cypher: nested loops over a list of nodes and a list of relationships.

It has no planner, no index and no shortcut, and shares nothing with a store but the parser's tree, so it says which of
two stores is right. What it does not know raises `Unknown`; what takes too many steps raises `TooLong`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fingerpost.core.cells import Cell, Node, Path, Relationship, freeze
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.walk import has_aggregate, replace, variables, walk
from scripts.fuzz.reference_values import Unknown, Values, rank, same_values, with_aggregates

Row = dict[str, Cell]
_Found = tuple[Row, frozenset[str], tuple[Node, ...], tuple[Relationship, ...]]
"""What is bound, the relationships in use, and the nodes and relationships of the path so far."""


class TooLong(Exception):
    """The query takes more steps than were allowed."""


@dataclass(frozen=True)
class Graph:
    """Nodes and relationships; element ids are unique within each."""

    nodes: tuple[Node, ...]
    relationships: tuple[Relationship, ...]


@dataclass(frozen=True)
class Expected:
    """The rows before SKIP and LIMIT, in groups that the sort order leaves tied, and which of them are kept."""

    groups: tuple[tuple[tuple[Cell, ...], ...], ...]
    skip: int = 0
    limit: int | None = None

    def allows(self, rows: Sequence[tuple[Any, ...]], plain: Callable[[tuple[Cell, ...]], tuple[Any, ...]]) -> bool:
        """Whether plain rows, in order, are what SKIP and LIMIT may keep of these groups."""
        left, skip = list(rows), self.skip
        room = sum(map(len, self.groups)) if self.limit is None else self.limit
        for group in self.groups:
            kept = min(max(0, len(group) - skip), room)
            skip, room = max(0, skip - len(group)), room - kept
            found, left = Counter(left[:kept]), left[kept:]
            wanted = Counter(map(plain, group))
            if found.total() != kept or (found != wanted if kept == len(group) else not found <= wanted):
                return False
        return not left


class Reference:
    """Answers queries about one graph."""

    def __init__(self, graph: Graph, parameters: Mapping[str, Cell], steps: int = 60_000) -> None:
        self._graph = graph
        self._nodes = {node.element_id: node for node in graph.nodes}
        self._beside: dict[str, list[Relationship]] = {id_: [] for id_ in self._nodes}
        for one in graph.relationships:
            for end in {one.start, one.end}:
                self._beside[end].append(one)
        self._steps = steps
        self._values = Values(parameters, self._nodes, self.subquery, self.matches)

    def expected(self, query: ast.Query) -> Expected:
        """What a query answers.

        Raises:
            Unknown: the query has something that is not known here.
            TooLong: it takes more steps than were allowed.
        """
        last = query.parts[-1].clauses[-1]
        if len(query.parts) > 1:
            rows = [tuple(row.values()) for row in self._query(query, {})]
            return Expected((tuple(rows),))
        if not isinstance(last, ast.Projection):
            raise Unknown("a query without RETURN")
        rows_in = self._clauses(query.parts[0].clauses[:-1], [{}])
        groups: dict[Any, list[tuple[Cell, ...]]] = {}
        for key, row, _ in self._projected(last, rows_in):
            groups.setdefault(key, []).append(tuple(row.values()))
        skip, limit = self._number(last.skip) or 0, self._number(last.limit)
        return Expected(tuple(map(tuple, groups.values())), skip, limit)

    def _number(self, expression: ast.Expression | None) -> int | None:
        return None if expression is None else int(self._values.of(expression, {}))

    def _step(self) -> None:
        self._steps -= 1
        if self._steps < 0:
            raise TooLong

    # Clauses

    def subquery(self, query: ast.Query, row: Row) -> list[Row]:
        """The rows of a query inside an expression, which sees what its row holds."""
        return self._query(query, row)

    def _query(self, query: ast.Query, row: Row) -> list[Row]:
        rows = [found for part in query.parts for found in self._clauses(part.clauses, [dict(row)])]
        return rows if query.all or len(query.parts) == 1 else _distinct(rows)

    def _clauses(self, clauses: Iterable[ast.Clause], rows: list[Row]) -> list[Row]:
        for clause in clauses:
            rows = self._clause(clause, rows)
        return rows

    def _clause(self, clause: ast.Clause, rows: list[Row]) -> list[Row]:
        if isinstance(clause, ast.Match):
            return [found for row in rows for found in self._match(clause, row)]
        if isinstance(clause, ast.Unwind):
            return [
                {**row, clause.variable: item} for row in rows for item in self._values.of(clause.source, row) or ()
            ]
        if isinstance(clause, ast.CallSubquery):
            return [found for row in rows for found in self._called(clause, row)]
        if not isinstance(clause, ast.Projection):
            raise Unknown(type(clause).__name__)
        found = self._projected(clause, rows)
        first, limit = self._number(clause.skip) or 0, self._number(clause.limit)
        kept = found[first:] if limit is None else found[first : first + limit]
        where = _by_columns(clause)
        return [row for _, row, seen in kept if self._holds(where, seen)]

    def _called(self, clause: ast.CallSubquery, row: Row) -> Iterator[Row]:
        first = clause.query.parts[0].clauses[0]
        imports = clause.imports
        if imports is None:  # only what a WITH in front takes along
            imports = ("*",) if isinstance(first, ast.Projection) and not first.final else ()
        seen = dict(row) if "*" in imports else {name: row[name] for name in imports}
        for found in self._query(clause.query, seen):
            yield {**row, **found}

    def _projected(self, clause: ast.Projection, rows: list[Row]) -> list[tuple[Any, Row, Row]]:
        """The rows of a WITH or RETURN before SKIP, LIMIT and WHERE, in order: what each is sorted by, the row, and
        what WHERE sees."""
        items = [*clause.items]
        if clause.star:
            raise Unknown("*")
        grouped = any(has_aggregate(item.expression) for item in items)
        made: list[tuple[Row, Row, list[Row]]] = []  # a new row, one that it was made from, and all that it was made of
        for group in self._groups(items, rows) if grouped else [[row] for row in rows]:
            old = group[0] if group else {}
            made.append(({item.name: self._of_group(item.expression, group) for item in items}, old, group))
        if clause.distinct:
            kept: dict[Any, tuple[Row, Row, list[Row]]] = {}
            for one in made:
                kept.setdefault(freeze(tuple(one[0].values())), one)
            made = list(kept.values())
        hidden = grouped or clause.distinct  # from WHERE; ORDER BY may repeat what is grouped by
        found = [
            (self._key(clause, {**old, **new}, new, group), new, new if hidden else {**old, **new})
            for new, old, group in made
        ]
        for place, order in reversed(list(enumerate(clause.order))):
            found.sort(key=lambda one, place=place: one[0][place], reverse=order.descending)  # type: ignore[misc]
        return found

    def _key(self, clause: ast.Projection, seen: Row, new: Row, group: list[Row]) -> tuple[Any, ...]:
        group = [{**row, **{n: v for n, v in new.items() if n not in row}} for row in group]
        # What repeats a column with a subquery in it is that column, whatever the names in it mean here (Neo4j 5.26).
        columns: dict[ast.Expression, ast.Variable] = {
            item.expression: ast.Variable(item.name)
            for item in clause.items
            if any(isinstance(node, ast.SubqueryExpression) for node in walk(item.expression))
        }
        sorted_by = [columns.get(one.expression, one.expression) for one in clause.order]
        return tuple(rank(self._of_group(expression, group, seen)) for expression in sorted_by)

    def _groups(self, items: Sequence[ast.ProjectionItem], rows: list[Row]) -> list[list[Row]]:
        keys = [item.expression for item in items if not has_aggregate(item.expression)]
        groups: dict[Any, list[Row]] = {} if keys else {(): []}
        for row in rows:
            groups.setdefault(tuple(freeze(self._values.of(key, row)) for key in keys), []).append(row)
        return list(groups.values())

    def _of_group(self, expression: ast.Expression, group: list[Row], seen: Row | None = None) -> Cell:
        row = seen if seen is not None else (group[0] if group else {})
        return self._values.of(with_aggregates(expression, group, self._values), row)

    # Patterns

    def _match(self, clause: ast.Match, row: Row) -> Iterator[Row]:
        found = [one for one in self.matches(clause.patterns, row) if self._holds(clause.where, one)]
        if clause.optional and not found:
            names = {p.variable for p in clause.patterns} | {
                getattr(element, "variable", None) for p in clause.patterns for element in p.elements
            }
            found = [{**dict.fromkeys((name for name in names if name is not None), None), **row}]
        yield from found

    def _holds(self, where: ast.Expression | None, row: Row) -> bool:
        return where is None or self._values.of(where, row) is True

    def matches(self, patterns: Sequence[ast.PathPattern], row: Row) -> Iterator[Row]:
        """Every way in which patterns match that use no relationship twice."""
        yield from self._patterns(tuple(patterns), row, frozenset())

    def _patterns(self, patterns: tuple[ast.PathPattern, ...], row: Row, used: frozenset[str]) -> Iterator[Row]:
        if not patterns:
            yield row
            return
        path = patterns[0]
        found = self._path(path.elements, row, used)
        for now, taken, nodes, relationships in self._shortest(path.selector, found) if path.selector else found:
            bound = now if path.variable is None else {**now, path.variable: Path(nodes, relationships)}
            yield from self._patterns(patterns[1:], bound, taken)

    def _shortest(self, selector: str, found: Iterable[_Found]) -> Iterator[_Found]:
        by_ends: dict[tuple[str, str], list[_Found]] = {}
        for one in found:
            by_ends.setdefault((one[2][0].element_id, one[2][-1].element_id), []).append(one)
        for ends, ways in by_ends.items():
            least = min(len(way[3]) for way in ways)
            best = [way for way in ways if len(way[3]) == least and (ends[0] != ends[1] or least == 0)]
            yield from best if selector == "allShortestPaths" else best[:1]

    def _path(self, elements: Sequence[ast.PathElement], row: Row, used: frozenset[str]) -> Iterator[_Found]:
        first = elements[0]
        known = row.get(getattr(first, "variable", None) or "")
        for node in (known,) if isinstance(known, Node) else self._graph.nodes:
            if (bound := self._bound(first, node, row)) is not None:
                yield from self._onward(elements[1:], (bound, used, (node,), ()))

    def _onward(self, elements: Sequence[ast.PathElement], found: _Found) -> Iterator[_Found]:
        if not elements:
            yield found
            return
        relationship, end = elements[0], elements[1]
        if not isinstance(relationship, ast.RelationshipPattern):
            raise Unknown("a quantified group")
        for row, used, nodes, relationships in self._over(relationship, found):
            if (bound := self._bound(end, nodes[-1], row)) is not None:
                yield from self._onward(elements[2:], (bound, used, nodes, relationships))

    def _over(self, pattern: ast.RelationshipPattern, found: _Found) -> Iterator[_Found]:
        """The ways over one relationship, or over as many as its range allows."""
        row, used, nodes, relationships = found
        if pattern.hops is None:
            for one, node in self._around(pattern, nodes[-1], used, row):
                bound = self._bound(pattern, one, row)
                if bound is not None:
                    yield bound, used | {one.element_id}, (*nodes, node), (*relationships, one)
            return
        least = 1 if pattern.hops.minimum is None else pattern.hops.minimum
        ways = [(used, nodes, relationships)]
        length = 0
        while ways and (pattern.hops.maximum is None or length <= pattern.hops.maximum):
            if length >= least:
                for taken, met, walked in ways:
                    own = {} if pattern.variable is None else {pattern.variable: walked[len(relationships) :]}
                    yield {**row, **own}, taken, met, walked
            ways = [
                (taken | {one.element_id}, (*met, node), (*walked, one))
                for taken, met, walked in ways
                for one, node in self._around(pattern, met[-1], taken, row)
            ]
            length += 1

    def _around(
        self, pattern: ast.RelationshipPattern, node: Node, used: frozenset[str], row: Row
    ) -> Iterator[tuple[Relationship, Node]]:
        """The relationships of a node that fit a pattern, each once, and the nodes at their other ends."""
        for one in self._beside[node.element_id]:
            self._step()
            out, back = one.start == node.element_id, one.end == node.element_id
            if not (out and pattern.direction != "<") and not (back and pattern.direction != ">"):
                continue
            if one.element_id not in used and self._fits(pattern, one, (one.type,), row):
                yield one, self._nodes[one.end if out and pattern.direction != "<" else one.start]

    def _fits(self, pattern: Any, element: Node | Relationship, labels: Sequence[str], row: Row) -> bool:
        wanted = pattern.types if isinstance(pattern, ast.RelationshipPattern) else pattern.labels
        if wanted is not None and not self._values.labelled(wanted, labels):
            return False
        if pattern.properties is None:
            return True
        wanted_values = self._values.of(pattern.properties, row)
        return all(same_values(element.properties.get(key), value) is True for key, value in wanted_values.items())

    def _bound(self, pattern: ast.PathElement, element: Node | Relationship, row: Row) -> Row | None:
        """The row with the element under its name; None if it does not fit or the name is another's."""
        self._step()
        if isinstance(pattern, ast.QuantifiedGroup):
            raise Unknown("a quantified group")
        name = pattern.variable
        if name is not None and name in row and row[name] != element:
            return None
        if isinstance(element, Node) and not self._fits(pattern, element, element.labels, row):
            return None
        bound = row if name is None else {**row, name: element}
        return bound if self._holds(pattern.where, bound) else None


def _by_columns(clause: ast.Projection) -> ast.Expression | None:
    """The condition of a WITH; where it groups, what is repeated of its items stands for their columns."""
    if not clause.distinct and not any(has_aggregate(item.expression) for item in clause.items):
        return clause.where
    hiding = {item.name for item in clause.items if item.expression != ast.Variable(item.name)}
    columns = {
        item.expression: ast.Variable(item.name)
        for item in clause.items
        if isinstance(item.expression, ast.Property) and hiding.isdisjoint(variables(item.expression))
    }
    where: ast.Expression | None = replace(clause.where, lambda node: columns.get(node))
    return where


def _distinct(rows: list[Row]) -> list[Row]:
    return list({freeze(tuple(row.values())): row for row in rows}.values())
