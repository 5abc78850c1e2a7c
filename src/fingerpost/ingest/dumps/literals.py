"""Values as dumps write them: literals of SQL, and the fields of PostgreSQL's COPY. None is computed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from fingerpost.ingest.dumps.dialects import Dialect

Value = str | int | float | bool | bytes | None
"""What a literal stands for; of binary ones only that they are."""


class NotLiteral(ValueError):
    """An expression instead of a literal value."""


_NUMBER = re.compile(r"[-+]?(?:\d+(\.\d*)?|(\.\d+))([eE][-+]?\d+)?")
_LONGEST_NUMBER = 400
_WORDS = {"NULL": None, "DEFAULT": None, "TRUE": True, "FALSE": False}
_BITS = re.compile(r"b'([01]{1,63})'", re.IGNORECASE)
_BINARY = re.compile(
    r"(?:_binary\s*)?(?:0x(?P<hex>[0-9a-f]*)|x'(?P<quoted>[0-9a-f]*)')|_binary\s*'.*'", re.I | re.DOTALL
)
_FEW = 16
"""Digits of a binary value that is read, because it may be a flag; of longer ones only is known that they are there."""
_PREFIX = re.compile(r"(?:N|E|U&|_\w+|DATE|TIME|TIMESTAMP|DATETIME|JSON|UUID|INTERVAL)\s*(?=')", re.IGNORECASE)
_CAST = re.compile(r"\s*::\s*[\w\s\".\[\]]+(?:\(\s*\d+\s*(?:,\s*\d+\s*)?\))?\s*\Z")
_CALL = re.compile(
    r"(?:CAST|CONVERT|TRY_CAST|DATE|TIME|TIMESTAMP|DATETIME|TO_DATE|TO_TIMESTAMP|STR_TO_DATE|UNISTR|JSON|TO_CLOB)"
    r"\s*\((.*)\)",
    re.IGNORECASE | re.DOTALL,
)
_LINES = re.compile(r"replace\s*\((.*),\s*'(\\[nr])'\s*,\s*char\s*\(\s*1[03]\s*\)\s*\)", re.IGNORECASE | re.DOTALL)
_AS = re.compile(r"\s+AS\s.*", re.IGNORECASE | re.DOTALL)
_VERSIONED = re.compile(r"/\*!\d*|\*/")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "0": "", "Z": "\x1a", "%": "\\%", "_": "\\_"}
_UNISTR = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|\+([0-9A-Fa-f]{6})|([0-9A-Fa-f]{4})|(\\))")
_COPY = re.compile(r"\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|(.))", re.DOTALL)
_COPIED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def values_of(row: str, dialect: Dialect, bad: Callable[[str], None]) -> Iterator[Value]:
    """The values of a row as it stands between its parentheses; one that is not written down is None, and reported."""
    if dialect.hashes and "*/" in row:
        row = "".join(_outside(row, dialect))
    for found in dialect.value.finditer(row):
        try:
            yield literal(found[1].strip(), dialect)
        except NotLiteral as error:
            bad(str(error))
            yield None


def literal(text: str, dialect: Dialect) -> Value:
    """The value of a literal.

    Raises:
        NotLiteral: it is none.
    """
    first = text[:1]
    if first == "'":
        if text[-1] == "'" and dialect.string.fullmatch(text):
            return _unquoted(text[1:-1], escapes=dialect.escapes)
    elif (number := _NUMBER.fullmatch(text)) is not None and len(text) <= _LONGEST_NUMBER:
        return int(text) if number[1] is None and number[2] is None and number[3] is None else float(text)
    if (word := text.upper()) in _WORDS:
        return _WORDS[word]
    return _unusual(text, dialect)


def _unusual(text: str, dialect: Dialect) -> Value:
    if text[:1] == '"' and text[-1:] == '"' and len(text) > 1:
        return _unquoted(text[1:-1].replace('""', '"'), escapes=dialect.escapes)
    if (bits := _BITS.fullmatch(text)) is not None:
        return int(bits[1], 2)
    if (binary := _BINARY.fullmatch(text)) is not None:
        digits = binary["hex"] or binary["quoted"] or ""
        return bytes.fromhex(digits) if len(digits) <= _FEW and len(digits) % 2 == 0 else b""
    prefix = _PREFIX.match(text)
    if prefix is not None and dialect.string.fullmatch(text, prefix.end() - 1 if prefix[0] in "eE" else prefix.end()):
        return _unquoted(text[prefix.end() + 1 : -1], escapes=dialect.escapes or prefix[0] in "eE")
    if (escaped := re.fullmatch(r"[eE]'(.*)'", text, re.DOTALL)) is not None:
        return _unquoted(escaped[1], escapes=True)
    if (cast := _CAST.search(text)) is not None:
        return literal(text[: cast.start()].strip(), dialect)
    if (lines := _LINES.fullmatch(text)) is not None:
        held = literal(lines[1].strip(), dialect)
        return held.replace(lines[2], "\n" if lines[2] == "\\n" else "\r") if isinstance(held, str) else held
    if (call := _CALL.fullmatch(text)) is not None:
        held = _argument(call[1], text, dialect)
        return _UNISTR.sub(_character, held) if text[:6].upper() == "UNISTR" and isinstance(held, str) else held
    raise NotLiteral(f"{text[:40]!r} is not a literal")


def _argument(inside: str, call: str, dialect: Dialect) -> Value:
    """The value that a call is given: its first argument that is a literal, as in `CONVERT(type, value)`."""
    for found in dialect.value.finditer(inside):
        try:
            return literal(_AS.sub("", found[1]).strip(), dialect)
        except NotLiteral:
            continue
    raise NotLiteral(f"{call[:40]!r} is not a literal")


def copied(line: str) -> list[str | None]:
    """The fields of a line of PostgreSQL's COPY in its text format."""
    fields = line.split("\t")
    if "\\" not in line:
        return list(fields)
    return [None if field == "\\N" else _COPY.sub(_copied, field) for field in fields]


def _outside(row: str, dialect: Dialect) -> Iterator[str]:
    """The parts of a row without the signs of `/*!50705 .. */`, whose text is read; texts in quotes stay."""
    at = 0
    for text in dialect.string.finditer(row):
        yield _VERSIONED.sub("", row[at : text.start()])
        yield text[0]
        at = text.end()
    yield _VERSIONED.sub("", row[at:])


def _unquoted(text: str, *, escapes: bool) -> str:
    if "'" in text:
        text = text.replace("''", "'")
    return _ESCAPE.sub(_unescaped, text) if escapes and "\\" in text else text


def _unescaped(found: re.Match[str]) -> str:
    return _ESCAPED.get(found[1], found[1])


def _copied(found: re.Match[str]) -> str:
    if found[1] is not None:
        return chr(int(found[1], 8) % 256)
    if found[2] is not None:
        return chr(int(found[2], 16))
    return _COPIED.get(found[3], found[3])


def _character(found: re.Match[str]) -> str:
    digits = found[1] or found[2] or found[3] or found[4]
    if digits is None:
        return "\\"
    code = int(digits, 16)
    return chr(code) if code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF else "\ufffd"
