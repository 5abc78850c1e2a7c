"""JSON Lines: one document a line, with `text` and, if known, `id`, `title` and `time`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fingerpost.core.errors import SourceError
from fingerpost.ingest.documents.markdown import iso_time
from fingerpost.ingest.documents.model import Block, Document, Skipped
from fingerpost.ingest.documents.plain import read_plain

_FIELDS = ("id", "_id", "key")


def is_record(line: str) -> bool:
    """Whether a line is a document, not a node or a relationship of a graph."""
    try:
        record: Any = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(record, dict) and isinstance(record.get("text"), str) and "labels" not in record


def read_json_lines(key: str, path: Path, text: str, skipped: Skipped) -> Iterator[Document]:
    """The documents of a file; lines that are none are noted in `skipped`."""
    seen: set[str] = set()
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{path} line {number}"
        try:
            record: Any = json.loads(line)
        except (ValueError, RecursionError) as error:
            skipped.add(where, SourceError(f"line {number} is not JSON: {error}", code="source.format"))
            continue
        if not isinstance(record, dict) or not isinstance(record.get("text"), str):
            skipped.add(where, SourceError(f"line {number} has no text", code="source.format"))
            continue
        given = next((record[name] for name in _FIELDS if isinstance(record.get(name), (str, int))), number)
        identity = f"{key}#{given}"
        if identity in seen:
            skipped.add(where, SourceError(f"the id {given} occurs twice", code="source.format"))
            continue
        seen.add(identity)
        body = record["text"].replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd")
        title = record.get("title")
        blocks = read_plain(identity, "", body).blocks
        joined = (Block(blocks[0].start, blocks[-1].end),) if blocks and len(body) <= 1_200 else blocks
        yield Document(
            identity, title if isinstance(title, str) else "", body, joined, iso_time(record.get("time")), "record"
        )
