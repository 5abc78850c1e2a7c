"""Sums up the vectors of texts word by word: each word is tokenized once, however many texts contain it.

This equals tokenizing the whole text if no token spans a blank, as with tokenizers that mark where words begin (`▁`).
Texts in which that mark or a blank could join two words are tokenized as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, Final

_MARK: Final = "▁"
_KEPT: Final = 30_000
"""Words whose vectors are kept, at most."""


class WordSums:
    """Sums up the vectors of the tokens of many texts. Not for several threads at once."""

    def __init__(self, tokenizer: Any, size: int, summed: Callable[[list[int]], Any]) -> None:
        """`tokenizer` is one of the library `tokenizers`; `summed` gives the sum of the vectors of tokens."""
        import numpy

        self._tokenizer = tokenizer
        self._summed = summed
        self._special = tuple(str(token) for token in tokenizer.get_added_tokens_decoder().values())
        self._by_word = all(_MARK not in token.lstrip(_MARK) for token in tokenizer.get_vocab())
        self._places: dict[str, int] = {}
        self._vectors: Any = numpy.zeros((0, size), dtype=numpy.float32)

    def of(self, texts: Sequence[str]) -> Any:
        """The sum of the vectors of each text's tokens: a float32 array of shape (texts, size)."""
        import numpy

        split = [text.split(" ") if self._is_plain(text) else None for text in texts]
        self._learn(set(chain.from_iterable(one for one in split if one is not None)))
        found: Any = numpy.zeros((len(texts), self._vectors.shape[1]), dtype=numpy.float32)
        place = self._places.__getitem__
        for row, words in enumerate(split):
            if words is not None:
                self._vectors.take([*map(place, words)], axis=0).sum(axis=0, out=found[row])
        others = [row for row, words in enumerate(split) if words is None]
        for row, tokens in zip(others, self._encoded([texts[row] for row in others]), strict=True):
            found[row] = self._summed(tokens)
        return found

    def _learn(self, words: set[str]) -> None:
        """Add the vectors of words that have none yet."""
        import numpy

        new = words - self._places.keys()
        if len(self._places) + len(new) > _KEPT:
            self._places.clear()
            new = words
        missing = len(self._places) + len(new) - len(self._vectors)
        if missing > 0:
            room = numpy.zeros((max(missing, len(self._vectors)), self._vectors.shape[1]), dtype=numpy.float32)
            self._vectors = numpy.concatenate((self._vectors, room))
        said = list(new)
        for place, (word, tokens) in enumerate(zip(said, self._encoded(said), strict=True), len(self._places)):
            # A blank at the end of a text is the mark.
            self._vectors[place] = self._summed(tokens if word else [self._tokenizer.token_to_id(_MARK)])
        self._places.update(zip(said, range(len(self._places), len(self._places) + len(said)), strict=True))

    def _is_plain(self, text: str) -> bool:
        """Whether a text is words with one blank between two of them, and nothing that stands for a token itself."""
        return (
            self._by_word
            and text[:1] not in ("", " ")
            and "  " not in text
            and _MARK not in text
            and not any(token in text for token in self._special)
        )

    def _encoded(self, texts: list[str]) -> list[list[int]]:
        return [one.ids for one in self._tokenizer.encode_batch(texts, add_special_tokens=False)] if texts else []
