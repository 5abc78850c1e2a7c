"""Tokenizes texts word by word: each word is tokenized once, however many texts contain it.

This equals tokenizing the whole text if no token spans a blank, as with tokenizers that mark where words begin (`▁`).
Texts in which that mark or a blank could join two words are tokenized as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

_MARK: Final = "▁"
_KEPT: Final = 100_000
"""Words whose tokens are kept, at most, and their longest."""
_LONGEST: Final = 40


class WordTokens:
    """Tokenizes many texts. Not for several threads at once."""

    def __init__(self, tokenizer: Any) -> None:
        """`tokenizer` is one of the library `tokenizers`."""
        self._tokenizer = tokenizer
        self._special = tuple(str(token) for token in tokenizer.get_added_tokens_decoder().values())
        self._by_word = all(_MARK not in token.lstrip(_MARK) for token in tokenizer.get_vocab())
        self._last_blank = {"": [tokenizer.token_to_id(_MARK)]}
        self._kept: dict[str, list[int]] = {}

    def of(self, texts: Sequence[str]) -> list[list[int]]:
        """The tokens of each text."""
        split = [text.split(" ") if self._is_plain(text) else None for text in texts]
        words = set(chain.from_iterable(one for one in split if one is not None))
        known = {word: self._kept[word] for word in words & self._kept.keys()} | self._last_blank
        new = list(words - known.keys())
        known.update(zip(new, self._encoded(new), strict=True))
        if len(self._kept) + len(new) > _KEPT:
            self._kept.clear()
        self._kept.update((word, known[word]) for word in new if len(word) <= _LONGEST)
        whole = iter(self._encoded([text for text, one in zip(texts, split, strict=True) if one is None]))
        return [next(whole) if one is None else list(chain.from_iterable(map(known.__getitem__, one))) for one in split]

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
