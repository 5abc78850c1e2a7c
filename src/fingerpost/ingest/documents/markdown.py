"""Markdown: blocks below their headings, with positions in the source."""

from __future__ import annotations

import datetime as dt
import re

from fingerpost.ingest.documents.model import Block, Document

_FRONT = re.compile(r"\A---\n(.*?)\n---[ \t]*\n", re.DOTALL)
_FIELD = re.compile(r"^(title|date|time)[ \t]*:[ \t]*(.*?)[ \t]*$", re.MULTILINE | re.IGNORECASE)
_NEWLINE = re.compile("\n")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)|[*_`]{1,3}")


def read_markdown(key: str, name: str, text: str) -> Document:
    """A Markdown document. Its title is that of the front matter, else its first heading of level 1."""
    from markdown_it import MarkdownIt

    front = _FRONT.match(text)
    fields = {k.lower(): v.strip("\"'") for k, v in _FIELD.findall(front.group(1))} if front else {}
    offset = front.end() if front else 0
    starts = [offset, *(m.end() for m in _NEWLINE.finditer(text, offset)), len(text)]
    path: list[tuple[int, str]] = []
    blocks = []
    title = fields.get("title", "")
    parsed = MarkdownIt("commonmark", {"maxNesting": 50}).enable("table").parse(text[offset:])
    for number, token in enumerate(parsed):
        if token.level != 0 or token.map is None or token.nesting < 0:
            continue
        start = starts[min(token.map[0], len(starts) - 1)]
        end = starts[min(token.map[1], len(starts) - 1)]
        if token.type == "heading_open":
            level = int(token.tag[1:])
            heading = _LINK.sub(lambda m: m.group(1) or "", parsed[number + 1].content).strip()
            path = [*(pair for pair in path if pair[0] < level), (level, heading)]
            title = title or (heading if level == 1 else "")
        elif text[start:end].strip() and token.type != "hr":
            blocks.append(Block(start, start + len(text[start:end].rstrip()), tuple(heading for _, heading in path)))
    return Document(
        key, title or name, text, tuple(blocks), iso_time(fields.get("date") or fields.get("time")), "markdown"
    )


def iso_time(given: object) -> str | None:
    """A date or a time in ISO 8601, or None."""
    if not isinstance(given, str):
        return None
    try:
        dt.datetime.fromisoformat(given.strip())
    except ValueError:
        return None
    return given.strip()
