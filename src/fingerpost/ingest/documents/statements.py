"""All facts of a document: of its sentences, tables and fields, its references, and other names of things."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import replace

from fingerpost.ingest.documents.chats import CHAT, message_heads
from fingerpost.ingest.documents.dates import date_in
from fingerpost.ingest.documents.facts import sentences_in, stated_in
from fingerpost.ingest.documents.fields import about_of, facts_of_definitions, facts_of_fields, facts_of_table, is_table
from fingerpost.ingest.documents.frame_table import table
from fingerpost.ingest.documents.gazetteer import Gazetteer
from fingerpost.ingest.documents.model import Document
from fingerpost.ingest.documents.names import IDENTIFIER, Name, identifiers_in, is_named, key_of, named, own_name
from fingerpost.ingest.documents.statement import SAME_AS, DocumentFact
from fingerpost.ingest.documents.subjects import Subject, Subjects

_LINK = re.compile(r"(?<!!)\[[^\]\n]+\]\(([^)\s#?]+\.(?:md|markdown|txt|html?|pdf|docx))(?:#[^)\s]*)?\)", re.IGNORECASE)
_WIKI = re.compile(r"\[\[([^\]\n|#]{2,100})(?:[|#][^\]\n]*)?\]\]")
_NAME = r"[A-Z][\w'’-]*(?:[ -](?:[A-Z][\w'’-]*|of|for|and))*"
_CALLED = r"(?:also (?:known as|called)|aka|a\.k\.a\.)"
_BRACKETED = re.compile(rf"({_NAME})\s+\((?:{_CALLED}\s+)?[\"“]?([A-Z][\w&-]{{1,19}})[\"”]?\)")
_ALSO = re.compile(rf"({_NAME})\s*[,(]\s*{_CALLED}\s+[\"“]?({_NAME})[\"”]?\s*[,).]")
_NICKNAME = re.compile(rf"({_NAME})\s*[,(]\s*(?:known as|called|nicknamed|nickname:?|dubbed)\s+[\"“]({_NAME})[\"”]")
_FORMERLY = re.compile(
    rf"({_NAME})\s*[,(]\s*(?:formerly|previously|until recently)(?: known as| called)?\s+[\"“]?({_NAME})[\"”]?\s*[,).]"
)
_ROLE = re.compile(rf"(?:The|A) ([a-z][a-z ]{{2,20}}) (?:of|for) (?:the )?({_NAME}) (?:is|was) (?:the )?({_NAME})[.!]?")
_SMALL = frozenset(("of", "for", "and", "the"))


def facts_of(document: Document, known: Gazetteer | None = None) -> tuple[DocumentFact, ...]:
    """The facts that a document states, in their order, each once; by a list of names, if one is `known`."""
    own = own_name(document.key, document.title)
    found: dict[DocumentFact, None] = {}
    heads = {head.start: head for head in message_heads(document.text)} if document.kind == CHAT else {}
    for block in document.blocks:
        head = heads.get(block.start)
        if head is not None:  # who wrote a message, and when, is none of its words
            message = replace(document, time=head.time or document.time)
            for start, end in sentences_in(document.text, min(head.end, block.end), block.end):
                found.update(dict.fromkeys(_of_sentence(message, own, start, end, known=known)))
            continue
        whole = document.text[block.start : block.end]
        about = about_of(block.headings, document.title)
        subjects = Subjects(document.text, about)
        if is_table(whole):
            found.update(dict.fromkeys(facts_of_table(document.text, block.start, block.end)))
        else:
            found.update(dict.fromkeys(facts_of_fields(document.text, block.start, block.end, about)))
            found.update(dict.fromkeys(facts_of_definitions(document.text, block.start, block.end)))
        for start, end in sentences_in(document.text, block.start, block.end):
            for fact in _of_sentence(document, own, start, end, subjects.of(start, end), known):
                found.setdefault(fact, None)
    return tuple(found if known is None else dict.fromkeys(map(known.kinded, found)))


def _of_sentence(
    document: Document,
    own: Name,
    start: int,
    end: int,
    subject: Subject | None = None,
    known: Gazetteer | None = None,
) -> Iterator[DocumentFact]:
    text = document.text
    date = date_in(text[start:end], document.time)
    for fact in [*stated_in(text, start, end, subject, known), *_role(text, start, end)]:
        if fact.relation == "IS_A":
            yield from _of_kind(fact)
        else:
            yield replace(fact, date=date)
    if known is not None:
        yield from known.aliases_in(text, start, end)
    yield from _former_names(text, start, end)
    yield from _aliases(text, start, end)
    yield from _references(document, own, start, end)


def _of_kind(fact: DocumentFact) -> Iterator[DocumentFact]:
    """ "X is a Y", if Y is a kind of thing that is known; what else it may be is an opinion as often as a fact."""
    kind = table().kinds.get(fact.object.text.rpartition(" ")[2].lower())
    if kind is not None and not is_named(fact.object.text):
        subject = fact.subject
        known = Name(subject.text, kind) if subject.kind == "Entity" else subject
        yield replace(fact, subject=known)


def _role(text: str, start: int, end: int) -> Iterator[DocumentFact]:
    """ "The owner of the Gateway is Dana Cruz"."""
    match = _ROLE.fullmatch(text, start, end)
    field = table().fields.get(match[1]) if match else None
    if match is not None and field is not None and not field.reversed:
        other = named(match[3], person=field.relation in ("APPROVED_BY", "AUTHORED_BY"))
        yield DocumentFact(named(match[2]), field.relation, other, start, end)


def _aliases(text: str, start: int, end: int) -> Iterator[DocumentFact]:
    """Other names: initials in brackets, what "also known as" says, and what is called so in quotation marks."""
    for match in _BRACKETED.finditer(text, start, end):
        owner = _initialled(match[1], match[2])
        if owner:
            yield DocumentFact(named(owner), SAME_AS, named(match[2]), start, end)
    for match in (*_ALSO.finditer(text, start, end), *_NICKNAME.finditer(text, start, end)):
        owner = _without_article(match[1])
        if owner and key_of(owner) != key_of(match[2]):
            yield DocumentFact(named(owner), SAME_AS, named(match[2]), start, end)


def _former_names(text: str, start: int, end: int) -> Iterator[DocumentFact]:
    """ "The Stock Ledger (formerly Pantry DB)"."""
    for match in _FORMERLY.finditer(text, start, end):
        owner = _without_article(match[1])
        if owner and key_of(owner) != key_of(match[2]):
            yield DocumentFact(named(match[2]), "RENAMED_TO", named(owner), start, end)


def _without_article(name: str) -> str:
    words = name.split(" ")
    return " ".join(words[1:] if words[0] in ("The", "A", "An") else words)


def _initialled(name: str, short: str) -> str:
    """The end of a name whose initials are these letters; empty if there is none."""
    wanted = [letter for letter in short.upper() if letter.isalnum()]
    words = name.split(" ")
    for first in range(len(words)):
        rest = [word for part in words[first:] for word in part.split("-") if word]
        for kept in (rest, [word for word in rest if word not in _SMALL]):
            if len(kept) > 1 and words[first][0].isupper() and [word[0].upper() for word in kept] == wanted:
                return " ".join(words[first:])
    return ""


def _references(document: Document, own: Name, start: int, end: int) -> Iterator[DocumentFact]:
    """Identifiers and documents that a sentence refers to; pages of a wiki are mentioned."""
    text = document.text
    seen = {own.key}
    for found, _, _ in identifiers_in(text, start, end):
        other = named(found)
        if other.key not in seen:
            seen.add(other.key)
            yield DocumentFact(own, "REFERENCES", other, start, end)
    folder = document.key.partition("#")[0].rpartition("/")[0]
    for match in _LINK.finditer(text, start, end):
        if "://" not in match[1]:
            other = own_name(posixpath.normpath(posixpath.join(folder, match[1])), "")
            if other.key not in seen:
                seen.add(other.key)
                yield DocumentFact(own, "REFERENCES", other, start, end)
    for match in _WIKI.finditer(text, start, end):
        other = named(match[1])
        if not IDENTIFIER.fullmatch(other.text) and other.key not in seen:
            seen.add(other.key)
            yield DocumentFact(own, "MENTIONS", other, start, end)
