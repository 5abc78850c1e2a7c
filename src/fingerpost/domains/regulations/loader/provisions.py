"""A document's provisions, links, definitions and history, with their places in its plain text."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass, field
from typing import Any, Final

from fingerpost.domains.regulations.loader.citations import Cited, cited_before, sentence_around
from fingerpost.domains.regulations.loader.history import Note
from fingerpost.domains.regulations.loader.instruments import LIMS, canonical_id, date_of, plain
from fingerpost.domains.regulations.loader.text import TextBuilder

_SKIPPED: Final = frozenset(
    ("Identification", "HistoricalNote", "RecentAmendments", "RelatedOrNotInForce", "FootnoteRef", "Image", "colspec")
)
"""Not current law, or no text: provisions that are not in force and amendments of others are kept apart."""

_QUOTED: Final = frozenset(("AmendedText", "ReadAsText", "QuotedText", "SectionPiece", "BillPiece", "RegulationPiece"))
"""The provisions in these are words that are put into, or read into, another provision."""

_INLINE: Final = frozenset(
    (
        "DefinedTermEn DefinedTermFr DefinitionEnOnly DefinitionFrOnly DefinitionRef Emphasis FormulaTerm Language "
        "LeaderRightJustified Leader Separator Sub Sup XRefExternal XRefInternal Repealed Fraction Numerator "
        "Denominator InlineBlock"
    ).split()
)
_NODES: Final = frozenset(("Section", "Subsection", "Paragraph", "Subparagraph"))
_DEEPER: Final = frozenset(("Clause", "Subclause", "Subsubclause"))
_ITEMS: Final = frozenset(("Item", "Provision"))
"""Nodes only where they are repealed: schedules and orders have thousands of them, most without a label."""

_CLOSED_ONLY: Final = re.compile(r"[0-9a-zA-Z.]{1,6}\)")
_MEANS: Final = re.compile(
    r"^[^.;:]{0,90}?\b(?:means?|includes?|does not include|has the (?:same )?meaning|refers to|désigne(?:nt)?|"
    r"s[’']entend(?:ent)?|comprend|vise)\b"
)
"""What follows a term that is defined in running text; elsewhere it is only named."""
_PREAMBLES: Final = frozenset(("Order", "Introduction", "Preamble", "Enacts"))
_SAYING: Final = frozenset(("Label", "MarginalNote", "Text", "Repealed", "HistoricalNote"))
_HANDLED: Final = _NODES | _DEEPER | _ITEMS | _PREAMBLES | {"Schedule", "Heading", "Definition"}
"""What makes a node or a path; the children of all else are only walked."""
_PART: Final = re.compile(r"^(part|division|subdivision|chapter|partie|section|sous-section|chapitre)\b", re.I)


@dataclass(slots=True)
class Provision:
    """A part of a document. `path` is its label path ("7(1)(a)"), `start` and `end` its span in the document's text;

    `parent` is the index of the provision that holds it, or -1; `history` holds the notes on where it comes from.
    """

    kind: str
    path: str
    parent: int
    order: int
    line: int
    start: int
    end: int = 0
    heading: str = ""
    repealed: str = ""
    in_force_from: dt.date | None = None
    last_amended: dt.date | None = None
    history: list[Note] = field(default_factory=list)


@dataclass(slots=True)
class Link:
    """Words that refer to another instrument: its id (empty if unknown), the citing provision, the span.

    `cited` are the provisions that the words before it name, `sentence` is what holds it.
    """

    target: str
    kind: str
    title: str
    provision: int
    path: str
    line: int
    start: int
    end: int
    cited: tuple[Cited, ...] = ()
    sentence: str = ""


@dataclass(slots=True)
class Definition:
    """A term and the span of the text that defines it."""

    term: str
    other_language: str
    provision: int
    line: int
    start: int
    end: int
    repealed: str = ""


@dataclass(slots=True)
class DocumentText:
    """The plain text of a document and what is in it, by places in that text.

    `kept_apart` counts provisions that are not in force and amendments of others.
    """

    text: str
    provisions: list[Provision]
    links: list[Link]
    definitions: list[Definition]
    kept_apart: int


def read_text(root: Any, language: str) -> DocumentText:
    """The text of a document in one walk over its tree."""
    walk = _Walk(root, language)
    for link in walk.links:
        link.cited = cited_before(walk.text, link.start)
        link.sentence = sentence_around(walk.text, link.start, link.end)
    return DocumentText(walk.text, walk.provisions, walk.links, walk.definitions, walk.kept_apart)


class _Walk:
    """Walks a document once and keeps what is in it."""

    def __init__(self, root: Any, language: str) -> None:
        self.provisions: list[Provision] = []
        self.links: list[Link] = []
        self.definitions: list[Definition] = []
        self.kept_apart = 0
        self._builder = TextBuilder()
        self._language = language
        self._orders: dict[int, int] = {}
        self._used: dict[str, int] = {}
        self._parts: list[tuple[int, int]] = []
        self._title = ""
        for child in root:
            self._walk(child, -1, "", quoted=False)
        self.text = self._builder.text

    def _walk(self, element: Any, inside: int, path: str, *, quoted: bool) -> None:
        tag = element.tag
        if not isinstance(tag, str):
            return
        if tag in _SKIPPED:
            self._pass_over(element, tag, inside)
            return
        if tag == "XRefExternal":
            self._link(element, inside, path)
            return
        block = tag not in _INLINE
        if block:
            self._builder.end_block()
        if quoted or tag not in _HANDLED:
            self._children(element, inside, path, quoted=quoted or tag in _QUOTED)
        elif tag in _NODES:
            self._provision(element, tag, inside, path)
        elif tag in _ITEMS and element.find("Text/Repealed") is not None:
            self._provision(element, "Item", inside, path)
        elif tag in _DEEPER:
            self._children(element, inside, path + _label(element), quoted=False)
        elif tag == "Schedule":
            self._schedule(element)
        elif tag in _PREAMBLES:
            self._open("Preamble", element, -1, self._unused("preamble"))
            self._finish(element, len(self.provisions) - 1, "")
        elif tag == "Heading":
            self._heading(element, inside)
        elif tag == "Definition":
            self._definition(element, inside, path)
        else:
            start = self._builder.mark()
            self._children(element, inside, path, quoted=False)
            self._defined_within(element.find("Text"), inside, start)
        if tag == "Label":
            self._builder.glue()
        elif block:
            self._builder.end_block()

    def _children(self, element: Any, inside: int, path: str, *, quoted: bool) -> None:
        write = self._builder.write
        if text := element.text:
            write(text)
        for child in element:
            self._walk(child, inside, path, quoted=quoted)
            if text := child.tail:
                write(text)

    def _unused(self, path: str) -> str:
        """The label path, numbered where another provision has it: "SCHEDULE", "SCHEDULE [2]"."""
        self._used[path] = number = self._used.get(path, 0) + 1
        return path if number == 1 else f"{path} [{number}]"

    def _open(self, kind: str, element: Any, parent: int, path: str) -> Provision:
        self._orders[parent] = self._orders.get(parent, 0) + 1
        found = Provision(kind, path, parent, self._orders[parent], element.sourceline, self._builder.mark())
        found.in_force_from = date_of(element.get(f"{LIMS}inforce-start-date"))
        found.last_amended = date_of(element.get(f"{LIMS}lastAmendedDate"))
        self.provisions.append(found)
        return found

    def _finish(self, element: Any, index: int, path: str) -> None:
        self._children(element, index, path, quoted=False)
        self.provisions[index].end = self._builder.length

    def _provision(self, element: Any, kind: str, inside: int, path: str) -> None:
        heads = _heads(element)
        label = _label_of(heads.get("Label"))
        if kind == "Section":
            parent = self._parts[-1][1] if self._parts else inside
            outer = "" if inside < 0 or self.provisions[inside].kind == "Part" else f"{self.provisions[inside].path}, "
            path = outer + label
        else:
            parent, path = inside, path + label
        found = self._open(kind, element, parent, self._unused(path or kind.lower()))
        index = len(self.provisions) - 1
        note = heads.get("MarginalNote")
        found.heading = _without_history(note) if note is not None else (self._title if kind == "Section" else "")
        repealed = heads.get("Text/Repealed", heads.get("Repealed"))
        found.repealed = plain(repealed) if repealed is not None else ""
        found.history = _history(heads.get("HistoricalNote"))
        self._finish(element, index, path)
        self._defined_within(heads.get("Text"), index, found.start)

    def _schedule(self, element: Any) -> None:
        form = element.find("ScheduleFormHeading")
        if form is not None and form.get("type") == "amending":
            self.kept_apart += 1
            return
        label = _label(form) if form is not None else ""
        parts, self._parts = self._parts, []
        found = self._open("Schedule", element, -1, self._unused(label or "Schedule"))
        index = len(self.provisions) - 1
        title = form.find("TitleText") if form is not None else None
        found.heading = plain(title) if title is not None else ""
        found.repealed = _repealed(element)
        found.history = _history(element.find("HistoricalNote"))
        self._finish(element, index, "")
        self._parts = parts

    def _heading(self, element: Any, inside: int) -> None:
        level = int(element.get("level") or 1) if (element.get("level") or "1").isdigit() else 1
        label, title = element.find("Label"), element.find("TitleText")
        self._title = plain(title) if title is not None else ""
        holder = inside if inside >= 0 and self.provisions[inside].kind in ("Schedule", "Preamble") else -1
        while self._parts and self._parts[-1][0] >= level:
            self._parts.pop()
        repealed = plain(title) if title is not None and title.find("Repealed") is not None else ""
        named = bool(repealed) or (label is not None and _PART.match(plain(label)) is not None)
        parent = self._parts[-1][1] if self._parts else holder
        if not named and element.find(".//XRefExternal") is None:
            self._children(element, parent if parent >= 0 else inside, "", quoted=False)
            return
        outer = self.provisions[parent].path + ", " if parent >= 0 else ""
        name = _label(element) or ("heading" if named else self._title)
        found = self._open("Part" if named else "Heading", element, parent, self._unused(outer + name))
        found.heading, found.repealed = self._title, repealed
        index = len(self.provisions) - 1
        self._finish(element, index, "")
        if named:
            self._parts.append((level, index))

    def _definition(self, element: Any, inside: int, path: str) -> None:
        terms = element.findall(".//DefinedTermEn"), element.findall(".//DefinedTermFr")
        own, other = terms if self._language == "en" else (terms[1], terms[0])
        term = plain(own[0]) if own else ""
        start = self._builder.mark()
        self._children(element, inside, f"{path} “{term}” " if term else path, quoted=False)
        said = plain(other[0]) if other else ""
        repealed = _repealed(element)
        if inside >= 0 and (term or repealed):
            end = self._builder.length
            for one in _alike(own) or [term]:
                self.definitions.append(Definition(one, said, inside, element.sourceline, start, end, repealed))

    def _defined_within(self, text: Any, inside: int, start: int) -> None:
        """The terms that the sentence of a provision defines: "In this Part, actuary means ..."."""
        if text is None or inside < 0 or not len(text):
            return
        own, other = (
            ("DefinedTermEn", "DefinedTermFr") if self._language == "en" else ("DefinedTermFr", "DefinedTermEn")
        )
        terms = [term for term in text.iterchildren(own) if _MEANS.match(_behind(term))]
        others = text.findall(other) if len(terms) == 1 else ()
        for term in terms:
            said = plain(others[0]) if others else ""
            end = self._builder.length
            line = text.getparent().sourceline
            self.definitions.append(Definition(plain(term), said, inside, line, start, end))

    def _link(self, element: Any, inside: int, path: str) -> None:
        start = self._builder.mark()
        self._children(element, inside, path, quoted=False)
        kind, target = element.get("reference-type") or "", element.get("link") or ""
        if kind in ("act", "regulation") and self._builder.length > start:
            end = self._builder.length
            title, line = plain(element), element.sourceline
            self.links.append(Link(canonical_id(target), kind, title, inside, path, line, start, end))

    def _pass_over(self, element: Any, tag: str, inside: int) -> None:
        if tag == "RelatedOrNotInForce":
            self.kept_apart += 1
        elif tag == "HistoricalNote" and inside >= 0 and element.getparent().tag == "MarginalNote":
            self.provisions[inside].history.extend(_history(element))


def _heads(element: Any) -> dict[str, Any]:
    """The first child of each kind that says something of a provision, and what its text says of its repeal."""
    found: dict[str, Any] = {}
    for child in element:
        tag = child.tag
        if tag in _SAYING and tag not in found:
            found[tag] = child
        if tag == "Text" and len(child) and "Text/Repealed" not in found:
            repealed = child.find("Repealed")
            if repealed is not None:
                found["Text/Repealed"] = repealed
    return found


def _alike(terms: list[Any]) -> list[str]:
    """The terms that are defined together: "Governor General or Governor of Canada means", "and sworn includes"."""
    found: list[str] = []
    is_defined = False
    for term in terms:
        if term.getparent() is not terms[0].getparent():
            break
        means = _MEANS.match(term.tail or "") is not None
        if means or not is_defined:
            found.append(plain(term))
        is_defined = is_defined or means
    return found


def _behind(element: Any) -> str:
    """The text behind an element in its sentence."""
    parts = [element.tail or ""]
    for following in element.itersiblings():
        parts += ["".join(following.itertext()), following.tail or ""]
    return " ".join("".join(parts).split())


def _history(note: Any) -> list[Note]:
    """The amendments in a historical note, without what made the provision."""
    items = note.iterfind("HistoricalNoteSubItem") if note is not None else ()
    return [
        Note(plain(item), date_of(item.get(f"{LIMS}inforce-start-date")))
        for item in items
        if item.get("type") != "original"
    ]


def _repealed(element: Any) -> str:
    """The words that say what repealed it; empty if it was not."""
    found = element.find("Text/Repealed")
    if found is None:
        found = element.find("Repealed")
    return plain(found) if found is not None else ""


def _label(element: Any) -> str:
    """The label as people cite it: "*110" (with a note) is 110, the French "a)" is (a)."""
    return _label_of(element.find("Label"))


def _label_of(label: Any) -> str:
    if label is None:
        return ""
    text = plain(label).strip("*“” ")
    return f"({text}" if _CLOSED_ONLY.match(text) else text


def _without_history(note: Any) -> str:
    history = note.find("HistoricalNote")
    whole = plain(note)
    return whole.removesuffix(plain(history)).strip() if history is not None else whole
