"""Patterns that share no variable multiply: refused where the combinations, as estimated, are too many.

The estimate errs on the low side: a pattern counts as its nodes, a node with an equality as one group of equals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fingerpost.core.schema import PropertyInfo
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import conjuncts, keeps_rows
from fingerpost.query_languages.cypher.census import Census
from fingerpost.query_languages.cypher.fit.misfits import Surroundings
from fingerpost.query_languages.cypher.walk import has_aggregate, variables

_FILTERED = 0.1
"""The share that a condition other than an equality is taken to let through."""


@dataclass(slots=True)
class _Component:
    """Patterns that hang together: their variables, and how many matches they have at least."""

    names: set[str]
    rows: float
    node: ast.PathPattern


def products(around: Surroundings) -> None:
    """Report the patterns whose combinations are too many."""
    if len(around.census.of(ast.PathPattern)) < 2:
        return
    parts = around.tree.parts
    for part in parts:  # a variable of one branch of a union is another in the next
        outer: set[str] = set()
        for clause in part.clauses:
            if isinstance(clause, ast.Match):
                outer |= variables(clause.patterns)
        census = around.census if len(parts) == 1 else Census(part)
        for single in census.of(ast.SingleQuery):
            _single(around, single, set() if single is part else outer)


def _single(around: Surroundings, single: ast.SingleQuery, bound: set[str]) -> None:
    carried: list[_Component] = []
    for clause, following in zip(single.clauses, (*single.clauses[1:], None), strict=True):
        if isinstance(clause, ast.Match):
            carried = _joined(around, clause, carried, bound)
            rows = 1.0
            for component in carried:
                rows *= max(component.rows, 1)
            if rows > around.policy.max_product and len(carried) > 1 and not _stops_early(following):
                most = f"{around.policy.max_product:,}"
                message = (
                    f"these patterns are disconnected: about {rows:,.0f} combinations, and at most {most} are allowed"
                )
                around.report("N007", message, carried[-1].node)
                return
        elif isinstance(clause, ast.Projection):
            carried = _projected(clause, carried)


def _stops_early(clause: ast.Clause | None) -> bool:
    """Whether a clause takes the first rows that come and no more."""
    return (
        isinstance(clause, ast.Projection)
        and isinstance(clause.limit, ast.Literal)
        and not (clause.order or clause.distinct or any(has_aggregate(item.expression) for item in clause.items))
    )


def _projected(clause: ast.Projection, carried: list[_Component]) -> list[_Component]:
    """What keeps multiplying after a WITH: nothing if it changes the rows."""
    if clause.star and keeps_rows(clause):
        return carried
    if not keeps_rows(clause):
        return []
    for component in carried:
        component.names = {item.name for item in clause.items if component.names & variables(item.expression)}
    return carried


def _joined(around: Surroundings, clause: ast.Match, carried: list[_Component], bound: set[str]) -> list[_Component]:
    """The components after a MATCH; what an equality joins is one."""
    conditions = list(conjuncts(clause.where))
    components = list(carried)
    for path in clause.patterns:
        names = set(variables(path))
        components = _merged(components, _Component(names, _rows(around, path, conditions, bound), path), names)
    for condition in conditions:
        if isinstance(condition, ast.Binary) and condition.operator in ("=", "IN"):
            left, right = variables(condition.left), variables(condition.right)
            if left and right:
                components = _linked(components, set(left | right))
    return components


def _merged(components: list[_Component], new: _Component, names: set[str]) -> list[_Component]:
    apart = [each for each in components if not each.names & names]
    together = [each for each in components if each.names & names]
    for each in together:
        new = _Component(new.names | each.names, max(new.rows, each.rows), new.node)
    return [*apart, new]


def _linked(components: list[_Component], names: set[str]) -> list[_Component]:
    together = [each for each in components if each.names & names]
    if len(together) < 2:
        return components
    return _merged(components, together[0], names)


def _rows(around: Surroundings, path: ast.PathPattern, conditions: Sequence[ast.Expression], bound: set[str]) -> float:
    """At least how many matches a pattern has; 1 where it goes on from what is bound outside."""
    most, least = 1.0, float("inf")
    for element in path.elements:
        if not isinstance(element, ast.NodePattern):
            continue
        if element.variable in bound:
            return 1.0
        count = _count(around, element)
        share = _share(around, element, conditions)
        most = max(most, count)
        if share < 1:
            least = min(least, count * share)
    return min(most, least)


def _count(around: Surroundings, element: ast.NodePattern) -> float:
    owner = around.owner_of(element)
    if owner is None or not owner.names:
        return around.schema.node_count
    known = around.schema.label_by_name
    return sum(known[name].count for name in owner.names if name in known)


def _share(around: Surroundings, element: ast.NodePattern, conditions: Iterable[ast.Expression]) -> float:
    """The share of a node's candidates that its own conditions let through."""
    share = 1.0
    owner = around.owner_of(element)
    if isinstance(element.properties, ast.MapLiteral) and owner is not None:
        for name, _ in element.properties.items:
            share *= _equal(around.known.of(owner, name))
    elif element.properties is not None:
        share *= _FILTERED
    for condition in (*conjuncts(element.where), *conditions):
        if variables(condition) == {element.variable}:
            infos: tuple[PropertyInfo, ...] = ()
            if isinstance(condition, ast.Binary) and condition.operator == "=":
                infos = around.property(condition.left) or around.property(condition.right)
            share *= _equal(infos) if infos else _FILTERED
    return share


def _equal(infos: tuple[PropertyInfo, ...]) -> float:
    return 1 / max((info.distinct for info in infos), default=10) if any(info.distinct for info in infos) else _FILTERED
