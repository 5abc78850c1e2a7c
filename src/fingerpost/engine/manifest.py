"""A knowledge base is a folder: a manifest, and one data folder that the manifest names.

The data folder (graph, value index, schema) is never changed: loading again writes another beside it and then
replaces the manifest, which is one atomic rename. A crash at any moment leaves the old knowledge base whole, and a
process that has it open goes on reading the old data.
"""

from __future__ import annotations

import glob
import json
import os
import secrets
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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
_DATA = "data-"
_BUILDING = ".building-"
_ABANDONED = 24 * 60 * 60
"""Age in seconds from which data that were never published belong to a load that was killed."""


class SourceEntry(Frozen):
    """A file that was loaded: its absolute path, size in bytes, SHA-256, and what positions in it count."""

    path: str
    bytes: int
    sha256: str
    positions: str = "line"


class ProblemEntry(Frozen):
    """Trouble met while loading, with its first examples."""

    kind: str
    count: int
    examples: tuple[str, ...] = ()


class Manifest(Frozen):
    """What a knowledge base is made of.

    `url` and `database` say where the graph is, where it is not in the folder; `stamp` is the shape that it had.
    `left` are the properties whose values were not copied, as there were more than `values_limit`.
    """

    format: str = FORMAT
    version: int = VERSION
    created: str
    created_by: str
    store: str
    pack: str | None = None
    data: str = Field(pattern=f"^{_DATA}[0-9a-f]+$")
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
            hint=f"make one with: fingerpost load SOURCE --into {path}",
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
        raise KnowledgeBaseError(f"{file} does not belong to its manifest", code="kb.damaged", hint=_RELOAD)
    return schema


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Tell trouble with writing a knowledge base.

    Raises:
        KnowledgeBaseError: `kb.unwritable`.
    """
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise KnowledgeBaseError(f"{path} cannot be written: {reason}", code="kb.unwritable") from error


class Workplace:
    """A place beside a knowledge base where its next data are built."""

    def __init__(self, path: Path) -> None:
        """Make the place.

        Raises:
            KnowledgeBaseError: `kb.unwritable`.
        """
        self.path = path
        token = secrets.token_hex(6)
        self.data = f"{_DATA}{token}"
        self._root = path.parent / f"{path.name}{_BUILDING}{token}"
        self.folder = self._root / self.data
        self._old = _data_folders(path)
        with writing(path):
            self.folder.mkdir(parents=True)
            self._clear_away()

    def _clear_away(self) -> None:
        """Remove what a load left that was killed. One that is still at work is younger."""
        for left in self.path.parent.glob(f"{glob.escape(self.path.name)}{_BUILDING}*"):
            with suppress(FileNotFoundError):
                if time.time() - left.stat().st_mtime > _ABANDONED:
                    shutil.rmtree(left, ignore_errors=True)

    def publish(self, manifest: Manifest) -> None:
        """Put the new data in place of the old, atomically.

        Raises:
            KnowledgeBaseError: `kb.unwritable`, or `kb.exists`: something else has come to the place meanwhile.
        """
        with writing(self.path):
            self._publish(manifest)

    def _publish(self, manifest: Manifest) -> None:
        body = manifest.model_dump_json(indent=2) + "\n"
        new = self._root / MANIFEST
        with new.open("w", encoding="utf-8") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        if not self.path.exists():
            try:
                self._root.rename(self.path)
            except OSError:
                if not self.path.exists():
                    raise
            else:
                return
        if not (self.path / MANIFEST).exists() and any(self.path.iterdir()):
            raise KnowledgeBaseError(f"{self.path} exists and is not a knowledge base", code="kb.exists")
        self.folder.rename(self.path / self.data)
        replaced = _named_data(self.path)
        new.replace(self.path / MANIFEST)
        self.discard()
        # Not what came meanwhile: another load may have put it there, and be about to name it in its manifest.
        for old in self._old | replaced:
            shutil.rmtree(self.path / old, ignore_errors=True)

    def discard(self) -> None:
        """Remove what was built and not published."""
        shutil.rmtree(self._root, ignore_errors=True)


def _data_folders(path: Path) -> set[str]:
    return {folder.name for folder in path.glob(f"{_DATA}*")}


def _named_data(path: Path) -> set[str]:
    """The data folder that the manifest of a knowledge base names, if it can be read."""
    try:
        return {read_manifest(path).data}
    except KnowledgeBaseError:
        return set()
