"""What a question teaches about readings: the signs of its candidates, and which of them give the gold's rows."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from fingerpost.core.containment import BUGS, Containment
from fingerpost.core.errors import FingerpostError
from fingerpost.engine import NO_ANSWER, NOT_RUN, RANKED, KnowledgeBase, Readings, Signs, joined, rows_key
from fingerpost.evals.golds import Gold
from fingerpost.plans import Plan
from fingerpost.stores import Result
from scripts.reading.asking import Judge, Rows
from scripts.reading.cases import Case

_DIGITS = 4
_TRIAL_MS = 2_000


@dataclass(frozen=True)
class Lesson:
    """The candidates of one question, best score first.

    `own` are the signs of each by itself and `found` those of what it finds; `rows` has the same number for those that
    find the same, and None for those that could not be run; `right` are those that give the gold's rows; `opinions` has
    the same number for those that differ only in labels.
    """

    set: str
    graph: str
    own: tuple[Signs, ...]
    found: tuple[Signs, ...]
    scores: tuple[float, ...]
    rows: tuple[int | None, ...]
    right: tuple[bool, ...]
    opinions: tuple[int, ...]

    def signs(self, run: int) -> list[Signs]:
        """The signs of all candidates where only the first so many were run."""
        rows = [own if place < run else None for place, own in enumerate(self.rows)]
        found = [own if place < run else NOT_RUN for place, own in enumerate(self.found)]
        return joined(self.own, found, self.scores, rows, self.opinions)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def lesson_of_json(data: dict[str, Any]) -> Lesson:
    fields: dict[str, Any] = {name: tuple(held) if isinstance(held, list) else held for name, held in data.items()}
    return Lesson(**fields)


def lesson(kb: KnowledgeBase, judge: Judge, case: Case, kind: str = "") -> Lesson | None:
    """What a case teaches. With a `kind`, it is about what this graph does not hold: no reading is right.

    None if there are no candidates, the gold cannot be run, or something is right though nothing should be.
    """
    gold = judge.gold(case) if not kind or case.rows is not None else None
    if gold is None and not kind:
        return None
    containment = Containment(raising=False)
    try:
        parsed = kb.parser.parse(case.question, RANKED, containment=containment)
    except (FingerpostError, *BUGS):
        return None
    readings = Readings(parsed, kb.schema, parsed.candidates, containment)
    right = tuple(
        gold is not None and not any(own.get(sign) for sign in NO_ANSWER) and _gives(judge, case, one.plan, gold)
        for own, one in zip(readings.own, readings.candidates, strict=True)
    )
    if not right or (kind and any(right)):
        return None
    results = [_tried(kb, one.plan) for one in readings.candidates]
    return Lesson(
        kind or case.set,
        kb.path.name.rpartition("-")[0],
        tuple(map(_rounded, readings.own)),
        tuple(_rounded(readings.found(place, result)) for place, result in enumerate(results)),
        tuple(round(one.score, _DIGITS) for one in readings.candidates),
        _numbered([None if result is None else rows_key(result) for result in results]),
        (False,) * len(right) if kind else right,
        readings.opinions,
    )


def _gives(judge: Judge, case: Case, plan: Plan, gold: Rows | Gold) -> bool:
    return judge.exactly(plan, gold) if case.exact and isinstance(gold, Gold) else judge.gives(plan, gold)


def _tried(kb: KnowledgeBase, plan: Plan) -> Result | None:
    limits = kb.limits
    work, spent = min(limits.work_units, kb.settings.feedback_work), min(limits.time_ms, _TRIAL_MS)
    try:
        return kb.run(plan, limits.model_copy(update={"work_units": work, "time_ms": spent}))
    except (FingerpostError, *BUGS):
        return None


def _numbered(keys: Sequence[Hashable | None]) -> tuple[int | None, ...]:
    numbers: dict[Hashable, int] = {}
    return tuple(None if key is None else numbers.setdefault(key, len(numbers)) for key in keys)


def _rounded(signs: Signs) -> Signs:
    return {name: round(amount, _DIGITS) for name, amount in signs.items()}
