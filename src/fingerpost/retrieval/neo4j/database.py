"""Documents in a Neo4j database: what is written there, in one transaction a document, and what changed since."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, astuple
from functools import lru_cache
from typing import Any

from fingerpost.core.errors import StoreError
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
    """The documents of a Neo4j database, or of one namespace in it, which has labels and indexes of its own.

    Thread-safe; a write is committed when a method returns.
    """

    def __init__(self, link: Link, namespace: str = "") -> None:
        """Define what is missing of constraints and indexes.

        Raises:
            StoreError: `store.documents`: the database holds a graph; or as `Link.define` does.
        """
        self._link = link
        self._namespace = namespace
        if not has_documents(link) and link.ask(cypher.HAS_NODES)[0][0]:
            hint = "use an empty database, or one with documents of fingerpost"
            message = "the database holds a graph: documents need one of their own"
            raise StoreError(message, code="store.documents", hint=hint)
        for label, name in cypher.KEYS:
            self._define(f"CREATE CONSTRAINT {label}_{name} IF NOT EXISTS FOR (n:{label}) REQUIRE n.{name} IS UNIQUE")
        for label, name in cypher.RANGES:
            self._define(f"CREATE INDEX {label}_{name} IF NOT EXISTS FOR (n:{label}) ON (n.{name})")
        self._define(cypher.TEXT_INDEX)
        for name, size in _VECTORS:
            self._define(cypher.VECTOR_INDEX.format(name=name, size=size))
        self._define("CALL db.awaitIndexes(60)")
        if namespace:
            link.transact(lambda run: run(cypher.ADD_NAMESPACE, name=namespace), link.wait_s)

    def _define(self, statement: str) -> None:
        self._link.define(_in_namespace(statement, self._namespace), _DEFINE_S)

    def rows(self, query: str, **parameters: Any) -> list[tuple[Any, ...]]:
        """The rows of one of the statements."""
        return self._link.ask(_in_namespace(query, self._namespace), **parameters)

    def namespaces(self) -> list[str]:
        """The namespaces of the database, sorted."""
        return namespaces_in(self._link)

    def forget_namespace(self, namespace: str) -> bool:
        """Remove another namespace with all that is in it; whether it was there. Killed on the way, it is continued
        by the next call."""
        link, wait_s = self._link, self._link.wait_s
        if namespace not in self.namespaces():
            return False
        for ending in cypher.LABELS:
            some = _in_namespace(cypher.LOSE_SOME.format(label=quoted(f"Fingerpost{ending}")), namespace)
            while link.transact(lambda run, some=some: run(some)[0][0], wait_s):  # type: ignore[misc]
                continue
        names = [f"{label}_{name}" for label, name in cypher.KEYS]
        statements = [f"DROP CONSTRAINT {name} IF EXISTS" for name in names]
        indexes = [f"{label}_{name}" for label, name in cypher.RANGES]
        indexes += [f"fingerpost_passage_{name}" for name in ("text", *(name for name, _ in _VECTORS))]
        for statement in [*statements, *(f"DROP INDEX {name} IF EXISTS" for name in indexes)]:
            link.define(_in_namespace(statement, namespace), _DEFINE_S)
        link.transact(lambda run: run(cypher.LOSE_NAMESPACE, name=namespace), wait_s)
        return True

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
        """Write a document instead of what was there under its key; the version that this made."""
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
            version = int(run(_in_namespace(cypher.NEXT_VERSION, self._namespace))[0][0])
            for step in steps:
                text, given = step(version)
                run(_in_namespace(text, self._namespace), **given)
            if event is not None:
                added = _in_namespace(cypher.ADD_EVENT, self._namespace)
                run(added, event={**asdict(event), "version": version})
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


def has_documents(link: Link) -> bool:
    """Whether a database holds documents of ours. Raises `StoreError`."""
    return bool(link.ask(cypher.HAS_DOCUMENTS)[0][0])


def namespaces_in(link: Link) -> list[str]:
    """The namespaces of a database, sorted. Raises `StoreError`."""
    return [name for (name,) in link.ask(cypher.NAMESPACES)]


@lru_cache(maxsize=1024)
def _in_namespace(statement: str, namespace: str) -> str:
    """A statement on the labels and indexes of a namespace, whose names have a digest of its name."""
    if not namespace:
        return statement
    tag = "n" + hashlib.sha256(namespace.encode()).hexdigest()[:16]
    return statement.replace("Fingerpost", f"Fingerpost_{tag}_").replace("fingerpost_", f"fingerpost_{tag}_")


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
