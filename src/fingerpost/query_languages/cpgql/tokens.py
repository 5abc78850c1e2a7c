"""Tokens of CPGQL: a small part of Scala. Everything else is refused: comments, interpolation, blocks, statements."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from fingerpost.core.errors import QueryRejected
from fingerpost.query_languages.findings import Finding, render_findings

MAX_LENGTH: Final = 8_000
MAX_TOKENS: Final = 1_500
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "'": "'", "\\": "\\"}
_TOKEN: Final = re.compile(
    r"""(?P<space>[ \t\r\n]+)
    |(?P<text>"(?:[^"\\\x00-\x1f]|\\[ntrbf"'\\.dwsDWSdbB()\[\]{}+*?|^$/-])*")
    |(?P<quoted>'(?:[^'"\\\x00-\x1f]){2,}')
    |(?P<number>(?:0|[1-9][0-9]{0,9})(?![0-9A-Za-z_.]*[A-Za-z_]))
    |(?P<name>[A-Za-z][A-Za-z0-9]*|_(?:[1-9]|1[0-2])?(?![A-Za-z0-9_]))
    |(?P<sign>=>|==|!=|<=|>=|&&|\|\||[.(),<>!+*\[\]-]|/(?![/*]))""",
    re.X | re.A,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A token: its kind (text, number, name, sign, end), its value and its position."""

    kind: str
    value: str
    position: int


def refused(findings: list[Finding], text: str) -> QueryRejected:
    """The error for a query, with every finding."""
    details = {"findings": [finding.model_dump(mode="json") for finding in findings]}
    return QueryRejected(render_findings(findings, text), details=details)


def tokens(text: str) -> tuple[list[Token], list[str]]:
    """The tokens of a query, and what was repaired in it.

    Raises:
        QueryRejected: it is too long, or has a sign that no query has.
    """
    if len(text) > MAX_LENGTH:
        finding = Finding(code="B201", message=f"a query has at most {MAX_LENGTH:,} characters")
        raise refused([finding], "")
    found: list[Token] = []
    fixes: list[str] = []
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise refused([_unknown(text, position)], text)
        kind, value = str(match.lastgroup), match[0]
        if kind == "text":
            found.append(Token("text", _unescaped(value[1:-1], position, fixes), position))
        elif kind == "quoted":
            fixes.append("quotes: a text stands in double quotes")
            found.append(Token("text", value[1:-1], position))
        elif kind != "space":
            found.append(Token(kind, value, position))
        position = match.end()
        if len(found) > MAX_TOKENS:
            raise refused([Finding(code="B201", message=f"a query has at most {MAX_TOKENS:,} tokens")], "")
    return [*found, Token("end", "", len(text))], fixes


def _unescaped(raw: str, position: int, fixes: list[str]) -> str:
    """The text that a literal stands for. `\\.` and `\\d`, which Scala refuses, are meant for a regular expression."""
    parts: list[str] = []
    index = 0
    while index < len(raw):
        if raw[index] != "\\":
            parts.append(raw[index])
            index += 1
            continue
        sign = raw[index + 1]
        if sign in _ESCAPES:
            parts.append(_ESCAPES[sign])
        else:
            parts.append("\\" + sign)
            fixes.append(f"escapes: \\{sign} in a regular expression is written \\\\{sign}")
        index += 2
    return "".join(parts)


_SAID: Final = (
    (re.compile(r"//|/\*"), "comments are not accepted"),
    (re.compile(r";"), "one query is one chain of steps: nothing may follow it"),
    (re.compile(r"[{}]"), "blocks of code are not accepted"),
    (re.compile(r"="), "assignments are not accepted"),
    (re.compile(r"@"), "annotations are not accepted"),
    (re.compile(r'"'), "this text is not closed, or has an escape that is not accepted"),
    (re.compile(r"'"), "a text stands in double quotes"),
)


def _unknown(text: str, position: int) -> Finding:
    said = next((words for pattern, words in _SAID if pattern.match(text, position)), None)
    return Finding(code="S201", message=said or f"{text[position]!r} is not accepted here", position=position)
