"""Stores and domains' readers by name, from the entry points of `fingerpost.stores` and `fingerpost.readers`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from fingerpost.core.errors import StoreError
from fingerpost.core.plugins import READERS, STORES, installed, load
from fingerpost.stores import StoreKind

if TYPE_CHECKING:  # loading a graph needs none of what reads questions
    from fingerpost.engine.context import AskContext
    from fingerpost.engine.question_reader import QuestionReader


def store_class(name: str) -> type[StoreKind]:
    """The class of a store.

    Raises:
        StoreError: `store.unknown`; no such store is installed.
        SettingsError: `plugin.broken`, `plugin.twice`.
    """
    found = installed(STORES)
    if name not in found:
        raise StoreError(f"there is no store {name}; installed: {', '.join(sorted(found))}", code="store.unknown")
    kind: type[StoreKind] = load(STORES, found[name])
    return kind


def reader_kind(pack: str | None) -> Callable[[AskContext], QuestionReader] | None:
    """The class of a domain's reader, by the name of its pack; None if it has none.

    Raises:
        SettingsError: `plugin.broken`, `plugin.twice`.
    """
    entry = installed(READERS).get(pack) if pack else None
    if entry is None:
        return None
    kind: Callable[[AskContext], QuestionReader] = load(READERS, entry)
    return kind
