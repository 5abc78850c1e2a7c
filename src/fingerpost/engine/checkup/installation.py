"""Checks of the installation: Python, versions, what is plugged in, and extras."""

from __future__ import annotations

import platform
import re
import sys
from importlib import metadata

from fingerpost.core.version import __version__
from fingerpost.engine.checkup.check import Check, State
from fingerpost.linking import installed_packs

_GROUPS = {"loader": "fingerpost.loaders", "store": "fingerpost.stores"}
_REQUIREMENT = re.compile(r"(?P<name>[A-Za-z0-9._-]+).*;.*\bextra\s*==\s*['\"](?P<extra>[^'\"]+)['\"]")


def check_installation() -> list[Check]:
    """Python, versions, loaders, stores, packs and extras."""
    checks = [
        Check("python", State.WELL, f"{platform.python_version()} ({sys.platform})"),
        Check("fingerpost", State.WELL, __version__),
    ]
    libraries: dict[str, None] = {}
    plugged: list[Check] = []
    for what, group in _GROUPS.items():
        entries = sorted(metadata.entry_points(group=group), key=lambda entry: entry.name)
        for entry in entries:
            check, used = _loadable(what, entry)
            plugged.append(check)
            libraries.update(dict.fromkeys(used))
        if not entries:
            plugged.append(Check(what, State.ILL, f"none is registered under {group}", "reinstall fingerpost"))
    for name in libraries:
        version = _version(name)
        checks.append(Check(name, State.WELL if version else State.INFO, version or "not installed"))
    checks += plugged
    checks.append(Check("packs", State.WELL, ", ".join(installed_packs()) or "none"))
    return checks + _extras()


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _loadable(what: str, entry: metadata.EntryPoint) -> tuple[Check, tuple[str, ...]]:
    """Whether a loader or store can be used, and the libraries that it says it works with."""
    try:
        found = entry.load()
    except ImportError as error:
        return Check(f"{what} {entry.name}", State.ILL, f"cannot be imported: {error}"), ()
    check = Check(f"{what} {entry.name}", State.WELL, getattr(found, "summary", entry.value))
    return check, getattr(found, "libraries", ())


def _extras() -> list[Check]:
    """The extras of the package: installed, or the command that installs them."""
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
