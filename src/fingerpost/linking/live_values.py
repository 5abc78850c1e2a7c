"""A value index that is kept up with a graph that changes: values are added and removed inside a transaction.

It has the tables of an index that was built at once (`value_builder`), and beside them how many elements have each
value. Whoever writes owns the connection and the transaction; readers open the file by themselves and see what was
committed. A word in the full-text tables outlives its value: what it leads to is looked up among the values, and is
not there.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from pathlib import Path

from fingerpost.core.cells import Cell, decode
from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.core.schema import TextKind
from fingerpost.linking import spelling_index
from fingerpost.linking.value_builder import (
    canonical_moment,
    has_parts,
    indexed_text,
    joined_key,
    plain_keys,
    stored_cell as stored,
)
from fingerpost.linking.value_index import Reading, Slot, ValueIndex
from fingerpost.linking.value_keys import hashed, phrase_key

_CREATE = """
CREATE TABLE slot (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, property TEXT NOT NULL, of_relationship INT NOT NULL);
CREATE TABLE value (id INTEGER PRIMARY KEY AUTOINCREMENT, key INT NOT NULL, slot INT NOT NULL, cell TEXT NOT NULL);
CREATE INDEX by_key ON value (key);
CREATE INDEX by_slot ON value (slot);
CREATE TABLE fact (name TEXT PRIMARY KEY, value INT NOT NULL) WITHOUT ROWID;
INSERT INTO fact VALUES ('longest', 1);
CREATE TABLE held (
    slot INT NOT NULL, item INT NOT NULL, cell TEXT NOT NULL, count INT NOT NULL, PRIMARY KEY (slot, item, cell)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE part USING fts5(words, content='', detail=none, columnsize=0, tokenize=ascii);
"""
_HOLD = (
    "INSERT INTO held VALUES (?, ?, ?, ?) ON CONFLICT (slot, item, cell) DO UPDATE SET count = count + excluded.count "
    "RETURNING count"
)
_LONG = 400
"""Characters of a stored value from which only its hash is counted: no question names it whole."""


def create_live_index(connection: sqlite3.Connection) -> None:
    """Make the tables of an empty index."""
    connection.executescript(_CREATE)
    spelling_index.build(connection, iter(()))


class LiveIndexWriter:
    """Counts the values of a graph's elements, and indexes those that any element has."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        rows = connection.execute("SELECT id, owner, property, of_relationship FROM slot")
        self._numbers = {Slot(owner, name, bool(edge)): number for number, owner, name, edge in rows}

    def number(self, slot: Slot) -> int:
        """The number of a property, given when it is first met."""
        number = self._numbers.get(slot)
        if number is None:
            number = self._numbers[slot] = len(self._numbers) + 1
            row = (number, slot.owner, slot.property, int(slot.of_relationship))
            self._connection.execute("INSERT INTO slot VALUES (?, ?, ?, ?)", row)
        return number

    def change(self, slot: Slot, value: Cell, by: int) -> bool:
        """So many more (or fewer) elements have a value; whether the first was added or the last one removed."""
        number = self.number(slot)
        edge = self._held(number, 0, counted(value), by)
        if isinstance(value, tuple):
            for item in value:
                if isinstance(item, str) and self._held(number, 1, counted(item), by):
                    self._turn(number, item, by)
        elif edge:
            self._turn(number, value, by)
        return edge

    def _held(self, number: int, item: int, cell: str, by: int) -> bool:
        ((count,),) = self._connection.execute(_HOLD, (number, item, cell, by)).fetchall()
        if count <= 0:
            self._connection.execute("DELETE FROM held WHERE slot = ? AND item = ? AND cell = ?", (number, item, cell))
        return bool(count <= 0 if by < 0 else count == by)

    def _turn(self, number: int, value: Cell, by: int) -> None:
        if by > 0:
            self._enter(number, value)
        else:
            self._remove(number, value)

    def _enter(self, number: int, value: Cell) -> None:
        for place, (key, norm) in enumerate(_keys(value)):
            row = self._insert(key, number, stored(value))
            if norm is not None and not place:
                words = norm.split(" ")
                if has_parts(norm, words):
                    self._connection.execute("INSERT INTO part (rowid, words) VALUES (?, ?)", (row, norm))
                    spelling_index.add(self._connection, set(words))
                longest = "UPDATE fact SET value = ? WHERE name = 'longest' AND value < ?"
                self._connection.execute(longest, (len(words), len(words)))

    def _insert(self, key: int, number: int, cell: str) -> int | None:
        entry = "INSERT INTO value (key, slot, cell) VALUES (?, ?, ?)"
        return self._connection.execute(entry, (key, number, cell)).lastrowid

    def _remove(self, number: int, value: Cell) -> None:
        for place, (key, norm) in enumerate(_keys(value)):
            self._delete(key, number, stored(value))
            if norm is not None and not place and has_parts(norm, words := norm.split(" ")):
                spelling_index.drop(self._connection, set(words))

    def _delete(self, key: int, number: int, cell: str) -> None:
        self._connection.execute("DELETE FROM value WHERE key = ? AND slot = ? AND cell = ?", (key, number, cell))

    def moments(self, slot: Slot, texts: Iterable[str], kind: TextKind | None, *, present: bool) -> None:
        """Enter texts under the dates and times that they mean, or take them out again."""
        if kind is None or kind is TextKind.NUMERIC:
            return
        number = self.number(slot)
        for text in texts:
            moment = canonical_moment(text.strip(), kind)
            if moment is not None and indexed_text(text) is not None:
                self._delete(hashed(moment), number, stored(text))
                if present:
                    self._insert(hashed(moment), number, stored(text))

    def values(self) -> Iterator[tuple[Slot, str, int]]:
        """Every value that is held: its property, its counted form (see `uncounted`), and how many elements have it."""
        slots = {number: slot for slot, number in self._numbers.items()}
        rows = self._connection.execute("SELECT slot, cell, count FROM held WHERE item = 0")
        for number, cell, count in rows:
            yield slots[number], cell, count

    def cells(self, slot: Slot) -> list[str]:
        """The values that are held of a property, in their counted form."""
        rows = self._connection.execute("SELECT cell FROM held WHERE slot = ? AND item = 0", (self.number(slot),))
        return [cell for (cell,) in rows]

    def texts(self, slot: Slot) -> list[str]:
        """The texts that are held of a property."""
        return [cell[1:] for cell in self.cells(slot) if cell[0] == "s"]


def counted(value: Cell) -> str:
    """The form in which a value is counted: its own, or that of its hash where it is long."""
    cell = stored(value)
    return cell if len(cell) <= _LONG else "h" + blake2b(cell.encode("utf-8", "surrogatepass")).hexdigest() + cell[0]


def uncounted(cell: str) -> Cell:
    """The value of a counted form; of a long one, one of the same type that means nothing."""
    if cell[0] == "s":
        return cell[1:]
    if cell[0] == "j":
        return decode(json.loads(cell[1:]))
    return "…" if cell[-1] == "s" else ("…",)


def _keys(value: Cell) -> Iterator[tuple[int, str | None]]:
    """The keys of a value; of a text with its indexed form."""
    if not isinstance(value, str):
        yield from ((key, None) for key in plain_keys(value))
        return
    norm = indexed_text(value)
    if norm is None:
        return
    words = norm.split(" ")
    yield phrase_key(words), norm
    joined = joined_key(value, norm, words)
    if joined is not None:
        yield joined, norm


class LiveValueIndex(ValueIndex):
    """An index that is being written to, read as far as it was committed. Safe to use from several threads."""

    def __init__(self, path: Path) -> None:
        """Open the index in a file.

        Raises:
            KnowledgeBaseError: `kb.damaged`.
        """
        self._lock = threading.Lock()
        try:
            uri = f"{path.resolve().as_uri()}?mode=ro"
            self._connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
            self._connection.execute("PRAGMA query_only=1")
        except sqlite3.Error as error:
            raise KnowledgeBaseError(f"{path} cannot be read: {error}", code="kb.damaged") from error
        self._known: dict[int, Slot] = {}
        self.refresh()

    @property
    def _slots(self) -> Mapping[int, Slot]:  # type: ignore[override]
        return self._known

    def refresh(self) -> None:
        """Take over properties that are new."""
        rows = self._select("SELECT id, owner, property, of_relationship FROM slot WHERE id > ?", [len(self._known)])
        self._known = self._known | {number: Slot(owner, name, bool(edge)) for number, owner, name, edge in rows}

    def _reading(self, slot: int, stored: str) -> Reading:
        if slot not in self._known:
            self.refresh()
        return super()._reading(slot, stored)

    @property
    def longest(self) -> int:
        """How many words the value of most words has, or had."""
        ((words,),) = self._select("SELECT value FROM fact WHERE name = 'longest'", [])
        return int(words)

    @property
    def word_count(self) -> int:
        """How many words of values are known, for corrections of spelling."""
        ((count,),) = self._select("SELECT count(*) FROM word", [])
        return int(count)
