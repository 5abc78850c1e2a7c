"""Ranks candidate plans by the probability that each is right.

Every sign counts and none decides: ignored words, elements that no word asks for, the rows, and the rows of the other
readings. The likeliest candidates are run first, so that their rows are among the signs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from fingerpost.core.containment import Containment
from fingerpost.core.errors import StoreError
from fingerpost.core.verified import VerifiedQuery
from fingerpost.engine.context import AskContext
from fingerpost.engine.scoring.answer_signs import FINDS_NOTHING
from fingerpost.engine.scoring.ceiling import NO_ANSWER, ceiling, keeps_conditions
from fingerpost.engine.scoring.misplaced import ELSEWHERE, GUESSED, OVERLOOKED
from fingerpost.engine.scoring.overlooked import passed_over
from fingerpost.engine.scoring.scorer import Scorer, is_clear
from fingerpost.engine.scoring.signs import CLOSE, NOTHING, Readings, Signs, rows_key
from fingerpost.engine.trial import Trial
from fingerpost.linking import speaking
from fingerpost.questions import RELATIONS_SAID, UNTOLD, Candidate, Parsed
from fingerpost.stores import Result

RANKED = 10
"""Candidates that are ranked."""
_HOPELESS = 0.12
"""The probability below which nothing is run: words without sense make the dearest queries."""
_YIELDING = 0.99
"""The share of another's probability that is left to a reading that finds nothing."""
_LIKELIER = 2.0
"""How many times as likely a reading that finds nothing may be and still yield."""
_LIKELIER_WAY = 4.0
"""The same where the other one only joins the same things in another way."""
_WITHOUT_A_WORD = 0.3
"""The least probability of a reading that is silent about a word that changes the answer, for it to be one."""
_AS_MUCH = 0.5
"""How far a score may be behind that of a reading that says less."""
_AHEAD = 0.05
_AS_LIKELY = 0.95
"""The share of the greatest probability from which on readings are as likely, and their scores decide."""


@dataclass(frozen=True)
class Ranked:
    """A candidate with its confidence (0 to 1), the words it passes over, and its query and result where it was tried.

    `signs` are what its confidence comes from; where `answers` is false, it answers something else or is silent about
    a word that changes the answer, and is never offered. `error` is why a run that had all of the limits gave no
    result: another would give none either.
    """

    candidate: Candidate
    confidence: float
    ignored: tuple[str, ...] = ()
    answers: bool = True
    query: VerifiedQuery | None = None
    result: Result | None = None
    notes: tuple[str, ...] = ()
    error: StoreError | None = None
    signs: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Ranking:
    """Readings, likeliest first, and what trying them came to (`TrialBudget.to_json`)."""

    ranked: tuple[Ranked, ...]
    trials: Mapping[str, int] = field(default_factory=dict)


def rank(
    context: AskContext, parsed: Parsed, containment: Containment | None = None, *, trying: bool = True
) -> Ranking:
    """The candidates of a question, likeliest first; without those that meet an internal error, where it is contained.

    Without `trying`, none of them is run: the order and the confidence are by the words alone.

    Raises:
        StoreError: `store.unavailable`; what was asked last was not the best, so that the others are not known.
    """
    with speaking(context.parser.spoken):
        return _ranking(context, parsed, containment or Containment(), trying=trying)


def _ranking(context: AskContext, parsed: Parsed, containment: Containment, *, trying: bool) -> Ranking:
    trial = Trial(context, containment)
    scorer = Scorer(context.learned.confidence)
    readings = Readings(parsed, context.schema, parsed.candidates, containment)
    before = readings.whole([None] * len(readings.candidates))
    if trying and any(
        not any(own.get(sign) for sign in NO_ANSWER) and scorer.probability(signs) >= _HOPELESS
        for signs, own in zip(before, readings.own, strict=True)
    ):
        _run(context, trial, readings, scorer)
    found: list[Ranked] = []
    with containment.within("rank"):
        results = [trial.result(candidate) for candidate in readings.candidates]
        whole = readings.whole(results)
        likely = _of_rows(results, whole, [scorer.probability(signs) for signs in whole])
        for candidate, signs, probability in zip(readings.candidates, whole, likely, strict=True):
            if trial.is_sound(candidate):
                found.append(_ranked(parsed, trial, candidate, signs, probability))
    found = [_yielding(parsed, ranked, found) for ranked in found]
    found = [_heeding(ranked, found) for ranked in found]
    found = _in_order(found)
    return Ranking(tuple(_first_that_passes(found, trial)), trial.budget.to_json())


def _in_order(found: Sequence[Ranked]) -> list[Ranked]:
    """The likeliest first; of those that find something and are about as likely, the one with the best score."""
    ordered = sorted(found, key=lambda ranked: (-ranked.confidence, -ranked.candidate.score))
    least = ordered[0].confidence * _AS_LIKELY if ordered else 0.0
    close = [one for one in ordered if one.confidence >= least and one.result is not None and NOTHING not in one.signs]
    if not close:
        return ordered
    first = max(close, key=lambda ranked: ranked.candidate.score)
    return [first, *(one for one in ordered if one is not first)]


def _run(context: AskContext, trial: Trial, readings: Readings, scorer: Scorer) -> None:
    """Run the first candidates that the gate lets through; the very first may spend all, and runs alone if clear."""
    most = context.settings.plans_kept if context.settings.feedback_work else 1
    run = 0
    for place, candidate in enumerate(readings.candidates):
        if run < most and trial.passes(candidate):
            trial.run(candidate, whole=run == 0)
            run += 1
            if trial.error(candidate) is not None:
                return  # whatever ended this one would end others
            if run == 1:
                signs = readings.with_one(place, trial.result(candidate))
                alone = _ranked(readings.question.parsed, trial, candidate, signs, scorer.probability(signs))
                if is_clear(signs, alone.confidence):
                    return


def _of_rows(results: Sequence[Result | None], whole: Sequence[Signs], likely: Sequence[float]) -> list[float]:
    """The probability that the rows of each reading are right: that of the likeliest reading with the same rows.

    Readings with the same rows differ only in their order and in what is shown, which their scores decide. Readings
    that find nothing have nothing in common.
    """
    keys = [
        place if result is None or FINDS_NOTHING in signs else rows_key(result)
        for place, (signs, result) in enumerate(zip(whole, results, strict=True))
    ]
    most: dict[Hashable, float] = {}
    for key, probability in zip(keys, likely, strict=True):
        most[key] = max(most.get(key, 0.0), probability)
    return [most[key] for key in keys]


def _yielding(parsed: Parsed, ranked: Ranked, others: Sequence[Ranked]) -> Ranked:
    """A reading that finds nothing, or was not run, is no likelier than a close one that finds something and says as
    much."""
    if NOTHING not in ranked.signs and ranked.result is not None:
        return ranked
    passed = len(ranked.candidate.state.skipped)
    telling = [
        other
        for other in others
        if other.result is not None
        and FINDS_NOTHING not in other.signs
        and ranked.candidate.score - other.candidate.score <= CLOSE
        and len(other.candidate.state.skipped) <= passed
        and keeps_conditions(parsed, ranked.candidate, other.candidate)
    ]
    most = max((other.confidence for other in telling), default=1.0) * _YIELDING
    likelier = _LIKELIER_WAY if any(_says_the_same(ranked, other) for other in telling) else _LIKELIER
    return replace(ranked, confidence=most) if ranked.confidence / likelier <= most < ranked.confidence else ranked


def _says_the_same(one: Ranked, other: Ranked) -> bool:
    """Whether two readings ask for the same under the same conditions, and the other one joins them over no more."""
    if one.candidate.head.focus.edge or other.candidate.head.focus.edge:
        return False
    if len(other.candidate.state.nodes) > len(one.candidate.state.nodes):
        return False
    labels = {each.candidate.state.nodes[each.candidate.head.focus.owner].label for each in (one, other)}
    told = [{(f.property, f.value) for f in each.candidate.state.filters} for each in (one, other)]
    verbs = [{r.start for r in each.candidate.reasons if r.feature in RELATIONS_SAID} for each in (one, other)]
    return len(labels) == 1 and told[0] == told[1] != set() and verbs[0] == verbs[1]


def _heeding(ranked: Ranked, others: Sequence[Ranked]) -> Ranked:
    """A reading that says as much as a close one, and heeds the word that this is silent about, comes before it."""
    if not ranked.answers or ranked.ignored or FINDS_NOTHING in ranked.signs:
        return ranked
    state = ranked.candidate.state
    silent = [
        other.confidence
        for other in others
        if not other.answers
        and other.ignored
        and 0 <= other.candidate.score - ranked.candidate.score <= _AS_MUCH
        and set(other.candidate.state.filters) <= set(state.filters)
        and len(other.candidate.state.nodes) < len(state.nodes)
        and len(state.skipped) <= len(other.candidate.state.skipped)
    ]
    most = max(silent, default=0.0) + _AHEAD
    return replace(ranked, confidence=most) if silent and ranked.confidence < most else ranked


def _first_that_passes(found: Sequence[Ranked], trial: Trial) -> list[Ranked]:
    """The readings from the first one on that the gate lets through: others are not readings of this graph."""
    for place, ranked in enumerate(found):
        if trial.passes(ranked.candidate):
            return [replace(ranked, query=trial.query(ranked.candidate)), *found[place + 1 :]]
    return list(found)


def _ranked(parsed: Parsed, trial: Trial, candidate: Candidate, signs: Signs, probability: float) -> Ranked:
    untold = (reason.note for reason in candidate.reasons if reason.feature == UNTOLD)
    ignored = (*(parsed.linked.tokens[place].text for place in passed_over(parsed, candidate, signs)), *untold)
    result = trial.result(candidate)
    guesses = trial.guesses(candidate)
    most = min(ceiling(parsed, candidate, signs, ignored, result), GUESSED if guesses else 1.0)
    if most == OVERLOOKED and probability < _WITHOUT_A_WORD:
        most = ELSEWHERE
    return Ranked(
        candidate,
        min(probability, most),
        ignored,
        most > OVERLOOKED,
        trial.query(candidate),
        result,
        (*_notes(parsed, candidate, ignored), *guesses, *trial.unlisted(candidate)),
        trial.error(candidate),
        signs,
    )


def _notes(parsed: Parsed, candidate: Candidate, ignored: Sequence[str]) -> Iterator[str]:
    """What a reader should know of a reading: words that it has no use for, and names that nothing here has."""
    if ignored:
        yield f"these words were ignored: {', '.join(ignored)}"
    unseen = [r for r in candidate.reasons if r.feature == "unseen value" and r.note]
    if unseen:
        yield f"nothing has this name: {', '.join(parsed.linked.text(r.start, r.end) for r in unseen)}"


def differ(one: Ranked, other: Ranked) -> bool:
    """Whether two readings are not known to find the same."""
    if one.result is None or other.result is None:
        return True
    return rows_key(one.result) != rows_key(other.result)
