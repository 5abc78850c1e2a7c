"""Words and literals of Cypher scripts that hold data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from fingerpost.core.cells import Cell
from fingerpost.ingest import typed_text

_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
    |(?P<quoted>`(?:[^`]|``)*`)
    |(?P<number>(?:\d+\.\d+|\.\d+|\d+)(?:[eE][+-]?\d+)?)
    |(?P<name>[^\W\d]\w*)
    |(?P<sign>\+=|<-|->|[-(){}\[\]:,;=.|+$&<>!%*/])""",
    re.VERBOSE | re.DOTALL,
)
_SHELL = re.compile(r"(?im)^[ \t]*:(?:begin|commit|rollback|params?|use|source|auto)\b[^\n]*$")
_PARAMETER = re.compile(r"(?im)^[ \t]*:param[ \t]+(\w+)[ \t]*(?:=>|:)([^\n]*)$")
_ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_WORDS = {"true": True, "false": False, "null": None}
IMPORT = ("UNIQUE IMPORT LABEL", "UNIQUE IMPORT ID")
"""The label and the property by which exports of APOC join their statements."""
_CHANGES = ("CREATE", "MERGE", "SET", "DELETE", "REMOVE", "CALL", "LOAD", "FOREACH")
_MADE = ("date", "datetime", "localdatetime", "time", "localtime", "duration", "point")
MAX_DEPTH = 64
"""Levels of lists and maps in one another."""


class NotData(Exception):
    """A statement has something that is not data, with its line."""

    def __init__(self, what: str, line: int) -> None:
        super().__init__(what)
        self.line = line


@dataclass(frozen=True, slots=True)
class Token:
    """A word, with `kind` as in the tokenizer's groups, and its line."""

    kind: str
    text: str
    line: int


def statements(text: str) -> Iterator[list[Token]]:
    """The statements of a script, without comments, empty ones and lines for the shell (`:begin`)."""
    text = _SHELL.sub("", _PARAMETER.sub(r"PARAMETER \1 \2;", text))
    found: list[Token] = []
    place, line = 0, 1
    while place < len(text):
        match = _TOKEN.match(text, place)
        kind, piece = (match.lastgroup or "sign", match[0]) if match else ("odd", text[place])
        if kind == "sign" and piece == ";":
            if found:
                yield found
            found = []
        elif kind != "space":
            found.append(Token(kind, piece, line))
        line += piece.count("\n")
        place += len(piece)
    if found:
        yield found


_BETWEEN = (("BEGIN",), ("COMMIT",), ("ROLLBACK",), ("SCHEMA", "AWAIT"))


class Words:
    """The words of one statement, read from left to right; `NotData` where something else is expected."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._words = [token.text.upper() if token.kind in ("name", "sign") else "" for token in tokens]
        self._words.append("")  # asked for word by word, for each row: nothing stands behind the last
        self._place = 0

    @property
    def line(self) -> int:
        """The line of the next word."""
        return self._tokens[min(self._place, len(self._tokens) - 1)].line

    @property
    def done(self) -> bool:
        """Whether nothing is left."""
        return self._place >= len(self._tokens)

    def mark(self) -> int:
        """The place of the next word, for `back`."""
        return self._place

    def back(self, mark: int) -> None:
        """Go to a place."""
        self._place = mark

    def finish(self) -> None:
        """Leave the rest of the statement, which was read."""
        self._place = len(self._tokens)

    def take_shell(self) -> None:
        """Take the words between statements that shells end with the line: BEGIN, COMMIT, SCHEMA AWAIT."""
        while any(self.take(*words) for words in _BETWEEN):
            pass

    def clears_import(self) -> bool:
        """Whether the statement removes the labels of an import, as the end of an export of APOC does."""
        return self.sees("MATCH") and self._has("REMOVE") and any(t.text.strip("`") in IMPORT for t in self._tokens)

    def only_reads(self) -> bool:
        """Whether the statement reads what was written, and changes nothing: a question at the end of a script."""
        asks = self.sees("MATCH") or self.sees("RETURN") or self.sees("OPTIONAL", "MATCH")
        return asks and self._has("RETURN") and not self._has(*_CHANGES)

    def deletes(self) -> bool:
        """Whether the statement takes away nodes or relationships."""
        return self._has("DELETE")

    def _has(self, *words: str) -> bool:
        return any(token.kind == "name" and token.text.upper() in words for token in self._tokens)

    def sees(self, *words: str) -> bool:
        """Whether these words come next, in any case."""
        if len(words) == 1:
            return self._words[self._place] == words[0]
        return tuple(self._words[self._place : self._place + len(words)]) == words

    def take(self, *words: str) -> bool:
        """Take these words if they come next."""
        if not self.sees(*words):
            return False
        self._place += len(words)
        return True

    def need(self, *words: str) -> None:
        """Take these words, which must come next."""
        if not self.take(*words):
            raise self.odd(f"expected {' '.join(words)}")

    def odd(self, what: str) -> NotData:
        """What is wrong here."""
        near = "" if self.done else f" at {self._tokens[self._place].text[:40]!r}"
        return NotData(f"{what}{near}", self.line)

    def name(self) -> str:
        """Take a name, quoted or not."""
        found = self.maybe_name()
        if found is None:
            raise self.odd("expected a name")
        return found

    def maybe_name(self) -> str | None:
        """Take a name if one comes next."""
        if self.done or self._tokens[self._place].kind not in ("name", "quoted"):
            return None
        token = self._tokens[self._place]
        self._place += 1
        return token.text[1:-1].replace("``", "`") if token.kind == "quoted" else token.text

    def value(self, row: Mapping[str, Any], depth: int = 0) -> Any:
        """Take a literal, a list or map of such, or something out of `row` (`row.name`)."""
        if depth > MAX_DEPTH:
            raise self.odd(f"nested more than {MAX_DEPTH} deep")
        if self.take("["):
            return tuple(self._items(row, depth))
        if self.sees("{"):
            return self.map(row, depth)
        if self.take("-"):
            found = self.value(row, depth + 1)
            if isinstance(found, bool) or not isinstance(found, int | float):
                raise self.odd("expected a number")
            return -found
        if self.done:
            raise self.odd("expected a value")
        token = self._tokens[self._place]
        if token.kind == "text":
            self._place += 1
            return _ESCAPE.sub(_unescaped, token.text[1:-1])
        if token.kind == "number":
            self._place += 1
            return int(token.text) if token.text.isdigit() else float(token.text)
        if token.kind == "name" and token.text.lower() in _WORDS:
            self._place += 1
            return _WORDS[token.text.lower()]
        return self._named(row, depth)

    def map(self, row: Mapping[str, Any], depth: int = 0) -> dict[str, Any]:
        """Take a map."""
        self.need("{")
        found: dict[str, Any] = {}
        while not self.take("}"):
            key = self.name()
            self.need(":")
            found[key] = self.value(row, depth + 1)
            if not self.sees("}"):
                self.need(",")
        return found

    def _items(self, row: Mapping[str, Any], depth: int) -> Iterator[Any]:
        while not self.take("]"):
            yield self.value(row, depth + 1)
            if not self.sees("]"):
                self.need(",")

    def _named(self, row: Mapping[str, Any], depth: int) -> Any:
        """`row.name`, or a moment made of a text: `date('2026-01-31')`."""
        name = f"${self.name()}" if self.take("$") else self.name()
        if name.lower() in _MADE and self.take("("):
            given = self.value(row, depth + 1)
            self.need(")")
            return self._made(name.lower(), given)
        if name not in row:
            raise self.odd(f"{name} is not data")
        found = row[name]
        while self.take("."):
            key = self.name()
            found = found.get(key) if isinstance(found, Mapping) else None
        return found

    def _made(self, kind: str, given: Any) -> Cell:
        if kind == "point" and isinstance(given, Mapping):
            given = "{" + ", ".join(f"{key}: {value}" for key, value in given.items()) + "}"
        if not isinstance(given, str):
            raise self.odd(f"expected the text of a {kind}")
        try:
            return typed_text.converter(kind)(given)
        except ValueError as error:
            raise self.odd(str(error)) from None


def _unescaped(match: re.Match[str]) -> str:
    what = match[1]
    if len(what) > 1:
        code = int(what[1:], 16)
        return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\ufffd"
    return _ESCAPED.get(what, what)
