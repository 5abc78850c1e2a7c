"""What a whole question leaves unsaid: whose it is, and what "one" is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.edits import counted, listed
from fingerpost.engine.conversation.following import Edited, note_of
from fingerpost.engine.conversation.naming import names_in_plan
from fingerpost.engine.conversation.origins import (
    Origin,
    labels_of,
    noun_of,
    ranks,
    shown,
    shows_itself,
    stages_of,
)
from fingerpost.engine.conversation.readings import many, passes, whole_reading
from fingerpost.engine.conversation.state import DialogueState
from fingerpost.engine.conversation.within import within, without
from fingerpost.plans import (
    Column,
    Comparison,
    Exists,
    Holds,
    Plan,
    Ref,
    Stage,
    Test,
    Value,
    singular,
    with_article,
)

_HAS_ONE = re.compile(r"(?P<asks>(?:does|do|did|has|have|had|is|are|was|were) .+) (?:one|any)$", re.IGNORECASE)
"""A question to be answered by yes or no about something that was named before: "does Emma have one?"."""

_OF_ALL = re.compile(
    r"(?P<verb>do|does|did|are|is|were|was|have|has|had) (?:all|each|every one|both) of (?:them|those|these)"
    r" (?P<rest>.+)",
    re.IGNORECASE,
)
_EITHER = 0.79
"""The most that it is worth that all things of a kind may be meant, or only those that were listed."""
_ALL = re.compile(r"\b(?:all|overall|total|other|others|else|any)\b", re.IGNORECASE)
_HOLDS = Column(name="answer", operand=Ref(name="holds"))
_ONLY_WORD = re.compile(
    r"(?:since|until|from) when|when|where|how long|how often|with whom|for whom|why", re.IGNORECASE
)
_WORD = re.compile(
    r"(?:who|whom|what|which(?: \w+)?|where|when|how(?: \w+)?) "
    r"(?P<rest>(?!\w+ there\b)(?:do|does|did|is|are|was|were|has|have) \w.+)",
    re.IGNORECASE,
)


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


def of_those_named(
    context: AskContext, text: str, plan: Plan, confidence: float, memory: DialogueState
) -> Edited | None:
    """A question about things of the kind that was just listed by conditions, called by their noun ("which lens was
    used for each photo?"): of those, though not surely. None if it names other conditions, or all of the kind."""
    earlier = (listed(memory.plan) or memory.plan) if memory.plan is not None else None
    if (
        earlier is None
        or earlier.last.lets
        or _ALL.search(text)
        or _has_conditions(plan)
        or not _has_conditions(earlier)
    ):
        return None
    shows = {o.label for o in shown(earlier)[:1] if shows_itself(o, context.display)}
    for label in set(labels_of(earlier)) & set(labels_of(plan)):
        noun, several = re.escape(singular(noun_of(label))), re.escape(many(label))
        those = rf"|the {several}" if label in shows else ""
        if re.search(rf"\b(?:(?:each|every) (?:{noun}|{several}){those})\b", text, re.IGNORECASE) is None:
            continue
        made, asked = within(plan, earlier, label), (*memory.asked, text)
        if made is not None and passes(context, made):
            sure = min(confidence, memory.confidence, _EITHER)
            return Edited(made, sure, asked, note_of(asked, memory), confidence)
    return None


def _has_conditions(plan: Plan) -> bool:
    """Whether a plan is of some of the things of its kinds only."""
    return ranks(plan) or any(match.where for stage in plan.stages for match in stage.matches)


def whether_all(context: AskContext, question: str, text: str, memory: DialogueState) -> Edited | None:
    """Whether something is so of all that was found: none of them is left without it. None for other questions."""
    asks = _OF_ALL.fullmatch(text)
    if asks is None or memory.plan is None:
        return None
    plan, asked = listed(memory.plan) or memory.plan, (*memory.asked, question)
    for label in labels_of(plan)[:1]:
        verb = {"do": "", "does": "", "did": ""}.get(asks["verb"].lower(), f"{asks['verb']} ")
        found = whole_reading(context, f"which {many(label)} {verb}{asks['rest']}", alone=True)
        lacking = without(plan, found[0], label) if found is not None and Origin(label) in shown(plan) else None
        number = counted(lacking) if lacking is not None else None
        stages = stages_of(number) if number is not None else None
        if number is None or stages is None or found is None:
            continue
        of = Ref(name=stages[-1].aggregates[0].name)
        none = Test(left=of, comparison=Comparison.EQ, right=Value(parameter="none"))
        answer = Stage(lets=(Holds(name="holds", conditions=(none,)),), columns=(_HOLDS,))
        parameters = {**number.parameters, "none": 0}
        made = number.model_copy(update={"branches": ((*stages, answer),), "then": (), "parameters": parameters})
        if passes(context, made):
            return Edited(made, min(found[1], memory.confidence), asked, note_of(asked, memory), found[1])
    return None


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


def with_other_word(text: str, before: str) -> str | None:
    """The last question with another question word, which is all that is said: "since when?" after "where does she
    work?"; None for other texts."""
    new, old = _ONLY_WORD.fullmatch(text), _WORD.match(before)
    return f"{new[0]} {old['rest']}" if new is not None and old is not None else None


def with_whose(context: AskContext, text: str, memory: DialogueState) -> str | None:
    """A question about one thing of a kind that was not spoken of, joined to what was found: "who is the client?", "how
    many floors does that office have?"; None for others."""
    known = labels_of(memory.plan) if memory.plan is not None else ()
    for label in context.schema.labels:
        noun = re.escape(noun_of(label.name))
        said = re.search(rf"\b(?:that|this) {noun}\b|(?:(?<=\bis )|(?<=\bwas ))the {noun}$", text, re.IGNORECASE)
        if known and label.name not in known and said is not None:
            return f"{text[: said.start()]}the {noun_of(label.name)} of it{text[said.end() :]}"
    return None


def only_a_word(text: str) -> bool:
    """Whether a text is no more than a question word of time, which without a verb may be of anything."""
    return _ONLY_WORD.fullmatch(text) is not None and text.lower() not in ("when", "where", "why")


def _denied(plan: Plan) -> Iterator[str]:
    """The labels of things that a plan requires to exist or not."""
    conditions = (c for stage in plan.stages for match in stage.matches for c in match.where)
    nodes = (node for c in conditions if isinstance(c, Exists) for node in c.pattern.nodes)
    yield from (node.label for node in nodes if node.label is not None)
