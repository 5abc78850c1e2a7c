r"""Lines of knowledge: one fact per line, `subject relation object`.

    line    = [ word blanks word blanks word ] [ "#" comment ]
    word    = { character | '"' text '"' | "'" text "'" | "\" any }
    mention = name [ ":" type ]

A comment begins with `#` at the start of a word, so `C#` is a name. What follows the last colon of a subject or object
is its type if it looks like a name (`Ann:Person`, `"Auth Service":service`); `http://x` and `10:30` are plain names,
and `\:` is a colon in a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from fingerpost.core.errors import SourceError

_TYPE = re.compile(r"[^\W\d][\w .&-]*")
_PARTS = 3
_COLON = "\ue000"
"""Placeholder for an escaped colon while a word is parsed."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A node as named in a line."""

    name: str
    type: str | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """The fact in one line; `line` counts from 1."""

    line: int
    subject: Mention
    relation: str
    object: Mention


def read_lines(text: str) -> list[Fact]:
    """The facts in a text; blank lines and comments are skipped.

    Raises:
        SourceError: `source.format`; a line is not a fact. `details` has `line` and `column` (from 1) and `text`.
    """
    facts = []
    for number, line in enumerate(text.splitlines(), 1):
        words = list(_words(line, number))
        if not words:
            continue
        if len(words) != _PARTS:
            column = words[_PARTS][0] if len(words) > _PARTS else len(line.rstrip()) + 1
            message = f"Expected 3 parts (subject relation object), got {len(words)}: {line.strip()!r}"
            raise _wrong(number, column, message, line)
        (_, subject), (at, relation), (_, target) = words
        relation = relation.replace(_COLON, ":")
        if not relation.strip():
            raise _wrong(number, at, "the relation is empty", line)
        mentions = [_mention(word) for word in (subject, target)]
        for mention, (column, _) in zip(mentions, (words[0], words[2]), strict=True):
            if not mention.name.strip():
                raise _wrong(number, column, "a node has no name", line)
        facts.append(Fact(number, mentions[0], relation, mentions[1]))
    return facts


def _words(line: str, number: int) -> Iterator[tuple[int, str]]:
    """The words of a line, each with its column."""
    at = 0
    while at < len(line):
        if line[at].isspace():
            at += 1
            continue
        if line[at] == "#":
            return
        begun = at
        word, at = _word(line, at, number)
        yield begun + 1, word


def _word(line: str, at: int, number: int) -> tuple[str, int]:
    """A word without quotes, and the position after it."""
    word = ""
    while at < len(line) and not line[at].isspace():
        character = line[at]
        if character in "\"'":
            text, at = _quoted(line, at, number)
            word += text
        elif character == "\\":
            if at + 1 == len(line):
                raise _wrong(number, at + 1, "Invalid syntax - nothing follows the backslash", line)
            word += _escaped(line[at + 1])
            at += 2
        else:
            word += character
            at += 1
    return word, at


def _quoted(line: str, begun: int, number: int) -> tuple[str, int]:
    mark, at, text = line[begun], begun + 1, ""
    while at < len(line):
        if line[at] == mark:
            return text, at + 1
        if line[at] == "\\" and mark == '"' and at + 1 < len(line) and line[at + 1] in '"\\:':
            text += _escaped(line[at + 1])
            at += 2
        else:
            text += line[at]
            at += 1
    raise _wrong(number, begun + 1, f"Invalid syntax - no closing {mark}", line)


def _escaped(character: str) -> str:
    return _COLON if character == ":" else character


def _mention(word: str) -> Mention:
    name, colon, type_ = word.rpartition(":")
    if colon and not type_:
        found = Mention(name)
    elif colon and name and _TYPE.fullmatch(type_):
        found = Mention(name, type_.replace(_COLON, ":").strip())
    else:
        found = Mention(word)
    return Mention(found.name.replace(_COLON, ":"), found.type)


def _wrong(line: int, column: int, what: str, text: str) -> SourceError:
    details = {"line": line, "column": column, "text": text}
    return SourceError(f"Line {line}: {what} (column {column})", details=details)
