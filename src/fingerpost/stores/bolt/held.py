"""What a property of a Bolt database can hold. Anything else is refused by name: a server changes some silently.

It holds text, numbers of 64 bits, truth values, dates and times, durations, points, and lists of one kind of these. It
holds no maps, no lists in lists, no lists of several kinds (whole numbers and fractions it would make alike), and no
offset of a part of a minute, which the driver does not read back.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from fingerpost.core.cells import Cell, Duration, Point
from fingerpost.core.errors import StoreError
from fingerpost.stores.bolt.cells import parameter

_MIN, _MAX = -(2**63), 2**63 - 1
_MINUTE = dt.timedelta(minutes=1)
_SCALARS = (str, bool, int, float, dt.datetime, dt.date, dt.time, Duration, Point)


def held(name: str, value: Cell) -> Any:
    """What the driver is given to store as a property.

    Raises:
        StoreError: `store.write`; the server cannot hold it under this name, and the message says why.
    """
    try:
        if not name or "\x00" in name:
            raise ValueError("this name is not allowed for a property")
        if isinstance(value, (list, tuple)):
            return _list(value)
        return _scalar(value)
    except (ValueError, OverflowError) as error:
        message = f"the property {name!r} cannot be stored: {error}"
        raise StoreError(message, code="store.write", details={"property": name}) from error


def _list(values: list[Cell] | tuple[Cell, ...]) -> list[Any]:
    kinds = {_kind(value) for value in values}
    if len(kinds) > 1:
        raise ValueError("a list of several kinds of values")
    return [_scalar(value) for value in values]


def _kind(value: Cell) -> Any:
    """What all values of a list must have in common."""
    if isinstance(value, Point):
        return Point, value.srid
    if isinstance(value, (dt.datetime, dt.time)):
        return type(value), value.tzinfo is None
    return type(value)


def _scalar(value: Cell) -> Any:
    kind = type(value)
    if kind is str:
        if not value.isascii():
            value.encode()
        return value
    if kind is int:
        if not _MIN <= value <= _MAX:
            raise ValueError("a whole number that does not fit 64 bits")
        return value
    if kind is float or kind is bool:
        return value
    if not isinstance(value, _SCALARS):
        what = {dict: "a map", type(None): "a null in a list", list: "a list in a list", tuple: "a list in a list"}
        raise ValueError(what.get(kind, f"a {kind.__name__}"))
    if isinstance(value, (dt.datetime, dt.time)):
        _refuse_odd_offset(value)
    return parameter(value)


def _refuse_odd_offset(value: dt.datetime | dt.time) -> None:
    offset = value.utcoffset()
    if offset is not None and offset % _MINUTE:
        raise ValueError("an offset from UTC that is no whole number of minutes")
    if isinstance(value, dt.datetime) and offset is not None:
        value.astimezone(dt.UTC)
