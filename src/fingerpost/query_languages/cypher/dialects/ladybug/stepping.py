"""Long patterns in steps: ladybug 0.22 loses rows of patterns of three and more relationships that it filters.

Measured on random chains of three to five relationships with conditions on some nodes: one in ten gave too few rows;
none of 870 did where one filtered node is matched first, the pattern after it, and all other conditions follow in a
WITH. Of 645 chains of one or two relationships none was wrong.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import conjuncts, joined, named
from fingerpost.query_languages.cypher.rewrites.renaming import rename
from fingerpost.query_languages.cypher.walk import rewrite, variables, walk

_SAFE = 2
"""Relationships of a pattern that the engine filters rightly."""
_SUBQUERIES = (ast.SubqueryExpression, ast.PatternPredicate, ast.PatternComprehension)


def in_steps(query: ast.Query, fresh: Iterator[str]) -> ast.Query:
    """The query with the conditions of long patterns after them, and with optional patterns that begin at one node.

    Raises:
        UnsupportedConstruct: a long pattern with conditions is optional, or in a subquery, where nothing can follow it.
    """
    parts = tuple(dataclasses.replace(part, clauses=tuple(_stepped(part.clauses, fresh))) for part in query.parts)

    def check(node: ast.AnyNode) -> ast.AnyNode:
        if isinstance(node, ast.SubqueryExpression):
            for part in node.query.parts:
                _require_short(part.clauses, f"{node.kind} {{ }} around")
        return node

    rewrite(parts, check)
    return dataclasses.replace(query, parts=parts)


def _stepped(clauses: tuple[ast.Clause, ...], fresh: Iterator[str]) -> Iterator[ast.Clause]:
    visible: dict[str, None] = {}
    index = 0
    while index < len(clauses):
        clause = clauses[index]
        run = _run(clauses, index)
        if run:
            index += len(run)
            yield from _in_steps(run, list(visible), variables(clauses[index:]))
            for match in run:
                visible.update(dict.fromkeys(named(match.patterns)))
            continue
        index += 1
        yield _from_one_node(clause, visible, fresh) if isinstance(clause, ast.Match) else clause
        if isinstance(clause, ast.Match):
            _require_short((clause,), "OPTIONAL MATCH of")
            visible.update(dict.fromkeys(named(clause.patterns)))
        elif isinstance(clause, ast.Projection):
            visible = dict.fromkeys(item.name for item in clause.items)
        elif isinstance(clause, ast.Unwind):
            visible[clause.variable] = None


def _from_one_node(clause: ast.Match, visible: Collection[str], fresh: Iterator[str]) -> ast.Match:
    """An optional MATCH with one node that was bound before: between two of them the engine loses rows."""
    nodes = [element for path in clause.patterns for element in path.elements if isinstance(element, ast.NodePattern)]
    bound = [node.variable for node in nodes if node.variable is not None and node.variable in visible]
    others = {name: next(fresh) for name in dict.fromkeys(bound) if name != bound[0]}
    if not others:
        return clause
    patterns = rename(clause.patterns, others)
    tests: list[ast.Expression] = [ast.Binary("=", ast.Variable(new), ast.Variable(old)) for old, new in others.items()]
    where = joined("AND", [*tests, *([] if clause.where is None else [clause.where])])
    return dataclasses.replace(clause, patterns=patterns, where=where)


def _run(clauses: tuple[ast.Clause, ...], start: int) -> list[ast.Match]:
    """The MATCH clauses in a row from one on: the engine makes one pattern of them."""
    run: list[ast.Match] = []
    for clause in clauses[start:]:
        if not isinstance(clause, ast.Match) or clause.optional:
            break
        run.append(clause)
    return run


def _length(matches: Collection[ast.Match]) -> int:
    """How many relationships patterns have; hops are several."""
    relationships = [
        element
        for match in matches
        for path in match.patterns
        if not path.selector
        for element in path.elements
        if isinstance(element, ast.RelationshipPattern)
    ]
    return sum(1 if element.hops is None else 2 for element in relationships)


def _require_short(clauses: Collection[ast.Clause], where: str) -> None:
    matches = [clause for clause in clauses if isinstance(clause, ast.Match)]
    if _length(matches) > _SAFE and any(match.where is not None for match in matches):
        raise UnsupportedConstruct(
            f"{where} a pattern of more than {_SAFE} relationships with conditions "
            "cannot be expressed in the ladybug dialect"
        )


def _in_steps(run: list[ast.Match], visible: list[str], used: Collection[str]) -> Iterator[ast.Clause]:
    conditions = [condition for match in run if match.where is not None for condition in conjuncts(match.where)]
    if _length(run) <= _SAFE or not conditions:
        yield from run
        return
    bound = list(dict.fromkeys(name for match in run for name in named(match.patterns)))
    start = None if set(bound) & set(visible) else _start(run, conditions)
    if start is not None and start.variable is not None:
        own = [condition for condition in conditions if _about(condition) == start.variable]
        conditions = [condition for condition in conditions if condition not in own]
        yield ast.Match((ast.PathPattern((start,)),), joined("AND", own))
        yield _handing_on([*visible, start.variable], None)
    for match in run:
        yield dataclasses.replace(match, where=None)
    if conditions:
        where = joined("AND", conditions)
        needed = {*used, *variables(where), *visible}
        names = [name for name in dict.fromkeys((*visible, *bound)) if name in needed]
        yield _handing_on(names or bound[:1], where)


def _handing_on(names: list[str], where: ast.Expression | None) -> ast.Projection:
    items = tuple(ast.ProjectionItem(ast.Variable(name), name) for name in names)
    return ast.Projection(items, False, where=where)


def _about(condition: ast.Expression) -> str | None:
    """The variable that a condition is about, where that is one alone."""
    names = variables(condition)
    if len(names) != 1 or any(isinstance(node, _SUBQUERIES) for node in walk(condition)):
        return None
    return next(iter(names))


def _start(run: list[ast.Match], conditions: list[ast.Expression]) -> ast.NodePattern | None:
    """The node to begin with: one that is compared for equality, else one with any condition of its own."""
    ranks: dict[str, int] = {}
    for condition in conditions:
        name = _about(condition)
        if name is not None:
            ranks[name] = max(ranks.get(name, 0), 2 if _is_equality(condition) else 1)
    nodes = [
        element
        for match in run
        for path in match.patterns
        for element in path.elements
        if isinstance(element, ast.NodePattern) and element.variable in ranks
    ]
    return max(nodes, key=lambda node: ranks[node.variable or ""], default=None)


def _is_equality(condition: ast.Expression) -> bool:
    return isinstance(condition, ast.Binary) and condition.operator in ("=", "IN")
