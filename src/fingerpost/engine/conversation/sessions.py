"""Sessions: what is kept of conversations, in one SQLite file, for a limited time."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol

from pydantic import ValidationError

from fingerpost.core.errors import FingerpostError
from fingerpost.engine.conversation.state import DialogueState

_TABLE = """
CREATE TABLE IF NOT EXISTS sessions (
  caller TEXT NOT NULL, user TEXT NOT NULL, base TEXT NOT NULL, session TEXT NOT NULL,
  expires REAL NOT NULL, memory TEXT NOT NULL,
  PRIMARY KEY (caller, user, session, base)) WITHOUT ROWID
"""
_KEY = "caller = ? AND user = ? AND session = ?"


class SessionKey(NamedTuple):
    """Whose session it is: the name of the API key, the user that the client names, and the session's id."""

    caller: str
    user: str
    session: str


class Sessions(Protocol):
    """Where sessions are kept; its methods raise `FingerpostError` (`session.unwritable`)."""

    def get(self, key: SessionKey, base: str) -> DialogueState: ...

    def put(self, key: SessionKey, base: str, memory: DialogueState) -> None: ...

    def delete(self, key: SessionKey) -> bool: ...

    def close(self) -> None: ...


def memory_of(text: str | None) -> DialogueState:
    """A memory that was kept; a conversation whose memory another version wrote begins anew."""
    try:
        return DialogueState.model_validate_json(text) if text is not None else DialogueState()
    except ValidationError:
        return DialogueState()


class SessionFile:
    """Keeps the memory of each session, per knowledge base, until it was not used for `seconds`. Thread-safe."""

    def __init__(self, path: Path | None, seconds: float, clock: Callable[[], float] = time.time) -> None:
        """Open or create the file; without a path, sessions end with the process.

        Raises:
            FingerpostError: `session.unwritable`.
        """
        self._where = str(path) if path is not None else ":memory:"
        self._seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch(mode=0o600)  # what was asked is for the server's own user
            self._connection = sqlite3.connect(self._where, check_same_thread=False)
            with self._connection:
                self._connection.execute(_TABLE)
        except (OSError, sqlite3.Error) as error:
            raise self._unwritable(error) from None

    def get(self, key: SessionKey, base: str) -> DialogueState:
        """The memory of a session; empty if it is new or has ended. Raises as opening does."""
        query = f"SELECT memory FROM sessions WHERE {_KEY} AND base = ? AND expires > ?"  # noqa: S608 - a constant
        try:
            with self._lock:
                row = self._connection.execute(query, (*key, base, self._clock())).fetchone()
        except sqlite3.Error as error:
            raise self._unwritable(error) from None
        return memory_of(row[0] if row is not None else None)

    def put(self, key: SessionKey, base: str, memory: DialogueState) -> None:
        """Keep a session, and forget those that have ended. Raises as opening does."""
        now = self._clock()
        row = (*key, base, now + self._seconds, memory.model_dump_json())
        try:
            with self._lock, self._connection:
                self._connection.execute("DELETE FROM sessions WHERE expires <= ?", (now,))
                self._connection.execute(
                    "INSERT OR REPLACE INTO sessions (caller, user, session, base, expires, memory)"
                    " VALUES (?, ?, ?, ?, ?, ?)",
                    row,
                )
        except sqlite3.Error as error:
            raise self._unwritable(error) from None

    def delete(self, key: SessionKey) -> bool:
        """Delete a session; whether there was one. Raises as opening does."""
        try:
            with self._lock, self._connection:
                done = self._connection.execute(f"DELETE FROM sessions WHERE {_KEY}", key)  # noqa: S608 - a constant
                return done.rowcount > 0
        except sqlite3.Error as error:
            raise self._unwritable(error) from None

    def _unwritable(self, error: Exception) -> FingerpostError:
        return FingerpostError(f"sessions cannot be kept in {self._where}: {error}", code="session.unwritable")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
