"""What hosts get of a memory: passages, and facts as sentences, in one list; and their documents brought in.

The graph is off for hosts unless `GRAPH_RAG_ENABLED` is true, or the caller asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from fingerpost.engine import AddReport, Memory, Retrieval, graph_enabled

_K = 60
_PASSAGES, _FACTS = 0.4, 0.6
"""Weights of the ranks among passages and among facts."""
_KEYS = ("id", "id_", "doc_id", "source")


@dataclass(frozen=True)
class HostDocument:
    """A passage (`source_type: vector`) or a fact with its sentence (`graph`), and its place."""

    text: str
    score: float
    metadata: dict[str, Any] = field(default_factory=dict)


def documents_for(
    memory: Memory, question: str, count: int = 5, *, graph: bool | None = None, collections: Sequence[str] = ()
) -> list[HostDocument]:
    """At most `count` passages and facts for a question, the best of both first; neither crowds the other out.

    `graph`: whether facts are among them; default: what `GRAPH_RAG_ENABLED` says, or else no.

    Raises:
        QuestionError: as `Memory.retrieve`.
        SettingsError: `GRAPH_RAG_ENABLED` is neither true nor false.
    """
    wanted = graph_enabled(False) if graph is None else graph
    found = memory.retrieve(question, count, collections=collections)
    passages = [_passage(found, rank) for rank in range(len(found.passages))]
    facts = [_fact(link, rank) for rank, link in enumerate(found.relationships)] if wanted else []
    if not facts:
        return passages[:count]
    # Facts take half at most while there are passages, and the reverse.
    kept = facts[: max(count // 2, count - len(passages), 1)]
    both = [*kept, *passages[: max(count - len(kept), 0)]]
    return sorted(both, key=lambda one: -one.score)


def _passage(found: Retrieval, rank: int) -> HostDocument:
    one = found.passages[rank].passage
    where = {"document": one.document, "title": one.title, "start": one.start, "end": one.end, "page": one.page}
    lines = {"first_line": one.first_line, "last_line": one.last_line, "time": one.time}
    metadata = {"source_type": "vector", "source": one.document, **where, **lines}
    return HostDocument(one.quote, _PASSAGES / (_K + rank), {k: v for k, v in metadata.items() if v is not None})


def _fact(link: dict[str, Any], rank: int) -> HostDocument:
    sources = list(link["sources"])
    text = f"{link['source']} {link['type']} {link['target']} ({link['certainty']})"
    quote = link.get("quote")
    metadata = {
        "source_type": "graph",
        "source": sources[0].rpartition(":")[0] if sources else "",
        "entities": [link["source"], link["target"]],
        "relationship": link["type"],
        "certainty": link["certainty"],
        "sources": sources,
    }
    return HostDocument(f"{text}: “{quote}”" if quote else text, _FACTS / (_K + rank), metadata)


def backfill(memory: Memory, documents: Iterable[Any], *, collection: str = "") -> AddReport:
    """Add the documents of any iterator of a host; repeated, it skips what is there.

    A document is anything with a text (`page_content`, `text`) and `metadata`; its key is its id, or the `source` of
    its metadata.

    Raises:
        StoreError: `store.write`. Documents before it are stored.
        ValueError: a document has no text, or nothing to identify it.
    """
    total = AddReport()
    for number, document in enumerate(documents):
        metadata = dict(getattr(document, "metadata", None) or {})
        text = getattr(document, "page_content", None) or getattr(document, "text", None)
        key = next((str(value) for value in (*_own(document), *map(metadata.get, _KEYS)) if value), None)
        if not isinstance(text, str):
            raise ValueError(f"document {number} has no text")
        if key is None:
            raise ValueError(f"document {number} has no id, and no source in its metadata")
        title, time = metadata.get("title"), metadata.get("time") or metadata.get("date")
        report = memory.add_text(
            text,
            key=key,
            title=title if isinstance(title, str) else "",
            time=time if isinstance(time, str) else None,
            collection=collection,
        )
        for name in ("created", "changed", "unchanged", "passages"):
            setattr(total, name, getattr(total, name) + getattr(report, name))
    return total


def _own(document: Any) -> tuple[Any, ...]:
    """The identifier that a document has itself."""
    return (getattr(document, "id", None), getattr(document, "id_", None))
