"""What operators take and what comes of them."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.query_languages.cypher.semantics.kinds import (
    ANY,
    BOOLEAN,
    DURATION,
    ENTITIES,
    FLOAT,
    INTEGER,
    LIST,
    MAP,
    MOMENTS,
    NODE,
    NULL,
    NUMBER,
    NUMBERS,
    OPEN,
    PATH,
    POINT,
    RELATIONSHIP,
    STRING,
    Kind,
    ListOf,
)

Wanted = tuple[str, ...] | None
"""The kinds that would be right; None if what stands there will do."""

LOGIC = frozenset(("AND", "OR", "XOR"))
_ARITHMETIC = frozenset(("-", "*", "/", "%", "^"))
_COUNTED = frozenset((*NUMBERS, *OPEN))
_SPANS = frozenset((*_COUNTED, DURATION))
_NEVER_ADDED = frozenset((BOOLEAN, MAP, *ENTITIES))
_WITHOUT_PROPERTIES = frozenset((BOOLEAN, *NUMBERS, STRING, PATH))
_WITHOUT_ITEMS = frozenset((BOOLEAN, *NUMBERS, STRING, *MOMENTS, DURATION, POINT, PATH))


def said(wanted: Sequence[str]) -> str:
    """Kinds in words: "a string", "a string or a list", "a number, a string or a list"."""
    *others, last = wanted
    return f"{', '.join(others)} or {last}" if others else last


def wanted_of_operand(operator: str, own: Kind, other: Kind, *, right: bool) -> Wanted:
    """What would be right on one side of an operator."""
    if operator == "IN":
        return wanted_as_list(own) if right else None
    if operator == "||":
        if isinstance(own, ListOf) or own in OPEN:
            return None
        return (STRING, str(LIST)) if own != STRING else (str(LIST),) if isinstance(other, ListOf) else None
    if operator == "+":
        return _wanted_in_sum(own, other)
    if operator == "-":
        return _wanted_in_difference(own, other, right=right)
    if operator in ("*", "/"):
        divisor = right and operator == "/"
        return None if own in (_COUNTED if divisor or other == DURATION else _SPANS) else (NUMBER,)
    return (NUMBER,) if operator in _ARITHMETIC and own not in _COUNTED else None


def _wanted_in_sum(own: Kind, other: Kind) -> Wanted:
    """Anything is added to a list, a number to a text; a duration to a duration, a date or a time."""
    if isinstance(other, ListOf) or other in OPEN:
        return None
    if own in _NEVER_ADDED:
        return (STRING, str(LIST)) if other == STRING else (NUMBER, STRING, str(LIST))
    if own in MOMENTS and other != DURATION:
        return (STRING,) if other == STRING else (DURATION,) if other in MOMENTS else (NUMBER,)
    if own == DURATION and other != DURATION and other not in MOMENTS:
        return (STRING,) if other == STRING else (NUMBER,)
    return None


def _wanted_in_difference(own: Kind, other: Kind, *, right: bool) -> Wanted:
    if own in MOMENTS:
        if right:
            return (NUMBER,) if other in NUMBERS else (DURATION,)
        return (NUMBER,) if other in NUMBERS else None
    if own == DURATION:
        return (NUMBER,) if other in NUMBERS or (other in MOMENTS and not right) else None
    return None if own in _COUNTED else (NUMBER,)


def wanted_as_truth(kind: Kind) -> Wanted:
    return None if kind == BOOLEAN or kind in OPEN else (BOOLEAN,)


def wanted_as_list(kind: Kind) -> Wanted:
    return None if isinstance(kind, ListOf) or kind in OPEN else (str(LIST),)


def wanted_as_number(kind: Kind) -> Wanted:
    return None if kind in _SPANS else (NUMBER,)


def wanted_with_properties(kind: Kind) -> Wanted:
    return (NODE, RELATIONSHIP, MAP) if isinstance(kind, ListOf) or kind in _WITHOUT_PROPERTIES else None


def wanted_with_items(kind: Kind) -> Wanted:
    return (str(LIST), MAP) if kind in _WITHOUT_ITEMS else None


def wanted_as_place(kind: Kind) -> Wanted:
    """What may stand between the brackets after a list."""
    return None if kind in (INTEGER, NUMBER) or kind in OPEN else (INTEGER,)


def wanted_with_labels(kind: Kind) -> Wanted:
    """What would be right before a label test; `a:B:C` is read as `(a:B):C`."""
    return None if kind in OPEN or kind in (NODE, RELATIONSHIP, BOOLEAN) else (NODE, RELATIONSHIP)


def result(operator: str, left: Kind, right: Kind) -> Kind:
    """What an operator gives."""
    if operator in _ARITHMETIC or operator == "+":
        if left == INTEGER and right == INTEGER:
            return FLOAT if operator == "^" else INTEGER
        if left in NUMBERS and right in NUMBERS:
            return FLOAT if FLOAT in (left, right) else NUMBER
        spans = {left, right} & {DURATION, *MOMENTS} if OPEN.isdisjoint((left, right)) else set()
        if spans and operator in ("+", "-"):
            return next((kind for kind in spans if kind != DURATION), DURATION)
        if spans:
            return DURATION
        return _added(left, right) if operator == "+" else ANY
    return _added(left, right) if operator == "||" else BOOLEAN


def _added(left: Kind, right: Kind) -> Kind:
    if isinstance(left, ListOf) or isinstance(right, ListOf):
        return LIST
    return STRING if left == STRING and right in (STRING, *NUMBERS, NULL) else ANY
