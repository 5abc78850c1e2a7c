"""Small constructions of syntax trees, and questions about them, that several passes need."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.walk import has_aggregate, variables

_IN_A_ROW = 50


def joined(operator: str, parts: Sequence[ast.Expression]) -> ast.Expression | None:
    """The parts under AND or OR; None if there are none. Many are halved, so that they do not nest deep."""
    if not parts:
        return None
    if len(parts) > _IN_A_ROW:
        middle = len(parts) // 2
        parts = [part for half in (parts[:middle], parts[middle:]) if (part := joined(operator, half)) is not None]
    whole = parts[0]
    for part in parts[1:]:
        whole = ast.Binary(operator, whole, part)
    return whole


def conjuncts(expression: ast.Expression | None) -> Iterator[ast.Expression]:
    """The parts that AND joins, in order; none of no expression."""
    stack = [expression] if expression is not None else []
    while stack:
        part = stack.pop()
        if isinstance(part, ast.Binary) and part.operator == "AND":
            stack += (part.right, part.left)
        else:
            yield part


def fresh_names(prefix: str, query: ast.Query) -> Iterator[str]:
    """Names with a prefix and a number that nothing in a query has."""
    taken = variables(query)
    return (name for number in itertools.count() if (name := f"{prefix}{number}") not in taken)


def exists(pattern: ast.PatternPredicate, where: ast.Expression | None = None) -> ast.SubqueryExpression:
    """A pattern used as an expression as EXISTS, with a condition or without."""
    clause = ast.Match((pattern.pattern,), where)
    return ast.SubqueryExpression("EXISTS", ast.Query((ast.SingleQuery((clause,)),)), pattern.pos)


def types_of(relationship: ast.RelationshipPattern) -> frozenset[str] | None:
    """The types that a relationship may have; None for any."""
    types = relationship.types
    if isinstance(types, ast.LabelName):
        return frozenset((types.name,))
    if isinstance(types, ast.LabelJunction) and all(isinstance(one, ast.LabelName) for one in types.operands):
        return frozenset(one.name for one in types.operands if isinstance(one, ast.LabelName))
    return None


def of_other_types(one: ast.RelationshipPattern, other: ast.RelationshipPattern) -> bool:
    """Whether two relationships are never the same one, by their types."""
    first, second = types_of(one), types_of(other)
    return first is not None and second is not None and first.isdisjoint(second)


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
        tests = joined(operator, [label_tests(subject, operand) for operand in labels.operands])
        assert tests is not None  # a junction has operands
        return tests
    raise UnsupportedConstruct("the label wildcard % cannot be written in this dialect")
