"""Documents in a Neo4j database: what is written there, in one transaction a document, and what changed since."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, astuple
from typing import Any

from fingerpost.core.names import quoted
from fingerpost.retrieval.analysis import Kept, decoded
from fingerpost.retrieval.full_text_counts import words_of
from fingerpost.retrieval.history import Content, Event
from fingerpost.retrieval.neo4j import statements as cypher
from fingerpost.retrieval.stored import Decision, StoredDocument, StoredFact, StoredPassage, title_of
from fingerpost.stores import Link

_DEFINE_S = 60
MEANING_SIZE = 384
"""Numbers of a sentence embedding that the index takes: those of the embedder whose weights come in a package."""
_VECTORS = (("vector", 256), ("meaning", MEANING_SIZE))
"""Properties with the embeddings of a passage, and how many numbers each has."""
Statement = tuple[str, dict[str, Any]]


class DocumentDatabase:
    """The documents of a Neo4j database. Thread-safe; a write is committed when a method returns."""

    def __init__(self, link: Link) -> None:
        """Define what is missing of constraints and indexes. Raises as `Link.define` does."""
        self._link = link
        for label, name in cypher.KEYS:
            link.define(
                f"CREATE CONSTRAINT {label}_{name} IF NOT EXISTS FOR (n:{label}) REQUIRE n.{name} IS UNIQUE", _DEFINE_S
            )
        for label, name in cypher.RANGES:
            link.define(f"CREATE INDEX {label}_{name} IF NOT EXISTS FOR (n:{label}) ON (n.{name})", _DEFINE_S)
        link.define(cypher.TEXT_INDEX, _DEFINE_S)
        for name, size in _VECTORS:
            link.define(cypher.VECTOR_INDEX.format(name=name, size=size), _DEFINE_S)
        link.define("CALL db.awaitIndexes(60)", _DEFINE_S)

    def rows(self, query: str, **parameters: Any) -> list[tuple[Any, ...]]:
        """The rows of one of the statements."""
        return self._link.ask(query, **parameters)

    def version(self) -> int:
        """How often something was written."""
        found = self.rows(cypher.VERSION)
        return int(found[0][0]) if found else 0

    def put(
        self,
        content: Content,
        event: Event | None,
        past: tuple[str, str, str, str] | None,
        vectors: tuple[str, bytes] | None,
        analyses: tuple[str, Sequence[Kept]],
    ) -> int:
        """Write a document in place of what was there under its key; the version that this made."""
        document, passages, facts = content
        about = {"key": document.key}
        rows, stems, words = _passage_rows(document, passages, vectors, analyses[1])
        size = {"passages": len(rows), "words": sum(row["properties"]["length"] for row in rows)}
        held = {
            **asdict(document),
            "passages": json.dumps([astuple(one) for one in passages], ensure_ascii=False),
            "facts": json.dumps([astuple(one) for one in facts], ensure_ascii=False),
            "rules": analyses[0],
            "embedder": vectors[0] if vectors is not None else None,
        }
        steps: list[Callable[[int], Statement]] = [
            *_lost(document.key),
            lambda _: (cypher.REMEMBER, about),
            lambda version: (cypher.ADD_DOCUMENT, {"document": {**held, "version": version}}),
            lambda _: (cypher.ADD_PASSAGES, {**about, "passages": rows}),
            lambda _: (cypher.ADD_STEMS, {"stems": [list(pair) for pair in sorted(stems.items())]}),
            lambda _: (cypher.ADD_WORDS, {"words": [list(pair) for pair in sorted(words.items())]}),
            lambda _: (cypher.ADD_SIZE, size),
            *_stated(document, facts),
        ]
        if past is not None:
            kept = dict(zip(("key", "began", "ended", "content"), past, strict=True))
            steps.append(lambda _: (cypher.ADD_VERSION, {"past": kept}))
        return self._write(steps, event)

    def remove(self, key: str, event: Event) -> int:
        """Delete a document and its earlier versions; the version that this made."""
        about = {"key": key}
        gone = [*_lost(key), lambda _: (cypher.LOSE_VERSIONS, about)]
        return self._write([*gone, lambda version: (cypher.FORGET, {**about, "version": version})], event)

    def decide(self, decision: Decision, event: Event, *, undone: bool) -> int:
        """Note a decision, or that it is taken back; the version that this made."""
        given = asdict(decision)
        if undone:
            del given["verdict"]
        return self._write([lambda _: (cypher.UNDO if undone else cypher.DECIDE, given)], event)

    def _write(self, steps: Sequence[Callable[[int], Statement]], event: Event | None) -> int:
        def job(run: Callable[..., list[tuple[Any, ...]]]) -> int:
            version = int(run(cypher.NEXT_VERSION)[0][0])
            for step in steps:
                text, given = step(version)
                run(text, **given)
            if event is not None:
                run(cypher.ADD_EVENT, event={**asdict(event), "version": version})
            return version

        return self._link.transact(job, self._link.wait_s)

    def documents_since(self, version: int) -> list[Content]:
        """The documents that were written after a version."""
        return [_content(row[0]) for row in self.rows(cypher.DOCUMENTS_SINCE, version=version)]

    def kept(self, key: str) -> tuple[str | None, str | None]:
        """The rules of the analyses of a document, and the embedder of its passages."""
        found = self.rows(cypher.KEPT, key=key)
        return (found[0][0], found[0][1]) if found else (None, None)

    def close(self) -> None:
        """Give back the connections."""
        self._link.close()


def _lost(key: str) -> list[Callable[[int], Statement]]:
    parts = (
        cypher.LOSE_STEMS,
        cypher.LOSE_WORDS,
        cypher.LOSE_SIZE,
        cypher.LOSE_PASSAGES,
        cypher.LOSE_FACTS,
        cypher.LOSE_DOCUMENT,
    )
    return [lambda _, text=text: (text, {"key": key}) for text in parts]  # type: ignore[misc]


def _stated(document: StoredDocument, facts: Sequence[StoredFact]) -> list[Callable[[int], Statement]]:
    """The entities that a document names, and a relationship for each fact."""
    entities: dict[str, dict[str, str]] = {}
    by_relation: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for fact in facts:
        for key, name, kind in (
            (fact.subject, fact.subject_name, fact.subject_kind),
            (fact.object, fact.object_name, fact.object_kind),
        ):
            entities.setdefault(key, {"key": key, "name": name, "kind": kind})
        own = ("document", "number", "start", "stop", "certainty", "negated", "date")
        properties = {name: getattr(fact, name) for name in own}
        properties["quote"] = document.text[fact.start : fact.stop]
        by_relation[fact.relation].append({"subject": fact.subject, "object": fact.object, "properties": properties})
    named = {"key": document.key, "entities": list(entities.values())}
    made: list[Statement] = [(cypher.ADD_ENTITIES, named)] if entities else []
    for relation, rows in sorted(by_relation.items()):
        made.append((cypher.ADD_FACTS.format(relation=quoted(relation)), {"facts": rows}))
    return [lambda _, one=one: one for one in made]  # type: ignore[misc]


def _passage_rows(
    document: StoredDocument,
    passages: Sequence[StoredPassage],
    vectors: tuple[str, bytes] | None,
    analyses: Sequence[Kept],
) -> tuple[list[dict[str, Any]], Counter[str], Counter[str]]:
    """The properties and names of a document's passages, and in how many of them each stem and each word stands."""
    import numpy

    from fingerpost.retrieval.embedder import StaticEmbedder

    meant: Any = None
    if vectors is not None:
        meant = numpy.frombuffer(vectors[1], dtype="<f2").astype(numpy.float32).reshape(len(passages), -1)
    rows: list[dict[str, Any]] = []
    stems: Counter[str] = Counter()
    words: Counter[str] = Counter()
    texts = [(title_of(document, one), document.text[one.start : one.stop]) for one in passages]
    for passage, (title, text), one, said in zip(passages, texts, analyses, words_of(texts), strict=True):
        words.update(said.keys())
        read = decoded(title, text, one.data)
        stems.update(read.terms)
        sentences: Any = numpy.frombuffer(one.vectors, dtype="<f2").astype(numpy.float32)
        pooled = sentences.reshape(-1, StaticEmbedder.size).sum(axis=0)
        properties = {
            **asdict(passage),
            "headings": list(passage.headings),
            "id": f"{passage.number}/{document.key}",
            "title": title,
            "text": text,
            "collection": document.collection,
            "data": one.data,
            "vectors": one.vectors,
            "stems": sorted(read.terms),
            "words": sorted(said),
            "length": said.total(),
            "vector": pooled.tolist() if pooled.any() else None,
            "meaning": meant[passage.number].tolist() if meant is not None else None,
        }
        mentions = sorted({phrase.name for phrase, _ in read.mentions})
        rows.append({"properties": properties, "about": sorted(read.names), "mentions": mentions})
    return rows, stems, words


def _content(held: dict[str, Any]) -> Content:
    names = ("key", "hash", "title", "text", "time", "collection", "kind")
    document = StoredDocument(**{name: held.get(name) for name in names})  # type: ignore[arg-type]
    passages = tuple(StoredPassage(*(*row[:7], tuple(row[7]))) for row in json.loads(held["passages"]))
    return document, passages, tuple(StoredFact(*row) for row in json.loads(held["facts"]))
