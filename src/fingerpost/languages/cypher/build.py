"""Small constructions of syntax trees, and questions about them, that several passes need."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.languages.cypher import ast
from fingerpost.languages.cypher.walk import has_aggregate


def joined(operator: str, parts: Sequence[ast.Expression]) -> ast.Expression | None:
    """The parts under AND or OR; None where there are none."""
    if not parts:
        return None
    whole = parts[0]
    for part in parts[1:]:
        whole = ast.Binary(operator, whole, part)
    return whole


def keeps_rows(projection: ast.Projection) -> bool:
    """Whether a projection gives one row for each that comes in."""
    changes = projection.distinct or projection.order or projection.skip is not None or projection.limit is not None
    return not (changes or projection.where or any(has_aggregate(item.expression) for item in projection.items))


def keeps_some(projection: ast.Projection) -> bool:
    """Whether a projection gives a row exactly where at least one comes in."""
    limit = projection.limit
    cut = limit is not None and not (isinstance(limit, ast.Literal) and type(limit.value) is int and limit.value > 0)
    filtered = projection.skip is not None or projection.where is not None
    return not (cut or filtered or any(has_aggregate(item.expression) for item in projection.items))


def named(patterns: tuple[ast.PathPattern, ...]) -> list[str]:
    """The variables that a pattern names, in order of appearance."""
    names: dict[str, None] = {}
    for path in patterns:
        if path.variable is not None:
            names[path.variable] = None
        for element in path.elements:
            variable = getattr(element, "variable", None)
            if variable is not None:
                names[variable] = None
    return list(names)


def label_tests(subject: ast.Expression, labels: ast.LabelExpression) -> ast.Expression:
    """A label expression as tests of single labels."""
    if isinstance(labels, ast.LabelName):
        return ast.HasLabels(subject, labels)
    if isinstance(labels, ast.LabelNot):
        return ast.Unary("NOT", label_tests(subject, labels.operand))
    if isinstance(labels, ast.LabelJunction):
        operator = "AND" if labels.operator == "&" else "OR"
        joined = label_tests(subject, labels.operands[0])
        for operand in labels.operands[1:]:
            joined = ast.Binary(operator, joined, label_tests(subject, operand))
        return joined
    raise UnsupportedConstruct("the label wildcard % cannot be written in this dialect")
