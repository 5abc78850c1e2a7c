"""Whether a right plan is among the first few: what a perfect choice among them would reach."""

from __future__ import annotations

from fingerpost.core.containment import Containment
from fingerpost.core.errors import FingerpostError
from fingerpost.engine import RANKED, KnowledgeBase, rank
from fingerpost.evals.golds import Gold
from fingerpost.plans import Plan
from fingerpost.questions import Candidate, Parsed

TRIAL_WORK = 400_000
"""Work units that a plan may spend to be compared: what costs more is taken to be wrong."""


def ordered(kb: KnowledgeBase, parsed: Parsed, containment: Containment | None = None) -> list[Candidate]:
    """Candidates as they are ranked at last: those that the pipeline ranks, then the rest by score."""
    if not parsed.candidates:
        return []
    ranked = rank(kb.context, Parsed(parsed.linked, parsed.markers, parsed.candidates[:RANKED]), containment)
    return [*(one.candidate for one in ranked.ranked), *parsed.candidates[RANKED:]]


def equal_answers(kb: KnowledgeBase, plan: Plan, gold: Gold) -> bool:
    """Whether a plan gives a gold's rows, within the work that comparing may spend."""
    work = min(kb.limits.work_units, TRIAL_WORK)
    limits = kb.limits.model_copy(update={"work_units": work, "rows": len(gold.rows) + 1})
    try:
        result = kb.run(plan, limits)
    except FingerpostError:
        return False
    return not result.cut and gold.equals(result.rows)


def first_right(kb: KnowledgeBase, question: str, gold: Gold, among: int) -> int | None:
    """The place (from 1) of the first plan that gives a gold's rows, whether or not it would be answered."""
    try:
        candidates = ordered(kb, kb.parser.parse(question, among))
    except FingerpostError:
        return None
    places = (place for place, c in enumerate(candidates, 1) if equal_answers(kb, c.plan, gold))
    return next(places, None)
