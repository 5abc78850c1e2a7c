"""Choosing among candidate plans: by score, and by what the graph has.

A reading that finds nothing gives way to a close one that finds something; that is looked at within a work budget.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fingerpost.core.errors import FingerpostError
from fingerpost.core.limits import Limits
from fingerpost.linking.stopwords import FUNCTION_WORDS, GRAPH_WORDS
from fingerpost.plans.model import AggregateFunction, Plan
from fingerpost.questions.markers import BINDING, Role
from fingerpost.questions.parse import Candidate, Parsed
from fingerpost.questions.relating import unused
from fingerpost.stores.protocol import Result

if TYPE_CHECKING:
    from fingerpost.engine.knowledge_base import KnowledgeBase

_CLOSE = 2.0
"""How far behind the best a reading may be and still take its place."""


@dataclass(frozen=True)
class Ranked:
    """A candidate with its confidence (0 to 1), the words it ignores, and its result where it was run already."""

    candidate: Candidate
    confidence: float
    ignored: tuple[str, ...] = ()
    result: Result | None = None
    notes: tuple[str, ...] = ()


def rank(kb: KnowledgeBase, parsed: Parsed) -> tuple[Ranked, ...]:
    """The candidates of a question, best first."""
    candidates = parsed.candidates
    order, results = _by_running(kb, candidates)
    ranked = []
    for place, candidate in enumerate(order):
        other = order[1] if place == 0 and len(order) > 1 else order[0] if place else None
        margin = candidate.score - other.score if other is not None else 3.0
        ignored = tuple(parsed.linked.tokens[i].text for i in candidate.state.skipped)
        confidence = _confidence(parsed, candidate, margin)
        notes = (f"these words were passed over: {', '.join(ignored)}",) if ignored else ()
        ranked.append(Ranked(candidate, confidence, ignored, results.get(id(candidate)), notes))
    return tuple(ranked)


def _by_running(kb: KnowledgeBase, candidates: Sequence[Candidate]) -> tuple[list[Candidate], dict[int, Result]]:
    """The candidates with the first one that finds something in front, and the full results of those that were run."""
    results: dict[int, Result] = {}
    budget = kb.settings.feedback_work
    best = candidates[0].score
    limits = kb.limits
    for place, candidate in enumerate(candidates):
        if candidate.score < best - _CLOSE or budget <= 0:
            break
        if place and not _says_as_much(candidate, candidates[0]):
            continue
        bounds = limits
        if place:
            bounds = Limits(time_ms=kb.settings.feedback_time_ms or 1, rows=limits.rows, work_units=budget)
        try:
            result = kb.run(candidate.plan, bounds)
        except FingerpostError:
            if place == 0:
                break
            continue
        budget -= int(result.milliseconds * 10_000)
        results[id(candidate)] = result
        if any(node.absent for node in candidate.state.nodes):
            break  # where absence is asked for, nothing is an answer
        if found_something(candidate.plan, result):
            return [candidate, *(c for c in candidates if c is not candidate)], results
    return list(candidates), results


def _says_as_much(other: Candidate, best: Candidate) -> bool:
    """Whether a reading passes over nothing that the best one heeds: "never" must not get lost for finding more."""
    if unused(other.state) > unused(best.state):
        return False
    return _bound(best) <= _bound(other) and len(other.state.skipped) <= len(best.state.skipped)


def _bound(candidate: Candidate) -> set[tuple[Role, int]]:
    waiting = set(candidate.state.pending)
    return {(m.role, m.start) for m in candidate.state.markers if m.role in BINDING and m not in waiting}


def found_something(plan: Plan, result: Result) -> bool:
    """Whether a result says anything: rows, and not just a count of zero, a null or a no."""
    if len(result.rows) != 1:
        return bool(result.rows)
    counts = {
        aggregate.name
        for stage in plan.stages
        for aggregate in stage.aggregates
        if aggregate.function is AggregateFunction.COUNT
    }
    return not all(
        cell is None or cell is False or (cell == 0 and name in counts)
        for name, cell in zip(plan.columns, result.rows[0], strict=True)
    )


def _confidence(parsed: Parsed, candidate: Candidate, margin: float) -> float:
    """How sure a reading is: by the share of content words that it explains, and its lead over the next one."""
    tokens = parsed.linked.tokens
    content = [i for i, t in enumerate(tokens) if t.norm not in FUNCTION_WORDS and t.norm not in GRAPH_WORDS]
    skipped = len(candidate.state.skipped)
    explained = 1 - skipped / max(len(content), 1)
    lead = 1 - math.exp(-max(margin, 0.0) * 1.5)
    return round(max(0.0, min(1.0, explained**2 * (0.45 + 0.5 * lead))), 4)
