"""Picks the sentences of a memory that answer a question: of what was said at several times, what holds.

Documents of a memory may have times, and messages of a chat have each their own. Of sentences that say as much, the
latest holds, unless the question asks for another time; one that says that something changed goes before what was said
earlier of the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fingerpost.retrieval.extract import MOST_SENTENCES, Extract, Sentence, needed_of, on_topic, unknown_names
from fingerpost.retrieval.index import PassageIndex
from fingerpost.retrieval.question import Asked
from fingerpost.retrieval.question_time import AskedTime
from fingerpost.retrieval.sentence_signs import (
    EVENTS,
    REFERS,
    Likeness,
    asked_kind,
    brought_about,
    change,
    gives,
    holds_from,
    of_the_writer,
    signs,
    speaks_of_oneself,
    tells_the_past,
    verb_stem,
    versions,
    weigher,
    word_stems,
)
from fingerpost.retrieval.stances import Stance, denies
from fingerpost.retrieval.words import stem

_LEAST_GAIN, _LEAST_GAIN_GOING_ON = 0.12, 0.05
"""What a further sentence must add of a question; less, if it goes on about what was said before ("It says ...")."""
_HIT_DISCOUNT, _DENSE = 0.03, 0.3
_ABOVE, _ALIKE = 0.5, 0.6
"""What words of the title, the writer or the sentence before count, and words that mean the same, beside those of the
sentence itself."""
_GIVES, _RECENT, _FORMER, _WITHIN, _FIRST_PERSON = 0.25, 0.12, 0.3, 0.3, 0.3
_SAME_TOPIC = 0.3
_LACKING = 0.7
"""What is left of the confidence in sentences that have no date, number, name or place where one is asked for."""
_HEAD = 120
_NEARLY = 0.8
_MOST_OTHERS = 2
_LEAST_CONTRARY = 0.4
"""The share of a question that a sentence must say to speak against it."""
_GOES_ON = re.compile(rf"{REFERS.pattern}|(?:the|there|then|so|but|and|also|however|i|we|my|our)\b", re.IGNORECASE)
"""How a sentence begins that may be about what was said before."""
_HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)
_RULE = re.compile(r"\s*\|[\s:|-]*-[\s:|-]*\|?(?=\n|$)")
"""The line between the head of a table and its rows."""


@dataclass(frozen=True, slots=True)
class Said:
    """When a sentence was said (ISO 8601) and by whom, if known; where its own words begin; the day that it names."""

    time: str | None = None
    speaker: str = ""
    begins: int = 0
    date: str | None = None


Saying = Callable[[int, int, int], Said]
"""About a sentence: the number of its passage, and its characters in that passage."""


@dataclass(frozen=True)
class _Candidate:
    sentence: Sentence
    text: str
    own: frozenset[str]
    alike: frozenset[str]
    above: frozenset[str]
    dense: float
    rank: int
    said: Said
    bonus: float = 0.0

    @property
    def words(self) -> frozenset[str]:
        """Words of the question that it has, or what stands above it; not those that it says in other words."""
        return self.own | self.above

    @property
    def all_words(self) -> frozenset[str]:
        return self.words | self.alike

    def gives(self, question: str) -> bool:
        """Whether it has what a question asks for; it has the day of the heading above, and who says "I", too."""
        speaker = self.said.speaker if speaks_of_oneself(self.text) else ""
        return gives(question, f"{self.text} {self.said.date or ''} {speaker}")


@dataclass(frozen=True)
class Recalled:
    """The sentences that answer, as `Extract` has them, with when each was said (`said`), and what was said of the same
    at other times (`others`)."""

    extract: Extract
    said: tuple[Said, ...] = ()
    others: tuple[tuple[Sentence, Said], ...] = ()
    changes: bool = False


@dataclass
class _Search:
    asked: Asked
    time: AskedTime
    index: PassageIndex
    saying: Saying
    stems: frozenset[str] = frozenset()
    needed: frozenset[str] = frozenset()
    kind: str = ""
    versions: tuple[str, ...] = ()
    weight: Callable[[str], float] = field(default=lambda _: 1.0)
    total: float = 1.0

    def share(self, words: frozenset[str]) -> float:
        """What words say of what a sentence should have."""
        return sum(map(self.weight, words & self.needed)) / self.total

    def gain(self, words: frozenset[str]) -> float:
        """What words of the question say; those that a sentence need not have, too."""
        return sum(map(self.weight, words)) / self.total


def recalled(asked: Asked, time: AskedTime, index: PassageIndex, hits: Sequence[int], saying: Saying) -> Recalled:
    """The sentences of the passages that together cover most of the question, asked without words for its time."""
    weight = weigher(index)
    kind = asked_kind(asked.text)
    stems = frozenset(word_stems(asked.text))
    whole = needed_of(asked, stems)
    needed = whole - EVENTS or whole
    search = _Search(asked, time, index, saying, stems, needed, kind, versions(asked.text), weight)
    search.total = sum(map(weight, needed)) or 1.0
    candidates = _candidates(search, hits)
    candidates = _timed(search, candidates)
    stance = Stance(asked.text, verb_stem)
    others = [one for one in candidates if stance.against(one.text)]
    candidates = [one for one in candidates if one not in others]
    unknown = unknown_names(asked, index)
    if search.versions and not candidates:
        unknown = tuple(sorted({*unknown, *search.versions}))
    chosen, covered, first = _chosen(search, candidates)
    covered = covered.union(*(one.alike for one in chosen))
    changes = False
    if chosen and not time.saying:
        other = _otherwise(search, candidates, chosen[0])
        if other is not None:
            chosen, changes = [other, *(one for one in chosen if one is not other)][:MOST_SENTENCES], True
    if chosen and (rest := _rest_of(search, candidates, chosen[0])) is not None and rest not in chosen:
        chosen = [chosen[0], rest, *chosen[1:]][:MOST_SENTENCES]
    if stance.denies and not any(denies(one.text) for one in chosen):
        chosen = []
    sentences = tuple(one.sentence for one in chosen)
    beside_names = frozenset(verb_stem(word) for word in asked.words if stem(word) in asked.rest)
    about = replace(asked, rest=beside_names - EVENTS - {kind})
    topic = on_topic(about, index, sentences, covered)
    contrary = _contrary(search, stance, candidates, others)
    sure = _sure(search, chosen)
    extract = Extract(sentences, search.share(covered), unknown, topic, first, sure, contrary)
    return Recalled(extract, tuple(one.said for one in chosen), _others(search, candidates, chosen), changes)


def _candidates(search: _Search, hits: Sequence[int]) -> list[_Candidate]:
    likeness = Likeness(search.index, search.asked.words)
    found: list[_Candidate] = []
    for rank, number in enumerate(hits):
        one = search.index.passages[number]
        offset = len(one.text) - one.length
        title = frozenset(word_stems(one.title)) & search.needed
        vectors: Any = None
        if search.index.embedder is not None:
            vectors = search.index.vectors[search.index.first_sentence[number] :]
        carried: frozenset[str] = frozenset()
        speaker = ""
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
            if len(text) < 2 or _RULE.match(one.text, end) or _RULE.fullmatch(text):
                continue  # nothing, or the head of a table
            stems_ = frozenset(word_stems(text))
            own = (stems_ & search.stems) | brought_about(search.needed - stems_, stems_)
            alike = likeness.said(search.needed - own, text, search.kind)
            if text.endswith("?"):  # it asks; what follows may answer
                carried = own
                continue
            by = frozenset(word_stems(said.speaker)) & search.needed
            goes_on = REFERS.match(text) is not None or _is_answer(one.text, start)
            before = carried if goes_on else frozenset()
            dense = float(vectors[position] @ search.asked.vector) if vectors is not None else 0.0
            sentence = Sentence(number, start - offset, end - offset, 0.0)
            found.append(_Candidate(sentence, text, own, alike, title | by | before, dense, rank, said))
            carried = own | before
    return found


def _contrary(
    search: _Search, stance: Stance, fitting: Sequence[_Candidate], others: Sequence[_Candidate]
) -> Sentence | None:
    """A sentence that denies what is asked about, demands it or tells what to say of it, if none that may answer says
    as much of it."""
    for one in sorted(others, key=lambda one: (-search.share(one.all_words), one.rank)):
        share, against = search.share(one.all_words), stance.against(one.text)
        if share < _LEAST_CONTRARY:
            return None
        if all(search.share(two.all_words) < share for two in fitting if against & two.all_words):
            return one.sentence
    return None


def _is_answer(text: str, start: int) -> bool:
    """Whether a question stands before a sentence, with the head of a message between them at most."""
    return "?" in text[max(start - _HEAD, 0) : start].rpartition(". ")[2]


def _timed(search: _Search, candidates: list[_Candidate]) -> list[_Candidate]:
    """The candidates that the time of the question leaves, each with what its signs add to its value."""
    time = search.time
    if search.versions:
        index = search.index
        candidates = [
            one
            for one in candidates
            if all(name in one.text or name in index.passages[one.sentence.passage].title for name in search.versions)
        ]
    kept = []
    for one in candidates:
        day = (one.said.time or "")[:10]
        within = bool(time.begin) and any(time.begin <= d < time.after for d in (day, one.said.date or "") if d)
        if time.begin and day and not within and (time.saying or day >= time.after):
            continue
        if time.begin and not time.saying and holds_from(one.text, one.said.date) >= time.after:
            continue
        kept.append((one, within))
    days = sorted({one.said.time for one, _ in kept if one.said.time and search.share(one.all_words) > 0})
    place = {day: at / max(len(days) - 1, 1) for at, day in enumerate(days)}
    found = []
    for one, within in kept:
        recent = place.get(one.said.time or "", 0.0)
        bonus = _GIVES * one.gives(search.asked.text) + _WITHIN * within
        bonus += -_RECENT * recent if time.earlier else _RECENT * recent
        if time.earlier:
            bonus += _FORMER if tells_the_past(one.text) else -_FORMER * change(one.text)
        if of_the_writer(search.asked.text, search.asked.stems & frozenset(word_stems(one.said.speaker)), one.text):
            bonus += _FIRST_PERSON
        found.append(replace(one, bonus=bonus))
    return found


def _chosen(
    search: _Search, candidates: list[_Candidate]
) -> tuple[list[_Candidate], frozenset[str], tuple[float, int]]:
    chosen: list[_Candidate] = []
    covered: frozenset[str] = frozenset()
    first = (0.0, 0)
    left = list(candidates)
    while left and len(chosen) < MOST_SENTENCES:
        scored = [(_value(search, one, covered, bool(chosen)), one) for one in left]
        value, best = max(scored, key=lambda pair: (pair[0], -pair[1].rank, -pair[1].sentence.start))
        gained = search.gain(best.words - covered)
        least = _LEAST_GAIN_GOING_ON if REFERS.match(best.text) else _LEAST_GAIN
        if chosen and (gained < least or not best.own - covered):
            break
        covered |= best.words
        first = first if chosen else (search.share(best.all_words), len(best.all_words & search.needed))
        chosen.append(replace(best, sentence=replace(best.sentence, score=round(value, 4))))
        left.remove(best)
    return chosen, covered, first


def _sure(search: _Search, chosen: Sequence[_Candidate]) -> float:
    """The share of the question that the best sentence has, with what stands above it, and those of its passage that
    one of them refers to; less if they lack what is asked for: sentences that are each about something else have all
    words of what nobody says, too. One row of a table does not say how many there are."""
    if not chosen:
        return 0.0
    near = [chosen[0], *(one for one in chosen[1:] if _belong(chosen[0], one))]
    said = frozenset[str]().union(*(one.all_words for one in near))
    counted = _HOW_MANY.search(search.asked.text) is not None and chosen[0].text.startswith("|")
    given = not counted and any(one.gives(search.asked.text) for one in near)
    return search.share(said) * (1.0 if given else _LACKING)


def _belong(one: _Candidate, other: _Candidate) -> bool:
    """Whether two sentences stand in one passage, and the later may refer to the earlier."""
    if one.sentence.passage != other.sentence.passage:
        return False
    return _GOES_ON.match(max(one, other, key=lambda each: each.sentence.start).text) is not None


def _value(search: _Search, one: _Candidate, covered: frozenset[str], further: bool) -> float:
    own = search.gain(one.own - covered)
    alike = _ALIKE * search.share(one.alike - covered)
    above = _ABOVE * search.share(one.above - one.own - one.alike - covered)
    bonus = 0.0 if further or not own + alike + above else one.bonus
    return own + alike + above + _DENSE * one.dense - _HIT_DISCOUNT * one.rank + bonus


def _otherwise(search: _Search, candidates: Sequence[_Candidate], best: _Candidate) -> _Candidate | None:
    """What was said later about the same, in words that say that it changed; or, if the question asks how it was, what
    was said before the sentence that says so. None if there is nothing."""
    earlier = search.time.earlier
    if not (search.time.now or search.time.begin) and not (
        earlier and change(best.text) and not tells_the_past(best.text)
    ):
        return None
    at = best.said.time or ""
    found = [
        one
        for one in candidates
        if one.said.time
        and (one.said.time < at if earlier else one.said.time > at)
        and search.share(one.own & best.words) >= _SAME_TOPIC / (1.0 if earlier else max(change(one.text), 1e-9))
        and one.gives(search.asked.text)
    ]
    return max(found, key=lambda one: (search.share(one.words), one.said.time or ""), default=None)


def _rest_of(search: _Search, candidates: Sequence[_Candidate], best: _Candidate) -> _Candidate | None:
    """The sentence after the best, if that lacks what is asked for, and this has it and goes on about the same."""
    if best.gives(search.asked.text):
        return None
    after = [
        one
        for one in candidates
        if one.sentence.passage == best.sentence.passage
        and one.sentence.start > best.sentence.start
        and one.said.time == best.said.time
    ]
    following = after[:1] if after and REFERS.match(after[0].text) else [one for one in after if signs(one.text)][:1]
    return next((one for one in following if one.gives(search.asked.text)), None)


def _others(
    search: _Search, candidates: Sequence[_Candidate], chosen: Sequence[_Candidate]
) -> tuple[tuple[Sentence, Said], ...]:
    """What was said of the same at other times, the latest first."""
    if not chosen or not chosen[0].said.time:
        return ()
    least = _NEARLY * search.share(chosen[0].all_words)
    places = {(one.sentence.passage, one.sentence.start) for one in chosen}
    found = [
        one
        for one in candidates
        if one.said.time
        and one.said.time != chosen[0].said.time
        and search.share(one.all_words) >= least
        and (one.sentence.passage, one.sentence.start) not in places
    ]
    found.sort(key=lambda one: one.said.time or "", reverse=True)
    return tuple((one.sentence, one.said) for one in found[:_MOST_OTHERS])
