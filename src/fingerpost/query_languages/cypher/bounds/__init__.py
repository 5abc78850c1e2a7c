"""Bounds of what a query builds: what certainly runs away is refused, what may run away is reported.

Engines look at the clock between rows, not while one expression builds lists or texts. So the sizes of values are
estimated before a query runs: from the query and its parameters what is certain, from the graph's counts what is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.bounds.clauses import Reading, is_search, keeps_paths
from fingerpost.query_languages.cypher.bounds.flow import Flow
from fingerpost.query_languages.cypher.bounds.joins import MOST, Joins
from fingerpost.query_languages.cypher.bounds.ledger import CLEARED, Ledger, Refused, Unfinished
from fingerpost.query_languages.cypher.bounds.population import Population
from fingerpost.query_languages.cypher.walk import walk
from fingerpost.query_languages.findings import Finding
from fingerpost.query_languages.policy import Policy


@dataclass(frozen=True, slots=True)
class Estimate:
    """What stands against a query; and whether an engine is sure to end it in time by itself.

    `held` is how many values its rows are likely to hold at once, `width` how many one row holds.
    """

    findings: tuple[Finding, ...]
    cleared: bool
    held: int = 0
    width: int = 1


def estimate(query: ast.Query, schema: GraphSchema | None, parameters: Mapping[str, Cell], policy: Policy) -> Estimate:
    """Estimate what a query builds and how often it goes through it."""
    flow = Flow(Joins(schema))
    if _plain(query):
        for part in query.parts:
            _go_through(flow.part(), part)
        return _estimate(flow, spent=0)
    ledger = Ledger(policy)
    reading = Reading(ledger, parameters, Population(schema), flow)
    try:
        reading.query(query)
        ledger.check(query.pos)
    except Refused as refusal:
        return Estimate((refusal.finding,), cleared=False)
    except Unfinished:
        return Estimate((), cleared=False)
    return _estimate(flow, ledger.spent)


def _go_through(flow: Flow, part: ast.SingleQuery) -> None:
    for clause in part.clauses:
        if isinstance(clause, ast.Match):
            flow.match(clause.patterns, clause.where, optional=clause.optional)
        elif isinstance(clause, ast.Projection):
            limit = getattr(clause.limit, "value", None)
            flow.project(clause, limit)


def _estimate(flow: Flow, spent: float) -> Estimate:
    peak = flow.peak
    few = peak.rows <= _ROWS + _ROWS_OF_EACH * flow.joins.elements
    return Estimate((), cleared=few and spent <= CLEARED, held=int(min(peak.held, MOST)), width=peak.width)


_ROWS = 1_000_000
_ROWS_OF_EACH = 2
"""Rows that a query may have and be cleared, and how many more for each node and relationship of the graph."""
_LOOPS = (
    ast.ListComprehension,
    ast.PatternComprehension,
    ast.PatternPredicate,
    ast.Quantified,
    ast.Reduce,
    ast.SubqueryExpression,
    ast.Unwind,
    ast.CallSubquery,
    ast.CallProcedure,
)
_GROWING = frozenset(("range", "replace", "split"))
_SIGNS = frozenset(("+", "||", "=~"))


def _plain(query: ast.Query) -> bool:
    """Whether a query is of the most usual kind: it matches once, returns, and neither loops nor puts together."""
    for part in query.parts:
        clauses = part.clauses
        if len(clauses) > 2 or not isinstance(clauses[-1], ast.Projection) or _wide(clauses[0]):
            return False
    return not any(_builds(node) for node in walk(query))


def _builds(node: ast.AnyNode) -> bool:
    if isinstance(node, ast.Binary):
        return node.operator in _SIGNS
    if isinstance(node, ast.FunctionCall):
        return node.name.lower() in _GROWING
    return isinstance(node, _LOOPS)


def _wide(clause: ast.Clause) -> bool:
    """Whether a clause keeps long or many paths, or may join what has nothing to do with each other."""
    if not isinstance(clause, ast.Match):
        return False
    patterns = clause.patterns
    return clause.optional or any(
        keeps_paths(p) or is_search(p) or p.selector.upper().startswith("ALL") for p in patterns
    )
