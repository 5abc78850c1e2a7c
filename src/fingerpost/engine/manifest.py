"""A knowledge base is a folder: a manifest, and one data folder that the manifest names.

The data folder (graph, value index, schema) is never changed: loading again writes another beside it and then
replaces the manifest, which is one atomic rename. A crash at any moment leaves the old knowledge base intact, and a
process that has it open keeps reading the old data.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.core.schema import Frozen, GraphSchema
from fingerpost.stores import Place

MANIFEST = "manifest.json"
SCHEMA_FILE = "schema.json"
FORMAT = "fingerpost-knowledge-base"
VERSION = 1
DATA = "data-"
"""The prefix of the names of data folders."""


class SourceEntry(Frozen):
    """A file that was loaded: absolute path, size in bytes, SHA-256, and the unit of positions in it."""

    path: str
    bytes: int
    sha256: str
    positions: str = "line"


class ProblemEntry(Frozen):
    """A kind of problem found while loading, with its first examples."""

    kind: str
    count: int
    examples: tuple[str, ...] = ()


class Manifest(Frozen):
    """The contents of a knowledge base.

    `url` and `database` are set if the graph is not in the folder; `stamp` identifies its state. `left` are the
    properties whose values were not copied because there were more than `values_limit`.
    """

    format: str = FORMAT
    version: int = VERSION
    created: str
    created_by: str
    store: str
    pack: str | None = None
    data: str = Field(pattern=f"^{DATA}[0-9a-f]+$")
    sources: tuple[SourceEntry, ...] = ()
    problems: tuple[ProblemEntry, ...] = ()
    schema_fingerprint: str
    url: str | None = None
    database: str | None = None
    stamp: str | None = None
    left: tuple[Place, ...] = ()
    values_limit: int | None = None


def read_manifest(path: Path) -> Manifest:
    """The manifest of a knowledge base.

    Raises:
        KnowledgeBaseError: `kb.missing` (no such folder, or not a knowledge base), `kb.damaged`, `kb.newer`.
    """
    file = path / MANIFEST
    if not os.path.exists(path):
        raise KnowledgeBaseError(
            f"there is no knowledge base at {path}",
            code="kb.missing",
            hint=f"create one with: fingerpost load SOURCE --into {path}",
        )
    if not os.path.isfile(file):
        raise KnowledgeBaseError(f"{path} is not a knowledge base: it has no {MANIFEST}", code="kb.missing")
    try:
        data: Any = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise KnowledgeBaseError(f"{file} cannot be read: {error}", code="kb.damaged", hint=_RELOAD) from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise KnowledgeBaseError(f"{file} is not the manifest of a knowledge base", code="kb.damaged", hint=_RELOAD)
    if isinstance(data.get("version"), int) and data["version"] > VERSION:
        raise KnowledgeBaseError(
            f"{path} was made by a newer fingerpost (format {data['version']}, this one reads {VERSION})",
            code="kb.newer",
            hint="upgrade fingerpost, or load the sources again",
        )
    try:
        return Manifest.model_validate(data)
    except ValidationError as error:
        raise KnowledgeBaseError(f"{file} is damaged: {error}", code="kb.damaged", hint=_RELOAD) from error


_RELOAD = "load the sources again"


def read_schema(folder: Path, manifest: Manifest) -> GraphSchema:
    """The schema in a data folder, checked against the manifest.

    Raises:
        KnowledgeBaseError: `kb.damaged`.
    """
    file = folder / SCHEMA_FILE
    try:
        schema = GraphSchema.model_validate_json(file.read_bytes())
    except (OSError, ValueError) as error:
        raise KnowledgeBaseError(f"{file} cannot be read: {error}", code="kb.damaged", hint=_RELOAD) from error
    if schema.fingerprint != manifest.schema_fingerprint:
        raise KnowledgeBaseError(f"{file} does not match its manifest", code="kb.damaged", hint=_RELOAD)
    return schema
