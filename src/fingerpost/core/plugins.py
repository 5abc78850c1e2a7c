"""What packages plug in by entry points, ours and those of others. docs/plugins.md describes each group."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from fingerpost.core.errors import SettingsError


@dataclass(frozen=True, slots=True)
class Hook:
    """A group of entry points, and what each of them plugs in."""

    group: str
    what: str


LOADERS = Hook("fingerpost.loaders", "loader")
PACKS = Hook("fingerpost.packs", "pack")
READERS = Hook("fingerpost.readers", "reader")
STORES = Hook("fingerpost.stores", "store")
EDITORS = Hook("fingerpost.editors", "editor")
HOOKS = (LOADERS, PACKS, READERS, STORES, EDITORS)


def installed(hook: Hook) -> dict[str, EntryPoint]:
    """What is plugged in under a hook, by name and in the order of names; nothing of it is imported.

    Raises:
        SettingsError: `plugin.twice`; two packages plug in different things under one name.
    """
    found: dict[str, EntryPoint] = {}
    for entry in sorted(entry_points(group=hook.group), key=lambda entry: entry.name):
        other = found.setdefault(entry.name, entry)
        if other.value != entry.value:
            message = f"two packages plug in the {hook.what} {entry.name}: {_origin(other)} and {_origin(entry)}"
            raise SettingsError(message, code="plugin.twice", hint="uninstall one of them")
    return found


def load(hook: Hook, entry: EntryPoint) -> Any:
    """Import what an entry point names.

    Raises:
        SettingsError: `plugin.broken`; it cannot be imported.
    """
    try:
        return entry.load()
    except Exception as error:
        message = f"the {hook.what} {entry.name} of {_origin(entry)} cannot be imported: {error}"
        raise SettingsError(message, code="plugin.broken") from error


def _origin(entry: EntryPoint) -> str:
    """The package and the object that an entry point is of."""
    package = entry.dist.name if entry.dist is not None else "a package"
    return f"{package} ({entry.value})"
