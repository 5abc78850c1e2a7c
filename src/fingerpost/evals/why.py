"""Finds where the gold's plan was lost between words and answer.

The question is parsed again while the beam is recorded, then with a beam so wide that little is pruned. Where the
gold's plan appears shows what happened to it; if it never does, its parts show what was not generated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fingerpost.core.answer import Answer, Status
from fingerpost.core.errors import FingerpostError
from fingerpost.engine import KnowledgeBase
from fingerpost.evals.beam import Beam
from fingerpost.evals.golds import Gold
from fingerpost.evals.oracle import equal_answers, ordered
from fingerpost.evals.sketch import PARTS, Sketch, sketch
from fingerpost.evals.unsaid import Saying, missing_from, sayings
from fingerpost.plans import Plan
from fingerpost.questions import Candidate, differences

WIDE = 150
"""Width of the beam in which a plan that was pruned is looked for."""
_SEEN, _SEEN_WIDE = 60, 400
"""Plans looked at of the usual beam, and of the wide one."""
_RUN = 20
"""Plans of which the answers are compared."""


@dataclass(frozen=True)
class Why:
    """Where the gold's plan was lost.

    `cause` is one of `right`, `gold` (it has no plan), `form` (found, and answers otherwise: ties, repeated rows, order
    of text), `linking`, `not generated`, `pruned`, `outranked`, `feedback`, `held back`, `failed`; `part` says of
    what, and `text` tells it in a sentence. `rank` (from 1) is where the gold's plan stands among the candidates.
    `features` are those in which it and the winner differ, by what each is worth to the gold's plan. `sayings` say
    which words name what the gold names, `missing` and `extra` how the nearest candidate differs from the gold.
    """

    cause: str
    part: str
    text: str
    rank: int | None = None
    gap: float | None = None
    features: tuple[tuple[str, float], ...] = ()
    sayings: tuple[Saying, ...] = ()
    missing: dict[str, list[str]] = field(default_factory=dict)
    extra: dict[str, list[str]] = field(default_factory=dict)
    gold: dict[str, list[str]] = field(default_factory=dict)
    gold_reading: str = ""
    winner: str = ""

    @property
    def category(self) -> str:
        """Cause and part, as they are counted."""
        return f"{self.cause}: {self.part}" if self.part else self.cause

    def to_json(self) -> dict[str, Any]:
        plain = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "sayings"}
        return {**plain, "sayings": [saying.to_json() for saying in self.sayings]}


def why(kb: KnowledgeBase, question: str, gold: Gold, answer: Answer[Plan]) -> Why:
    """Where the plan of a gold was lost on the way to an answer."""
    if gold.plan is None:
        return Why("gold", "no plan", "The gold has no plan: no plan can express it.")
    try:
        return _Search(kb, question, gold, gold.plan, answer).found()
    except FingerpostError as error:
        return Why("failed", error.code, error.message)


class _Search:
    """One question, looked into."""

    def __init__(self, kb: KnowledgeBase, question: str, gold: Gold, plan: Plan, answer: Answer[Plan]) -> None:
        self._kb, self._question, self._gold, self._answer = kb, question, gold, answer
        self._wanted = sketch(plan, kb.schema)
        self._reading = plan.reading
        self._beam = Beam()
        self._parsed = kb.parser.parse(question, _SEEN, watch=self._beam.see)
        self._sayings = sayings(self._wanted.needs, self._parsed.linked)

    def found(self) -> Why:
        if self._answer.status in (Status.ANSWERED, Status.EMPTY) and self._gold.equals(self._answer.rows):
            return self._why("right", "", "Answered right.", winner=self._answer.plan)
        if self._answer.status is Status.REFUSED:
            return self._why("held back", "refused", self._answer.text)
        order = ordered(self._kb, self._parsed)
        place = self._place(order, _RUN)
        if place is not None:
            return self._ranked(order, place)
        wide = self._kb.parser.parse(self._question, _SEEN_WIDE, width=WIDE)
        place = self._place(wide.candidates, 0)
        winner = order[0].plan if order else None
        if place is not None:
            right = wide.candidates[place]
            part, text = self._beam.lost(right.state, self._parsed.linked)
            gap = _gap(order, right)
            text += f" In a beam of {WIDE} it is candidate {place + 1}."
            return self._why("pruned", part, text, rank=place + 1, winner=winner, **gap)
        return self._never(wide.candidates, winner)

    def _place(self, candidates: Sequence[Candidate], run: int) -> int | None:
        """Where the gold's plan stands: the one that says the same, else one of the first that answers the same."""
        for place, candidate in enumerate(candidates):
            if self._wanted.agrees(sketch(candidate.plan, self._kb.schema)):
                return place
        if not self._gold.telling:
            return None
        return next((i for i, c in enumerate(candidates[:run]) if equal_answers(self._kb, c.plan, self._gold)), None)

    def _ranked(self, order: Sequence[Candidate], place: int) -> Why:
        """The gold's plan is among the candidates."""
        right, winner = order[place], order[0]
        if place:
            best = max(order, key=lambda candidate: candidate.score)
            cause = "feedback" if right is best else "outranked"
            text = f"It is candidate {place + 1} of {len(order)}."
            if cause == "feedback":
                text = "It had the best score, but lost to a reading that returns rows."
            part = self._wanted.first_difference(sketch(winner.plan, self._kb.schema))
            gap = _gap(order, right)
            return self._why(cause, part, text, rank=place + 1, winner=winner.plan, nearest=winner, **gap)
        if self._answer.status in (Status.ANSWERED, Status.EMPTY):
            part = self._gold.verdict(self._kb, self._answer.rows)
            part = {"set": "repeated rows", "tie": "ties", "typed": "order of text"}.get(part, "answers differ")
            text = "The gold's plan was chosen, but returns other rows than the gold."
            return self._why("form", part, text, rank=1, winner=winner.plan, nearest=winner)
        status = self._answer.status
        if status is Status.FAILED:
            return self._why("failed", self._answer.error_code or "", self._answer.text, rank=1, winner=winner.plan)
        part = "ambiguous" if status is Status.AMBIGUOUS else "missing words" if self._answer.missing else "unsure"
        return self._why("held back", part, self._answer.text, rank=1, winner=winner.plan)

    def _never(self, candidates: Sequence[Candidate], winner: Plan | None) -> Why:
        """The gold's plan was not generated: the first part in which no candidate agrees with it."""
        said = [(sketch(candidate.plan, self._kb.schema), candidate) for candidate in candidates]
        lost = PARTS[0]
        for part in PARTS:
            lost = part
            agreeing = [pair for pair in said if pair[0].same(self._wanted, part)]
            if not agreeing:
                break
            said = agreeing
        if not said:
            cause, part, text = missing_from(self._sayings, lost, sorted(self._wanted.texts[lost]), ())
            return self._why(cause or "not generated", part or "anything", text or "No plan was generated.")
        near, candidate = max(said, key=lambda pair: pair[0].likeness(self._wanted))
        wanted = near.lacks(self._wanted, lost)
        cause, part, text = missing_from(self._sayings, lost, wanted, self._wanted.lacks(near, lost))
        if not cause:
            cause, part = "not generated", self._wanted.first_difference(near)
            text = f"No candidate has its {lost}: {'; '.join(wanted)}."
            if not wanted:
                whole = "; ".join(sorted(self._wanted.texts[lost])) or "none"
                text = f"No candidate puts its {lost} together so: {whole}."
        return self._why(cause, part, text, winner=winner, nearest=candidate)

    def _why(
        self, cause: str, part: str, text: str, *, winner: Plan | None = None, nearest: Candidate | None = None,
        **more: Any,
    ) -> Why:  # fmt: skip
        reason = Why(cause, part, text, sayings=self._sayings, gold=self._wanted.to_json(), **more)
        if nearest is not None:
            near = sketch(nearest.plan, self._kb.schema)
            reason = replace(reason, missing=_differences(near, self._wanted), extra=_differences(self._wanted, near))
        return replace(reason, gold_reading=self._reading, winner=winner.reading if winner is not None else "")


def _differences(one: Sketch, other: Sketch) -> dict[str, list[str]]:
    """What the other says and the first does not, by part."""
    return {part: lacking for part in PARTS if (lacking := one.lacks(other, part))}


def _gap(order: Sequence[Candidate], right: Candidate) -> dict[str, Any]:
    """The score difference between the winner and the gold's plan, and the features that cause it."""
    if not order:
        return {}
    worth: dict[str, float] = {}
    for difference in differences(right, order[0]):
        worth[difference.feature] = worth.get(difference.feature, 0.0) + difference.worth
    features = sorted(((name, round(value, 3)) for name, value in worth.items() if abs(value) > 1e-9), key=_size)
    return {"gap": round(order[0].score - right.score, 3), "features": tuple(features)}


def _size(feature: tuple[str, float]) -> float:
    return -abs(feature[1])
