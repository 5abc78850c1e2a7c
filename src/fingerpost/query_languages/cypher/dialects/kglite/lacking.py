"""Functions that kglite 0.21 does not have as Cypher does, in those that it has. The others are refused by name."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.semantics.kinds import (
    ANY,
    BOOLEAN,
    DURATION,
    INTEGER,
    MOMENTS,
    NULL,
    NUMBERS,
    POINT,
    STRING,
    Kind,
)

Written = Callable[[ast.FunctionCall, Sequence[Kind]], ast.Expression]
"""What stands for a call whose arguments are of these kinds."""

_EPOCH = ast.FunctionCall("datetime", (ast.Literal("1970-01-01T00:00:00Z"),))
_TEXTUAL = frozenset((*NUMBERS, *MOMENTS, STRING, BOOLEAN, DURATION, POINT, NULL))


def _call(name: str, *arguments: ast.Expression) -> ast.FunctionCall:
    return ast.FunctionCall(name, arguments)


def _e(_call_of: ast.FunctionCall, _kinds: Sequence[Kind]) -> ast.Expression:
    return _call("exp", ast.Literal(1))


def _is_empty(call: ast.FunctionCall, _kinds: Sequence[Kind]) -> ast.Expression:
    return ast.Binary("=", _call("size", call.arguments[0]), ast.Literal(0))


def _is_nan(call: ast.FunctionCall, _kinds: Sequence[Kind]) -> ast.Expression:
    """Only what is not a number differs from itself."""
    return ast.Binary("<>", call.arguments[0], call.arguments[0])


def _null_if(call: ast.FunctionCall, _kinds: Sequence[Kind]) -> ast.Expression:
    one, other = call.arguments
    return ast.Case(None, ((ast.Binary("=", one, other), ast.Literal(None)),), one)


def _integer_or_null(call: ast.FunctionCall, _kinds: Sequence[Kind]) -> ast.Expression:
    return _call("toInteger", *call.arguments)


def _float_or_null(call: ast.FunctionCall, _kinds: Sequence[Kind]) -> ast.Expression:
    return _call("toFloat", *call.arguments)


def _boolean_or_null(call: ast.FunctionCall, kinds: Sequence[Kind]) -> ast.Expression:
    if kinds[0] == INTEGER:
        return ast.Binary("<>", call.arguments[0], ast.Literal(0))
    if kinds[0] in (STRING, BOOLEAN, NULL):
        return _call("toBoolean", *call.arguments)
    return _null_unless_any(call, kinds[0])


def _text_or_null(call: ast.FunctionCall, kinds: Sequence[Kind]) -> ast.Expression:
    return _call("toString", *call.arguments) if kinds[0] in _TEXTUAL else _null_unless_any(call, kinds[0])


def _null_unless_any(call: ast.FunctionCall, kind: Kind) -> ast.Expression:
    if kind == ANY:
        raise UnsupportedConstruct(f"{call.name}() of what may be of any type cannot be called in the kglite dialect")
    return ast.Literal(None)


def _from_epoch(*units: str) -> Written:
    """The time that has gone since 1970; kglite takes a duration of null for none at all."""

    def written(call: ast.FunctionCall, _kinds: Sequence[Kind]) -> ast.Expression:
        items = tuple(zip(units, call.arguments, strict=True))
        moment = ast.Binary("+", _EPOCH, _call("duration", ast.MapLiteral(items)))
        tests = tuple((ast.IsNull(each), ast.Literal(None)) for each in call.arguments)
        return ast.Case(None, tests, moment)

    return written


def _population_deviation(call: ast.FunctionCall, _kinds: Sequence[Kind]) -> ast.Expression:
    """The deviation of a sample, less by the root of (n - 1) / n."""
    count = dataclasses.replace(call, name="count")
    share = ast.Binary("/", ast.Binary("-", count, ast.Literal(1.0)), count)
    deviation = ast.Binary("*", dataclasses.replace(call, name="stDev"), _call("sqrt", share))
    return ast.Case(None, ((ast.Binary("=", count, ast.Literal(1)), ast.Literal(0.0)),), deviation)


def _whole_percentile(call: ast.FunctionCall, kinds: Sequence[Kind]) -> ast.Expression:
    """One of the values, and so a whole number where they are: kglite gives a fraction for any."""
    if kinds[0] not in NUMBERS:
        raise UnsupportedConstruct("percentileDisc() of what may be whole cannot be called in the kglite dialect")
    return _call("toInteger", call) if kinds[0] == INTEGER else call


def _trimmed(call: ast.FunctionCall, _kinds: Sequence[Kind]) -> ast.Expression:
    if len(call.arguments) > 1:
        raise UnsupportedConstruct("btrim() of other signs than spaces cannot be called in the kglite dialect")
    return _call("trim", *call.arguments)


def _now(kind: str) -> Written:
    """A query takes so little time that all clocks are one."""

    def written(call: ast.FunctionCall, _kinds: Sequence[Kind]) -> ast.Expression:
        if call.arguments:
            raise UnsupportedConstruct(f"{call.name}() in a zone cannot be called in the kglite dialect")
        return _call(kind)

    return written


LACKING: dict[str, Written] = {
    "e": _e,
    "isempty": _is_empty,
    "isnan": _is_nan,
    "nullif": _null_if,
    "tointegerornull": _integer_or_null,
    "tofloatornull": _float_or_null,
    "tobooleanornull": _boolean_or_null,
    "tostringornull": _text_or_null,
    "datetime.fromepoch": _from_epoch("seconds", "nanoseconds"),
    "datetime.fromepochmillis": _from_epoch("milliseconds"),
    "stdevp": _population_deviation,
    "percentiledisc": _whole_percentile,
    "btrim": _trimmed,
    **{
        f"{kind}.{clock}": _now(kind)
        for kind in ("date", "datetime", "localdatetime", "time", "localtime")
        for clock in ("transaction", "statement", "realtime")
    },
}
"""By their names in lower case."""

REPEATING = frozenset(("isnan", "nullif", "datetime.fromepoch", "datetime.fromepochmillis"))
"""Those that write an argument twice: it must be the same each time."""
