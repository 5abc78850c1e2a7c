"""Patterns of MATCH to the Plan's patterns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fingerpost.plans import (
    AnyOf,
    Condition,
    EdgePattern,
    Hops,
    NodePattern,
    Pattern,
    Shortest,
    SmallAny,
    Test,
    chains_of,
    in_order,
)
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.lift import conditions as _conditions
from fingerpost.query_languages.cypher.lift.context import Context, refuse

_SHORTEST = {"": None, "shortestPath": Shortest.ONE, "allShortestPaths": Shortest.ALL}


class _Builder:
    """Collects one pattern and the predicates that stand inside it."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.nodes: dict[str, NodePattern] = {}
        self.edges: list[EdgePattern] = []
        self.predicates: list[ast.Expression] = []
        self.walked: list[str] = []

    def path(self, path: ast.PathPattern) -> None:
        elements = path.elements
        if any(isinstance(element, ast.QuantifiedGroup) for element in elements):
            refuse("a quantified group")
        left = self._node(elements[0])
        self.walked.append(left)
        for index in range(1, len(elements), 2):
            right = self._node(elements[index + 1])
            self._edge(elements[index], left, right)
            self.walked.append(right)
            left = right

    def _node(self, element: ast.PathElement) -> str:
        assert isinstance(element, ast.NodePattern)
        name = element.variable or self.context.fresh("n")
        label, known = None, self.nodes.get(name)
        if isinstance(element.labels, ast.LabelName):
            label = element.labels.name
        elif element.labels is not None:
            label = self._first_label(name, element.labels)
        if known is None or (label is not None and known.label is None):
            self.nodes[name] = NodePattern(name=name, label=label)
        elif label is not None and label != known.label:
            self.predicates.append(ast.HasLabels(ast.Variable(name), ast.LabelName(label)))
        self._inside(name, element)
        return name

    def _first_label(self, name: str, labels: ast.LabelExpression) -> str | None:
        """The first of labels joined by &, which stays in the pattern; the rest become predicates."""
        subject = ast.Variable(name)
        if isinstance(labels, ast.LabelJunction) and labels.operator == "&":
            first = labels.operands[0]
            if isinstance(first, ast.LabelName):
                self.predicates.extend(ast.HasLabels(subject, rest) for rest in labels.operands[1:])
                return first.name
        self.predicates.append(ast.HasLabels(subject, labels))
        return None

    def _inside(self, name: str, element: ast.NodePattern | ast.RelationshipPattern) -> None:
        """The property map and the WHERE inside a node or relationship, as predicates."""
        if element.properties is not None and not isinstance(element.properties, ast.MapLiteral):
            refuse("a parameter as a property map")
        if element.properties is not None:
            self.predicates.extend(
                ast.Binary("=", ast.Property(ast.Variable(name), key), value) for key, value in element.properties.items
            )
        if element.where is not None:
            self.predicates.append(element.where)

    def _edge(self, element: ast.PathElement, left: str, right: str) -> None:
        assert isinstance(element, ast.RelationshipPattern)
        inside = element.properties is not None or element.where is not None
        name = element.variable or (self.context.fresh("r") if inside else None)
        hops = None
        if element.hops is not None:
            if inside:
                refuse("conditions inside a variable-length relationship")
            minimum = element.hops.minimum
            hops = Hops(minimum=1 if minimum is None else minimum, maximum=element.hops.maximum)
        start, end = (right, left) if element.direction == "<" else (left, right)
        self.edges.append(
            EdgePattern(
                start=start,
                end=end,
                types=_types(element.types),
                either=element.direction == "-",
                name=name,
                hops=hops,
            )
        )
        if name is not None:
            self._inside(name, element)


def _types(expression: ast.LabelExpression | None) -> tuple[str, ...]:
    if expression is None:
        return ()
    if isinstance(expression, ast.LabelName):
        return (expression.name,)
    if isinstance(expression, ast.LabelJunction) and expression.operator == "|":
        names = [operand.name for operand in expression.operands if isinstance(operand, ast.LabelName)]
        if len(names) == len(expression.operands):
            return tuple(dict.fromkeys(names))
    return refuse("this combination of relationship types")


def lift_pattern(patterns: Sequence[ast.PathPattern], context: Context) -> tuple[Pattern, list[ast.Expression]]:
    """The pattern of one MATCH, and the predicates that stood inside it."""
    builder = _Builder(context)
    for path in patterns:
        builder.path(path)
    named = [path for path in patterns if path.variable is not None]
    special = [path for path in patterns if path.selector]
    if (named or special) and len(patterns) > 1:
        refuse("a path beside other patterns in one MATCH")
    if named and builder.edges and chains_of(tuple(builder.edges))[0][0] != tuple(builder.walked):
        refuse("a named path that is written against its only direction")
    selector = special[0].selector if special else ""
    if selector not in _SHORTEST:
        refuse(f"the path selector {selector}")
    pattern = Pattern(
        nodes=tuple(builder.nodes.values()),
        edges=tuple(builder.edges),
        path=named[0].variable if named else None,
        shortest=_SHORTEST[selector],
    )
    return in_order(pattern), builder.predicates


def lift_subpattern(
    patterns: Sequence[ast.PathPattern], where: ast.Expression | None, context: Context
) -> tuple[Pattern, tuple[Test | SmallAny, ...]]:
    """The pattern and the tests of an EXISTS or COUNT; no let may stand inside."""
    pattern, predicates = lift_pattern(patterns, context)
    outer, context.lets = context.lets, None
    try:
        lifted = [
            condition
            for predicate in (*predicates, *(() if where is None else (where,)))
            for condition in _conditions.conditions(predicate, context)
        ]
    finally:
        context.lets = outer
    return pattern, tuple(_small(lifted))


def _small(conditions: Iterable[Condition]) -> Iterable[Test | SmallAny]:
    for condition in conditions:
        if isinstance(condition, Test):
            yield condition
        elif isinstance(condition, AnyOf):
            tests = tuple(test for test in condition.tests if isinstance(test, Test))
            if len(tests) != len(condition.tests):
                refuse("an existence test inside another")
            yield SmallAny(tests=tests)
        else:
            refuse("an existence test inside another")
