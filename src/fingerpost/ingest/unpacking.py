"""Limits on what compressed files may unpack to, and gzip files that keep them."""

from __future__ import annotations

import contextlib
import gzip
import zlib
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from fingerpost.core.errors import SourceError

UNPACKED_LIMIT = 4 * 1024**3
"""Bytes that an archive or a compressed file may unpack to."""
RATIO_LIMIT = 250
"""How many times its own size it may unpack to, once that is more than `RATIO_FREE` bytes."""
RATIO_FREE = 64 * 1024**2


_MOST_DENSE = 1032
"""How many times its own size deflated data may unpack to at most."""
_BLOCK = 1024 * 1024


class Allowance:
    """How many bytes of a compressed file may still be unpacked."""

    def __init__(self, path: Path, limit: int) -> None:
        self._path = path
        self._limit = self._left = limit

    def take(self, data: bytes) -> bytes:
        """Bytes that were unpacked, as they are.

        Raises:
            SourceError: `source.archive`; they are more than may be.
        """
        self._left -= len(data)
        if self._left < 0:
            message = f"{self._path} unpacks to more than {self._limit:,} bytes"
            raise SourceError(message, code="source.archive", details={"file": str(self._path)})
        return data


class LimitedGzip(gzip.GzipFile):
    """A gzip file that is refused once it has unpacked to more than the limits.

    Raises:
        SourceError: `source.archive`, on reading.
    """

    def __init__(self, packed: BinaryIO, path: Path) -> None:
        super().__init__(fileobj=packed)
        self._allowance = Allowance(path, _limit(path.stat().st_size))

    def read(self, size: int | None = -1) -> bytes:
        """The next bytes, as `gzip.GzipFile.read` gives them."""
        return self._allowance.take(super().read(size))


def check_gzip(path: Path) -> None:
    """Refuse a gzip file that unpacks to more than the limits before its first lines are made something of, which takes
    much longer than to unpack it. A damaged one passes: it is reported where it is read.

    Raises:
        SourceError: `source.archive`.
    """
    about = path.stat()
    with contextlib.suppress(EOFError, OSError, zlib.error):
        _checked(path, about.st_size, about.st_mtime_ns)


@lru_cache(maxsize=1_000)
def _checked(path: Path, size: int, changed: int) -> None:
    """Unpack a file once; `changed` is when it was written."""
    if _MOST_DENSE * size <= _limit(size):
        return
    with path.open("rb") as packed, LimitedGzip(packed, path) as unpacked:
        while unpacked.read(_BLOCK):
            pass


def _limit(size: int) -> int:
    """Bytes that a file of this size may unpack to."""
    return min(UNPACKED_LIMIT, max(RATIO_FREE, RATIO_LIMIT * size))
