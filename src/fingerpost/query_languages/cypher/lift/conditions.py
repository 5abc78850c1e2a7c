"""Predicates to conditions: a conjunction of tests, existence tests and disjunctions of these.

Any Boolean expression is brought into conjunctive normal form. That is sound in Cypher's three-valued logic (Kleene's
is a distributive lattice, and De Morgan's laws hold). NOT moves inward to the tests and stays there as `negated`;
only = and <> are flipped, as null stays null under both.
"""

from __future__ import annotations

from fingerpost.plans import AnyOf, Comparison, Condition, Each, Exists, Quantifier, Ref, Test, Value
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.lift import operands as _operands, patterns as _patterns
from fingerpost.query_languages.cypher.lift.context import Context, refuse
from fingerpost.query_languages.cypher.vocabulary import COMPARISONS, MIRRORED
from fingerpost.query_languages.cypher.walk import replace

_MOST_CLAUSES = 48
_Atom = tuple[ast.Expression, bool]
_FLIPPED = {Comparison.EQ: Comparison.NE, Comparison.NE: Comparison.EQ}


def conditions(expression: ast.Expression, context: Context) -> list[Condition]:
    """The conjunction that an expression is; empty if it is always true.

    Raises:
        NeedsLet: a side needs a let where none may stand.
        UnsupportedConstruct: the Plan has no word for it.
    """
    return [lifted for clause in _clauses(expression, False) for lifted in _disjunction(clause, context)]


def _clauses(expression: ast.Expression, negated: bool) -> list[list[_Atom]]:
    """Conjunctive normal form: a list of disjunctions of (atom, negated)."""
    if isinstance(expression, ast.Unary) and expression.operator == "NOT":
        return _clauses(expression.operand, not negated)
    if isinstance(expression, ast.Binary):
        if expression.operator in ("AND", "OR"):
            left = _clauses(expression.left, negated)
            right = _clauses(expression.right, negated)
            if (expression.operator == "AND") != negated:
                return left + right
            return _distributed(left, right)
        if expression.operator == "XOR":
            both = _distributed(_clauses(expression.left, negated), _clauses(expression.right, False))
            neither = _distributed(_clauses(expression.left, not negated), _clauses(expression.right, True))
            return both + neither
    if isinstance(expression, ast.HasLabels):
        return _label_clauses(expression.operand, expression.labels, negated)
    return [[(expression, negated)]]


def _distributed(left: list[list[_Atom]], right: list[list[_Atom]]) -> list[list[_Atom]]:
    if len(left) * len(right) > _MOST_CLAUSES:
        refuse("a condition that grows too large in conjunctive form")
    return [[*one, *other] for one in left for other in right]


def _label_clauses(subject: ast.Expression, labels: ast.LabelExpression, negated: bool) -> list[list[_Atom]]:
    if isinstance(labels, ast.LabelName):
        return [[(ast.HasLabels(subject, labels), negated)]]
    if isinstance(labels, ast.LabelNot):
        return _label_clauses(subject, labels.operand, not negated)
    if isinstance(labels, ast.LabelJunction):
        parts = [_label_clauses(subject, operand, negated) for operand in labels.operands]
        if (labels.operator == "&") != negated:
            return [clause for part in parts for clause in part]
        combined = parts[0]
        for part in parts[1:]:
            combined = _distributed(combined, part)
        return combined
    return refuse("the label wildcard %")


def _disjunction(clause: list[_Atom], context: Context) -> list[Condition]:
    """The condition for one clause; none where it is always true."""
    lifted: list[Test | Exists] = []
    for atom, negated in clause:
        if isinstance(atom, ast.Literal) and isinstance(atom.value, bool):
            if atom.value != negated:
                return []
            if len(clause) > 1:
                continue
        lifted.append(_atom(atom, negated, context))
    if len(lifted) == 1:
        return [lifted[0]]
    if not lifted:
        return [Test(left=context.value(False), comparison=Comparison.EQ, right=context.value(True))]
    return [AnyOf(tests=tuple(lifted))]


def _atom(atom: ast.Expression, negated: bool, context: Context) -> Test | Exists:
    if isinstance(atom, ast.Binary) and atom.operator in COMPARISONS:
        return _comparison(atom, negated, context)
    if isinstance(atom, ast.IsNull):
        return Test(
            left=_operands.operand(atom.operand, context),
            comparison=Comparison.IS_NULL,
            negated=atom.negated != negated,
        )
    if isinstance(atom, ast.HasLabels) and isinstance(atom.labels, ast.LabelName):
        return Test(
            left=_operands.operand(atom.operand, context),
            comparison=Comparison.IS_LABEL,
            label=atom.labels.name,
            negated=negated,
        )
    if isinstance(atom, ast.Quantified):
        return _each(atom, negated, context)
    existence = _existence(atom, context)
    if existence is not None:
        patterns, where = existence
        pattern, tests = _patterns.lift_subpattern(patterns, where, context)
        return Exists(pattern=pattern, where=tests, negated=negated)
    if isinstance(atom, ast.FunctionCall) and atom.name.lower() == "exists" and len(atom.arguments) == 1:
        inner = _operands.operand(atom.arguments[0], context)
        return Test(left=inner, comparison=Comparison.IS_NULL, negated=not negated)
    return Test(
        left=_operands.operand(atom, context),
        comparison=Comparison.NE if negated else Comparison.EQ,
        right=context.value(True),
    )


def _comparison(atom: ast.Binary, negated: bool, context: Context) -> Test:
    comparison = COMPARISONS[atom.operator]
    left = _operands.operand(atom.left, context)
    right = _operands.operand(atom.right, context)
    if isinstance(left, Value) and isinstance(right, Ref) and comparison in MIRRORED:
        left, right, comparison = right, left, MIRRORED[comparison]
    if negated and comparison in _FLIPPED:
        comparison, negated = _FLIPPED[comparison], False
    return Test(left=left, comparison=comparison, right=right, negated=negated)


def _each(atom: ast.Quantified, negated: bool, context: Context) -> Test:
    """`any(x IN list WHERE test of x)`, where the test is one comparison."""
    if atom.where is None:
        refuse(f"{atom.quantifier}() without WHERE")
    source = _operands.operand(atom.source, context)
    # The item may be called like something outside, which it then hides.
    item = context.fresh("i")

    def renamed(node: ast.AnyNode) -> ast.AnyNode | None:
        return ast.Variable(item, node.pos) if node == ast.Variable(atom.variable) else None

    inner = _clauses(replace(atom.where, renamed), False)
    if len(inner) != 1 or len(inner[0]) != 1:
        refuse(f"{atom.quantifier}() over more than one comparison")
    lets, context.lets = context.lets, None  # a step is the same for all items
    try:
        test = _atom(*inner[0][0], context)
    finally:
        context.lets = lets
    if not isinstance(test, Test) or test.each is not None or negated:
        refuse(f"{atom.quantifier}() over more than one comparison")
    each = Each(quantifier=Quantifier(atom.quantifier), item=item, source=source)
    return test.model_copy(update={"each": each})


def _existence(
    atom: ast.Expression, context: Context
) -> tuple[tuple[ast.PathPattern, ...], ast.Expression | None] | None:
    """The patterns and the predicate of a test for existence, however it is written."""
    if isinstance(atom, ast.FunctionCall) and atom.name.lower() == "exists" and len(atom.arguments) == 1:
        atom = atom.arguments[0]
    if isinstance(atom, ast.PatternPredicate):
        return (atom.pattern,), None
    if isinstance(atom, ast.SubqueryExpression) and atom.kind == "EXISTS":
        found = _operands.single_match(atom)
        if found is None:
            refuse("EXISTS { } around a whole query")
        return found.patterns, found.where
    return None
