"""The value index: every distinct value that people may name, in SQLite, looked up by normalised text.

A key is a value's normalised text (`text.normalise`); dates are also kept under `@2017-08-11` and clock times under
`@09:27`, however they are stored, so that a question may write them in any form.
"""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from fingerpost.core.cells import Cell, decode, encode
from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.core.schema import TextKind
from fingerpost.linking.text import normalise
from fingerpost.stores.profile import text_kind

INDEX_FILE = "values.sqlite"
MAX_WORDS = 12
"""Values of more words are not looked up whole: nobody types them."""
MAX_LENGTH = 160
MAX_READINGS = 40
"""Most properties in which one text is looked for: a word that stands everywhere means nothing."""

_CREATE = """
CREATE TABLE slot (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, property TEXT NOT NULL, of_relationship INT NOT NULL);
CREATE TABLE value (norm TEXT NOT NULL, slot INT NOT NULL, cell TEXT NOT NULL);
CREATE TABLE word (word TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
"""


_SELECT = "SELECT norm, slot, cell FROM value"


@dataclass(frozen=True, slots=True)
class Slot:
    """A property of a label or of a relationship type."""

    owner: str
    property: str
    of_relationship: bool = False


class IndexBuilder:
    """Collects distinct values and writes the index."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / INDEX_FILE
        self._connection = sqlite3.connect(self._path)
        self._connection.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;" + _CREATE)
        self._words: set[str] = set()
        self._slots = 0
        self.count = 0

    def watch(self, owner: str, name: str, of_relationship: bool, values: Sequence[Cell]) -> None:
        """Add the distinct values of one property (this is a `stores.profile.Watch`)."""
        self._slots += 1
        slot = self._slots
        self._connection.execute("INSERT INTO slot VALUES (?, ?, ?, ?)", (slot, owner, name, int(of_relationship)))
        texts = [value for value in values if isinstance(value, str)]
        kind = text_kind(list(texts)) if texts and len(texts) == len(values) else None
        rows = [(norm, slot, cell) for norm, cell in self._entries(values, kind)]
        self.count += len(rows)
        self._connection.executemany("INSERT INTO value VALUES (?, ?, ?)", rows)

    def _entries(self, values: Iterable[Cell], kind: TextKind | None) -> Iterator[tuple[str, str]]:
        words = self._words
        for value in values:
            if isinstance(value, str):
                if len(value) > MAX_LENGTH:
                    continue
                norm = normalise(value)
                parts = norm.split(" ")
                if not norm or len(parts) > MAX_WORDS:
                    continue
                if kind is None:
                    words.update(part for part in parts if len(part) > 3 and part.isalpha())
                else:
                    moment = canonical_moment(value, kind)
                    if moment is not None:
                        yield moment, "s" + value
                yield norm, "s" + value
            elif isinstance(value, tuple):
                yield from self._entries((item for item in value if isinstance(item, str)), None)
            elif isinstance(value, bool) or value is None:
                continue
            elif isinstance(value, int):
                yield str(value), "j" + str(value)
            elif isinstance(value, (dt.date, dt.time)):
                yield (
                    "@" + value.isoformat()[: 10 if isinstance(value, dt.date) else 5],
                    "j" + json.dumps(encode(value)),
                )

    def finish(self) -> None:
        """Build the index of the index, and close."""
        connection = self._connection
        connection.executemany("INSERT INTO word VALUES (?)", ((word,) for word in sorted(self._words)))
        connection.execute("CREATE INDEX by_norm ON value (norm)")
        connection.commit()
        connection.close()


def canonical_moment(text: str, kind: TextKind) -> str | None:
    """The key of a date or time stored as text."""
    if kind is TextKind.ISO_DATE:
        return "@" + text[:10]
    if kind is TextKind.CLOCK_TIME:
        return "@" + text[:5]
    if kind in (TextKind.DAY_FIRST_DATE, TextKind.MONTH_FIRST_DATE):
        first, second, year = text.replace("-", "/").replace(".", "/").split("/")
        day, month = (first, second) if kind is TextKind.DAY_FIRST_DATE else (second, first)
        return f"@{int(year):04d}-{int(month):02d}-{int(day):02d}"
    return None


class ValueIndex:
    """An open value index, read-only; safe to use from several threads."""

    def __init__(self, folder: Path) -> None:
        path = folder / INDEX_FILE
        self._lock = threading.Lock()
        try:
            if not path.is_file():
                raise KnowledgeBaseError(f"{path} is missing", code="kb.damaged")
            self._connection = sqlite3.connect(
                f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
            )
            rows = self._connection.execute("SELECT id, owner, property, of_relationship FROM slot").fetchall()
        except sqlite3.Error as error:
            raise KnowledgeBaseError(f"{path} cannot be read: {error}", code="kb.damaged") from error
        self._slots = {id_: Slot(owner, name, bool(rel)) for id_, owner, name, rel in rows}

    def lookup(self, keys: Sequence[str]) -> dict[str, list[tuple[Slot, Cell]]]:
        """The values that stand under any of these keys."""
        found: dict[str, list[tuple[Slot, Cell]]] = {}
        for start in range(0, len(keys), 500):
            part = list(keys[start : start + 500])
            marks = ",".join("?" * len(part))
            for norm, slot, cell in self._select(f"{_SELECT} WHERE norm IN ({marks})", part):
                readings = found.setdefault(norm, [])
                if len(readings) < MAX_READINGS:
                    readings.append(self._reading(slot, cell))
        return found

    def spellings(self, owner: str, name: str, text: str) -> frozenset[str] | None:
        """The values of a property that read like a text; None where the index cannot tell that there are none."""
        norm = normalise(text)
        slots = [slot for slot in self._slots.values() if slot.owner == owner and slot.property == name]
        if not norm or not slots or len(text) > MAX_LENGTH or len(norm.split(" ")) > MAX_WORDS:
            return None
        found = self.lookup([norm]).get(norm, [])
        if len(found) >= MAX_READINGS:
            return None
        return frozenset(value for slot, value in found if slot in slots and isinstance(value, str))

    def starting_with(self, norm: str, limit: int = 8) -> list[tuple[str, Slot, Cell]]:
        """Values whose text begins with these words, with their keys."""
        rows = self._select(
            f"{_SELECT} WHERE norm > ? AND norm < ? LIMIT ?",
            [norm + " ", norm + " \U0010ffff", limit],
        )
        return [(key, *self._reading(slot, cell)) for key, slot, cell in rows]

    @cached_property
    def words(self) -> list[str]:
        """Every word of the values, for corrections of spelling."""
        return [word for word, _, _ in self._select("SELECT word, 0, '' FROM word", [])]

    def _reading(self, slot: int, stored: str) -> tuple[Slot, Cell]:
        try:
            return self._slots[slot], stored[1:] if stored[0] == "s" else decode(json.loads(stored[1:]))
        except (LookupError, TypeError, ValueError) as error:
            raise KnowledgeBaseError(f"the value index cannot be read: {error!r}", code="kb.damaged") from error

    def _select(self, text: str, parameters: Sequence[str | int]) -> list[tuple[str, int, str]]:
        with self._lock:
            try:
                return self._connection.execute(text, parameters).fetchall()
            except sqlite3.Error as error:
                raise KnowledgeBaseError(f"the value index cannot be read: {error}", code="kb.damaged") from error

    def close(self) -> None:
        self._connection.close()
