"""Loading sources into a knowledge base."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from fingerpost import __version__
from fingerpost.core.errors import KnowledgeBaseError, SourceError
from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo
from fingerpost.engine.manifest import (
    MANIFEST,
    SCHEMA_FILE,
    Manifest,
    ProblemEntry,
    SourceEntry,
    Workplace,
    writing,
)
from fingerpost.engine.registry import store_class
from fingerpost.ingest.build import BuildReport, GraphBuilder
from fingerpost.ingest.loaders import loader_for
from fingerpost.ingest.records import LoadContext, Loader, PropertyHint
from fingerpost.linking.value_index import IndexBuilder
from fingerpost.stores import DEFAULT_STORE
from fingerpost.stores.profile import build_schema


@dataclass(frozen=True)
class LoadReport:
    """What a load did: elements written, values indexed, seconds, and the trouble that was met."""

    nodes: int
    relationships: int
    values: int
    seconds: float
    pack: str | None
    problems: tuple[ProblemEntry, ...]


def load(
    sources: Sequence[Path],
    into: Path,
    *,
    kind: str | None = None,
    pack: str | None = None,
    strict: bool = False,
    progress: Callable[[int], None] | None = None,
) -> LoadReport:
    """Load files or folders into a knowledge base, replacing what it held.

    Args:
        sources: files or folders, each read by the loader that recognises it, or by the one that `kind` names.
        into: the folder of the knowledge base; made, or replaced as a whole once everything is there.
        pack: the pack to use with it; else the loader's own.
        strict: refuse a source with any trouble.
        progress: told how many more bytes were read.

    Raises:
        SourceError: a source cannot be read, or (`source.strict`) has trouble and `strict` was asked.
        KnowledgeBaseError: `kb.exists`: the folder is there and is no knowledge base; `kb.unwritable`.
    """
    started = dt.datetime.now(dt.UTC)
    if not sources:
        raise SourceError("there is nothing to load", code="source.missing")
    chosen = [(path, loader_for(path, kind)) for path in sources]
    with writing(into):
        if into.exists() and not (into / MANIFEST).exists() and (not into.is_dir() or any(into.iterdir())):
            raise KnowledgeBaseError(f"{into} exists and is not a knowledge base", code="kb.exists")
    context = LoadContext(progress)
    workplace = Workplace(into)
    try:
        report, values, schema = _build(chosen, context, workplace, strict=strict)
        manifest = Manifest(
            created=started.isoformat(timespec="seconds"),
            created_by=f"fingerpost {__version__}",
            store=DEFAULT_STORE,
            pack=pack or next((loader.pack for _, loader in chosen if loader.pack), None),
            data=workplace.data,
            sources=tuple(_entry(file.path, file.positions) for file in context.files),
            problems=tuple(_problems(context)),
            schema_fingerprint=schema.fingerprint,
        )
        workplace.publish(manifest)
    except BaseException:
        workplace.discard()
        raise
    seconds = (dt.datetime.now(dt.UTC) - started).total_seconds()
    return LoadReport(report.nodes, report.relationships, values, seconds, manifest.pack, manifest.problems)


def _build(
    chosen: Sequence[tuple[Path, Loader]], context: LoadContext, workplace: Workplace, *, strict: bool
) -> tuple[BuildReport, int, GraphSchema]:
    store_type = store_class(DEFAULT_STORE)
    with closing(store_type.writer(str(workplace.folder))) as writer:
        builder = GraphBuilder(writer, context)
        for path, loader in chosen:
            builder.add_all(loader.read(path, context))
        report = builder.finish()
        if strict:
            context.problems.raise_if_any()
        if report.nodes == 0:
            details = {kind.kind: kind.examples for kind in context.problems}
            raise SourceError("the source has no nodes", code="source.format", details=details)
        writer.save()
        store = writer.reading()
    with writing(workplace.path):
        index = IndexBuilder(workplace.folder)
        schema = build_schema(store.outline(), store.values, index.watch)
        index.finish()
        schema = _hinted(schema, context.property_hints)
        (workplace.folder / SCHEMA_FILE).write_text(schema.model_dump_json(), encoding="utf-8")
    return report, index.count, schema


def _hinted(schema: GraphSchema, hints: dict[tuple[str, str], PropertyHint]) -> GraphSchema:
    """The schema with the units and descriptions that loaders know."""
    if not hints:
        return schema

    def told(owner: str, properties: tuple[PropertyInfo, ...]) -> tuple[PropertyInfo, ...]:
        return tuple(_with_hint(p, hints.get((owner, p.name))) for p in properties)

    labels: list[LabelInfo] = [
        label.model_copy(update={"properties": told(label.name, label.properties)}) for label in schema.labels
    ]
    relationships: list[RelationshipInfo] = [
        r.model_copy(update={"properties": told(r.type, r.properties)}) for r in schema.relationships
    ]
    return schema.model_copy(update={"labels": tuple(labels), "relationships": tuple(relationships)})


def _with_hint(info: PropertyInfo, hint: PropertyHint | None) -> PropertyInfo:
    if hint is None:
        return info
    return info.model_copy(update={"unit": hint.unit, "description": hint.description})


def _entry(path: Path, positions: str) -> SourceEntry:
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            size = file.tell()
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror or error}"
        raise SourceError(message, code="source.missing", details={"file": str(path)}) from error
    return SourceEntry(path=str(path.resolve()), bytes=size, sha256=digest, positions=positions)


def _problems(context: LoadContext) -> list[ProblemEntry]:
    return [ProblemEntry(kind=p.kind, count=p.count, examples=tuple(p.examples)) for p in context.problems]
