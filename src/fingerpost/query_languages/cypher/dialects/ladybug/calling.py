"""Calls of functions in the Ladybug dialect: by a template, or by a method of their own."""

from __future__ import annotations

from fingerpost.core.cells import Cell, Duration
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.isoformat import parse_duration
from fingerpost.core.names import ELEMENT_ID
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.dialect import Draft
from fingerpost.query_languages.cypher.dialects.ladybug.functions import TEMPLATES, arity, filled, item, text, whole
from fingerpost.query_languages.cypher.dialects.ladybug.kinds import ELEMENTS, NUMBERS, Kind, Kinds
from fingerpost.query_languages.cypher.printer import Printer
from fingerpost.query_languages.cypher.vocabulary import AGGREGATE_NAMES, function_name

_OWN = {
    "toInteger": "to_integer", "toIntegerOrNull": "to_integer", "toFloatOrNull": "to_float", "toString": "to_string",
    "toStringOrNull": "to_string", "toBoolean": "to_boolean", "toBooleanOrNull": "to_boolean", "substring": "substring",
    "coalesce": "coalesce", "head": "head", "last": "last", "reverse": "reverse", "round": "round", "date": "date",
    "localdatetime": "local_datetime", "datetime": "datetime", "duration": "duration", "collect": "collect",
    "elementId": "element_id", "keys": "keys", "range": "range", "split": "split",
    "percentileCont": "percentile", "percentileDisc": "percentile",
}  # fmt: skip
"""Functions that have a method."""
_PLAIN = frozenset((*NUMBERS, Kind.TEXT, Kind.BOOLEAN, Kind.DATE, Kind.TIMESTAMP))

_UNITS = frozenset(("years", "months", "weeks", "days", "hours", "minutes", "seconds"))


class Calls(Printer):
    """Prints calls."""

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft)
        self._kinds = Kinds(draft.tree, draft.parameters, draft.schema)
        self._given = draft.parameters

    def function(self, node: ast.FunctionCall, _strength: int) -> str:
        name = function_name(node.name)
        null = any(self._kinds.of(argument) is Kind.NULL for argument in node.arguments)
        if null and name.lower() not in AGGREGATE_NAMES and name not in ("coalesce", "nullIf"):
            return "null"
        own = _OWN.get(name)
        if own is not None:
            written: str = getattr(self, f"_{own}")(node)
            return written
        template = TEMPLATES.get(name)
        if template is None or arity(template) != len(node.arguments):
            raise self._unknown(node)
        arguments = [self.expression(argument) for argument in node.arguments]
        if node.distinct:
            arguments[0] = f"DISTINCT {arguments[0]}"
        return filled(template, *arguments)

    def _unknown(self, node: ast.FunctionCall, of: str = "") -> UnsupportedConstruct:
        said = f"{function_name(node.name)}() cannot be called in the ladybug dialect"
        return UnsupportedConstruct(f"{said} {of}".strip())

    def _argument(self, node: ast.FunctionCall) -> tuple[str, Kind | None]:
        """The only argument of a call, and its kind."""
        if len(node.arguments) != 1:
            raise self._unknown(node, f"with {len(node.arguments)} arguments")
        return self.expression(node.arguments[0]), self._kinds.of(node.arguments[0])

    # Conversions

    def _to_float(self, node: ast.FunctionCall) -> str:
        return filled(TEMPLATES["toFloat"], self._argument(node)[0])

    def _to_integer(self, node: ast.FunctionCall) -> str:
        written, _ = self._argument(node)
        return whole(written, filled(TEMPLATES["toFloat"], written))

    def _to_string(self, node: ast.FunctionCall) -> str:
        written, kind = self._argument(node)
        if kind in (Kind.FLOAT, Kind.TIMESTAMP, Kind.DURATION, Kind.LIST):
            raise self._unknown(node, f"of {kind.value}")
        return written if kind is Kind.TEXT else text(written)

    def _to_boolean(self, node: ast.FunctionCall) -> str:
        written, kind = self._argument(node)
        if kind not in (Kind.TEXT, Kind.BOOLEAN):
            raise self._unknown(node, "of what is not surely text")
        word = f"lower(CAST({written} AS STRING))"
        return f"CASE WHEN {word} = 'true' THEN true WHEN {word} = 'false' THEN false ELSE null END"

    # Texts and lists

    def _substring(self, node: ast.FunctionCall) -> str:
        subject, *rest = [self.expression(argument) for argument in node.arguments]
        start = node.arguments[1]
        plain = isinstance(start, ast.Literal) and type(start.value) is int
        first = str(start.value + 1) if plain and isinstance(start, ast.Literal) else f"CAST({rest[0]} + 1 AS INT64)"
        return f"substring({subject}, {first}, {rest[1] if len(rest) > 1 else f'size({subject})'})"

    def _split(self, node: ast.FunctionCall) -> str:
        """The engine drops empty parts: a sign stands before each, and is taken off again."""
        separator = self.constant(node.arguments[1])
        if not isinstance(separator, str) or not separator:
            raise self._unknown(node, "by what is computed or empty")
        sign = next((sign for sign in "+~^%#@" if sign not in separator), None)
        if sign is None:
            raise self._unknown(node, "by such a text")
        by, signed = self._parameter(separator), self._parameter(separator + sign)
        written = self.expression(node.arguments[0])
        parts = f"string_split(replace(regexp_replace({written}, '^', '{sign}'), {by}, {signed}), {by})"
        return f"list_transform({parts}, fp_part -> substring(fp_part, 2, size(fp_part)))"

    def _percentile(self, node: ast.FunctionCall) -> str:
        share = self.constant(node.arguments[1]) if len(node.arguments) == 2 else None
        if not isinstance(share, (int, float)):
            raise self._unknown(node, "of a share that is computed")
        name = function_name(node.name).lower()
        return f"{name}({'DISTINCT ' if node.distinct else ''}{self.expression(node.arguments[0])}, {float(share)!r})"

    def _reverse(self, node: ast.FunctionCall) -> str:
        written, kind = self._argument(node)
        if kind not in (Kind.TEXT, Kind.LIST):
            raise self._unknown(node, "of what may be text or a list")
        return f"reverse({written})" if kind is Kind.TEXT else f"list_reverse({written})"

    def _head(self, node: ast.FunctionCall) -> str:
        return item(self._argument(node)[0], "1")

    def _last(self, node: ast.FunctionCall) -> str:
        return item(self._argument(node)[0], "-1")

    def _range(self, node: ast.FunctionCall) -> str:
        return f"range({', '.join(self.expression(argument) for argument in node.arguments)})"

    def _coalesce(self, node: ast.FunctionCall) -> str:
        kinds = [self._kinds.of(argument) for argument in node.arguments]
        written = [self.expression(a) for a, kind in zip(node.arguments, kinds, strict=True) if kind is not Kind.NULL]
        return f"coalesce({', '.join(written)})" if written else "null"

    def _collect(self, node: ast.FunctionCall) -> str:
        """Distinct items in the order of their first ones, which the engine's own DISTINCT keeps of none; of elements
        its `list_distinct` tells none apart."""
        written, kind = self._argument(node)
        if not node.distinct:
            return f"collect({written})"
        ordered = kind not in (*ELEMENTS, Kind.HOPS, Kind.PATH) and not isinstance(node.arguments[0], ast.Variable)
        return f"list_distinct(collect({written}))" if ordered or kind in _PLAIN else f"collect(DISTINCT {written})"

    def _keys(self, node: ast.FunctionCall) -> str:
        argument = node.arguments[0]
        if not isinstance(argument, ast.MapLiteral):
            raise self._unknown(node, "of an element")
        return self.expression(ast.ListLiteral(tuple(ast.Literal(key) for key, _ in argument.items)))

    def _element_id(self, node: ast.FunctionCall) -> str:
        written, kind = self._argument(node)
        if kind is not Kind.NODE:
            raise self._unknown(node, "of what is no node")
        return f"{written}.{self.quote(ELEMENT_ID)}"

    # Numbers and times

    def _round(self, node: ast.FunctionCall) -> str:
        written = [self.expression(argument) for argument in node.arguments]
        number = f"CAST({written[0]} AS DOUBLE)"
        if len(written) > 2:
            raise self._unknown(node, "with a mode")
        return f"floor({number} + 0.5)" if len(written) == 1 else f"round({number}, {written[1]})"

    def _date(self, node: ast.FunctionCall) -> str:
        if not node.arguments:
            return "current_date()"
        argument = node.arguments[0]
        if isinstance(argument, ast.MapLiteral):
            parts = dict(argument.items)
            if "year" not in parts or not parts.keys() <= {"year", "month", "day"}:
                raise self._unknown(node, "of other parts than year, month and day")
            one = ast.Literal(1)
            told = [self.expression(parts.get(name, one)) for name in ("year", "month", "day")]
            return f"make_date({', '.join(told)})"
        return f"CAST({self._argument(node)[0]} AS DATE)"

    def _local_datetime(self, node: ast.FunctionCall) -> str:
        written, kind = self._argument(node)
        if kind not in (Kind.TEXT, Kind.TIMESTAMP):
            raise self._unknown(node, "of what is not surely text")
        return f"CAST({written} AS TIMESTAMP)"

    def _datetime(self, node: ast.FunctionCall) -> str:
        """A time with a zone, which the engine forgets: only what is written in UTC comes back as it was."""
        said = self.constant(node.arguments[0]) if len(node.arguments) == 1 else None
        if not isinstance(said, str) or not said.endswith("Z"):
            raise self._unknown(node, "of what is not written in UTC")
        return f"CAST({self.expression(node.arguments[0])} AS TIMESTAMP_TZ)"

    def _duration(self, node: ast.FunctionCall) -> str:
        duration = self._length(node)
        microseconds = duration.seconds * 10**6 + duration.nanoseconds // 1000
        parts = (("months", duration.months), ("days", duration.days), ("microseconds", microseconds))
        written = [f"to_{unit}({count})" for unit, count in parts if count] or ["to_days(0)"]
        return f"({' + '.join(written)})"

    def _length(self, node: ast.FunctionCall) -> Duration:
        argument = node.arguments[0] if len(node.arguments) == 1 else None
        if isinstance(argument, ast.MapLiteral):
            told = {name: self.constant(value) for name, value in argument.items}
            if told.keys() <= _UNITS and all(type(count) is int for count in told.values()):
                units = {name: told.get(name, 0) for name in _UNITS}
                seconds = units["hours"] * 3600 + units["minutes"] * 60 + units["seconds"]
                return Duration(units["years"] * 12 + units["months"], units["weeks"] * 7 + units["days"], seconds)
        said = None if argument is None else self.constant(argument)
        try:
            if isinstance(said, Duration):
                return said
            if isinstance(said, str):
                return parse_duration(said)
        except ValueError:
            raise self._unknown(node, "of such a text") from None
        raise self._unknown(node, "of what is computed")

    def constant(self, expression: ast.Expression) -> Cell:
        """The value of a literal or a parameter; None of anything else."""
        if isinstance(expression, ast.Literal):
            return expression.value
        return self._given.get(expression.name) if isinstance(expression, ast.Parameter) else None

    def _between_dates(self, expression: ast.Expression) -> bool:
        """Whether this is `duration.inDays` of two dates."""
        return (
            isinstance(expression, ast.FunctionCall)
            and function_name(expression.name) == "duration.inDays"
            and [self._kinds.of(argument) for argument in expression.arguments] == [Kind.DATE, Kind.DATE]
        )

    def _days(self, expression: ast.Expression) -> str:
        assert isinstance(expression, ast.FunctionCall)
        start, end = (self.expression(argument) for argument in expression.arguments)
        return f"({end} - {start})"

    def never_null(self, expression: ast.Expression) -> bool:
        """Whether a value is surely there."""
        if isinstance(expression, ast.Parameter):
            return self._given.get(expression.name) is not None
        return isinstance(expression, ast.ListLiteral) or (
            isinstance(expression, ast.Literal) and expression.value is not None
        )
