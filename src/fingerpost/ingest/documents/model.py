"""What the readers of documents return."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field

from fingerpost.core.errors import SourceError

MOST_BYTES = 64 * 1024 * 1024
"""The largest file that is read."""
_RULES = 6
"""The version of the rules that facts are read by: when it changes, documents are read again."""


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, list, table or code block: characters `start` to `end` of the text, below these headings."""

    start: int
    end: int
    headings: tuple[str, ...] = ()
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A document as read. `key` identifies it in a knowledge base; `time` is ISO 8601."""

    key: str
    title: str
    text: str
    blocks: tuple[Block, ...]
    time: str | None = None
    kind: str = "text"

    def hash(self, collection: str) -> str:
        """The SHA-256 of all that is stored of the document."""
        blocks = [[b.start, b.end, b.page, *b.headings] for b in self.blocks]
        whole = json.dumps(
            [_RULES, self.title, self.text, self.time, self.kind, collection, blocks], ensure_ascii=False
        )
        return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of a document: characters (end exclusive), lines from 1, headings above it, page if there are pages."""

    start: int
    end: int
    first_line: int
    last_line: int
    headings: tuple[str, ...] = ()
    page: int | None = None


@dataclass(slots=True)
class Skipped:
    """What could not be read, and why."""

    problems: list[tuple[str, str, str]] = field(default_factory=list)

    def add(self, where: str, error: SourceError) -> None:
        """Note an error about a file, or about a record of it."""
        self.problems.append((where, error.code, error.message))
