"""Builds the next state of a knowledge base beside it and swaps it in atomically."""

from __future__ import annotations

import fcntl
import glob
import os
import secrets
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.engine.manifest import DATA, MANIFEST, Manifest, read_manifest

_BUILDING = ".building-"
_SPOOL = f"{_BUILDING}spool"
"""A folder for what loaders have read; without a lock, so that it goes when it is old."""
_LOCK = ".loading"
"""A file that a running load keeps locked; the system unlocks it when the process ends, however it ends."""
_ABANDONED = 24 * 60 * 60
"""The age in seconds from which unpublished data without such a file are leftovers of a killed load."""


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn errors of writing a knowledge base into ours.

    Raises:
        KnowledgeBaseError: `kb.unwritable`.
    """
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise KnowledgeBaseError(f"{path} cannot be written: {reason}", code="kb.unwritable") from error


class Workplace:
    """A folder beside a knowledge base in which its next data are built, and a `spool` that outlives killed loads."""

    def __init__(self, path: Path) -> None:
        """Create the folder.

        Raises:
            KnowledgeBaseError: `kb.unwritable`.
        """
        self.path = path
        token = secrets.token_hex(6)
        self.data = f"{DATA}{token}"
        self._root = path.parent / f"{path.name}{_BUILDING}{token}"
        self.folder = self._root / self.data
        self.spool = path.parent / f"{path.name}{_SPOOL}"
        self._old = _data_folders(path)
        with writing(path):
            self.folder.mkdir(parents=True)
            unlocked = self._root / f"{_LOCK}.new"
            self._lock = unlocked.open("w")
            fcntl.flock(self._lock, fcntl.LOCK_EX)
            unlocked.rename(self._root / _LOCK)  # there it is never seen without its lock
            clear_away(path)

    def publish(self, manifest: Manifest) -> None:
        """Put the new data instead of the old, atomically.

        Raises:
            KnowledgeBaseError: `kb.unwritable`, or `kb.exists`: something else was created there meanwhile.
        """
        with writing(self.path):
            self._publish(manifest)
        shutil.rmtree(self.spool, ignore_errors=True)

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
                (self.path / _LOCK).unlink()
            except OSError:
                if not self.path.exists():
                    raise
            else:
                self._lock.close()
                return
        if not (self.path / MANIFEST).exists() and any(self.path.iterdir()):
            raise KnowledgeBaseError(f"{self.path} exists and is not a knowledge base", code="kb.exists")
        self.folder.rename(self.path / self.data)
        replaced = _named_data(self.path)
        new.replace(self.path / MANIFEST)
        self.discard()
        # Not data created meanwhile: another load may be about to name them in its manifest.
        for old in self._old | replaced:
            shutil.rmtree(self.path / old, ignore_errors=True)

    def discard(self, *, interrupted: bool = False) -> None:
        """Remove data that were not published, and the spool unless the load was interrupted and may go on."""
        shutil.rmtree(self._root, ignore_errors=True)
        if not interrupted:
            shutil.rmtree(self.spool, ignore_errors=True)
        self._lock.close()


def clear_away(path: Path) -> tuple[Path, ...]:
    """Remove what killed loads of a knowledge base left beside it, and return it. Running loads are left alone."""
    found = []
    for left in path.parent.glob(f"{glob.escape(path.name)}{_BUILDING}*"):
        with suppress(OSError), _abandoned(left) as abandoned:
            if abandoned:
                shutil.rmtree(left, ignore_errors=True)
                found.append(left)
    return tuple(found)


@contextmanager
def _abandoned(left: Path) -> Iterator[bool]:
    """Whether no load works in a folder; until the end of the block, none can begin to."""
    try:
        file: IO[str] = (left / _LOCK).open("r+")
    except FileNotFoundError:
        yield time.time() - left.stat().st_mtime > _ABANDONED
        return
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _data_folders(path: Path) -> set[str]:
    return {folder.name for folder in path.glob(f"{DATA}*")}


def _named_data(path: Path) -> set[str]:
    """The data folder that the manifest names, if it can be read."""
    try:
        return {read_manifest(path).data}
    except KnowledgeBaseError:
        return set()
