"""Facts about law read straight from the XML, by another way than the loader's: what cites, implements, amends what."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

LIMS = "{http://justice.gc.ca/lims}"
QUOTED = {"AmendedText", "ReadAsText", "QuotedText", "SectionPiece", "BillPiece", "RegulationPiece"}
NO_TEXT = {"Identification", "HistoricalNote", "RelatedOrNotInForce", "RecentAmendments"}


@dataclass
class Document:
    """One document. `cites` counts citations by the id that is cited, `sections` where they stand."""

    id: str
    kind: str
    title: str
    current: str
    cites: Counter[str] = field(default_factory=Counter)
    sections: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    kinds: dict[str, str] = field(default_factory=dict)
    enabling: set[str] = field(default_factory=set)
    recent: list[tuple[str, str]] = field(default_factory=list)
    notes: Counter[str] = field(default_factory=Counter)
    repealed: set[str] = field(default_factory=set)
    terms: set[str] = field(default_factory=set)


def said(element: Any) -> str:
    return " ".join("".join(element.itertext()).split())


def read_facts(folder: Path) -> dict[str, Document]:
    """The English documents below a folder, by id."""
    from lxml import etree

    found = {}
    for file in folder.glob("eng/*/*.xml"):
        root = etree.parse(str(file)).getroot()
        head = root.find("Identification")
        title = head.find("ShortTitle") if head.find("ShortTitle") is not None else head.find("LongTitle")
        document = Document(
            file.stem,
            "Act" if root.tag == "Statute" else "Regulation",
            said(title),
            root.get(f"{LIMS}current-date"),
        )
        document.enabling = {link.get("link") for link in head.iterfind("EnablingAuthority/XRefExternal")}
        for amendment in root.iterfind("RecentAmendments/Amendment"):
            date = amendment.find("AmendmentDate")
            document.recent.append((said(amendment.find("AmendmentCitation")), said(date) if date is not None else ""))
        for link in root.iter("XRefExternal"):
            _cite(document, link)
        for item in root.iter("HistoricalNoteSubItem"):
            if item.get("type") != "original":
                for instrument in re.findall(r"(?:SOR|SI)/[\d-]+", said(item)):
                    document.notes[instrument] += 1
        for section in root.iter("Section"):
            if section.find("Text/Repealed") is not None and _is_text(section):
                document.repealed.add(said(section.find("Label")).strip("*“” "))
        for term in root.iter("DefinedTermEn"):
            if (
                _is_text(term)
                and not _is_quoted(term)
                and any(above.tag == "Definition" for above in term.iterancestors())
            ):
                document.terms.add(said(term))
        for text in root.iter("Text"):
            if _is_text(text) and not _is_quoted(text) and text.getparent().tag != "Definition":
                document.terms |= _defined_in(text)
        found[document.id] = document
    return found


def _defined_in(text: Any) -> set[str]:
    """The terms that a sentence defines outside a list of definitions: "In this Part, actuary means ..."."""
    found = set()
    for term in text.findall("DefinedTermEn"):
        behind = said(text)[said(text).find(said(term)) + len(said(term)) :]
        if re.match(r"[^.;:]{0,90}?\b(means?|includes?|does not include|has the (same )?meaning|refers to)\b", behind):
            found.add(said(term))
    return found


def _is_text(element: Any) -> bool:
    above = [one.tag for one in element.iterancestors()]
    return not NO_TEXT & set(above) and not any(_is_amending(one) for one in element.iterancestors("Schedule"))


def _is_quoted(element: Any) -> bool:
    return any(one.tag in QUOTED for one in element.iterancestors())


def _is_amending(schedule: Any) -> bool:
    head = schedule.find("ScheduleFormHeading")
    return head is not None and head.get("type") == "amending"


def _cite(document: Document, link: Any) -> None:
    if link.get("reference-type") not in ("act", "regulation") or not _is_text(link) or not said(link):
        return
    target = (link.get("link") or "").replace("DORS-", "SOR-")
    if target in ("", document.id):  # what has no link is named beside the list
        return
    document.cites[target] += 1
    document.kinds[target] = link.get("reference-type")
    section = next(link.iterancestors("Section"), None)
    label = section.find("Label") if section is not None else None
    document.sections[target].add(said(label).strip("*“” ") if label is not None else "")
