"""What an index of many passages keeps small: which passages have a name, in arrays, and analyses in a file."""

from __future__ import annotations

import os
import tempfile
import weakref
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import overload

_MASK = 2**63 - 1


class NamePostings:
    """The numbers of the passages that have each name, by a hash of 63 bits: 12 bytes a passage and name.

    Fill it with `add`, then call `settle`.
    """

    def __init__(self) -> None:
        self._hashes = array("q")
        self._numbers = array("I")

    def add(self, name: str, number: int) -> None:
        """Note that a passage has a name; numbers come in ascending order."""
        self._hashes.append(hash(name) & _MASK)
        self._numbers.append(number)

    def settle(self) -> None:
        """Order what was added, to be looked up."""
        hashes, numbers = self._hashes, self._numbers
        order = sorted(range(len(hashes)), key=hashes.__getitem__)
        self._hashes = array("q", (hashes[place] for place in order))
        self._numbers = array("I", (numbers[place] for place in order))

    def get(self, name: str, default: Sequence[int] = ()) -> Sequence[int]:
        """The passages that have a name, in order."""
        wanted = hash(name) & _MASK
        first, last = bisect_left(self._hashes, wanted), bisect_right(self._hashes, wanted)
        return self._numbers[first:last].tolist() or default


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
