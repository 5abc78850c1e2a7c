"""Historical notes: "2000, c. 14, s. 2; 2016, c. 7, s. 208, c. 12, s. 101" names what amended a provision."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

_REGULATION: Final = re.compile(r"^(?P<number>(?:SOR|SI|DORS|TR)/[\d-]+)(?:\s*,\s*(?P<at>(?:ss?|art)\.\s*.+))?$")
_STATUTE: Final = re.compile(
    r"^(?P<year>R\.S\.(?:, 1985)?|[LS]\.R\.(?:\s*\(1985\))?|\d{4}(?:-\d{2,4})*)?(?:, )?(?:c|ch)\.\s*"
    r"(?P<chapter>[A-Z0-9][\w.-]*"
    r"(?:\s*\((?:\d\w+ Supp\.|\d[er]+ suppl\.)\))?)(?:,\s*(?P<at>(?:ss?|art|Sch|ann)\.?.*))?$"
)
_CHAPTERS: Final = re.compile(r",\s*(?=(?:c|ch)\.\s)")
_YEAR: Final = re.compile(r"^(?:R\.S\.(?:, 1985)?|L\.R\.(?:\s*\(1985\))?|S\.R\.|\d{4}(?:-\d{2,4})*)")
_REPEALED: Final = re.compile(
    r"\[(?:Repealed|Revoked|Abrogée?s?)(?: before coming into force)?(?:\s*,\s*|\s+)(?P<by>.+?)\]"
)


_RECORDED: Final = {"Act": dt.date(2003, 1, 1), "Regulation": dt.date(2006, 3, 22)}
"""When the source begins to record dates: what is dated by then, or a day before, may be of any time before."""


@dataclass(frozen=True, slots=True)
class Note:
    """An item of a historical note, and the day from which the source has it."""

    text: str
    date: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Amending:
    """An instrument that amended: its citation ("2016, c. 7", "SOR/2021-5"), its year, and which of its provisions."""

    instrument: str
    year: int | None
    sections: str = ""


def amendments(note: str) -> Iterator[Amending]:
    """The instruments that a note names, in their order. A year carries over to the chapters after it."""
    for item in note.split(";"):
        yield from _item(item.strip())


def brought_by(amending: Sequence[Amending], day: dt.date | None) -> Amending | None:
    """Which of the instruments of a note came into force on its day: the only one, else the only one of that year."""
    if day is None or len(amending) < 2:
        return next(iter(amending), None)
    same_year = [one for one in amending if one.year == day.year]
    return same_year[0] if len(same_year) == 1 and same_year[0] is amending[-1] else None


def recorded(date: dt.date | None, kind: str) -> dt.date | None:
    """A day on which something came into force, by the records of acts or of regulations; None if it may be another."""
    return date if date is not None and date > _RECORDED[kind] else None


def repealed_by(note: str) -> Amending | None:
    """What repealed: "[Repealed, 2016, c. 7, s. 188]"; None if the note does not say."""
    match = _REPEALED.search(note)
    return next(amendments(match["by"]), None) if match else None


def _item(item: str) -> Iterator[Amending]:
    regulation = _REGULATION.match(item)
    if regulation is not None:
        number = regulation["number"].replace("DORS", "SOR").replace("TR/", "SI/")
        yield Amending(number, _year_of(number), regulation["at"] or "")
        return
    year = ""
    for piece in _CHAPTERS.split(item):
        if piece == item or _YEAR.match(piece):
            head = _YEAR.match(piece)
            year = head[0] if head else ""
            rest = piece[len(year) :].lstrip(", ")
        else:
            rest = piece
        match = _STATUTE.match(f"{year}, {rest}" if year else rest)
        if match is not None and year:
            citation = f"{_plain_year(year)}, c. {match['chapter']}"
            yield Amending(citation, int(year[:4]) if year[:4].isdigit() else None, (match["at"] or "").strip())


def _plain_year(year: str) -> str:
    return year.replace("L.R. (1985)", "R.S., 1985").replace("L.R.", "R.S.")


def _year_of(number: str) -> int | None:
    digits = number.split("/", 1)[1].split("-", 1)[0]
    if not digits.isdigit():
        return None
    return int(digits) if len(digits) == 4 else 1900 + int(digits)
