"""What is compared must be of kinds that can be equal: a text is never greater than a number."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from collections.abc import Callable
from enum import StrEnum
from functools import partial

from fingerpost.core.schema import PropertyInfo, TextKind, ValueType
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.fit.misfits import Surroundings


class Kind(StrEnum):
    """Kinds of values that are never equal to one another."""

    TEXT = "text"
    NUMBER = "a number"
    BOOLEAN = "true or false"
    DATE = "a date"


_KINDS = {
    ValueType.STRING: Kind.TEXT,
    ValueType.INTEGER: Kind.NUMBER,
    ValueType.FLOAT: Kind.NUMBER,
    ValueType.BOOLEAN: Kind.BOOLEAN,
    ValueType.DATE: Kind.DATE,
}
_COMPARISONS = frozenset(("=", "<>", "<", "<=", ">", ">="))
_OF_TEXT = frozenset(("STARTS WITH", "ENDS WITH", "CONTAINS", "=~"))
_NUMBER = re.compile(r"[+-]?\d{1,15}(?:\.\d{1,15})?", re.ASCII)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_BOOLEANS = {"true": True, "false": False}


def comparisons(around: Surroundings) -> None:
    """Report comparisons whose sides are never of one kind."""
    for test in around.census.of(ast.Binary):
        if test.operator in _COMPARISONS:
            left, right = around.property(test.left), around.property(test.right)
            if left and not right:
                _compared(around, test, test.left, left, test.right, partial(_sides, test, "left"))
            elif right and not left:
                _compared(around, test, test.right, right, test.left, partial(_sides, test, "right"))
        elif test.operator == "IN":
            _listed(around, test)
        elif test.operator in _OF_TEXT:
            _searched(around, test)
    for element in around.elements():
        _mapped(around, element)


def _sides(test: ast.Binary, side: str, place: ast.Expression, value: ast.Expression) -> ast.Binary:
    left, right = (place, value) if side == "left" else (value, place)
    return dataclasses.replace(test, left=left, right=right)


def _compared(
    around: Surroundings,
    node: ast.AnyNode,
    place: ast.Expression,
    infos: tuple[PropertyInfo, ...],
    value: ast.Expression,
    rebuilt: Callable[[ast.Expression, ast.Expression], ast.AnyNode | None],
) -> None:
    held, given = _kind_of(infos), _kind(around, value)
    if held is None or given is None or held is given:
        return
    instead = None
    name = infos[0].name
    fix = ""
    if held is Kind.TEXT and given is Kind.DATE:
        text = _iso(around, value)
        if text is not None and all(_holds_days(info) for info in infos):
            instead, fix = rebuilt(place, ast.Literal(text)), f"the date was compared as the text that {name} holds"
    elif held is Kind.TEXT and given is Kind.NUMBER:
        if all(info.text_kind is TextKind.NUMERIC for info in infos):
            instead = rebuilt(ast.FunctionCall("toFloat", (place,)), value)
            fix = f"the text of {name} was read as a number"
    else:
        meant = _as(held, _value(around, value))
        if meant is not None:
            instead, fix = rebuilt(place, meant), f"what {name} is compared with was read as {held}"
    around.report("N005", f"{name} is {held}, and is compared with {given}", node, instead=instead, fix=fix)


def _listed(around: Surroundings, test: ast.Binary) -> None:
    infos = around.property(test.left)
    held = _kind_of(infos) if infos else None
    if held is None:
        return
    items = _items(around, test.right)
    kinds = {_kind(around, item) for item in items}
    if None in kinds or held in kinds or not kinds:
        return
    instead, name = None, infos[0].name
    fix = ""
    meant = [_as(held, _value(around, item)) for item in items]
    read = tuple(item for item in meant if item is not None)
    if len(read) == len(items):
        instead = dataclasses.replace(test, right=ast.ListLiteral(read, test.right.pos))
        fix = f"what {name} is compared with was read as {held}"
    elif kinds == {Kind.NUMBER} and all(info.text_kind is TextKind.NUMERIC for info in infos):
        instead = dataclasses.replace(test, left=ast.FunctionCall("toFloat", (test.left,)))
        fix = f"the text of {name} was read as a number"
    given = " or ".join(sorted(kind for kind in kinds if kind is not None))
    around.report("N005", f"{name} is {held}, and is compared with {given}", test, instead=instead, fix=fix)


def _searched(around: Surroundings, test: ast.Binary) -> None:
    infos = around.property(test.left)
    held = _kind_of(infos) if infos else None
    if held is None or held is Kind.TEXT:
        return
    name = infos[0].name
    exact = held in (Kind.BOOLEAN, Kind.DATE) or all(info.type is ValueType.INTEGER for info in infos)
    around.report(
        "N005",
        f"{name} is {held}, and {test.operator} looks into text",
        test,
        instead=dataclasses.replace(test, left=ast.FunctionCall("toString", (test.left,))) if exact else None,
        fix=f"{name} was read as text",
    )


def _mapped(around: Surroundings, element: ast.NodePattern | ast.RelationshipPattern) -> None:
    held, owner = element.properties, around.owner_of(element)
    if not isinstance(held, ast.MapLiteral) or owner is None:
        return
    for name, value in held.items:
        infos = around.infos(owner, name)
        if not infos:
            continue

        def with_value(place: ast.Expression, value: ast.Expression, name: str = name) -> ast.AnyNode | None:
            if not isinstance(place, ast.Variable):
                return None
            assert isinstance(held, ast.MapLiteral)
            return dataclasses.replace(held, items=tuple((n, value if n == name else v) for n, v in held.items))

        _compared(around, held, ast.Variable(name), infos, value, with_value)


def _kind_of(infos: tuple[PropertyInfo, ...]) -> Kind | None:
    """The kind of a property's values; None where they have several, or it is not known."""
    kinds = {_KINDS.get(info.type) if info.distinct else None for info in infos}
    return kinds.pop() if len(kinds) == 1 else None


def _items(around: Surroundings, expression: ast.Expression) -> tuple[ast.Expression, ...]:
    if isinstance(expression, ast.ListLiteral):
        return expression.items
    value = _value(around, expression)
    if not isinstance(value, (list, tuple)):
        return ()
    plain = (item for item in value if item is None or isinstance(item, (bool, int, float, str)))
    return tuple(ast.Literal(item) for item in plain)


def _kind(around: Surroundings, expression: ast.Expression) -> Kind | None:
    """The kind of what a property is compared with; None where only running it would tell."""
    if isinstance(expression, ast.FunctionCall):
        return Kind.DATE if expression.name.lower() == "date" else None
    value = _value(around, expression)
    if isinstance(value, bool):
        return Kind.BOOLEAN
    if isinstance(value, (int, float)):
        return Kind.NUMBER
    if isinstance(value, str):
        return Kind.TEXT
    return Kind.DATE if isinstance(value, dt.date) and not isinstance(value, dt.datetime) else None


def _value(around: Surroundings, expression: ast.Expression) -> object:
    if isinstance(expression, ast.Literal):
        return expression.value
    return around.parameters.get(expression.name) if isinstance(expression, ast.Parameter) else None


def _holds_days(info: PropertyInfo) -> bool:
    """Whether a property's texts are dates without a time of day."""
    return info.text_kind is TextKind.ISO_DATE and all(_DATE.fullmatch(sample) for sample in info.samples)


def _iso(around: Surroundings, expression: ast.Expression) -> str | None:
    """A date that is written out, as text: such texts sort as their dates do."""
    if isinstance(expression, ast.FunctionCall):
        argument = expression.arguments[0] if len(expression.arguments) == 1 else None
        text = _value(around, argument) if argument is not None else None
        return text if isinstance(text, str) and _DATE.fullmatch(text) else None
    value = _value(around, expression)
    return value.isoformat() if isinstance(value, dt.date) else None


def _as(kind: Kind, value: object) -> ast.Expression | None:
    """A text as the number, truth value or date that it spells."""
    if not isinstance(value, str):
        return None
    text = value.strip()
    if kind is Kind.NUMBER and _NUMBER.fullmatch(text):
        return ast.Literal(float(text) if "." in text else int(text))
    if kind is Kind.BOOLEAN and text.lower() in _BOOLEANS:
        return ast.Literal(_BOOLEANS[text.lower()])
    if kind is Kind.DATE and _DATE.fullmatch(text):
        return ast.FunctionCall("date", (ast.Literal(text),))
    return None
