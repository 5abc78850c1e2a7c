"""What is kept of passages, so that opening a folder need not read them anew: their analyses, in the same file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

from fingerpost.retrieval.analysis import Kept

KEPT_SCHEMA = """
CREATE TABLE IF NOT EXISTS analyses (
    document TEXT NOT NULL REFERENCES documents (key) ON DELETE CASCADE, number INTEGER NOT NULL,
    rules TEXT NOT NULL, data BLOB NOT NULL, vectors BLOB NOT NULL, PRIMARY KEY (document, number)) WITHOUT ROWID;
"""
_INSERT = "INSERT OR REPLACE INTO analyses VALUES (?, ?, ?, ?, ?)"


def keep(database: sqlite3.Connection, document: str, rules: str, analyses: Sequence[Kept]) -> None:
    """Store the analyses of a document's passages, in their order; `rules` say how they were made."""
    rows = ((document, number, rules, one.data, one.vectors) for number, one in enumerate(analyses))
    database.executemany(_INSERT, rows)


def is_kept(database: sqlite3.Connection, document: str, rules: str) -> bool:
    """Whether all passages of a document have analyses that were made by these rules."""
    counts = (
        "SELECT (SELECT count(*) FROM passages WHERE document = ?) = "
        "(SELECT count(*) FROM analyses WHERE document = ? AND rules = ?)"
    )
    return bool(database.execute(counts, (document, document, rules)).fetchone()[0])


def each_kept(database: sqlite3.Connection, rules: str) -> Iterator[tuple[str, int, Kept]]:
    """The analyses that were made by these rules, one by one, by document and number; none in a file of an older
    version."""
    found = "SELECT document, number, data, vectors FROM analyses WHERE rules = ? ORDER BY document, number"
    try:
        rows = database.execute(found, (rules,))
    except sqlite3.OperationalError:  # there is no such table
        return
    for document, number, data, vectors in rows:
        yield document, number, Kept(data, vectors)
