"""Picks the sentences of a memory that answer a question, and among statements of several times the one that holds.

Documents may have times, and messages of a chat each have their own. Among equally good sentences the latest holds,
unless the question asks for another time. One that reports a change comes before earlier ones about the same thing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fingerpost.retrieval.asked_for import (
    asks_cause,
    asks_number,
    asks_time,
    asks_who,
    asks_why,
    heads_causes,
    may_give,
)
from fingerpost.retrieval.candidates import Candidate, Newer, Said, Saying, Search, candidates_for, search_for
from fingerpost.retrieval.evidence import belong, evidence_of, introduced, is_about, is_field, leads_to
from fingerpost.retrieval.extract import MOST_SENTENCES, Extract, Sentence, on_topic, unknown_names
from fingerpost.retrieval.fitting import Fit, names_known
from fingerpost.retrieval.index import PassageIndex
from fingerpost.retrieval.nearest import is_unsure, nearest
from fingerpost.retrieval.question import Asked
from fingerpost.retrieval.question_time import AskedTime
from fingerpost.retrieval.sentence_signs import (
    EVENTS,
    REFERS,
    change,
    codes,
    ends_what_was,
    has_code,
    holds_from,
    numbers_of,
    of_a_part,
    of_the_writer,
    signs,
    tells_the_past,
    word_stem,
    word_stems,
)
from fingerpost.retrieval.stances import Stance, denies, only_proposes
from fingerpost.retrieval.words import normal, stem, stems

_LEAST_GAIN, _LEAST_GAIN_GOING_ON = 0.12, 0.05
"""What a further sentence must add of a question; less, if it goes on about what was said before ("It says ...")."""
_HIT_DISCOUNT, _DENSE = 0.03, 0.3
_ABOVE, _ALIKE = 0.5, 0.6
"""What words of the title, the writer or the sentence before count, and words that mean the same, beside those of the
sentence itself."""
_GIVES, _RECENT, _FORMER, _WITHIN, _FIRST_PERSON = 0.25, 0.12, 0.3, 0.3, 0.3
_CAUSE = 0.4
"""What it adds that a sentence stands below a heading such as "Cause", if a question asks for one."""
_SAME_TOPIC = 0.3
_SURE = 0.8
"""The confidence from which an answer is sure."""
_LACKING = 0.7
"""What is left of the confidence in sentences that have no date, number, name or place where one is asked for."""
_NEARLY = 0.8
_MOST_OTHERS = 2
_LEAST_CONTRARY = 0.4
"""The share of a question that a sentence must say to speak against it."""
_IDENTIFIER = re.compile(r"\b[A-Z][A-Za-z]*-\d+\b")
_MOST_ROWS = 5
"""Rows of a table that are shown, of those that say as much."""
_LINKED = 0.25
"""What it adds to a further sentence that it is about what the best one names."""


@dataclass(frozen=True)
class Recalled:
    """The sentences that answer, as in `Extract`, with when each was said (`said`), and statements of other times about
    the same (`others`). `differs`: the second has another number than the first, or names others.
    """

    extract: Extract
    said: tuple[Said, ...] = ()
    others: tuple[tuple[Sentence, Said], ...] = ()
    changes: bool = False
    differs: bool = False


def recalled(
    asked: Asked,
    time: AskedTime,
    index: PassageIndex,
    hits: Sequence[int],
    saying: Saying,
    newer: Newer = lambda _: (),
) -> Recalled:
    """The sentences of the passages that together cover most of the question, asked without words for its time."""
    search = replace(search_for(asked, time, index, saying), newer=newer)
    candidates = candidates_for(search, hits)
    search = replace(search, names=names_known(one.text for one in candidates))
    candidates = _timed(search, candidates)
    stance = search.stance
    others = [one for one in candidates if stance.against(one.text)]
    candidates = [one for one in candidates if one not in others]
    unknown = unknown_names(asked, index)
    if search.versions and not candidates:
        unknown = tuple(sorted({*unknown, *search.versions}))
    unknown = tuple(sorted({*unknown, *_unknown_codes(search, hits)}))
    chosen, covered, first = _chosen(search, candidates)
    covered = covered.union(*(one.alike for one in chosen))
    changes = False
    if chosen and not time.saying:
        other = _otherwise(search, candidates, chosen[0])
        if other is not None:
            left = [one for one in chosen if one is not other and not _is_otherwise(search, other, one)]
            chosen, changes = [other, *left][:MOST_SENTENCES], True
    if chosen and (beside := _beside(search, candidates, chosen[0])) is not None:
        told = chosen[0].all_words | beside.all_words
        chosen = [chosen[0], beside, *(one for one in chosen[1:] if one.own - told)]
    if chosen and (further := _further(search, candidates, chosen)) is not None:
        chosen = [chosen[0], further, *chosen[1:]][:MOST_SENTENCES]
    other = _differing(search, candidates, chosen[0]) if chosen and not changes else None
    if other is not None:
        chosen = [chosen[0], other, *(one for one in chosen[1:] if one is not other)][:MOST_SENTENCES]
    if stance.denies and not any(denies(one.text) for one in chosen):
        chosen = []
    sentences = tuple(one.sentence for one in chosen)
    beside_names = frozenset(word_stem(word) for word in asked.words if stem(word) in asked.rest)
    about = replace(asked, rest=(beside_names & search.needed) - EVENTS - {search.kind})
    topic = on_topic(about, index, sentences, covered)
    contrary = _contrary(search, stance, candidates, others)
    evidence = evidence_of(search, chosen)
    sure = evidence.sure * (_LACKING if chosen and not changes and _is_retitled(search, candidates, chosen[0]) else 1.0)
    if chosen and chosen[0].is_row and chosen[0].own:
        rows = [one for one in candidates if _says_as_much(one, chosen[0])]
        chosen = [chosen[0], *rows[: _MOST_ROWS - 1], *(one for one in chosen[1:] if one not in rows)]
        sentences = tuple(one.sentence for one in chosen)
        sure *= _LACKING if len(rows) >= _MOST_ROWS else 1.0
    extract = Extract(sentences, search.share(covered), unknown, topic, first, sure, contrary, evidence.enough)
    lacks = extract.answers and not changes and _lacks(search, chosen)
    if lacks:
        extract = replace(extract, supported=False)
    if extract.answers and not changes and is_unsure(search, candidates, chosen, min(extract.covered, sure)):
        extract = replace(extract, sure=sure * _LACKING)
    doubted = not changes and not time.earlier and min(extract.covered, extract.sure) < _SURE
    if (doubted or not extract.answers) and not unknown and contrary is None and not stance.denies:
        near, likely = nearest(search, about, candidates, MOST_SENTENCES)
        if near and not (extract.answers and _goes_before(search, chosen[0], near)):
            chosen, other = near, None
            extract = Extract(tuple(one.sentence for one in near), search.share(covered), first=first, likely=likely)
    said = tuple(one.said for one in chosen)
    return Recalled(extract, said, _others(search, candidates, chosen), changes, other is not None and bool(chosen))


def _goes_before(search: Search, best: Candidate, near: Sequence[Candidate]) -> bool:
    """Whether the best sentence by its words goes before the nearest: it is one of them, or was said later."""
    later = search.time.now and (best.said.time or "") > (near[0].said.time or "~")
    return later or any(_is_same(one, best) for one in near)


def _lacks(search: Search, chosen: Sequence[Candidate]) -> bool:
    """Whether neither the best sentence nor one that belongs to it has the kind of thing that is asked for."""
    near = [chosen[0], *(one for one in chosen[1:] if belong(chosen[0], one))]
    if asks_why(search.asked.text) and len(near) > 1:
        return False  # a reason may follow without a word for it
    return all(one.fit(search) == Fit.LACKS for one in near)


def _unknown_codes(search: Search, hits: Sequence[int]) -> list[str]:
    """The names with a number in a question ("E7", "error 404") that none of the passages found has."""
    passages = [search.index.passages[number] for number in hits]
    return [
        normal(name)
        for name, code in codes(search.asked.text).items()
        if not any(has_code(code, f"{one.title}\n{one.text}") for one in passages)
    ]


def stating(
    asked: Asked, index: PassageIndex, hits: Sequence[int], saying: Saying, *, mentioned: bool
) -> list[tuple[Sentence, float]]:
    """The sentences that say what `asked` says, each with the share of its words that it has (0..1), best first.

    `mentioned`: they need only speak of it, and may deny it.
    """
    search = search_for(asked, AskedTime(asked.text), index, saying)
    found = [
        (replace(one.sentence, score=round(share, 4)), share)
        for one in candidates_for(search, hits)
        if (share := search.share(one.all_words)) > 0 and (mentioned or denies(one.text) == denies(asked.text))
    ]
    return sorted(found, key=lambda pair: -pair[1])


def _contrary(
    search: Search, stance: Stance, fitting: Sequence[Candidate], others: Sequence[Candidate]
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


def _timed(search: Search, candidates: list[Candidate]) -> list[Candidate]:
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
        day = f"{day}-01-01"[:10] if day else ""  # a year begins with its first day
        within = bool(time.begin) and any(time.begin <= d < time.after for d in (day, one.said.date or "") if d)
        if time.begin and day and not within and (time.saying or day >= time.after):
            continue
        if time.begin and not time.saying and holds_from(one.text, one.said.date, one.head) >= time.after:
            continue
        kept.append((one, within))
    days = sorted({one.said.time for one, _ in kept if one.said.time and search.share(one.all_words) > 0})
    place = {day: at / max(len(days) - 1, 1) for at, day in enumerate(days)}
    found, by_cause = [], asks_cause(search.asked.text)
    for one, within in kept:
        recent = place.get(one.said.time or "", 0.0)
        bonus = _GIVES * one.gives(search) + _WITHIN * within
        bonus += -_RECENT * recent if time.earlier else _RECENT * recent
        if time.earlier:
            bonus += _FORMER if tells_the_past(one.text) else -_FORMER * change(one.text)
        if by_cause and heads_causes(search.index.passages[one.sentence.passage].title):
            bonus += _CAUSE
        bonus -= _RECENT * search.is_amended(one) + _GIVES * only_proposes(search.asked.text, one.text)
        if of_the_writer(search.asked.text, search.asked.stems & frozenset(word_stems(one.said.speaker)), one.text):
            bonus += _FIRST_PERSON
        found.append(replace(one, bonus=bonus))
    return found


def _chosen(search: Search, candidates: list[Candidate]) -> tuple[list[Candidate], frozenset[str], tuple[float, int]]:
    chosen: list[Candidate] = []
    covered: frozenset[str] = frozenset()
    first = (0.0, 0)
    left = [one for one in candidates if not _is_elsewhere(search, one)] or list(candidates)
    left = [one for one in left if not search.time.earlier and _has_all(search, one)] or left
    others = [one for one in candidates if one not in left]
    names: frozenset[str] = frozenset()
    while (left or others) and len(chosen) < MOST_SENTENCES:
        if chosen:
            left, others = [*left, *others], []
            left = [one for one in left if _adds(search, one, covered, linked=is_about(one, names))]
        scored = [(_value(search, one, covered, bool(chosen)) + _LINKED * is_about(one, names), one) for one in left]
        if not scored:
            break
        value, best = max(scored, key=lambda pair: (pair[0], -pair[1].rank, -pair[1].sentence.start))
        names = names if chosen else introduced(search, best)
        covered |= best.words
        first = first if chosen else (search.share(best.all_words), len(best.all_words & search.needed))
        chosen.append(replace(best, sentence=replace(best.sentence, score=round(value, 4))))
        left.remove(best)
    return chosen, covered, first


def _has_all(search: Search, one: Candidate) -> bool:
    """Whether a sentence has all words that an answer needs, with what stands above it, and what is asked for."""
    proposed = only_proposes(search.asked.text, one.text)
    return bool(one.own & search.needed) and search.needed <= one.words and one.gives(search) and not proposed


def _adds(search: Search, one: Candidate, covered: frozenset[str], *, linked: bool) -> bool:
    """Whether a further sentence says enough of a question that is not said yet; `linked`: it is about a name that the
    best sentence brings in."""
    if not linked and _is_elsewhere(search, one):
        return False
    least = _LEAST_GAIN_GOING_ON if linked or REFERS.match(one.text) else _LEAST_GAIN
    return bool(one.own - covered) and search.gain(one.words - covered) >= least


def _says_as_much(one: Candidate, best: Candidate) -> bool:
    """Whether another row of the same table has the same words of the question."""
    beside = one.sentence.passage == best.sentence.passage and one.sentence.start != best.sentence.start
    return one.is_row and beside and one.own == best.own and one.alike == best.alike


def _is_elsewhere(search: Search, one: Candidate) -> bool:
    """Whether a sentence goes on about something that the question does not name, or has the identifier of another."""
    if not search.asked.names:
        return False
    said = one.words | frozenset(stems(one.paragraph))
    for name in search.asked.names:
        parts = frozenset(stems(name))
        numbers = frozenset(part for part in parts if part[0].isdigit())
        if numbers <= said if numbers else not parts.isdisjoint(said):
            return False
    return REFERS.match(one.text) is not None or _IDENTIFIER.search(one.paragraph) is not None


def _value(search: Search, one: Candidate, covered: frozenset[str], further: bool) -> float:
    own = search.gain(one.own - covered)
    alike = _ALIKE * search.share(one.alike - covered)
    above = _ABOVE * search.share(one.above - one.own - one.alike - covered)
    bonus = 0.0 if further or not own + alike + above else one.bonus
    return own + alike + above + _DENSE * one.dense - _HIT_DISCOUNT * one.rank + bonus


def _otherwise(search: Search, candidates: Sequence[Candidate], best: Candidate) -> Candidate | None:
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
        and (
            search.share(one.own & best.words)
            >= _SAME_TOPIC / (1.0 if earlier else max(_changes(search, one, best), 1e-9))
            or (not earlier and _is_otherwise(search, one, best))
        )
        and one.gives(search)
        and not only_proposes(search.asked.text, one.text)
    ]
    return max(found, key=lambda one: (search.share(one.words), one.said.time or ""), default=None)


def _changes(search: Search, one: Candidate, best: Candidate) -> float:
    """How plainly a sentence says that what another says has changed (over 0, to 1): where its document amends that of
    the other, fully; so, too, if the question asks how it was before."""
    return 1.0 if search.time.earlier or search.amends(one, best) else max(change(one.text), 1e-9)


def _is_otherwise(search: Search, one: Candidate, best: Candidate) -> bool:
    """Whether a sentence has all words of a question about the present that the best has, but other numbers or people,
    whichever the question asks for."""
    part = of_a_part(search.asked.text, one.text)
    if not search.time.now or search.stance.of_deeds or not best.own <= one.own or one.is_row or part:
        return False
    question = search.asked.text
    if asks_number(question) or asks_time(question):
        numbers, own = (numbers_of(each.text) - numbers_of(question) for each in (one, best))
    elif asks_who(question):
        numbers, own = introduced(search, one), introduced(search, best)
    else:
        return False
    return bool(numbers and own and numbers.isdisjoint(own))


def _is_retitled(search: Search, candidates: Sequence[Candidate], best: Candidate) -> bool:
    """Whether the title of a later passage has the words of the best, but other numbers, where a question asks how
    things are: "Tiles are kept for six hours"."""
    question, at, own = search.asked.text, best.said.time or "", numbers_of(best.text)
    if not (at and search.time.now and asks_number(question)):
        return False
    later = {one.sentence.passage for one in candidates if (one.said.time or "") > at}
    titles = [search.index.passages[number].title for number in later]
    told = [title for title in titles if best.own & search.needed <= frozenset(word_stems(title))]
    numbers = [numbers_of(title) - numbers_of(question) for title in told if may_give(question, title)]
    return any(found and found.isdisjoint(own) for found in numbers)


def _differing(search: Search, candidates: Sequence[Candidate], best: Candidate) -> Candidate | None:
    """A sentence of another passage that says as much as the best, of no other time, but has other numbers where a
    number is asked for, or other people where "who" is; None if there is none."""
    if not asks_number(search.asked.text):
        return _of_others(search, candidates, best) if asks_who(search.asked.text) else None
    asked, own = numbers_of(search.asked.text), numbers_of(best.text) - numbers_of(search.asked.text)
    names = search.asked.name_stems & search.needed
    least = _NEARLY * search.share(best.all_words)
    for one in candidates:
        numbers = numbers_of(one.text) - asked
        alone = one.sentence.passage != best.sentence.passage and not (one.is_row or best.is_row)
        timed = one.said.time and best.said.time and one.said.time != best.said.time
        alike = search.share(one.words) >= least and names <= one.words and one.gives(search)
        if alone and not timed and alike and own and numbers and own.isdisjoint(numbers):
            return one
    return None


def _of_others(search: Search, candidates: Sequence[Candidate], best: Candidate) -> Candidate | None:
    """A sentence of another document's passage that has the same words as the best, but names others."""
    named = introduced(search, best)
    if not (best.own & search.needed) - search.asked.name_stems:
        return None  # "Who is Ann?" asks for no deed that two may claim
    for one in candidates:
        apart = one.sentence.passage != best.sentence.passage and one.said.time == best.said.time
        alike = one.own == best.own and not (one.is_row or best.is_row) and one.gives(search)
        names = introduced(search, one)
        if apart and alike and named and names and named.isdisjoint(names):
            return one
    return None


def _beside(search: Search, candidates: Sequence[Candidate], best: Candidate) -> Candidate | None:
    """The sentence before or after the best, if they belong together, and it has what is asked for and that lacks, or
    more words of the question; who signed it, too."""
    at = best.sentence.passage, best.said.time
    near = [one for one in candidates if (one.sentence.passage, one.said.time) == at]
    known = codes(search.asked.text)
    place = next(n for n, one in enumerate(near) if _is_same(one, best))
    before, after = near[max(place - 1, 0) : place], near[place + 1 :]
    around = [
        one
        for one in (*after[:1], *before, *(one for one in near if is_field(one)))
        if belong(best, one) and not (known and codes(one.text).keys() - known.keys())
    ] + [one for one in after if signs(one.text)][:1]
    if ends_what_was(best.text):
        return next(iter(before), None)
    if search.time.followed and not tells_the_past(best.text):
        return next((one for one in (*after[:1], *before) if tells_the_past(one.text)), None)
    if not best.gives(search):
        around += after[:1] if asks_why(search.asked.text) else []  # a reason may follow without a word for it
        return next((one for one in around if one.gives(search) or one in after[:1]), None)
    said = best.all_words | {search.kind}
    missed = [one for one in around if search.share((one.own | one.alike) - said) >= _LEAST_GAIN]
    return missed[0] if missed else None


def _further(search: Search, candidates: Sequence[Candidate], chosen: Sequence[Candidate]) -> Candidate | None:
    """A sentence with what is asked for, if those chosen lack it, about a name that the best brings in."""
    if not chosen[0].may_give(search) or any(one.gives(search) for one in chosen):
        return None  # a time or a number is of what its own sentence is about
    names = introduced(search, chosen[0])
    told = [one for one in candidates if not one.is_row and one.gives(search)]
    found = [one for one in told if leads_to(chosen[0], one, names)]
    return max(found, key=lambda one: (search.share(one.own | one.alike), one.dense), default=None)


def _is_same(one: Candidate, other: Candidate) -> bool:
    return one.sentence.passage == other.sentence.passage and one.sentence.start == other.sentence.start


def _others(
    search: Search, candidates: Sequence[Candidate], chosen: Sequence[Candidate]
) -> tuple[tuple[Sentence, Said], ...]:
    """What was said of the same at other times, latest first."""
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
