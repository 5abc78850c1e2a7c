"""What happened to the documents of a folder, and how they were at a past moment.

A document that is changed leaves its earlier version behind; one that is forgotten leaves nothing but the note that
there was one. Decisions are noted with their times, too.
"""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import asdict, astuple, dataclass
from typing import Any

from fingerpost.retrieval.stored import Decision, StoredDocument, StoredFact, StoredPassage

HISTORY_SCHEMA = """
CREATE TABLE IF NOT EXISTS events (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, action TEXT NOT NULL, key TEXT NOT NULL,
    hash TEXT, detail TEXT);
CREATE INDEX IF NOT EXISTS events_by_key ON events (key);
CREATE TABLE IF NOT EXISTS versions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL, began TEXT NOT NULL, ended TEXT NOT NULL,
    content TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS versions_by_key ON versions (key);
"""
_BEGINNING = "0001-01-01T00:00:00.000000+00:00"
"""When documents were added of which nothing was noted."""

Content = tuple[StoredDocument, tuple[StoredPassage, ...], tuple[StoredFact, ...]]
"""A document as it is stored."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: a document was `created`, `changed` or `forgotten`, a decision `decided` or `undone`.

    `at` is ISO 8601, in UTC; `key` the document, or the names of the decision; `hash` that of the new content.
    """

    at: str
    action: str
    key: str
    hash: str | None = None
    detail: str | None = None


def now() -> str:
    """This moment, so that texts sort as times."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="microseconds")


def moment(given: dt.datetime | str) -> str:
    """A moment as `now` writes it; without a zone it is local time.

    Raises:
        ValueError: it is not ISO 8601.
    """
    found = dt.datetime.fromisoformat(given) if isinstance(given, str) else given
    return found.astimezone(dt.UTC).isoformat(timespec="microseconds")


def note(database: sqlite3.Connection, action: str, key: str, hash_: str | None, detail: object = None) -> None:
    """Note an event, in the transaction of what happens."""
    told = None if detail is None else json.dumps(detail, ensure_ascii=False)
    note_event(database, Event(now(), action, key, hash_, told))


def note_event(database: sqlite3.Connection, event: Event) -> None:
    """Note an event as it was noted elsewhere."""
    database.execute("INSERT INTO events (at, action, key, hash, detail) VALUES (?, ?, ?, ?, ?)", astuple(event))


def keep_version(database: sqlite3.Connection, content: Content) -> None:
    """Keep a document as it was before it is changed."""
    note_versions(database, [version_of(database, content, now())])


def note_versions(database: sqlite3.Connection, versions: Iterable[Sequence[Any]]) -> None:
    """Keep versions of documents, each as `version_of` gives it."""
    database.executemany("INSERT INTO versions (key, began, ended, content) VALUES (?, ?, ?, ?)", versions)


def version_of(database: sqlite3.Connection, content: Content, ended: str) -> tuple[str, str, str, str]:
    """A version of a document that ends: its key, when it began and ended, and the whole as JSON."""
    document, passages, facts = content
    began = database.execute(
        "SELECT max(at) FROM events WHERE key = ? AND action IN ('created', 'changed')", (document.key,)
    ).fetchone()[0]
    told = [asdict(document), [astuple(one) for one in passages], [astuple(one) for one in facts]]
    return document.key, began or _BEGINNING, ended, json.dumps(told, ensure_ascii=False)


def forget_versions(database: sqlite3.Connection, key: str) -> None:
    """Erase all earlier versions of a document."""
    database.execute("DELETE FROM versions WHERE key = ?", (key,))


def events(database: sqlite3.Connection, key: str | None) -> list[Event]:
    """What happened, oldest first; to one document, if a key is given."""
    where = "" if key is None else " WHERE key = ?"
    rows = database.execute(
        f"SELECT at, action, key, hash, detail FROM events{where} ORDER BY id",  # noqa: S608 - no text of a caller
        () if key is None else (key,),
    )
    return [Event(*row) for row in rows]


def versions_at(database: sqlite3.Connection, at: str) -> list[Content]:
    """The earlier versions that were current at a moment."""
    rows = database.execute("SELECT content FROM versions WHERE began <= ? AND ended > ? ORDER BY key", (at, at))
    return [_content(json.loads(text)) for (text,) in rows]


def began(database: sqlite3.Connection) -> dict[str, str]:
    """When the current version of each document was added, where that was noted."""
    found = "SELECT key, max(at) FROM events WHERE action IN ('created', 'changed') GROUP BY key"
    return dict(database.execute(found).fetchall())


def decisions_at(database: sqlite3.Connection, at: str, current: Sequence[Decision]) -> list[Decision]:
    """The decisions in force at a moment, without later ones."""
    held = {(one.first, one.relation, one.second): one for one in current}
    rows = database.execute("SELECT detail FROM events WHERE detail IS NOT NULL AND at > ? ORDER BY id DESC", (at,))
    for (text,) in rows:
        before = json.loads(text)
        about = tuple(before["about"])
        if before["before"] is None:
            held.pop(about, None)
        else:
            held[about] = Decision(*(*about, before["before"]))
    return [held[about] for about in sorted(held)]


def _content(told: Any) -> Content:
    document, passages, facts = told
    return (
        StoredDocument(**document),
        tuple(StoredPassage(*(*one[:7], tuple(one[7]))) for one in passages),
        tuple(StoredFact(*one) for one in facts),
    )
