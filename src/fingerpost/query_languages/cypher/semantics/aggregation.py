"""The pass over aggregation: where it may stand, what may stand in it, and what a row is grouped by."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.semantics.analysis import Analysis, start_of
from fingerpost.query_languages.cypher.vocabulary import AGGREGATE_NAMES, VARYING
from fingerpost.query_languages.cypher.walk import children, has_aggregate, walk


def check(analysis: Analysis) -> None:
    """Aggregates are only in projections, do not nest, and agree with the grouping."""
    if not analysis.aggregates:
        return
    for match in analysis.every(ast.Match):
        _forbid(analysis, match.where, "WHERE")
        _forbid(analysis, match.patterns, "a pattern")
    for unwind in analysis.every(ast.Unwind):
        _forbid(analysis, unwind.source, "UNWIND")
    for call in analysis.every(ast.CallProcedure):
        _forbid(analysis, call.arguments, "the arguments of a procedure")
        _forbid(analysis, call.where, "WHERE")
    for kind in (ast.ListComprehension, ast.Quantified, ast.Reduce, ast.PatternComprehension):
        for node in analysis.every(kind):
            _forbid(analysis, _repeated(node), "what is done for each item")
    for function in analysis.every(ast.FunctionCall):
        if function.name.lower() in AGGREGATE_NAMES:
            _check_argument(analysis, function)
    for projection in analysis.every(ast.Projection):
        _check_projection(analysis, projection)


def _forbid(analysis: Analysis, where: ast.AnyNode, what: str) -> None:
    for node in _aggregates(where):
        message = f"an aggregate is not allowed in {what}; aggregate in a WITH before it"
        analysis.report("S110", "InvalidAggregation", message, node.pos)
        return


def _aggregates(node: ast.AnyNode) -> Iterator[ast.AnyNode]:
    if node and has_aggregate(node):
        yield from (each for each in walk(node) if _is_aggregate(each))


def _is_aggregate(node: ast.AnyNode) -> bool:
    return isinstance(node, ast.CountStar) or (
        isinstance(node, ast.FunctionCall) and node.name.lower() in AGGREGATE_NAMES
    )


def _repeated(node: ast.AnyNode) -> tuple[ast.AnyNode, ...]:
    """The parts of a comprehension or the like that are evaluated for each item."""
    if isinstance(node, ast.Reduce):
        return (node.step,)
    parts = (node.where,) if isinstance(node, ast.Quantified) else (node.where, node.projection)
    return tuple(part for part in parts if part is not None)


def _check_argument(analysis: Analysis, function: ast.FunctionCall) -> None:
    for inner in _aggregates(function.arguments):
        message = f"{function.name}() cannot aggregate an aggregate; compute the inner one in a WITH before"
        analysis.report("S111", "NestedAggregation", message, inner.pos)
        return
    for node in walk(function.arguments):
        if isinstance(node, ast.FunctionCall) and node.name.lower() in VARYING:
            message = f"{node.name}() returns a different value each time and cannot be aggregated"
            analysis.report("S113", "NonConstantExpression", message, node.pos)


def _check_projection(analysis: Analysis, projection: ast.Projection) -> None:
    grouped: list[ast.Expression] = []
    keys: set[ast.Expression] = set()
    for item in projection.items:
        if has_aggregate(item.expression):
            grouped.append(item.expression)
        else:
            keys.add(item.expression)
    sorting = [sort.expression for sort in projection.order if has_aggregate(sort.expression)]
    if not grouped:
        for expression in sorting:
            _forbid(analysis, expression, "ORDER BY if no column is aggregated")
        _forbid(analysis, projection.where, "WHERE")
        return
    projected = set(grouped)
    keys_or_columns = keys | {ast.Variable(item.name) for item in projection.items}
    for expression in grouped:
        _check_grouping(analysis, expression, keys)
    for expression in sorting:
        if expression not in projected:
            _check_grouping(analysis, expression, keys_or_columns)


def _check_grouping(analysis: Analysis, expression: ast.Expression, keys: set[ast.Expression]) -> None:
    """An expression with an aggregate otherwise has only what is grouped by."""
    for subject, leaf in _leaves(expression):
        if leaf not in keys and subject not in keys:
            message = "only grouping keys may be combined with an aggregate; compute this in a WITH before"
            analysis.report("S112", "AmbiguousAggregationExpression", message, start_of(leaf))
            return


def _leaves(expression: ast.Expression) -> Iterator[tuple[ast.Variable, ast.Variable | ast.Property]]:
    """The variables outside the aggregates of an expression, each with the property that is asked of it, if one is."""
    local: set[str] = set()
    stack: list[ast.AnyNode] = [expression]
    while stack:
        node = stack.pop()
        if _is_aggregate(node) or isinstance(node, (ast.SubqueryExpression, ast.PatternComprehension)):
            continue
        subject = node.subject if isinstance(node, ast.Property) else node
        if isinstance(subject, ast.Variable):
            if subject.name not in local:
                yield subject, node
            continue
        if isinstance(node, (ast.ListComprehension, ast.Quantified, ast.Reduce)):
            local.add(node.variable)
            if isinstance(node, ast.Reduce):
                local.add(node.accumulator)
        stack.extend(reversed(list(children(node))))
