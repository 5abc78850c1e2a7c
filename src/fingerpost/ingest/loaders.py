"""Finding the loader for a source, among those registered under `fingerpost.loaders`."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path

from fingerpost.core.errors import SourceError
from fingerpost.ingest.records import Loader

GROUP = "fingerpost.loaders"


def loaders() -> dict[str, Loader]:
    """Every registered loader by name. One whose module cannot be imported is left out."""
    found: dict[str, Loader] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda e: e.name):
        try:
            found[entry.name] = entry.load()()
        except ImportError:
            continue
    return found


def loader_for(path: Path, name: str | None = None) -> Loader:
    """The loader of that name, else the first that recognises the file or folder.

    Raises:
        SourceError: `source.missing`, or `source.unknown-kind` with the kinds that there are.
    """
    if not path.exists():
        raise SourceError(f"{path} does not exist", code="source.missing", details={"file": str(path)})
    available = loaders()
    if name is not None:
        if name not in available:
            raise SourceError(
                f"there is no loader {name}; there are {', '.join(available)}", code="source.unknown-kind"
            )
        return available[name]
    for loader in available.values():
        if loader.recognises(path):
            return loader
    if path.is_file() and path.stat().st_size == 0:
        raise SourceError(f"{path} is empty", code="source.format", details={"file": str(path)})
    kinds = "; ".join(f"{n}: {loader.summary}" for n, loader in available.items())
    raise SourceError(
        f"{path} is of no kind that can be loaded",
        code="source.unknown-kind",
        hint=f"known kinds are {kinds}",
        details={"file": str(path)},
    )
