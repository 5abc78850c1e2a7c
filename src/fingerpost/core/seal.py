"""Makes verified queries. Only `query_languages.<language>.gate` imports this; a contract checks it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, cast

from fingerpost.core.cells import Cell, fixed
from fingerpost.core.verified import VerifiedQuery, signature


def mint(
    *,
    text: str,
    language: str,
    dialect: str,
    parameters: Mapping[str, Cell],
    columns: tuple[str, ...],
    notes: tuple[Any, ...] = (),
    fixes_applied: tuple[str, ...] = (),
    cleared: bool = False,
    held: int = 1,
    width: int = 1,
) -> VerifiedQuery:
    """Sign a checked query. The parameters are copied, so that later changes to the caller's mapping have no effect."""
    frozen = MappingProxyType({name: fixed(value) for name, value in parameters.items()})
    query: VerifiedQuery = object.__new__(cast(Any, VerifiedQuery))
    values = {
        "text": text,
        "language": language,
        "dialect": dialect,
        "parameters": frozen,
        "columns": columns,
        "notes": notes,
        "fixes_applied": fixes_applied,
        "cleared": cleared,
        "held": held,
        "width": width,
        "_signature": signature(text, language, dialect, frozen, columns, notes, fixes_applied, cleared, held, width),
    }
    for name, value in values.items():
        object.__setattr__(query, name, value)
    return query
