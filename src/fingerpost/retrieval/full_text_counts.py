"""The words of passages as SQLite's full text has them, and BM25 of a few passages with the counts of many."""

from __future__ import annotations

import math
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

TOKENIZE = "porter unicode61 remove_diacritics 2"
_K1, _B = 1.2, 0.75
"""Those of SQLite's `bm25`."""
_LEAST = 1e-6


@dataclass(frozen=True)
class Counts:
    """How many passages there are, the words in all of them together, and in how many each of some words stands."""

    passages: int
    words: int
    holding: Mapping[str, int]


def indexed(passages: Sequence[tuple[str, str]], *, on_disk: bool = False) -> sqlite3.Connection:
    """The full text of passages given as (title, text), by their number; in memory, or a temporary file."""
    connection = sqlite3.connect("" if on_disk else ":memory:", check_same_thread=False)
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(f"CREATE VIRTUAL TABLE words USING fts5(title, text, content='', tokenize='{TOKENIZE}')")
    rows = ((number, title, text) for number, (title, text) in enumerate(passages))
    connection.executemany("INSERT INTO words (rowid, title, text) VALUES (?, ?, ?)", rows)
    return connection


def words_of(passages: Sequence[tuple[str, str]]) -> list[Counter[str]]:
    """How often each word stands in each passage."""
    found: list[Counter[str]] = [Counter() for _ in passages]
    connection = indexed(passages)
    try:
        for number, word, count in connection.execute(_instances(connection) + "GROUP BY doc, term"):
            found[number][word] = count
    finally:
        connection.close()
    return found


def scored(
    connection: sqlite3.Connection, words: Sequence[str], lengths: Sequence[int], counts: Counts, most: int
) -> list[tuple[int, float]]:
    """The passages of a full text with the highest BM25 score for any of these words, best first.

    `words` are as `words_of` has them, `lengths` the numbers of words of each passage.
    """
    query = _instances(connection) + "WHERE term = ? GROUP BY doc"
    mean = max(counts.words / max(counts.passages, 1), 1e-9)
    scores: dict[int, float] = {}
    for word in words:
        held = counts.holding.get(word, 0)
        weight = math.log((counts.passages - held + 0.5) / (held + 0.5)) if held < counts.passages else 0.0
        for number, _, count in connection.execute(query, (word,)):
            long = 1 - _B + _B * lengths[number] / mean
            gained = max(weight, _LEAST) * count * (_K1 + 1) / (count + _K1 * long)
            scores[number] = scores.get(number, 0.0) + gained
    order = sorted(scores, key=lambda number: (-scores[number], number))[:most]
    return [(number, scores[number]) for number in order]


def _instances(connection: sqlite3.Connection) -> str:
    """The beginning of a query over the words of a full text."""
    connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS said USING fts5vocab(words, 'instance')")
    return "SELECT doc, term, count(*) FROM said "
