"""Keeps the parsed documents of a corpus on disk until their load is complete, so that a killed load can be resumed."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from fingerpost.core.version import __version__
from fingerpost.domains.regulations.loader.instruments import Instrument
from fingerpost.domains.regulations.loader.provisions import DocumentText

_FILE: Final = "laws.sqlite"
_FORMAT: Final = 5
"""Changes with what is read of a document, so that what another program kept is not taken for it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One edition as read, and the line of its root."""

    instrument: Instrument
    text: DocumentText
    line: int


_KEPT: Final = TypeAdapter(Kept)


def as_json(edition: Kept) -> bytes:
    """An edition as it is kept."""
    return _KEPT.dump_json(edition)


def from_json(kept: bytes) -> Kept | None:
    """What `as_json` wrote; None of anything else."""
    try:
        return _KEPT.validate_json(kept)
    except ValidationError:
        return None


class Spool:
    """Editions by the content of their files. Each is on disk once `keep` returns, also if the process is killed then.

    It is an aid: where the disk refuses it, or what is there cannot be read, the editions are read from their files.
    """

    def __init__(self, folder: Path | None) -> None:
        """`folder` is created; without one, nothing is kept."""
        self._connection: sqlite3.Connection | None = None
        self.found = 0
        if folder is None:
            return
        with suppress(OSError, sqlite3.Error):
            folder.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(folder / _FILE, isolation_level=None)
            # A killed process loses nothing that was handed to the system; a lost system loses the spool.
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, edition BLOB)")
            self._connection = connection

    def get(self, key: bytes) -> Kept | None:
        """What was kept of a file (see `key_of`)."""
        if self._connection is None:
            return None
        try:
            row = self._connection.execute("SELECT edition FROM kept WHERE key = ?", (key,)).fetchone()
            kept = from_json(row[0]) if row is not None else None
        except sqlite3.Error:
            return None
        self.found += kept is not None
        return kept

    def keep(self, key: bytes, edition: bytes) -> None:
        """Keep an edition, as JSON (see `as_json`)."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (key, edition))

    def close(self) -> None:
        """Let the file go."""
        if self._connection is not None:
            self._connection.close()


@contextmanager
def spooling(folder: Path | None) -> Iterator[Spool]:
    """A spool in a folder, closed at the end of the block."""
    spool = Spool(folder)
    try:
        yield spool
    finally:
        spool.close()


def key_of(path: Path, content: bytes) -> bytes:
    """What an edition is kept by: its content, and the name that gives its id."""
    digest = hashlib.blake2b(f"{_FORMAT} {__version__} {path.name}\0".encode(errors="surrogateescape"), digest_size=20)
    digest.update(content)
    return digest.digest()
