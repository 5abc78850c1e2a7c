"""A document's editions as one history: each text of a provision, and each citation, with the dates it holds for."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fingerpost.domains.regulations.loader.citations import Cited
from fingerpost.domains.regulations.loader.provisions import DocumentText, Link, Provision

_VERSIONED: Final = frozenset(("Section", "Subsection", "Paragraph", "Subparagraph", "Schedule", "Part"))


@dataclass(frozen=True, slots=True)
class Text:
    """What a provision says from one date to another (not included); None is "from the beginning" and "still"."""

    text: str
    since: dt.date | None
    until: dt.date | None


@dataclass(frozen=True, slots=True)
class Past:
    """Something of an older edition that the newest one no longer has, with that edition and its end."""

    edition: DocumentText
    index: int
    until: dt.date


class Timeline:
    """The editions of a document, the oldest first, each with its date."""

    def __init__(self, editions: list[tuple[dt.date, DocumentText]]) -> None:
        self._editions = editions
        self._texts: dict[str, list[tuple[dt.date | None, str | None]]] = {}
        self._gone: dict[str, tuple[int, int]] = {}
        self._citations = [{_said(document, link) for link in document.links} for _, document in editions]
        for number in range(len(editions)):
            self._add(number)

    def _add(self, number: int) -> None:
        date, document = self._editions[number]
        before = self._editions[number - 1][0] if number else None
        seen: set[str] = set()
        for index, found in enumerate(document.provisions):
            if found.kind not in _VERSIONED:
                continue
            seen.add(found.path)
            text = document.text[found.start : found.end]
            known = self._texts.setdefault(found.path, [])
            if not known or known[-1][1] != text:
                known.append((_since(found, before, date), text))
            self._gone[found.path] = (number, index)
        for path, known in self._texts.items():
            if path not in seen and known[-1][1] is not None:
                known.append((date, None))

    def versions(self) -> Iterator[tuple[str, list[Text]]]:
        """The label paths of provisions that changed, each with its texts from the oldest to the newest."""
        for path, known in self._texts.items():
            if len(known) > 1:
                ends = [since for since, _ in known[1:]] + [None]
                yield (
                    path,
                    [
                        Text(text, since, until)
                        for (since, text), until in zip(known, ends, strict=True)
                        if text is not None
                    ],
                )

    def past_provisions(self) -> Iterator[Past]:
        """Provisions that the newest edition does not have, as the last edition that had them has them."""
        newest = len(self._editions) - 1
        for path, (number, index) in self._gone.items():
            if number < newest:
                until = self._texts[path][-1][0] or self._editions[number + 1][0]
                yield Past(self._editions[number][1], index, until)

    def past_links(self) -> Iterator[Past]:
        """Citations that the newest edition no longer makes, as the last edition that made them has them."""
        last: dict[tuple[str, str, tuple[Cited, ...]], tuple[int, int]] = {}
        for number, (_, document) in enumerate(self._editions):
            for index, link in enumerate(document.links):
                last[_said(document, link)] = (number, index)
        newest = len(self._editions) - 1
        for number, index in last.values():
            if number < newest:
                date, document = self._editions[number + 1]
                yield Past(
                    self._editions[number][1], index, self._end(document, self._editions[number][1], index, date)
                )

    def since(self, link: Link) -> dt.date | None:
        """When the newest edition's citation was made; None if the oldest edition has it."""
        newest = len(self._editions) - 1
        document = self._editions[newest][1]
        said = _said(document, link)
        first = newest
        while first and said in self._citations[first - 1]:
            first -= 1
        if first == 0:
            return None
        holder = document.provisions[link.provision] if link.provision >= 0 else None
        date, before = self._editions[first][0], self._editions[first - 1][0]
        return _since(holder, before, date) if holder is not None else date

    def _end(self, later: DocumentText, earlier: DocumentText, index: int, date: dt.date) -> dt.date:
        """When a citation ended: when its provision's next text began, else at the edition that lacks it."""
        holder = earlier.links[index].provision
        path = earlier.provisions[holder].path if holder >= 0 else ""
        begins = [since for since, _ in self._texts.get(path, ()) if since is not None and since <= date]
        return begins[-1] if begins and later is not earlier else date


def _said(document: DocumentText, link: Link) -> tuple[str, str, tuple[Cited, ...]]:
    holder = document.provisions[link.provision].path if link.provision >= 0 else ""
    return holder, link.target or link.title, link.cited


def _since(found: Provision, before: dt.date | None, date: dt.date) -> dt.date | None:
    """When a text began: its own date where it lies between the two editions, else the edition's."""
    own = max((known for known in (found.in_force_from, found.last_amended) if known is not None), default=None)
    if own is not None and own <= date and (before is None or own > before):
        return own
    return date if before is not None else None
