"""How the database that wrote a dump writes texts, rows and comments."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

_STANDARD = r"(?<=[\s,(=][eE])'(?:[^'\\]|\\.|'')*+'|'(?:[^']|'')*+'"
"""A text, in which `''` is a quote; one with an `E` before it has escapes, too."""
_ESCAPED = r"'(?:[^'\\]|\\.|'')*+'"
_LEVELS = 4
"""Calls in one another: sqlite3 writes `replace(replace('..','\\r',char(13)),'\\n',char(10))` for two ends of lines."""
_NAMED = r'"(?:[^"\\]|\\.|"")*+"'


@dataclass(frozen=True)
class Dialect:
    """A kind of SQL. `name` is sqlglot's; `escapes`: a backslash in a text escapes; `hashes`: `#` begins a comment and
    what is in `/*!40101 .. */` is read; `batches`: lines with `GO` end statements; `typed`: columns hold what they
    declare."""

    name: str
    escapes: bool = False
    hashes: bool = False
    batches: bool = False
    typed: bool = True

    @cached_property
    def string(self) -> re.Pattern[str]:
        """A text in quotes."""
        return re.compile(self._text, re.DOTALL)

    @cached_property
    def row(self) -> re.Pattern[str]:
        """A row of values in parentheses; values may be calls of functions."""
        return re.compile(rf"\((?P<values>(?:[^()'\"]++|{self._text}|{_NAMED}|{self._call})*+)\)", re.DOTALL)

    @cached_property
    def value(self) -> re.Pattern[str]:
        """Each value of a row, as group 1."""
        return re.compile(rf"(?:\A|,)((?:[^(),'\"]++|{self._text}|{_NAMED}|{self._call})*+)", re.DOTALL)

    @property
    def _text(self) -> str:
        return _ESCAPED if self.escapes else _STANDARD

    @property
    def _call(self) -> str:
        call = "(?!)"
        for _ in range(_LEVELS):
            call = rf"\((?:[^()'\"]++|{self._text}|{_NAMED}|{call})*+\)"
        return call


SQLITE = Dialect("sqlite", typed=False)
POSTGRES = Dialect("postgres")
MYSQL = Dialect("mysql", escapes=True, hashes=True)
TSQL = Dialect("tsql", batches=True)
ORACLE = Dialect("oracle")
OTHER = Dialect("")
_SIGNS: tuple[tuple[Dialect, re.Pattern[str]], ...] = (
    (POSTGRES, re.compile(r"(?im)^-- PostgreSQL database|^COPY .* FROM stdin|^SET search_path|\bpg_catalog\b")),
    (MYSQL, re.compile(r"(?im)^-- (?:MySQL|MariaDB) dump|^-- phpMyAdmin|\bENGINE\s*=|^/\*!\d|\bAUTO_INCREMENT\b|`")),
    (TSQL, re.compile(r"(?im)^GO\s*$|\[dbo\]|\bIDENTITY_INSERT\b|\bNVARCHAR\b|\bIDENTITY\s*\(")),
    (SQLITE, re.compile(r"(?im)^PRAGMA |\bAUTOINCREMENT\b|\bsqlite_sequence\b")),
    (ORACLE, re.compile(r"(?i)\bVARCHAR2\b")),
    (POSTGRES, re.compile(r"(?i)\bOWNER TO\b|\b(?:BIG)?SERIAL\b|'::\w|\bnextval\b|\bbytea\b")),
    (MYSQL, re.compile(r"\\'")),
)
"""What tells a dialect, the surest signs first."""


def dialect_of(head: str) -> Dialect:
    """The dialect of a dump that begins like this."""
    return next((dialect for dialect, sign in _SIGNS if sign.search(head)), OTHER)
