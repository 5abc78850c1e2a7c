"""The gate: a text, a tree or a plan goes in; a `VerifiedQuery`, or every reason against it, comes out.

What a store receives is our printing of the tree that was checked, never the text that came in.
"""

from __future__ import annotations

from collections.abc import Mapping

from fingerpost.core.cells import Cell
from fingerpost.core.errors import QueryRejected, UnsupportedConstruct
from fingerpost.core.schema import GraphSchema
from fingerpost.core.seal import mint
from fingerpost.core.verified import VerifiedQuery
from fingerpost.languages.cypher import ast
from fingerpost.languages.cypher.checks import Check, Policy
from fingerpost.languages.cypher.desugar import desugar
from fingerpost.languages.cypher.dialects import DIALECTS, Dialect
from fingerpost.languages.cypher.findings import CypherSyntaxError, Finding, Severity
from fingerpost.languages.cypher.lower import lower
from fingerpost.languages.cypher.parser import parse
from fingerpost.languages.cypher.printer import print_query
from fingerpost.languages.cypher.repair import bound_paths
from fingerpost.languages.cypher.walk import walk
from fingerpost.plans.model import Plan

MAX_TEXT = 100_000
"""Longest text that is looked at, in characters."""


def verify(
    query: str | ast.Query,
    schema: GraphSchema | None = None,
    *,
    dialect: str = "kglite",
    parameters: Mapping[str, Cell] | None = None,
    policy: Policy | None = None,
) -> VerifiedQuery:
    """Check one reading query and print it for a dialect.

    Args:
        query: Cypher text, or a tree.
        schema: what the graph holds; without it names are not checked.
        dialect: "kglite" or "neo4j".
        parameters: values of the query's parameters.
        policy: what to ask for; see `Policy`.

    Raises:
        QueryRejected: with every finding in `details["findings"]`; `CypherSyntaxError` where it does not parse.
        UnsupportedConstruct: the dialect cannot say it.
    """
    target = _dialect(dialect)
    given = dict(parameters or {})
    rules = policy or Policy()
    tree = _tree(query)
    findings = Check(schema, given, rules).run(tree)
    errors = [finding for finding in findings if finding.severity is Severity.ERROR]
    if errors:
        raise _rejection(errors, query if isinstance(query, str) else "")
    tree, fixes = bound_paths(tree, rules)
    columns = _columns(tree)
    tree = desugar(tree, target, given)
    printed = print_query(tree, target, frozenset(given))
    used = {name: value for name, value in given.items() if name in _parameters_of(tree)}
    return mint(
        text=printed.text,
        language="cypher",
        dialect=target.name,
        parameters={**used, **printed.parameters},
        columns=columns,
        notes=tuple(findings),
        fixes_applied=fixes,
    )


def verify_plan(
    plan: Plan, schema: GraphSchema | None = None, *, dialect: str = "kglite", policy: Policy | None = None
) -> VerifiedQuery:
    """Check a plan's tree and print it for a dialect. Raises as `verify` does."""
    return verify(lower(plan), schema, dialect=dialect, parameters=plan.parameters, policy=policy)


def findings(
    query: str | ast.Query,
    schema: GraphSchema | None = None,
    *,
    parameters: Mapping[str, Cell] | None = None,
    policy: Policy | None = None,
) -> list[Finding]:
    """Every finding, errors and notes, without raising."""
    try:
        tree = _tree(query)
    except CypherSyntaxError as error:
        return [error.finding]
    return Check(schema, dict(parameters or {}), policy or Policy()).run(tree)


def _dialect(name: str) -> Dialect:
    dialect = DIALECTS.get(name)
    if dialect is None:
        raise UnsupportedConstruct(f"there is no dialect {name}; there are {', '.join(DIALECTS)}")
    return dialect


def _tree(query: str | ast.Query) -> ast.Query:
    if not isinstance(query, str):
        return query
    if len(query) > MAX_TEXT:
        raise CypherSyntaxError("B004", f"a query has at most {MAX_TEXT} characters", 0)
    return parse(query)


def _rejection(errors: list[Finding], text: str) -> QueryRejected:
    message = "\n".join(finding.render(text) for finding in errors)
    details = {"findings": [finding.model_dump(mode="json") for finding in errors]}
    return QueryRejected(message, details=details)


def _columns(query: ast.Query) -> tuple[str, ...]:
    """The names of the result's columns; empty for `RETURN *`, where the engine tells them."""
    last = query.parts[0].clauses[-1]
    if not isinstance(last, ast.Projection) or last.star:
        return ()
    return tuple(item.name for item in last.items)


def _parameters_of(query: ast.Query) -> frozenset[str]:
    return frozenset(node.name for node in walk(query) if isinstance(node, ast.Parameter))
