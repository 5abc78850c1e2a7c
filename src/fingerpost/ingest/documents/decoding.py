"""The text of a file: its encoding, and whether it is text at all."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fingerpost.core.errors import SourceError
from fingerpost.ingest.documents.model import MOST_BYTES
from fingerpost.ingest.encodings import guessed_encoding

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_CONTROLS = frozenset(range(32)) - {9, 10, 12, 13, 27}
_SAMPLE = 65_536
_MOST_CONTROLS = 0.02


@contextmanager
def damage_refused(name: str, kind: str) -> Iterator[None]:
    """Whatever a library raises over a damaged file becomes a `SourceError` (`source.format`) that names the file."""
    try:
        yield
    except SourceError:
        raise
    except Exception as error:  # damaged files raise errors of every kind
        reason = " ".join(str(error).split())[:200] or type(error).__name__
        message = f"{name} cannot be read as {kind}: {reason}"
        raise SourceError(message, details={"file": name}) from error


def file_bytes(path: Path) -> bytes:
    """The contents of a file.

    Raises:
        SourceError: `source.missing`; `source.too-large`.
    """
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            message = f"{path} has {size / 2**20:,.0f} MiB; at most {MOST_BYTES // 2**20} MiB are read"
            raise SourceError(message, code="source.too-large", details={"file": str(path)})
        return path.read_bytes()
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror or error}"
        raise SourceError(message, code="source.missing", details={"file": str(path)}) from error


def text_of(data: bytes, path: Path) -> str:
    """Bytes as text: by their mark, as UTF-8, else as what they look like; line ends become newlines.

    Raises:
        SourceError: `source.binary`: it is not text.
    """
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), None)
    if encoding is None:
        sample = data[:_SAMPLE]
        controls = sum(byte in _CONTROLS for byte in sample)
        if controls > _MOST_CONTROLS * len(sample) or b"\x00" in sample:
            raise _binary(path)
    try:
        text = data.decode(encoding or "utf-8")
    except UnicodeDecodeError as error:
        if encoding is not None:
            raise _binary(path) from error
        text = _guessed(data)
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd")


def _guessed(data: bytes) -> str:
    """Bytes that are not UTF-8 as text; where some lines are, each in its own encoding."""
    encoding = guessed_encoding(data[:_SAMPLE])
    if encoding is not None:
        return data.decode(encoding, "replace")
    return "".join(map(_line, data.splitlines(keepends=True)))


def _line(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _binary(path: Path) -> SourceError:
    return SourceError(f"{path} is not text", code="source.binary", details={"file": str(path)})
