"""The journal of a workspace: one SQLite file with every batch since the last checkpoint, and the value index.

A batch, its values in the index and the version of the graph are one transaction, flushed to disk before the write is
acknowledged. Several processes may read the file while one writes.
"""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fingerpost.core.cells import decode, encode
from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.linking import create_live_index
from fingerpost.stores import Edit, RemoveNode, RemoveRelationship, SetNode, SetRelationship

JOURNAL = "journal.sqlite"
_PAGES = 4_000
"""Pages of 4 KiB that the write-ahead log holds before they are moved, which takes as long as several batches."""
FORM = 1
"""The version of the file's format, stored as SQLite's `user_version`."""

_CREATE = """
CREATE TABLE batch (version INTEGER PRIMARY KEY, at TEXT NOT NULL, edits TEXT NOT NULL);
CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO state VALUES ('version', '0'), ('checkpoint', '0'), ('edits', '0'), ('at', '');
"""
_KINDS: dict[str, type[Edit]] = {
    kind.__name__: kind for kind in (SetNode, RemoveNode, SetRelationship, RemoveRelationship)
}


class Journal:
    """An open journal. One thread uses it at a time."""

    def __init__(self, folder: Path, *, write: bool) -> None:
        """Open the journal in a folder, or create an empty one.

        Raises:
            KnowledgeBaseError: `kb.damaged`, `kb.missing` or `kb.newer`.
        """
        self.path = folder / JOURNAL
        if not write and not self.path.exists():
            raise KnowledgeBaseError(f"{self.path} is missing", code="kb.missing")
        try:
            mode = "rwc" if write else "ro"
            uri = f"{self.path.resolve().as_uri()}?mode={mode}"
            self.connection = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None, timeout=10)
            if write:
                self.connection.execute("PRAGMA journal_mode=WAL")
                self.connection.execute("PRAGMA synchronous=FULL")
                self.connection.execute(f"PRAGMA wal_autocheckpoint={_PAGES}")
            (form,) = self.connection.execute("PRAGMA user_version").fetchone()
            if form == 0 and write:
                self._create()
            elif form != FORM:
                raise KnowledgeBaseError(f"{self.path} has format {form}; this version reads {FORM}", code="kb.newer")
        except sqlite3.Error as error:
            raise KnowledgeBaseError(f"{self.path} cannot be read: {error}", code="kb.damaged") from error

    def _create(self) -> None:
        """Create the tables and flush them to disk once. Repeats what a crash interrupted."""
        for kind, name in self.connection.execute("SELECT type, name FROM sqlite_master").fetchall():
            if kind == "table" and not name.startswith("sqlite_"):
                self.connection.execute(f'DROP TABLE IF EXISTS "{name}"')
        self.connection.execute("PRAGMA synchronous=OFF")
        self.connection.executescript(f"BEGIN; {_CREATE} COMMIT;")
        create_live_index(self.connection)
        self.connection.execute("PRAGMA synchronous=FULL")
        self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.connection.execute(f"PRAGMA user_version={FORM}")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """A write transaction: on disk as a whole or not at all."""
        self.connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.connection.execute("ROLLBACK")
            raise
        self.connection.execute("COMMIT")

    @contextmanager
    def reading(self) -> Iterator[None]:
        """A read transaction: a consistent view."""
        self.connection.execute("BEGIN")
        try:
            yield
        finally:
            self.connection.execute("COMMIT")

    def append(self, version: int, edits: Sequence[Edit]) -> None:
        """Add a batch, inside a transaction."""
        text = json.dumps([_packed(edit) for edit in edits], ensure_ascii=False, separators=(",", ":"))
        now = dt.datetime.now(dt.UTC).isoformat(timespec="milliseconds")
        self.connection.execute("INSERT INTO batch VALUES (?, ?, ?)", (version, now, text))
        self._set("version", version)
        self._set("at", now)
        self._set("edits", int(self._get("edits")) + len(edits))

    def checkpointed(self, version: int) -> None:
        """Record that the graph was saved at a version, and delete the batches up to it. Inside a transaction."""
        self.connection.execute("DELETE FROM batch WHERE version <= ?", (version,))
        self._set("checkpoint", version)
        self._set("edits", 0)

    def tail(self, after: int) -> Iterator[list[Edit]]:
        """The batches after a version, in order.

        Raises:
            KnowledgeBaseError: `kb.damaged`.
        """
        rows = self.connection.execute("SELECT version, edits FROM batch WHERE version > ? ORDER BY version", (after,))
        for version, text in rows:
            try:
                edits = [_unpacked(item) for item in json.loads(text)]
            except (KeyError, TypeError, ValueError) as error:
                raise KnowledgeBaseError(f"{self.path}: batch {version}: {error!r}", code="kb.damaged") from error
            yield edits

    @property
    def version(self) -> int:
        """The number of batches applied to the graph."""
        return int(self._get("version"))

    @property
    def checkpoint(self) -> int:
        """The version of the saved graph; 0 if none was saved."""
        return int(self._get("checkpoint"))

    @property
    def waiting(self) -> int:
        """The number of edits after the saved graph."""
        return int(self._get("edits"))

    @property
    def changed(self) -> str | None:
        """When the last batch was written (ISO 8601); None before the first."""
        return self._get("at") or None

    def _get(self, name: str) -> str:
        ((value,),) = self.connection.execute("SELECT value FROM state WHERE name = ?", (name,)).fetchall()
        return str(value)

    def _set(self, name: str, value: object) -> None:
        self.connection.execute("UPDATE state SET value = ? WHERE name = ?", (str(value), name))

    def close(self) -> None:
        """Close the file."""
        self.connection.close()


def _packed(edit: Edit) -> list[Any]:
    """An edit as JSON: its kind, then its fields."""
    fields = [getattr(edit, name) for name in edit.__slots__]
    packed = [encode(dict(value)) if isinstance(value, Mapping) else value for value in fields]
    return [type(edit).__name__, *packed]


def _unpacked(item: list[Any]) -> Edit:
    name, *fields = item
    return _KINDS[name](*(decode(value) if isinstance(value, dict) else value for value in fields))
