"""Finds the passages that a question needs: full text, embeddings, and links between passages, ranked together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from fingerpost.retrieval.analysis import RULES as RULES, Kept as Kept, kept as kept
    from fingerpost.retrieval.asked_for import asks_number as asks_number, asks_who as asks_who
    from fingerpost.retrieval.candidates import Said as Said
    from fingerpost.retrieval.disk import (
        Candidate as Candidate,
        DiskIndex as DiskIndex,
        Entry as Entry,
        build as build,
        unknown_weight as unknown_weight,
        weights_for as weights_for,
    )
    from fingerpost.retrieval.embedder import (
        Embedder as Embedder,
        QuestionEmbedder as QuestionEmbedder,
        StaticEmbedder as StaticEmbedder,
    )
    from fingerpost.retrieval.endpoint_embedder import EndpointEmbedder as EndpointEmbedder
    from fingerpost.retrieval.extract import (
        Extract as Extract,
        Sentence as Sentence,
        extracted as extracted,
        needed_of as needed_of,
        unknown_names as unknown_names,
    )
    from fingerpost.retrieval.features import (
        ALONE as ALONE,
        LINKED as LINKED,
        linked as linked,
        pooled as pooled,
        seeded as seeded,
    )
    from fingerpost.retrieval.file import FILE as FILE, has_passages as has_passages
    from fingerpost.retrieval.history import Event as Event, moment as moment
    from fingerpost.retrieval.index import PassageIndex as PassageIndex
    from fingerpost.retrieval.meaning import MEANING as MEANING, Meaning as Meaning
    from fingerpost.retrieval.neo4j.database import (
        DocumentDatabase as DocumentDatabase,
        has_documents as has_documents,
        namespaces_in as namespaces_in,
    )
    from fingerpost.retrieval.neo4j.mirror import MirroredStore as MirroredStore
    from fingerpost.retrieval.neo4j.pool import PassagePool as PassagePool
    from fingerpost.retrieval.onnx_embedder import (
        SentenceEmbedder as SentenceEmbedder,
        sentence_embedder as sentence_embedder,
    )
    from fingerpost.retrieval.question import Asked as Asked, asked as asked
    from fingerpost.retrieval.question_time import AskedTime as AskedTime, asked_time as asked_time
    from fingerpost.retrieval.ranker import Ranker as Ranker, ranker_for as ranker_for
    from fingerpost.retrieval.recall import Recalled as Recalled, recalled as recalled, stating as stating
    from fingerpost.retrieval.search import Found as Found, Hit as Hit, Retriever as Retriever
    from fingerpost.retrieval.sentence_signs import (
        asks_events as asks_events,
        asks_twice as asks_twice,
        change as change,
        lacks_subject as lacks_subject,
    )
    from fingerpost.retrieval.store import PassageStore as PassageStore
    from fingerpost.retrieval.stored import (
        Decision as Decision,
        StoredDocument as StoredDocument,
        StoredFact as StoredFact,
        StoredPassage as StoredPassage,
        Triple as Triple,
        Verdict as Verdict,
        title_of as title_of,
    )
    from fingerpost.retrieval.words import stems as stems

__getattr__ = lazy_exports(
    __name__,
    {
        "analysis": "RULES Kept kept",
        "asked_for": "asks_number asks_who",
        "question_time": "AskedTime asked_time",
        "disk": "Candidate DiskIndex Entry build unknown_weight weights_for",
        "embedder": "Embedder QuestionEmbedder StaticEmbedder",
        "endpoint_embedder": "EndpointEmbedder",
        "extract": "Extract Sentence extracted needed_of unknown_names",
        "features": "ALONE LINKED linked pooled seeded",
        "file": "FILE has_passages",
        "history": "Event moment",
        "index": "PassageIndex",
        "meaning": "MEANING Meaning",
        "neo4j.database": "DocumentDatabase has_documents namespaces_in",
        "neo4j.mirror": "MirroredStore",
        "neo4j.pool": "PassagePool",
        "question": "Asked asked",
        "ranker": "Ranker ranker_for",
        "candidates": "Said",
        "recall": "Recalled recalled stating",
        "search": "Found Hit Retriever",
        "onnx_embedder": "SentenceEmbedder sentence_embedder",
        "sentence_signs": "asks_events asks_twice change lacks_subject",
        "store": "PassageStore",
        "stored": "Decision StoredDocument StoredFact StoredPassage Triple Verdict title_of",
        "words": "stems",
    },
)
