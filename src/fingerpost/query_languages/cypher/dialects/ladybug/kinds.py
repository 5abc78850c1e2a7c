"""What is known of values before the query runs: what is an element, and what is text, a number, a date, a list."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from enum import Enum

from fingerpost.core.cells import Cell, Duration
from fingerpost.core.schema import GraphSchema, ValueType
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.vocabulary import function_name
from fingerpost.query_languages.cypher.walk import walk


class Kind(Enum):
    """What a value is, where that is sure."""

    NODE = "a node"
    RELATIONSHIP = "a relationship"
    HOPS = "a list of relationships"
    PATH = "a path"
    TEXT = "text"
    INTEGER = "a whole number"
    FLOAT = "a number"
    BOOLEAN = "a truth value"
    DATE = "a date"
    TIMESTAMP = "a time"
    DURATION = "a duration"
    LIST = "a list"
    NULL = "null"


NUMBERS = frozenset((Kind.INTEGER, Kind.FLOAT))
ELEMENTS = frozenset((Kind.NODE, Kind.RELATIONSHIP))
_OF_TYPE = {
    ValueType.STRING: Kind.TEXT,
    ValueType.INTEGER: Kind.INTEGER,
    ValueType.FLOAT: Kind.FLOAT,
    ValueType.BOOLEAN: Kind.BOOLEAN,
    ValueType.DATE: Kind.DATE,
    ValueType.LOCAL_DATETIME: Kind.TIMESTAMP,
    ValueType.DATETIME: Kind.TIMESTAMP,
    ValueType.DURATION: Kind.DURATION,
    ValueType.LIST: Kind.LIST,
}
_OF_CELL: tuple[tuple[type, Kind], ...] = (
    (bool, Kind.BOOLEAN),
    (int, Kind.INTEGER),
    (float, Kind.FLOAT),
    (str, Kind.TEXT),
    (dt.datetime, Kind.TIMESTAMP),
    (dt.date, Kind.DATE),
    (Duration, Kind.DURATION),
    (list, Kind.LIST),
    (tuple, Kind.LIST),
)
_OF_FUNCTION = {
    **dict.fromkeys(
        "toString toLower toUpper trim ltrim rtrim left right substring replace type elementId".split(), Kind.TEXT
    ),
    **dict.fromkeys("count size length toInteger char_length sign".split(), Kind.INTEGER),
    **dict.fromkeys(
        "toFloat avg sqrt log log10 exp sin cos tan ceil floor round pi e percentileCont median stDev rand".split(),
        Kind.FLOAT,
    ),
    **dict.fromkeys("split range collect nodes relationships labels tail".split(), Kind.LIST),
    **dict.fromkeys("exists isEmpty toBoolean isNaN".split(), Kind.BOOLEAN),
    "date": Kind.DATE,
    "date.truncate": Kind.DATE,
    "localdatetime": Kind.TIMESTAMP,
    "datetime": Kind.TIMESTAMP,
    "duration": Kind.DURATION,
    "startNode": Kind.NODE,
    "endNode": Kind.NODE,
}
_TRUTHS = frozenset(
    ("AND", "OR", "XOR", "=", "<>", "<", ">", "<=", ">=", "IN", "=~", "STARTS WITH", "ENDS WITH", "CONTAINS")
)
_TESTS = (ast.IsNull, ast.HasLabels, ast.Quantified, ast.PatternPredicate)


class Kinds:
    """The kinds of a query's names and expressions. Every name stands for one thing (`renaming.define_once`)."""

    def __init__(self, query: ast.Query, given: Mapping[str, Cell], schema: GraphSchema | None) -> None:
        self._given = given
        self._properties = _properties(schema)
        self._names: dict[str, Kind | None] = {}
        for node in walk(query):
            if isinstance(node, ast.NodePattern) and node.variable is not None:
                self._names[node.variable] = Kind.NODE
            elif isinstance(node, ast.RelationshipPattern) and node.variable is not None:
                self._names[node.variable] = Kind.RELATIONSHIP if node.hops is None else Kind.HOPS
            elif isinstance(node, ast.PathPattern) and node.variable is not None:
                self._names[node.variable] = Kind.PATH
        self._aliases = [
            item
            for node in walk(query)
            if isinstance(node, ast.Projection)
            for item in node.items
            if not (isinstance(item.expression, ast.Variable) and item.expression.name == item.name)
        ]
        self._inner = {
            node.variable for node in walk(query) if isinstance(node, (ast.ListComprehension, ast.Quantified))
        }
        self._unwound = [node for node in walk(query) if isinstance(node, ast.Unwind)]
        self._learn()

    def _learn(self) -> None:
        for _ in range(2):  # a union's other branch is known the second time
            for item in self._aliases:
                kind = self.of(item.expression)
                before = self._names.get(item.name, kind)
                self._names[item.name] = kind if before is kind else None
            for unwind in self._unwound:
                if unwind.variable not in self._names:
                    self._names[unwind.variable] = self.of_items(unwind.source)

    def of(self, expression: ast.Expression) -> Kind | None:
        """What an expression is; None if that is not sure."""
        if isinstance(expression, ast.Literal):
            return _of_cell(expression.value)
        if isinstance(expression, ast.Parameter):
            return _of_cell(self._given[expression.name]) if expression.name in self._given else None
        if isinstance(expression, ast.Variable):
            return None if expression.name in self._inner else self._names.get(expression.name)
        if isinstance(expression, ast.Property):
            return self._of_property(expression)
        if isinstance(expression, ast.FunctionCall):
            return self._of_call(expression)
        if isinstance(expression, (ast.CountStar, ast.SubqueryExpression)):
            counted = not isinstance(expression, ast.SubqueryExpression) or expression.kind == "COUNT"
            return Kind.INTEGER if counted else Kind.BOOLEAN
        if isinstance(expression, (ast.ListLiteral, ast.Slice, ast.ListComprehension)):
            return Kind.LIST
        if isinstance(expression, _TESTS):
            return Kind.BOOLEAN
        if isinstance(expression, ast.Unary):
            return Kind.BOOLEAN if expression.operator == "NOT" else self.of(expression.operand)
        return self._of_compound(expression)

    def _of_compound(self, expression: ast.Expression) -> Kind | None:
        if isinstance(expression, ast.Binary):
            if expression.operator in _TRUTHS:
                return Kind.BOOLEAN
            sides = {self.of(expression.left), self.of(expression.right)}
            if expression.operator == "^":
                return Kind.FLOAT
            if sides <= NUMBERS:
                return Kind.FLOAT if Kind.FLOAT in sides else Kind.INTEGER
            return Kind.TEXT if expression.operator == "+" and sides == {Kind.TEXT} else None
        if isinstance(expression, ast.Case):
            results = [result for _, result in expression.branches]
            kinds = {self.of(result) for result in [*results, *([expression.default] if expression.default else [])]}
            kinds.discard(Kind.NULL)
            return kinds.pop() if len(kinds) == 1 else None
        if isinstance(expression, ast.Index):
            return self.of_items(expression.subject)
        return None

    def of_items(self, expression: ast.Expression) -> Kind | None:
        """What every item of a list is."""
        if isinstance(expression, ast.ListLiteral):
            kinds = {self.of(item) for item in expression.items} - {Kind.NULL}
            if kinds == NUMBERS:
                return Kind.FLOAT
            return kinds.pop() if len(kinds) == 1 else None
        if isinstance(expression, ast.Parameter):
            value = self._given.get(expression.name)
            kinds = {_of_cell(item) for item in value} if isinstance(value, (list, tuple)) else set()
            kinds.discard(Kind.NULL)
            return kinds.pop() if len(kinds) == 1 else None
        if isinstance(expression, ast.FunctionCall):
            name = function_name(expression.name)
            if name in ("collect", "tail", "reverse") and expression.arguments:
                inner = expression.arguments[0]
                return self.of(inner) if name == "collect" else self.of_items(inner)
            return {
                "split": Kind.TEXT,
                "range": Kind.INTEGER,
                "nodes": Kind.NODE,
                "relationships": Kind.RELATIONSHIP,
                "labels": Kind.TEXT,
            }.get(name)
        return None

    def _of_property(self, expression: ast.Property) -> Kind | None:
        owner = self.of(expression.subject)
        if owner in ELEMENTS:
            return self._properties.get(expression.key)
        return Kind.INTEGER if owner in (Kind.DATE, Kind.TIMESTAMP, Kind.DURATION) else None

    def _of_call(self, call: ast.FunctionCall) -> Kind | None:
        name = function_name(call.name)
        if name in ("min", "max", "abs", "sum", "reverse") and call.arguments:
            return self.of(call.arguments[0])
        if name in ("head", "last") and call.arguments:
            return self.of_items(call.arguments[0])
        if name in ("coalesce", "nullIf"):
            kinds = {self.of(argument) for argument in call.arguments} - {Kind.NULL}
            return kinds.pop() if len(kinds) == 1 else None
        return _OF_FUNCTION.get(name)


def _of_cell(value: Cell) -> Kind | None:
    if value is None:
        return Kind.NULL
    return next((kind for type_, kind in _OF_CELL if isinstance(value, type_)), None)


def _properties(schema: GraphSchema | None) -> dict[str, Kind]:
    """The kinds of properties that are of one kind wherever they are."""
    if schema is None:
        return {}
    found: dict[str, set[Kind | None]] = {}
    of_nodes = (info for label in schema.labels for info in label.properties)
    of_relationships = (info for relationship in schema.relationships for info in relationship.properties)
    for info in (*of_nodes, *of_relationships):
        found.setdefault(info.name, set()).add(_OF_TYPE.get(info.type))
    return {name: kind for name, kinds in found.items() if len(kinds) == 1 and (kind := next(iter(kinds))) is not None}
