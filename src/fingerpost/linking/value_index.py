"""The value index: every distinct value that people may name, in SQLite, looked up by its words (`value_keys`).

Dates are also kept under `@2017-08-11` and clock times under `@09:27`, however they are stored, so that a question may
write them in any form. Everything is read from disk where it is needed; only the names of properties are held.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from fingerpost.core.cells import Cell, decode
from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.linking import spelling_index
from fingerpost.linking.text import normalise
from fingerpost.linking.value_builder import FORMAT, INDEX_FILE, MAX_LENGTH, MAX_WORDS
from fingerpost.linking.value_keys import compact_key, hashed, phrase_key, plain_singular_key

MAX_READINGS = 40
"""Most readings of one text: a word that stands everywhere means nothing."""
_PARTS_SEEN = 400
"""Most values looked at that have a word in them."""
_MAPPED = 2**31 - 65_536
"""Bytes of the file that are read through the system's own cache."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A property of a label or of a relationship type."""

    owner: str
    property: str
    of_relationship: bool = False


Reading = tuple[Slot, Cell]


def _is_one_term(word: str) -> bool:
    """Whether the full-text table takes a word for one: it parts them at ASCII that is neither letter nor digit."""
    return all(c.isalnum() or not c.isascii() for c in word)


class ValueIndex:
    """An open value index, read-only; safe to use from several threads."""

    def __init__(self, folder: Path) -> None:
        """Open the index in a folder.

        Raises:
            KnowledgeBaseError: `kb.damaged`, or `kb.older`: it was made by a version that kept it otherwise.
        """
        path = folder / INDEX_FILE
        self._lock = threading.Lock()
        try:
            if not path.is_file():
                raise KnowledgeBaseError(f"{path} is missing", code="kb.damaged")
            self._connection = sqlite3.connect(
                f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
            )
            self._connection.execute(f"PRAGMA mmap_size={_MAPPED}")
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            rows = self._connection.execute("SELECT id, owner, property, of_relationship FROM slot").fetchall()
        except sqlite3.Error as error:
            raise KnowledgeBaseError(f"{path} cannot be read: {error}", code="kb.damaged") from error
        if version != FORMAT:
            self._connection.close()
            made = "a newer" if version > FORMAT else "an older"
            raise KnowledgeBaseError(
                f"{path} was made by {made} fingerpost (form {version}, this one reads {FORMAT})",
                code="kb.newer" if version > FORMAT else "kb.older",
                hint="load the sources again",
            )
        self._slots = {id_: Slot(owner, name, bool(rel)) for id_, owner, name, rel in rows}

    def lookup(self, phrases: Iterable[str]) -> dict[str, list[Reading]]:
        """The values that may be meant by any of these normalised phrases, or by a moment's key ("@2017-08-11").

        A phrase finds values of the same words in any order, in singular or plural, with numbers in words or figures.
        """
        keys = {p: hashed(p) if p.startswith("@") else phrase_key(p.split(" ")) for p in phrases if p}
        found = self._found(keys)
        plurals = {p: one for p in keys if p[-1] == "s" and (one := plain_singular_key(p.split(" "))) is not None}
        for phrase, readings in self._found(plurals).items() if plurals else ():
            found[phrase] = [*found.get(phrase, []), *readings]
        return found

    def lookup_joined(self, phrases: Iterable[str]) -> dict[str, list[Reading]]:
        """The values that differ from a normalised phrase in punctuation, blanks and leading zeros."""
        return self._found({phrase: compact_key(phrase.split(" ")) for phrase in phrases if phrase})

    def _found(self, keys: dict[str, int]) -> dict[str, list[Reading]]:
        by_key: dict[int, list[Reading]] = {}
        wanted = list(set(keys.values()))
        for start in range(0, len(wanted), 500):
            part = wanted[start : start + 500]
            marks = ",".join("?" * len(part))
            text = f"SELECT key, slot, cell FROM value WHERE key IN ({marks})"  # noqa: S608 - marks only
            for key, slot, cell in self._select(text, part):
                readings = by_key.setdefault(key, [])
                if len(readings) < MAX_READINGS:
                    readings.append(self._reading(slot, cell))
        return {phrase: by_key[key] for phrase, key in keys.items() if key in by_key}

    def spellings(self, owner: str, name: str, text: str) -> frozenset[str] | None:
        """The values of a property that read like a text; None where the index cannot tell that there are none."""
        norm = normalise(text)
        slots = [slot for slot in self._slots.values() if slot.owner == owner and slot.property == name]
        if not norm or not slots or len(text) > MAX_LENGTH or len(norm.split(" ")) > MAX_WORDS:
            return None
        found = self.lookup([norm]).get(norm, [])
        if len(found) >= MAX_READINGS:
            return None
        return frozenset(
            value for slot, value in found if slot in slots and isinstance(value, str) and normalise(value) == norm
        )

    def containing(self, words: Sequence[str], limit: int = 8) -> list[Reading]:
        """Values with all of these folded words among others, the shortest first, those that begin so before."""
        text = "SELECT slot, cell FROM value WHERE id IN (SELECT rowid FROM part WHERE part MATCH ? LIMIT ?)"
        match = " AND ".join(f'"{word}"' for word in words if word and _is_one_term(word))
        if not match:
            return []
        phrase = " ".join(words)
        found = []
        for slot, cell in self._select(text, [match, _PARTS_SEEN]):
            norm = normalise(cell[1:])
            if norm != phrase:
                found.append((not norm.startswith(f"{phrase} "), len(norm), norm, slot, cell))
        found.sort()
        return [self._reading(slot, cell) for _, _, _, slot, cell in found[:limit]]

    def initialled(self, initials: Sequence[str], word: str, limit: int = 8) -> list[Reading]:
        """Values that end with a word and begin with words of these initials: "t hamilton", "j r r tolkien"."""
        found = []
        for reading in self.containing([word], _PARTS_SEEN):
            names = normalise(str(reading[1])).split(" ")
            begun = [name[:1] for name in names[:-1]]
            if names[-1] == word and begun[: len(initials)] == list(initials):
                found.append(reading)
        return found[:limit]

    def has_word(self, word: str) -> bool:
        """Whether a folded word is one of a value's."""
        return bool(self._select("SELECT 1 FROM word WHERE word = ?", [word]))

    def misspelt(self, word: str, limit: int = 3) -> list[tuple[str, int]]:
        """The words of values that a word may be a slip of, each with how many edits it is off; likeliest first."""
        most = spelling_index.edits(len(word))
        if not most or len(word) > spelling_index.LONGEST or not word.isalpha():
            return []
        text, keys = spelling_index.statement(word, most)
        return spelling_index.nearest(word, self._select(text, keys), most, limit)

    @cached_property
    def longest(self) -> int:
        """How many words the value of most words has."""
        ((words,),) = self._select("SELECT value FROM fact WHERE name = 'longest'", [])
        return int(words)

    @cached_property
    def word_count(self) -> int:
        """How many words of values are known, for corrections of spelling."""
        ((count,),) = self._select("SELECT count(*) FROM word", [])
        return int(count)

    @property
    def value_count(self) -> int:
        """How many values questions can find, as `LoadReport.values` counts them."""
        ((count,),) = self._select("SELECT count(*) FROM value", [])
        return int(count)

    def _reading(self, slot: int, stored: str) -> Reading:
        try:
            return self._slots[slot], stored[1:] if stored[0] == "s" else decode(json.loads(stored[1:]))
        except (LookupError, TypeError, ValueError) as error:
            raise KnowledgeBaseError(f"the value index cannot be read: {error!r}", code="kb.damaged") from error

    def _select(self, text: str, parameters: Sequence[str | int]) -> list[tuple]:  # type: ignore[type-arg]
        with self._lock:
            try:
                return self._connection.execute(text, parameters).fetchall()
            except sqlite3.Error as error:
                raise KnowledgeBaseError(f"the value index cannot be read: {error}", code="kb.damaged") from error

    def close(self) -> None:
        self._connection.close()
