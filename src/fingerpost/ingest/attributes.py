"""Attributes in JSON and GraphML files: finds the label or type among them, and converts values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from fingerpost.core.cells import Cell, decode
from fingerpost.ingest.exported_values import exported

LABEL_KEYS = ("type", "label_type", "kind", "category")
TYPE_KEYS = ("relation", "type", "relationship", "label", "key")
DEFAULT_LABEL = "Node"
DEFAULT_TYPE = "RELATED"
MAX_DEPTH = 64
"""The maximum nesting of a property's value, because later readers are recursive."""
NAME = "name"
"""The property with a node's id, if that is a name and the node has no other."""
NAMING = (NAME, "title", "label", "id")
_WORD = re.compile(r"[^\W\d_]{2}")
_MADE = re.compile(r"[^\W\d]{0,8}[\W_]*\d+(?:::?\w+)*|(?=.*\d)[0-9a-fA-F-]{8,}|.*://.*")
"""Ids that programs make: `n17`, `node_4`, a UUID, an address."""


def take_labels(attributes: dict[str, Cell], keys: tuple[str, ...] = LABEL_KEYS) -> tuple[str, ...]:
    """Remove and return the labels of a node: the first of the keys with a text or a list of texts."""
    for key in keys:
        labels = labels_in(attributes.get(key))
        if labels:
            del attributes[key]
            return labels
    return (DEFAULT_LABEL,)


def labels_in(value: Cell) -> tuple[str, ...]:
    """The labels in a text or a list of texts; none in any other value."""
    if isinstance(value, str):
        return (value,) if value else ()
    if isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
        return tuple(dict.fromkeys(filter(None, value)))
    return ()


def take_type(attributes: dict[str, Cell], keys: tuple[str, ...] = TYPE_KEYS) -> str:
    """Remove and return the type of a relationship: the first of the keys with a text."""
    for key in keys:
        value = attributes.get(key)
        if isinstance(value, str) and value:
            del attributes[key]
            return value
    return DEFAULT_TYPE


def add_name(ident: str, properties: dict[str, Cell]) -> None:
    """Give a node the `name` that its id is, as "Medici" is one and "n17" is none, if it has no other."""
    if not any(key in properties for key in NAMING) and _WORD.search(ident) and not _MADE.fullmatch(ident):
        properties[NAME] = ident


def identifier(value: Any) -> str | None:
    """A JSON value as an id, or None. A list is valid, because NetworkX writes tuples as lists."""
    if isinstance(value, str):
        return value or None
    if value is None or isinstance(value, (bool, dict)):
        return None
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def cells(values: Mapping[str, Any], bad: Callable[[str], None]) -> dict[str, Cell]:
    """The properties in a JSON object, without nulls; values of `core.cells.encode` and of databases are decoded.

    A value that is not a cell is kept as JSON text, or dropped if that fails; `bad` is called with the reason.
    """
    found: dict[str, Cell] = {}
    for name, value in values.items():
        kind = type(value)
        if kind is str or kind is bool or kind is float:
            found[name] = value
        elif value is not None:
            try:
                checked = _checked(value, 0)
                typed = exported(checked) if kind is dict else None
                found[name] = decode(checked) if typed is None else typed
            except (ValueError, TypeError, LookupError, AttributeError) as error:
                try:
                    found[name] = json.dumps(value, ensure_ascii=False)
                except RecursionError:
                    bad(f"{name}: {error}; left out")
                else:
                    bad(f"{name}: {error}; kept as text")
    return found


def _checked(value: Any, depth: int) -> Any:
    if isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise ValueError("an integer of more than 64 bits")
    elif isinstance(value, (list, dict)):
        if depth == MAX_DEPTH:
            raise ValueError(f"nested more than {MAX_DEPTH} deep")
        if isinstance(value, list):
            return [_checked(item, depth + 1) for item in value]
        return {key: _checked(item, depth + 1) for key, item in value.items()}
    return value
