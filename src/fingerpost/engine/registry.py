"""Stores by name, from the entry points of `fingerpost.stores`."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Any

from fingerpost.core.errors import StoreError

GROUP = "fingerpost.stores"


def store_class(name: str) -> Any:
    """The class of a store: it has `open(folder)`, `writer()` and `reading(writer)`.

    Raises:
        StoreError: `store.unknown`; no store of that name is installed.
    """
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    if name not in found:
        raise StoreError(f"there is no store {name}; installed: {', '.join(sorted(found))}", code="store.unknown")
    return found[name].load()
