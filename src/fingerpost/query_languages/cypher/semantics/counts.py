"""The pass over counts: SKIP and LIMIT are whole, the same for every row, and like lengths of texts not negative."""

from __future__ import annotations

from fingerpost.core.cells import Cell
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.semantics.analysis import Analysis, start_of
from fingerpost.query_languages.cypher.walk import walk

_LENGTHS = {"left": (1,), "right": (1,), "substring": (1, 2)}
"""Arguments that are positions in a text or lengths: where they are negative, Neo4j fails and kglite cuts nothing."""


def check(analysis: Analysis) -> None:
    for projection in analysis.every(ast.Projection):
        for what, count in (("SKIP", projection.skip), ("LIMIT", projection.limit)):
            if count is not None:
                _check_count(analysis, what, count)
    for call in analysis.every(ast.FunctionCall):
        for place in _LENGTHS.get(call.name.lower(), ()):
            for length in call.arguments[place : place + 1]:
                value = _given(analysis, length)
                if isinstance(value, int) and value < 0:
                    message = f"{call.name}() takes no negative number"
                    analysis.report("S130", "NegativeIntegerArgument", message, length.pos)


def _check_count(analysis: Analysis, what: str, count: ast.Expression) -> None:
    if not isinstance(count, (ast.Literal, ast.Parameter)):
        if _varies(count):
            message = f"{what} must be the same for every row; it cannot depend on variables"
            analysis.report("B005", "NonConstantExpression", message, start_of(count))
        return
    if isinstance(count, ast.Parameter) and count.name not in analysis.parameters:
        return
    value = _given(analysis, count)
    if isinstance(value, bool) or not isinstance(value, int):
        analysis.report("B005", "InvalidArgumentType", f"{what} must be a whole number", count.pos)
    elif value < 0:
        analysis.report("B005", "NegativeIntegerArgument", f"{what} must not be negative", count.pos)


def _given(analysis: Analysis, expression: ast.Expression) -> Cell:
    """The value of what is written out or a parameter; None of anything else."""
    if isinstance(expression, ast.Literal):
        return expression.value
    return analysis.parameters.get(expression.name) if isinstance(expression, ast.Parameter) else None


def _varies(count: ast.Expression) -> bool:
    """Whether it reads a variable that it does not bind itself."""
    nodes = list(walk(count))
    own = {getattr(node, name, None) for node in nodes for name in ("variable", "accumulator")}
    return any(isinstance(node, ast.Variable) and node.name not in own for node in nodes)
