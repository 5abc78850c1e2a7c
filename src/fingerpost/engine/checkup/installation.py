"""Checks of the installation: Python, versions, plug-ins and extras."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Iterator
from importlib import metadata

from fingerpost.core.errors import SettingsError
from fingerpost.core.plugins import EDITORS, EXPORTERS, LOADERS, READERS, ROUTES, STORES, Hook, installed, load
from fingerpost.core.version import __version__
from fingerpost.engine.checkup.check import Check, State
from fingerpost.linking import installed_packs

_LOADED = (LOADERS, STORES, READERS, EDITORS, ROUTES, EXPORTERS)
"""Plug-ins that are code. Packs are data, so only their names are listed."""
_REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+).*;.*\bextra\s*==\s*['\"](?P<extra>[^'\"]+)['\"]")


def check_installation() -> list[Check]:
    """Check Python, versions, plug-ins and extras."""
    checks = [
        Check("python", State.WELL, f"{platform.python_version()} ({sys.platform})"),
        Check("fingerpost", State.WELL, __version__),
    ]
    libraries: dict[str, None] = {}
    plugged: list[Check] = []
    for hook in _LOADED:
        for check, used in _plugged(hook):
            plugged.append(check)
            libraries.update(dict.fromkeys(used))
    for name in libraries:
        version = _version(name)
        checks.append(Check(name, State.WELL if version else State.INFO, version or "not installed"))
    checks += plugged
    checks.append(_packs())
    return checks + _extras()


def _packs() -> Check:
    try:
        return Check("packs", State.WELL, ", ".join(installed_packs()) or "none")
    except SettingsError as error:
        return Check("packs", State.ILL, error.message, error.hint)


def _plugged(hook: Hook) -> Iterator[tuple[Check, tuple[str, ...]]]:
    """Check that each plug-in can be imported; yields also the libraries that it uses."""
    try:
        entries = installed(hook)
    except SettingsError as error:
        yield Check(hook.what, State.ILL, error.message, error.hint), ()
        return
    if not entries:
        yield Check(hook.what, State.ILL, f"none is registered under {hook.group}", "reinstall fingerpost"), ()
    for name, entry in entries.items():
        try:
            found = load(hook, entry)
        except SettingsError as error:
            yield Check(f"{hook.what} {name}", State.ILL, error.message), ()
        else:
            summary = getattr(found, "summary", entry.value)
            yield Check(f"{hook.what} {name}", State.WELL, summary), getattr(found, "libraries", ())


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _extras() -> list[Check]:
    """The extras of the package: what is installed, or the command that installs it."""
    needed: dict[str, list[str]] = {}
    for requirement in metadata.requires("fingerpost") or []:
        match = _REQUIREMENT.match(requirement)
        if match:
            needed.setdefault(match["extra"], []).append(match["name"])
    checks = []
    for extra, names in sorted(needed.items()):
        missing = [name for name in names if _version(name) is None]
        if missing:
            hint = f'pip install "fingerpost[{extra}]"'
            checks.append(Check(f"extra {extra}", State.INFO, f"not installed: {', '.join(missing)}", hint))
        else:
            checks.append(Check(f"extra {extra}", State.WELL, f"installed: {', '.join(names)}"))
    return checks
