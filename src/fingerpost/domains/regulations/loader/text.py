"""The plain text of a document, built while its tree is walked, so that every position in it is known."""

from __future__ import annotations

_SPACE, _LINE = " ", "\n"


class TextBuilder:
    """Text with single spaces and one line a block.

    White space is held back until something follows it: a span that is marked begins and ends at a printed character.
    """

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._pending = ""
        self._glued = False

    def write(self, raw: str | None) -> None:
        """Add running text."""
        if not raw:
            return
        text = _SPACE.join(raw.split())
        if not text or raw[0].isspace():
            self._pending = self._pending or _SPACE
        if not text:
            return
        if self._pending:
            if self._length:
                text = self._pending + text
            self._pending = ""
        self._parts.append(text)
        self._length += len(text)
        self._glued = False
        if raw[-1].isspace():
            self._pending = _SPACE

    def end_block(self) -> None:
        """Begin a new line before what comes next; after a label, a space."""
        self._pending = _SPACE if self._glued else _LINE

    def glue(self) -> None:
        """Keep a label that was just written on one line with the text after it."""
        self._glued = True
        self._pending = _SPACE

    def mark(self) -> int:
        """The position at which what is written next begins."""
        return self._length + (1 if self._pending and self._length else 0)

    @property
    def length(self) -> int:
        """The position after the last printed character."""
        return self._length

    @property
    def text(self) -> str:
        """All that was written."""
        return "".join(self._parts)
