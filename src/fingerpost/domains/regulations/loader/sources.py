"""The files of a corpus: each document once, with its editions where folders are named by their dates."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fingerpost.domains.regulations.loader.instruments import date_of


@dataclass(frozen=True, slots=True)
class Edition:
    """A document's file as of a date; `date` is None where the folders name none."""

    path: Path
    date: dt.date | None = None


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
