"""What people thought of answers, in one SQLite file."""

from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path

from fingerpost.core.errors import FingerpostError
from fingerpost.surfaces.http.models import Feedback

_TABLE = """
CREATE TABLE IF NOT EXISTS feedback (
  id INTEGER PRIMARY KEY, at REAL NOT NULL, caller TEXT, base TEXT NOT NULL, question TEXT NOT NULL,
  verdict TEXT NOT NULL, message_id TEXT, query TEXT, comment TEXT, user_identifier TEXT)
"""


class FeedbackFile:
    """Keeps verdicts. Thread-safe; each is on disk when `add` returns."""

    def __init__(self, path: Path) -> None:
        """Open or create the file.

        Raises:
            FingerpostError: `feedback.unwritable`.
        """
        self._path = path
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(mode=0o600)  # what was asked is for the server's own user
            self._connection = sqlite3.connect(path, check_same_thread=False)
            with self._connection:
                self._connection.execute(_TABLE)
        except (OSError, sqlite3.Error) as error:
            raise self._unwritable(error) from None

    def add(self, given: Feedback, base: str, caller: str | None) -> int:
        """Keep a verdict; returns its number. Raises as opening does, when the disk is full for example."""
        row = (time.time(), caller, base, given.question, given.verdict.value, given.message_id)
        more = (given.query, given.comment, given.user_identifier)
        columns = "at, caller, base, question, verdict, message_id, query, comment, user_identifier"
        try:
            with self._lock, self._connection:
                statement = f"INSERT INTO feedback ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608
                cursor = self._connection.execute(statement, (*row, *more))
                return cursor.lastrowid or 0
        except sqlite3.Error as error:
            raise self._unwritable(error) from None

    def _unwritable(self, error: Exception) -> FingerpostError:
        return FingerpostError(f"feedback cannot be kept in {self._path}: {error}", code="feedback.unwritable")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()
