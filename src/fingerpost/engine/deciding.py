"""What becomes of ranked readings: the first is answered, a few are offered to choose from, or none is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fingerpost.core.errors import QuestionError
from fingerpost.engine.ranking import Ranked, differ
from fingerpost.engine.scoring.signs import NOTHING
from fingerpost.plans import Plan
from fingerpost.questions import Parsed

MOST_CHOICES = 4
"""Most readings that are offered."""
_CLEAR = 0.8
"""The probability from which on a reading needs no comparison with the next."""
_AS_LIKELY, _HALF_AS_LIKELY = 0.99, 0.4
"""The share of the best one's probability that a reading needs to be offered beside it: where the best would be
answered, and where it would not."""
_TIE = 1e-6
"""How far apart the scores of readings may be that nothing tells apart."""
_WORTH_ASKING = 0.3
"""The least that the readings offered are worth together, where none would be answered."""


def rivals(ranked: Sequence[Ranked], threshold: float, reading: Callable[[Plan], str]) -> tuple[Ranked, ...]:
    """The readings to offer instead of an answer, best first; none where the first is answered or none is worth it.

    They were run, find something, find different things and read differently.
    """
    best = ranked[0].confidence
    answers = best >= threshold
    if best >= _CLEAR:
        return ()
    least = best * (_AS_LIKELY if answers else _HALF_AS_LIKELY)
    chosen: list[Ranked] = []
    for one in ranked:
        if one.confidence < least or len(chosen) == MOST_CHOICES:
            break
        first, other = ranked[0].candidate, one.candidate
        if answers and (abs(other.score - first.score) > _TIE or other.head != first.head):
            continue
        known = {reading(other.candidate.plan) for other in chosen}
        telling = one.answers and one.result is not None and NOTHING not in one.signs
        if telling and all(differ(one, other) for other in chosen) and reading(one.candidate.plan) not in known:
            chosen.append(one)
    worth = sum(one.confidence for one in chosen)
    return tuple(chosen) if len(chosen) > 1 and (answers or worth >= _WORTH_ASKING) else ()


def unknown_quotation(parsed: Parsed, ranked: Ranked) -> bool:
    """Whether a reading passes over what the question quotes: that is not to be answered without."""
    return any(parsed.linked.tokens[place].quoted for place in ranked.candidate.state.skipped)


def chosen_first(ranked: Sequence[Ranked], offered: Sequence[Ranked], choice: int) -> tuple[Ranked, ...]:
    """The readings with the chosen one first; those that were offered are numbered before all others.

    Raises:
        QuestionError: `question.choice`: there is no such reading.
    """
    numbered = (*offered, *(one for one in ranked if all(one is not other for other in offered)))
    if not 1 <= choice <= len(numbered):
        raise QuestionError(f"there is no reading {choice}", code="question.choice")
    chosen = numbered[choice - 1]
    return (chosen, *(one for one in ranked if one is not chosen))
