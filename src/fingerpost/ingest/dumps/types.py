"""Values of a dump in the types that its tables declare: dumps write dates, and COPY everything, as text."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping
from decimal import Decimal, InvalidOperation

from fingerpost.core.cells import Cell
from fingerpost.core.isoformat import parse_date, parse_datetime, parse_time
from fingerpost.ingest.dumps.literals import Value

Reader = Callable[[Value], Value | Cell]
"""Gives a value in its column's type; raises ValueError where it has none."""

_BASE = re.compile(r"[A-Z_ ]+")
_ARRAY = re.compile(r"ARRAY<(.*)>|(.*?)\s*(?:\[\d*\])+")
_WHOLE = frozenset(
    "INT INTEGER BIGINT SMALLINT TINYINT MEDIUMINT INT2 INT4 INT8 SERIAL BIGSERIAL SMALLSERIAL UINT UBIGINT USMALLINT "
    "UTINYINT UMEDIUMINT YEAR OID".split()
)
_NUMBERS = frozenset("DECIMAL NUMERIC NUMBER DEC UDECIMAL MONEY SMALLMONEY".split())
_FRACTIONS = frozenset("FLOAT DOUBLE REAL UDOUBLE FLOAT4 FLOAT8".split())
_SCALED = re.compile(r"(?:DECIMAL|NUMERIC|NUMBER|DEC|UDECIMAL)\s*\(\s*\d+\s*,\s*[1-9]\d*\s*\)")
"""A type of numbers with digits behind the point."""
_BINARY = frozenset(
    "BYTEA BLOB TINYBLOB MEDIUMBLOB LONGBLOB BINARY VARBINARY IMAGE GEOMETRY GEOGRAPHY ROWVERSION".split()
)
_DATES = frozenset(["DATE"])
_MOMENTS = frozenset(
    "TIMESTAMP TIMESTAMPTZ TIMESTAMPLTZ TIMESTAMPNTZ DATETIME DATETIME2 SMALLDATETIME DATETIMEOFFSET".split()
)
_TIMES = frozenset(["TIME", "TIMETZ"])
_FLAGS = frozenset(["BOOLEAN", "BOOL", "BIT"])
_PADDED = frozenset(["CHAR", "BPCHAR", "CHARACTER", "NCHAR"])
_YES = {"t": True, "true": True, "y": True, "yes": True, "1": True, "on": True, "\x01": True}
_NO = {"f": False, "false": False, "n": False, "no": False, "0": False, "off": False, "\0": False, "": False}
_ZERO = re.compile(r"0000-00-00.*")
"""What MySQL writes where there is no date."""


def reader_of(declared: str, domains: Mapping[str, str]) -> Reader | None:
    """What reads the values of a column of a type; None if they stay as they are.

    `domains` are the types that the dump declares for others, by name in lower case.
    """
    name = domains.get(declared.rpartition(".")[2].strip('"').casefold(), declared)
    if (array := _ARRAY.fullmatch(name)) is not None:
        return _array(reader_of(array[1] or array[2], domains))
    base = _BASE.match(name)
    first = base[0].split()[:1] if base is not None else []
    if _SCALED.match(name):
        return _fraction
    return _READERS.get(first[0]) if first else None


def _whole(value: Value) -> Value:
    return int(value) if isinstance(value, str) else value


def _number(value: Value) -> Value:
    if not isinstance(value, str):
        return value
    try:
        number = Decimal(value.strip())
    except InvalidOperation:
        raise ValueError(f"{value[:40]!r} is not a number") from None
    return int(number) if number.as_tuple().exponent == 0 else float(number)


def _fraction(value: Value) -> Value:
    found = _number(value)
    return float(found) if isinstance(found, int) and not isinstance(found, bool) else found


def _binary(value: Value) -> Value:
    return b"" if isinstance(value, str) else value


def _flag(value: Value) -> Value:
    if isinstance(value, str):
        found = {**_YES, **_NO}.get(value.strip(" ").casefold())
        if found is None:
            raise ValueError(f"{value[:40]!r} is neither true nor false")
        return found
    if isinstance(value, bytes):
        return {b"\0": False, b"\1": True}.get(value, value)
    return bool(value) if value in (0, 1) and isinstance(value, int) else value


def _padded(value: Value) -> Value:
    return value.rstrip(" ") if isinstance(value, str) else value


def _read(convert: Callable[[str], Cell]) -> Reader:
    def read(value: Value) -> Value | Cell:
        if not isinstance(value, str):
            return value
        return None if _ZERO.fullmatch(value) else convert(value)

    return read


def _array(item: Reader | None) -> Reader:
    def read(value: Value) -> Value | Cell:
        if not isinstance(value, str):
            return value
        inside = value.strip()
        if not (inside.startswith("{") and inside.endswith("}")) or "{" in inside[1:-1]:
            raise ValueError(f"{value[:40]!r} is not a list")
        items = next(csv.reader([inside[1:-1]], escapechar="\\", doublequote=False), [])
        kept = [each for each in items if each != "NULL"]
        return tuple(item(each) if item is not None else each for each in kept)

    return read


_READERS: dict[str, Reader] = {
    **dict.fromkeys(_WHOLE, _whole),
    **dict.fromkeys(_NUMBERS, _number),
    **dict.fromkeys(_FRACTIONS, _fraction),
    **dict.fromkeys(_BINARY, _binary),
    **dict.fromkeys(_DATES, _read(lambda text: parse_datetime(text).date() if len(text) > 10 else parse_date(text))),
    **dict.fromkeys(_MOMENTS, _read(parse_datetime)),
    **dict.fromkeys(_TIMES, _read(parse_time)),
    **dict.fromkeys(_FLAGS, _flag),
    **dict.fromkeys(_PADDED, _padded),
}
