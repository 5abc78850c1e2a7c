"""Kinds of values as findings name them, and what is never equal to one another."""

from __future__ import annotations

from enum import StrEnum

from fingerpost.query_languages.cypher.semantics import kinds
from fingerpost.query_languages.cypher.semantics.kinds import Kind, ListOf


class Family(StrEnum):
    """Kinds of values that are never equal to one another."""

    TEXT = "text"
    NUMBER = "a number"
    BOOLEAN = "true or false"
    DATE = "a date"
    MOMENT = "a date or time"
    DURATION = "a duration"
    POINT = "a point"
    LIST = "a list"
    MAP = "a map"
    NODE = "a node"
    RELATIONSHIP = "a relationship"
    PATH = "a path"


_FAMILIES = {
    kinds.STRING: Family.TEXT,
    kinds.INTEGER: Family.NUMBER,
    kinds.FLOAT: Family.NUMBER,
    kinds.NUMBER: Family.NUMBER,
    kinds.BOOLEAN: Family.BOOLEAN,
    kinds.DATE: Family.DATE,
    kinds.TEMPORAL: Family.MOMENT,
    kinds.DURATION: Family.DURATION,
    kinds.POINT: Family.POINT,
    kinds.MAP: Family.MAP,
    kinds.NODE: Family.NODE,
    kinds.RELATIONSHIP: Family.RELATIONSHIP,
    kinds.PATH: Family.PATH,
}
_TIMES = frozenset((Family.DATE, Family.MOMENT))


def family(kind: Kind) -> Family | None:
    """What a value of a kind is; None where that may be anything."""
    return Family.LIST if isinstance(kind, ListOf) else _FAMILIES.get(kind)


def differ(one: Family | None, other: Family | None) -> bool:
    """Whether values of these families are never equal. Moments of all kinds are taken for such as may be."""
    return one is not None and other is not None and one is not other and not {one, other} <= _TIMES
