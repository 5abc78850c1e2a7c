"""Static embeddings of words, read straight from the files of the package `wordllama`, which is not imported.

The package has one vector of 256 half-precision numbers for each of 32,000 pieces of words. Words are cut into these by
byte-pair encoding: pieces are numbered in the order in which they were made, so their list says what to join first, and
the list of merges, which is three times as long, is not read. A word's vector is the mean of those of its pieces.
Nothing is read before a word is asked.
"""

from __future__ import annotations

import json
import math
import mmap
import struct
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from fingerpost.linking.common_pieces import WEIGHTS, package_folder, pieces

_TENSOR = "embedding.weight"
_START = "▁"
Vector = tuple[float, ...]
"""Numbers of unit length together."""


class Embeddings:
    """Vectors of words and of phrases."""

    def __init__(self, folder: Path) -> None:
        self._pieces = pieces(folder)
        with (folder / WEIGHTS).open("rb") as file:
            self._held = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        (length,) = struct.unpack("<Q", self._held[:8])
        about = json.loads(self._held[8 : 8 + length])[_TENSOR]
        self._width: int = about["shape"][1]
        self._first: int = 8 + length + about["data_offsets"][0]
        self._numbers = struct.Struct(f"<{self._width}e")
        self.vector = lru_cache(maxsize=20_000)(self._vector)

    def _vector(self, words: str) -> Vector | None:
        """The vector of a word, or of several with a blank between them; None where no piece is known."""
        rows = [self._row(self._pieces[piece]) for piece in self._cut(words) if piece in self._pieces]
        if not rows:
            return None
        summed = [sum(column) for column in zip(*rows, strict=True)]
        length = math.sqrt(sum(number * number for number in summed))
        return tuple(number / length for number in summed) if length else None

    def _row(self, piece: int) -> tuple[float, ...]:
        return self._numbers.unpack_from(self._held, self._first + piece * self._numbers.size)

    def _cut(self, words: str) -> list[str]:
        """The pieces of words: neighbours are joined, those first that were joined first when the pieces were made."""
        cut = list(_START + words.replace(" ", _START))
        while len(cut) > 1:
            joined = [first + second for first, second in pairwise(cut)]
            number, place = min((self._pieces.get(piece, math.inf), place) for place, piece in enumerate(joined))
            if number == math.inf:
                break
            cut[place : place + 2] = [joined[place]]
        return cut


def likeness(one: Sequence[float], other: Sequence[float]) -> float:
    """The cosine of two vectors of unit length."""
    return sum(map(float.__mul__, one, other))


@lru_cache(maxsize=1)
def embeddings() -> Embeddings | None:
    """The embeddings of the installed package; None where there is none."""
    folder = package_folder()
    return Embeddings(folder) if folder is not None else None
