"""Loading sources into a knowledge base."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from fingerpost.core.errors import SourceError
from fingerpost.core.places import is_url
from fingerpost.core.settings import Settings
from fingerpost.engine.filling import Filling, LoadReport, fill
from fingerpost.ingest import GraphBuilder, LoadContext, Loader, TableLoader, loader_for
from fingerpost.linking import read_pack


def load(
    sources: Sequence[Path],
    into: str | Path,
    *,
    kind: str | None = None,
    pack: str | None = None,
    strict: bool = False,
    add: bool = False,
    settings: Settings | None = None,
    progress: Callable[[int], None] | None = None,
) -> LoadReport:
    """Load files or folders into a knowledge base, which is replaced, or into an empty database.

    Args:
        sources: files or folders, each read by the loader that recognises it, or by the loader `kind`.
        into: the folder of the knowledge base, which is created, or replaced as a whole once the load is complete; or
            the URL of a database, which is filled in batches. Repeating an interrupted load resumes it.
        pack: the pack to use; default: the loader's own.
        strict: refuse a source with any problem.
        add: add to a database that is not empty.
        progress: called with the number of bytes just read.

    Raises:
        SourceError: a source cannot be read, or has a problem and `strict` is set (`source.strict`).
        SettingsError: `pack.missing` or `pack.invalid`.
        KnowledgeBaseError: `kb.exists`: the folder is not a knowledge base, or the database is not empty;
            `kb.unwritable`.
        StoreError: the store could not write the graph.
    """
    if not sources:
        raise SourceError("there is nothing to load", code="source.missing")
    if pack is not None:
        read_pack(pack)  # a knowledge base whose pack is missing could not be opened
    chosen = [(path, loader_for(path, kind)) for path in sources]

    def feed(builder: GraphBuilder, context: LoadContext) -> None:
        for loader, paths in _together(chosen):
            if isinstance(loader, TableLoader):
                builder.add_all(loader.read_together(paths, context))
            else:
                for path in paths:
                    builder.add_all(loader.read(path, context))

    filling = Filling(
        feed,
        pack=pack or next((loader.pack for _, loader in chosen if loader.pack), None),
        strict=strict,
        add=add,
        mark=_mark(sources) if is_url(into) else "",
        read=progress,
        settings=settings or Settings(),
    )
    return fill(into, filling)


def _together(chosen: Sequence[tuple[Path, Loader]]) -> Iterator[tuple[Loader, list[Path]]]:
    """Each loader with the sources that it is to read, in the order in which it is first needed."""
    found: dict[str, tuple[Loader, list[Path]]] = {}
    for path, loader in chosen:
        found.setdefault(loader.name, (loader, []))[1].append(path)
    yield from found.values()


def _mark(sources: Sequence[Path]) -> str:
    """A digest that identifies these sources: their paths, sizes and modification times."""
    digest = hashlib.sha256()
    for source in sources:
        for path in sorted(source.rglob("*")) if source.is_dir() else [source]:
            try:
                about = path.stat()
            except OSError as error:
                message = f"{path} cannot be read: {error.strerror or error}"
                raise SourceError(message, code="source.missing", details={"file": str(path)}) from error
            digest.update(repr((str(path.resolve()), about.st_size, about.st_mtime_ns)).encode())
    return digest.hexdigest()
