"""What a model of readings would do with lessons: how often the likeliest reading is right, and how sure it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fingerpost.evals.calibration import calibration_error
from fingerpost.evals.report import percent
from scripts.reading.asking import SURE

HEAD = ("set", "n", "oracle", "first", "sure", "wrong, sure", "calibration")
THRESHOLDS = (0.15, 0.25, 0.35)


@dataclass(frozen=True)
class Choice:
    """The likeliest reading of a question: its probability, whether it is right, and whether any is."""

    set: str
    graph: str
    probability: float
    right: bool
    possible: bool


def head() -> tuple[str, ...]:
    return (*HEAD, *(name for at in THRESHOLDS for name in (f"right @{at}", f"wrong @{at}")))


def line(name: str, found: Sequence[Choice]) -> tuple[str, ...]:
    """Choices as a row of a table under `head`: what would be right and wrong at several thresholds too."""
    whole = len(found)
    sure = [choice for choice in found if choice.probability >= SURE]
    cells = [name, str(whole)]
    cells += [percent(sum(held), whole) for held in ([c.possible for c in found], [c.right for c in found])]
    cells += [percent(len(sure), whole), percent(sum(not choice.right for choice in sure), whole)]
    cells.append(f"{calibration_error([(c.probability, c.right) for c in found]) or 0.0:.3f}")
    for threshold in THRESHOLDS:
        answered = [choice for choice in found if choice.probability >= threshold]
        right = sum(choice.right for choice in answered)
        cells += [percent(right, whole), percent(len(answered) - right, whole)]
    return tuple(cells)


def by_set(found: Iterable[Choice]) -> dict[str, list[Choice]]:
    sets: defaultdict[str, list[Choice]] = defaultdict(list)
    for choice in found:
        sets[choice.set].append(choice)
    return dict(sorted(sets.items()))
