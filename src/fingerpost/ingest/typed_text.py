"""Turns text with a declared neo4j-admin type into cells: `int`, `double[]`, `datetime`, `duration`, `point`, ...

A converter is looked up once per column and called once per field. Source of the forms read here: the Neo4j
Operations Manual, "neo4j-admin database import", and the Cypher Manual, "Temporal values" and "Spatial values".
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping

from fingerpost.core.cells import Cell, Point
from fingerpost.core.isoformat import parse_date, parse_datetime, parse_time, parse_zone, with_offset
from fingerpost.ingest.written_durations import read_duration

Converter = Callable[[str], Cell]

_INT_MIN, _INT_MAX = -(2**63), 2**63 - 1


def text(value: str) -> str:
    """The text itself: the converter of `string` and of columns without a type."""
    return value


def converter(declared: str, delimiter: str = ";", options: Mapping[str, str] | None = None) -> Converter:
    """The function that converts a field of the declared type to a cell, or raises ValueError.

    `declared` is a type name in any case, perhaps with `[]`; the items of an array are split at `delimiter` and make
    a tuple. `options` are those of the header: `timezone` for times without one (UTC by default), `crs` for points.
    Integers must fit 64 bits; fractions of seconds are cut to microseconds; a named zone becomes its offset.

    Raises:
        ValueError: there is no such type, or an option is invalid.
    """
    name = declared.strip().lower()
    if not is_type(name):
        raise ValueError(f"{declared!r} is not a type: {', '.join(_CONVERTERS)}, or one of them with []")
    if name.endswith("[]"):
        return _array(converter(name[:-2], delimiter, options), delimiter)
    options = options or {}
    if name in ("time", "datetime") and "timezone" in options:
        zone = parse_zone(options["timezone"])
        return _time_in(zone) if name == "time" else _datetime_in(zone)
    if name == "point" and "crs" in options:
        return _point_in(options["crs"])
    return _CONVERTERS[name]


def is_type(declared: str) -> bool:
    """Whether `converter` knows the type."""
    return declared.strip().lower().removesuffix("[]") in _CONVERTERS


def _refuse(value: str, wanted: str) -> ValueError:
    shown = value if len(value) <= 40 else value[:40] + "..."
    return ValueError(f"{shown!r} is not {wanted}")


def _array(item: Converter, delimiter: str) -> Converter:
    def convert(value: str) -> Cell:
        return tuple(map(item, value.split(delimiter))) if value else ()

    return convert


def _integer(value: str) -> int:
    try:
        number = int(value)
    except ValueError:
        raise _refuse(value, "an integer") from None
    if "_" in value:  # accepted by Python only
        raise _refuse(value, "an integer")
    if not _INT_MIN <= number <= _INT_MAX:
        raise _refuse(value, "an integer of 64 bits")
    return number


def _float(value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        raise _refuse(value, "a number") from None
    if "_" in value:
        raise _refuse(value, "a number")
    return number


_BOOLEANS = dict.fromkeys("true 1 yes y t ja j oui sí si sim tak ano".split(), True) | dict.fromkeys(
    "false 0 no n f nein nee nej non não nie ne".split(), False
)


def _boolean(value: str) -> bool:
    found = _BOOLEANS.get(value.strip().lower())
    if found is None:
        raise _refuse(value, "true or false")
    return found


def _char(value: str) -> str:
    if len(value) != 1:
        raise _refuse(value, "one character")
    return value


def _datetime_in(default: dt.tzinfo) -> Converter:
    def convert(value: str) -> dt.datetime:
        moment = parse_datetime(value)
        return moment if moment.tzinfo is not None else with_offset(moment.replace(tzinfo=default))

    return convert


def _local_datetime(value: str) -> dt.datetime:
    moment = parse_datetime(value)
    if moment.tzinfo is not None:
        raise _refuse(value, "a date and time without a zone")
    return moment


def _time_in(default: dt.tzinfo) -> Converter:
    # A time has no day, so a zone with summer time gives it the offset of its standard time.
    winter = dt.datetime(2001, 1, 1, tzinfo=default)
    zone = dt.timezone((winter.utcoffset() or dt.timedelta()) - (winter.dst() or dt.timedelta()))

    def convert(value: str) -> dt.time:
        time = parse_time(value)
        return time if time.tzinfo else time.replace(tzinfo=zone)

    return convert


def _local_time(value: str) -> dt.time:
    time = parse_time(value)
    if time.tzinfo is not None:
        raise _refuse(value, "a time without a zone")
    return time


CRS = {"wgs-84": 4326, "wgs-84-3d": 4979, "cartesian": 7203, "cartesian-3d": 9157}
_FLAT = {4326, 7203}
SPATIAL = {4326: 4979, 7203: 9157}
"""The system of three dimensions for each of two."""
_POINT_KEYS = {"longitude": "x", "latitude": "y", "height": "z"}


def _point_in(default: str) -> Converter:
    default = default.strip().strip("'\"").lower()
    if default not in CRS:
        raise _refuse(default, f"a coordinate system: {', '.join(CRS)}")

    def convert(value: str) -> Point:
        return _point(value, default)

    return convert


def _point(value: str, default: str | None = None) -> Point:
    inside = value.strip()
    if not (inside.startswith("{") and inside.endswith("}")):
        raise _refuse(value, "a point such as {x: 1, y: 2}")
    fields: dict[str, str] = {}
    geographic = False
    for part in inside[1:-1].split(","):
        key, _, given = part.partition(":")
        name = key.strip().strip("'\"").lower()
        geographic |= name in _POINT_KEYS
        value_of = given.strip().strip("'\"")
        if value_of != "null":  # APOC writes the height of a point that has none
            fields[_POINT_KEYS.get(name, name)] = value_of
    if not {"x", "y"} <= fields.keys() <= {"x", "y", "z", "crs", "srid"}:
        raise _refuse(value, "a point: it needs x and y, or latitude and longitude")
    z = _float(fields["z"]) if "z" in fields else None
    srid = _srid(value, fields, default or ("wgs-84" if geographic else "cartesian"))
    # If only a two-dimensional system was assumed, a height makes it three-dimensional.
    if z is not None and not {"crs", "srid"} & fields.keys():
        srid = SPATIAL.get(srid, srid)
    if (z is None) != (srid in _FLAT):
        raise _refuse(value, f"a point of the coordinate system {srid}")
    return Point(_float(fields["x"]), _float(fields["y"]), z, srid)


def _srid(value: str, fields: Mapping[str, str], default: str) -> int:
    if "srid" in fields:
        srid = _integer(fields["srid"])
        if srid not in CRS.values():
            raise _refuse(value, f"a point of a known coordinate system: srid {srid}")
        return srid
    crs = fields.get("crs", default).lower()
    if crs not in CRS:
        raise _refuse(value, f"a point of a known coordinate system: {crs}")
    return CRS[crs]


_CONVERTERS: dict[str, Converter] = {
    "string": text,
    "int": _integer,
    "integer": _integer,
    "long": _integer,
    "short": _integer,
    "byte": _integer,
    "float": _float,
    "double": _float,
    "boolean": _boolean,
    "char": _char,
    "date": parse_date,
    "localtime": _local_time,
    "time": _time_in(dt.UTC),
    "localdatetime": _local_datetime,
    "datetime": _datetime_in(dt.UTC),
    "duration": read_duration,
    "point": _point,
}
