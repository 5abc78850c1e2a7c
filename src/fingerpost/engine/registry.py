"""Stores and domains' readers by name, from the entry points of `fingerpost.stores` and `fingerpost.readers`."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import entry_points

from fingerpost.core.errors import StoreError
from fingerpost.engine.context import AskContext
from fingerpost.engine.question_reader import QuestionReader
from fingerpost.stores import StoreKind

GROUP = "fingerpost.stores"
READERS = "fingerpost.readers"


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


def reader_kind(pack: str | None) -> Callable[[AskContext], QuestionReader] | None:
    """What makes the reader of a domain, by the name of the domain's pack; None where it has none."""
    for entry in entry_points(group=READERS) if pack else ():
        if entry.name == pack:
            kind: Callable[[AskContext], QuestionReader] = entry.load()
            return kind
    return None
