"""Tables and definition lists of HTML as lines, so that what belongs together stays together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

UNSEEN = frozenset("script style template noscript head svg math iframe object".split())
"""Elements that a reader does not see."""
_BESIDE_DATA = "table, h1, h2, h3, h4, h5, h6, ul, ol, dl, pre, form".split(", ")
"""Elements inside a table that show that it arranges a page."""
_LONGEST_CELL = 300
_SPACE = re.compile(r"\s+")


def blocks_of(element: Any) -> list[str]:
    """The blocks of a table of data (its caption, and rows as `| a | b |`), or of a definition list (a line
    `term: definition` for each entry); of anything else none."""
    if element.tag == "table":
        rows = _rows(element)
        caption = element.find(".//caption") if rows else None
        return [*([_text(caption)] if caption is not None else []), *(["\n".join(rows)] if rows else [])]
    return ["\n".join(_entries(element))] if element.tag == "dl" else []


def _rows(table: Any) -> list[str]:
    if any(table.find(f".//{tag}") is not None for tag in _BESIDE_DATA):
        return []
    rows = [[_text(cell) for cell in row if cell.tag in ("td", "th")] for row in table.iter("tr")]
    rows = [row for row in rows if any(row)]
    if len(rows) < 2 or min(map(len, rows)) < 2 or max(len(cell) for row in rows for cell in row) > _LONGEST_CELL:
        return []
    return [f"| {' | '.join(cell.replace('|', '/') for cell in row)} |" for row in rows]


def _entries(listed: Any) -> Iterator[str]:
    terms: list[str] = []
    defined = False
    for one in listed.iter("dt", "dd"):
        text = _text(one)
        if one.tag == "dt":
            terms = [text] if defined else [*terms, text]
            defined = False
        elif text:
            defined = True
            yield f"{', '.join(filter(None, terms))}: {text}" if any(terms) else text


def _text(element: Any) -> str:
    return _SPACE.sub(" ", "".join(_said(element))).strip()


def _said(element: Any) -> Iterator[str]:
    """The text inside an element that a reader sees."""
    if not isinstance(element.tag, str) or element.tag in UNSEEN:
        return
    yield element.text or ""
    for child in element:
        if child.tag == "br":
            yield " "
        yield from _said(child)
        yield child.tail or ""
