"""Where the keys and values of a TOML text stand, by line: `tomllib` reads values and does not tell.

The text must have been read by `tomllib` before, so that it is known to be well formed. TOML: https://toml.io/en/v1.0.0
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping

Place = tuple[str | int, ...]
"""Keys from the outermost in; numbers, from 0, for the items of lists."""

_PIECE = re.compile(
    r'(?P<text>"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\')'
    r"|(?P<skip>[ \t\r]+|#[^\n]*)|(?P<sign>[\n\[\]{}=,.])|(?P<bare>[^\s\[\]{}=,.#\"']+)",
    re.DOTALL,
)


def lines(text: str) -> dict[Place, int]:
    """The line, from 1, of every key and every item of a well-formed TOML text; of a table, where it begins."""
    return _Scan(text).found


def line_of(found: Mapping[Place, int], place: Place) -> int:
    """The line of a place, or of the innermost place about it that stands in the text."""
    for length in range(len(place), 0, -1):
        if place[:length] in found:
            return found[place[:length]]
    return 1


class _Scan:
    """One walk through a text."""

    def __init__(self, text: str) -> None:
        self.found: dict[Place, int] = {}
        self._pieces = list(_pieces(text))
        self._at = 0
        self._counts: dict[Place, int] = {}
        table: Place = ()
        while self._at < len(self._pieces):
            if self._sees("\n"):
                self._at += 1
            elif self._sees("["):
                table = self._header()
            else:
                self._pair(table)

    def _sees(self, sign: str) -> bool:
        return self._at < len(self._pieces) and self._pieces[self._at][:2] == ("sign", sign)

    def _pass(self, *signs: str) -> None:
        while any(map(self._sees, signs)):
            self._at += 1

    def _header(self) -> Place:
        """`[table]`, or `[[list.of.tables]]`, each of which is one more item of its list."""
        line = self._pieces[self._at][2]
        self._at += 1
        listed = self._sees("[")
        self._pass("[")
        keys = self._key()
        self._pass("]")
        place: Place = ()
        for number, key in enumerate(keys, 1):
            place = (*place, key)
            self.found.setdefault(place, line)
            if place in self._counts and (number < len(keys) or not listed):
                place = (*place, self._counts[place])
        if listed:
            number = self._counts.get(place, -1) + 1
            self._counts[place] = number
            place = (*place, number)
            self.found[place] = line
        return place

    def _key(self) -> list[str]:
        """The parts of a key with dots."""
        parts: list[str] = []
        while True:
            kind, piece, _ = self._pieces[self._at]
            parts.append(str(tomllib.loads(f"x = {piece}")["x"]) if kind == "text" else piece)
            self._at += 1
            if not self._sees("."):
                return parts
            self._at += 1

    def _pair(self, table: Place) -> None:
        line = self._pieces[self._at][2]
        place = table
        for key in self._key():
            place = (*place, key)
            self.found.setdefault(place, line)
        self._at += 1
        self._value(place)

    def _value(self, place: Place) -> None:
        """A value of any kind; the items of lists and the keys of tables in it are noted."""
        if self._sees("["):
            self._items(place)
        elif self._sees("{"):
            self._at += 1
            self._pass("\n", ",")
            while not self._sees("}"):
                self._pair(place)
                self._pass("\n", ",")
            self._at += 1
        else:
            self._at += 1
            while self._at < len(self._pieces) and (self._pieces[self._at][0] == "bare" or self._sees(".")):
                self._at += 1  # numbers with a point, dates with a time

    def _items(self, place: Place) -> None:
        self._at += 1
        number = 0
        self._pass("\n", ",")
        while not self._sees("]"):
            item = (*place, number)
            self.found[item] = self._pieces[self._at][2]
            self._value(item)
            self._pass("\n", ",")
            number += 1
        self._at += 1


def _pieces(text: str) -> Iterator[tuple[str, str, int]]:
    """The pieces of a text that are not white space: kind, the piece, its line."""
    line = 1
    for piece in _PIECE.finditer(text):
        kind, said = piece.lastgroup or "", piece.group()
        if kind != "skip":
            yield kind, said, line
        line += said.count("\n")
