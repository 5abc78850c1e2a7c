"""Writes a graph to a new knowledge base or to a database."""

from __future__ import annotations

import datetime as dt
import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from fingerpost.core.access import Access
from fingerpost.core.collecting import collecting_rarely
from fingerpost.core.errors import KnowledgeBaseError, SourceError
from fingerpost.core.places import folder_of, is_url, scheme_of, shown, with_access
from fingerpost.core.progress import Progress
from fingerpost.core.schema import GraphSchema
from fingerpost.core.settings import Settings
from fingerpost.core.version import __version__
from fingerpost.engine.add_report import AddReport
from fingerpost.engine.indexing import indexed
from fingerpost.engine.manifest import MANIFEST, Manifest, ProblemEntry, SourceEntry
from fingerpost.engine.registry import store_class
from fingerpost.engine.remote import cache_folder, describe
from fingerpost.engine.workplace import Workplace, writing
from fingerpost.ingest import BuildReport, GraphBuilder, LoadContext, ReadOptions
from fingerpost.plans import joined
from fingerpost.stores import DEFAULT_STORE, GraphWriter, NodeRow, RelationshipRow, Store, StoreKind

_NAMED = 3
"""Columns that a note names; one more is named, too."""

Feed = Callable[[GraphBuilder, LoadContext], None]
"""Adds all records to a builder. It may be called twice: first to check the records, then to write them."""


@dataclass(frozen=True)
class LoadReport:
    """The result of a load: elements written, values indexed, seconds, problems, what the loader decided, and what
    was done with documents, if there were any. `steps` are the seconds of each step: reading the sources and building
    the graph, saving it, indexing its values, and checking the sources and publishing."""

    nodes: int
    relationships: int
    values: int
    seconds: float
    pack: str | None
    problems: tuple[ProblemEntry, ...]
    notes: tuple[str, ...] = ()
    documents: AddReport | None = None
    steps: Mapping[str, float] = field(default_factory=dict)


class _Steps:
    """The seconds of each step of a load."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._begun = time.perf_counter()

    def done(self, step: str) -> None:
        """A step is done, which began when the one before it was."""
        now = time.perf_counter()
        self.seconds[step] = now - self._begun
        self._begun = now


@dataclass(frozen=True)
class Filling:
    """What to write, and how.

    `check` checks the data before they are published; `add` allows a database that is not empty; `before` are the files
    already in it, which come first in the context; `mark` identifies the content, so that an interrupted load can be
    resumed.
    """

    feed: Feed
    pack: str | None = None
    strict: bool = False
    add: bool = False
    mark: str = ""
    check: Callable[[Store], None] = lambda _: None
    read: Callable[[int], None] | None = None
    options: ReadOptions = field(default_factory=ReadOptions)
    sources: tuple[SourceEntry, ...] | None = None
    before: tuple[SourceEntry, ...] = ()
    settings: Settings = field(default_factory=Settings)
    progress: Progress | None = None


def fill(into: str | Path, filling: Filling) -> LoadReport:
    """Write a graph to a folder or URL.

    Raises:
        SourceError: there is nothing to write, or there are problems and `strict` is set.
        KnowledgeBaseError: `kb.exists`: the folder is not a knowledge base, or the database is not empty;
            `kb.unwritable`.
        StoreError: the store could not write the graph.
    """
    with collecting_rarely():
        return _fill_database(str(into), filling) if is_url(into) else _fill_folder(Path(into), filling)


def _fill_folder(into: Path, filling: Filling) -> LoadReport:
    started = dt.datetime.now(dt.UTC)
    with writing(into):
        if into.exists() and not (into / MANIFEST).exists() and (not into.is_dir() or any(into.iterdir())):
            raise KnowledgeBaseError(f"{into} exists and is not a knowledge base", code="kb.exists")
    context = LoadContext(filling.read, filling.options)
    workplace = Workplace(into)
    context.spool = workplace.spool
    context.data = workplace.folder if not filling.add else None
    steps = _Steps()
    try:
        report, values, schema = _written(filling, context, workplace, steps)
        manifest = Manifest(
            created=started.isoformat(timespec="seconds"),
            created_by=f"fingerpost {__version__}",
            store=DEFAULT_STORE,
            pack=filling.pack,
            data=workplace.data,
            sources=_sources(filling, context),
            problems=_problems(context),
            schema_fingerprint=schema.fingerprint,
        )
        workplace.publish(manifest)
    except BaseException as error:
        workplace.discard(interrupted=not isinstance(error, Exception))
        raise
    steps.done("publish")
    return _report(report, values, started, filling, context, steps)


def _written(
    filling: Filling, context: LoadContext, workplace: Workplace, steps: _Steps
) -> tuple[BuildReport, int, GraphSchema]:
    with closing(store_class(DEFAULT_STORE).writer(str(workplace.folder))) as writer:
        report = _built(writer, filling, context)
        if filling.strict:
            context.problems.raise_if_any()
        steps.done("build")
        writer.save()
        store = writer.reading()
    filling.check(store)
    steps.done("save")
    with writing(workplace.path):
        schema, values = indexed(store, store.outline(), workplace.folder, hints=context.property_hints, ahead=True)
    steps.done("index")
    return report, values, schema


def _fill_database(url: str, filling: Filling) -> LoadReport:
    started = dt.datetime.now(dt.UTC)
    plain, access = with_access(url, filling.settings.database.access)
    kind = store_class(scheme_of(plain))
    if filling.strict:
        trial = LoadContext(options=filling.options)
        _built(_Nowhere(), filling, trial)
        trial.problems.raise_if_any()
    context = LoadContext(filling.read, filling.options)
    begun = cache_folder(url, filling.settings).with_suffix(".loading")
    if not filling.add:
        _require_room(kind, plain, access, begun, filling.mark)
    folder = folder_of(plain)
    if folder is not None:
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
    steps = _Steps()
    with closing(kind.writer(plain, access)) as writer:
        with writing(begun):
            begun.parent.mkdir(parents=True, exist_ok=True)
            begun.write_text(filling.mark, encoding="utf-8")
        report = _built(writer, filling, context)
        steps.done("build")
        writer.save()
        steps.done("save")
        with closing(writer.reading()) as store:
            filling.check(store)
            sources = _sources(filling, context)
            hints = context.property_hints
            _, values = describe(
                url,
                store,
                store.outline(),
                filling.settings,
                sources=sources,
                pack=filling.pack,
                hints=hints,
                progress=filling.progress,
            )
    begun.unlink(missing_ok=True)
    steps.done("index")
    return _report(report, values, started, filling, context, steps)


def _require_room(kind: type[StoreKind], url: str, access: Access, begun: Path, mark: str) -> None:
    """Refuse a database that is not empty, unless this resumes an interrupted load."""
    try:
        store = kind.open(url, access)
    except KnowledgeBaseError as error:
        if error.code != "kb.missing":
            raise
        return
    with closing(store):
        held = store.outline().node_count
    if not held or (mark and begun.is_file() and begun.read_text(encoding="utf-8") == mark):
        return
    raise KnowledgeBaseError(
        f"the database at {shown(url)} already has {held:,} nodes",
        code="kb.exists",
        hint="empty it, choose another database, or add to it with --add",
    )


def _built(writer: GraphWriter, filling: Filling, context: LoadContext) -> BuildReport:
    builder = GraphBuilder(writer, context)
    filling.feed(builder, context)
    report = builder.finish()
    if report.nodes == 0 and not (filling.strict and context.problems):
        details = {kind.kind: kind.examples for kind in context.problems}
        why = [problem.examples[0] for problem in context.problems] or context.notes
        reason = f": {why[0]}" if why else ""
        raise SourceError(f"the source has no nodes{reason}", code="source.format", details=details)
    return report


def _report(
    report: BuildReport, values: int, started: dt.datetime, filling: Filling, context: LoadContext, steps: _Steps
) -> LoadReport:
    return LoadReport(
        report.nodes,
        report.relationships,
        values,
        seconds=(dt.datetime.now(dt.UTC) - started).total_seconds(),
        pack=filling.pack,
        problems=_problems(context),
        notes=(*context.notes, *_numbers(context.numbers)),
        steps=steps.seconds,
    )


def _numbers(columns: Sequence[str]) -> Iterator[str]:
    """A note on columns of text that are read as numbers; each is in the schema."""
    if columns:
        rest = len(columns) - _NAMED
        named = columns if rest < 2 else [*columns[:_NAMED], f"{rest} more"]
        yield f"read as numbers: {joined(named)}"


class _Nowhere:
    """A writer that discards everything."""

    def add_nodes(self, labels: tuple[str, ...], rows: Sequence[NodeRow]) -> None:
        """Discard nodes."""

    def add_relationships(self, start: str, type_: str, end: str, rows: Sequence[RelationshipRow]) -> None:
        """Discard relationships."""

    def save(self) -> None:
        """There is nothing to save."""

    def reading(self) -> Store:
        raise NotImplementedError

    def close(self) -> None:
        """There is nothing to close."""


def _sources(filling: Filling, context: LoadContext) -> tuple[SourceEntry, ...]:
    if filling.sources is not None:
        return filling.sources
    return filling.before + tuple(
        entry_of(file.path, file.positions)
        if file.loaded and file.url is None
        else SourceEntry(path=file.url or str(file.path), bytes=0, sha256="", positions=file.positions)
        for file in context.files[len(filling.before) :]
    )


def entry_of(path: Path, positions: str = "line") -> SourceEntry:
    """The manifest's entry for a source file.

    Raises:
        SourceError: `source.missing`; it cannot be read.
    """
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            size = file.tell()
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror or error}"
        raise SourceError(message, code="source.missing", details={"file": str(path)}) from error
    return SourceEntry(path=str(path.resolve()), bytes=size, sha256=digest, positions=positions)


def _problems(context: LoadContext) -> tuple[ProblemEntry, ...]:
    return tuple(ProblemEntry(kind=p.kind, count=p.count, examples=tuple(p.examples)) for p in context.problems)
