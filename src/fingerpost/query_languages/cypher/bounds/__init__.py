"""Bounds of what a query builds: what is proved to run away is refused, what may run away is told.

Engines look at the clock between rows, not while one expression builds lists or texts. So the sizes of values are
estimated before a query runs: from the query and its parameters what is certain, from the graph's counts what is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.bounds.clauses import Reading, keeps_paths
from fingerpost.query_languages.cypher.bounds.ledger import CLEARED, Ledger, Refused, Unfinished
from fingerpost.query_languages.cypher.bounds.population import Population
from fingerpost.query_languages.cypher.walk import walk
from fingerpost.query_languages.findings import Finding
from fingerpost.query_languages.policy import Policy


@dataclass(frozen=True, slots=True)
class Estimate:
    """What stands against a query; and whether an engine is sure to end it in time by itself."""

    findings: tuple[Finding, ...]
    cleared: bool


def estimate(query: ast.Query, schema: GraphSchema | None, parameters: Mapping[str, Cell], policy: Policy) -> Estimate:
    """Estimate what a query builds and how often it goes through it."""
    if _plain(query):
        return _CLEARED
    ledger = Ledger(policy)
    reading = Reading(ledger, parameters, Population(schema))
    try:
        reading.query(query)
        ledger.check(query.pos)
    except Refused as refusal:
        return Estimate((refusal.finding,), cleared=False)
    except Unfinished:
        return Estimate((), cleared=False)
    return Estimate((), cleared=ledger.spent <= CLEARED)


_CLEARED = Estimate((), cleared=True)
_LOOPS = (
    ast.ListComprehension,
    ast.PatternComprehension,
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
    return clause.optional or any(keeps_paths(p) or p.selector.upper().startswith("ALL") for p in patterns)
