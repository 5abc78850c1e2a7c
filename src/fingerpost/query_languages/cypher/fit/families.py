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
    DATETIME = "a datetime"
    LOCAL_DATETIME = "a local datetime"
    TIME = "a time"
    LOCAL_TIME = "a local time"
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
    kinds.DATETIME: Family.DATETIME,
    kinds.LOCAL_DATETIME: Family.LOCAL_DATETIME,
    kinds.TIME: Family.TIME,
    kinds.LOCAL_TIME: Family.LOCAL_TIME,
    kinds.TEMPORAL: Family.MOMENT,
    kinds.DURATION: Family.DURATION,
    kinds.POINT: Family.POINT,
    kinds.MAP: Family.MAP,
    kinds.NODE: Family.NODE,
    kinds.RELATIONSHIP: Family.RELATIONSHIP,
    kinds.PATH: Family.PATH,
}
_TIMES = frozenset((Family.DATE, Family.DATETIME, Family.LOCAL_DATETIME, Family.TIME, Family.LOCAL_TIME, Family.MOMENT))


def family(kind: Kind) -> Family | None:
    """What a value of a kind is; None if that may be anything."""
    return Family.LIST if isinstance(kind, ListOf) else _FAMILIES.get(kind)


def differ(one: Family | None, other: Family | None) -> bool:
    """Whether values of these families are never equal."""
    if one is None or other is None or one is other:
        return False
    return Family.MOMENT not in (one, other) or not {one, other} <= _TIMES
