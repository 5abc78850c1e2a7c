"""The sentences that are nearest to a question in meaning, for questions that no sentence answers in their own words.

"What do we pay a month for it?" is answered by "Licence: £1,150 a month". How near a sentence is does not tell whether
it answers, so what it has of the question's words and of what is asked for counts, too, and the answer is never sure.
Nor is one in the words of the question sure if another sentence is much nearer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from fingerpost.retrieval.asked_for import asks_cause, asks_for_two, asks_limit, tells_limit
from fingerpost.retrieval.candidates import Candidate, Search
from fingerpost.retrieval.extract import on_topic
from fingerpost.retrieval.fitting import Fit
from fingerpost.retrieval.onnx_embedder import SentenceEmbedder
from fingerpost.retrieval.parts import Part, parts_of
from fingerpost.retrieval.question import Asked
from fingerpost.retrieval.sentence_signs import Likeness, word_stems
from fingerpost.retrieval.words import stems

_MOST_COMPARED = 12
_LEAST = 1.06
"""The score from which sentences are shown."""
_ALONE, _SAYS, _GIVES, _FITS, _LATER = 0.5, 0.1, 0.15, 0.05, 0.02
"""What counts beside how near a sentence is with its title: without it, the share of the question that it says, that it
has what is asked for, with the other signs of the same kind; and against it, the rank of its passage."""
_LIMITS = 0.08
"""What counts that a part says a limit, where one is asked for."""
_LIKELY = 0.4
"""The confidence in them: about half of such answers are right, whatever their score."""
_OF_ITSELF = re.compile(r"\W*(?:date|version|status)\b", re.IGNORECASE)
"""How a line of the head of a document begins, which is about the document."""
_SAYS_SO = re.compile(r"\W*(?:yes|no)\b", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    r"\b(?:what|who)(?:['’]s| is| are| was| were) (?:the|our|your|its|their) ((?:[a-z-]+ )?[a-z-]+) "
    r"(?:of|for|at|in|on)\b",
    re.IGNORECASE,
)
"""What asks for one thing that is said of another."""
_CLOSE = 0.1
"""How much less than the best a further part may score."""
_MOST_PARTS = 2
_AMENDED = 0.08
"""What it costs, if a question asks how things are, that another document amends that of a sentence."""
_SURE = 0.8
"""The confidence from which an answer is sure."""
_MUCH = 0.1
"""How much nearer another sentence must be for the one that has the words to be unsure."""


def nearest(search: Search, about: Asked, candidates: Sequence[Candidate], most: int) -> tuple[list[Candidate], float]:
    """The sentences that may answer, at most `most`, best first, and the confidence in them (0..1).

    None without the sentence embedder that the scores were chosen for, nor for questions for two things; for those of
    whether something is so, only what says yes or no; nothing that lacks what is asked for, nor what has only names in
    common with the question, whose other words are the `rest` of `about`.
    """
    question = search.asked.text
    if asks_for_two(question):
        return [], 0.0
    told = [one for one in parts_of(search, candidates) if not _OF_ITSELF.match(one.text)]
    if search.stance.whether:
        told = [one for one in told if _SAYS_SO.match(one.text)]
    able = [one for one in told if one.fit(search) != Fit.LACKS and _is_of_named(search, one)]
    able = [one for one in able if one.gives(search) or (asks_cause(question) and one.fit(search) == Fit.HAS)]
    scored = _scored(search, [one for one in able if _says_what(search, one)])
    if not scored or scored[0][1] < _LEAST:
        return [], 0.0
    scored = _amended_first(search, scored)
    best = scored[0][1]
    near = [one for one, score in scored if score >= max(best - _CLOSE, _LEAST)][:_MOST_PARTS]
    if near and near[0].first.is_row:
        near = near[:1]  # another cell is of another thing
    shown = [one for part in near if _on_topic(search, about, part) for one in part.sentences]
    once = {(one.sentence.passage, one.sentence.start): one for one in shown}
    return list(once.values())[:most], _LIKELY if shown else 0.0


def _on_topic(search: Search, about: Asked, part: Part) -> bool:
    """Whether a part has more in common with a question than names; a cell that has what is asked for may say it by the
    name of its column."""
    if part.first.is_row and part.fit(search) == Fit.HAS:
        return True
    return on_topic(about, search.index, [one.sentence for one in part.sentences], part.words)


def _is_of_named(search: Search, one: Part) -> bool:
    """Whether a part, what stands above it or its paragraph has something that the question names, if it does."""
    names = search.asked.name_stems & search.needed
    said = one.words if one.first.is_row else one.words | frozenset(stems(one.first.paragraph))
    return not names or not names.isdisjoint(said)


def _says_what(search: Search, one: Part) -> bool:
    """Whether a part says what is asked for ("What is the password of", "What temperature"), in these words or others,
    or has one of that kind."""
    asked = _ATTRIBUTE.search(search.asked.text)
    wanted = frozenset(word_stems(asked[1])) & search.needed if asked else frozenset[str]()
    if not wanted or not wanted.isdisjoint(one.words):
        return True
    title = search.index.passages[one.first.sentence.passage].title
    return bool(Likeness(search.index, search.asked.words).said(wanted, title))


def _amended_first(search: Search, scored: list[tuple[Part, float]]) -> list[tuple[Part, float]]:
    """Parts with their scores: first, with the score of the best, what amends it, if a question asks how things are."""
    best, score = scored[0]
    newer = [one for one, _ in scored if search.asks_state and _says_anew(search, one.first, best.first)]
    newer = [one for one in newer if one.fit(search) == Fit.HAS]
    if not newer:
        return scored
    return [(newer[0], score), *(pair for pair in scored if pair[0] not in (best, newer[0]))]


def is_unsure(search: Search, candidates: Sequence[Candidate], chosen: Sequence[Candidate], sure: float) -> bool:
    """Whether what would be a sure answer is not: a later document amends it, or another sentence is much nearer."""
    if sure < _SURE or not chosen:
        return False
    return _is_amended(search, candidates, chosen[0]) or _is_far(search, candidates, chosen[0])


def _is_amended(search: Search, candidates: Sequence[Candidate], best: Candidate) -> bool:
    """Whether a document that amends that of the best sentence has what is asked for about the same."""
    return any(_says_anew(search, one, best) and one.gives(search) for one in candidates)


def _says_anew(search: Search, one: Candidate, best: Candidate) -> bool:
    """Whether a sentence is about the same as another whose document its own amends."""
    return search.amends(one, best) and bool((best.own - search.asked.name_stems) & one.all_words)


def _is_far(search: Search, candidates: Sequence[Candidate], best: Candidate) -> bool:
    """Whether another sentence is much nearer to the question than the one that is best by its words."""
    scored = _scored(search, [one for one in parts_of(search, candidates) if len(one.sentences) == 1])
    own = [
        score
        for one, score in scored
        if one.first.sentence.start == best.sentence.start and one.first.text == best.text
    ]
    return bool(own) and scored[0][1] - own[0] > _MUCH


def _scored(search: Search, parts: Sequence[Part]) -> list[tuple[Part, float]]:
    """The most promising parts with their scores, best first."""
    meaning = search.index.meaning
    if meaning is None or meaning.embedder.name != SentenceEmbedder.name or not parts:
        return []
    able = sorted(parts, key=lambda one: (-(search.share(one.words) + one.dense), one.first.rank))[:_MOST_COMPARED]
    titled = [f"{search.index.passages[one.first.sentence.passage].title}: {one.text}" for one in able]
    vectors: Any = meaning.embedder.embed([*(one.text for one in able), *titled])
    near: Any = vectors @ meaning.embedder.embed_question(search.asked.text)
    found = [
        (one, float(with_title + _ALONE * alone) + _SAYS * search.share(one.words) + _signs(search, one))
        for one, alone, with_title in zip(able, near[: len(able)], near[len(able) :], strict=True)
    ]
    return sorted(found, key=lambda pair: (-pair[1], pair[0].first.rank, pair[0].first.sentence.start))


def _signs(search: Search, one: Part) -> float:
    signs = _GIVES * one.bonus + _FITS * one.fit(search)
    signs += _LIMITS * (asks_limit(search.asked.text) and tells_limit(one.told))
    return signs - _LATER * one.first.rank - _AMENDED * search.is_amended(one.first)
