"""Stores by name, from the entry points of `fingerpost.stores`."""

from __future__ import annotations

from importlib.metadata import entry_points

from fingerpost.core.errors import StoreError
from fingerpost.stores import StoreKind

GROUP = "fingerpost.stores"


def store_class(name: str) -> type[StoreKind]:
    """The class of a store.

    Raises:
        StoreError: `store.unknown`; no store of that name is installed.
    """
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    if name not in found:
        raise StoreError(f"there is no store {name}; installed: {', '.join(sorted(found))}", code="store.unknown")
    kind: type[StoreKind] = found[name].load()
    return kind
