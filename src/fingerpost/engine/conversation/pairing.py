"""Which of the things that were found each answer is of: "who owns them?" names each with its owner."""

from __future__ import annotations

import re

from fingerpost.core.errors import FingerpostError
from fingerpost.core.limits import Limits
from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.origins import Origin, scopes, shown, stages_of
from fingerpost.engine.conversation.readings import passes
from fingerpost.plans import Column, Plan, Ref

_MOST = 20
"""The most rows that are told in pairs."""
_SEVERAL = re.compile(r"\b(?:they|them|their|those|these)\b", re.IGNORECASE)
_SOME = re.compile(
    r"\b(?:of|among|all|any|both|how many|other|else|also) (?:them|those|these)?|\bhow many\b", re.IGNORECASE
)


def paired(context: AskContext, text: str, plan: Plan, earlier: Plan) -> Plan | None:
    """A plan of things that are joined to those which an earlier plan shows, each beside its own; None unless there is
    one for each of several."""
    if _SEVERAL.search(text) is None or _SOME.search(text) is not None:
        return None
    stages = stages_of(plan)
    if stages is None or not stages[-1].matches or stages[-1].aggregates or len(stages[-1].columns) != 1:
        return None
    [column] = stages[-1].columns
    seen = scopes(stages)[-1].seen
    if not isinstance(column.operand, Ref) or column.operand.property is not None or column.operand.name not in seen:
        return None
    labels = {origin.label for origin in shown(earlier)}
    joined = {node.name for match in stages[-1].matches if match.pattern.edges for node in match.pattern.nodes}
    others = [n for n in joined - {column.operand.name} if seen.get(n) in {Origin(label) for label in labels}]
    if column.operand.name not in joined or len(others) != 1 or stages[-1].limit is not None:
        return None
    [other] = others
    label = seen[other].label
    name = label if label != column.name else f"{label}_of"
    columns = (Column(name=name, operand=Ref(name=other)), column)
    last = stages[-1].model_copy(update={"columns": columns, "distinct": True, "order": ()})
    made = plan.model_copy(update={"branches": ((*stages[:-1], last),), "then": ()})
    if not passes(context, made):
        return None
    try:
        pairs = context.run(made, Limits(rows=_MOST + 1)).rows
        alone = context.run(plan, Limits(rows=_MOST + 1)).rows
    except FingerpostError:
        return None
    different = {repr(row[0]) for row in pairs}
    return made if 1 < len(pairs) <= _MOST and len(pairs) == len(different) == len(alone) else None
