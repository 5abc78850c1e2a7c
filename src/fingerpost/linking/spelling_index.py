"""Words of values by how they may be misspelt: deletion neighbourhoods in SQLite.

Two words that are a few edits apart become one when a few letters are left out of each (Garbe's SymSpell). Every word
is kept under what is left of its first letters; a look-up reads those few keys and measures what it finds. Neither
takes memory that grows with the words.
"""

from __future__ import annotations

import itertools
import sqlite3
import zlib
from collections.abc import Iterator

from rapidfuzz import process
from rapidfuzz.distance import OSA

SHORTEST, LONGEST = 4, 30
"""Lengths of words whose spelling is looked into."""
_TWICE = 8
"""The length from which a word may be two edits off."""
_PREFIX = 6
"""How many letters from the beginning are varied: a word's rest is compared when it is found."""
_DEEP = 1_500_000
"""Most words that are kept by two edits; where there are more, all are kept by one."""
_SCANNED = 4_000
"""Most words that one look-up compares."""

_CREATE = """
CREATE TABLE word (id INTEGER PRIMARY KEY, word TEXT NOT NULL, count INT NOT NULL);
CREATE TABLE near (key INT NOT NULL, word INT NOT NULL, PRIMARY KEY (key, word)) WITHOUT ROWID;
"""


def edits(length: int) -> int:
    """How many edits a word of so many letters may be off."""
    return 0 if length < SHORTEST else 1 if length < _TWICE else 2


def build(connection: sqlite3.Connection, words: Iterator[tuple[str, int]]) -> int:
    """Write the words, each with how many values have it, and their neighbourhoods; how many words there are."""
    connection.executescript(_CREATE)
    chosen = ((word, count) for word, count in words if word.isalpha() and SHORTEST <= len(word) <= LONGEST)
    connection.executemany("INSERT INTO word (word, count) VALUES (?, ?)", chosen)
    connection.execute("CREATE UNIQUE INDEX by_word ON word (word)")
    (total,) = connection.execute("SELECT count(*) FROM word").fetchone()
    connection.execute("CREATE TEMP TABLE varied (key INT, word INT)")
    deepest = 2 if total <= _DEEP else 1
    rows = connection.execute("SELECT id, word FROM word")
    connection.executemany(
        "INSERT INTO varied VALUES (?, ?)",
        ((key, id_) for id_, word in rows for key in _keys(word, min(deepest, edits(len(word))))),
    )
    connection.execute("INSERT OR IGNORE INTO near SELECT key, word FROM varied ORDER BY key, word")
    connection.execute("DROP TABLE varied")
    return int(total)


def statement(word: str, most: int) -> tuple[str, list[int]]:
    """The query for candidates of a misspelt word, with its parameters: (word, count), among them words too far off."""
    keys = list(_keys(word, most))
    marks = ",".join("?" * len(keys))
    near = f"SELECT word FROM near WHERE key IN ({marks}) LIMIT {_SCANNED}"  # noqa: S608 - no text of anyone's
    return f"SELECT word, count FROM word WHERE id IN ({near})", keys  # noqa: S608


def nearest(word: str, candidates: list[tuple[str, int]], most: int, limit: int) -> list[tuple[str, int]]:
    """The candidates within so many edits, each with how many: fewest first, then those that more values have."""
    words = [candidate for candidate, _ in candidates]
    close = process.extract(word, words, scorer=OSA.distance, score_cutoff=most, limit=None)
    found = sorted((d, other[0] != word[0], -candidates[place][1], other) for other, d, place in close if d)
    return [(candidate, int(distance)) for distance, _, _, candidate in found[:limit]]


def _keys(word: str, most: int) -> set[int]:
    """What is left of a word's beginning when up to `most` letters are left out, hashed."""
    beginning = word[:_PREFIX]
    left = {beginning}
    for fewer in range(1, most + 1):
        left.update(map("".join, itertools.combinations(beginning, len(beginning) - fewer)))
    return {zlib.crc32(text.encode()) for text in left}
