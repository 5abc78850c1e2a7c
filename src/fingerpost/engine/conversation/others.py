"""What is asked of others than those that were found: "who else wrote it?", "which other books are by that author?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count, islice

from fingerpost.core.cells import Cell, Node
from fingerpost.core.errors import FingerpostError
from fingerpost.core.limits import Limits
from fingerpost.core.schema import LabelInfo
from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.origins import Origin, labels_of, scopes, shown, stages_of
from fingerpost.engine.conversation.readings import everything
from fingerpost.engine.conversation.swapping import unlike_before
from fingerpost.engine.conversation.within import within
from fingerpost.plans import Comparison, Plan, Ref, Stage, Test, Value, names_in

OTHER = re.compile(r"\b(?:others?|else)\b", re.IGNORECASE)
_MOST = 20
"""The most things that a plan names as those that are not asked for."""


def found_by(context: AskContext, earlier: Plan, label: str, most: int) -> Sequence[Node]:
    """Things of a label that a plan found, at most so many."""
    plan = within(everything(label), earlier, label)
    if plan is None:
        return ()
    try:
        rows = context.run(plan, Limits(rows=most)).rows
    except FingerpostError:
        return ()
    return [row[0] for row in rows if isinstance(row[0], Node)]


def others(context: AskContext, plan: Plan, earlier: Plan, label: str) -> Plan | None:
    """A plan of other things than the earlier plan found, beside those of the label that it is asked of.

    None if those that were found cannot be told apart, or are too many.
    """
    wanted = shown(plan)[:1]
    if not wanted or wanted[0].label == label or wanted[0].label not in labels_of(earlier):
        return unlike_before(plan, earlier)
    return besides(context, plan, earlier, wanted[0].label)


def besides(context: AskContext, plan: Plan, earlier: Plan, label: str) -> Plan | None:
    """A plan of the things of a label that the earlier plan does not find; None if they cannot be told apart."""
    known = found_by(context, earlier, label, _MOST + 1)
    key = key_of(context.schema.label_by_name[label])
    if key is None or not known or len(known) > _MOST:
        return None
    return _without(plan, label, key, [node.properties.get(key) for node in known])


def key_of(info: LabelInfo) -> str | None:
    """A property that identifies the things of a label: a text rather than a number, which may do so by chance."""
    keys = [p for p in info.properties if p.present == p.distinct == info.count]
    return next((p.name for p in sorted(keys, key=lambda p: p.number)), None)


def _without(plan: Plan, label: str, key: str, values: Sequence[Cell]) -> Plan | None:
    """A plan whose last stage matches no things of a label with one of these values."""
    stages = stages_of(plan)
    if stages is None:
        return None
    taken, seen_in = names_in(plan), [scope.seen for scope in scopes(stages)]
    for place in reversed(range(len(stages))):
        seen = seen_in[place]
        names = {name for name, origin in seen.items() if origin == Origin(label)}
        for number, match in enumerate(stages[place].matches):
            node = next((n.name for n in match.pattern.nodes if n.name in names), None)
            if node is None or match.optional:
                continue
            free = list(islice((name for n in count(1) if (name := f"o{n}") not in taken), len(values)))
            tests = tuple(
                Test(left=Ref(name=node, property=key), comparison=Comparison.NE, right=Value(parameter=parameter))
                for parameter in free
            )
            where = match.model_copy(update={"where": (*match.where, *tests)})
            matches = (*stages[place].matches[:number], where, *stages[place].matches[number + 1 :])
            changed: Stage = stages[place].model_copy(update={"matches": matches})
            made = (*stages[:place], changed, *stages[place + 1 :])
            parameters = {**plan.parameters, **dict(zip(free, values, strict=True))}
            return plan.model_copy(update={"branches": (made,), "then": (), "parameters": parameters})
    return None
