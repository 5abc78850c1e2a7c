"""Plain text: paragraphs between blank lines."""

from __future__ import annotations

import re

from fingerpost.ingest.documents.model import Block, Document

_BLANK = re.compile(r"\n[ \t]*\n\s*")
_LONGEST_TITLE = 100


def read_plain(key: str, name: str, text: str) -> Document:
    """A plain text; a short first line that stands alone is its title."""
    blocks = []
    start = 0
    for match in [*_BLANK.finditer(text), None]:
        end = match.start() if match else len(text)
        if text[start:end].strip():
            blocks.append(Block(start, start + len(text[start:end].rstrip())))
        start = match.end() if match else end
    first = text[blocks[0].start : blocks[0].end].strip() if blocks else ""
    alone = len(blocks) > 1 and "\n" not in first and len(first) <= _LONGEST_TITLE and not first.endswith((".", ":"))
    return Document(key, first if alone else name, text, tuple(blocks))
