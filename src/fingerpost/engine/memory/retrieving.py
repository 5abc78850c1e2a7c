"""What a host gives its model: passages and facts for a question, packed into a budget, with where each comes from.

Passages are found first; the entities that they and the question name are pinned; the graph is followed from them for
one or two relationships; the relationships are ranked by the words that state them, and packed with the passages.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fingerpost.core.cells import Node, Relationship
from fingerpost.core.errors import KnowledgeBaseError, StoreError, WorkspaceError
from fingerpost.core.memory_settings import MemorySettings
from fingerpost.engine.memory.fact_graph import key_of_id
from fingerpost.engine.memory.library import Found, Library, Quote
from fingerpost.engine.memory.switch import EMPTY_NOTE, FALLBACK_NOTE
from fingerpost.ingest import key_of
from fingerpost.retrieval import PassageStore

_WORDS_PER_TOKEN = 0.75
_TOGETHER = 10
"""Entities that one query expands."""
_GRAPH_SHARE = 0.5
"""What facts may take of the budget while there are passages left to pack, and the reverse."""

Link = dict[str, Any]
"""A relationship as seen from one end: `of` is that end's key; `id`, `name` and `kind` are of the other."""
Neighbours = Callable[[Sequence[str]], tuple[list[Link], bool]]
"""The neighbours of entities, and whether they were in the cache."""


@dataclass(frozen=True)
class Retrieval:
    """What was found for a question.

    Attributes:
        context: the text for a model; each line of facts and each passage names its document.
        entities: `{id, name, kind, confidence}`, those that the question and its passages name first.
        relationships: `{source, type, target, certainty, sources, quote}`, by how near their words are to the question.
        provenance: the documents of each entity's relationships, by its id.
        latency_breakdown: milliseconds of each stage, and of all (`total_pipeline_ms`).
        passages: the passages, best first.
        rows: what a graph beside the documents answered, as documents (`page_content`, `metadata`).
        sources: the documents in the context.
        warnings: at most one: `[GRAPH_FALLBACK]` or `[GRAPH_EMPTY]`.
    """

    question: str
    context: str = ""
    entities: tuple[dict[str, Any], ...] = ()
    relationships: tuple[dict[str, Any], ...] = ()
    provenance: dict[str, list[str]] = field(default_factory=dict)
    latency_breakdown: dict[str, int] = field(default_factory=dict)
    passages: tuple[Found, ...] = ()
    sources: tuple[str, ...] = ()
    rows: tuple[dict[str, Any], ...] = ()
    graph_derived: bool = False
    fallback_used: bool = False
    cache_hit: bool = False
    warnings: tuple[str, ...] = ()


@dataclass
class Expanded:
    """What the graph gave: entities in the order in which they were reached, relationships, and what it took."""

    entities: dict[str, dict[str, Any]] = field(default_factory=dict)
    links: dict[tuple[str, str, str], dict[str, Any]] = field(default_factory=dict)
    query_s: float = 0.0
    cached: bool = True


@dataclass(frozen=True)
class Seek:
    """The question, where to search and how far; `has_facts` is None if the graph is left out."""

    question: str
    count: int
    budget: int
    collections: tuple[str, ...]
    library: Library
    neighbours: Neighbours
    has_facts: Callable[[], bool] | None
    bounds: MemorySettings


def retrieved(seek: Seek) -> Retrieval:
    """Passages and facts for a question, packed. A graph that cannot be read is left out, with a warning."""
    started = time.perf_counter()
    passages = seek.library.search(seek.question, seek.count, seek.collections)
    seeded = time.perf_counter()
    keys: list[str] = []
    if seek.has_facts is not None:
        keys = pinned(seek.question, passages, seek.library.store)[: seek.bounds.expanded]
    pinned_at = time.perf_counter()
    graph, warnings = Expanded(), []
    try:
        if seek.has_facts is not None and not seek.has_facts():
            warnings.append(EMPTY_NOTE)
        elif seek.has_facts is not None:
            graph = expanded(keys, seek.neighbours, seek.bounds)
    except (StoreError, WorkspaceError, KnowledgeBaseError):
        graph, warnings = Expanded(), [FALLBACK_NOTE]
    expanded_at = time.perf_counter()
    links = [
        (link, quote)
        for link, quote in ranked(graph.links.values(), seek.question, seek.library)[: seek.bounds.relationships]
        if not seek.collections or seek.library.collection_of(quote.document) in seek.collections
    ]
    context, sources = packed(links, passages, seek.budget)
    ended = time.perf_counter()
    stages = {
        "vector_seed_ms": seeded - started,
        "entity_pinning_ms": pinned_at - seeded,
        "graph_query_ms": graph.query_s,
        "graph_expansion_ms": expanded_at - pinned_at,
        "context_pack_ms": ended - expanded_at,
        "total_pipeline_ms": ended - started,
    }
    provenance = _provenance(link for link, _ in links)
    return Retrieval(
        question=seek.question,
        context=context,
        entities=tuple(one for one in graph.entities.values() if one["id"] in provenance),
        relationships=tuple({**link, "quote": quote.quote} for link, quote in links),
        provenance=provenance,
        latency_breakdown={name: round(seconds * 1000) for name, seconds in stages.items()},
        passages=tuple(passages),
        sources=tuple(sources),
        graph_derived=bool(links),
        fallback_used=bool(warnings),
        warnings=tuple(warnings),
    )


def _provenance(links: Iterable[dict[str, Any]]) -> dict[str, list[str]]:
    """The documents of each entity's relationships."""
    found: dict[str, list[str]] = {}
    for link in links:
        for end in ("source", "target"):
            documents = found.setdefault(link[end], [])
            documents.extend(d for d in (str(p).rpartition(":")[0] for p in link["sources"]) if d not in documents)
    return found


def pinned(question: str, found: Sequence[Found], store: PassageStore) -> list[str]:
    """The keys of entities that the question and its passages name, those of the question first."""
    canonical = store.identities()
    words = key_of(question)
    inside: list[str] = []
    around: list[str] = []
    for one in found:
        passage = one.passage
        for fact in store.facts_in(passage.document, passage.start, passage.end):
            for name in (fact.subject, fact.object):
                (inside if f" {name} " in f" {words} " else around).append(canonical.get(name, name))
    asked = [canonical.get(name, name) for name in names_in(words, store)]
    return list(dict.fromkeys([*asked, *inside, *around]))


def names_in(words: str, store: PassageStore) -> list[str]:
    """The names of entities in a question, the longest first; no name lies within another."""
    parts = words.split(" ")
    runs = [
        (start, start + size) for size in range(min(len(parts), 8), 0, -1) for start in range(len(parts) - size + 1)
    ]
    known = store.known_names([" ".join(parts[start:end]) for start, end in runs])
    found: list[str] = []
    taken: set[int] = set()
    for start, end in runs:
        name = " ".join(parts[start:end])
        if name in known and not taken.intersection(range(start, end)):
            taken.update(range(start, end))
            found.append(name)
    return found


def expanded(keys: Sequence[str], neighbours: Neighbours, bounds: MemorySettings) -> Expanded:
    """What lies near these entities, with the direction of each relationship, within the bounds."""
    found = Expanded()
    reached = dict.fromkeys(keys)
    frontier = list(keys)
    for _ in range(bounds.hops):
        onward: dict[str, None] = {}
        for start in range(0, min(len(frontier), bounds.expanded), _TOGETHER):
            started = time.perf_counter()
            links, cached = neighbours(frontier[start : start + _TOGETHER])
            found.query_s += time.perf_counter() - started
            found.cached &= cached
            edges: Counter[str] = Counter()
            for one in links:
                edges[one["of"]] += 1
                if edges[one["of"]] > bounds.edges or len(found.entities) >= bounds.entities:
                    continue
                triple = (str(one["source"]), str(one["relationship"]), str(one["target"]))
                found.links[triple] = {
                    "source": triple[0],
                    "type": triple[1],
                    "target": triple[2],
                    "certainty": one["certainty"],
                    "sources": list(one["sources"] or ()),
                }
                entity = {key: one[key] for key in ("id", "name", "kind", "confidence")}
                found.entities.setdefault(str(one["id"]), entity)
                onward[key_of_id(str(one["id"]))] = None
        frontier = [key for key in onward if key not in reached]
        reached.update(dict.fromkeys(frontier))
    return found


def links_of(keys: Sequence[str], joined: Sequence[Relationship], nodes: Mapping[str, Node]) -> list[Link]:
    """Relationships as seen from these entities, in order; those that others wrote into the graph are left out."""
    found = []
    for one in joined:
        for of, other in ((one.start, one.end), (one.end, one.start)):
            if of not in keys or not {one.start, one.end} <= set(nodes) or "sources" not in one.properties:
                continue
            ids = {end: nodes[end].properties.get("id") or end for end in (one.start, one.end)}
            node = nodes[other].properties
            found.append(
                {
                    "of": of,
                    "source": str(ids[one.start]),
                    "relationship": one.type,
                    "target": str(ids[one.end]),
                    "id": str(ids[other]),
                    "name": node.get("name") or other,
                    "kind": node.get("kind"),
                    "confidence": node.get("confidence"),
                    "certainty": one.properties.get("certainty"),
                    "sources": one.properties.get("sources"),
                }
            )
    return sorted(found, key=lambda one: (one["of"], one["relationship"], one["source"], one["target"]))


def ranked(links: Iterable[dict[str, Any]], question: str, library: Library) -> list[tuple[dict[str, Any], Quote]]:
    """Relationships with a sentence that states each, those whose words are nearest to the question first."""
    shown = [(link, quote) for link in links if (quote := _quote(link, library)) is not None]
    scores = library.likeness(question, [quote.quote for _, quote in shown])
    order = sorted(range(len(shown)), key=lambda at: (-scores[at], shown[at][0]["source"], shown[at][0]["type"]))
    return [shown[at] for at in order]


def _quote(link: dict[str, Any], library: Library) -> Quote | None:
    for place in link["sources"]:
        document, _, span = str(place).rpartition(":")
        start, _, end = span.partition("-")
        quote = library.quote(document, int(start), int(end))
        if quote is not None:
            return quote
    return None


def packed(links: Sequence[tuple[dict[str, Any], Quote]], found: Sequence[Found], budget: int) -> tuple[str, list[str]]:
    """Facts and passages in turn within a budget of tokens, and their documents. Neither crowds the other out."""
    facts = [f"- {_words(link)}: “{' '.join(quote.quote.split())}” [{quote.document}]" for link, quote in links]
    texts = [f"[{one.passage.document}] {one.passage.title}\n{one.passage.quote}" for one in found]
    documents = [quote.document for _, quote in links], [one.passage.document for one in found]
    share = budget * _GRAPH_SHARE if facts and texts else budget
    kept = _fitting(facts, share if texts else budget)
    left = budget - sum(map(_tokens, facts[:kept]))
    read = _fitting(texts, left)
    left -= sum(map(_tokens, texts[:read]))
    while kept < len(facts) and _tokens(facts[kept]) <= left:
        left -= _tokens(facts[kept])
        kept += 1
    parts = [f"Facts:\n{chr(10).join(facts[:kept])}"] if kept else []
    parts += [f"Passages:\n{(chr(10) * 2).join(texts[:read])}"] if read else []
    return "\n\n".join(parts), list(dict.fromkeys([*documents[0][:kept], *documents[1][:read]]))


def with_rows(rows: Sequence[dict[str, Any]], reading: str, budget: int) -> tuple[str, int]:
    """The rows of a graph as context, and how many of them fit into half of a budget; the first always does."""
    lines = [f"- {one['page_content']}" for one in rows]
    kept = _fitting(lines, budget * _GRAPH_SHARE)
    rest = [f"- and {len(lines) - kept} more"] if kept < len(lines) else []
    return "\n".join([f"Graph ({reading}):", *lines[:kept], *rest]), kept


def tokens_of(text: str) -> int:
    """How many tokens a text is taken for."""
    return round(_tokens(text))


def _words(link: dict[str, Any]) -> str:
    return f"{link['source']} {link['type']} {link['target']} ({link['certainty']})"


def _fitting(texts: Sequence[str], budget: float) -> int:
    """How many of these texts, in order, fit; the first always does."""
    spent = 0.0
    for count, text in enumerate(texts):
        spent += _tokens(text)
        if spent > budget and count:
            return count
    return len(texts)


def _tokens(text: str) -> float:
    return len(text.split()) / _WORDS_PER_TOKEN
