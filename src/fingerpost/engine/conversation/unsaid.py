"""What a whole question leaves unsaid: whose it is, and what "one" is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.edits import listed
from fingerpost.engine.conversation.following import Edited, note_of
from fingerpost.engine.conversation.naming import names_in_plan
from fingerpost.engine.conversation.origins import Origin, labels_of, noun_of, shown, stages_of
from fingerpost.engine.conversation.readings import passes, whole_reading
from fingerpost.engine.conversation.state import DialogueState
from fingerpost.engine.conversation.within import within
from fingerpost.plans import Exists, Plan, singular, with_article

_HAS_ONE = re.compile(r"(?P<asks>(?:does|do|did|has|have|had|is|are|was|were) .+) (?:one|any)$", re.IGNORECASE)
"""A question to be answered by yes or no about something that was named before: "does Emma have one?"."""


def joined_to_found(
    context: AskContext, question: str, plan: Plan, confidence: float, memory: DialogueState
) -> Edited | None:
    """A question for things joined to what was found, without saying so: "which ships were used?" after some missions.
    None if it names its subject or requires more.
    """
    stages = stages_of(plan)
    if stages is None or memory.plan is None or any(match.where for stage in stages for match in stage.matches):
        return None
    earlier = listed(memory.plan) or memory.plan
    said = {m.name for m in context.parser.understood(question).mentions if m.kind == "label"}
    found = [label for label in labels_of(plan) if label not in said and Origin(label) in shown(earlier)]
    made = within(plan, earlier, found[0]) if len(found) == 1 else None
    asked = (*memory.asked, question)
    if made is None or not passes(context, made):
        return None
    return Edited(made, min(confidence, memory.confidence), asked, note_of(asked, memory), confidence)


def with_one_said(context: AskContext, text: str, memory: DialogueState) -> str | None:
    """A question about a thing that it names with a noun for its "one"; None for others."""
    asks = _HAS_ONE.match(text)
    if asks is None or memory.plan is None:
        return None
    for label in dict.fromkeys((*labels_of(memory.plan), *_denied(memory.plan))):
        form = f"{asks['asks']} {with_article(singular(noun_of(label)))}"
        found = whole_reading(context, form, alone=True)
        named = [owner for owner, _ in names_in_plan(context, found[0])] if found is not None else []
        if found is not None and named and label not in named and label in labels_of(found[0]):
            return form
    return None


def _denied(plan: Plan) -> Iterator[str]:
    """The labels of things that a plan requires to exist or not."""
    conditions = (c for stage in plan.stages for match in stage.matches for c in match.where)
    nodes = (node for c in conditions if isinstance(c, Exists) for node in c.pattern.nodes)
    yield from (node.label for node in nodes if node.label is not None)
