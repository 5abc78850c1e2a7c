"""Renames variables that hide others: `WITH m AS n` where there is an `n` already.

After such a WITH, kglite 0.21 takes the old variable for the new one: in its WHERE, and later where it grouped. So the
new one gets a fresh name; the columns of the result keep theirs.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import named
from fingerpost.query_languages.cypher.walk import fields_of, has_aggregate, variables, walk

Names = dict[str, str]
"""What is visible, and what it is called now."""


def give_own_names(query: ast.Query) -> ast.Query:
    """The query without aliases that hide names."""
    return Renaming(variables(query)).query(query, {}) if may_hide(query) else query


def may_hide(query: ast.Query) -> bool:
    """Whether an alias of some WITH is also the name of something else."""
    clauses = [clause for part in query.parts for clause in part.clauses[:-1]]
    if all(isinstance(clause, (ast.Match, ast.Unwind)) for clause in clauses):
        return False
    bound: set[str] = set()
    aliases: list[str] = []
    for node in walk(query):
        if isinstance(node, ast.Projection) and not node.final:
            aliases += [i.name for i in node.items if not is_named(i.expression, i.name)]
        elif isinstance(node, (ast.NodePattern, ast.RelationshipPattern, ast.PathPattern, ast.Unwind)):
            bound.add(node.variable or "")
    return len(set(aliases)) < len(aliases) or not bound.isdisjoint(aliases)


def is_named(expression: ast.Expression, name: str) -> bool:
    return isinstance(expression, ast.Variable) and expression.name == name


class Renaming:
    """Goes through a query and gives every alias that hides a name one of its own."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._grouped: frozenset[str] = frozenset()
        """Names that a condition on groups may use in what they are made of, and that its subqueries do not see."""

    def _fresh(self, name: str) -> str:
        number = 2
        while f"{name}_{number}" in self._taken:
            number += 1
        self._taken.add(f"{name}_{number}")
        return f"{name}_{number}"

    def query(self, query: ast.Query, visible: Mapping[str, str]) -> ast.Query:
        parts = tuple(dataclasses.replace(p, clauses=self._clauses(p.clauses, visible)) for p in query.parts)
        return dataclasses.replace(query, parts=parts)

    def _clauses(self, clauses: Iterable[ast.Clause], visible: Mapping[str, str]) -> tuple[ast.Clause, ...]:
        names = dict(visible)
        result: list[ast.Clause] = []
        for clause in clauses:
            if isinstance(clause, ast.Projection):
                changed, names = self._projection(clause, names)
                result.append(changed)
                continue
            inside = {**self._binding(bound_in(clause), names), **names}
            if isinstance(clause, ast.Match):
                result.append(self._in(clause, inside))
            elif isinstance(clause, ast.Unwind):
                result.append(dataclasses.replace(self._in(clause, names), variable=inside[clause.variable]))
            elif isinstance(clause, ast.CallSubquery):
                result.append(self._called(clause, names, inside))
            else:
                yields = clause.yields and tuple((field, inside[alias]) for field, alias in clause.yields)
                result.append(dataclasses.replace(self._in(clause, names), yields=yields))
            names = inside
        return tuple(result)

    def _binding(self, names: Iterable[str], _visible: Mapping[str, str]) -> Names:
        """What names are called that are bound where others are visible."""
        return {name: name for name in names}

    def _hides(self, name: str, visible: Mapping[str, str]) -> bool:
        """Whether an alias hides something."""
        return name in visible

    def _called(self, clause: ast.CallSubquery, names: Names, inside: Names) -> ast.CallSubquery:
        """A subquery, which sees what it imports, and whose columns are called as `inside` says."""
        first = clause.query.parts[0].clauses[0]
        if clause.imports is not None:
            seen = names if "*" in clause.imports else {name: names[name] for name in clause.imports if name in names}
        else:
            seen = names if isinstance(first, ast.Projection) and not first.final else {}
        parts = [self._returning(part, inside) for part in self.query(clause.query, seen).parts]
        imports = clause.imports and tuple(names.get(name, name) for name in clause.imports)
        return dataclasses.replace(clause, query=dataclasses.replace(clause.query, parts=tuple(parts)), imports=imports)

    def _returning(self, part: ast.SingleQuery, names: Names) -> ast.SingleQuery:
        """The part of a subquery with other names for its columns, by which it may sort."""
        last = part.clauses[-1]
        if not isinstance(last, ast.Projection) or all(names.get(i.name, i.name) == i.name for i in last.items):
            return part
        columns = {item.name: names.get(item.name, item.name) for item in last.items}
        items = tuple(dataclasses.replace(item, alias=columns[item.name]) for item in last.items)
        last = dataclasses.replace(last, items=items, order=self._in(last.order, columns))
        return dataclasses.replace(part, clauses=(*part.clauses[:-1], last))

    def _projection(self, clause: ast.Projection, names: Names) -> tuple[ast.Projection, Names]:
        after: Names = {}
        items = []
        for item in clause.items:
            if is_named(item.expression, item.name) and not clause.final:
                after[item.name] = names.get(item.name, item.name)
            elif not clause.final and self._hides(item.name, names):
                after[item.name] = self._fresh(item.name)
            else:
                after[item.name] = item.name
            items.append(ast.ProjectionItem(self._in(item.expression, names), after[item.name], pos=item.pos))
        seen = {**names, **after}
        outside = self._grouped
        if clause.distinct or any(has_aggregate(item.expression) for item in clause.items):
            self._grouped = frozenset(names) - frozenset(after)
        where = self._in(clause.where, seen)
        self._grouped = outside
        changes = {
            "items": tuple(items),
            "order": self._in(clause.order, seen),
            "skip": self._in(clause.skip, names),
            "limit": self._in(clause.limit, names),
            "where": where,
        }
        return dataclasses.replace(clause, **changes), after

    def _in(self, node: Any, names: Mapping[str, str]) -> Any:
        """A part of the tree with its names replaced, those left alone that it binds itself."""
        if isinstance(node, tuple):
            return tuple(self._in(item, names) for item in node)
        if isinstance(node, ast.Variable):
            return dataclasses.replace(node, name=names.get(node.name, node.name))
        if isinstance(node, ast.Query):
            grouped, self._grouped = self._grouped, frozenset()
            changed = self.query(node, {name: now for name, now in names.items() if name not in grouped})
            self._grouped = grouped
            return changed
        fields = fields_of(type(node))
        if fields is None or isinstance(node, ast.Literal):
            return node
        own = self._binding(_bound_by(node, names), {})
        inner = {**names, **own}
        outside = ("source", "initial")
        changes = {name: self._in(getattr(node, name), names if name in outside else inner) for name in fields}
        changes.update(own_names(node, inner))
        if isinstance(node, (ast.ListComprehension, ast.Quantified, ast.Reduce)):
            changes["variable"] = own[node.variable]
        if isinstance(node, ast.Reduce):
            changes["accumulator"] = own[node.accumulator]
        return dataclasses.replace(node, **changes)


def bound_in(clause: ast.Clause) -> Iterable[str]:
    """The names that a clause binds, or uses again."""
    if isinstance(clause, ast.Match):
        return named(clause.patterns)
    if isinstance(clause, ast.Unwind):
        return (clause.variable,)
    if isinstance(clause, ast.CallSubquery):
        last = clause.query.parts[0].clauses[-1]
        return [item.name for item in last.items] if isinstance(last, ast.Projection) and last.final else ()
    return [alias for _, alias in clause.yields or ()] if isinstance(clause, ast.CallProcedure) else ()


def _bound_by(node: Any, visible: Mapping[str, str]) -> Iterable[str]:
    """The names that an expression binds for its inside."""
    if isinstance(node, (ast.ListComprehension, ast.Quantified)):
        return (node.variable,)
    if isinstance(node, ast.PatternComprehension):
        return [name for name in named((node.pattern,)) if name not in visible]
    return (node.accumulator, node.variable) if isinstance(node, ast.Reduce) else ()


def own_names(node: Any, names: Mapping[str, str]) -> dict[str, Any]:
    """Names that a node holds as text and that may be those of something visible."""
    if isinstance(node, (ast.NodePattern, ast.RelationshipPattern, ast.PathPattern)):
        return {"variable": names.get(node.variable, node.variable) if node.variable is not None else None}
    if isinstance(node, ast.MapProjection):
        items = [
            ("entry", name, ast.Variable(names[name])) if kind == "variable" and name in names else (kind, name, value)
            for kind, name, value in node.items
        ]
        return {"subject": names.get(node.subject, node.subject), "items": tuple(items)}
    if isinstance(node, ast.CallSubquery) and node.imports is not None:
        return {"imports": tuple(names.get(name, name) for name in node.imports)}
    return {}
