"""The pass over SKIP and LIMIT: whole numbers that are not negative and the same for every row."""

from __future__ import annotations

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.semantics.analysis import Analysis, start_of
from fingerpost.query_languages.cypher.walk import walk


def check(analysis: Analysis) -> None:
    for projection in analysis.every(ast.Projection):
        for what, count in (("SKIP", projection.skip), ("LIMIT", projection.limit)):
            if count is not None:
                _check_count(analysis, what, count)


def _check_count(analysis: Analysis, what: str, count: ast.Expression) -> None:
    if isinstance(count, ast.Literal):
        value = count.value
    elif isinstance(count, ast.Parameter) and count.name in analysis.parameters:
        value = analysis.parameters[count.name]
    else:
        if _varies(count):
            message = f"{what} must be the same for every row; it cannot depend on variables"
            analysis.report("B005", "NonConstantExpression", message, start_of(count))
        return
    if isinstance(value, bool) or not isinstance(value, int):
        analysis.report("B005", "InvalidArgumentType", f"{what} must be a whole number", count.pos)
    elif value < 0:
        analysis.report("B005", "NegativeIntegerArgument", f"{what} must not be negative", count.pos)


def _varies(count: ast.Expression) -> bool:
    """Whether it reads a variable that it does not bind itself."""
    nodes = list(walk(count))
    own = {getattr(node, name, None) for node in nodes for name in ("variable", "accumulator")}
    return any(isinstance(node, ast.Variable) and node.name not in own for node in nodes)
