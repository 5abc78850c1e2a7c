"""The sentences of passages as candidates for an answer: the words of the question that each says, and how."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from fingerpost.retrieval.asked_for import asks_who, gives, may_give, shown_by_form
from fingerpost.retrieval.extract import Sentence, needed_of
from fingerpost.retrieval.fitting import Fit, fit
from fingerpost.retrieval.index import PassageIndex
from fingerpost.retrieval.question import Asked
from fingerpost.retrieval.question_time import AskedTime
from fingerpost.retrieval.sentence_signs import (
    EVENTS,
    REFERS,
    SAYING,
    WITH_NAMES,
    Likeness,
    asked_kind,
    asks_events,
    brought_about,
    compared_with,
    lacks_subject,
    of_another,
    speaks_of_its_writer,
    speaks_of_oneself,
    verb_stem,
    versions,
    weigher,
    word_stems,
)
from fingerpost.retrieval.stances import Stance
from fingerpost.retrieval.words import phrases, stems

_HEAD = 120
_LEAST_BARS = 4
"""Bars in the head of a table of three columns; one of two may be a list of properties without a head."""
_RULE = re.compile(r"\s*\|[\s:|-]*-[\s:|-]*\|?(?=\n|$)")
"""The line between the head of a table and its rows."""
_LEAD = re.compile(
    r"\s*(?:[-*•] |\d+[.)] )?(?:\*\*(?P<bold>[^*\n]{2,60})\*\*|(?<=[.)] )(?P<plain>[A-Z][^\n.:|]{1,40})(?=[.:] ))"
)
"""How a paragraph or an item begins that says first what it is about: "2. **Roof.** Two quotes came in."."""
_ITEM = re.compile(r"\s*(?:[-*•]|\d+[.)])\s")


@dataclass(frozen=True, slots=True)
class Said:
    """When a sentence was said (ISO 8601) and by whom, if known; where its own words begin; the day that it names.

    `signature` is what the speaker says of themselves below a letter: a role, an employer.
    """

    time: str | None = None
    speaker: str = ""
    begins: int = 0
    date: str | None = None
    signature: str = ""


Saying = Callable[[int, int, int], Said]
"""About a sentence: the number of its passage, and its characters in that passage."""
Newer = Callable[[int], Collection[int]]
"""The passages of documents that amend that of a passage, by number."""


@dataclass(frozen=True)
class Candidate:
    """A sentence: the stems of the question that it has (`own`), says in other words (`alike`), or that stand above it;
    how near it is in meaning (`dense`), the rank of its passage, and the title and paragraph up to it; what its
    paragraph or list says first that it is about (`lead`); of a row of a table, the row with the names of its columns
    (`head`)."""

    sentence: Sentence
    text: str
    own: frozenset[str]
    alike: frozenset[str]
    above: frozenset[str]
    dense: float
    rank: int
    said: Said
    bonus: float = 0.0
    paragraph: str = ""
    head: str = ""
    lead: str = ""

    @property
    def is_row(self) -> bool:
        """Whether it is a row of a table."""
        return self.text.startswith("|")

    @property
    def words(self) -> frozenset[str]:
        """Words of the question that it has, or what stands above it; not those that it says in other words."""
        return self.own | self.above

    @property
    def all_words(self) -> frozenset[str]:
        return self.words | self.alike

    def gives(self, search: Search) -> bool:
        """Whether it has what a question asks for; it has the day of the heading above, and who says "I", too."""
        return gives(search.asked.text, self.told(search), search.time.followed)

    def may_give(self, search: Search) -> bool:
        """Whether it has the time or the number that a question asks for, as far as their forms are known."""
        return may_give(search.asked.text, self.told(search))

    def fit(self, search: Search) -> Fit:
        """Whether it has the kind of thing that a question asks for."""
        return fit(
            search.asked.text, self.told(search), search.index.passages[self.sentence.passage].title, search.names
        )

    def told(self, search: Search) -> str:
        """Its text, with the day that it names in words and, if it says \"I\", its speaker."""
        speaker = self.said.speaker if search.of_writers or speaks_of_oneself(self.text) else ""
        return f"{self.text} {self.said.date or ''} {speaker}"


@dataclass
class Search:
    """A question as sentences are compared with it: the stems that an answer needs, and what each weighs.

    `of_writers` are those by which it asks who wrote or said something; `names` are words that are names there.
    """

    asked: Asked
    time: AskedTime
    index: PassageIndex
    saying: Saying
    stems: frozenset[str] = frozenset()
    needed: frozenset[str] = frozenset()
    kind: str = ""
    of_writers: frozenset[str] = frozenset()
    versions: tuple[str, ...] = ()
    stance: Stance = field(default_factory=lambda: Stance("", verb_stem))
    weight: Callable[[str], float] = field(default=lambda _: 1.0)
    total: float = 1.0
    newer: Newer = field(default=lambda _: ())
    names: frozenset[str] = frozenset()

    def share(self, words: frozenset[str]) -> float:
        """What words say of what a sentence should have."""
        return sum(map(self.weight, words & self.needed)) / self.total

    def gain(self, words: frozenset[str]) -> float:
        """What words of the question say; those that a sentence need not have, too."""
        return sum(map(self.weight, words)) / self.total

    def amends(self, one: Candidate, other: Candidate) -> bool:
        """Whether a sentence stands in a document that amends that of another."""
        return one.sentence.passage in self.newer(other.sentence.passage)

    @property
    def asks_state(self) -> bool:
        """Whether the question asks how things are, or were at a time that it names: what amended others then holds."""
        return self.time.now or (bool(self.time.begin) and not self.time.saying)

    def is_amended(self, one: Candidate) -> bool:
        """Whether the question asks how things are, and a document that was there amends that of a sentence."""
        if not self.asks_state:
            return False
        newer = self.newer(one.sentence.passage)
        return any(self.time.now or (self.saying(number, 0, 0).time or "~") < self.time.after for number in newer)

    def is_of_day(self, said: Said) -> bool:
        """Whether the question asks only what happened at a time, and a sentence names a day of it."""
        days = (said.date or "")[:10]
        return bool(days) and self.time.begin <= days < self.time.after and asks_events(self.asked.text)

    def named_kind(self, text: str) -> frozenset[str]:
        """The kind of thing that the question asks for ("which firm"), if a text has a name that the question lacks."""
        if self.kind in self.needed and lacks_subject(text, self.asked.text):
            return frozenset((self.kind,))  # it is about what stands above
        if self.kind not in self.needed & WITH_NAMES:
            return frozenset()
        named = [one for one in phrases(text) if one.start or " " in one.name]
        new = any(self.asked.stems.isdisjoint(stems(one.name)) for one in named)
        return frozenset((self.kind,)) if new else frozenset()


def search_for(asked: Asked, time: AskedTime, index: PassageIndex, saying: Saying) -> Search:
    """How sentences are compared with a question, which is `asked` without words for its time."""
    said = frozenset(word_stems(asked.text))
    whole = needed_of(asked, said)
    needed = whole - EVENTS or whole
    weight = weigher(index)
    return Search(
        asked,
        time,
        index,
        saying,
        said,
        needed,
        asked_kind(asked.text),
        SAYING & needed if asks_who(asked.text) else frozenset(),
        versions(asked.text),
        Stance(asked.text, verb_stem),
        weight,
        sum(map(weight, needed)) or 1.0,
    )


def candidates_for(search: Search, hits: Sequence[int]) -> list[Candidate]:
    """The sentences of the passages that may answer; no questions, and no heads of tables."""
    likeness = Likeness(search.index, search.asked.words)
    found: list[Candidate] = []
    for rank, number in enumerate(hits):
        one = search.index.passages[number]
        offset = len(one.text) - one.length
        titled = frozenset(word_stems(one.title))
        title = (titled & search.needed) | brought_about(search.needed - titled, titled)
        vectors: Any = None
        if search.index.embedder is not None:
            vectors = search.index.vectors[search.index.first_sentence[number] :]
        carried: frozenset[str] = frozenset()
        columns: frozenset[str] = frozenset()
        speaker = head = ""
        for position, (start, end) in enumerate(one.spans):
            start = max(start, offset)
            while start < end and one.text[start].isspace():
                start += 1
            if end - start < 3:
                continue
            said = search.saying(number, start - offset, end - offset)
            if said.speaker != speaker:
                carried, speaker = (carried if said.begins else frozenset()), said.speaker
            start += said.begins
            text = one.text[start:end]
            if _RULE.match(one.text, end) or _is_head(
                one.text[offset:], start - offset, end - offset
            ):  # what the rows of a table are about
                columns = frozenset(word_stems(text)) & search.needed
                columns |= likeness.said(search.needed - columns, text)
                head = text
                continue
            if len(text) < 2 or _RULE.fullmatch(text) or (len(one.spans) > 1 and text.strip() == one.title):
                continue
            stems_ = frozenset(word_stems(text))
            by = frozenset(word_stems(f"{said.speaker} {said.signature}")) & search.needed
            other = of_another(search.asked.text, text) | compared_with(search.asked.text, text)
            own = (stems_ & search.stems) - other | brought_about(search.needed - stems_, stems_)
            own |= by if speaks_of_its_writer(text) else frozenset()
            own |= search.of_writers if said.speaker else frozenset()
            own |= search.needed if search.is_of_day(said) else frozenset()
            alike = (
                likeness.said(search.needed - own, text, search.kind)
                | search.named_kind(text)
                | shown_by_form(search.needed - own, text)
            )
            if text.endswith("?"):  # it asks; what follows may answer
                carried = own
                continue
            goes_on = REFERS.match(text) is not None or _is_answer(one.text, start)
            before = carried if goes_on else frozenset()
            if text.startswith("|"):
                before = columns if own else before
                if any(word[0].isdigit() for word in search.needed - own - columns - title):
                    continue  # a row of another number
            else:
                columns, head = frozenset(), ""
            dense = float(vectors[position] @ search.asked.vector) if vectors is not None else 0.0
            sentence = Sentence(number, start - offset, end - offset, 0.0)
            begun = max(one.text.rfind("\n\n", offset, start), offset)
            paragraph = f"{one.title}\n{one.text[begun:end]}"
            lead = "" if text.startswith("|") else _lead_of(one.text[offset:], start - offset)
            above = title | by | before | (frozenset(word_stems(lead)) & search.needed)
            found.append(Candidate(sentence, text, own, alike, above, dense, rank, said, 0.0, paragraph, head, lead))
            carried = (own | before) - search.stance.against(text)
    return found


def _lead_of(text: str, start: int) -> str:
    """What the paragraph, the item or the list of a sentence says first that it is about; empty if nothing."""
    above, _, line = text[:start].rpartition("\n")
    lead = _LEAD.match(text, start - len(line))
    if lead is not None and lead.end() <= start:
        return (lead["bold"] or lead["plain"]).strip(" .:")
    if _ITEM.match(text, start - len(line)) is None:
        return ""
    before = next((one for one in reversed(above.split("\n")) if one.strip() and not _ITEM.match(one)), "")
    return before.strip(" :") if before.rstrip().endswith(":") and not before.startswith("|") else ""


def _is_head(text: str, start: int, end: int) -> bool:
    """Whether a line is the first row of a table without a rule below it, as of a Word document: names of columns."""
    row = text[start:end]
    if not row.startswith("|") or row.count("|") < _LEAST_BARS or re.search(r"\d", row):
        return False
    return (start == 0 or text[:start].endswith("\n\n")) and text[end:].lstrip().startswith("|")


def _is_answer(text: str, start: int) -> bool:
    """Whether a question stands before a sentence, with the head of a message between them at most."""
    return "?" in text[max(start - _HEAD, 0) : start].rpartition(". ")[2]
