"""What an index of many passages keeps small: which passages have a name, in arrays, and analyses in a file."""

from __future__ import annotations

import os
import tempfile
import weakref
from array import array
from collections.abc import Iterator, Sequence
from typing import Any, overload

_MASK = 2**63 - 1


class NamePostings:
    """The numbers of the passages that have each name, by a hash of 63 bits: 12 bytes a passage and name.

    Fill it with `add`, then call `settle`.
    """

    def __init__(self) -> None:
        self._hashes: Any = array("q")
        self._numbers: Any = array("I")

    def add(self, name: str, number: int) -> None:
        """Note that a passage has a name; numbers come in ascending order."""
        self._hashes.append(hash(name) & _MASK)
        self._numbers.append(number)

    def settle(self) -> None:
        """Order what was added, to be looked up."""
        import numpy

        hashes = numpy.frombuffer(self._hashes, dtype=numpy.int64) if self._hashes else numpy.zeros(0, numpy.int64)
        numbers = numpy.frombuffer(self._numbers, dtype=numpy.uint32) if self._numbers else numpy.zeros(0, numpy.uint32)
        order = numpy.argsort(hashes, kind="stable")
        self._hashes, self._numbers = hashes[order], numbers[order]

    def get(self, name: str, default: Sequence[int] = ()) -> Sequence[int]:
        """The passages that have a name, in order."""
        wanted = hash(name) & _MASK
        first, last = self._hashes.searchsorted(wanted, "left"), self._hashes.searchsorted(wanted, "right")
        found: list[int] = self._numbers[first:last].tolist()
        return found or default


class SpooledBytes(Sequence[bytes]):
    """Pieces of bytes in a temporary file without a name, which ends with this object. Safe to read from threads."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(buffering=1_048_576)  # noqa: SIM115 - it lives as long as this object
        weakref.finalize(self, self._file.close)
        self._ends = array("Q", [0])

    def append(self, piece: bytes) -> None:
        """Add a piece; call `flush` before pieces are read."""
        self._file.write(piece)
        self._ends.append(self._ends[-1] + len(piece))

    def flush(self) -> None:
        self._file.flush()

    @overload
    def __getitem__(self, number: int) -> bytes: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[bytes]: ...
    def __getitem__(self, number: int | slice) -> bytes | Sequence[bytes]:
        """A piece by its number."""
        if isinstance(number, slice):
            return [self[one] for one in range(*number.indices(len(self)))]
        start, end = self._ends[number], self._ends[number + 1]
        return os.pread(self._file.fileno(), end - start, start)

    def __iter__(self) -> Iterator[bytes]:
        return (self[number] for number in range(len(self)))

    def __len__(self) -> int:
        return len(self._ends) - 1
