"""Embeddings of passages: made when a document is added, stored with it, and read for the index."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from fingerpost.core.errors import MissingExtra
from fingerpost.core.settings import Settings
from fingerpost.retrieval import (
    RULES,
    Embedder,
    Kept,
    Meaning,
    PassageStore,
    SentenceEmbedder,
    StaticEmbedder,
    StoredDocument,
    StoredPassage,
    kept,
    sentence_embedder,
    title_of,
)

_MOST_WIDE = 100_000
"""Passages up to which embeddings have 32 bits in memory."""


def embedder_of(settings: Settings) -> SentenceEmbedder | None:
    """The sentence embedder, if it is installed and wanted."""
    return sentence_embedder() if settings.embeddings == "auto" else None


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
    embedder: SentenceEmbedder, document: StoredDocument, passages: Sequence[StoredPassage]
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
    embedder: SentenceEmbedder | None, store: PassageStore, passages: Sequence[StoredPassage]
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
    rows = []
    for document, count in counts.items():
        found: Any = numpy.frombuffer(held.get(document, b""), dtype="<f2")
        if len(found) != count * embedder.size:
            return None
        rows.append(found.reshape(count, embedder.size))
    return Meaning(embedder, numpy.concatenate(rows).astype(kind))
