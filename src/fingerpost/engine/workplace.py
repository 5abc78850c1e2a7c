"""Builds the next state of a knowledge base beside it and swaps it in atomically."""

from __future__ import annotations

import glob
import os
import secrets
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.engine.manifest import DATA, MANIFEST, Manifest, read_manifest

_BUILDING = ".building-"
_ABANDONED = 24 * 60 * 60
"""The age in seconds from which unpublished data are leftovers of a killed load."""


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
    """A folder beside a knowledge base in which its next data are built."""

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
        self._old = _data_folders(path)
        with writing(path):
            self.folder.mkdir(parents=True)
            self._clear_away()

    def _clear_away(self) -> None:
        """Remove the leftovers of killed loads; those of a running load are younger."""
        for left in self.path.parent.glob(f"{glob.escape(self.path.name)}{_BUILDING}*"):
            with suppress(FileNotFoundError):
                if time.time() - left.stat().st_mtime > _ABANDONED:
                    shutil.rmtree(left, ignore_errors=True)

    def publish(self, manifest: Manifest) -> None:
        """Put the new data in place of the old, atomically.

        Raises:
            KnowledgeBaseError: `kb.unwritable`, or `kb.exists`: something else was created there meanwhile.
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
        # Not data created meanwhile: another load may be about to name them in its manifest.
        for old in self._old | replaced:
            shutil.rmtree(self.path / old, ignore_errors=True)

    def discard(self) -> None:
        """Remove data that were not published."""
        shutil.rmtree(self._root, ignore_errors=True)


def _data_folders(path: Path) -> set[str]:
    return {folder.name for folder in path.glob(f"{DATA}*")}


def _named_data(path: Path) -> set[str]:
    """The data folder that the manifest names, if it can be read."""
    try:
        return {read_manifest(path).data}
    except KnowledgeBaseError:
        return set()
