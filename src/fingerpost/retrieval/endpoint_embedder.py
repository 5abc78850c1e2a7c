"""Embeddings from an OpenAI-compatible endpoint: the other way to embed passages and questions."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from fingerpost.core.errors import MissingExtra, ModelError
from fingerpost.llm import Endpoint, ModelSettings, bounded_transport

_BATCH = 64
_MOST_CHARACTERS = 4_000
"""Of a passage; the limit of most models is about twice that."""
_REPLY_MB = 64
_PAUSE_S = 30.0
"""How long an endpoint that failed is left alone."""
_WAIT_S = 0.3
_AGAIN = frozenset((408, 429, 500, 502, 503, 504))
_QUESTIONS = 64
"""Questions whose vectors are kept."""


class EndpointEmbedder:
    """An embedder at a URL. Thread-safe."""

    def __init__(self, endpoint: Endpoint, key: str | None, limits: ModelSettings) -> None:
        """`key` is sent with every call; the limits are those of a language model's calls.

        Raises:
            MissingExtra: the extra `models` is not installed.
        """
        try:
            import httpx
        except ImportError as error:
            hint = 'pip install "fingerpost[models]"'
            raise MissingExtra("embeddings of an endpoint need the extra models", hint=hint) from error
        self.name = f"{endpoint.url}#{endpoint.model}"
        self._endpoint, self._key, self._limits = endpoint, key, limits
        self._http: Any = httpx
        self._lock = threading.Lock()
        self._size: int | None = None
        self._down: tuple[float, ModelError] | None = None
        self.embed_question: Callable[[str], Any] = lru_cache(_QUESTIONS)(self._question)

    @property
    def size(self) -> int:
        """The length of a vector; the endpoint is asked if nothing was embedded yet. Raises as `embed` does."""
        if self._size is None:
            self.embed(["size"])
        return self._size or 0

    def embed(self, texts: Sequence[str]) -> Any:
        """A float32 array of shape (texts, size) with rows of length 1.

        Raises:
            ModelError: `model.unreachable`, `model.refused`, `model.time`, `model.reply`: it is not a list of vectors
                of the same length as those before.
        """
        import numpy

        given = [text[:_MOST_CHARACTERS] or " " for text in texts]
        with self._lock:
            if self._down is not None and time.monotonic() < self._down[0]:
                raise self._down[1]
            rows: list[list[float]] = []
            try:
                for start in range(0, len(given), _BATCH):
                    rows += self._vectors(given[start : start + _BATCH])
            except ModelError as error:
                self._down = time.monotonic() + _PAUSE_S, error
                raise
            self._down = None
        found: Any = numpy.array(rows, dtype=numpy.float32).reshape(len(given), -1)
        lengths: Any = numpy.linalg.norm(found, axis=1, keepdims=True)
        return numpy.divide(found, lengths, out=found, where=lengths > 0)

    def _question(self, question: str) -> Any:
        return self.embed([question])[0]

    def _vectors(self, texts: Sequence[str]) -> list[list[float]]:
        """The vectors of one batch, checked."""
        reply = self._reply({"model": self._endpoint.model, "input": list(texts), "encoding_format": "float"})
        try:
            rows = sorted(reply["data"], key=lambda one: int(one["index"]))
            if [one["index"] for one in rows] != list(range(len(texts))):
                raise ValueError(f"{len(rows)} vectors for {len(texts)} texts")
            vectors = [[float(number) for number in one["embedding"]] for one in rows]
            sizes = {len(vector) for vector in vectors} | ({self._size} if self._size is not None else set())
            if len(sizes) != 1 or not all(math.isfinite(number) for vector in vectors for number in vector):
                raise ValueError(f"vectors of {' and '.join(map(str, sorted(sizes)))} numbers, or not finite")
        except (KeyError, TypeError, ValueError) as error:
            message = f"the endpoint of embeddings did not answer with vectors: {error}"
            raise ModelError(message, code="model.reply") from error
        self._size = sizes.pop()
        return vectors

    def _reply(self, body: dict[str, Any]) -> Any:
        """What the endpoint answers; asked again where that may help."""
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        until = time.monotonic() + self._limits.seconds
        for left in range(self._limits.retries, -1, -1):
            seconds = max(until - time.monotonic(), 0.1)
            transport = bounded_transport(self._http, _REPLY_MB * 2**20, seconds)
            try:
                with self._http.Client(transport=transport, timeout=seconds, trust_env=False) as client:
                    answer = client.post(f"{self._endpoint.url}/embeddings", json=body, headers=headers)
                    if answer.status_code == 200:
                        return answer.json()
            except self._http.TimeoutException as error:
                raise ModelError("the endpoint of embeddings does not answer in time", code="model.time") from error
            except self._http.HTTPError as error:
                failed = ModelError(f"the endpoint of embeddings cannot be reached: {error}", code="model.unreachable")
                failed.__cause__ = error
            except ValueError as error:
                raise ModelError("the endpoint of embeddings did not answer with JSON", code="model.reply") from error
            else:
                message = f"the endpoint of embeddings answered with status {answer.status_code}"
                failed = ModelError(message, code="model.refused")
                if answer.status_code not in _AGAIN:
                    raise failed
            if not left or time.monotonic() + _WAIT_S > until:
                raise failed
            time.sleep(_WAIT_S)
        raise failed
