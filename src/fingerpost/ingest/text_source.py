"""Opens text files for streaming: plain or gzip, UTF-8 or UTF-16, as lines or as blocks."""

from __future__ import annotations

import codecs
import contextlib
import io
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from fingerpost.core.errors import SourceError
from fingerpost.ingest.encodings import guessed_encoding
from fingerpost.ingest.records import LoadContext
from fingerpost.ingest.unpacking import LimitedGzip, check_gzip

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

LINE_LIMIT = 64 * 1024 * 1024
"""The maximum length of a line in characters; a longer one would fill the memory."""

_HEAD = 64 * 1024
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins like UTF-16, so it must come first
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROLS = bytes({*range(32), 127} - set(b"\t\n\r\f\x1b"))
_DAMAGED = (EOFError, zlib.error, OSError)
# With surrogateescape, an undecodable byte becomes one of these, which valid text never contains.
_ESCAPED = re.compile("[\udc80-\udcff]")
_REPLACED = re.compile("\ufffd")


class TextSource:
    """The text of one file. A context manager; read it once, either line by line or in blocks.

    Bytes that are not text in the file's encoding are read as U+FFFD and reported as `bad-encoding`. `head` holds the
    first characters, at most 64 Ki. `encoding` is the declared encoding; what the user says overrides it, and a byte
    order mark both. With `guess`, a file whose beginning has no UTF-8 in it beyond ASCII is read in the encoding that
    fits best, and reported as `guessed-encoding`.

    Raises:
        SourceError: the file is missing (`source.missing`), empty, or not text (`source.format`).
    """

    def __init__(self, path: Path, context: LoadContext, encoding: str = "utf-8", *, guess: bool = False) -> None:
        self.path = path
        self._problems = context.problems
        encoding = context.options.encoding or encoding
        self._line = 1
        with contextlib.ExitStack() as opening:
            binary = _open(path, context.advance, opening, check=True)
            try:
                head = binary.peek(_HEAD)[:_HEAD]
            except _DAMAGED as error:
                raise self.error(f"is damaged: {error}") from error
            bom, encoding = next((found for found in _BOMS if head.startswith(found[0])), (b"", encoding))
            if guess and not bom and context.options.encoding is None:
                encoding = self._guessed(head, encoding)
            self._check(head.removeprefix(bom), encoding)
            escapes = not encoding.startswith(("utf-16", "utf-32"))
            self._lost = _ESCAPED if escapes else _REPLACED
            self.head = head.decode(encoding, "replace")
            errors = "surrogateescape" if escapes else "replace"
            self._text = opening.enter_context(io.TextIOWrapper(binary, encoding, errors, newline=""))
            self._closing = opening.pop_all()

    def __enter__(self) -> TextSource:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._closing.close()

    def error(self, message: str, line: int | None = None, hint: str | None = None) -> SourceError:
        """An error about this file, prefixed with its name and line."""
        return _error(self.path, message, line, hint)

    def __iter__(self) -> Iterator[str]:
        """The lines, with their original line ends.

        Raises:
            SourceError: NUL bytes, a line of more than `LINE_LIMIT` characters, a damaged or truncated gzip file.
        """
        readline = self._text.readline
        number = 0
        try:
            while line := readline(LINE_LIMIT):
                number += 1
                if not line.isascii():
                    line = self._mend(line, number)
                if "\0" in line:
                    raise self.error("is not text: it contains NUL bytes", number)
                if len(line) == LINE_LIMIT:
                    raise self.error(f"this line has {LINE_LIMIT:,} characters or more", number)
                yield line
        except _DAMAGED as error:
            raise self.error(f"is damaged or cut off: {error}", number + 1) from error

    def read(self, size: int = _HEAD) -> str:
        """The next characters, at most `size`; "" at the end.

        Raises:
            SourceError: NUL bytes, a damaged or truncated gzip file.
        """
        try:
            block = self._text.read(size)
        except _DAMAGED as error:
            raise self.error(f"is damaged or cut off: {error}", self._line) from error
        if not block.isascii():
            block = self._mend(block, self._line)
        if "\0" in block:
            raise self.error("is not text: it contains NUL bytes", self._line + block.count("\n", 0, block.index("\0")))
        self._line += block.count("\n")
        return block

    def _mend(self, block: str, line: int) -> str:
        """Report each line of the block with undecodable bytes, and replace these with U+FFFD."""
        reported = begin = 0
        for match in self._lost.finditer(block):
            line += block.count("\n", begin, match.start())
            begin = match.start()
            if line != reported:
                self._problems.add("bad-encoding", f"{self.path}:{line}: bytes that are not {self._text.encoding} text")
                reported = line
        return self._lost.sub("\ufffd", block) if reported else block

    def _guessed(self, head: bytes, encoding: str) -> str:
        found = guessed_encoding(head)
        if found is None:
            return encoding
        what = f"is not UTF-8; read as {found}, which is a guess: --encoding names another"
        self._problems.add("guessed-encoding", f"{self.path} {what}")
        return found

    def _check(self, head: bytes, encoding: str) -> None:
        if not head.strip() and len(head) < _HEAD:
            raise self.error("is empty")
        try:
            "a".encode(encoding)
        except (LookupError, ValueError):
            raise self.error(f"is in an unknown encoding, {encoding!r}", 1) from None
        if encoding.startswith(("utf-16", "utf-32")):
            return
        controls = len(head) - len(head.translate(None, _CONTROLS))
        if b"\0" in head or controls * 20 > len(head):
            raise self.error("is binary, not text", head.count(b"\n", 0, max(head.find(b"\0"), 0)) + 1)


class _CountedFile(io.FileIO):
    """A file that reports the number of bytes read."""

    def __init__(self, path: Path, advance: Callable[[int], None]) -> None:
        super().__init__(path)
        self._advance = advance

    def readinto(self, buffer: WriteableBuffer, /) -> int:
        count = super().readinto(buffer) or 0
        self._advance(count)
        return count


def _error(path: Path, message: str, line: int | None = None, hint: str | None = None) -> SourceError:
    details = {"file": str(path)} | ({"line": line} if line else {})
    where = f"{path}:{line}:" if line else str(path)
    return SourceError(f"{where} {message}", code="source.format", details=details, hint=hint)


def _open(
    path: Path, advance: Callable[[int], None], opening: contextlib.ExitStack, *, check: bool = False
) -> io.BufferedReader[Any]:
    binary: io.BufferedReader[Any]
    try:
        binary = opening.enter_context(io.BufferedReader(_CountedFile(path, advance), 2 * _HEAD))
        zipped = binary.peek(2)[:2] == b"\x1f\x8b"
    except FileNotFoundError:
        raise SourceError(f"{path} does not exist", code="source.missing", details={"file": str(path)}) from None
    except OSError as error:
        raise _error(path, f"cannot be read: {error.strerror or error}") from error
    if zipped:  # judged by its first bytes, because a name may be wrong
        if check:
            check_gzip(path)
        unzipped = opening.enter_context(LimitedGzip(binary, path))
        binary = opening.enter_context(io.BufferedReader(unzipped, 2 * _HEAD))
    return binary


def read_head(path: Path, size: int = _HEAD) -> bytes:
    """The first bytes of a file, decompressed if it is gzip; empty if it cannot be read."""
    try:
        with contextlib.ExitStack() as opening:
            return _open(path, lambda _: None, opening).peek(size)[:size]
    except (*_DAMAGED, SourceError):
        return b""


def stem(path: Path, *endings: str) -> str:
    """The file name without `.gz` and the first matching ending; "" if none matches."""
    name = path.name.removesuffix(".gz")
    for ending in endings:
        if name.lower().endswith(ending):
            return name[: -len(ending)]
    return ""
