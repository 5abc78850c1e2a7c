"""All signs of the readings of a question: each by itself, by what it finds, and beside the others."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence

from fingerpost.core.cells import freeze
from fingerpost.core.containment import Containment
from fingerpost.core.schema import GraphSchema
from fingerpost.engine.scoring.alike import opinions
from fingerpost.engine.scoring.answer_signs import FINDS_NOTHING, answer_signs
from fingerpost.engine.scoring.question import Question
from fingerpost.engine.scoring.reading_signs import reading_signs
from fingerpost.questions import Candidate, Parsed, summed
from fingerpost.stores import Result

Signs = dict[str, float]
"""Amounts by name; what is 0 is left out."""
NOT_RUN: Signs = {"not run": 1.0}
_AGAINST = (
    "words left, telling",
    "names left",
    "skipped",
    "names taken apart",
    "edges unsaid",
    "nodes unnamed",
    "unexplained",
    "column unsaid",
    "step marker unused",
    "step relation unused",
)
"""Signs that are compared with those of the other readings."""
NOTHING = "finds nothing, unlike asked"
CLOSE = 2.0
"""How far behind a reading that finds nothing one that finds something is compared with it."""
_MOST = 6.0
_SCALE = 1.5
"""How sharply scores set by hand tell readings apart, where they vote."""


class Readings:
    """The signs of the readings of one question; a reading that meets an internal error is left out."""

    def __init__(
        self, parsed: Parsed, schema: GraphSchema, candidates: Iterable[Candidate], containment: Containment
    ) -> None:
        self.question = Question(parsed, schema)
        self.candidates: list[Candidate] = []
        self.own: list[Signs] = []
        """The signs of each reading by itself."""
        shared = self.question.signs
        for candidate in candidates:
            with containment.within("rank"):
                self.own.append(_held({**summed(reading_signs(self.question, candidate)), **shared}))
                self.candidates.append(candidate)
        self.opinions = opinions(self.candidates)

    def found(self, place: int, result: Result | None) -> Signs:
        """The signs of what a reading finds; `result` is None if it was not run or could not be."""
        if result is None:
            return NOT_RUN
        return _held(summed(answer_signs(self.question, self.candidates[place], result)))

    def whole(self, results: Sequence[Result | None]) -> list[Signs]:
        """All signs of each reading, by what each found."""
        found = [self.found(place, result) for place, result in enumerate(results)]
        rows = [None if result is None else rows_key(result) for result in results]
        return joined(self.own, found, [candidate.score for candidate in self.candidates], rows, self.opinions)

    def with_one(self, place: int, result: Result | None) -> Signs:
        """All signs of one reading that was run while the others were not."""
        results: list[Result | None] = [None] * len(self.candidates)
        results[place] = result
        return self.whole(results)[place]


def joined(
    own: Sequence[Signs],
    found: Sequence[Signs],
    scores: Sequence[float],
    rows: Sequence[Hashable | None],
    opinions: Sequence[int],
) -> list[Signs]:
    """All signs of each reading: by itself, by what it finds, and compared with the others.

    Equal `rows` mean the same result, None a reading that was not run. Finding nothing is easy, so readings that do are
    no agreement; nor are those of one of the `opinions`.
    """
    telling = [None if FINDS_NOTHING in signs else key for signs, key in zip(found, rows, strict=True)]
    beside = _beside(scores, telling, opinions)
    signs = zip(own, found, beside, _more_than_others(own), _nothing_beside(found, scores), strict=True)
    return [{**a, **b, **c, **d, **e} for a, b, c, d, e in signs]


def rows_key(result: Result) -> Hashable:
    """What two results have in common that have the same rows in any order."""
    return frozenset(map(freeze, result.rows))


def _beside(scores: Sequence[float], rows: Sequence[Hashable | None], opinions: Sequence[int]) -> list[Signs]:
    """What each reading is beside the others: its score and lead, and how much speaks for the rows that it finds."""
    best = max(scores, default=0.0)
    weights = [math.exp(_SCALE * (score - best)) for score in scores]
    whole = _worth(range(len(scores)), weights, rows, opinions)
    different = float(len({key for key in rows if key is not None}))
    found = []
    for place, score in enumerate(scores):
        own = rows[place]
        same = {i for i, other in enumerate(rows) if i == place or (own is not None and other == own)}
        other_scores = [scores[i] for i in range(len(scores)) if i not in same]
        others = {opinions[i] for i in same} - {opinions[place]}
        amounts = {
            "score": score,
            "behind": min(best - score, _MOST),
            "lead": max(-_MOST, min(score - max(other_scores), _MOST)) if other_scores else _MOST,
            "first": float(score == best),
            "place": float(sum(other > score for other in scores)),
            "weight": _worth(same, weights, rows, opinions) / whole,
            "own weight": weights[place] / whole,
            "finds the same": float(len(others)),
            "better finds the same": float(any(scores[i] > score and opinions[i] in others for i in same)),
            "different answers": different,
            "only one": float(len(scores) == 1),
        }
        found.append(_held(amounts))
    return found


def _worth(
    places: Iterable[int], weights: Sequence[float], rows: Sequence[Hashable | None], opinions: Sequence[int]
) -> float:
    """The weight of readings; of those that are one opinion and find the same, or were not run, the greatest counts."""
    most: dict[tuple[int, Hashable], float] = {}
    for place in places:
        key = opinions[place], rows[place]
        most[key] = max(most.get(key, 0.0), weights[place])
    return sum(most.values())


def _nothing_beside(found: Sequence[Signs], scores: Sequence[float]) -> list[Signs]:
    """For each reading that finds nothing, how near one that finds something is."""
    finding = [s for signs, s in zip(found, scores, strict=True) if not (NOTHING in signs or "not run" in signs)]
    best = max(finding, default=-math.inf)
    nearness = (
        max(0.0, CLOSE - (score - best)) if NOTHING in signs else 0.0
        for signs, score in zip(found, scores, strict=True)
    )
    return [_held({"nothing beside something": min(near, CLOSE)}) for near in nearness]


def _more_than_others(own: Sequence[Signs]) -> list[Signs]:
    """By how much each reading exceeds the one with the least evidence against it."""
    least = {name: min((signs.get(name, 0.0) for signs in own), default=0.0) for name in _AGAINST}
    more = ({f"more {name}": signs.get(name, 0.0) - amount for name, amount in least.items()} for signs in own)
    return list(map(_held, more))


def _held(amounts: Signs) -> Signs:
    return {name: amount for name, amount in amounts.items() if amount}
