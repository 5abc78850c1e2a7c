"""Entry points through which packages extend fingerpost. docs/plugins.md describes each group."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from fingerpost.core.errors import SettingsError


@dataclass(frozen=True, slots=True)
class Hook:
    """A group of entry points, and the kind of thing that each of them adds."""

    group: str
    what: str


LOADERS = Hook("fingerpost.loaders", "loader")
PACKS = Hook("fingerpost.packs", "pack")
READERS = Hook("fingerpost.readers", "reader")
STORES = Hook("fingerpost.stores", "store")
EDITORS = Hook("fingerpost.editors", "editor")
ROUTES = Hook("fingerpost.routes", "routes")
EXPORTERS = Hook("fingerpost.exporters", "exporter")
HOOKS = (LOADERS, PACKS, READERS, STORES, EDITORS, ROUTES, EXPORTERS)


def installed(hook: Hook) -> dict[str, EntryPoint]:
    """The installed entry points of a hook, sorted by name; nothing is imported.

    Raises:
        SettingsError: `plugin.twice`; two packages use the same name for different things.
    """
    found: dict[str, EntryPoint] = {}
    for entry in _entries(hook.group, tuple(sys.path)):
        other = found.setdefault(entry.name, entry)
        if other.value != entry.value:
            message = f"two packages provide the {hook.what} {entry.name}: {_origin(other)} and {_origin(entry)}"
            raise SettingsError(message, code="plugin.twice", hint="uninstall one of them")
    return found


@lru_cache(maxsize=32)
def _entries(group: str, path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    """The entry points of a group on a path, sorted by name."""
    return tuple(sorted(_every_entry(path).select(group=group), key=lambda entry: entry.name))


@lru_cache(maxsize=8)
def _every_entry(_path: tuple[str, ...]) -> Any:
    """All entry points of what is installed on a path: finding them reads a file of every package that is there.

    Its `select` gives those of a group; the type has another name in Python 3.11 than later.
    """
    return entry_points()


def load(hook: Hook, entry: EntryPoint) -> Any:
    """Import the object of an entry point.

    Raises:
        SettingsError: `plugin.broken`; it cannot be imported.
    """
    try:
        return entry.load()
    except Exception as error:
        message = f"the {hook.what} {entry.name} of {_origin(entry)} cannot be imported: {error}"
        raise SettingsError(message, code="plugin.broken") from error


def _origin(entry: EntryPoint) -> str:
    """The package and the object of an entry point."""
    package = entry.dist.name if entry.dist is not None else "a package"
    return f"{package} ({entry.value})"
