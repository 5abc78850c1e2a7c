"""Learning weights of features: a log-linear model over the candidates of questions, drawn towards given weights.

For each question the plans that say what its gold says should have all of the probability; plain stochastic gradient
steps, each feature with a pace of its own (AdaGrad), make it so.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fingerpost.questions import Outline

Features = Mapping[str, float]


@dataclass(frozen=True)
class Choice:
    """A question's candidates: the features of each, whether it is right, and its outline where that is of use."""

    features: tuple[Features, ...]
    right: tuple[bool, ...]
    outlines: tuple[Outline, ...] = ()


@dataclass(frozen=True)
class Pace:
    """How learning goes: rounds over all questions, step, pull to the given weights, and how often a feature that has
    no given weight must be seen to get one."""

    rounds: int = 6
    step: float = 0.1
    pull: float = 0.01
    least: int = 4


def learned_weights(choices: Sequence[Choice], given: Mapping[str, float], pace: Pace = Pace()) -> dict[str, float]:
    """The weights with which right candidates come first, of the given features and those seen often enough."""
    counts = Counter(
        name for choice in choices for name in {n for features in choice.features for n in features if n not in given}
    )
    known = [*given, *sorted(name for name, count in counts.items() if count >= pace.least)]
    number = {name: place for place, name in enumerate(known)}
    start = [given.get(name, 0.0) for name in known]
    weights, paces = list(start), [1e-8] * len(known)
    asked = [prepared for choice in choices if (prepared := _prepared(choice, number)) is not None]
    draw = random.Random(0)  # noqa: S311 - draws no secret
    for _ in range(pace.rounds):
        draw.shuffle(asked)
        for candidates in asked:
            _step(candidates, weights, paces, start, pace)
    return {name: round(weights[place], 4) for name, place in number.items() if name in given or weights[place]}


def scores(choice: Choice, weights: Mapping[str, float]) -> list[float]:
    """The score of each candidate."""
    return [sum(weights.get(name, 0.0) * amount for name, amount in held.items()) for held in choice.features]


_Prepared = list[tuple[list[tuple[int, float]], bool]]


def _prepared(choice: Choice, number: Mapping[str, int]) -> _Prepared | None:
    """The candidates with what they do not have in common; None if there is nothing to choose."""
    if all(choice.right) or not any(choice.right):
        return None
    first = choice.features[0]
    common = {name for name, amount in first.items() if all(other.get(name) == amount for other in choice.features)}
    return [
        ([(number[n], a) for n, a in features.items() if n not in common and n in number], right)
        for features, right in zip(choice.features, choice.right, strict=True)
    ]


def _step(candidates: _Prepared, weights: list[float], paces: list[float], start: Sequence[float], pace: Pace) -> None:
    scores = [sum(weights[place] * amount for place, amount in features) for features, _ in candidates]
    highest = max(scores)
    shares = [math.exp(score - highest) for score in scores]
    total = sum(shares)
    of_right = sum(share for share, (_, right) in zip(shares, candidates, strict=True) if right)
    if of_right / total > 0.999:
        return
    slope: dict[int, float] = {}
    for share, (features, right) in zip(shares, candidates, strict=True):
        error = share / total - (share / of_right if right and of_right > 0 else 0.0)
        if abs(error) > 1e-5:
            for place, amount in features:
                slope[place] = slope.get(place, 0.0) + error * amount
    for place, gradient in slope.items():
        gradient += pace.pull * (weights[place] - start[place])
        paces[place] += gradient * gradient
        weights[place] -= pace.step * gradient / math.sqrt(paces[place])
