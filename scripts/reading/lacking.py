"""The class of what stands between a question and its right plan: words, parts of a plan, rank, or a refusal."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.core.schema import GraphSchema
from fingerpost.evals.sketch import PARTS, Sketch, sketch
from fingerpost.evals.unsaid import missing_from, sayings
from fingerpost.plans import CountOf, Exists, Plan
from fingerpost.questions import Candidate, Parsed

OUTRANKED, REFUSED, LINKING, NESTING = "ranking", "not answered", "linking", "nesting"
_CLASSES = {
    "path": "edge",
    "conditions": "condition",
    "columns": "column",
    "aggregates": "head form",
    "grouping": "head form",
    "having": "head form",
    "choice": "head form",
    "form": "head form",
}
"""Which class a part of a plan belongs to."""


def lacking(schema: GraphSchema, parsed: Parsed, gold: Plan | None) -> str:
    """What no candidate has of the gold's plan: linking (with the kind of name), edge, condition, column, head form or
    nesting; with the part in which the nearest candidate differs."""
    if gold is None:
        return f"{NESTING}: no plan"
    wanted = sketch(gold, schema)
    near, part = _nearest(schema, wanted, parsed.candidates)
    lacks = sorted(wanted.texts[part]) if near is None else near.lacks(wanted, part)
    instead = () if near is None else wanted.lacks(near, part)
    cause, kind, _ = missing_from(sayings(wanted.needs, parsed.linked), part, lacks, instead)
    if cause == LINKING:
        return f"{LINKING}: {kind}"
    if near is None:
        return "edge: no candidate"
    if _nested(gold) and part in ("path", "conditions", "having", "aggregates", "choice"):
        return f"{NESTING}: {part}"
    return f"{_CLASSES[part]}: {wanted.first_difference(near) if part == 'path' else part}"


def _nearest(schema: GraphSchema, wanted: Sketch, candidates: Sequence[Candidate]) -> tuple[Sketch | None, str]:
    """The candidate that agrees with the gold in most parts, and the first part in which it does not."""
    said = [sketch(candidate.plan, schema) for candidate in candidates]
    for part in PARTS:
        agreeing = [one for one in said if one.same(wanted, part)]
        if not agreeing:
            return max(said, key=lambda one: one.likeness(wanted), default=None), part
        said = agreeing
    return said[0], PARTS[-1]


def _nested(plan: Plan) -> bool:
    """Whether a plan has a look within a look: a union, a pattern in a condition, or an aggregate after another."""
    stages = plan.stages
    inner = any(isinstance(condition, Exists) for s in stages for m in s.matches for condition in m.where)
    counts = any(isinstance(let, CountOf) for stage in stages for let in stage.lets)
    return len(plan.branches) > 1 or inner or counts or sum(bool(stage.aggregates) for stage in stages) > 1
