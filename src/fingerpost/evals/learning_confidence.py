"""Learning how far to trust a reading of one graph: logistic regression of right answers on a few of its signs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from fingerpost.core.errors import FingerpostError
from fingerpost.core.settings import Settings
from fingerpost.engine import ALWAYS, GENERIC, RANKED, KnowledgeBase, local_signs, logistic, rank, weighed
from fingerpost.evals.data import Example, Graphs
from fingerpost.evals.golds import Gold, gold_of
from fingerpost.evals.questions import RIGHT
from fingerpost.evals.workers import shared

Sign = tuple[dict[str, float], bool]
"""The signs of the first reading of a question, and whether its answer is right."""

_ROUNDS = 60
_PULL = 2.0
_CLOSE = 1e-6
GIVEN: Mapping[str, float] = MappingProxyType({GENERIC: 1.0})
"""The weights with which nothing is learned: the model for every graph is right."""


def told(kb: KnowledgeBase, example: Example) -> Sign | None:
    """The signs of a question's first reading; None if there is no reading, or its gold does not run."""
    gold = gold_of(kb, example)
    if not isinstance(gold, Gold):
        return None
    try:
        parsed = kb.parser.parse(example.question, RANKED)
        if not parsed.candidates:
            return None
        first = rank(kb.context, parsed).ranked[0]
        rows = (first.result or kb.run(first.candidate.plan)).rows
        return local_signs(first.signs), gold.verdict(kb, rows) in RIGHT
    except FingerpostError:
        return None


def all_told(graphs: Graphs, examples: Sequence[Example], jobs: int = 1) -> Iterator[Sign]:
    """The signs of questions, those left out that have none."""
    return (sign for sign in shared(graphs, examples, told, jobs) if sign is not None)


def evaluated(settings: Settings) -> Settings:
    """Settings for questions whose answers are compared."""
    return settings.model_copy(update={"row_limit": 200_000})


def learned_confidence(
    told: Sequence[Sign], given: Mapping[str, float] = GIVEN, *, pull: float = _PULL
) -> dict[str, float]:
    """Weights with which the confidence of readings is how often they are right (Newton's method).

    They are drawn to given weights, but for that of what is always so, as graphs differ in how hard they are.
    """
    names = sorted({name for signs, _ in told for name in signs} | given.keys())
    rows = [[signs.get(name, 0.0) for name in names] for signs, _ in told]
    wanted = [float(right) for _, right in told]
    drawn = [(0.0 if name == ALWAYS else pull, given.get(name, 0.0)) for name in names]
    weights = [aim for _, aim in drawn]
    for _ in range(_ROUNDS):
        step = _newton(rows, wanted, weights, drawn)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
        if max(map(abs, step), default=0.0) < _CLOSE:
            break
    return {name: round(weight, 4) for name, weight in zip(names, weights, strict=True) if abs(weight) > 1e-3}


def _newton(
    rows: Sequence[Sequence[float]],
    wanted: Sequence[float],
    weights: Sequence[float],
    drawn: Sequence[tuple[float, float]],
) -> list[float]:
    """One step: the curvature solved for the slope. Weights are `drawn`: how strongly, and to what."""
    size = len(weights)
    slope = [pull * (aim - weight) for weight, (pull, aim) in zip(weights, drawn, strict=True)]
    curve = [[drawn[i][0] * (i == j) + 1e-6 * (i == j) for j in range(size)] for i in range(size)]
    for row, right in zip(rows, wanted, strict=True):
        share = logistic(sum(w * a for w, a in zip(weights, row, strict=True)))
        spread = max(share * (1 - share), 1e-6)
        held = [(place, amount) for place, amount in enumerate(row) if amount]
        for place, amount in held:
            slope[place] += (right - share) * amount
            line = curve[place]
            for other, also in held:
                line[other] += spread * amount * also
    return _solved(curve, slope)


def _solved(curve: list[list[float]], slope: list[float]) -> list[float]:
    """Gauss's elimination of a positive definite system."""
    size = len(slope)
    lines = [[*line, value] for line, value in zip(curve, slope, strict=True)]
    for place in range(size):
        pivot = lines[place]
        for below in lines[place + 1 :]:
            factor = below[place] / pivot[place]
            if factor:
                for column in range(place, size + 1):
                    below[column] -= factor * pivot[column]
    found = [0.0] * size
    for place in range(size - 1, -1, -1):
        rest = sum(lines[place][column] * found[column] for column in range(place + 1, size))
        found[place] = (lines[place][size] - rest) / lines[place][place]
    return found


def held_out(told: Sequence[Sign], given: Mapping[str, float] = GIVEN, parts: int = 5) -> list[tuple[float, bool]]:
    """Confidence and whether it was right, each by what the other parts teach."""
    pairs = []
    for part in range(parts):
        weights = learned_confidence([sign for place, sign in enumerate(told) if place % parts != part], given)
        pairs += [(weighed(signs, weights), right) for signs, right in list(told)[part::parts]]
    return pairs
