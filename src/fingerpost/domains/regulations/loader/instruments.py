"""What identifies an act or regulation: its id, number, titles, dates and enabling acts."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

LIMS: Final = "{http://justice.gc.ca/lims}"
XML_LANG: Final = "{http://www.w3.org/XML/1998/namespace}lang"
BY_TITLE: Final = "title:"
"""Begins the key of what is cited by its title alone, because the source gives no link."""

_FRENCH_NUMBERS: Final = (("DORS-", "SOR-"), ("TR-", "SI-"), ("_ch._", "_c._"))
_CHAPTER: Final = re.compile(r"^(?P<year>\d{4}), (?:c|ch)\. (?P<chapter>\S+)$")


@dataclass(frozen=True, slots=True)
class Enabling:
    """An act named as the authority of a regulation; `id` is empty if the source gives no link."""

    id: str
    title: str


@dataclass(slots=True)
class Instrument:
    """An act or regulation. `current_to` is the date up to which its text is consolidated, `language` "en" or "fr".

    `repealed` are the words that say by what it was repealed.
    """

    id: str
    kind: str
    language: str
    title: str
    long_title: str = ""
    number: str = ""
    current_to: dt.date | None = None
    last_amended: dt.date | None = None
    in_force_from: dt.date | None = None
    registered: dt.date | None = None
    in_force: bool = True
    repealed: str = ""
    enabling: tuple[Enabling, ...] = ()
    recent: tuple[tuple[str, dt.date | None], ...] = field(default=())

    @property
    def key(self) -> str:
        """The id of its node: French texts stand beside the English ones of the same id."""
        return self.id if self.language == "en" else f"{self.id}:{self.language}"


def canonical_id(link: str) -> str:
    """An id as the English file names have it: `DORS-96-332` is `SOR-96-332`."""
    for french, english in _FRENCH_NUMBERS:
        if link.startswith(french) or (french.startswith("_") and french in link):
            return link.replace(french, english, 1)
    return link


def instrument_of_citation(citation: str) -> str:
    """The id that a consolidated regulation of this number has ("SOR/2021-5" is `SOR-2021-5`); else the citation."""
    return canonical_id(citation.replace("/", "-", 1)) if "/" in citation else citation


def read_instrument(root: Any, path: Path) -> Instrument:
    """Read the root element (`Statute` or `Regulation`) and its `Identification`."""
    head = root.find("Identification")
    kind = "Act" if root.tag == "Statute" else "Regulation"
    language = "fr" if (root.get(XML_LANG) or "en").lower().startswith("fr") else "en"
    short, long = _text(head, "ShortTitle"), _text(head, "LongTitle")
    repealed = _text(root, "Repealed")
    found = Instrument(
        id=canonical_id(path.stem),
        kind=kind,
        language=language,
        title=short or long or path.stem,
        long_title=long,
        number=_number(head, language) if kind == "Act" else _text(head, "InstrumentNumber"),
        current_to=date_of(root.get(f"{LIMS}current-date")) or date_of(root.get(f"{LIMS}pit-date")),
        last_amended=date_of(root.get(f"{LIMS}lastAmendedDate")),
        in_force_from=date_of(root.get(f"{LIMS}inforce-start-date")),
        registered=_date(head, "RegistrationDate"),
        in_force=root.get("in-force") != "no" and not repealed,
        repealed=repealed,
    )
    found.enabling = tuple(_enabling(head))
    found.recent = tuple(
        (_text(amendment, "AmendmentCitation"), date_of(_text(amendment, "AmendmentDate")))
        for amendment in root.iterfind("RecentAmendments/Amendment")
    )
    return found


def date_of(text: str | None) -> dt.date | None:
    """A date written `YYYY-MM-DD`; None if it is none."""
    if not text:
        return None
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None


def plain(element: Any) -> str:
    """The text of an element and of all in it, with single spaces."""
    whole = "".join(element.itertext()) if len(element) else element.text or ""
    return " ".join(whole.split())


def _text(parent: Any, tag: str) -> str:
    found = parent.find(tag) if parent is not None else None
    return plain(found) if found is not None else ""


def _number(head: Any, language: str) -> str:
    """The chapter of an act: "R.S.C. 1985, c. O-9", "S.C. 1996, c. 23"."""
    if head is None:
        return ""
    year, number = head.find(".//AnnualStatuteId/YYYY"), head.find(".//AnnualStatuteId/AnnualStatuteNumber")
    letter = "c." if language == "en" else "ch."
    if year is not None and number is not None:
        return f"{'S.C.' if language == 'en' else 'L.C.'} {plain(year)}, {letter} {plain(number)}"
    consolidated = head.find(".//ConsolidatedNumber")
    if consolidated is None:
        return ""
    return f"{'R.S.C. 1985' if language == 'en' else 'L.R.C. 1985'}, {letter} {plain(consolidated)}"


def _date(parent: Any, tag: str) -> dt.date | None:
    found = parent.find(f"{tag}/Date") if parent is not None else None
    if found is None:
        return None
    try:
        return dt.date(*(int(plain(found.find(part))) for part in ("YYYY", "MM", "DD")))
    except (AttributeError, TypeError, ValueError):
        return None


def _enabling(head: Any) -> list[Enabling]:
    if head is None:
        return []
    linked = [
        Enabling(canonical_id(link.get("link") or ""), plain(link))
        for link in head.iterfind("EnablingAuthority/XRefExternal")
    ]
    others = [Enabling("", plain(other)) for other in head.iterfind("EnablingAuthority/OtherAuthority")]
    return linked + others


def chapter_of(citation: str) -> tuple[int, str] | None:
    """Year and chapter of an annual statute: `2019, c. 18` is (2019, "18"); None for another citation."""
    match = _CHAPTER.match(citation)
    return (int(match["year"]), match["chapter"]) if match else None
