"""Embeddings of texts: the seam, and the static embedder whose weights come inside a package."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from fingerpost.core.errors import MissingExtra
from fingerpost.retrieval.word_sums import WordSums

_HINT = 'pip install "fingerpost[documents]"'
_PACKAGE = "wordllama"
_WEIGHTS = "weights/l2_supercat_256.safetensors"
_TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"
_SMOOTHING = 1e-3
_BATCH = 512
_FEW = 8


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    name: str
    size: int

    def embed(self, texts: Sequence[str]) -> Any:
        """A float32 array of shape (texts, size); rows have length 1, or are all zeros for a text without words."""


class QuestionEmbedder(Protocol):
    """An embedder of passages that embeds questions in a way of its own."""

    @property
    def name(self) -> str:
        """What the vectors are stored under."""

    @property
    def size(self) -> int:
        """The length of a vector."""

    def embed(self, texts: Sequence[str]) -> Any:
        """See `Embedder`."""

    @property
    def embed_question(self) -> Callable[[str], Any]:
        """A question as a vector of length 1, to be compared with those of passages."""


class StaticEmbedder:
    """The mean of the vectors of a text's tokens, each weighted down by how common the token is.

    The weights of `wordllama` are read from its files; its own loader would look for them on the network.
    """

    name = "wordllama-256"
    size = 256

    def __init__(self) -> None:
        """Read the weights.

        Raises:
            MissingExtra: the extra `documents` is not installed.
        """
        self._table, self._tokenizer = _weights()
        self._lock = threading.Lock()
        import numpy

        # The vocabulary is ordered by frequency, after the first 259 control and byte tokens: Zipf's law gives shares.
        ranks = numpy.maximum(numpy.arange(len(self._table)) - 258, 1)
        share = 0.06 / ranks
        self._weight = (_SMOOTHING / (_SMOOTHING + share)).astype(numpy.float32)

    def embed(self, texts: Sequence[str]) -> Any:
        """See `Embedder`."""
        import numpy

        batches = [self._sums(texts[start : start + _BATCH]) for start in range(0, len(texts), _BATCH)]
        found: Any = numpy.concatenate(batches) if batches else numpy.zeros((0, self.size), dtype=numpy.float32)
        lengths: Any = numpy.linalg.norm(found, axis=1, keepdims=True)
        return numpy.divide(found, lengths, out=found, where=lengths > 0)

    def _sums(self, texts: Sequence[str]) -> Any:
        """The weighted sums of the vectors of texts; of a few, such as a question, without starting threads."""
        import numpy

        if len(texts) > _FEW:
            with self._lock:
                return self._words.of(texts)
        tokens = (self._tokenizer.encode(text, add_special_tokens=False).ids for text in texts)
        return numpy.stack([self._sum(ids) for ids in tokens])

    def _sum(self, tokens: list[int]) -> Any:
        import numpy

        ids = numpy.array(tokens, dtype=numpy.int64)
        return self._weight.take(ids) @ self._table.take(ids, axis=0)

    @cached_property
    def _words(self) -> WordSums:
        return WordSums(self._tokenizer, self.size, self._sum)


@cache
def _weights() -> tuple[Any, Any]:
    spec = find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise MissingExtra("searching documents needs the extra documents", hint=_HINT)
    folder = Path(spec.origin).parent
    try:
        import numpy
        from safetensors.numpy import load_file
        from tokenizers import Tokenizer
    except ImportError as error:
        raise MissingExtra(f"searching documents needs the extra documents ({error})", hint=_HINT) from error
    tokenizer = Tokenizer.from_file(str(folder / _TOKENIZER))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    table = load_file(folder / _WEIGHTS)["embedding.weight"].astype(numpy.float32)
    return table, tokenizer
