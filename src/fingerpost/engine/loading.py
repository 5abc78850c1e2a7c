"""Loading sources into a knowledge base."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

from fingerpost.core.errors import SourceError
from fingerpost.core.places import is_url, scheme_of, shown
from fingerpost.core.plugins import LOADERS, STORES, installed
from fingerpost.core.settings import Settings
from fingerpost.engine.existing import Existing, existing
from fingerpost.engine.filling import Filling, LoadReport, fill
from fingerpost.engine.registry import reader_kind
from fingerpost.engine.transfer import copy
from fingerpost.ingest import (
    GRAPHS,
    AddingLoader,
    GraphBuilder,
    LoadContext,
    Loader,
    MappedLoader,
    PropertyHint,
    Proposal,
    ReadOptions,
    Record,
    SourceMapping,
    crossed,
    loader_for,
    loader_for_url,
    of_one_kind,
    other_names,
    read_mapping,
    records_from,
    with_shared_keys,
)


def load(
    sources: Sequence[Path | str],
    into: str | Path,
    *,
    kind: str | None = None,
    pack: str | None = None,
    strict: bool = False,
    add: bool = False,
    mapping: Path | SourceMapping | None = None,
    encoding: str | None = None,
    same_building: bool = False,
    geometry: bool = False,
    as_is: bool = False,
    beside: frozenset[Path] = frozenset(),
    settings: Settings | None = None,
    progress: Callable[[int], None] | None = None,
) -> LoadReport:
    """Load files or folders into a knowledge base, which is replaced or added to, or into an empty database.

    Args:
        sources: files or folders, each read by the loader that recognises it, or by the loader `kind`; or SQLAlchemy
            URLs of databases with tables (`postgresql://host/name`); or, by itself, the URL of a graph database
            (`neo4j://host`), which is copied.
        into: the folder of the knowledge base, which is created, or replaced as a whole once the load is complete; or
            the URL of a database, which is filled in batches. Repeating an interrupted load resumes it.
        pack: the pack to use; default: the loader's own.
        strict: refuse a source with any problem.
        add: add to the knowledge base, or to a database that is not empty. A further version of a building model
            replaces the one before as what is there now, and both can be asked about.
        mapping: how tables become a graph (see `propose`), or the file that says it.
        encoding: of text files; default: the mapping's, else what they declare, else UTF-8.
        same_building: building models are of one building and share its levels, by elevation and name.
        geometry: measure the shapes of building models, for what they do not state.
        as_is: a graph gets no relationships but its own; otherwise nodes are joined to those whose keys they hold.
        beside: files in the folders that are read as documents, not as a part of the graph.
        progress: called with the number of bytes just read.

    Raises:
        SourceError: a source cannot be read, or has a problem and `strict` is set (`source.strict`); the
            mapping is invalid, or names tables or columns that are not there (`source.mapping`).
        SettingsError: `pack.missing` or `pack.invalid`.
        KnowledgeBaseError: `kb.exists`: the folder is not a knowledge base, or the database is not empty;
            `kb.unwritable`.
        StoreError: the store could not write the graph.
    """
    if not sources:
        raise SourceError("there is nothing to load", code="source.missing")
    if pack is not None:
        from fingerpost.linking import read_pack  # packs take longer to import than a small graph to load

        read_pack(pack)  # a knowledge base whose pack is missing could not be opened
    if any(map(_is_graph, sources)):
        return _copied(sources, into, add=add, pack=pack, settings=settings)
    base = existing(Path(into)) if add and not is_url(into) else None
    onto = None if not add else base.pack if base is not None else ""
    chosen = [_chosen(source, kind, onto) for source in sources]
    options = replace(
        _options(mapping, encoding), same_building=same_building, geometry=geometry, as_is=as_is, beside=beside
    )
    filling = Filling(
        partial(_feed, chosen, options, base),
        pack=pack
        or next((loader.pack for _, loader in chosen if loader.pack), base.pack if base is not None else None),
        before=base.sources if base is not None else (),
        strict=strict,
        add=add,
        mark=_mark(sources, options) if is_url(into) else "",
        read=progress,
        options=options,
        settings=settings or Settings(),
    )
    report = fill(into, filling)
    _prepare(into, filling.pack, filling.settings)
    return report


def _is_graph(source: Path | str) -> bool:
    """Whether a source is the URL of a graph database that has no loader of its own."""
    scheme = scheme_of(str(source)) if is_url(source) else ""
    return scheme in installed(STORES) and scheme not in installed(LOADERS)


def _copied(
    sources: Sequence[Path | str], into: str | Path, *, add: bool, pack: str | None, settings: Settings | None
) -> LoadReport:
    if len(sources) > 1:
        message = "a graph database is loaded by itself"
        raise SourceError(message, code="source.unknown-kind", hint="load it first, then add the others with --add")
    from fingerpost.engine.translating import translated

    made = translated(str(sources[0]), into, add=add, pack=pack, settings=settings or Settings())
    if made is not None:
        return made
    report, _ = copy(sources[0], into, add=add, pack=pack, settings=settings)
    return report


def _prepare(into: str | Path, pack: str | None, settings: Settings) -> None:
    """Let the reader of the graph's domain write what it derives from the graph."""
    kind = reader_kind(settings.pack or pack)
    if kind is None or not hasattr(kind, "prepare"):
        return
    # Reading questions takes longer to import than most loads take.
    from fingerpost.engine.opening import opened
    from fingerpost.engine.snapshot import Snapshot

    found = opened(into, settings)
    try:
        reader = Snapshot(found, settings).context.reader
        if reader is not None and hasattr(reader, "prepare"):
            reader.prepare()
    finally:
        found.close()


def propose(
    sources: Sequence[Path | str], *, kind: str | None = None, encoding: str | None = None, typed: bool = True
) -> Proposal:
    """How plain tables may become a graph: a mapping to edit and to load with, and what was found.

    `typed`: with types for the columns, by their values; otherwise the values stay as the source has them.

    Raises:
        SourceError: a source cannot be read, or is not one of plain tables; `source.mapping`: they are of different
            kinds, or two tables have the same name.
    """
    if not sources:
        raise SourceError("there is nothing to load", code="source.missing")
    chosen = list(_together([_chosen(source, kind) for source in sources]))
    loader, paths = chosen[0]
    if len(paths) == 1 and not isinstance(loader, MappedLoader):
        loader, paths = of_one_kind(paths[0]) or (loader, paths)
    if len(chosen) > 1 or not isinstance(loader, MappedLoader):
        kinds = ", ".join(each.name for each, _ in chosen)
        raise SourceError(f"a mapping is proposed for tables of one kind, not for {kinds}", code="source.mapping")
    found = loader.propose(paths, LoadContext(options=ReadOptions(encoding)), typed=typed)
    if not found.mapping.tables:
        raise SourceError(f"{paths[0]} has no plain tables, so it needs no mapping", code="source.mapping")
    return found


def _feed(
    chosen: Sequence[tuple[Path, Loader]],
    options: ReadOptions,
    base: Existing | None,
    builder: GraphBuilder,
    context: LoadContext,
) -> None:
    """Read what the knowledge base has, if it is added to, and every source into a builder."""
    groups = list(_together(chosen))
    held: Iterator[Record] = base.records(context) if base is not None else iter(())
    if not any(isinstance(loader, AddingLoader) for loader, _ in groups):
        each = ((loader.name, records_from(loader, paths, context)) for loader, paths in groups)
        read = crossed(each, context) if len(groups) > 1 else chain.from_iterable(read for _, read in each)
        is_graph = any(loader.name in GRAPHS for loader, _ in groups) and not options.as_is
        builder.add_all(with_shared_keys(chain(held, read), context) if is_graph else chain(held, read))
    else:
        for loader, paths in groups:
            if isinstance(loader, AddingLoader):
                builder.add_all(loader.read_onto(held, paths, context))
                held = iter(())
            else:
                builder.add_all(records_from(loader, paths, context))
    if base is None:
        _tell_other_names([path for path, _ in chosen], builder.labels, context)
    _refuse_unread(options, context)


def _tell_other_names(sources: Sequence[Path], labels: Sequence[str], context: LoadContext) -> None:
    for label, name in other_names(sources, labels):
        context.property_hints.setdefault((label, ""), PropertyHint(description=name))
        context.notes.append(f"{label} is also called {name}, after its source")


def _options(mapping: Path | SourceMapping | None, encoding: str | None) -> ReadOptions:
    known = read_mapping(mapping) if isinstance(mapping, Path) else mapping
    return ReadOptions(encoding or (known.encoding if known is not None else None), known)


def _refuse_unread(options: ReadOptions, context: LoadContext) -> None:
    """Refuse a mapping with a table that none of the sources has."""
    if options.mapping is not None and (unread := set(options.mapping.tables) - context.mapped):
        message = f"the mapping names a table {min(unread)}, which the sources do not have"
        raise SourceError(message, code="source.mapping")


def _chosen(source: Path | str, kind: str | None, onto: str | None = None) -> tuple[Path, Loader]:
    """A source with its loader (see `loader_for`); a database behind a URL is cited by its name."""
    if not is_url(source):
        return Path(source), loader_for(Path(source), kind, onto=onto)
    plain, _, _ = shown(source).partition("?")
    return Path(plain.rpartition("/")[2] or "database"), loader_for_url(str(source))


def _together(chosen: Sequence[tuple[Path, Loader]]) -> Iterator[tuple[Loader, list[Path]]]:
    """Each loader with the sources that it is to read, in the order in which it is first needed."""
    found: dict[str, tuple[Loader, list[Path]]] = {}
    for path, loader in chosen:
        found.setdefault(loader.name, (loader, []))[1].append(path)
    yield from found.values()


def _mark(sources: Sequence[Path | str], options: ReadOptions) -> str:
    """A digest that identifies these sources: their paths, sizes and modification times, and how they are read."""
    digest = hashlib.sha256(repr(options).encode() if options != ReadOptions() else b"")
    for source in sources:
        if is_url(source):
            digest.update(shown(source).encode())
            continue
        source = Path(source)
        for path in sorted(source.rglob("*")) if source.is_dir() else [source]:
            try:
                about = path.stat()
            except OSError as error:
                message = f"{path} cannot be read: {error.strerror or error}"
                raise SourceError(message, code="source.missing", details={"file": str(path)}) from error
            digest.update(repr((str(path.resolve()), about.st_size, about.st_mtime_ns)).encode())
    return digest.hexdigest()
