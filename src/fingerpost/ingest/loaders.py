"""Finds the loader for a source among those registered under `fingerpost.loaders`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from fingerpost.core.errors import SettingsError, SourceError
from fingerpost.core.places import KUZU_ADVICE, is_kuzu_database, scheme_of
from fingerpost.core.plugins import LOADERS, installed, load
from fingerpost.ingest.records import GraphLoader, LoadContext, Loader, Record, TableLoader

CONTAINERS = ("folder", "gz", "zip")
"""Loaders of what holds files in other formats; they are asked last."""

_SHEETS = "save it as .xlsx, or each sheet as .csv"
_ADVICE = {
    ".xls": _SHEETS,
    ".xlsb": _SHEETS,
    ".numbers": _SHEETS,
    ".mdb": "export its tables as .csv",
    ".accdb": "export its tables as .csv",
    ".dump": "load it into a Neo4j (neo4j-admin database load), and load that: fingerpost load neo4j://host",
    ".xml": "this XML holds no records; GEXF, RDF/XML and GraphML have endings of their own: .gexf, .rdf and .graphml",
}
"""What helps where a file of such a name cannot be read."""
_PACKED = frozenset(".tar .7z .rar .bz2 .xz .zst".split())
"""Endings of archives and compressed files that are not read."""


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


def only_adds(loader: Loader) -> bool:
    """Whether a loader makes no graph of its own, but adds to one that is there (its class says `only_adds`)."""
    return bool(getattr(loader, "only_adds", False))


def loader_for(path: Path, name: str | None = None, *, onto: str | None = None) -> Loader:
    """The loader with that name, else the first that recognises the file or folder.

    `onto` is the pack of the graph that is added to, empty if it is not known: loaders that only add to such a graph
    come first there, and last elsewhere.

    Raises:
        SourceError: `source.missing`, or `source.unknown-kind` with the known kinds; `source.format`: it is of another
            kind than the one named.
        SettingsError: `plugin.twice`; or `plugin.broken` for the named loader.
    """
    if not path.exists():
        raise SourceError(f"{path} does not exist", code="source.missing", details={"file": str(path)})
    if not path.is_file() and not path.is_dir():
        raise SourceError(f"{path} is neither a file nor a folder", code="source.format", details={"file": str(path)})
    if name is not None:
        return _fitting(_named(name), path)
    available: dict[str, Loader] = {}
    put_off: list[Loader] = []
    for known, loader in _importable():
        if only_adds(loader) and (onto is None or onto not in ("", loader.pack)):
            put_off.append(loader)
        elif loader.recognises(path):
            return loader
        available[known] = loader
    for loader in put_off:
        if loader.recognises(path):
            return loader
    if path.stat().st_size == 0 if path.is_file() else not any(path.iterdir()):
        raise SourceError(f"{path} is empty", code="source.format", details={"file": str(path)})
    raise SourceError(
        f"{path} is not in a known format",
        code="source.unknown-kind",
        hint=_advice(path) or f"known formats: {', '.join(available)}; or documents such as .md and .pdf",
        details={"file": str(path)},
    )


def _advice(path: Path) -> str | None:
    """What helps where a file of this name or beginning cannot be read."""
    if is_kuzu_database(path):
        return KUZU_ADVICE
    endings = [ending.lower() for ending in path.suffixes]
    if not _PACKED.isdisjoint(endings):
        return "unpack it, and load the folder"
    return _ADVICE.get(endings[-1]) if endings else None


def loader_for_graph(labels: Sequence[str], types: Sequence[str]) -> Loader | None:
    """The loader, if any, that makes another graph of a database with these labels and relationship types."""
    known = (loader for _, loader in _importable() if isinstance(loader, GraphLoader))
    return next((loader for loader in known if loader.recognises_graph(labels, types)), None)


def records_from(loader: Loader, paths: Sequence[Path], context: LoadContext) -> Iterator[Record]:
    """The records of files that one loader reads: of all together, if it takes them so."""
    if isinstance(loader, TableLoader):
        return loader.read_together(paths, context)
    return chain.from_iterable(loader.read(path, context) for path in paths)


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
