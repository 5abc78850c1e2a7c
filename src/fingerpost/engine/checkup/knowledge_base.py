"""Checks of a knowledge base and of its sources."""

from __future__ import annotations

import hashlib
from pathlib import Path

from fingerpost.engine.checkup.check import Check, State
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.engine.manifest import SourceEntry


def check_knowledge_base(kb: KnowledgeBase) -> list[Check]:
    """Check an open knowledge base: its origin, sizes, schema, sources, and the problems found while loading."""
    schema, manifest = kb.schema, kb.manifest
    checks = [
        Check("knowledge base", State.WELL, f"{kb.place}, made {manifest.created} by {manifest.created_by}"),
        Check("store and pack", State.WELL, f"{manifest.store}, {kb.pack.name or 'no pack'}"),
        Check("size", State.WELL, _size(kb)),
        Check("schema", State.WELL, f"{len(schema.labels)} labels, fingerprint {manifest.schema_fingerprint[:16]}"),
    ]
    checks += [
        _source(source) for source in manifest.sources if source.sha256
    ]  # what was written to a workspace has no file
    for problem in manifest.problems:
        detail = f"{problem.count:,} × {problem.kind}, first: {'; '.join(problem.examples[:1])}"
        checks.append(Check("load", State.ILL, detail, "correct the source, and load it again"))
    if not manifest.problems:
        checks.append(Check("load", State.WELL, "no problems"))
    return checks


def _size(kb: KnowledgeBase) -> str:
    size = sum(file.stat().st_size for file in kb.path.rglob("*") if file.is_file())
    return (
        f"{kb.schema.node_count:,} nodes, {kb.schema.relationship_count:,} relationships, "
        f"{kb.index.value_count:,} values indexed, {size / 2**20:.1f} MiB on disk"
    )


def _source(source: SourceEntry) -> Check:
    """Whether a source has changed since it was loaded."""
    name, reload = f"source {Path(source.path).name}", "load it again to apply the change"
    try:
        if Path(source.path).stat().st_size != source.bytes:
            return Check(name, State.ILL, f"{source.path} was changed since it was loaded", reload)
        with Path(source.path).open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        detail = f"{source.path} cannot be read: {error.strerror}"
        return Check(name, State.ILL, detail, "answers still work, and cite it by name")
    if digest != source.sha256:
        return Check(name, State.ILL, f"{source.path} was changed since it was loaded", reload)
    return Check(name, State.WELL, f"{source.bytes:,} bytes, as it was loaded")
