"""Rows of an answer for data frames: plain values, with an element spread over columns."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from fingerpost.core.cells import Cell, Node, Path, Relationship
from fingerpost.core.errors import MissingExtra

_PLAIN = (bool, int, float, str, dt.date, dt.time, dt.datetime)


def dicts_of(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> list[dict[str, Any]]:
    """Each row as a dictionary by column. An element is a dictionary of its id, labels or type, and properties."""
    return [{name: _plain(cell) for name, cell in zip(columns, row, strict=True)} for row in rows]


def columns_of(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> dict[str, list[Any]]:
    """Columns of equal length. A column of elements becomes `NAME.id` and `NAME.PROPERTY`, for each property."""
    found: dict[str, list[Any]] = {}
    for at, name in enumerate(columns):
        cells = [row[at] for row in rows]
        elements = [cell for cell in cells if isinstance(cell, (Node, Relationship))]
        if not elements:
            found[name] = [_plain(cell) for cell in cells]
            continue
        found[f"{name}.id"] = [cell.element_id if isinstance(cell, (Node, Relationship)) else None for cell in cells]
        for property_ in dict.fromkeys(key for element in elements for key in element.properties):
            found[f"{name}.{property_}"] = [
                _plain(cell.properties.get(property_)) if isinstance(cell, (Node, Relationship)) else None
                for cell in cells
            ]
    return found


def pandas_of(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Any:
    """A `pandas.DataFrame` with the columns of `columns_of`.

    Raises:
        MissingExtra: pandas is not installed.
    """
    return _library("pandas").DataFrame(columns_of(columns, rows))


def arrow_of(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Any:
    """A `pyarrow.Table` with the columns of `columns_of`.

    Raises:
        MissingExtra: pyarrow is not installed.
    """
    return _library("pyarrow").table(columns_of(columns, rows))


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtra(f"{name} is not installed", hint=f"pip install {name}") from error


def _plain(cell: Cell) -> Any:
    if cell is None or isinstance(cell, _PLAIN):
        return cell
    if isinstance(cell, Node):
        return {"id": cell.element_id, "labels": list(cell.labels), "properties": _plain(cell.properties)}
    if isinstance(cell, Relationship):
        ends = {"id": cell.element_id, "type": cell.type, "start": cell.start, "end": cell.end}
        return {**ends, "properties": _plain(cell.properties)}
    if isinstance(cell, Path):
        return {"nodes": _plain(cell.nodes), "relationships": _plain(cell.relationships)}
    if isinstance(cell, Mapping):
        return {str(key): _plain(value) for key, value in cell.items()}
    if isinstance(cell, (list, tuple)):
        return [_plain(item) for item in cell]
    return str(cell)
