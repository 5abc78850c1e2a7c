"""Loads sources of both kinds: a graph, and documents beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from fingerpost.core.errors import SourceError
from fingerpost.core.places import is_url, shown
from fingerpost.engine import loading, transfer
from fingerpost.engine.filling import LoadReport
from fingerpost.engine.memory.adopting import copy_documents, made_joint
from fingerpost.ingest import parted


def load(
    sources: Sequence[Path | str],
    into: str | Path,
    *,
    kind: str | None = None,
    collection: str = "",
    namespace: str = "",
    names: Path | str | None = None,
    documents_progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> LoadReport:
    """Load sources: those of a graph into its knowledge base, and documents beside it, or into a folder of their own.

    `options` are those of `engine.loading.load`; `collection`, `namespace` and `names` are those of the documents (see
    `Memory.add`), and `documents_progress` is called with the number of their files that were read and the total.

    Raises:
        SourceError: `source.documents`: a database does not take documents beside a graph; `source.strict`: one was
            skipped; or as `engine.loading.load` does.
        QuestionError: `namespace.invalid`.
    """
    graph, documents = parted(sources, kind)
    if documents and graph and is_url(into):
        hint = "load the documents into a folder, or into a database of their own"
        raise SourceError(f"{shown(into)} does not take documents beside a graph", code="source.documents", hint=hint)
    report = LoadReport(0, 0, 0, 0.0, None, ())
    if graph or not documents:
        with made_joint(into):
            report = loading.load(graph, into, kind=kind, beside=frozenset(documents), **options)
    if documents:
        from fingerpost.engine.memory.memory import Memory

        with Memory(into, options.get("settings"), namespace=namespace) as memory:
            added = memory.add(documents, collection=collection, names=names, progress=documents_progress)
        report = replace(report, documents=added)
        if added.problems and options.get("strict"):
            where, _, message = added.problems[0]
            raise SourceError(message, code="source.strict", details={"file": where})
    return report


def copy(source: str | Path, into: str | Path, **options: Any) -> tuple[LoadReport, transfer.Content]:
    """Copy a graph as `engine.transfer.copy` does, and between folders the documents beside it."""
    report, content = transfer.copy(source, into, **options)
    note = copy_documents(source, into)
    return (replace(report, notes=(*report.notes, note)) if note else report), content
