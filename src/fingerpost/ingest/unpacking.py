"""Limits on what compressed files may unpack to, and gzip files that keep them."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import BinaryIO

from fingerpost.core.errors import SourceError

UNPACKED_LIMIT = 4 * 1024**3
"""Bytes that an archive or a compressed file may unpack to."""
RATIO_LIMIT = 250
"""How many times its own size it may unpack to, once that is more than `RATIO_FREE` bytes."""
RATIO_FREE = 64 * 1024**2


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
        limit = min(UNPACKED_LIMIT, max(RATIO_FREE, RATIO_LIMIT * path.stat().st_size))
        self._allowance = Allowance(path, limit)

    def read(self, size: int | None = -1) -> bytes:
        """The next bytes, as `gzip.GzipFile.read` gives them."""
        return self._allowance.take(super().read(size))
