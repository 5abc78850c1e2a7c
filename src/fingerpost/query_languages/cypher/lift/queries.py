"""Clauses to stages: the last step of a lift, and its door."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from fingerpost.core.cells import Cell
from fingerpost.plans import Condition, Match, Plan, Ref, Stage, Unwind, check, merged, parameters_of
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import conjuncts, named
from fingerpost.query_languages.cypher.extent import extent
from fingerpost.query_languages.cypher.lift import conditions as _conditions
from fingerpost.query_languages.cypher.lift.context import Context, NeedsLet, refuse
from fingerpost.query_languages.cypher.lift.operands import operand
from fingerpost.query_languages.cypher.lift.patterns import lift_pattern
from fingerpost.query_languages.cypher.lift.projections import lift_projection
from fingerpost.query_languages.cypher.lift.stage import StageBuilder
from fingerpost.query_languages.cypher.walk import replace

_MOST_LEVELS = 100
"""A level of an expression takes several calls here, and Python bounds how many may be under way."""


def lift(query: ast.Query, parameters: Mapping[str, Cell] | None = None) -> Plan:
    """The Plan that a query is. `parameters` gives the values of the query's own parameters.

    Raises:
        UnsupportedConstruct: `plan.outside`; the Plan has no word for a construct, which the message names.
        PlanError: `plan.scope` or `plan.shape`; the query uses what it does not bind, or does not make sense.
    """
    query = _bound(query, parameters or {})
    if extent(query).depth > _MOST_LEVELS:
        refuse(f"nesting deeper than {_MOST_LEVELS} levels")
    context = Context(query)
    branches, union_all, rest = _branches(query)
    try:
        lifted = _aligned(tuple(_Branch(context, ()).run(branch) for branch in branches))
        then = _Branch(context, lifted[0][-1].outputs).run(rest) if rest else ()
    except NeedsLet:
        refuse("a computed step here")
    plan = Plan(branches=lifted, union_all=union_all, then=then)
    used = parameters_of(plan)
    values = {name: cell for name, cell in context.parameters.items() if name in used}
    return check(plan.model_copy(update={"parameters": MappingProxyType(values)}))


def _bound(query: ast.Query, parameters: Mapping[str, Cell]) -> ast.Query:
    """The query with its parameters' values in their places: the plan makes parameters of its own."""

    def value(node: ast.AnyNode) -> ast.AnyNode | None:
        if isinstance(node, ast.Parameter) and node.name in parameters:
            return ast.Literal(parameters[node.name], node.pos)
        return None

    bound: ast.Query = replace(query, value) if parameters else query
    return bound


_Clauses = tuple[ast.Clause, ...]


def _branches(query: ast.Query) -> tuple[tuple[_Clauses, ...], bool, _Clauses]:
    """The branches of a union, whether it keeps duplicates, and the clauses after it.

    `CALL { a UNION b } rest` at the head of a query is a union with common stages.
    """
    if len(query.parts) == 1:
        clauses = query.parts[0].clauses
        head = clauses[0]
        if isinstance(head, ast.CallSubquery) and not head.imports and len(clauses) > 1:
            inner = head.query
            return tuple(part.clauses for part in inner.parts), inner.all, clauses[1:]
    return tuple(part.clauses for part in query.parts), query.all, ()


def _aligned(branches: tuple[tuple[Stage, ...], ...]) -> tuple[tuple[Stage, ...], ...]:
    """Branches of a union must name their columns alike and in the same order."""
    first = branches[0][-1].outputs
    for branch in branches[1:]:
        if branch[-1].outputs != first:
            refuse("a union of branches with different columns")
    return branches


class _Branch:
    """Lifts the clauses of one single query."""

    def __init__(self, context: Context, inputs: tuple[str, ...]) -> None:
        self.context = context
        self.builder = StageBuilder(context, inputs)
        self.stages: list[Stage] = []

    def run(self, clauses: _Clauses) -> tuple[Stage, ...]:
        for clause in clauses:
            if isinstance(clause, ast.Match):
                self._match(clause)
            elif isinstance(clause, ast.Unwind):
                self._unwind(clause)
            elif isinstance(clause, ast.Projection):
                stages, self.builder = lift_projection(clause, self.builder)
                self.stages.extend(stages)
            elif isinstance(clause, ast.CallSubquery):
                refuse("CALL { } beside other clauses")
            else:
                refuse("a procedure call")
        last = clauses[-1]
        if not (isinstance(last, ast.Projection) and last.final):
            refuse("a query without RETURN")
        return merged(self.stages)

    def _match(self, clause: ast.Match) -> None:
        if self.builder.lets:
            # A let of this stage would be computed before this match: it belongs to a stage of its own.
            self._close(())
        pattern, predicates = lift_pattern(clause.patterns, self.context)
        if clause.where is not None:
            predicates.extend(conjuncts(clause.where))
        direct: list[Condition] = []
        computed: list[ast.Expression] = []
        for predicate in predicates:
            self.context.lets = None
            try:
                direct.extend(_conditions.conditions(predicate, self.context))
            except NeedsLet:
                computed.append(predicate)
        match = Match(pattern=pattern, where=tuple(direct), optional=clause.optional)
        self.builder.add_match(match, named(clause.patterns))
        if computed:
            if clause.optional:
                refuse("a computed condition of an optional match")
            self._close(tuple(computed))

    def _close(self, predicates: tuple[ast.Expression, ...]) -> None:
        """End the stage, handing on all that is visible, after filtering by computed predicates."""
        self.stages.append(self.builder.passed_on(predicates))
        self.builder = StageBuilder(self.context, self.builder.names)

    def _unwind(self, clause: ast.Unwind) -> None:
        try:
            self.context.lets = None
            source = operand(clause.source, self.context)
        except NeedsLet:
            source = self._computed_source(clause.source)
        else:
            if not self.builder.empty:
                self._close(())
        self.builder.unwind = Unwind(name=clause.variable, source=source)
        self.builder.names.append(clause.variable)

    def _computed_source(self, expression: ast.Expression) -> Ref:
        """A source that takes computing is a column of the stage before."""
        self.context.lets = self.builder.lets
        lifted = operand(expression, self.context)
        name = self.context.fresh("x")
        self.stages.append(self.builder.passed_on((), extra=((name, lifted),)))
        self.builder = StageBuilder(self.context, self.builder.names)
        return Ref(name=name)
