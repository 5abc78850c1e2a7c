"""How many rows a query is likely to hold at once, and how wide they are: what engines need memory for.

Averages of the graph are taken, where `Population` takes what a node may have at most: an engine that counts its rows
stops a query that has more. In EXISTS it counts none, so there the rows of one node are taken to be far above the mean.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.bounds.joins import ANY, MOST
from fingerpost.query_languages.cypher.bounds.routes import Route
from fingerpost.query_languages.cypher.bounds.rows import Peak, Rows
from fingerpost.query_languages.cypher.walk import has_aggregate


@dataclass(slots=True)
class Flow(Rows):
    """The rows at one place of a query, and what is known of its columns.

    `lists` are the mean lengths of lists that were collected, `values` how many different values a column has, `owners`
    the variable of which a column is a property. `inside` and `returned` are of the last subquery.
    """

    lists: dict[str, float] = field(default_factory=dict)
    values: dict[str, float] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    inside: Peak = field(default_factory=Peak)
    returned: float = 0.0

    def part(self) -> Flow:
        """The start of one part of the same query."""
        return Flow(self.joins, self.peak)

    def look_up(self, pattern: ast.PathPattern, where: ast.Expression | None) -> None:
        """A pattern in an expression is gone through in every row."""
        self.subquery(first=True).match((pattern,), where, optional=False)
        self.looked_up()

    def subquery(self, *, first: bool) -> Flow:
        """The start of one part of a subquery, in one row of this query."""
        if first:
            self.inside, self.returned = Peak(), 0.0
        labels, lists = dict(self.labels), dict(self.lists)
        return Flow(self.joins, self.inside, width=self.width, labels=labels, lists=lists, nested=True)

    def looked_up(self) -> None:
        """The last subquery was gone through in every row."""
        self.peak.note(self.inside.rows, self.inside.width)
        self.peak.rows = max(self.peak.rows, min(MOST, self.rows * self.inside.rows))

    def called(self, more: int) -> None:
        """The last subquery was called in every row, and its rows, of so many values, were joined with it."""
        self.looked_up()
        self.times(self.returned, more)

    def unwind(self, source: ast.Expression, length: float, variable: str) -> None:
        """A row for each item of a list."""
        known = self.lists.get(source.name) if isinstance(source, ast.Variable) else None
        self.times(length if known is None else known, 1)
        self.labels[variable] = ANY

    def match(self, patterns: Sequence[ast.PathPattern], where: ast.Expression | None, *, optional: bool) -> None:
        """The rows that patterns make of those before."""
        before = self.rows
        route = Route(self, patterns, where)
        left = list(patterns)
        while left:
            pattern = next((one for one in left if route.bound(one) is not None), left[0])
            left.remove(pattern)
            route.walk(pattern)
        for share in route.shares.values():
            self.rows *= share
        if optional:
            self.rows = max(self.rows, before)

    def project(self, clause: ast.Projection, limit: object) -> None:
        """The rows after WITH or RETURN; `limit` is the value of its LIMIT, where that is known."""
        gathering = [item for item in clause.items if has_aggregate(item.expression)]
        values = {item.name: self._values(item.expression) for item in clause.items if item not in gathering}
        owners = {item.name: owner for item in clause.items if (owner := self._owner(item.expression)) in values}
        rows = self.rows
        if (gathering or clause.distinct) and not clause.star:
            rows = min(rows, math.prod(n for name, n in values.items() if owners.get(name) not in values))
        mean = self.rows / max(1.0, rows)
        names = {item.name: item.expression for item in clause.items}
        labels = {name: self.labels[e.name] for name, e in names.items() if _is_bound(e, self.labels)}
        lists = {name: self.lists[e.name] for name, e in names.items() if _is_bound(e, self.lists)}
        lists |= {item.name: mean for item in gathering if _collects(item.expression)}
        if clause.star:
            labels, lists, values = self.labels | labels, self.lists | lists, self.values | values
            owners = self.owners | owners
        self.labels, self.lists, self.values, self.owners = labels, lists, values, owners
        self.width = len(names) + (self.width if clause.star else 0)
        self.rows = min(rows, float(limit)) if isinstance(limit, int) else rows

    def _owner(self, expression: ast.Expression) -> str:
        if isinstance(expression, ast.Property) and _is_bound(expression.subject, self.labels):
            return expression.subject.name
        return self.owners.get(expression.name, "") if isinstance(expression, ast.Variable) else ""

    def _values(self, expression: ast.Expression) -> float:
        """How many values an expression has at most, over all rows."""
        if isinstance(expression, ast.Literal | ast.Parameter):
            return 1.0
        if _is_bound(expression, self.values):
            return self.values[expression.name]
        if _is_bound(expression, self.labels) and self.labels[expression.name]:
            return self.joins.nodes(self.labels[expression.name])
        if isinstance(expression, ast.Property) and _is_bound(expression.subject, self.labels):
            return self.joins.distinct(self.labels[expression.subject.name], expression.key) or self.rows
        return self.rows


def _is_bound(expression: ast.Expression, names: Mapping[str, object]) -> TypeGuard[ast.Variable]:
    return isinstance(expression, ast.Variable) and expression.name in names


def _collects(expression: ast.Expression) -> bool:
    return isinstance(expression, ast.FunctionCall) and expression.name.lower() == "collect"
