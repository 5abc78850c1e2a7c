"""Words of values by how they may be misspelt: deletion neighbourhoods in SQLite.

Two words that are a few edits apart become one when a few letters are left out of each (Garbe's SymSpell). Every word
is kept under what is left of its first letters; a look-up reads those few keys and measures what it finds. Neither
takes memory that grows with the words. The keys are the "words" of a full-text table, which takes them four times as
fast as rows of a table would, on a third of the disk.
"""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterable, Iterator
from functools import cache

SHORTEST, LONGEST = 4, 30
"""Lengths of words whose spelling is looked into."""
_TWICE = 8
"""The length from which a word may be two edits off."""
_PREFIX = 7
"""How many letters from the beginning are varied: a word's rest is compared when it is found."""
_DEEP = 1_500_000
"""Most words that are kept by two edits; where there are more, all are kept by one."""
_SCANNED = 4_000
"""Most words that one look-up compares."""

_HASH = 2**18
"""Bytes of keys that are gathered before they are written: what a processor keeps near takes half the time."""
_BYTES = bytes(range(256))

_CREATE = """
CREATE TABLE word (id INTEGER PRIMARY KEY, word TEXT NOT NULL, count INT NOT NULL);
CREATE VIRTUAL TABLE near USING fts5(keys, content='', detail=none, columnsize=0, tokenize=ascii);
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
    connection.execute("INSERT INTO near (near, rank) VALUES ('hashsize', ?)", (_HASH,))
    deepest = 2 if total <= _DEEP else 1
    rows = connection.execute("SELECT id, word FROM word")
    connection.executemany(
        "INSERT INTO near (rowid, keys) VALUES (?, ?)",
        ((id_, _keys(word, min(deepest, edits(len(word))))) for id_, word in rows),
    )
    connection.execute("INSERT INTO near (near) VALUES ('optimize')")
    return int(total)


def add(connection: sqlite3.Connection, words: Iterable[str]) -> None:
    """Count words of one more value in an index that was built already, each once."""
    for word in words:
        if not (word.isalpha() and SHORTEST <= len(word) <= LONGEST):
            continue
        if connection.execute("UPDATE word SET count = count + 1 WHERE word = ?", (word,)).rowcount:
            continue
        number = connection.execute("INSERT INTO word (word, count) VALUES (?, 1)", (word,)).lastrowid
        connection.execute("INSERT INTO near (rowid, keys) VALUES (?, ?)", (number, _keys(word, edits(len(word)))))


def drop(connection: sqlite3.Connection, words: Iterable[str]) -> None:
    """Count words of a value no more. A word that no value has is forgotten; its neighbourhood leads nowhere then."""
    for word in words:
        connection.execute("UPDATE word SET count = count - 1 WHERE word = ?", (word,))
        connection.execute("DELETE FROM word WHERE word = ? AND count < 1", (word,))


def statement(word: str, most: int) -> tuple[str, list[str]]:
    """The query for candidates of a misspelt word, with its parameters: (word, count), among them words too far off."""
    keys = sorted(set(_keys(word, most).split(" ")))
    near = f"SELECT rowid FROM near WHERE near MATCH ? LIMIT {_SCANNED}"  # noqa: S608 - no text of anyone's
    return f"SELECT word, count FROM word WHERE id IN ({near})", [" OR ".join(f'"{key}"' for key in keys)]  # noqa: S608


def nearest(word: str, candidates: list[tuple[str, int]], most: int, limit: int) -> list[tuple[str, int]]:
    """The candidates within so many edits, each with how many: fewest first, then those that more values have."""
    from rapidfuzz import process  # takes longer to import than a small graph to index
    from rapidfuzz.distance import OSA

    words = [candidate for candidate, _ in candidates]
    close = process.extract(word, words, scorer=OSA.distance, score_cutoff=most, limit=None)
    found = sorted((d, other[0] != word[0], -candidates[place][1], other) for other, d, place in close if d)
    return [(candidate, int(distance)) for distance, _, _, candidate in found[:limit]]


def _keys(word: str, most: int) -> str:
    """What is left of a word's beginning when up to `most` letters are left out, parted by blanks."""
    beginning = word[:_PREFIX]
    if not beginning.isascii():
        return " ".join("".join(beginning[place] for place in left) for left in _left(len(beginning), most))
    return _pattern(len(beginning), most).translate(beginning.encode() + _BYTES[len(beginning) :]).decode()


@cache
def _left(length: int, most: int) -> tuple[tuple[int, ...], ...]:
    """The places that are left of so many when up to `most` are left out."""
    fewer = range(min(most, length - 1) + 1)
    return tuple(left for number in fewer for left in itertools.combinations(range(length), length - number))


@cache
def _pattern(length: int, most: int) -> bytes:
    """The places as bytes, parted by blanks: one translation of it spells all the keys of a word."""
    return b" ".join(map(bytes, _left(length, most)))
