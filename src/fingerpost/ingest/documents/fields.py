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
_DEFINED = re.compile(
    r"^[ \t]*(?:[-*+•][ \t]+)?[*_]{0,2}([A-Z][\w'’+#&.-]*(?: [A-Z0-9][\w+#&.-]*){0,3})[*_]{0,2}[ \t]*"
    r"(?:\n[ \t]*)?:[*_]{0,2}[ \t]+(?:[Aa]n?|[Tt]he) (?:[a-z][\w-]* ){0,3}?([a-z][\w-]*)"
    r"(?= (?:that|which|who|of|for|in|on|with|by|to)\b|[.,;:(]|[ \t]*$)[^\n]*",
    re.MULTILINE,
)
"""A definition, on one line or two: "Gateway: a service that routes requests"."""
_KIND_HEADS = frozenset(("kind", "type", "category"))
_SPLIT = re.compile(r"\s*(?:,|;|\band\b|<br ?/?>)\s*")
_MARKUP = re.compile(r"\[([^\]]*)\]\([^)]*\)|[*_`\[\]]+")
_NOTHING = frozenset(("", "-", "–", "—", "none", "n/a", "na", "tbd", "unknown", "no", "yes", "?", "nobody", "open"))
_MOST_WORDS = 8
_POST = re.compile(r"\s+\([a-z][^()]*\)$")
"""What somebody is, behind their name: "Ann Roe (treasurer)"."""
_BY_SOMEBODY = frozenset(("APPROVED_BY", "AUTHORED_BY", "OWNED_BY"))


def is_table(text: str) -> bool:
    """Whether a block is a table with a head and a row."""
    lines = [line for line in text.split("\n") if line.strip()]
    return len(lines) > 1 and all(line.lstrip().startswith("|") for line in lines)


def facts_of_table(text: str, start: int, end: int) -> Iterator[DocumentFact]:
    """The facts of a table whose lines lie between these characters; each row is the quote of its facts."""
    columns: list[Field | None] = []
    kinds = -1
    for line in _LINE.finditer(text, start, end):
        if _RULE.fullmatch(line.group().strip()):
            continue
        cells = [_MARKUP.sub(lambda m: m[1] or "", cell).strip() for cell in line.group().strip().strip("|").split("|")]
        if not columns:
            columns = [table().fields.get(_plain(cell)) for cell in cells]
            first = cells[0] if cells else ""
            kinds = next((n for n, cell in enumerate(cells) if n and _plain(cell) in _KIND_HEADS), -1)
            continue
        kind = table().kinds.get(_plain(cells[kinds]).rpartition(" ")[2]) if 0 < kinds < len(cells) else None
        subject = _thing(cells[0], first, kind)
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


def facts_of_definitions(text: str, start: int, end: int) -> Iterator[DocumentFact]:
    """What definitions say that things are, if that is a kind of thing that is known."""
    for match in _DEFINED.finditer(text, start, end):
        kind = table().kinds.get(match[2])
        if kind is not None and table().fields.get(_plain(match[1])) is None:
            begins = match.start(1)
            yield DocumentFact(
                Name(match[1], kind), "IS_A", named(match[2]), begins, match.start() + len(match.group().rstrip())
            )


def about_of(headings: tuple[str, ...], title: str) -> Name | None:
    """The thing that a heading or a title names: an identifier that it begins with, or a short name.

    The innermost heading goes first, but for those that name a part of what is said ("Owner", "Status")."""
    for text in (*reversed(headings), title):
        match = IDENTIFIER.match(text)
        if match:
            return named(match.group())
        words = text.split()
        if len(words) == 1 and words[0].lower() in table().sections:
            continue
        if words and len(words) <= 4 and all(is_named(word) for word in words) and "/" not in text:
            return named(text)
    return None


def _plain(name: str) -> str:
    return " ".join(name.casefold().strip(" :*_").split())


def _thing(cell: str, head: str, kind: str | None = None) -> Name | None:
    """The thing that a row is about; the head of its column may say its kind, if no cell does."""
    if _plain(cell) in _NOTHING or len(cell.split()) > _MOST_WORDS or not key_of(cell):
        return None
    name = named(cell)
    if name.kind in ("Entity", "Thing"):
        return Name(name.text, kind or table().kinds.get(_plain(head).rstrip("s"), name.kind))
    return name


def _facts(about: Name, field: Field | None, cell: str, start: int, end: int) -> Iterator[DocumentFact]:
    if field is None:
        return
    for value in _SPLIT.split(cell.rstrip(".")):
        text = value.strip()
        if _plain(text) in _NOTHING or len(text.split()) > _MOST_WORDS or not key_of(text):
            continue
        if field.relation in _BY_SOMEBODY and (not is_named(text) or text[0].isdigit()):
            continue
        text = _POST.sub("", text) if is_named(text) else text
        other = named(text, person=field.relation in ("APPROVED_BY", "AUTHORED_BY"))
        first, second = (other, about) if field.reversed else (about, other)
        if first.key != second.key:
            yield DocumentFact(first, field.relation, second, start, end)
