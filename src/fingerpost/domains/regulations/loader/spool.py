"""Keeps the parsed documents of a corpus on disk until their load is complete, so that a killed load can be resumed."""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from pydantic import TypeAdapter, ValidationError

from fingerpost.core.version import __version__
from fingerpost.domains.regulations.loader.instruments import Instrument
from fingerpost.domains.regulations.loader.provisions import DocumentText

FILE: Final = "laws.kept"
_DIGEST: Final = 20
_HEAD: Final = struct.Struct(f"<{_DIGEST}sQ")
_FORMAT: Final = 6
"""Changes with what is read of a document, so that what another program kept is not taken for it."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One edition as read, and the line of its root."""

    instrument: Instrument
    text: DocumentText
    line: int


_KEPT: Final = TypeAdapter(Kept)


def as_json(edition: Kept) -> bytes:
    """An edition as it is kept."""
    return _KEPT.dump_json(edition)


def from_json(kept: bytes) -> Kept | None:
    """What `as_json` wrote; None of anything else."""
    try:
        return _KEPT.validate_json(kept)
    except ValidationError:
        return None


class Spool:
    """Editions by the content of their files. Each is on disk once `keep` returns, also if the process is killed then.

    They lie in one file one after the other, each behind its key and length. It is an aid: where the disk refuses it,
    or what is there cannot be read, the editions are read from their files.
    """

    def __init__(self, folder: Path | None) -> None:
        """`folder` is created; without one, nothing is kept."""
        self._file: BinaryIO | None = None
        self._places: dict[bytes, tuple[int, int]] = {}
        self._written: dict[bytes, tuple[int, int]] = {}
        self.found = 0
        if folder is None:
            return
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            file = (folder / FILE).open("a+b")
            end, size = 0, file.seek(0, os.SEEK_END)
            while end + _HEAD.size <= size:
                file.seek(end)
                key, length = _HEAD.unpack(file.read(_HEAD.size))
                if end + _HEAD.size + length > size:
                    break
                self._places[key] = (end + _HEAD.size, length)
                end += _HEAD.size + length
            file.truncate(end)  # of one that was not written to its end
            self._file = file

    def __len__(self) -> int:
        return len(self._places)

    def get(self, key: bytes) -> Kept | None:
        """What was kept of a file (see `key_of`)."""
        place = self._places.get(key)
        if self._file is None or place is None:
            return None
        try:
            self._file.seek(place[0])
            kept = from_json(self._file.read(place[1]))
        except OSError:
            return None
        self.found += kept is not None
        return kept

    def keep(self, key: bytes, edition: bytes) -> None:
        """Keep an edition, as JSON (see `as_json`)."""
        if self._file is not None:
            with suppress(OSError):
                self._file.write(_HEAD.pack(key, len(edition)) + edition)
                self._file.flush()
                self._written[key] = (self._file.tell() - len(edition), len(edition))

    def place_of(self, key: bytes) -> tuple[Path, int, int] | None:
        """The file in which an edition is kept, and where: its first byte, and how many there are."""
        place = self._written.get(key) or self._places.get(key)
        return (Path(self._file.name), *place) if self._file is not None and place is not None else None

    def close(self) -> None:
        """Let the file go."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()


@contextmanager
def spooling(folder: Path | None) -> Iterator[Spool]:
    """A spool in a folder, closed at the end of the block."""
    spool = Spool(folder)
    try:
        yield spool
    finally:
        spool.close()


def key_of(path: Path, content: bytes) -> bytes:
    """What an edition is kept by: its content, and the name that gives its id."""
    digest = hashlib.blake2b(
        f"{_FORMAT} {__version__} {path.name}\0".encode(errors="surrogateescape"), digest_size=_DIGEST
    )
    digest.update(content)
    return digest.digest()
