"""What is known of a corpus while its documents are read one after another, and the links that wait for its end."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from fingerpost.core.cells import Cell
from fingerpost.domains.regulations.loader.citations import Cited
from fingerpost.domains.regulations.loader.instruments import (
    BY_TITLE,
    Enabling,
    Instrument,
    chapter_of,
    instrument_of_citation,
)
from fingerpost.domains.regulations.loader.provisions import Link
from fingerpost.ingest import NodeRecord, Record, RelationshipRecord

INSTRUMENT: Final = "Instrument"


@dataclass(slots=True)
class Citation:
    """A link from a provision (a node id) to an instrument, with what its text says."""

    start: str
    document: str
    link: Link
    language: str
    cited: tuple[Cited, ...]
    properties: dict[str, Cell]
    file: int


@dataclass(frozen=True, slots=True)
class Amended:
    """A provision (a node id) that was amended, and by which section of the instrument.

    `date` is the day on which that came into force, if the provision says so; else `last` may be, on which it changed.
    """

    provision: str
    section: str
    date: dt.date | None
    last: dt.date | None


@dataclass(slots=True)
class Amendment:
    """What an amending instrument did to one document: the provisions, and the dates that the source has.

    There may be several dates, because an instrument may come into force by and by.
    """

    instrument: str
    document: str
    year: int | None
    dates: set[dt.date] = field(default_factory=set)
    sections: list[str] = field(default_factory=list)
    provisions: list[Amended] = field(default_factory=list)
    file: int = 0
    line: int = 0

    def date_of(self, one: Amended) -> dt.date | None:
        """When a provision was amended; None if several dates come into question."""
        if one.date is not None:
            return one.date
        if one.last in self.dates:
            return one.last
        return next(iter(self.dates)) if len(self.dates) == 1 else None

    @property
    def days(self) -> list[dt.date | None]:
        """The days on which it came into force: by the document, else by its provisions. None is unknown."""
        days = self.dates or {day for one in self.provisions if (day := self.date_of(one)) is not None}
        unknown = not self.dates and (not days or any(self.date_of(one) is None for one in self.provisions))
        return [*sorted(days), *([None] if unknown else [])]

    def sections_on(self, date: dt.date | None) -> tuple[str, ...]:
        """The amending sections in force from a day, each once; all where there is one."""
        if len(self.days) < 2:
            return tuple(dict.fromkeys(self.sections))
        sections = (one.section for one in self.provisions if one.section and self.date_of(one) == date)
        return tuple(dict.fromkeys(sections))

    def provisions_on(self, date: dt.date | None) -> tuple[str, ...]:
        """The labels of the provisions that it amended from a day; all where there is one."""
        several = len(self.days) > 1
        labels = (
            one.provision.partition("#")[2] for one in self.provisions if not several or self.date_of(one) == date
        )
        return tuple(dict.fromkeys(labels))


@dataclass(frozen=True, slots=True)
class Enabled:
    """An act that a document (a node id) names as its authority, with the dates between which it did."""

    document: str
    act: Enabling
    since: dt.date | None = None
    until: dt.date | None = None


class Corpus:
    """Instruments and provisions by their keys, and what can only be joined when all of them are known."""

    def __init__(self) -> None:
        self.instruments: dict[str, Instrument] = {}
        self.paths: dict[str, dict[str, str]] = {}
        self.citations: list[Citation] = []
        self.amendments: dict[tuple[str, str], Amendment] = {}
        self.enabled: list[Enabled] = []
        self._stubs: set[str] = set()
        self._cited_in_french: dict[str, Counter[tuple[str, str]]] = {}

    def amendment(self, instrument: str, year: int | None, document: str, file: int, line: int) -> Amendment:
        """What an instrument did to a document: one entry, whichever of its provisions say so."""
        key = (instrument, document)
        if key not in self.amendments:
            self.amendments[key] = Amendment(instrument, document, year, file=file, line=line)
        return self.amendments[key]

    def joined(self) -> Iterator[Record]:
        """The records that needed the whole corpus: stubs, citations, enabling acts, amendments, translations."""
        yield from self._citations()
        yield from self._enabling()
        yield from self._amendments()
        yield from self._translations()

    def _citations(self) -> Iterator[Record]:
        stubs = self._stubs
        pairs: dict[tuple[str, str], list[Citation]] = {}
        for found in self.citations:
            target = self._instrument(found.link.target, found.link.title, found.language)
            if target not in self.instruments and target not in stubs:
                stubs.add(target)
                yield _stub(target, found)
            if target == found.document:
                continue
            if found.language == "fr" and found.link.target and not target.endswith(":fr"):
                self._cited_in_french.setdefault(target, Counter())[found.link.kind, found.link.title] += 1
            yield RelationshipRecord(found.start, target, "CITES", found.properties, found.file, found.link.line)
            pairs.setdefault((found.document, target), []).append(found)
            for cited in self._provisions(target, found.cited):
                yield RelationshipRecord(
                    found.start, cited, "CITES_PROVISION", _span(found.properties), found.file, found.link.line
                )
        for (document, target), citations in pairs.items():
            yield RelationshipRecord(document, target, "REFERENCES", _together(citations))
        self.citations.clear()

    def _instrument(self, target: str, title: str, language: str) -> str:
        """The key of an instrument: its text in the same language where there is one, else the English, else a stub."""
        if not target:
            return f"{BY_TITLE}{title.casefold()}"
        own = target if language == "en" else f"{target}:{language}"
        return own if own in self.instruments else target

    def _provisions(self, target: str, cited: tuple[Cited, ...]) -> list[str]:
        paths = self.paths.get(target)
        if not paths:
            return []
        found: list[str] = []
        for one in cited:
            first = paths.get(one.path.upper())
            last = paths.get(one.to.upper()) if one.to else None
            if first is not None:
                found.extend(_between(paths, first, last) if last is not None else [first])
        return list(dict.fromkeys(found))

    def _enabling(self) -> Iterator[Record]:
        for found in self.enabled:
            instrument = self.instruments[found.document]
            target = self._instrument(found.act.id, found.act.title, instrument.language)
            if target not in self.instruments and target not in self._stubs:
                self._stubs.add(target)
                stub: dict[str, Cell] = {"identifier": target, "title": _titled(found.act.title), "kind": "act"}
                yield NodeRecord(target, ("Stub", INSTRUMENT), stub)
            dates = {"from": found.since or instrument.registered, "to": found.until}
            properties: dict[str, Cell] = {name: date for name, date in dates.items() if date is not None}
            yield RelationshipRecord(found.document, target, "IMPLEMENTS", properties)

    def _amendments(self) -> Iterator[Record]:
        acts = {instrument.number: key for key, instrument in self.instruments.items() if instrument.language == "en"}
        nodes: set[str] = set()
        for found in self.amendments.values():
            node = f"amendment:{found.instrument}"
            if node not in nodes:
                nodes.add(node)
                properties: dict[str, Cell] = {"instrument": found.instrument}
                if found.year is not None:
                    properties["year"] = found.year
                yield NodeRecord(node, ("Amendment",), properties, found.file, found.line)
                made_by = self._made_by(found.instrument, acts)
                if made_by is not None:
                    yield RelationshipRecord(node, made_by, "MADE_BY", {}, found.file, found.line)
            for date in found.days:
                about = _dated(date, found.year) | {"provisions": len(found.provisions)}
                if sections := found.sections_on(date):
                    about["sections"] = sections
                if amended := found.provisions_on(date):
                    about["amended"] = amended
                yield RelationshipRecord(node, found.document, "AMENDS", about, found.file, found.line)
            for one in found.provisions:
                of_it = _dated(found.date_of(one), found.year)
                if one.section:
                    of_it["section"] = one.section
                yield RelationshipRecord(node, one.provision, "AMENDS", of_it, found.file, found.line)

    def _made_by(self, citation: str, acts: dict[str, str]) -> str | None:
        regulation = instrument_of_citation(citation)
        if regulation in self.instruments:
            return regulation
        chapter = chapter_of(citation)
        return acts.get(f"S.C. {chapter[0]}, c. {chapter[1]}") if chapter else None

    def _translations(self) -> Iterator[Record]:
        yield from self._french_titles()
        for key, instrument in self.instruments.items():
            if instrument.language == "en" or instrument.id not in self.instruments:
                continue
            yield RelationshipRecord(key, instrument.id, "TRANSLATION_OF", {})
            other = self.paths.get(instrument.id, {})
            for path, provision in self.paths[key].items():
                if path in other:
                    yield RelationshipRecord(provision, other[path], "TRANSLATION_OF", {})

    def _french_titles(self) -> Iterator[Record]:
        """Stubs with the titles by which French texts cite instruments that are not loaded in French."""
        for target, titles in self._cited_in_french.items():
            kind, title = titles.most_common(1)[0][0]
            key = f"{target}:fr"
            stub: dict[str, Cell] = {"identifier": key, "title": title, "kind": kind, "language": "fr"}
            yield NodeRecord(key, ("Stub", INSTRUMENT), stub)
            yield RelationshipRecord(key, target, "TRANSLATION_OF", {})


def _between(paths: dict[str, str], first: str, last: str) -> list[str]:
    """The provisions of a range, both ends included: those of the same kind and depth, in the order of the document."""
    keys = list(paths.values())
    low, high = keys.index(first), keys.index(last)
    depth = first.rpartition("#")[2].count("(")
    return [key for key in keys[low : high + 1] if key.rpartition("#")[2].count("(") == depth] or [first, last]


def _together(citations: list[Citation]) -> dict[str, Cell]:
    """What the citations of one instrument by another come to: how many there are today, from where, of what."""
    today = [found for found in citations if "to" not in found.properties]
    properties: dict[str, Cell] = {"strength": len(today)}
    labels = dict.fromkeys(
        str(found.properties["label"]).strip() for found in today or citations if "label" in found.properties
    )
    cited = dict.fromkeys(str(one) for found in today or citations for one in found.cited)
    if labels:
        properties["citing"] = ", ".join(labels)
    if cited:
        properties["cited"] = ", ".join(cited)
    begins = [found.properties.get("from") for found in today or citations]
    dates = [date for date in begins if isinstance(date, dt.date)]
    if len(dates) == len(begins):
        properties["from"] = min(dates)
    first = (today or citations)[0]
    properties["provision"] = first.start
    properties |= {name: first.properties[name] for name in ("start", "end", "sentence")}
    if not today:
        properties["to"] = max((found.properties["to"] for found in citations), key=str)
    return properties


def _stub(target: str, found: Citation) -> NodeRecord:
    properties: dict[str, Cell] = {"identifier": target, "title": _titled(found.link.title), "kind": found.link.kind}
    return NodeRecord(target, ("Stub", INSTRUMENT), properties, found.file, found.link.line)


def _titled(title: str) -> str:
    """Enabling acts are written in capitals."""
    if not title.isupper():
        return title
    small = {"and", "of", "the", "to", "for", "in", "on", "or", "by", "with", "respecting"}
    words = [word.capitalize() if word.lower() not in small else word.lower() for word in title.split()]
    return " ".join([words[0].capitalize(), *words[1:]])


def _dated(date: dt.date | None, year: int | None) -> dict[str, Cell]:
    """When an amendment came into force, and the year; the year of the instrument where no date is known."""
    if date is not None:
        return {"date": date, "year": date.year}
    return {"year": year} if year is not None else {}


def _span(properties: dict[str, Cell]) -> dict[str, Cell]:
    return {key: properties[key] for key in ("start", "end", "sentence", "from", "to") if key in properties}
