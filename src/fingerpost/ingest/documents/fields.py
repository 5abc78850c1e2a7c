"""Facts of tables, whose rows are about the thing in their first cell, and of lines such as `Owner: Dana Cruz`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fingerpost.ingest.documents.frame_table import Field, table
from fingerpost.ingest.documents.names import IDENTIFIER, Name, is_named, key_of, named
from fingerpost.ingest.documents.statement import DocumentFact

_LINE = re.compile(r"[^\n]+")
_RULE = re.compile(r"\|?[\s:|-]+\|?")
_FIELD = re.compile(r"[ \t]*(?:[-*+•][ \t]+)?[*_]{0,2}([A-Z][A-Za-z -]{1,30})[*_]{0,2}:[*_]{0,2}[ \t]+(\S[^\n]*)")
_SPLIT = re.compile(r"\s*(?:,|;|\band\b|<br ?/?>)\s*")
_MARKUP = re.compile(r"\[([^\]]*)\]\([^)]*\)|[*_`\[\]]+")
_NOTHING = frozenset(("", "-", "–", "—", "none", "n/a", "na", "tbd", "unknown", "no", "yes", "?", "nobody", "open"))
_MOST_WORDS = 8
_BY_SOMEBODY = frozenset(("APPROVED_BY", "AUTHORED_BY", "OWNED_BY"))


def is_table(text: str) -> bool:
    """Whether a block is a table with a head and a row."""
    lines = [line for line in text.split("\n") if line.strip()]
    return len(lines) > 1 and all(line.lstrip().startswith("|") for line in lines)


def facts_of_table(text: str, start: int, end: int) -> Iterator[DocumentFact]:
    """The facts of a table whose lines lie between these characters; each row is the quote of its facts."""
    columns: list[Field | None] = []
    for line in _LINE.finditer(text, start, end):
        if _RULE.fullmatch(line.group().strip()):
            continue
        cells = [_MARKUP.sub(lambda m: m[1] or "", cell).strip() for cell in line.group().strip().strip("|").split("|")]
        if not columns:
            columns = [table().fields.get(_plain(cell)) for cell in cells]
            first = cells[0] if cells else ""
            continue
        subject = _thing(cells[0], first)
        if subject is None:
            continue
        begins = line.start() + len(line.group()) - len(line.group().lstrip())
        for field, cell in zip(columns[1:], cells[1:], strict=False):
            yield from _facts(subject, field, cell, begins, line.start() + len(line.group().rstrip()))


def facts_of_fields(text: str, start: int, end: int, about: Name | None) -> Iterator[DocumentFact]:
    """The facts of lines that name a field of the thing that the text is about."""
    if about is None:
        return
    for line in _LINE.finditer(text, start, end):
        match = _FIELD.fullmatch(line.group().rstrip())
        field = table().fields.get(_plain(match[1])) if match else None
        if match is None or field is None:
            continue
        begins = line.start() + len(line.group()) - len(line.group().lstrip())
        value = _MARKUP.sub(lambda m: m[1] or "", match[2])
        yield from _facts(about, field, value, begins, line.start() + len(line.group().rstrip()))


def about_of(headings: tuple[str, ...], title: str) -> Name | None:
    """The thing that a heading or a title names: an identifier that it begins with, or a short name."""
    for text in (*reversed(headings), title):
        match = IDENTIFIER.match(text)
        if match:
            return named(match.group())
        words = text.split()
        if words and len(words) <= 4 and all(is_named(word) for word in words) and "/" not in text:
            return named(text)
    return None


def _plain(name: str) -> str:
    return " ".join(name.casefold().strip(" :*_").split())


def _thing(cell: str, head: str) -> Name | None:
    """The thing that a row is about; the head of its column may say its kind."""
    if _plain(cell) in _NOTHING or len(cell.split()) > _MOST_WORDS or not key_of(cell):
        return None
    name = named(cell)
    if name.kind in ("Entity", "Thing"):
        return Name(name.text, table().kinds.get(_plain(head).rstrip("s"), name.kind))
    return name


def _facts(about: Name, field: Field | None, cell: str, start: int, end: int) -> Iterator[DocumentFact]:
    if field is None:
        return
    for value in _SPLIT.split(cell.rstrip(".")):
        text = value.strip()
        if _plain(text) in _NOTHING or len(text.split()) > _MOST_WORDS or not key_of(text):
            continue
        if field.relation in _BY_SOMEBODY and not is_named(text):
            continue
        other = named(text, person=field.relation in ("APPROVED_BY", "AUTHORED_BY"))
        first, second = (other, about) if field.reversed else (about, other)
        if first.key != second.key:
            yield DocumentFact(first, field.relation, second, start, end)
