"""The pass over clauses: what a subquery and a procedure call may hold where they stand."""

from __future__ import annotations

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.semantics.analysis import Analysis


def check(analysis: Analysis) -> None:
    """Subqueries return what they must; a procedure called among clauses states its arguments and results."""
    for call in analysis.every(ast.CallSubquery):
        for part in call.query.parts:
            _check_called(analysis, call, part)
    for subquery in analysis.every(ast.SubqueryExpression):
        if subquery.kind == "COLLECT":
            _check_collected(analysis, subquery)
    for part in analysis.every(ast.SingleQuery):
        if len(part.clauses) > 1:
            for clause in part.clauses:
                if isinstance(clause, ast.CallProcedure):
                    _check_procedure(analysis, clause)


def _check_called(analysis: Analysis, call: ast.CallSubquery, part: ast.SingleQuery) -> None:
    first, last = part.clauses[0], part.clauses[-1]
    if not (isinstance(last, ast.Projection) and last.final):
        _report(analysis, "a CALL subquery must end with RETURN", last.pos)
    if call.imports is None and isinstance(first, ast.Projection) and not first.final:
        plain = all(item.expression == ast.Variable(item.name) for item in first.items)
        if not plain or first.order or first.where is not None or first.skip is not None or first.limit is not None:
            message = "the WITH that imports names into a subquery may only list names; put the rest in a second WITH"
            _report(analysis, message, first.pos)


def _check_collected(analysis: Analysis, subquery: ast.SubqueryExpression) -> None:
    for part in subquery.query.parts:
        last = part.clauses[-1]
        if not (isinstance(last, ast.Projection) and last.final) or len(analysis.columns.get(id(part), "*")) != 1:
            _report(analysis, "COLLECT { } needs a query that returns one column", subquery.pos)
            return


def _report(analysis: Analysis, message: str, position: int) -> None:
    analysis.report("S120", "InvalidClauseComposition", message, position)


def _check_procedure(analysis: Analysis, call: ast.CallProcedure) -> None:
    if call.arguments is None:
        message = f"among other clauses, a procedure call needs its arguments: {call.name}(...)"
        analysis.report("S121", "InvalidArgumentPassingMode", message, call.pos)
    if any(field == "*" for field, _ in call.yields or ()):
        message = "YIELD * is allowed only if the call is the whole query; name the fields"
        analysis.report("S010", "UnexpectedSyntax", message, call.pos)
