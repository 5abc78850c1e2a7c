"""What is compared must be of kinds that can be equal: a text is never greater than a number."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass

from fingerpost.core.schema import PropertyInfo, TextKind, ValueType
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.fit.families import Family, differ, family
from fingerpost.query_languages.cypher.fit.misfits import Surroundings, asked_of
from fingerpost.query_languages.cypher.fit.typed import kind_of_property
from fingerpost.query_languages.cypher.meanings import NUMERIC, typed
from fingerpost.query_languages.cypher.semantics.kinds import INTEGER, Stored, item_of, kind_of
from fingerpost.query_languages.cypher.walk import walk

_COMPARISONS = frozenset(("=", "<>", "<", "<=", ">", ">="))
_OF_TEXT = frozenset(("STARTS WITH", "ENDS WITH", "CONTAINS", "=~"))
_EXACT = frozenset((Family.BOOLEAN, Family.DATE))
"""What has one text only, beside whole numbers."""
_MOMENTS = {Family.DATETIME: "datetime", Family.LOCAL_DATETIME: "localdatetime"}
_WITH_DAYS = frozenset(_MOMENTS)
_NUMBER = re.compile(r"[+-]?\d{1,15}(?:\.\d{1,15})?", re.ASCII)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?P<zone>Z|[+-]\d{2}:\d{2})?", re.ASCII)
_BOOLEANS = {"true": True, "false": False}

Rebuilt = Callable[[ast.Expression, ast.Expression], ast.AnyNode]
"""The comparison with other sides: the property, then what it is compared with."""


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of a comparison: its name, its kind, and what the schema knows of it."""

    name: str
    expression: ast.Expression
    family: Family | None
    infos: tuple[PropertyInfo, ...] = ()

    def __str__(self) -> str:
        return f"{self.name} is {self.family}"

    @property
    def numeric(self) -> bool:
        """Whether it is text that means numbers."""
        return bool(self.infos) and all(info.text_kind is TextKind.NUMERIC for info in self.infos)


def comparisons(around: Surroundings) -> None:
    """Report comparisons whose sides are never of one kind."""
    for test in around.census.of(ast.Binary):
        if test.operator in _COMPARISONS:
            _compared(around, test)
        elif test.operator == "IN":
            _listed(around, test)
        elif test.operator in _OF_TEXT:
            _searched(around, test)
    for element in around.elements():
        _mapped(around, element)


def _compared(around: Surroundings, test: ast.Binary) -> None:
    left, right = _side(around, test.left), _side(around, test.right)
    if not differ(left.family, right.family) or not _of_graph(around, test):
        return
    if left.infos or not right.infos:
        _report(around, test, left, right, lambda one, other: dataclasses.replace(test, left=one, right=other))
    else:
        _report(around, test, right, left, lambda one, other: dataclasses.replace(test, left=other, right=one))


def _report(around: Surroundings, node: ast.AnyNode, place: _Side, value: _Side, rebuilt: Rebuilt) -> None:
    """Report a property and what it is compared with, which is never of its kind, and what can only be meant."""
    instead, fix, suggestion = None, "", None
    held, given = place.family, value.family
    if held is Family.TEXT and given is Family.DATE:
        text = _iso(around, value.expression)
        if text is not None and place.infos and all(map(_holds_days, place.infos)):
            instead = rebuilt(place.expression, ast.Literal(text))
            fix = f"the date was compared as text, because {place.name} is text"
        else:
            suggestion = _moment_of(place, "date")
    elif held is Family.TEXT and given in _MOMENTS:
        suggestion = _moment_of(place, _MOMENTS[given])
    elif held is Family.TEXT and given is Family.NUMBER and place.numeric:
        instead, fix = rebuilt(typed(NUMERIC, place.expression), value.expression), _read(place)
    elif held is Family.NUMBER and given is Family.TEXT and value.numeric:
        instead, fix = rebuilt(place.expression, typed(NUMERIC, value.expression)), _read(value)
    elif place.infos and held in _WITH_DAYS and _is_day(around, value):
        day = _as(Family.DATE, _value(around, value.expression)) or value.expression
        instead, fix = rebuilt(_day_of(place), day), f"the day of {place.name} was compared"
    elif value.infos and given in _WITH_DAYS and held is Family.DATE:
        instead, fix = rebuilt(place.expression, _day_of(value)), f"the day of {value.name} was compared"
    elif held is not None and place.infos:
        meant = _as(held, _value(around, value.expression)) or _moment(place.infos, _value(around, value.expression))
        if meant is not None:
            instead = rebuilt(place.expression, meant)
            fix = f"the value compared with {place.name} was read as {held}"
    compared = str(value) if value.infos else f"is compared with {given}"
    around.report("N005", f"{place}, and {compared}", node, suggestion=suggestion, instead=instead, fix=fix)


def _listed(around: Surroundings, test: ast.Binary) -> None:
    """`property IN list`."""
    place, items, kind = _side(around, test.left), _items(around, test.right), around.kind(test.right)
    families = {_item_family(around, item) for item in items} or {family(item_of(kind))}
    if not all(differ(place.family, each) for each in families) or not _of_graph(around, test):
        return
    instead, fix = None, ""
    read: tuple[ast.Expression, ...] = ()
    if place.family is not None and place.infos:
        meant = [_as(place.family, _value(around, item)) for item in items]
        read = tuple(item for item in meant if item is not None)
    if items and len(read) == len(items):
        instead = dataclasses.replace(test, right=ast.ListLiteral(read, test.right.pos))
        fix = f"the value compared with {place.name} was read as {place.family}"
    elif families == {Family.NUMBER} and place.numeric:
        instead, fix = dataclasses.replace(test, left=typed(NUMERIC, test.left)), _read(place)
    given = " or ".join(sorted(each for each in families if each is not None))
    around.report("N005", f"{place}, and is compared with {given}", test, instead=instead, fix=fix)


def _searched(around: Surroundings, test: ast.Binary) -> None:
    """`property CONTAINS text` and the like."""
    for place, does in ((test.left, "looks into"), (test.right, "looks for")):
        side = _side(around, place)
        if side.family in (None, Family.TEXT) or not _of_graph(around, test):
            continue
        exact = side.family in _EXACT or around.kind(place) == INTEGER
        around.report(
            "N005",
            f"{side}, and {test.operator} {does} text",
            test,
            instead=_as_text(test, place) if exact else None,
            fix=f"{side.name} was read as text",
        )
        return


def _as_text(test: ast.Binary, place: ast.Expression) -> ast.Binary:
    text = ast.FunctionCall("toString", (place,))
    return dataclasses.replace(test, left=text) if place is test.left else dataclasses.replace(test, right=text)


def _mapped(around: Surroundings, element: ast.NodePattern | ast.RelationshipPattern) -> None:
    """`(n {property: value})`."""
    held, owner = element.properties, around.owner_of(element)
    if not isinstance(held, ast.MapLiteral) or owner is None:
        return
    for name, expression in held.items:
        infos, value = around.known.of(owner, name), _side(around, expression)
        key = ast.Variable(name)
        place = _Side(name, key, family(kind_of_property(infos)), infos)
        if not differ(place.family, value.family):
            continue

        def with_value(one: ast.Expression, other: ast.Expression, key: ast.Variable = key) -> ast.AnyNode:
            if one is not key:
                return None
            items = tuple((n, other if n == key.name else v) for n, v in held.items)
            return dataclasses.replace(held, items=items)

        _report(around, held, place, value, with_value)


def _side(around: Surroundings, expression: ast.Expression) -> _Side:
    infos, asked = around.property(expression), asked_of(expression)
    if asked is not None:
        name = asked[1]
    elif isinstance(expression, ast.Variable):
        name = expression.name
    elif isinstance(expression, ast.Literal):
        name = repr(expression.value)
    else:
        name = f"{expression.name}()" if isinstance(expression, ast.FunctionCall) else "this"
    return _Side(name, expression, family(around.kind(expression)), infos)


def _of_graph(around: Surroundings, test: ast.AnyNode) -> bool:
    """Whether what is compared comes from the graph: what does not may be compared with anything."""
    return any(
        around.owner(node) is not None or isinstance(around.kind(node), Stored)
        for node in walk(test)
        if isinstance(node, (ast.Variable, ast.Property, ast.Index))
    )


def _is_day(around: Surroundings, side: _Side) -> bool:
    """Whether it is a date without a time of day, be it written as text."""
    if side.family is Family.TEXT:
        return _as(Family.DATE, _value(around, side.expression)) is not None
    return side.family is Family.DATE


def _day_of(side: _Side) -> ast.Expression:
    return ast.FunctionCall("date", (side.expression,))


def _moment_of(side: _Side, function: str) -> str | None:
    """A call that reads a property's texts as what they are compared with."""
    if not side.infos or any(info.text_kind is not TextKind.ISO_DATE for info in side.infos):
        return None
    asked = asked_of(side.expression)
    owner = asked[0] if asked is not None else None
    return f"{function}({owner.name}.{side.name})" if isinstance(owner, ast.Variable) else None


def _read(side: _Side) -> str:
    return f"the text of {side.name} was read as a number"


def _item_family(around: Surroundings, item: ast.Expression) -> Family | None:
    return family(kind_of(item.value) if isinstance(item, ast.Literal) else around.kind(item))


def _items(around: Surroundings, expression: ast.Expression) -> tuple[ast.Expression, ...]:
    """The items of a list that is written out or given."""
    if isinstance(expression, ast.ListLiteral):
        return expression.items
    value = _value(around, expression)
    if not isinstance(value, (list, tuple)):
        return ()
    return tuple(ast.Literal(item) for item in value)


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


def _moment(infos: tuple[PropertyInfo, ...], value: object) -> ast.Expression | None:
    """A text as the moment that it spells, where it has a zone just as the moments of the property have one."""
    types = {info.type for info in infos}
    found = _MOMENT.fullmatch(value) if isinstance(value, str) else None
    if found is None or len(types) != 1:
        return None
    function = {(ValueType.DATETIME, True): "datetime", (ValueType.LOCAL_DATETIME, False): "localdatetime"}
    name = function.get((types.pop(), found["zone"] is not None))
    return None if name is None else ast.FunctionCall(name, (ast.Literal(value),))


def _as(wanted: Family, value: object) -> ast.Expression | None:
    """A text as the number, truth value or date that it spells."""
    if not isinstance(value, str):
        return None
    text = value.strip()
    if wanted is Family.NUMBER and _NUMBER.fullmatch(text):
        return ast.Literal(float(text) if "." in text else int(text))
    if wanted is Family.BOOLEAN and text.lower() in _BOOLEANS:
        return ast.Literal(_BOOLEANS[text.lower()])
    if wanted is Family.DATE and _DATE.fullmatch(text):
        return ast.FunctionCall("date", (ast.Literal(text),))
    return None
