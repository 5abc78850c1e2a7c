"""What may answer a question as a whole: a sentence, two that follow each other, or one cell of a row of a table.

"The pump is loud. A bearing is worn." tells why the pump is loud only in both its sentences. A row of a table says
several things of what its first cell names; each is read as a sentence, "Heron, Responsible: Ann Roe".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fingerpost.retrieval.asked_for import gives
from fingerpost.retrieval.candidates import Candidate, Search
from fingerpost.retrieval.evidence import belong
from fingerpost.retrieval.fitting import Fit, fit
from fingerpost.retrieval.sentence_signs import Likeness, word_stems
from fingerpost.retrieval.words import stems

_A_SPACE = 5
"""Characters between two sentences, at most, that are read together: a new line and the mark of an item."""
_MARKS = re.compile(r"[*`#|\s]+")
_NUMBERED = re.compile(r"\s*\d+[.)] ")
"""How a point of the minutes begins, which is not about the one before."""
_EMPTY = frozenset(("", "-", "–", "—"))


@dataclass(frozen=True)
class Part:
    """One or two sentences, or a row of a table for the sake of one of its cells.

    `text` is what is compared with a question; `told` must have what is asked for, below what stands `above`; `words`
    are the stems of the question that it says, or what stands above it.
    """

    sentences: tuple[Candidate, ...]
    text: str
    told: str
    above: str
    words: frozenset[str]

    @property
    def first(self) -> Candidate:
        """The first of its sentences, or its row."""
        return self.sentences[0]

    @property
    def bonus(self) -> float:
        """What the signs of its sentences add to its value."""
        return max(one.bonus for one in self.sentences)

    @property
    def dense(self) -> float:
        """How near its sentences are to the question in meaning."""
        return max(one.dense for one in self.sentences)

    def fit(self, search: Search) -> Fit:
        """Whether it has the kind of thing that a question asks for."""
        return fit(search.asked.text, self.told, self.above, search.names)

    def gives(self, search: Search) -> bool:
        """Whether it has what a question asks for."""
        return gives(search.asked.text, self.told, search.time.followed)


def parts_of(search: Search, candidates: Sequence[Candidate]) -> list[Part]:
    """What may answer of sentences in the order of their passages."""
    found: list[Part] = []
    likeness = Likeness(search.index, search.asked.words)
    for place, one in enumerate(candidates):
        title = search.index.passages[one.sentence.passage].title
        if one.is_row:
            found += _cells(search, likeness, one, title)
            continue
        found.append(Part((one,), _led(one), one.told(search), title, one.all_words))
        following = candidates[place + 1] if place + 1 < len(candidates) else None
        if following is not None and _follows(one, following):
            goes_on = following.own or following.alike or belong(one, following)
            told = f"{one.told(search)} {following.told(search)}" if goes_on else one.told(search)
            text = f"{_led(one)} {plain(following.text)}"
            found.append(Part((one, following), text, told, title, one.all_words | following.all_words))
    return found


def _led(one: Candidate) -> str:
    """A sentence behind what its paragraph says first that it is about."""
    return plain(f"{one.lead}: {one.text}" if one.lead else one.text)


def plain(text: str) -> str:
    """A text without the marks of Markdown, on one line."""
    return _MARKS.sub(" ", text).strip()


def _follows(one: Candidate, other: Candidate) -> bool:
    same = one.sentence.passage == other.sentence.passage and one.said.speaker == other.said.speaker
    return (
        same
        and not other.is_row
        and _NUMBERED.match(other.text) is None
        and 0 <= other.sentence.start - one.sentence.end <= _A_SPACE
    )


def _cells(search: Search, likeness: Likeness, row: Candidate, title: str) -> Iterator[Part]:
    """Each cell of a row that has a word of the question, with the name of its column and the first cell; the row as a
    whole if it is not known what its columns are."""
    names, cells = _split(row.head), _split(row.text)
    if not row.own | row.alike:
        return
    if len(names) != len(cells) or len(cells) == 1:
        yield Part((row,), plain(row.text), row.told(search), title, row.all_words)
        return
    subject, beside = cells[0], frozenset(word_stems(f"{cells[0]} {title}"))
    named = [one for one in cells[1:] if not search.asked.stems.isdisjoint(stems(one))]
    asked_for = "" if frozenset(word_stems(subject)) <= search.stems else f" {subject}"
    for name, cell in zip(names[1:], cells[1:], strict=True):
        if cell not in _EMPTY:
            said = (frozenset(word_stems(f"{name} {cell} {' '.join(named)}")) | beside) & search.needed
            said |= likeness.said(search.needed - said, f"{name} {cell}", search.kind)
            text = f"{', '.join([subject, *(one for one in named if one != cell)])}, {name}: {cell}"
            yield Part((row,), text, f"| {name} | {cell} |{asked_for}", f"{title} {name}", said)


def _split(row: str) -> list[str]:
    return [plain(cell) for cell in row.strip().strip("|").split("|")]
