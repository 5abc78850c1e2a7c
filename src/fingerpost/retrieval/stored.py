"""What is stored of documents, and what people decided."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class StoredPassage:
    """A passage: characters `start` to `stop` (exclusive) of its document's text, and lines from 1."""

    document: str
    number: int
    start: int
    stop: int
    first_line: int
    last_line: int
    page: int | None = None
    headings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document with its whole text; `hash` is the SHA-256 of all that is stored of it, `time` is ISO 8601."""

    key: str
    hash: str
    title: str
    text: str
    time: str | None = None
    collection: str = ""
    kind: str = "text"


@dataclass(frozen=True, slots=True)
class StoredFact:
    """What characters `start` to `stop` of a document state, or deny if `negated`.

    `subject` and `object` are keys that equal names share; each name and kind is as that document has it.
    """

    document: str
    number: int
    subject: str
    subject_name: str
    subject_kind: str
    relation: str
    object: str
    object_name: str
    object_kind: str
    start: int
    stop: int
    certainty: str
    negated: bool
    date: str | None = None


Verdict = Literal["merge", "separate", "accept", "reject"]


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided: two names are one thing (`merge`) or not (`separate`), a fact holds (`accept`) or not
    (`reject`). `relation` is empty for names.
    """

    first: str
    relation: str
    second: str
    verdict: Verdict


Triple = tuple[str, str, str]
"""Subject, relation and object of a fact."""
Outcome = Literal["created", "changed", "unchanged"]


def title_of(document: StoredDocument, passage: StoredPassage) -> str:
    """What stands above a passage: the title of its document and its headings, each once."""
    above = [heading for heading in passage.headings if heading != document.title]
    return ". ".join(filter(None, [document.title, *above]))
