"""Cells as fields of models: lossless in JSON, read-only in the process.

Lists and dicts come from JSON and are decoded. Tuples and mapping proxies were frozen by this process and are left
alone, so that a mapping with a key such as `$date` is never mistaken for an encoded value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import BeforeValidator, PlainSerializer

from fingerpost.core.cells import Cell, decode, encode, fixed


def _decode_rows(rows: Any) -> Any:
    if isinstance(rows, list):
        return tuple(tuple(decode(cell) for cell in row) if isinstance(row, list) else row for row in rows)
    return rows


def _encode_rows(rows: Sequence[Sequence[Cell]]) -> list[list[Any]]:
    return [[encode(cell) for cell in row] for row in rows]


def _decode_parameters(value: Any) -> Any:
    if isinstance(value, MappingProxyType):
        return fixed(value)
    if isinstance(value, Mapping):
        return fixed({str(name): decode(cell) for name, cell in value.items()})
    return value


def _encode_parameters(value: Mapping[str, Cell]) -> dict[str, Any]:
    return {name: encode(cell) for name, cell in value.items()}


Rows = Annotated[
    tuple[tuple[Any, ...], ...],
    BeforeValidator(_decode_rows),
    PlainSerializer(_encode_rows, return_type=list[list[Any]]),
]
"""Rows of cells."""

Parameters = Annotated[
    Mapping[str, Any],
    BeforeValidator(_decode_parameters),
    PlainSerializer(_encode_parameters, return_type=dict[str, Any]),
]
"""Parameters of a query by name."""


def no_parameters() -> Mapping[str, Cell]:
    """The parameters of a query that has none."""
    return MappingProxyType({})
