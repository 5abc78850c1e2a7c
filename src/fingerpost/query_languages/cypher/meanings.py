"""Text that means a number or a date, as expressions: built by `lower`, recognised by `lift`.

`numeric` reads "1,000" as 1000.0 and "unknown" as null. `day_first_date` and `month_first_date` read "6/08/2017" as
ISO text ("2017-08-06", "2017-06-08"), which orders as dates do in every dialect; null stays null.
"""

from __future__ import annotations

from fingerpost.query_languages.cypher import ast

NUMERIC = "numeric"
_DATE_PARTS = {"day_first_date": (2, 1, 0), "month_first_date": (2, 0, 1)}
KINDS = frozenset((NUMERIC, *_DATE_PARTS))


def typed(kind: str, text: ast.Expression) -> ast.Expression:
    """The expression that reads `text` as `kind`."""
    if kind == NUMERIC:
        return _call("toFloat", _call("replace", text, _text(","), _text("")))
    year, month, day = [ast.Index(_parts(text), ast.Literal(index)) for index in _DATE_PARTS[kind]]
    return _join(_join(_join(_join(year, _text("-")), _two_digits(month)), _text("-")), _two_digits(day))


def match_typed(expression: ast.Expression) -> tuple[ast.Expression, str] | None:
    """The text and the kind, where the expression is one that `typed` built."""
    if isinstance(expression, ast.FunctionCall):
        if expression.name.lower() != "tofloat" or len(expression.arguments) != 1:
            return None
        inner = expression.arguments[0]
        if isinstance(inner, ast.FunctionCall) and inner.name.lower() == "replace" and len(inner.arguments) == 3:
            text = inner.arguments[0]
            return (text, NUMERIC) if typed(NUMERIC, text) == expression else None
        return None
    if isinstance(expression, ast.Binary) and expression.operator == "+":
        date = _innermost(expression)
        for kind in _DATE_PARTS:
            if date is not None and typed(kind, date) == expression:
                return date, kind
    return None


def _innermost(whole: ast.Expression) -> ast.Expression | None:
    """The text under the splits of a date expression, found along its leftmost branch."""
    expression: ast.Expression | None = whole
    while isinstance(expression, ast.Binary):
        expression = expression.left
    if not isinstance(expression, ast.Index) or not isinstance(expression.subject, ast.FunctionCall):
        return None
    current: ast.Expression = expression.subject
    for _function in ("split", "replace", "replace"):
        if not isinstance(current, ast.FunctionCall) or not current.arguments:
            return None
        current = current.arguments[0]
    return current


def _parts(text: ast.Expression) -> ast.Expression:
    slashed = _call("replace", _call("replace", text, _text("-"), _text("/")), _text("."), _text("/"))
    return _call("split", slashed, _text("/"))


def _two_digits(number: ast.Expression) -> ast.Expression:
    return _call("right", _join(_text("0"), number), ast.Literal(2))


def _join(left: ast.Expression, right: ast.Expression) -> ast.Expression:
    return ast.Binary("+", left, right)


def _call(name: str, *arguments: ast.Expression) -> ast.FunctionCall:
    return ast.FunctionCall(name, arguments)


def _text(value: str) -> ast.Literal:
    return ast.Literal(value)
