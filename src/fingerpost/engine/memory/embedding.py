"""Embeddings of passages: made when a document is added, stored with it, and read for the index."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from fingerpost.core.errors import MissingExtra
from fingerpost.core.settings import Settings
from fingerpost.llm import ModelSettings, endpoint_of
from fingerpost.retrieval import (
    RULES,
    Embedder,
    EndpointEmbedder,
    Kept,
    Meaning,
    PassageStore,
    QuestionEmbedder,
    StaticEmbedder,
    StoredDocument,
    StoredPassage,
    kept,
    sentence_embedder,
    title_of,
)

_MOST_WIDE = 100_000
"""Passages up to which embeddings have 32 bits in memory."""


EMBEDDINGS_FALLBACK = "[EMBEDDINGS_FALLBACK]"
"""What notes begin with where an endpoint of embeddings failed."""


def embedder_of(settings: Settings) -> QuestionEmbedder | None:
    """The sentence embedder, if it is installed and wanted; or the endpoint that the setting names.

    Raises:
        SettingsError: `settings.invalid`: the setting names no endpoint.
        MissingExtra: the extra `models` is not installed.
    """
    if settings.embeddings in ("auto", "static"):
        return sentence_embedder() if settings.embeddings == "auto" else None
    model = settings.model if isinstance(settings.model, str) else None
    return _at_endpoint(settings.embeddings, model, settings.models)


@cache
def _at_endpoint(text: str, model: str | None, limits: ModelSettings) -> EndpointEmbedder:
    """The key is sent to the endpoint that it is for: the setting `model`'s, if that is another."""
    endpoint = endpoint_of(text, "FINGERPOST_EMBEDDINGS")
    shared = model is None or endpoint_of(model).url == endpoint.url
    key = (limits.key if shared else None) or endpoint.own_key
    return EndpointEmbedder(endpoint, key.get_secret_value() if key is not None else None, limits)


@cache
def static_embedder() -> StaticEmbedder:
    """The embedder of sentences that needs no model. Raises `MissingExtra`."""
    return StaticEmbedder()


def rules_of(embedder: Embedder) -> str:
    """What says how the analyses of passages were made."""
    return f"{RULES} {embedder.name}"


def analysed(document: StoredDocument, passages: Sequence[StoredPassage]) -> tuple[str, list[Kept]] | None:
    """The analyses of a document's passages, to be kept; None without the extra that searching needs."""
    try:
        embedder = static_embedder()
        texts = [(title_of(document, passage), document.text[passage.start : passage.stop]) for passage in passages]
        return rules_of(embedder), [kept(title, text, embedder) for title, text in texts]
    except (ImportError, MissingExtra):
        return None


def embedded(
    embedder: QuestionEmbedder, document: StoredDocument, passages: Sequence[StoredPassage]
) -> tuple[str, bytes]:
    """The embeddings of a document's passages, as they are stored."""
    texts = []
    for passage in passages:
        title = title_of(document, passage)
        text = document.text[passage.start : passage.stop]
        texts.append(f"{title}. {text}" if title else text)
    vectors: Any = embedder.embed(texts)
    return embedder.name, vectors.astype("<f2").tobytes()


def meaning_of(
    embedder: QuestionEmbedder | None, store: PassageStore, passages: Sequence[StoredPassage]
) -> Meaning | None:
    """The embeddings of passages in their order; None unless all have some: scores of some only would mislead."""
    if embedder is None or not passages:
        return None
    import numpy

    kind = numpy.float32 if len(passages) <= _MOST_WIDE else numpy.float16
    held = store.vectors(embedder.name)
    counts: dict[str, int] = {}
    for passage in passages:
        counts[passage.document] = counts.get(passage.document, 0) + 1
    rows: Any = None
    filled = 0
    for document, count in counts.items():
        found: Any = numpy.frombuffer(held.pop(document, b""), dtype="<f2")  # what was taken over is freed
        size = len(found) // count
        if not len(found) or len(found) % count or (rows is not None and size != rows.shape[1]):
            return None
        rows = numpy.empty((len(passages), size), dtype=kind) if rows is None else rows
        rows[filled : filled + count] = found.reshape(count, size)
        filled += count
    return Meaning(embedder, rows)
