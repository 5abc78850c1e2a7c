"""What kglite is given instead of what it cannot take as it is: some values, and some names of labels and types.

A duration that is more than a span of microseconds, and a point on the globe, are bound as maps and built by a function
around the place where they are bound. Points of other kinds, which kglite does not have, stay maps with their `srid`.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Any

from fingerpost.core.cells import Cell, Duration, Point
from fingerpost.core.names import quoted, stored_name

AS_THEY_ARE = frozenset((str, int, float, bool, dt.date, dt.datetime, dt.time, type(None)))
"""Types that are bound as they are."""

_DAY = 86_400
_GLOBE = 4326
_NAME_OR_PARAMETER = re.compile(r"([:|]?)`((?:[^`]|``)+)`|\$([A-Za-z_][A-Za-z0-9_]*)")
"""In our own printing no text stands in quotes, and only a label or type follows a colon or bar without a space."""


def bound_query(text: str, parameters: Mapping[str, Cell]) -> tuple[str, dict[str, Any]]:
    """A printed query and its parameters as kglite takes them.

    Its patterns read no label or type with other than ASCII letters in it, backticks or not: those become parameters.
    """
    plain: dict[str, Any] = {}
    built: dict[str, str] = {}
    for name, value in parameters.items():
        expression, plain[name] = bound(value, f"${name}")
        if expression != f"${name}":
            built[name] = expression
    if not built and "`" not in text:
        return text, plain
    names: dict[str, str] = {}

    def replaced(found: re.Match[str]) -> str:
        before, name, parameter = found.groups()
        if parameter is not None:
            return built.get(parameter, found[0])
        if not before:
            return found[0]
        if name not in names:
            names[name] = _fresh(len(names), plain)
            plain[names[name]] = name.replace("``", "`")
        return f"{before}${names[name]}"

    return _NAME_OR_PARAMETER.sub(replaced, text), plain


def _fresh(number: int, taken: Mapping[str, Any]) -> str:
    name = f"fp_n{number}"
    while name in taken:
        name += "_"
    return name


def bound(cell: Cell, place: str, depth: int = 0) -> tuple[str, Any]:
    """How a cell is written that is bound at a place (`$p`, `row.x`), and what is bound there."""
    if type(cell) in AS_THEY_ARE:
        return place, cell
    if isinstance(cell, Duration):
        return _duration(cell, place)
    if isinstance(cell, Point):
        return _point(cell, place)
    if isinstance(cell, (list, tuple)):
        return _list(cell, place, depth)
    if isinstance(cell, Mapping):
        return _map(cell, place, depth)
    return place, cell


def _duration(cell: Duration, place: str) -> tuple[str, Any]:
    within_a_day = -_DAY < cell.seconds < _DAY and not cell.nanoseconds % 1000
    one_way = cell.days * (cell.seconds * 10**9 + cell.nanoseconds) >= 0
    if not cell.months and within_a_day and one_way and abs(cell.days) < 999_999_999:
        return place, dt.timedelta(days=cell.days, seconds=cell.seconds, microseconds=cell.nanoseconds // 1000)
    parts = {name: getattr(cell, name) for name in ("months", "days", "seconds", "nanoseconds")}
    return f"duration({place})", parts


def _point(cell: Point, place: str) -> tuple[str, Any]:
    names = ("longitude", "latitude", "height") if cell.geographic else ("x", "y", "z")
    pairs = zip(names, (cell.x, cell.y, cell.z), strict=True)
    coordinates = {name: value for name, value in pairs if value is not None}
    if cell.srid == _GLOBE and cell.z is None:
        return f"point({place})", coordinates
    return place, {**coordinates, "srid": cell.srid}


def _list(cell: Sequence[Cell], place: str, depth: int) -> tuple[str, Any]:
    if all(type(item) in AS_THEY_ARE for item in cell):
        return place, list(cell)
    each = f"fp_x{depth}"
    items = [bound(item, each, depth + 1) for item in cell]
    plain = [value for _, value in items]
    written = {text for text, _ in items}
    if written == {each}:
        return place, plain
    if len(written) == 1:
        return f"[{each} IN {place} | {written.pop()}]", plain
    return f"[{', '.join(bound(item, f'{place}[{i}]', depth)[0] for i, item in enumerate(cell))}]", plain


def _map(cell: Mapping[str, Cell], place: str, depth: int) -> tuple[str, Any]:
    stored = {stored_name(key): value for key, value in cell.items()}
    if all(type(value) in AS_THEY_ARE for value in stored.values()):
        return place, stored
    entries = {key: bound(value, "", depth) for key, value in stored.items()}
    plain = {key: value for key, (_, value) in entries.items()}
    if not any(text for text, _ in entries.values()):
        return place, plain
    written = []
    for key, value in stored.items():
        name = quoted(key)
        written.append(f"{name}: {bound(value, f'{place}.{name}', depth)[0]}")
    return f"{{{', '.join(written)}}}", plain
