"""The files of a corpus: each document once, with its editions where folders are named by their dates."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fingerpost.domains.regulations.loader.instruments import date_of
from fingerpost.domains.regulations.loader.repository import Committed, Repository, is_checkout, is_repository


@dataclass(frozen=True, slots=True)
class Edition:
    """A document's file as of a date; `date` is None if the folders name none.

    `content` are the bytes of a file in a repository; else it is read from its path.
    """

    path: Path
    date: dt.date | None = None
    content: bytes | None = None

    @property
    def size(self) -> int:
        """Bytes; none of a file that cannot be looked at."""
        if self.content is not None:
            return len(self.content)
        try:
            return self.path.stat().st_size
        except OSError:
            return 0


_MOST_EDITIONS = 4
"""Editions of a document, at the mean, from which the history of a checkout is read only where its `.git` is named."""


def corpus_documents(paths: Sequence[Path], notes: list[str]) -> Iterator[tuple[Edition, ...]]:
    """Every document in files, folders and git repositories, with its editions from the oldest to the newest.

    What was decided about repositories is added to `notes`. Raises as `Repository.history` does.
    """
    plain: list[Path] = []
    for path in paths:
        if is_repository(path):
            yield from _committed(Repository(path), Repository(path).history(), path.parent)
        elif is_checkout(path):
            history = Repository(path).history()
            editions = sum(map(len, history.values()))
            if len(history) < editions <= _MOST_EDITIONS * len(history):
                yield from _committed(Repository(path), history, path)
                notes.append(f"{path} is a git repository: its commits are editions")
                continue
            if editions > len(history):
                notes.append(f"{path} has {editions:,} editions in its commits; load {path / '.git'} to read them all")
            plain.append(path)
        else:
            plain.append(path)
    yield from documents(plain)


def left_out(folder: Path, beside: Collection[Path]) -> list[str]:
    """The files of a folder and below that are not XML, hidden ones apart; `beside` are read as documents."""
    found: list[str] = []
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        files = [Path(root, name) for name in sorted(names) if not name.startswith(".") and not name.endswith(".xml")]
        found.extend(file.relative_to(folder).as_posix() for file in files if file not in beside)
    return found


def _committed(
    repository: Repository, history: dict[str, list[Committed]], folder: Path
) -> Iterator[tuple[Edition, ...]]:
    """The documents of a repository; one commit alone has no date."""
    contents = repository.contents([one.blob for versions in history.values() for one in versions])
    several = len({one.date for versions in history.values() for one in versions}) > 1
    for name, versions in history.items():
        yield tuple(Edition(folder / name, one.date if several else None, next(contents)) for one in versions)


def documents(paths: Sequence[Path]) -> list[tuple[Edition, ...]]:
    """Every document in files and below folders, with its editions from the oldest to the newest.

    `laws/2023-01-01/eng/acts/O-9.xml` and `laws/2024-01-01/eng/acts/O-9.xml` are two editions of one document.
    """
    found: dict[tuple[str, ...], list[Edition]] = {}
    for number, path in enumerate(paths):
        for file in sorted(path.rglob("*.xml")) if path.is_dir() else [path]:
            parts = file.relative_to(path.parent).parts
            dates = [date for date in map(date_of, parts) if date is not None]
            undated = tuple(part for part in parts if date_of(part) is None)
            key = undated if dates else (str(number), *undated)
            found.setdefault(key, []).append(Edition(file, dates[-1] if dates else None))
    return [tuple(sorted(editions, key=lambda edition: edition.date or dt.date.min)) for editions in found.values()]
