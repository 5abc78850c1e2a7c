"""Building the value index: values stream by in batches, and nothing that grows with them is held in memory."""

from __future__ import annotations

import datetime as dt
import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from fingerpost.core.cells import Cell, encode
from fingerpost.core.schema import TextKind
from fingerpost.linking import spelling_index
from fingerpost.linking.text import is_ideographic, normalise
from fingerpost.linking.value_keys import compact, hashed, key_of_compact, phrase_key

INDEX_FILE = "values.sqlite"
FORMAT = 3
"""The version of the index's form, kept as SQLite's `user_version`. The first had none."""
MAX_WORDS = 12
"""Values of more words are not looked up whole: nobody types them."""
MAX_CHARACTERS = 24
"""The same where every character is a word."""
MAX_LENGTH = 160

_CREATE = """
PRAGMA journal_mode=OFF;
PRAGMA synchronous=OFF;
PRAGMA temp_store=FILE;
PRAGMA cache_size=-65536;
CREATE TABLE slot (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, property TEXT NOT NULL, of_relationship INT NOT NULL);
CREATE TABLE value (id INTEGER PRIMARY KEY, key INT NOT NULL, slot INT NOT NULL, cell TEXT NOT NULL);
CREATE TABLE fact (name TEXT PRIMARY KEY, value INT NOT NULL) WITHOUT ROWID;
CREATE TEMP TABLE item (text TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE VIRTUAL TABLE part USING fts5(
    words, content='', detail=none, columnsize=0, tokenize=ascii
);
INSERT INTO part (part, rank) VALUES ('hashsize', 33554432), ('automerge', 0);
CREATE VIRTUAL TABLE part_word USING fts5vocab(part, 'row');
"""
_VALUE = "INSERT INTO value VALUES (?, ?, ?, ?)"
_PART = "INSERT INTO part (rowid, words) VALUES (?, ?)"


class IndexBuilder:
    """Takes the distinct values of one property after the other, and writes the index."""

    def __init__(self, folder: Path) -> None:
        self._connection = sqlite3.connect(folder / INDEX_FILE)
        self._connection.executescript(_CREATE)
        self._slots = 0
        self._first = 1
        self._next = 1
        self._items = False
        self._longest = 1

    @property
    def count(self) -> int:
        """How many entries there are."""
        return self._next - 1

    def begin(self, owner: str, name: str, of_relationship: bool) -> None:
        """The values that follow are of this property."""
        self._slots += 1
        self._first = self._next
        self._connection.execute(
            "INSERT INTO slot VALUES (?, ?, ?, ?)", (self._slots, owner, name, int(of_relationship))
        )

    def add(self, values: Sequence[Cell]) -> None:
        """Add distinct values of the property."""
        rows: list[tuple[int, int, int, str]] = []
        parts: list[tuple[int, str]] = []
        slot, number, longest = self._slots, self._next, self._longest
        for value in values:
            if isinstance(value, str):
                norm = indexed_text(value)
                if norm is None:
                    continue
                words = norm.split(" ")
                longest = max(longest, len(words))
                cell = f"s{value}"
                rows.append((number, phrase_key(words), slot, cell))
                if has_parts(norm, words):
                    parts.append((number, norm))
                number += 1
                joined = joined_key(value, norm, words)
                if joined is not None:
                    rows.append((number, joined, slot, cell))
                    number += 1
            elif isinstance(value, tuple):
                self._add_items(value)
            elif type(value) is not float:
                for key in plain_keys(value):
                    rows.append((number, key, slot, stored_cell(value)))
                    number += 1
        self._next, self._longest = number, longest
        self._connection.executemany(_VALUE, rows)
        self._connection.executemany(_PART, parts)

    def _add_items(self, items: Iterable[Cell]) -> None:
        """Keep the texts of a list until the property ends: many lists share them."""
        self._items = True
        texts = ((item,) for item in items if isinstance(item, str))
        self._connection.executemany("INSERT OR IGNORE INTO item VALUES (?)", texts)

    def end(self, kind: TextKind | None) -> None:
        """The property has no more values; `kind` is what its text means."""
        if self._items:
            self._items = False
            found = self._connection.execute("SELECT text FROM item")
            while batch := found.fetchmany(5_000):
                self.add([text for (text,) in batch])
            self._connection.execute("DELETE FROM item")
        if kind is not None and kind is not TextKind.NUMERIC:
            self._connection.executemany(_VALUE, self._moments(kind))

    def _moments(self, kind: TextKind) -> Iterator[tuple[int, int, int, str]]:
        """Entries under dates and times for the texts just added."""
        bounds = (self._first, self._next)
        texts = self._connection.execute("SELECT cell FROM value WHERE id >= ? AND id < ?", bounds)
        last = None
        for (cell,) in texts:
            moment = canonical_moment(cell[1:].strip(), kind) if cell != last else None
            last = cell
            if moment is not None:
                yield self._next, hashed(moment), self._slots, cell
                self._next += 1

    def finish(self) -> None:
        """Index what was written, and close."""
        connection = self._connection
        connection.execute("INSERT INTO fact VALUES ('longest', ?)", (self._longest,))
        connection.execute("CREATE INDEX by_key ON value (key)")
        connection.execute("INSERT INTO part (part) VALUES ('optimize')")
        words = sqlite3.Cursor(connection).execute("SELECT term, doc FROM part_word")
        spelling_index.build(connection, words)
        connection.execute("DROP TABLE part_word")
        connection.commit()
        connection.execute(f"PRAGMA user_version={FORMAT}")
        connection.close()


def indexed_text(value: str) -> str | None:
    """A text in the form in which it is indexed; None for texts that nobody types."""
    norm = normalise(value) if len(value) <= MAX_LENGTH else ""
    return None if not norm or _is_prose(norm.split(" ")) else norm


def has_parts(norm: str, words: Sequence[str]) -> bool:
    """Whether a text is found by single words of it."""
    return len(words) > 1 or norm.isalpha()


def stored_cell(value: Cell) -> str:
    """A value as the index keeps it."""
    if isinstance(value, str):
        return f"s{value}"
    return f"j{value}" if type(value) is int else "j" + json.dumps(encode(value))


def _is_prose(words: Sequence[str]) -> bool:
    """Whether a text has more words than anybody types."""
    return len(words) > MAX_CHARACTERS or (len(words) > MAX_WORDS and not is_ideographic(words[-1]))


_DIGIT = re.compile(r"\d")
_SHORT = 24
_DAY = len("2026-04-27")


def joined_key(value: str, norm: str, words: Sequence[str]) -> int | None:
    """The key of a text whose words people write together: an identifier, "O'Brien", "Wi-Fi"; None of any other."""
    if len(words) == 1:
        one = norm if norm.isalpha() else compact(words)
        return key_of_compact(one) if one != norm else None
    if " " not in value or (len(norm) <= _SHORT and _DIGIT.search(norm) is not None):
        return key_of_compact(compact(words))
    return None


def plain_keys(value: Cell) -> Iterator[int]:
    """The keys of a value that is no text."""
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int):
        yield phrase_key((str(value),))
    elif isinstance(value, dt.date):
        yield hashed("@" + value.isoformat()[:10])
    elif isinstance(value, dt.time):
        yield hashed("@" + value.isoformat()[:5])


def canonical_moment(text: str, kind: TextKind) -> str | None:
    """The key of a date or time stored as text; None where the text says that it is not known.

    A moment has none: who names its day does not mean it, but all moments of the day.
    """
    if kind is TextKind.ISO_DATE and text[:4].isdigit():
        return "@" + text if len(text) <= _DAY else None
    if kind is TextKind.CLOCK_TIME and text[:2].isdigit():
        return "@" + text[:5]
    if kind in (TextKind.DAY_FIRST_DATE, TextKind.MONTH_FIRST_DATE):
        parts = text.replace("-", "/").replace(".", "/").split("/")
        if len(parts) == 3 and all(part.isdigit() for part in parts):
            day, month = (parts[0], parts[1]) if kind is TextKind.DAY_FIRST_DATE else (parts[1], parts[0])
            return f"@{int(parts[2]):04d}-{int(month):02d}-{int(day):02d}"
    return None
