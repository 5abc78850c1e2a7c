"""Rewriting a tree into what a dialect can say, with the same meaning.

Each rule is a small function from a node to the node that stands for it; a dialect without the construct gets the
rule, the others keep the node.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping

from fingerpost.core.cells import Cell
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.names import kept_names
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import joined, keeps_rows, keeps_some
from fingerpost.query_languages.cypher.dialect import Dialect, Draft
from fingerpost.query_languages.cypher.walk import replace, rewrite, variables, walk

Rule = Callable[["_Context", ast.AnyNode], ast.AnyNode]


class _Context:
    def __init__(self, query: ast.Query, dialect: Dialect, parameters: Mapping[str, Cell]) -> None:
        self.dialect = dialect
        self.parameters = parameters
        self._taken = set(variables(query))

    def fresh(self, prefix: str) -> str:
        number = 1
        while f"{prefix}{number}" in self._taken:
            number += 1
        self._taken.add(f"{prefix}{number}")
        return f"{prefix}{number}"


def desugar(draft: Draft) -> Draft:
    """The query with every construct that its dialect lacks expressed by others.

    Raises:
        UnsupportedConstruct: the dialect has no way to say one; the message names it.
    """
    if not any(_foreign(node, draft.dialect) for node in walk(draft.tree)):
        return draft
    context = _Context(draft.tree, draft.dialect, draft.parameters)

    def change(node: ast.AnyNode) -> ast.AnyNode:
        for rule in RULES:
            node = rule(context, node)
        return node

    return dataclasses.replace(draft, tree=rewrite(draft.tree, change))


def _foreign(node: ast.AnyNode, dialect: Dialect) -> bool:
    """Whether a node is of a kind that some rule may change."""
    if isinstance(node, (ast.NodePattern, ast.RelationshipPattern)):
        labels = node.labels if isinstance(node, ast.NodePattern) else node.types
        odd = labels is not None and not isinstance(labels, ast.LabelName)
        return odd or node.where is not None or (isinstance(node, ast.RelationshipPattern) and node.hops is not None)
    if isinstance(node, ast.PathPattern):
        return node.variable is not None and len(node.elements) == 1
    if isinstance(node, ast.FunctionCall):
        return node.name.lower() in ("exists", "keys", "median", "point", "duration.between")
    return isinstance(node, (ast.QuantifiedGroup, ast.SubqueryExpression, ast.Index)) and not (
        isinstance(node, ast.Index) and not dialect.kept
    )


def _exists_of_property(_context: _Context, node: ast.AnyNode) -> ast.AnyNode:
    """`exists(n.p)` is `n.p IS NOT NULL`; `exists((a)-->(b))` is the pattern itself."""
    if isinstance(node, ast.FunctionCall) and node.name.lower() == "exists" and len(node.arguments) == 1:
        argument = node.arguments[0]
        if isinstance(argument, (ast.PatternPredicate, ast.SubqueryExpression)):
            return argument
        return ast.IsNull(argument, True, node.pos)
    return node


def _median(context: _Context, node: ast.AnyNode) -> ast.AnyNode:
    if (
        isinstance(node, ast.FunctionCall)
        and node.name.lower() == "median"
        and "median" not in context.dialect.functions
    ):
        return ast.FunctionCall("percentileCont", (*node.arguments, ast.Literal(0.5)), node.distinct, node.pos)
    return node


def _months_between(context: _Context, node: ast.AnyNode) -> ast.AnyNode:
    """`duration.between(a, b).years` counts whole months; without the function, that is `duration.inMonths`."""
    if not isinstance(node, ast.Property) or node.key not in _OF_MONTHS:
        return node
    between = node.subject
    if not isinstance(between, ast.FunctionCall) or between.name.lower() != "duration.between":
        return node
    if "duration.between" in context.dialect.functions:
        return node
    return dataclasses.replace(node, subject=dataclasses.replace(between, name="duration.inMonths"))


_OF_MONTHS = frozenset(("years", "quarters", "months", "quartersOfYear", "monthsOfYear", "monthsOfQuarter"))
"""Parts of a duration that its months alone tell."""


def _plane_point(context: _Context, node: ast.AnyNode) -> ast.AnyNode:
    """`point({x: .., y: ..})` is refused where all points lie on the globe."""
    if context.dialect.plane_points or not isinstance(node, ast.FunctionCall) or node.name.lower() != "point":
        return node
    coordinates = node.arguments[0] if node.arguments else None
    if isinstance(coordinates, ast.MapLiteral):
        keys = {key for key, _ in coordinates.items}
        if "x" in keys and not keys & {"crs", "srid"}:
            raise UnsupportedConstruct("point() of x and y: this dialect has longitude and latitude only")
    return node


def _path_of_one(context: _Context, node: ast.AnyNode) -> ast.AnyNode:
    """kglite gives null for `p = (:A)`, where the node has no name."""
    if context.dialect.paths_of_one or not isinstance(node, ast.PathPattern) or node.variable is None:
        return node
    first = node.elements[0]
    if len(node.elements) > 1 or not isinstance(first, ast.NodePattern) or first.variable is not None:
        return node
    return dataclasses.replace(node, elements=(dataclasses.replace(first, variable=context.fresh("fp_v")),))


def _quantified_relationship(context: _Context, node: ast.AnyNode) -> ast.AnyNode:
    """`(a) ((x)-[:T]->(y)){1,3} (b)` without conditions on x and y is `(a)-[:T*1..3]->(b)`."""
    if not isinstance(node, ast.PathPattern) or context.dialect.quantified_paths:
        return node
    if not any(isinstance(element, ast.QuantifiedGroup) for element in node.elements):
        return node
    elements: list[ast.PathElement] = []
    for element in node.elements:
        if isinstance(element, ast.QuantifiedGroup):
            if elements and isinstance(elements[-1], ast.RelationshipPattern):
                elements.append(ast.NodePattern())
            elements.append(_starred(element))
        else:
            if elements and isinstance(elements[-1], ast.NodePattern) and isinstance(element, ast.NodePattern):
                raise UnsupportedConstruct("two nodes side by side in a pattern")
            elements.append(element)
    if not isinstance(elements[0], ast.NodePattern):
        elements.insert(0, ast.NodePattern())
    if not isinstance(elements[-1], ast.NodePattern):
        elements.append(ast.NodePattern())
    return dataclasses.replace(node, elements=tuple(elements))


def _starred(group: ast.QuantifiedGroup) -> ast.RelationshipPattern:
    inner = group.pattern.elements
    plain = (
        len(inner) == 3
        and group.where is None
        and all(e == ast.NodePattern() for e in (inner[0], inner[2]))
        and isinstance(inner[1], ast.RelationshipPattern)
        and inner[1].hops is None
        and inner[1].variable is None
    )
    if not plain:
        raise UnsupportedConstruct("a quantified group of more than one plain relationship")
    relationship = inner[1]
    assert isinstance(relationship, ast.RelationshipPattern)
    return dataclasses.replace(relationship, hops=group.hops)


def _inline_where(context: _Context, node: ast.AnyNode) -> ast.AnyNode:
    """A WHERE inside a node or relationship moves to the clause that holds the pattern."""
    if context.dialect.inline_where or not isinstance(node, (ast.Match, ast.PatternComprehension)):
        return node
    patterns = node.patterns if isinstance(node, ast.Match) else (node.pattern,)
    moved: list[ast.Expression] = []
    cleared = tuple(_cleared(pattern, context, moved) for pattern in patterns)
    if not moved:
        return node
    where = joined("AND", [*moved, *([] if node.where is None else [node.where])])
    if isinstance(node, ast.Match):
        return dataclasses.replace(node, patterns=cleared, where=where)
    return dataclasses.replace(node, pattern=cleared[0], where=where)


def _cleared(pattern: ast.PathPattern, context: _Context, moved: list[ast.Expression]) -> ast.PathPattern:
    """The pattern without inner predicates and label operators, which are added to `moved`."""
    elements: list[ast.PathElement] = []
    for element in pattern.elements:
        if isinstance(element, ast.QuantifiedGroup):
            raise UnsupportedConstruct("a quantified group")
        new: ast.NodePattern | ast.RelationshipPattern = element
        odd_labels = isinstance(new, ast.NodePattern) and not _simple_labels(new.labels)
        if new.where is not None or odd_labels:
            variable = new.variable or context.fresh("fp_v")
            new = dataclasses.replace(new, variable=variable, where=None)
            if odd_labels and isinstance(new, ast.NodePattern):
                assert new.labels is not None
                moved.append(ast.HasLabels(ast.Variable(variable), new.labels))
                new = dataclasses.replace(new, labels=None)
            if element.where is not None:
                moved.append(_per_relationship(new, element.where, context))
        elements.append(new)
    return dataclasses.replace(pattern, elements=tuple(elements))


def _simple_labels(labels: ast.LabelExpression | None) -> bool:
    """One label, or labels joined by one kind of sign: what every dialect writes in a pattern."""
    if labels is None or isinstance(labels, ast.LabelName):
        return True
    return isinstance(labels, ast.LabelJunction) and all(isinstance(o, ast.LabelName) for o in labels.operands)


def _per_relationship(
    element: ast.NodePattern | ast.RelationshipPattern, where: ast.Expression, context: _Context
) -> ast.Expression:
    """A predicate on a variable-length relationship holds for each of its relationships."""
    if not isinstance(element, ast.RelationshipPattern) or element.hops is None:
        return where
    assert element.variable is not None
    name, item = element.variable, context.fresh("fp_e")

    def renamed(node: ast.AnyNode) -> ast.AnyNode | None:
        return ast.Variable(item) if node == ast.Variable(name) else None

    return ast.Quantified("all", item, ast.Variable(name), replace(where, renamed))


def _predicate_with_where(context: _Context, node: ast.AnyNode) -> ast.AnyNode:
    """A pattern predicate with an inner WHERE or with label operators becomes EXISTS { }, where these can move."""
    if context.dialect.inline_where or not isinstance(node, ast.PatternPredicate):
        return node
    if not any(_moves(element) for element in node.pattern.elements):
        return node
    clause = _inline_where(context, ast.Match((node.pattern,)))
    return ast.SubqueryExpression("EXISTS", ast.Query((ast.SingleQuery((clause,)),)), node.pos)


def _moves(element: ast.PathElement) -> bool:
    return element.where is not None or (isinstance(element, ast.NodePattern) and not _simple_labels(element.labels))


def _subquery(context: _Context, node: ast.AnyNode) -> ast.AnyNode:
    """EXISTS and COUNT lose a RETURN that changes nothing; COLLECT of one MATCH becomes a comprehension."""
    if not isinstance(node, ast.SubqueryExpression):
        return node
    if node.kind == "COLLECT" and not context.dialect.collect_subquery:
        return _collected(node)
    if context.dialect.subquery_return or node.kind == "COLLECT":
        return node
    parts = []
    for part in node.query.parts:
        clauses = part.clauses
        last = clauses[-1]
        if isinstance(last, ast.Projection) and last.final:
            if not (keeps_some(last) if node.kind == "EXISTS" else keeps_rows(last)):
                raise UnsupportedConstruct(f"{node.kind} {{ }} around a RETURN that changes the number of rows")
            clauses = clauses[:-1]
        if not all(isinstance(clause, ast.Match) for clause in clauses):
            raise UnsupportedConstruct(f"{node.kind} {{ }} around more than MATCH")
        parts.append(dataclasses.replace(part, clauses=clauses))
    return dataclasses.replace(node, query=dataclasses.replace(node.query, parts=tuple(parts)))


def _collected(node: ast.SubqueryExpression) -> ast.AnyNode:
    clauses = node.query.parts[0].clauses
    if len(node.query.parts) == 1 and len(clauses) == 2:
        match, last = clauses
        if isinstance(match, ast.Match) and isinstance(last, ast.Projection):
            plain = not match.optional and len(match.patterns) == 1
            if plain and keeps_rows(last) and len(last.items) == 1 and not last.star:
                return ast.PatternComprehension(match.patterns[0], match.where, last.items[0].expression, node.pos)
    raise UnsupportedConstruct("COLLECT { } around more than one MATCH and RETURN")


def _keys(context: _Context, node: ast.AnyNode) -> ast.AnyNode:
    """`keys(n)` without internal names, and with stored names as in the graph."""
    if not context.dialect.kept or not isinstance(node, ast.FunctionCall) or node.name.lower() != "keys":
        return node
    key = ast.Variable(context.fresh("fp_k"))
    kept = kept_names(context.dialect.kept)
    length = ast.Binary("-", ast.FunctionCall("size", (key,)), ast.Literal(1))
    shorter = ast.FunctionCall("left", (key, length))
    said = ast.Case(None, ((ast.Binary("=~", key, ast.Literal(f"{kept}_+")), shorter),), key)
    where = ast.Unary("NOT", ast.Binary("=~", key, ast.Literal(kept)))
    return ast.ListComprehension(key.name, node, where, said)


def _named_index(context: _Context, node: ast.AnyNode) -> ast.AnyNode:
    """`n['name']` is `n.name`."""
    if not context.dialect.kept or not isinstance(node, ast.Index):
        return node
    index = node.index
    value = index.value if isinstance(index, ast.Literal) else None
    if isinstance(index, ast.Parameter):
        value = context.parameters.get(index.name)
    return ast.Property(node.subject, value, node.pos) if isinstance(value, str) and value else node


RULES: tuple[Rule, ...] = (
    _exists_of_property,
    _median,
    _months_between,
    _plane_point,
    _path_of_one,
    _quantified_relationship,
    _predicate_with_where,
    _inline_where,
    _subquery,
    _keys,
    _named_index,
)
