"""Reads a JSON document piece by piece with the standard decoder, so that only one piece is in memory.

We do not use ijson: a number of thousands of digits crashes its C backend (3.6.0), it supports neither NaN nor integers
of more than 64 bits beside floats, and its errors have no line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

_BLOCK = 64 * 1024
_SPACE = re.compile(r"[ \t\r\n]*")
_LONGEST_TOKEN = 16
_NUMBER = re.compile(r"[-+.0-9eE]*")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class JsonError(ValueError):
    """The document is invalid at `line`; the message says why."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class JsonStream:
    """A JSON document from `read`, which returns up to the given number of characters, and "" at the end.

    `limit` is the maximum number of characters of one value. Every method raises JsonError if the document is invalid
    at this point. `torn` is true if the last value had unpaired surrogates (see `mended`).
    """

    def __init__(self, read: Callable[[int], str], limit: int) -> None:
        self._read = read
        self._limit = limit
        self._decode = json.JSONDecoder().raw_decode
        self._text = ""
        self._at = 0
        self._line = 1
        self._ended = False
        self.torn = False

    def peek(self) -> str:
        """The next character that is not white space; "" at the end."""
        while True:
            self._at = _SPACE.match(self._text, self._at).end()  # type: ignore[union-attr]  # it matches nothing too
            if self._at < len(self._text):
                return self._text[self._at]
            if self._ended:
                return ""
            self._more()

    def take(self, expected: str) -> None:
        """Consume this character and any white space before it."""
        found = self.peek()
        if found != expected:
            raise self._error(
                f"{expected!r} expected, not {found!r}" if found else f"it ends where {expected!r} should be"
            )
        self._at += 1

    def value(self) -> Any:
        """The next complete value."""
        self.peek()
        while True:
            try:
                value, end = self._decode(self._text, self._at)
                value, self.torn = mended(value, self._text, self._at, end)
            except json.JSONDecodeError as error:
                # More text cannot fix an error this far from the end, except for an unfinished string.
                far = len(self._text) - error.pos > _LONGEST_TOKEN and not error.msg.startswith("Unterminated")
                if far or self._ended:
                    raise self._error(error.msg, error.pos) from None
            except RecursionError:
                raise self._error("nested too deeply") from None
            except ValueError as error:  # a number of thousands of digits
                raise self._error(str(error)) from None
            else:
                # A number may go on in the next block.
                if self._ended or _NUMBER.match(self._text, end).end() < len(self._text):  # type: ignore[union-attr]
                    self._at = end
                    return value
            if len(self._text) - self._at > self._limit:
                raise self._error(f"a value of more than {self._limit:,} characters")
            self._more()

    def members(self) -> Iterator[str]:
        """The keys of an object; read the value of each before the next key."""
        self.take("{")
        while self.peek() != "}":
            if self.peek() != '"':
                raise self._error("a key in quotes expected")
            key: str = self.value()
            self.take(":")
            yield key
            if self.peek() != "}":
                self.take(",")
        self.take("}")

    def items(self) -> Iterator[Any]:
        """The items of an array."""
        self.take("[")
        while self.peek() != "]":
            yield self.value()
            if self.peek() != "]":
                self.take(",")
        self.take("]")

    def end(self) -> None:
        """Check that nothing follows."""
        if self.peek():
            raise self._error("there is text after its end")

    def _more(self) -> None:
        rest = self._text[self._at :]
        # Double the text, so that repeated decoding costs at most twice the length of the value.
        block = self._read(max(_BLOCK, len(rest)))
        self._line += self._text.count("\n", 0, self._at)
        self._text, self._at = rest + block, 0
        self._ended = not block

    def _error(self, message: str, at: int | None = None) -> JsonError:
        return JsonError(message, self._line + self._text.count("\n", 0, self._at if at is None else at))


def mended(value: Any, text: str, begin: int, end: int) -> tuple[Any, bool]:
    """The value, with U+FFFD instead of unpaired surrogates, and whether it had any.

    JSON can express them, but UTF-8 cannot.
    """
    if text.find("\\ud", begin, end) < 0 and text.find("\\uD", begin, end) < 0:
        return value, False
    whole = json.dumps(value, ensure_ascii=False)
    if not _LONE_SURROGATE.search(whole):
        return value, False
    return json.loads(_LONE_SURROGATE.sub("\ufffd", whole)), True
