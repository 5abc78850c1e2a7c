"""HTML: the text that a reader sees, in blocks below their headings; tables and definition lists in lines."""

from __future__ import annotations

import re
from typing import Any

from fingerpost.core.errors import MissingExtra, SourceError
from fingerpost.ingest.documents.html_lines import UNSEEN, blocks_of
from fingerpost.ingest.documents.model import Block, Document

_INLINE = frozenset(
    "a abbr b bdi bdo cite code data dfn em font i kbd mark q s samp small span strike strong sub sup time tt u var "
    "label ins del".split()
)
_HEADING = re.compile(r"h[1-6]")
_SPACE = re.compile(r"\s+")


def read_html(key: str, name: str, text: str) -> Document:
    """An HTML document as text; positions are those in the text.

    Raises:
        SourceError: `source.format`.
        MissingExtra: lxml is not installed.
    """
    try:
        from lxml import etree
    except ImportError as error:
        raise MissingExtra("reading HTML needs lxml", hint='pip install "fingerpost[documents]"') from error
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=True)
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except (etree.LxmlError, ValueError) as error:
        raise SourceError(f"{name} is not HTML: {error}", details={"file": name}) from error
    if any(one.type_name == "ERR_RESOURCE_LIMIT" for one in parser.error_log):  # the parser leaves out the rest
        raise SourceError(f"{name} is nested too deeply to be read as HTML", details={"file": name})
    found = _Text()
    if root is not None:
        for event, element in etree.iterwalk(root, events=("start", "end")):
            found.take(event, element)
        found.flush()
    title = root.findtext(".//title") if root is not None else None
    shown = _SPACE.sub(" ", title or "").strip() or (found.path[0][1] if found.path else "") or name
    return Document(key, shown, "".join(found.parts), tuple(found.blocks), None, "html")


class _Text:
    """The text written so far, and its blocks."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.blocks: list[Block] = []
        self.path: list[tuple[int, str]] = []
        self._length = 0
        self._waiting: list[str] = []
        self._hidden = 0
        self._heading: int | None = None
        self._inside: Any = None
        """The table or list that was written as a whole."""

    def take(self, event: str, element: Any) -> None:
        """One event of the walk: an element starts or ends."""
        if self._inside is not None:
            if element is not self._inside or event == "start":
                return
            self._inside = None
            self._say(element.tail)
            return
        if event == "start" and not self._hidden and (blocks := blocks_of(element)):
            self.flush()
            for block in filter(None, blocks):
                self._put(block)
            self._inside = element
            return
        tag = getattr(element, "tag", None)
        if not isinstance(tag, str):
            if event == "end":
                self._say(getattr(element, "tail", None))
            return
        if event == "start":
            self._hidden += tag in UNSEEN
            if tag not in _INLINE:
                self.flush()
            if _HEADING.fullmatch(tag):
                self._heading = int(tag[1])
            self._say(getattr(element, "text", None))
            return
        if tag not in _INLINE:
            self.flush()
        if _HEADING.fullmatch(tag):
            self._heading = None
        self._hidden -= tag in UNSEEN
        self._say(getattr(element, "tail", None))

    def _say(self, text: str | None) -> None:
        if text and not self._hidden:
            self._waiting.append(text)

    def flush(self) -> None:
        """End the current block."""
        text = _SPACE.sub(" ", "".join(self._waiting)).strip()
        self._waiting.clear()
        if text:
            self._put(text)

    def _put(self, text: str) -> None:
        start = self._length
        self.parts.append(text + "\n\n")
        self._length += len(text) + 2
        if self._heading is not None:
            self.path = [*(pair for pair in self.path if pair[0] < self._heading), (self._heading, text)]
        else:
            self.blocks.append(Block(start, start + len(text), tuple(heading for _, heading in self.path)))
