"""Finds the loader for a source among those registered under `fingerpost.loaders`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fingerpost.core.errors import SettingsError, SourceError
from fingerpost.core.places import scheme_of
from fingerpost.core.plugins import LOADERS, installed, load
from fingerpost.ingest.records import Loader

CONTAINERS = ("folder", "gz", "zip")
"""Loaders of what holds files in other formats; they are asked last."""


def loaders() -> dict[str, Loader]:
    """All installed loaders by name, those of containers last. `fingerpost doctor` lists those that cannot be imported.

    Raises:
        SettingsError: `plugin.twice`.
    """
    return dict(_importable())


def _importable() -> Iterator[tuple[str, Loader]]:
    """The loaders one after another, each imported only when it is asked for: some are slow to import."""
    for name, entry in sorted(installed(LOADERS).items(), key=lambda item: item[0] in CONTAINERS):
        try:
            loader: Loader = load(LOADERS, entry)()
        except SettingsError:
            continue
        yield name, loader


def loader_for_url(url: str) -> Loader:
    """The loader that takes URLs and has the name of this scheme, else that of tables behind a SQLAlchemy URL.

    Raises:
        SettingsError: `plugin.twice`; or `plugin.broken` for the loader of the scheme.
    """
    from fingerpost.ingest.tables.databases import ServerLoader

    entry = installed(LOADERS).get(scheme_of(url))
    kind = load(LOADERS, entry) if entry is not None else None
    if kind is not None and getattr(kind, "takes_urls", False):
        made: Loader = kind(url)
        return made

    return ServerLoader(url)


def loader_for(path: Path, name: str | None = None) -> Loader:
    """The loader with that name, else the first that recognises the file or folder.

    Raises:
        SourceError: `source.missing`, or `source.unknown-kind` with the known kinds; `source.format`: it is of another
            kind than the one named.
        SettingsError: `plugin.twice`; or `plugin.broken` for the named loader.
    """
    if not path.exists():
        raise SourceError(f"{path} does not exist", code="source.missing", details={"file": str(path)})
    if name is not None:
        return _fitting(_named(name), path)
    available: dict[str, Loader] = {}
    for known, loader in _importable():
        if loader.recognises(path):
            return loader
        available[known] = loader
    if path.is_file() and path.stat().st_size == 0:
        raise SourceError(f"{path} is empty", code="source.format", details={"file": str(path)})
    kinds = "; ".join(f"{n}: {loader.summary}" for n, loader in available.items())
    raise SourceError(
        f"{path} is not in a known format",
        code="source.unknown-kind",
        hint=f"known formats: {kinds}",
        details={"file": str(path)},
    )


def _fitting(named: Loader, path: Path) -> Loader:
    """The named loader, unless the source is plainly of another kind; one of no known kind may be of any."""
    if named.recognises(path):
        return named
    others = [loader for loader in loaders().values() if loader.name != named.name and loader.recognises(path)]
    if others:
        kind = others[0]
        message = f"{path} is not {named.name} ({named.summary}); it looks like {kind.name} ({kind.summary})"
        raise SourceError(message, details={"file": str(path)}, hint=f"--kind {kind.name}, or none")
    return named


def _named(name: str) -> Loader:
    known = installed(LOADERS)
    if name not in known:
        raise SourceError(f"there is no loader {name}; installed: {', '.join(known)}", code="source.unknown-kind")
    loader: Loader = load(LOADERS, known[name])()
    return loader
