"""What operators take and what comes of them."""

from __future__ import annotations

from fingerpost.query_languages.cypher.semantics.kinds import (
    ANY,
    BOOLEAN,
    DURATION,
    ENTITIES,
    FLOAT,
    INTEGER,
    LIST,
    MAP,
    NULL,
    NUMBER,
    NUMBERS,
    OPEN,
    POINT,
    STRING,
    TEMPORAL,
    Kind,
    ListOf,
)

LOGIC = frozenset(("AND", "OR", "XOR"))
_ARITHMETIC = frozenset(("-", "*", "/", "%", "^"))
_COUNTED = frozenset((*NUMBERS, *OPEN, TEMPORAL, DURATION))
_NEVER_ADDED = frozenset((BOOLEAN, MAP, *ENTITIES))
_JOINS = frozenset((*OPEN, STRING))
_WITHOUT_PROPERTIES = frozenset((BOOLEAN, *NUMBERS, STRING, *(ENTITIES - {"a node", "a relationship"})))
_WITHOUT_ITEMS = frozenset((BOOLEAN, *NUMBERS, STRING, TEMPORAL, DURATION, POINT, "a path"))


def wanted_of_operand(operator: str, own: Kind, other: Kind, *, right: bool) -> str | None:
    """What would be right on one side of an operator; None where what stands there will do."""
    if operator == "IN":
        return wanted_as_list(own) if right else None
    if operator in _ARITHMETIC:
        return None if own in _COUNTED else NUMBER
    if operator == "+" and own in _NEVER_ADDED and not (isinstance(other, ListOf) or other in _JOINS):
        return "a number, a string or a list"
    return None


def wanted_as_truth(kind: Kind) -> str | None:
    return None if kind == BOOLEAN or kind in OPEN else BOOLEAN


def wanted_as_list(kind: Kind) -> str | None:
    return None if isinstance(kind, ListOf) or kind in OPEN else str(LIST)


def wanted_as_number(kind: Kind) -> str | None:
    return None if kind in _COUNTED else NUMBER


def wanted_with_properties(kind: Kind) -> str | None:
    return "a node, a relationship or a map" if isinstance(kind, ListOf) or kind in _WITHOUT_PROPERTIES else None


def wanted_with_items(kind: Kind) -> str | None:
    return "a list or a map" if kind in _WITHOUT_ITEMS else None


def wanted_as_place(kind: Kind) -> str | None:
    """What would be right between the brackets behind a list."""
    return None if kind in (INTEGER, NUMBER) or kind in OPEN else INTEGER


def result(operator: str, left: Kind, right: Kind) -> Kind:
    """What an operator gives."""
    if operator in _ARITHMETIC or operator == "+":
        if left == INTEGER and right == INTEGER:
            return FLOAT if operator == "^" else INTEGER
        if left in NUMBERS and right in NUMBERS:
            return FLOAT if FLOAT in (left, right) else NUMBER
        return _added(left, right) if operator == "+" else ANY
    return _added(left, right) if operator == "||" else BOOLEAN


def _added(left: Kind, right: Kind) -> Kind:
    if isinstance(left, ListOf) or isinstance(right, ListOf):
        return LIST
    return STRING if left == STRING and right in (STRING, *NUMBERS, NULL) else ANY
