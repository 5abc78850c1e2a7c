"""The gate: a text, a tree or a plan goes in; a `VerifiedQuery`, or every reason against it, comes out.

What a store receives is our printing of the tree that was checked, never the text that came in.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from fingerpost.core.cells import Cell
from fingerpost.core.errors import QueryRejected
from fingerpost.core.schema import GraphSchema
from fingerpost.core.seal import mint
from fingerpost.core.verified import VerifiedQuery
from fingerpost.plans import Plan, simplified
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.allowed import allowed, too_deep
from fingerpost.query_languages.cypher.bounds import estimate
from fingerpost.query_languages.cypher.census import Census
from fingerpost.query_languages.cypher.dialect import Dialect, Draft
from fingerpost.query_languages.cypher.dialects import DEFAULT, dialect_of
from fingerpost.query_languages.cypher.errors import CypherSyntaxError
from fingerpost.query_languages.cypher.extent import require_moderate
from fingerpost.query_languages.cypher.fit import Misfit, fit
from fingerpost.query_languages.cypher.lower import lower
from fingerpost.query_languages.cypher.repair import bound_paths, carried_on, fitted, grouped_for_order, modernised
from fingerpost.query_languages.cypher.rewrites.days import read_days_in_texts
from fingerpost.query_languages.cypher.rewrites.scopes import write_stars_out
from fingerpost.query_languages.cypher.semantics import analyse
from fingerpost.query_languages.cypher.spelling import is_plain
from fingerpost.query_languages.cypher.walk import replace, walk
from fingerpost.query_languages.findings import Finding, Severity, render_findings
from fingerpost.query_languages.policy import Policy
from fingerpost.query_languages.protocol import StoredValues

MAX_TEXT = 100_000
"""Longest text that is looked at, in characters."""


def verify(
    query: str | ast.Query,
    schema: GraphSchema | None = None,
    *,
    dialect: str = DEFAULT,
    parameters: Mapping[str, Cell] | None = None,
    policy: Policy | None = None,
    stored: StoredValues | None = None,
) -> VerifiedQuery:
    """Check one reading query and print it for a dialect.

    Args:
        query: Cypher text, or a tree.
        schema: what the graph holds; without it names are not checked.
        dialect: the name of one (`dialects.DIALECTS`).
        parameters: values of the query's parameters.
        policy: what to ask for; see `Policy`.
        stored: tells which stored values read like a text; without it no value is looked for.

    Raises:
        QueryRejected: with every finding in `details["findings"]`; `CypherSyntaxError` where it does not parse.
        UnsupportedConstruct: the dialect cannot say it, or there is no such dialect.
    """
    rules = policy or Policy()
    target = _dialect(dialect, rules)
    given = dict(parameters or {})
    if deep := too_deep(given):
        raise _rejection(deep, "", repaired=False)
    tree, text, slips = _tree(query)
    tree, renewed = modernised(tree, has_element_ids=target.functions["elementId"] == "elementId")
    tree, carried, found = _with_names_carried_on(tree, given, rules)

    def look(tree: ast.Query) -> list[Misfit]:
        return fit(tree, schema, given, rules, stored)

    right, misfits, fitting = fitted(tree, look)
    if right is not tree:
        tree, found = right, _findings(right, given, rules)
    bounds = estimate(tree, schema, given, rules)
    findings = _in_order([*found, *bounds.findings, *(misfit.finding for misfit in misfits)])
    if _errors(findings):
        raise _rejection(_errors(findings), text, repaired=bool(slips))
    tree, bounded = bound_paths(tree, rules)
    tree = write_stars_out(tree)
    columns = _columns(tree)
    tree = read_days_in_texts(tree, schema, given)
    tree, given = _with_plain_parameters(tree, _used(tree, given))
    draft = target.rewritten(Draft(tree, target, given, schema))
    draft = dataclasses.replace(draft, parameters=_used(draft.tree, given))
    printed = target.printer(draft)
    return mint(
        text=printed.text,
        language="cypher",
        dialect=target.name,
        parameters={**draft.parameters, **printed.parameters, **draft.added},
        columns=columns,
        notes=tuple(findings),
        fixes_applied=tuple(dict.fromkeys((*slips, *renewed, *carried, *fitting, *bounded))),
        cleared=bounds.cleared,
        held=bounds.held,
        width=bounds.width,
    )


def verify_plan(
    plan: Plan, schema: GraphSchema | None = None, *, dialect: str = DEFAULT, policy: Policy | None = None
) -> VerifiedQuery:
    """Check a plan's tree and print it for a dialect, without what gives engines work only. Raises as `verify` does."""
    return verify(lower(simplified(plan)), schema, dialect=dialect, parameters=plan.parameters, policy=policy)


def findings(
    query: str | ast.Query,
    schema: GraphSchema | None = None,
    *,
    parameters: Mapping[str, Cell] | None = None,
    policy: Policy | None = None,
) -> list[Finding]:
    """Every finding, errors and notes, without raising."""
    from fingerpost.query_languages.cypher.parser import parse

    try:
        tree = parse(_looked_at(query)) if isinstance(query, str) else _moderate(query)
    except CypherSyntaxError as error:
        return [error.finding]
    given, rules = dict(parameters or {}), policy or Policy()
    bounds = estimate(tree, schema, given, rules)
    misfits = fit(tree, schema, given, rules)
    found = [*_findings(tree, given, rules), *bounds.findings, *(misfit.finding for misfit in misfits)]
    return _in_order(found)


def _findings(tree: ast.Query, parameters: Mapping[str, Cell], policy: Policy) -> list[Finding]:
    census = Census(tree)
    return [*analyse(tree, parameters, census), *allowed(census, parameters, policy)]


def _dialect(name: str, policy: Policy) -> Dialect:
    dialect = dialect_of(name)
    if policy.extra_functions:
        return dataclasses.replace(dialect, extra_functions=policy.extra_functions)
    return dialect


def _tree(query: str | ast.Query) -> tuple[ast.Query, str, tuple[str, ...]]:
    """The tree, the text that its positions are in, and what was repaired in the text."""
    if not isinstance(query, str):
        return _moderate(query), "", ()
    from fingerpost.query_languages.cypher.repair.texts import parsed  # plans have no text: they need no parser

    return parsed(_looked_at(query))


def _looked_at(text: str) -> str:
    if len(text) > MAX_TEXT:
        raise CypherSyntaxError("B004", f"a query has at most {MAX_TEXT} characters", 0)
    return text


def _moderate(query: ast.Query) -> ast.Query:
    require_moderate(query)
    return query


def _with_names_carried_on(
    query: ast.Query, parameters: Mapping[str, Cell], policy: Policy
) -> tuple[ast.Query, tuple[str, ...], list[Finding]]:
    """The query with what a WITH forgets, and groups where an order needs them, where it is right then and was not
    before; its fixes and findings."""
    found = _findings(query, parameters, policy)
    if _errors(found):
        changed, grouped = grouped_for_order(query)
        changed, carried = carried_on(changed)
        fixes = (*grouped, *carried)
        then = _findings(changed, parameters, policy) if fixes else found
        if not _errors(then):
            return changed, fixes, then
    return query, (), found


def _in_order(findings: list[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda finding: finding.position)


def _errors(findings: list[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.severity is Severity.ERROR]


def _rejection(errors: list[Finding], text: str, *, repaired: bool) -> QueryRejected:
    """The refusal; it holds the text that the positions are in where that is not the one that came."""
    details: dict[str, Any] = {"findings": [finding.model_dump(mode="json") for finding in errors]}
    if repaired:
        details["text"] = text
    return QueryRejected(render_findings(errors, text), details=details)


def _columns(query: ast.Query) -> tuple[str, ...]:
    """The names of the result's columns; empty if only the engine knows them."""
    last = query.parts[0].clauses[-1]
    if not isinstance(last, ast.Projection) or last.star:
        return ()
    return tuple(item.name for item in last.items)


def _used(query: ast.Query, parameters: Mapping[str, Cell]) -> dict[str, Cell]:
    """Those of the parameters that a query names."""
    if not parameters:
        return {}
    names = {node.name for node in walk(query) if isinstance(node, ast.Parameter)}
    return {name: value for name, value in parameters.items() if name in names}


def _with_plain_parameters(query: ast.Query, parameters: Mapping[str, Cell]) -> tuple[ast.Query, dict[str, Cell]]:
    """The same query with names for its parameters that every dialect takes: not all read quoted ones."""
    names: dict[str, str] = {}
    number = 0
    for name in parameters:
        if not is_plain(name):
            number += 1
            while f"fp_p{number}" in parameters:
                number += 1
            names[name] = f"fp_p{number}"
    if not names:
        return query, dict(parameters)

    def renamed(node: ast.AnyNode) -> ast.AnyNode | None:
        return ast.Parameter(names.get(node.name, node.name), node.pos) if isinstance(node, ast.Parameter) else None

    plain: ast.Query = replace(query, renamed)
    return plain, {names.get(name, name): value for name, value in parameters.items()}
