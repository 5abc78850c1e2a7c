"""Writes patterns path by path, for an engine that does not plan joins.

kglite 0.21 finds `(a)-->(b), (b)-->(c)` by joining all matches of one with all of the other: 8 s for 6,646 rows of a
graph with 61,521 nodes, where one path takes 20 ms. After a first MATCH it walks a path from its left end, whatever
conditions the later nodes have. So a pattern becomes as few paths as possible, each continuation gets a MATCH of its
own, and a later MATCH begins with what is bound or tested.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import conjuncts, fresh_names, joined, named, of_other_types
from fingerpost.query_languages.cypher.rewrites.matches import with_matches
from fingerpost.query_languages.cypher.walk import rewrite, variables, walk

_MOST_STEPS = 12
"""Longer patterns are left as they are."""
_MOST_WAYS = 200
"""So many ways are looked at: all there are through a tree, and not the 12! through 12 steps between two nodes."""
_TURNED = {">": "<", "<": ">", "-": "-"}
_SEVERAL = 2
_EQUALLY = ("=", "IN")
_BOUND, _EQUAL, _COMPARED = 8, 3, 1
"""How good a node is to begin with."""


class _Step(NamedTuple):
    """A relationship between two nodes, by name, as seen from the left one; `number` is its place in the pattern."""

    number: int
    left: str
    right: str
    relation: ast.RelationshipPattern

    def turned(self) -> _Step:
        relation = dataclasses.replace(self.relation, direction=_TURNED[self.relation.direction])
        return _Step(self.number, self.right, self.left, relation)


_Path: TypeAlias = tuple[_Step, ...]


class _Pattern(NamedTuple):
    """What a clause matches: its nodes by name, as they are first written, those without one, and all steps."""

    nodes: dict[str, ast.NodePattern]
    unnamed: frozenset[str]
    steps: tuple[_Step, ...]


def stepwise(query: ast.Query) -> ast.Query:
    """The query that has the same rows, if perhaps in another order, for less work."""
    found = [node for node in walk(query) if isinstance(node, (ast.Match, ast.SubqueryExpression))]
    matches = [node for node in found if isinstance(node, ast.Match)]
    if len(matches) < _SEVERAL and all(len(match.patterns) < _SEVERAL for match in matches):
        return query
    fresh = fresh_names("fp_s", query)

    def inside(node: ast.AnyNode) -> ast.AnyNode:
        if not isinstance(node, ast.SubqueryExpression):
            return node
        return dataclasses.replace(node, query=with_matches(node.query, lambda clause, _: [_as_few(clause, fresh)]))

    changed: ast.Query = rewrite(query, inside) if len(found) > len(matches) else query
    return with_matches(changed, lambda clause, names: _apart(clause, names, fresh))


def _as_few(clause: ast.Match, fresh: Iterator[str]) -> ast.Match:
    """The clause with as few paths as there can be."""
    pattern = _read(clause, fresh) if len(clause.patterns) >= _SEVERAL else None
    if pattern is None:
        return clause
    paths = _paths(pattern, _worth(pattern, clause.where))
    if len(paths) >= len(clause.patterns):
        return clause
    return dataclasses.replace(clause, patterns=tuple(_written(pattern, paths)))


def _apart(clause: ast.Match, visible: Collection[str], fresh: Iterator[str]) -> list[ast.Match]:
    """The clauses that match one path each, the first one from the best node to begin with."""
    if clause.optional:
        return [_as_few(clause, fresh)]
    pattern = _read(clause, fresh) if visible or len(clause.patterns) >= _SEVERAL else None
    if pattern is None:
        return [clause]
    worth = _worth(pattern, clause.where, visible)
    paths = _paths(pattern, worth)
    if visible and not any(name in visible for name in pattern.nodes):
        paths = [*_begun(paths[0], worth), *paths[1:]]
    tests = _tests(paths)
    if tests is None:
        return [_as_few(clause, fresh)]
    tested = {number for pair in tests for number in pair}
    paths = [tuple(_named(step, fresh) if step.number in tested else step for step in path) for path in paths]
    return _clauses(clause, list(_written(pattern, paths)), _unequal(paths, tests), visible)


def _read(clause: ast.Match, fresh: Iterator[str]) -> _Pattern | None:
    """The pattern of a clause; None if it is not plain paths that hang together, or says one thing in two places."""
    nodes: dict[str, ast.NodePattern] = {}
    unnamed: set[str] = set()
    steps: list[_Step] = []
    for path in clause.patterns:
        if path.variable is not None or path.selector or len(path.elements) < _SEVERAL:
            return None
        left = ""
        for before, element in zip((None, *path.elements), path.elements, strict=False):
            if isinstance(element, ast.RelationshipPattern):
                continue
            if not isinstance(element, ast.NodePattern):
                return None
            name = element.variable or next(fresh)
            if element.variable is None:
                unnamed.add(name)
            if name not in nodes or _is_bare(nodes[name]):
                nodes[name] = element
            elif not _is_bare(element):
                return None
            if isinstance(before, ast.RelationshipPattern):
                steps.append(_Step(len(steps), left, name, before))
            left = name
    relations = [step.relation.variable for step in steps if step.relation.variable is not None]
    plain = len(steps) <= _MOST_STEPS and len(set(relations)) == len(relations) and _hang_together(steps)
    return _Pattern(nodes, frozenset(unnamed), tuple(steps)) if plain else None


def _is_bare(node: ast.NodePattern) -> bool:
    return node.labels is None and node.properties is None and node.where is None


def _hang_together(steps: Sequence[_Step]) -> bool:
    found = {steps[0].left}
    for _ in steps:
        found.update(*({s.left, s.right} for s in steps if s.left in found or s.right in found))
    return all(step.left in found for step in steps)


def _worth(pattern: _Pattern, where: ast.Expression | None, visible: Collection[str] = ()) -> Counter[str]:
    """How good each node is to begin with: it is bound, or tested."""
    worth = Counter(dict.fromkeys(visible, _BOUND))
    tested = [(name, _EQUAL) for name, node in pattern.nodes.items() if node.properties is not None]
    for test in conjuncts(where):
        names = variables(test)
        if len(names) == 1:
            tested.append((next(iter(names)), _EQUAL if _is_equality(test) else _COMPARED))
    for name, good in tested:
        worth[name] = max(worth[name], good)
    return worth


def _is_equality(test: ast.Expression) -> bool:
    return isinstance(test, ast.Binary) and test.operator in _EQUALLY and isinstance(test.left, ast.Property)


def _paths(pattern: _Pattern, worth: Mapping[str, int]) -> list[_Path]:
    """Paths over all steps, each but the first from a node of an earlier one: the best, then the longest first."""
    left, paths = list(pattern.steps), list[_Path]()
    met = list(pattern.nodes)
    while left:
        ways = itertools.islice((way for name in met for way in _ways(name, left)), _MOST_WAYS)
        paths.append(max(ways, key=lambda way: (sum(worth[name] for name in {*_nodes(way)}), len(way))))
        gone = {step.number for step in paths[-1]}
        left = [step for step in left if step.number not in gone]
        met = list(dict.fromkeys(name for path in paths for name in _nodes(path)))
    return paths


def _ways(name: str, steps: Sequence[_Step]) -> Iterator[_Path]:
    """The ways from a node over some steps, as far as each leads."""
    for step in steps:
        if name in (step.left, step.right):
            first = step if step.left == name else step.turned()
            rest = [other for other in steps if other.number != step.number]
            ends = True
            for way in _ways(first.right, rest):
                ends = False
                yield (first, *way)
            if ends:
                yield (first,)


def _nodes(path: _Path) -> list[str]:
    return [path[0].left, *(step.right for step in path)]


def _begun(path: _Path, worth: Mapping[str, int]) -> list[_Path]:
    """A path as one from its best node on, or two."""
    nodes = _nodes(path)
    best = max(range(len(nodes)), key=lambda place: worth[nodes[place]])
    if worth[nodes[best]] == 0:
        return [path]
    before = tuple(step.turned() for step in reversed(path[:best]))
    return [way for way in (path[best:], before) if way]


def _tests(paths: Sequence[_Path]) -> list[tuple[int, int]] | None:
    """The relationships in two paths that might be the same, which one clause would not match twice; None if there
    are several in a row that might be."""
    found = []
    for one, other in itertools.combinations(paths, 2):
        for step, later in itertools.product(one, other):
            if not of_other_types(step.relation, later.relation):
                if step.relation.hops is not None or later.relation.hops is not None:
                    return None
                found.append((step.number, later.number))
    return found


def _named(step: _Step, fresh: Iterator[str]) -> _Step:
    relation = step.relation
    return step if relation.variable else step._replace(relation=dataclasses.replace(relation, variable=next(fresh)))


def _unequal(paths: Sequence[_Path], tests: Sequence[tuple[int, int]]) -> list[ast.Expression]:
    """That relationships are not the same."""
    names = {step.number: step.relation.variable or "" for path in paths for step in path}
    pairs = ((ast.Variable(names[one]), ast.Variable(names[other])) for one, other in tests)
    return [ast.Binary("<>", one, other) for one, other in pairs]


def _written(pattern: _Pattern, paths: Sequence[_Path]) -> Iterator[ast.PathPattern]:
    """The paths as patterns. A node has its labels and properties where it first occurs."""
    often = Counter(name for path in paths for name in _nodes(path))
    written: set[str] = set()

    def node(name: str) -> ast.NodePattern:
        whole = pattern.nodes[name]
        if name in pattern.unnamed and often[name] < _SEVERAL:
            return whole
        told = ast.NodePattern(name) if name in written else dataclasses.replace(whole, variable=name)
        written.add(name)
        return told

    for path in paths:
        elements: list[ast.PathElement] = [node(path[0].left)]
        for step in path:
            elements += (step.relation, node(step.right))
        yield ast.PathPattern(tuple(elements))


def _clauses(
    clause: ast.Match,
    patterns: Sequence[ast.PathPattern],
    unequal: Sequence[ast.Expression],
    visible: Collection[str],
) -> list[ast.Match]:
    """A clause for each pattern, with the conditions that can be decided there."""
    if len(patterns) == 1:
        return [dataclasses.replace(clause, patterns=tuple(patterns))]
    left = [*conjuncts(clause.where), *unequal]
    names = set(visible)
    found = []
    for place, pattern in enumerate(patterns):
        names.update(named((pattern,)))
        last = place == len(patterns) - 1
        told = [test for test in left if last or variables(test) <= names]
        left = [test for test in left if test not in told]
        found.append(dataclasses.replace(clause, patterns=(pattern,), where=joined("AND", told)))
    return found
