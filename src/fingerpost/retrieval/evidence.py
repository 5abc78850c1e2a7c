"""Whether sentences are evidence for an answer: together about one thing, with what is asked of it and asked for.

Sentences that are each about something else have all words of what nobody says, too. So only those count together that
refer to each other, or are about a name that the other brings in. Of a short question each word matters: "Who bought
the mill?" is not answered by what says who built it. A long one says some things twice, or in words of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fingerpost.retrieval.asked_for import (
    asks_for_two,
    asks_limit,
    asks_number,
    asks_total,
    asks_who,
    by_form,
    tells_limit,
    tells_total,
)
from fingerpost.retrieval.candidates import Candidate, Search
from fingerpost.retrieval.question_time import periods_in
from fingerpost.retrieval.sentence_signs import (
    REFERS,
    asks_twice,
    focus,
    of_a_part,
    speaks_of_oneself,
    tells_the_past,
    verb_stem,
    word_stems,
)
from fingerpost.retrieval.stances import only_proposes
from fingerpost.retrieval.words import phrases, stems

_LACKING = 0.7
"""What is left of the confidence in sentences that have no name, place or cause where one is asked for."""
_LEAST, _MOST, _OF_NONE, _A_WORD = 0.5, 0.8, 1.15, 0.09
"""The share of a question that evidence must say: the most of short ones, less with each word that it has."""
_A_SPACE = 2
"""Characters between a sentence and the next of its paragraph, at most: "The oven broke down. The repair cost ..."."""
_GOES_ON = re.compile(
    rf"{REFERS.pattern}|(?:the|there|then|so|but|and|also|however|i|we|my|our)\b|\w+(?:ed|en) by\b", re.IGNORECASE
)
"""How a sentence begins that may be about what was said before."""
_IS_FIELD = re.compile(r"[A-Z][\w '’-]{1,30}:\s")
"""How a line begins that says one thing of what the text is about: "Owner: Ann Roe"."""
_ITEM = re.compile(r"\s*(?:[-*•]|\d+[.)])\s")
"""How an item of a list begins, all of which is about one thing."""
_POINTS_BACK = re.compile(r"\b(?:it|them|him)\b", re.IGNORECASE)
"""Words within a sentence that may stand for what the one before is about: "Ann Roe voted against it"."""
_OWN_DEED = re.compile(r"\b(?:do|did|am|was|have|had|can|could|will|would|should) I (\w+)", re.IGNORECASE)
_ASIDE = re.compile(r"\([^)]*\)")
_OF_ITSELF, _FEW = 0.5, 2
_OF_SEVERAL = re.compile(r"\b(?:or|both|same|common)\b", re.IGNORECASE)
"""Words of questions that compare what they name, so that each name has a sentence of its own."""
_OVER_ROWS = re.compile(
    r"\b(?:how many|more|less|fewer|most|least|over|under|above|below|between|before|after|since|until|earliest|latest|"
    r"\w{2,}(?:er|ier) than|(?:high|low|long|short|larg|small|bigg|old|new|heavi|light|great|few|cheap)est)\b",
    re.IGNORECASE,
)
"""Words of questions that ask for more than what one row of a table says."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """How far the best sentence, with those that belong to it, says what is asked for (`sure`, 0..1), and whether one
    of the sentences does so far enough to be shown."""

    sure: float
    enough: bool


def evidence_of(search: Search, chosen: Sequence[Candidate]) -> Evidence:
    """What the sentences chosen say of a question, best first."""
    if not chosen:
        return Evidence(0.0, enough=False)
    return Evidence(_sure(search, chosen), any(_says_enough(search, one, chosen) for one in chosen))


def introduced(search: Search, best: Candidate) -> frozenset[str]:
    """The names in a sentence that the question does not have: the answer about them may be elsewhere."""
    return frozenset(one.name for one in phrases(best.text) if search.asked.stems.isdisjoint(stems(one.name)))


def is_about(one: Candidate, names: frozenset[str]) -> bool:
    """Whether the title or the paragraph of a sentence has one of some names."""
    return _has_name(one.paragraph, names)


def _has_name(text: str, names: frozenset[str]) -> bool:
    said = [f" {phrase.name} " for phrase in phrases(text)] if names else []
    return any(f" {name} " in other or other in f" {name} " for name in names for other in said)


def _says_enough(search: Search, one: Candidate, chosen: Sequence[Candidate]) -> bool:
    """Whether a sentence says enough of a question with those that belong to it, or are linked to it."""
    names = introduced(search, one)
    if _OF_SEVERAL.search(search.asked.text):
        names |= search.asked.names
    beside = [other for other in chosen if other is not one]
    together = [one, *(other for other in beside if belong(one, other) or leads_to(one, other, names))]
    line = one.paragraph.rpartition("\n")[2]
    said = frozenset(word_stems(line) if _ITEM.match(line) else ()).union(*(each.all_words for each in together))
    least = min(max(_OF_NONE - _A_WORD * len(search.needed), _LEAST), _MOST)
    if not any(each.may_give(search) for each in together):
        return False
    return search.share(said) >= least or _is_own_deed(search, one)


def leads_to(one: Candidate, other: Candidate, names: frozenset[str]) -> bool:
    """Whether a sentence is about one of the names that another brings in; in one passage, it must say the name."""
    return _has_name(other.text if one.sentence.passage == other.sentence.passage else other.paragraph, names)


def _is_own_deed(search: Search, one: Candidate) -> bool:
    """Whether a question asks what its writer does, and a sentence of the writer says that they do."""
    deed = _OWN_DEED.search(search.asked.text)
    return deed is not None and speaks_of_oneself(one.text) and verb_stem(deed[1].lower()) in one.own


def _sure(search: Search, chosen: Sequence[Candidate]) -> float:
    """The share of the question that the best sentence has, with what stands above it, and those of its passage that
    one of them refers to; less if they lack what is asked for. One row of a table does not say how many there are, and
    what looks like a kind of thing ("which cabin") may be another."""
    near = [chosen[0], *(one for one in chosen[1:] if belong(chosen[0], one))]
    said = frozenset[str]().union(*(one.all_words for one in near))
    other = _tells_otherwise(search, chosen[0], near)
    sought = focus(search.asked.text)
    answered = sought not in search.needed or sought in said
    beside_names = search.needed - search.asked.name_stems
    telling = [one for one in near if not beside_names or beside_names & (one.own | one.alike)]
    given = not other and answered and any(one.gives(search) for one in telling)
    given = given and any(_is_of_time(search, one) for one in near) and not _is_about_another(search, chosen[0])
    given = given and search.stance.events & search.needed <= said
    given = given and not (asks_who(search.asked.text) and search.stance.is_over(chosen[0].text))
    given = given and (not search.kind or any(search.kind in one.words for one in near))
    given = given and not _is_aside(search, chosen[0]) and not _is_of_its_title(search, near)
    given = given and not only_proposes(search.asked.text, chosen[0].text)
    return search.share(said) * (1.0 if given else _LACKING)


def _tells_otherwise(search: Search, best: Candidate, near: Sequence[Candidate]) -> bool:
    """Whether a question asks for all of something, of several, or by way of another, and the best sentence only tells
    of one, of a part, or of the first step."""
    question = search.asked.text
    if search.time.followed and not any(tells_the_past(one.text) for one in near):
        return True
    if best.is_row and (search.stance.whether or _OVER_ROWS.search(question)):
        return True
    if asks_twice(question) or asks_for_two(question):
        return True
    if asks_total(question) and not any(tells_total(one.text) for one in near):
        return True
    if asks_limit(question) and not any(tells_limit(one.text) for one in near):
        return True
    return asks_number(question) and of_a_part(question, best.text)


def _is_about_another(search: Search, best: Candidate) -> bool:
    """Whether a sentence has the thing of which "who" is asked only in the title above, but names two others: "The
    Gateway is owned by the Payments Team" does not say who owns what the title names."""
    if not asks_who(search.asked.text) or search.needed & best.above <= best.own | best.alike:
        return False
    return len(introduced(search, best)) > 1


def _is_aside(search: Search, best: Candidate) -> bool:
    """Whether a sentence has the words of a question about the present in brackets only: "Proposed by Ann Roe
    (treasurer)" says who was treasurer then."""
    plain = frozenset(word_stems(_ASIDE.sub(" ", best.text)))
    return search.time.now and bool(best.own & search.needed) and (best.own & search.needed).isdisjoint(plain)


def _is_of_its_title(search: Search, near: Sequence[Candidate]) -> bool:
    """Whether hardly a word of a question is in the sentences themselves, and no time, number or place is asked for:
    all sentences below a title say as much of it."""
    own = frozenset[str]().union(*(one.own | one.alike for one in near))
    return not by_form(search.asked.text) and search.share(own) < _OF_ITSELF and len(search.needed) > _FEW


def is_field(one: Candidate) -> bool:
    """Whether a sentence is a line such as "Owner: Ann Roe", with a word of the question."""
    return bool(one.own | one.alike) and _IS_FIELD.match(one.text) is not None


def _is_on_line(one: Candidate, other: Candidate) -> bool:
    """Whether a field has a line of its own, or one with another sentence: "3. Ann asks for a shed. Granted: yes." says
    nothing of the fourth."""
    line = one.paragraph.rpartition("\n")[2]
    return line.strip(" -*") == one.text.strip(" -*") or line.startswith(other.paragraph.rpartition("\n")[2])


def belong(one: Candidate, other: Candidate) -> bool:
    """Whether two sentences stand in one passage, and the later may refer to the earlier, or takes up a word of it."""
    if one.sentence.passage != other.sentence.passage:
        return False
    first, second = sorted((one, other), key=lambda each: each.sentence.start)
    match = _GOES_ON.match(second.text)
    begins = match.group().lower() if match is not None else ""
    if is_field(second):
        return _is_on_line(second, first)
    if begins not in ("", "the"):
        return True
    at_once = second.sentence.start - first.sentence.end <= _A_SPACE
    if at_once and _POINTS_BACK.search(second.text):
        return True
    repeats = not set(word_stems(second.text)[:1]).isdisjoint(word_stems(first.text))
    return at_once or repeats if begins else at_once and repeats


def _is_of_time(search: Search, one: Candidate) -> bool:
    """Whether a sentence was said, or speaks of something, at the time that a question names; True if it names none."""
    time = search.time
    if not time.begin or time.saying:
        return True
    days = [(day, f"{day}~") for day in (one.said.date, (one.said.time or "")[:10]) if day]
    return any(begin < time.after and after > time.begin for begin, after in [*days, *periods_in(one.paragraph)])
