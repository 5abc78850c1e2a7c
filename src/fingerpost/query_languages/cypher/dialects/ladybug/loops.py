"""Loops, which the engine gives twice where relationships are asked for in either direction."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Iterator

from fingerpost.core.schema import GraphSchema
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import joined, named, types_of
from fingerpost.query_languages.cypher.rewrites.renaming import rename
from fingerpost.query_languages.cypher.walk import has_aggregate, rewrite, variables

NO_LOOPS = "fp_no_loops"
"""The parameter that stands for true where no relationship of the types that are its value ends where it starts. The
store looks, or refuses; the type `*` is any."""
IDENTITY, IDENTITIES = "fp_identity", "fp_identities"
"""What the printer writes as what tells a relationship, and several: lambdas over these give wrong lists."""


def loops_twice(clause: ast.Match, schema: GraphSchema | None) -> bool:
    """Whether a MATCH asks for relationships in either direction that could be loops: the engine gives these twice."""
    return any(True for _ in _looping(clause, schema))


def _looping(clause: ast.Match, schema: GraphSchema | None) -> Iterator[ast.RelationshipPattern]:
    for path in clause.patterns:
        if path.selector:  # no shortest path has a loop
            continue
        for index, element in enumerate(path.elements):
            if not isinstance(element, ast.RelationshipPattern) or element.direction != "-":
                continue
            apart = _differ(path.elements[index - 1], path.elements[index + 1])
            if not (apart and element.hops is None) and _may_loop(types_of(element), schema):
                yield element


def _may_loop(types: frozenset[str] | None, schema: GraphSchema | None) -> bool:
    if schema is None or schema.open:
        return True
    return any(
        pair.start == pair.end
        for relationship in schema.relationships
        if types is None or relationship.type in types
        for pair in relationship.endpoints
    )


def _differ(one: ast.PathElement, other: ast.PathElement) -> bool:
    """Whether two nodes are surely of different labels, so not one node: each has one label here."""
    labels = [element.labels for element in (one, other) if isinstance(element, ast.NodePattern)]
    names = [label.name for label in labels if isinstance(label, ast.LabelName)]
    return len(names) == 2 and names[0] != names[1]


def told_apart(query: ast.Query, schema: GraphSchema | None, fresh: Iterator[str], assumed: set[str]) -> ast.Query:
    """The query with rows grouped by all bound names after a MATCH that returns loops twice.

    That is right where no two rows were the same before. Where they might be, the graph must have no loops. Everything
    that its patterns bind has a name. The types that must have none are added to `assumed`.
    """
    parts = tuple(
        dataclasses.replace(p, clauses=tuple(_Telling(schema, fresh, assumed).clauses(p.clauses))) for p in query.parts
    )
    return dataclasses.replace(query, parts=parts)


class _Telling:
    """Goes through the clauses of one part. `_single`: no two rows are the same in what `_bound` has."""

    def __init__(self, schema: GraphSchema | None, fresh: Iterator[str], assumed: set[str]) -> None:
        self._assumed = assumed
        self._schema = schema
        self._fresh = fresh
        self._single = True
        self._bound: dict[str, None] = {}
        self._determined: dict[str, set[str]] = {}

    def clauses(self, clauses: tuple[ast.Clause, ...]) -> Iterator[ast.Clause]:
        """The clauses, with what tells rows apart between them."""
        for index, clause in enumerate(clauses):
            if isinstance(clause, ast.Match):
                yield from self._match(clause, clauses[index + 1 :])
                return
            yield clause
            if isinstance(clause, ast.Projection):
                self._project(clause)
            elif isinstance(clause, ast.Unwind):
                self._single = False
                self._bound[clause.variable] = None

    def _match(self, clause: ast.Match, rest: tuple[ast.Clause, ...]) -> Iterator[ast.Clause]:
        twice = loops_twice(clause, self._schema)
        before = tuple(self._bound)
        self._bound.update(dict.fromkeys(named(clause.patterns)))
        self._learn(clause.patterns)
        used = variables(rest)
        paths = {path.variable for path in clause.patterns} - {None}
        # A path that was collected is none any more, and hops are not rightly grouped by.
        grouping = twice and self._single and paths.isdisjoint(used) and not _has_hops(clause)
        yield _assuming(clause, self._schema, self._assumed) if twice and not grouping else clause
        if grouping:
            grouped, handed_on, names = _grouped(clause.patterns, before, used, self._fresh)
            yield grouped
            yield handed_on
            rest = rename(rest, names)
            self._bound = dict.fromkeys(item.name for item in handed_on.items)
            self._determined = {names.get(name, name): by for name, by in self._determined.items()}
        yield from self.clauses(rest)

    def _learn(self, patterns: Iterable[ast.PathPattern]) -> None:
        """The nodes that a relationship determines, as its ends."""
        for path in patterns:
            if path.variable is not None:
                self._bound.pop(path.variable)
            for index, element in enumerate(path.elements):
                if isinstance(element, ast.RelationshipPattern) and element.hops is None and element.direction != "-":
                    for node in (path.elements[index - 1], path.elements[index + 1]):
                        if isinstance(node, ast.NodePattern) and node.variable and element.variable:
                            self._determined.setdefault(node.variable, set()).add(element.variable)

    def _project(self, clause: ast.Projection) -> None:
        kept = {item.expression.name for item in clause.items if isinstance(item.expression, ast.Variable)}
        told = all(name in kept or not kept.isdisjoint(self._determined.get(name, ())) for name in self._bound)
        grouped = clause.distinct or any(has_aggregate(item.expression) for item in clause.items)
        self._single = grouped or (self._single and told)
        self._bound = dict.fromkeys(item.name for item in clause.items)
        self._determined = {}


def _grouped(
    patterns: tuple[ast.PathPattern, ...], before: Collection[str], used: Collection[str], fresh: Iterator[str]
) -> tuple[ast.Projection, ast.Projection, dict[str, str]]:
    """Rows by the nodes and the ids of relationships, then one relationship of each under a new name, where used."""
    keys = dict.fromkeys(before)
    identities: list[ast.ProjectionItem] = []
    several: dict[str, None] = {}
    for path in patterns:
        if path.variable is not None:
            several[path.variable] = None
        for element in path.elements:
            variable = getattr(element, "variable", None)
            if variable is None or variable in keys or variable in several:
                continue
            if isinstance(element, ast.RelationshipPattern):
                identity = IDENTITY if element.hops is None else IDENTITIES
                call = ast.FunctionCall(identity, (ast.Variable(variable),))
                identities.append(ast.ProjectionItem(call, next(fresh)))
                several[variable] = None
            else:
                keys[variable] = None
    plain = [ast.ProjectionItem(ast.Variable(name), name) for name in keys]
    lists = {name: next(fresh) for name in several if name in used}
    collected = [
        ast.ProjectionItem(ast.FunctionCall("collect", (ast.Variable(name),)), alias) for name, alias in lists.items()
    ]
    names = {name: next(fresh) for name in lists}
    first = [
        ast.ProjectionItem(ast.Index(ast.Variable(lists[name]), ast.Literal(0)), alias) for name, alias in names.items()
    ]
    counted = [] if plain or identities else [ast.ProjectionItem(ast.CountStar(), next(fresh))]
    grouped = ast.Projection((*plain, *identities, *collected, *counted), False, distinct=not collected)
    return grouped, ast.Projection((*plain, *first), False), names


def assuming(query: ast.Query, schema: GraphSchema | None, assumed: set[str]) -> ast.Query:
    """A counted subquery, which is right in a graph without loops only if it could give one twice."""

    def change(node: ast.AnyNode) -> ast.AnyNode:
        if not isinstance(node, ast.Match) or not loops_twice(node, schema):
            return node
        return _assuming(node, schema, assumed)

    changed: ast.Query = rewrite(query, change)
    return changed


def _assuming(clause: ast.Match, schema: GraphSchema | None, assumed: set[str]) -> ast.Match:
    """The clause under the condition that what it asks for in either direction has no loops."""
    for relationship in _looping(clause, schema):
        assumed.update(types_of(relationship) or ("*",))
    where = joined("AND", [*([] if clause.where is None else [clause.where]), ast.Parameter(NO_LOOPS)])
    return dataclasses.replace(clause, where=where)


def _has_hops(clause: ast.Match) -> bool:
    elements = (element for path in clause.patterns for element in path.elements)
    return any(isinstance(element, ast.RelationshipPattern) and element.hops is not None for element in elements)
