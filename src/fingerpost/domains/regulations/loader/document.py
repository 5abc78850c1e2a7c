"""The records of one document: its instrument, its provisions and definitions, and what it says of others."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fingerpost.core.cells import Cell
from fingerpost.domains.regulations.loader.citations import spelled_out
from fingerpost.domains.regulations.loader.corpus import INSTRUMENT, Amended, Citation, Corpus, Enabled
from fingerpost.domains.regulations.loader.history import Note, amendments, brought_by, recorded, repealed_by
from fingerpost.domains.regulations.loader.instruments import Enabling, Instrument
from fingerpost.domains.regulations.loader.provisions import Definition, DocumentText, Link, Provision
from fingerpost.domains.regulations.loader.sources import Edition
from fingerpost.domains.regulations.loader.spool import Kept
from fingerpost.domains.regulations.loader.versions import Text, Timeline
from fingerpost.ingest import LoadContext, NodeRecord, Record, RelationshipRecord

_WHOLE: Final = frozenset(("Section", "Schedule"))
"""What is dated on its own: the parts of a section have the day from which this holds as it is."""
_REPEALS: Final = re.compile(r"\W{0,2}\d{0,2}\s*(?:is|are)(?: hereby)? (?:repealed|revoked)\s*(?:[.;\n]|$)")
_REPLACES: Final = re.compile(r"\b(?:this act|these regulations|this order|this regulation) replaces? the\s*$", re.I)


@dataclass(frozen=True, slots=True)
class ReadEdition:
    """A parsed edition, with the number of its file."""

    instrument: Instrument
    text: DocumentText
    file: int
    line: int
    date: dt.date | None = None


def edition_of(edition: Edition, kept: Kept, context: LoadContext) -> ReadEdition:
    """An edition that was read, with its file in the context."""
    file = context.add_file(edition.path, loaded=edition.content is None)
    return ReadEdition(kept.instrument, kept.text, file, kept.line, edition.date)


def document_records(editions: list[ReadEdition], corpus: Corpus, context: LoadContext) -> Iterator[Record]:
    """The nodes of a document and the relationships within it; what leads out of it is left to `corpus`.

    The newest edition is the document; older ones add what they say otherwise, with dates.
    """
    newest = editions[-1]
    instrument = newest.instrument
    if instrument.key in corpus.instruments:
        context.problems.add("duplicate-id", f"{context.files[newest.file].path}: {instrument.key} again")
        return
    corpus.instruments[instrument.key] = instrument
    yield NodeRecord(
        instrument.key, (instrument.kind, INSTRUMENT), _about(instrument, newest.text), newest.file, newest.line
    )
    document = _Document(instrument, newest.text, newest.file, corpus)
    dated = [(edition.date, edition.text) for edition in editions if edition.date is not None]
    timeline = Timeline(dated) if len(dated) > 1 else None
    yield from document.records(timeline)
    corpus.enabled.extend(_enabled(editions))
    if timeline is not None:
        yield from document.earlier(timeline)


def _enabled(editions: list[ReadEdition]) -> Iterator[Enabled]:
    """The acts that an instrument was made under in any of its editions, with dates where they changed."""
    document = editions[-1].instrument.key
    dates = [edition.date for edition in editions]
    held: dict[str, list[int]] = {}
    acts: dict[str, Enabling] = {}
    for number, edition in enumerate(editions):
        for act in edition.instrument.enabling:
            name = act.id or act.title.casefold()
            held.setdefault(name, []).append(number)
            acts[name] = act
    for name, numbers in held.items():
        ended = numbers[-1] + 1 < len(editions)
        since = dates[numbers[0]] if numbers[0] else None
        yield Enabled(document, acts[name], since, dates[numbers[-1] + 1] if ended else None)


class _Document:
    """One document on its way to records."""

    def __init__(self, instrument: Instrument, text: DocumentText, file: int, corpus: Corpus) -> None:
        self.instrument = instrument
        self.key = instrument.key
        self.text = text
        self.file = file
        self.corpus = corpus
        self.keys = [f"{self.key}#{provision.path}" for provision in text.provisions]

    def records(self, timeline: Timeline | None = None) -> Iterator[Record]:
        """The newest edition; a citation that an older one lacks holds from when it was made."""
        paths = self.corpus.paths.setdefault(self.key, {})
        for index, provision in enumerate(self.text.provisions):
            paths.setdefault(provision.path.rpartition(", ")[2].upper(), self.keys[index])
            yield from self._provision(index, provision)
        for number, definition in enumerate(self.text.definitions):
            yield from self._definition(number, definition)
        self._recent()
        for link in self.text.links:
            yield from self._link(self.text, link, since=timeline.since(link) if timeline is not None else None)

    def earlier(self, timeline: Timeline) -> Iterator[Record]:
        """What older editions say otherwise: provisions that are gone, former texts, former citations."""
        for past in timeline.past_provisions():
            found = past.edition.provisions[past.index]
            key = f"{self.key}#{found.path}"
            properties = {**self._properties(found, past.edition), "to": past.until}
            yield NodeRecord(key, (found.kind,), properties, self.file, found.line)
            held = _held(found) | {"to": past.until}
            yield RelationshipRecord(key, self._holder(past.edition, found), "PART_OF", held, self.file, found.line)
        for path, texts in timeline.versions():
            for number, version in enumerate(texts):
                yield from self._version(path, number, version)
        for past in timeline.past_links():
            yield from self._link(past.edition, past.edition.links[past.index], until=past.until)

    def _holder(self, edition: DocumentText, found: Provision) -> str:
        """The node that contained a provision in an edition."""
        return f"{self.key}#{edition.provisions[found.parent].path}" if found.parent >= 0 else self.key

    def _version(self, path: str, number: int, version: Text) -> Iterator[Record]:
        key = f"{self.key}#{path}"
        properties: dict[str, Cell] = {
            "label": path,
            "text": version.text,
            "document": self.instrument.title,
            "documentId": self.key,
        }
        dates = {"from": version.since, "to": version.until}
        properties.update({name: date for name, date in dates.items() if date is not None})
        yield NodeRecord(f"{key}@{number + 1}", ("Version",), properties, self.file)
        yield RelationshipRecord(f"{key}@{number + 1}", key, "VERSION_OF", {}, self.file)

    def _properties(self, found: Provision, text: DocumentText) -> dict[str, Cell]:
        properties: dict[str, Cell] = {
            "identifier": f"{self.key}#{found.path}",
            "label": found.path,
            "text": text.text[found.start : found.end],
            "document": self.instrument.title,
            "documentId": self.key,
            "language": self.instrument.language,
            "start": found.start,
            "end": found.end,
        }
        optional: dict[str, Cell] = {
            "heading": found.heading or None,
            "inForceFrom": found.in_force_from,
            "lastAmended": found.last_amended,
        }
        properties.update({name: value for name, value in optional.items() if value is not None})
        if found.repealed:
            properties["repealed"] = True
            properties.update(_repeal(found.repealed, self._repealed_on(found, text)))
        return properties

    def _repealed_on(self, found: Provision, text: DocumentText) -> dt.date | None:
        """When a provision was repealed."""
        if found.kind in _WHOLE:
            return recorded(found.in_force_from, self.instrument.kind)
        return self._noted_on(found.repealed, found.parent, text)

    def _noted_on(self, repealed: str, index: int, text: DocumentText) -> dt.date | None:
        """The day of the historical note, of a provision or one that holds it, on a repeal and nothing else."""
        by = [repealed_by(repealed)]
        while index >= 0:
            holder = text.provisions[index]
            for note in holder.history:
                if list(amendments(note.text)) == by:
                    return recorded(note.date, self.instrument.kind)
            index = holder.parent
        return None

    def _provision(self, index: int, found: Provision) -> Iterator[Record]:
        properties = self._properties(found, self.text)
        yield NodeRecord(self.keys[index], (found.kind,), properties, self.file, found.line)
        parent = self.keys[found.parent] if found.parent >= 0 else self.key
        yield RelationshipRecord(self.keys[index], parent, "PART_OF", _held(found), self.file, found.line)
        if found.kind == "Section":
            yield RelationshipRecord(self.key, self.keys[index], "HAS_SECTION", {}, self.file, found.line)
        self._amended(index, found)

    def _amended(self, index: int, found: Provision) -> None:
        repealed = [Note(found.repealed, self._repealed_on(found, self.text))] if found.repealed else []
        for note in (*found.history, *repealed):
            said = repealed_by(note.text) if note.text.startswith("[") else None
            amending = [said] if said is not None else list(amendments(note.text))
            day = recorded(note.date, self.instrument.kind)
            dated = brought_by(amending, day)
            for one in amending:
                if self._is_own(one.instrument):
                    continue
                entry = self.corpus.amendment(one.instrument, one.year, self.key, self.file, found.line)
                last = note.date or found.last_amended
                own = day if one is dated else None
                entry.provisions.append(Amended(self.keys[index], one.sections, own, last))
                if one.sections:
                    entry.sections.append(one.sections)

    def _is_own(self, citation: str) -> bool:
        """Whether a note names what made the provision: the instrument itself, or a revision of all statutes."""
        if citation.startswith("R.S.") and "upp" not in citation:
            return True
        number = self.instrument.number.replace(", ch. ", ", c. ")
        return citation in (number.removeprefix("S.C. ").removeprefix("L.C. "), number)

    def _recent(self) -> None:
        """The dates of recent amendments. One instrument may come into force by and by, at several dates."""
        for citation, date in self.instrument.recent:
            first = next(amendments(citation), None)
            if first is None:
                continue
            entry = self.corpus.amendment(first.instrument, first.year, self.key, self.file, 1)
            if date is not None:
                entry.dates.add(date)
            if first.sections:
                entry.sections.append(first.sections)

    def _definition(self, number: int, found: Definition) -> Iterator[Record]:
        key = f"{self.key}#definition {number + 1}"
        holder = self.text.provisions[found.provision]
        properties: dict[str, Cell] = {
            "label": holder.path,
            "text": self.text.text[found.start : found.end],
            "document": self.instrument.title,
            "documentId": self.key,
            "language": self.instrument.language,
            "start": found.start,
            "end": found.end,
        }
        if found.term:
            properties["term"] = found.term
            properties["termKey"] = found.term.casefold()
        if found.other_language:
            properties["termInOtherLanguage"] = found.other_language
        if found.repealed:
            properties["repealed"] = True
            properties.update(_repeal(found.repealed, self._noted_on(found.repealed, found.provision, self.text)))
        yield NodeRecord(key, ("Definition",), properties, self.file, found.line)
        yield RelationshipRecord(key, self.keys[found.provision], "PART_OF", {}, self.file, found.line)

    def _link(
        self, document: DocumentText, link: Link, *, since: dt.date | None = None, until: dt.date | None = None
    ) -> Iterator[Record]:
        text, holder = document.text, document.provisions[link.provision] if link.provision >= 0 else None
        properties: dict[str, Cell] = {
            "quote": text[link.start : link.end],
            "sentence": link.sentence,
            "start": link.start,
            "end": link.end,
        }
        if link.path:
            properties["label"] = link.path
        if link.cited:
            properties["section"] = ", ".join(map(str, link.cited))
            properties["sections"] = spelled_out(link.cited)
        begins = since or (holder.in_force_from if holder is not None else None)
        if begins is not None:
            properties["from"] = begins
        if until is not None:
            properties["to"] = until
        start = f"{self.key}#{holder.path}" if holder is not None else self.key
        self.corpus.citations.append(
            Citation(start, self.key, link, self.instrument.language, link.cited, properties, self.file)
        )
        if not link.target or link.target == self.key:
            return
        if _REPLACES.search(text[max(0, link.start - 60) : link.start]):
            yield RelationshipRecord(self.key, link.target, "REPLACES", {}, self.file, link.line)
        if self.instrument.language == "en" and _REPEALS.match(text, link.end):
            about: dict[str, Cell] = {"sentence": properties["sentence"], "start": link.start, "end": link.end}
            if holder is not None:
                about |= {"provision": start, "citing": holder.path}
            yield RelationshipRecord(self.key, link.target, "REPEALS", about, self.file, link.line)


def _held(found: Provision) -> dict[str, Cell]:
    """Place and beginning of a provision in what holds it."""
    order: dict[str, Cell] = {"order": found.order}
    return order | ({"from": found.in_force_from} if found.in_force_from is not None else {})


def _about(found: Instrument, document: DocumentText) -> dict[str, Cell]:
    properties: dict[str, Cell] = {
        "title": found.title,
        "kind": found.kind.lower(),
        "identifier": found.key,
        "language": found.language,
        "inForce": found.in_force,
    }
    optional: dict[str, Cell] = {
        "longTitle": found.long_title if found.long_title != found.title else None,
        "number": found.number or None,
        "currentTo": found.current_to,
        "lastAmended": found.last_amended,
        "inForceFrom": found.in_force_from,
        "registered": found.registered,
    }
    properties.update({name: value for name, value in optional.items() if value is not None})
    if found.repealed:
        properties["repealed"] = True
        properties.update(_repeal(found.repealed, recorded(found.last_amended, found.kind)))
    if document.kept_apart:
        properties["provisionsNotInForce"] = document.kept_apart
    return properties


def _repeal(note: str, day: dt.date | None) -> dict[str, Cell]:
    """What repealed something, and when: if the day is unknown, in the year of the repealing instrument."""
    found = repealed_by(note)
    properties: dict[str, Cell] = {"repealedOn": day} if day is not None else {}
    year = day.year if day is not None else found.year if found is not None else None
    properties |= {"repealedIn": year} if year is not None else {}
    if found is None:
        return properties | {"repealedBy": note.strip("[]")}
    by = f"{found.instrument}, {found.sections}" if found.sections else found.instrument
    return properties | {"repealedBy": by}
