"""Rows that a loader has read and will read again, kept in a temporary file that is gone once it is closed."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Hashable, Iterator
from types import TracebackType
from typing import Any

_BATCH = 1_000


class RowSpool:
    """Rows by key, in the order in which they were added. A context manager.

    The file has no name that another program could find, so that what is read back is what was written.
    """

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="fingerpost-")  # noqa: SIM115 - closed by __exit__
        self._batches: dict[Hashable, list[int]] = {}
        self._open: dict[Hashable, list[Any]] = {}
        self._end = 0

    def __enter__(self) -> RowSpool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()

    def add(self, key: Hashable, row: tuple[Any, ...]) -> None:
        """Keep a row."""
        batch = self._open.setdefault(key, [])
        batch.append(row)
        if len(batch) == _BATCH:
            self._file.seek(self._end)
            pickle.dump(batch, self._file, pickle.HIGHEST_PROTOCOL)
            self._batches.setdefault(key, []).append(self._end)
            self._end = self._file.tell()
            batch.clear()

    def rows(self, key: Hashable) -> Iterator[tuple[Any, ...]]:
        """The rows of a key, as often as this is called; another reading may go on at the same time."""
        for place in self._batches.get(key, ()):
            self._file.seek(place)
            yield from pickle.load(self._file)  # noqa: S301 - written above, to a file without a name
        yield from self._open.get(key, ())
