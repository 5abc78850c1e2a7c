"""Expressions to operands; what is more than one step becomes a chain of lets."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import Any

from fingerpost.core.cells import Cell, Point
from fingerpost.core.isoformat import parse_date, parse_datetime, parse_duration, parse_time
from fingerpost.plans import Call, Choose, Conditions, CountOf, Holds, Operand, Ref, Value
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.build import keeps_rows, keeps_some
from fingerpost.query_languages.cypher.lift import conditions as _conditions
from fingerpost.query_languages.cypher.lift.context import Context, refuse
from fingerpost.query_languages.cypher.lift.patterns import lift_subpattern
from fingerpost.query_languages.cypher.meanings import match_typed
from fingerpost.query_languages.cypher.vocabulary import ARITHMETIC, COMPONENTS, FUNCTIONS, VARYING, function_name

_FINER_THAN_PYTHON = re.compile(r"[.,]\d{6}\d*[1-9]")


def _zoned(parse: Callable[[str], Any]) -> Callable[[str], Cell]:
    """openCypher's default zone is UTC."""

    def read(text: str) -> Cell:
        value = parse(text)
        return value if value.tzinfo is not None else value.replace(tzinfo=dt.UTC)

    return read


def _local(parse: Callable[[str], Any]) -> Callable[[str], Cell]:
    def read(text: str) -> Cell:
        value = parse(text)
        if value.tzinfo is not None:
            raise ValueError("a local time with a zone")
        return value

    return read


_TEMPORAL: dict[str, Callable[[str], Cell]] = {
    "date": parse_date,
    "datetime": _zoned(parse_datetime),
    "localdatetime": _local(parse_datetime),
    "time": _zoned(parse_time),
    "localtime": _local(parse_time),
    "duration": parse_duration,
}


def operand(expression: ast.Expression, context: Context) -> Operand:
    """The operand that an expression is, after adding what lets it needs.

    Raises:
        NeedsLet: it needs a let where none may stand.
        UnsupportedConstruct: the Plan has no word for it.
    """
    lift = _LIFTS.get(type(expression))
    if lift is None:
        refuse(_NAMES.get(type(expression), type(expression).__name__))
    typed = match_typed(expression)
    if typed is not None:
        return _call("typed", (typed[0],), context, keys=(typed[1],))
    result: Operand = lift(expression, context)
    return result


def _literal(expression: ast.Literal, context: Context) -> Operand:
    return context.value(expression.value)


def _variable(expression: ast.Variable, _context: Context) -> Operand:
    return Ref(name=expression.name)


def _property(expression: ast.Property, context: Context) -> Operand:
    subject, key = expression.subject, expression.key
    if isinstance(subject, ast.Variable):
        return Ref(name=subject.name, property=key)
    if key in COMPONENTS:
        return under(operand(subject, context), key, context)
    return _call("property", (subject,), context, keys=(key,))


def under(inner: Operand, function: str, context: Context) -> Operand:
    """The operand under one more function; one that has a function already becomes a let first."""
    if inner.function is not None:
        bare = inner.model_copy(update={"function": None})
        inner = _step(inner.function, (bare,), context)
    return inner.model_copy(update={"function": function})


def _step(function: str, arguments: tuple[Operand, ...], context: Context, keys: tuple[str, ...] = ()) -> Ref:
    call = Call(name=context.fresh("x"), function=function, arguments=arguments, keys=keys)
    return Ref(name=context.add_let(call))


def _call(
    function: str, arguments: tuple[ast.Expression, ...], context: Context, keys: tuple[str, ...] = ()
) -> Operand:
    lifted = tuple(operand(argument, context) for argument in arguments)
    return _step(function, lifted, context, keys)


def _function(expression: ast.FunctionCall, context: Context) -> Operand:
    name = function_name(expression.name)
    if expression.distinct:
        refuse(f"DISTINCT inside {expression.name}()")
    if name.lower() not in FUNCTIONS or name.lower() in VARYING:
        refuse(f"the function {expression.name}")
    arguments = expression.arguments
    if name in _TEMPORAL and len(arguments) == 1 and isinstance(arguments[0], ast.Literal):
        constant = _constant(name, arguments[0].value)
        if constant is not None:
            return context.value(constant)
    if name == "point" and len(arguments) == 1 and isinstance(arguments[0], ast.MapLiteral):
        point = _point(arguments[0])
        if point is not None:
            return context.value(point)
    if name == "exists" and len(arguments) == 1:
        return _holds(expression, context)
    if name == "size" and len(arguments) == 1:
        counted = _pattern_size(arguments[0], context)
        if counted is not None:
            return counted
    if len(arguments) == 1:
        return under(operand(arguments[0], context), name, context)
    return _call(name, arguments, context)


def _constant(name: str, value: Cell) -> Cell:
    """The value of `date('2017-08-11')` and its like; None if the text is not one."""
    if not isinstance(value, str) or (name != "duration" and _FINER_THAN_PYTHON.search(value)):
        return None
    try:
        return _TEMPORAL[name](value)
    except ValueError:
        return None


def _point(literal: ast.MapLiteral) -> Point | None:
    values: dict[str, float] = {}
    for key, item in literal.items:
        if not isinstance(item, ast.Literal) or type(item.value) not in (int, float):
            return None
        values[key] = item.value
    if {"longitude", "latitude"} <= values.keys() and values.keys() <= {"longitude", "latitude", "height"}:
        height = values.get("height")
        return Point(values["longitude"], values["latitude"], height, 4326 if height is None else 4979)
    if {"x", "y"} <= values.keys() and values.keys() <= {"x", "y", "z"}:
        depth = values.get("z")
        return Point(values["x"], values["y"], depth, 7203 if depth is None else 9157)
    return None


def _pattern_size(argument: ast.Expression, context: Context) -> Operand | None:
    """`size((a)-->(b))` and `size([(a)-->(b) | 1])` count a pattern."""
    if isinstance(argument, ast.PatternPredicate):
        pattern, where = argument.pattern, None
    elif isinstance(argument, ast.PatternComprehension):
        pattern, where = argument.pattern, argument.where
    else:
        return None
    return _count_of((pattern,), where, context)


def _count_of(patterns: tuple[ast.PathPattern, ...], where: ast.Expression | None, context: Context) -> Operand:
    pattern, tests = lift_subpattern(patterns, where, context)
    name = context.add_let(CountOf(name=context.fresh("x"), pattern=pattern, where=tests))
    return Ref(name=name)


def _subquery(expression: ast.SubqueryExpression, context: Context) -> Operand:
    if expression.kind == "EXISTS":
        return _holds(expression, context)
    if expression.kind == "COUNT":
        found = single_match(expression)
        if found is not None:
            return _count_of(found.patterns, found.where, context)
    return refuse(f"{expression.kind} {{ }} around a whole query")


def single_match(subquery: ast.SubqueryExpression) -> ast.Match | None:
    """The MATCH of a subquery that is nothing but one (with or without a RETURN that changes nothing)."""
    query, unchanged = subquery.query, keeps_some if subquery.kind == "EXISTS" else keeps_rows
    if len(query.parts) != 1:
        return None
    clauses = query.parts[0].clauses
    if not isinstance(clauses[0], ast.Match) or clauses[0].optional or len(clauses) > 2:
        return None
    if len(clauses) == 2:
        end = clauses[1]
        if not (isinstance(end, ast.Projection) and unchanged(end)):
            return None
    return clauses[0]


def _binary(expression: ast.Binary, context: Context) -> Operand:
    function = ARITHMETIC.get(expression.operator)
    if function is None:
        return _holds(expression, context)
    left, right = expression.left, expression.right
    divided = _made_float(left) if function == "quotient" else None
    if divided is not None:
        return _call("divide", (divided, right), context)
    return _call(function, (left, right), context)


def _made_float(expression: ast.Expression) -> ast.Expression | None:
    """What `toFloat` is called with, where that is not part of reading text as a number."""
    if not isinstance(expression, ast.FunctionCall) or expression.name.lower() != "tofloat":
        return None
    plain = len(expression.arguments) == 1 and match_typed(expression) is None
    return expression.arguments[0] if plain else None


def _unary(expression: ast.Unary, context: Context) -> Operand:
    if expression.operator == "NOT":
        return _holds(expression, context)
    if expression.operator == "+":
        return operand(expression.operand, context)
    return _call("negate", (expression.operand,), context)


def _holds(expression: ast.Expression, context: Context) -> Operand:
    lifted = _conditions.conditions(expression, context)
    if not lifted:
        return context.value(True)
    return Ref(name=context.add_let(Holds(name=context.fresh("x"), conditions=tuple(lifted))))


def _list(expression: ast.ListLiteral, context: Context) -> Operand:
    if all(isinstance(item, ast.Literal) for item in expression.items):
        return context.value(tuple(item.value for item in expression.items if isinstance(item, ast.Literal)))
    return _call("list", expression.items, context)


def _map(expression: ast.MapLiteral, context: Context) -> Operand:
    keys = tuple(key for key, _ in expression.items)
    return _call("map", tuple(value for _, value in expression.items), context, keys=keys)


def _index(expression: ast.Index, context: Context) -> Operand:
    return _call("index", (expression.subject, expression.index), context)


def _slice(expression: ast.Slice, context: Context) -> Operand:
    if expression.start is None and expression.end is None:
        return operand(expression.subject, context)
    if expression.start is None:
        return _call("slice_to", (expression.subject, *_given(expression.end)), context)
    if expression.end is None:
        return _call("slice_from", (expression.subject, expression.start), context)
    return _call("slice", (expression.subject, expression.start, expression.end), context)


def _given(expression: ast.Expression | None) -> tuple[ast.Expression, ...]:
    return () if expression is None else (expression,)


def _case(expression: ast.Case, context: Context) -> Operand:
    otherwise = None if expression.default is None else operand(expression.default, context)
    if otherwise is not None and isinstance(otherwise, Value) and context.parameters[otherwise.parameter] is None:
        otherwise = None
    chosen: Operand | None = otherwise
    for condition, result in reversed(expression.branches):
        when: Conditions
        if expression.subject is None:
            when = tuple(_conditions.conditions(condition, context))
        else:
            when = tuple(_conditions.conditions(ast.Binary("=", expression.subject, condition), context))
        if not when:
            chosen = operand(result, context)
            continue
        then = operand(result, context)
        step = Choose(name=context.fresh("x"), when=when, then=then, otherwise=chosen)
        chosen = Ref(name=context.add_let(step))
    return chosen if chosen is not None else context.value(None)


_LIFTS: dict[type, Callable[..., Operand]] = {
    ast.Literal: _literal,
    ast.Variable: _variable,
    ast.Property: _property,
    ast.FunctionCall: _function,
    ast.SubqueryExpression: _subquery,
    ast.Binary: _binary,
    ast.Unary: _unary,
    ast.IsNull: _holds,
    ast.HasLabels: _holds,
    ast.PatternPredicate: _holds,
    ast.Quantified: _holds,
    ast.ListLiteral: _list,
    ast.MapLiteral: _map,
    ast.Index: _index,
    ast.Slice: _slice,
    ast.Case: _case,
}
_NAMES: dict[type, str] = {
    ast.Reduce: "reduce()",
    ast.ListComprehension: "a list comprehension",
    ast.PatternComprehension: "a pattern comprehension",
    ast.MapProjection: "a map projection",
    ast.IsTyped: "a type test",
    ast.CountStar: "an aggregate here",
    ast.Parameter: "a parameter without a value",
}
