"""The documents of a Neo4j database as a `PassageStore`: written there first, and followed in a local file.

The local file has texts and facts, no index and no vectors. It is a copy that may be thrown away: what others write
into the database is fetched before the next read.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Sequence
from dataclasses import astuple
from pathlib import Path

from fingerpost.core.errors import MissingExtra
from fingerpost.retrieval import history
from fingerpost.retrieval.analysis import Kept
from fingerpost.retrieval.history import Event
from fingerpost.retrieval.neo4j import statements as cypher
from fingerpost.retrieval.neo4j.database import DocumentDatabase
from fingerpost.retrieval.store import NOTE, PassageStore
from fingerpost.retrieval.stored import Decision, Outcome, StoredDocument, StoredFact, StoredPassage, Verdict


class MirroredStore(PassageStore):
    """The documents of a database. Thread-safe; several processes may write to the database."""

    def __init__(self, folder: Path, database: DocumentDatabase) -> None:
        """Copy the documents into a folder, which belongs to this object alone. Raises as `PassageStore` does."""
        super().__init__(folder)
        self.database = database
        self._version = 0
        self._following = threading.RLock()
        self.follow()

    def follow(self) -> bool:
        """Fetch what was written into the database since; whether there was anything.

        Raises:
            StoreError: the database cannot be reached.
        """
        with self._following:
            version = self.database.version()
            if version == self._version:
                return False
            if version < self._version:  # the namespace was removed, and perhaps made again
                self._start_anew()
            contents = self.database.documents_since(self._version)
            gone = [key for (key,) in self.database.rows(cypher.FORGOTTEN_SINCE, version=self._version)]
            events = [Event(*row) for row in self.database.rows(cypher.EVENTS_SINCE, version=self._version)]
            past = self.database.rows(cypher.VERSIONS)
            decided = {row[:3]: row[3] for row in self.database.rows(cypher.DECISIONS)}
            held = {(one.first, one.relation, one.second): one.verdict for one in self.decisions()}
            for key in gone:
                self._without(key)
            for content in contents:
                self._with(content)
            with self._transaction() as database:
                for about in {*held, *decided}:
                    if held.get(about) != decided.get(about):
                        self._write_decision(database, about, decided.get(about))
                for event in events:
                    history.note_event(database, event)
                database.execute("DELETE FROM versions")
                history.note_versions(database, past)
            self._version = version
            return True

    def put(
        self,
        document: StoredDocument,
        passages: tuple[StoredPassage, ...],
        facts: tuple[StoredFact, ...] = (),
        vectors: tuple[str, bytes] | None = None,
        analyses: tuple[str, Sequence[Kept]] | None = None,
    ) -> Outcome:
        """See `PassageStore.put`; the analyses are needed here.

        Raises:
            StoreError: the document was not written.
            MissingExtra: there are no analyses.
        """
        if analyses is None:
            raise MissingExtra("documents in a database need the extra documents", hint='"fingerpost[documents]"')
        with self._following:
            self.follow()
            known = self._hash(document.key)
            if known == document.hash:
                kept = self.database.kept(document.key)
                if kept == (analyses[0], vectors[0] if vectors is not None else kept[1]):
                    return "unchanged"
            outcome: Outcome = "created" if known is None else "changed" if known != document.hash else "unchanged"
            changed = outcome != "unchanged"
            event = Event(history.now(), outcome, document.key, document.hash) if changed else None
            past = self._past(document.key, event.at) if event is not None and known is not None else None
            content = (document, passages, facts)
            version = self.database.put(content, event, past, vectors, analyses)
            if version == self._version + 1:
                if event is not None:
                    self._with(content, event, past)
                self._version = version
            else:
                self.follow()
            return outcome

    def remove(self, key: str) -> bool:
        """See `PassageStore.remove`."""
        with self._following:
            self.follow()
            if self._hash(key) is None:
                return False
            self.database.remove(key, Event(history.now(), "forgotten", key))
            return self.follow()

    def decide(self, decision: Decision) -> None:
        """See `PassageStore.decide`."""
        with self._following:
            self.follow()
            about = (decision.first, decision.relation, decision.second)
            before = self._verdict(about)
            if before != decision.verdict:
                self.database.decide(decision, _decided("decided", about, before), undone=False)
                self.follow()

    def undo(self, first: str, relation: str, second: str) -> bool:
        """See `PassageStore.undo`."""
        with self._following:
            self.follow()
            about = (first, relation, second)
            before = self._verdict(about)
            if before is None:
                return False
            decision = Decision(first, relation, second, "merge")
            self.database.decide(decision, _decided("undone", about, before), undone=True)
            return self.follow()

    def has_vectors(self, key: str, embedder: str) -> bool:
        """Whether the embeddings of a document's passages are in the database."""
        return self.database.kept(key)[1] == embedder

    def has_analyses(self, key: str, rules: str) -> bool:
        """Whether the analyses of a document's passages are in the database, made by these rules."""
        return self.database.kept(key)[0] == rules

    @property
    def stamp(self) -> tuple[int, int]:
        """A value that changes whenever something is written into the database."""
        self.follow()
        return super().stamp

    def close(self) -> None:
        """Close the connection and the local file."""
        super().close()
        self.database.close()

    def _past(self, key: str, ended: str) -> tuple[str, str, str, str]:
        with self._lock:
            return history.version_of(self._database, self._content(key), ended)

    def _with(
        self,
        content: history.Content,
        event: Event | None = None,
        past: tuple[str, str, str, str] | None = None,
    ) -> None:
        """Write a document into the local file as it is in the database."""
        with self._transaction() as database:
            self._replace(database, *content)
            if event is not None:
                history.note_event(database, event)
            if past is not None:
                history.note_versions(database, [past])

    def namespaces(self) -> list[str]:
        """The namespaces of the database, sorted."""
        return self.database.namespaces()

    def forget_namespace(self, namespace: str) -> bool:
        """Remove another namespace with all that is in it; whether it was there."""
        return self.database.forget_namespace(namespace)

    def _start_anew(self) -> None:
        for key in self.keys():
            self._without(key)
        with self._transaction() as database:
            database.execute("DELETE FROM events")
        self._version = 0

    def _without(self, key: str) -> None:
        with self._transaction() as database:
            database.execute(NOTE, (key,))
            database.execute("DELETE FROM documents WHERE key = ?", (key,))

    def _write_decision(
        self, database: sqlite3.Connection, about: tuple[str, str, str], verdict: Verdict | None
    ) -> None:
        database.execute("DELETE FROM decisions WHERE (first, relation, second) = (?, ?, ?)", about)
        if verdict is not None:
            database.execute("INSERT INTO decisions VALUES (?, ?, ?, ?)", astuple(Decision(*about, verdict)))
        self._note(database, *about)


def _decided(action: str, about: tuple[str, str, str], before: str | None) -> Event:
    detail = json.dumps({"about": about, "before": before}, ensure_ascii=False)
    return Event(history.now(), action, " / ".join(about), None, detail)
