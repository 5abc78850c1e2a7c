"""Patterns that kglite 0.21 answers by a shortcut, and wrongly: they are written so that it goes through them.

- Over two steps, counted or grouped by a node at an end: a step without a direction gives 0, the conditions of a
  relationship are lost, and those of the other end: `MATCH (a)--(b)--(c) RETURN count(*)`,
  `(a)-[r]->(b)-->(c) WHERE r.k = 1`, `(a)-->(b)<--({k: 1}) RETURN a, count(*)`.
- Grouped by a node with several labels, all but the first are lost: `MATCH (a:A|B)<--() RETURN a, count(*)`.
- Over two steps, rows are lost under a LIMIT where both may be the same relationship, which the engine leaves out after
  it has cut: `MATCH (a)-[*2]-(b) RETURN b LIMIT 2`, `(a)-[:T]->()<-[:T]-(b)`.
- Loops that are grouped by their node are none: `MATCH (a)-[r]->(a) WITH a, count(r) AS n`.
- Over one step, of counts of which only some are DISTINCT, all are:
  `MATCH (a:A)-->(b) RETURN a, count(*), count(DISTINCT b)`.
- Grouped by what need not be there, all groups are one: `OPTIONAL MATCH (a)-->(b) RETURN b, count(*)`.
- Groups of which there are none have no columns: a UNION fails, and a CALL that goes on from them.
- Of what was matched before, one row is taken where the result is the same for any number of equal rows, though a later
  condition tells them apart: `MATCH (y) MATCH (a)-->(c) WHERE a <> y RETURN max(c.u)`.
- In a check over two steps, only the first candidate of the second is tried: `EXISTS { (a)-[:T]->()<-[:S]-(:B) }`.
- `endNode(r) = a` is decided by the direction of `r` in the pattern, and not rightly.

In the query that it gets, such a clause has a condition that always holds, such an end a name, and such a function
stands in another.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import conjuncts, exists, fresh_names, joined, named, of_other_types
from fingerpost.query_languages.cypher.vocabulary import AGGREGATE_NAMES
from fingerpost.query_languages.cypher.walk import has_aggregate, rewrite, variables, walk

_TWO = 2
_ONE_STEP = 3
"""The elements of a path over one relationship."""
_ENDS = ("startnode", "endnode")
_ALWAYS = ast.Literal(True)


def without_shortcuts(query: ast.Query) -> ast.Query:
    """The query without what the engine takes a wrong shortcut through."""
    if not any(_is_concerned(node) for node in walk(query)):
        return query
    names = fresh_names("fp_a", query)

    def change(node: ast.AnyNode) -> ast.AnyNode:
        if isinstance(node, ast.SingleQuery):
            return dataclasses.replace(node, clauses=tuple(_of_all_rows(_clauses(node.clauses, names))))
        if isinstance(node, ast.Query):
            return dataclasses.replace(node, parts=tuple(map(_with_columns, node.parts))) if node.parts[1:] else node
        if isinstance(node, ast.SubqueryExpression):
            return _checked(node) if node.kind == "EXISTS" else node
        if isinstance(node, ast.PatternPredicate) and len(node.pattern.elements) > _ONE_STEP:
            return exists(node, _ALWAYS)
        if isinstance(node, ast.Binary) and node.operator in ("=", "<>"):
            return dataclasses.replace(node, left=_computed(node.left), right=_computed(node.right))
        return node

    changed: ast.Query = rewrite(query, change)
    return changed


def _is_concerned(node: ast.AnyNode) -> bool:
    """Whether a node may be part of what is changed; nothing is in most queries."""
    if isinstance(node, ast.Query):
        return len(node.parts) > 1
    if isinstance(node, ast.Projection):
        return _aggregates(node)
    if isinstance(node, ast.Match):
        return _may_repeat(node)
    if isinstance(node, ast.FunctionCall):
        return node.name.lower() in _ENDS
    return isinstance(node, (ast.SubqueryExpression, ast.PatternPredicate))


def _aggregates(projection: ast.Projection) -> bool:
    return any(has_aggregate(item.expression) for item in projection.items)


class _Groups(NamedTuple):
    """How what is matched is grouped next: perhaps not at all, and perhaps by things of these names. `apart` is whether
    some aggregates are of different values, and others are not."""

    none: bool
    by: frozenset[str]
    apart: bool


def _groups(after: Sequence[ast.Clause]) -> _Groups | None:
    """What clauses group by; None if they do not. A WITH that only hands names on makes no difference."""
    handed_on: set[str] = set()
    for clause in after:
        if not isinstance(clause, ast.Projection):
            return None
        keys = [item.expression for item in clause.items if not has_aggregate(item.expression)]
        names = {key.name for key in keys if isinstance(key, ast.Variable)}
        if len(keys) < len(clause.items):
            made = [item.expression for item in clause.items if has_aggregate(item.expression)]
            apart = len({any(map(_is_distinct, walk(aggregate))) for aggregate in made}) > 1
            return _Groups(not keys or bool(handed_on), frozenset(names | handed_on), apart)
        handed_on.update(names)
    return None


def _is_distinct(node: ast.AnyNode) -> bool:
    return isinstance(node, ast.FunctionCall) and node.distinct


def _clauses(clauses: Sequence[ast.Clause], names: Iterator[str]) -> Iterator[ast.Clause]:
    known: set[str] = set()
    for place, clause in enumerate(clauses):
        if not isinstance(clause, ast.Match):
            yield clause
            continue
        after = clauses[place + 1 :]
        groups = _groups(after)
        cut = any(isinstance(one, ast.Projection) and one.limit is not None for one in after)
        wrong = cut and _may_repeat(clause)
        if groups is not None:
            goes_on = len(after) > 1 and isinstance(after[1], ast.CallSubquery)
            wrong = wrong or goes_on or _is_wrong(clause, groups, known)
            clause = _with_names(clause, names)
        yield _tested(clause) if wrong else clause
        known.update(named(clause.patterns))


def _of_all_rows(clauses: Iterable[ast.Clause]) -> Iterator[ast.Clause]:
    """The clauses; after several that read, what equal rows do not change is aggregated over something computed."""
    reading = 0
    for clause in clauses:
        reading += not isinstance(clause, ast.Projection)
        if reading >= _TWO and isinstance(clause, ast.Projection) and _ignores_equal_rows(clause):
            clause = dataclasses.replace(clause, items=tuple(map(_computed_first, clause.items)))
        yield clause


def _computed_first(item: ast.ProjectionItem) -> ast.ProjectionItem:
    call = item.expression
    assert isinstance(call, ast.FunctionCall)  # `_is_the_same_for_equal`
    return dataclasses.replace(item, expression=dataclasses.replace(call, arguments=(_coalesced(call.arguments[0]),)))


def _ignores_equal_rows(projection: ast.Projection) -> bool:
    return all(_is_the_same_for_equal(item.expression) for item in projection.items)


def _is_the_same_for_equal(node: ast.Expression) -> bool:
    if not isinstance(node, ast.FunctionCall) or len(node.arguments) != 1:
        return False
    name = node.name.lower()
    return name in ("min", "max") or (node.distinct and name in AGGREGATE_NAMES)


def _coalesced(expression: ast.Expression) -> ast.Expression:
    """An expression as something that the engine computes."""
    if isinstance(expression, ast.FunctionCall) and expression.name.lower() == "coalesce":
        return expression
    return ast.FunctionCall("coalesce", (expression,), pos=expression.pos)


def _tested(clause: ast.Match) -> ast.Match:
    """The clause with a condition that always holds, once."""
    tests = list(conjuncts(clause.where))
    if _ALWAYS in tests:
        return clause
    return dataclasses.replace(clause, where=joined("AND", [*tests, _ALWAYS]))


def _is_wrong(clause: ast.Match, groups: _Groups, known: Container[str]) -> bool:
    """Whether the groups of what a clause matches come out wrongly. `known` is what was bound before."""
    if clause.optional:
        return any(name in groups.by and name not in known for name in named(clause.patterns))
    if len(clause.patterns) != 1:
        return False
    path = clause.patterns[0]
    nodes = [element for element in path.elements if isinstance(element, ast.NodePattern)]
    if any(isinstance(node.labels, ast.LabelJunction) and node.variable in groups.by for node in nodes):
        return True
    ends = (nodes[0], nodes[-1])
    if len(nodes) > 1 and nodes[0].variable is not None and nodes[0].variable == nodes[-1].variable:
        return True
    by_end = any(end.variable in groups.by for end in ends)
    if by_end and groups.apart:
        return True
    if _steps(path) != _TWO or not (groups.none or by_end):
        return False
    tested = frozenset[str]() if clause.where is None else variables(clause.where)
    relationships = [element for element in path.elements if isinstance(element, ast.RelationshipPattern)]
    undirected = any(one.direction == "-" for one in relationships)
    lost = any(one.variable in tested for one in relationships)
    return undirected or lost or (by_end and any(end.properties is not None for end in ends))


def _may_repeat(clause: ast.Match) -> bool:
    """Whether two steps of a path might be over the same relationship."""
    return not clause.optional and any(map(_repeats, clause.patterns))


def _repeats(path: ast.PathPattern) -> bool:
    if (_steps(path) or 0) < _TWO:
        return False
    steps = [element for element in path.elements if isinstance(element, ast.RelationshipPattern)]
    again = any(step.hops is not None for step in steps)
    return again or not all(of_other_types(one, other) for one, other in itertools.combinations(steps, 2))


def _steps(path: ast.PathPattern) -> int | None:
    """The steps of a path; None if they may be fewer or more."""
    steps = 0
    for element in path.elements:
        if isinstance(element, ast.QuantifiedGroup):
            return None
        if isinstance(element, ast.RelationshipPattern):
            hops = element.hops
            if hops is not None and (hops.minimum is None or hops.minimum != hops.maximum):
                return None
            steps += 1 if hops is None or hops.minimum is None else hops.minimum
    return steps


def _with_names(clause: ast.Match, names: Iterator[str]) -> ast.Match:
    """The clause with names for the nodes that have conditions and no name, where there is a step."""
    if not any(len(path.elements) > 1 and any(map(_is_nameless, path.elements)) for path in clause.patterns):
        return clause

    def with_name(element: ast.PathElement) -> ast.PathElement:
        if isinstance(element, ast.NodePattern) and _is_nameless(element):
            return dataclasses.replace(element, variable=next(names))
        return element

    patterns = (dataclasses.replace(path, elements=tuple(map(with_name, path.elements))) for path in clause.patterns)
    return dataclasses.replace(clause, patterns=tuple(patterns))


def _is_nameless(element: ast.PathElement) -> bool:
    return isinstance(element, ast.NodePattern) and element.variable is None and element.properties is not None


def _with_columns(part: ast.SingleQuery) -> ast.SingleQuery:
    """A part of a UNION in which every OPTIONAL MATCH has a condition."""

    def tested(clause: ast.Clause) -> ast.Clause:
        if isinstance(clause, ast.Match) and clause.optional and clause.where is None:
            return _tested(clause)
        return clause

    return dataclasses.replace(part, clauses=tuple(map(tested, part.clauses)))


def _checked(node: ast.SubqueryExpression) -> ast.SubqueryExpression:
    """A check whose patterns of several steps have a condition."""
    parts = []
    for part in node.query.parts:
        matches = [clause for clause in part.clauses if isinstance(clause, ast.Match)]
        several = any(len(path.elements) > _ONE_STEP for clause in matches for path in clause.patterns)
        if several and all(clause.where is None for clause in matches):
            part = dataclasses.replace(part, clauses=(*matches[:-1], _tested(matches[-1])))
        parts.append(part)
    return dataclasses.replace(node, query=dataclasses.replace(node.query, parts=tuple(parts)))


def _computed(side: ast.Expression) -> ast.Expression:
    """An end of a relationship as something that the engine computes."""
    if isinstance(side, ast.FunctionCall) and side.name.lower() in _ENDS:
        return _coalesced(side)
    return side
