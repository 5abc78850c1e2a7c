"""Follow-ups as plans: what was found before, edited, or asked about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from fingerpost.core.errors import PlanError, QueryRejected, UnsupportedConstruct
from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.cues import Edit, FollowUp
from fingerpost.engine.conversation.edits import listed, widened
from fingerpost.engine.conversation.origins import (
    Origin,
    labels_of,
    noun_of,
    nouns_of,
    origin_of,
    scopes,
    shown,
    stages_of,
    subject_of,
)
from fingerpost.engine.conversation.rewording import (
    about,
    fitting,
    plainly,
    refers,
    refers_to_one,
    reworded,
    said_whole,
)
from fingerpost.engine.conversation.state import DialogueState
from fingerpost.engine.conversation.swapping import replaced_by, unlike_before
from fingerpost.engine.conversation.within import within
from fingerpost.engine.reading import read
from fingerpost.plans import Column, Match, NodePattern, Pattern, Plan, Ref, Stage, check, is_plural, plural

LABELS, _FORMS, READINGS = 3, 5, 3
"""How many kinds of things that a plan is about a follow-up may mean, forms of it that are read, and readings."""
LATER = 0.9
"""What each kind of thing that is less in view costs."""
_FARTHER = 0.9
"""What each further kind of thing costs that a reading brings in: what is asked is mostly of the thing itself."""
_IGNORED = 0.6
"""What each word costs that a reading passes over."""
_LEAST = 0.22
_SURE = 0.5
"""The confidence from which a word that is only near to a name is taken for it."""
_NOTHING_NEW = 0.5
"""What it costs to say no more of a thing than that it is one."""
_MEASURE = re.compile(
    r"(?<!in )\b(?:average|mean|median|maximum|minimum|max|min|total|sum|highest|lowest|largest|smallest|most|least"
    r"|greatest|biggest|fewest|latest|earliest|longest|shortest)$",
    re.IGNORECASE,
)
_THEY_DO = re.compile(r"\b(?:do|does|did|have|has|had) (?:they|these|those|he|she|it|the)\b", re.IGNORECASE)
_ANOTHER = re.compile(r"(?<!\bwhich )(?<!\bwhat )(?<!\bwho )\bones?\b(?! of\b)", re.IGNORECASE)
"""A word for more of the same kind, and not for what was found."""
_OTHER = re.compile(r"\b(?:other|else)\b", re.IGNORECASE)
_WHICH_THINGS = re.compile(r"(?:which|what) ([\w ]+)", re.IGNORECASE)
_WHERE = re.compile(r"(?:where|when|how|why)\b(?! (?:is|are|was|were)\b)", re.IGNORECASE)
"""How a question begins that things of a kind themselves do not answer."""
_ALSO = re.compile(r"\b(?:also|too|as well|along with|together with|in addition)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Edited:
    """The plan of a follow-up, how sure it is, the texts it is made of, and a note on what was kept."""

    plan: Plan
    confidence: float
    asked: tuple[str, ...]
    note: str = ""


class Option(NamedTuple):
    """One way to edit a plan: the plan after it, if it can be made; how sure it is; the texts that it is made of; and
    whether a part of the plan was replaced."""

    plan: Plan | None
    confidence: float
    asked: tuple[str, ...]
    replaced: bool = False


def guesses(context: AskContext, question: str) -> bool:
    """Whether a question has a word that is only near in meaning to something in the graph."""
    return bool(context.parser.parse(question).linked.guessed())


def names_label(context: AskContext, question: str) -> bool:
    """Whether a question says what kind of thing it is about."""
    return any(mention.kind == "label" for mention in context.parser.parse(question).linked.outright)


def names_again(question: str, plan: Plan) -> FollowUp | None:
    """A question that only asks which the things are that a plan counts: "which books?"."""
    found = _WHICH_THINGS.fullmatch(plainly(question))
    nouns = {noun for label in labels_of(plan)[:1] for noun in (noun_of(label), many(label))}
    return FollowUp(Edit.LIST) if found is not None and found[1].lower() in nouns else None


def followed(context: AskContext, question: str, text: str, memory: DialogueState) -> Edited | None:
    """A question about what was found before, which it refers to or leaves out."""
    assert memory.plan is not None
    found = _best(context, text, memory, widened if _ALSO.search(question) else None) or _best(context, text, memory)
    if found is None:
        return None
    plan, confidence = found
    asked = (*memory.asked, question)
    return Edited(plan, confidence, asked, note_of(asked, memory)) if passes(context, plan) else None


def passes(context: AskContext, plan: Plan) -> bool:
    """Whether a plan is sound and the gate lets it through."""
    try:
        context.gate.check_plan(check(plan))
    except (PlanError, QueryRejected, UnsupportedConstruct):
        return False
    return True


def note_of(asked: tuple[str, ...], memory: DialogueState) -> str:
    """What of the conversation so far still holds."""
    kept = ", ".join(f"“{text}”" for text in asked if text in memory.asked)
    if asked[0] != memory.asked[0]:
        return f"read as “{asked[0]}”" + (f", still with {kept}" if kept else "")
    return f"kept from before: {kept}"


def _best(
    context: AskContext, text: str, memory: DialogueState, fitted: Callable[[Plan, Plan], Plan | None] | None = None
) -> tuple[Plan, float] | None:
    """The likeliest reading of a text as a question about what was found before, of those that can be `fitted`."""
    earlier = memory.plan
    assert earlier is not None
    text = _completed(text, earlier)
    referring = refers(text, nouns_of(earlier))
    best: tuple[Plan, float] | None = None
    most = 0.0
    read_already: dict[str, list[tuple[Plan, float, float]]] = {}
    labels = labels_of(earlier)
    people = context.parser.people
    for place, label in enumerate(fitting(text, labels, people, context.parser.living)[:LABELS]):
        known = subject_of(earlier, label, context.display.parts(label)) or earlier
        whole = said_whole(text, [many(other) for other in labels if other != label])
        forms = (form for said in whole for form in (reworded if referring else about)(said, noun_of(label)))
        for form in islice(forms, _FORMS):
            if form not in read_already:
                read_already[form] = list(readings_of(context, form))
            for plan, confidence, likely in read_already[form]:
                sure = likely * LATER**place * _FARTHER ** (len(labels_of(plan)) - 1)
                sure *= _NOTHING_NEW if plan.fingerprint == everything(label).fingerprint else 1.0
                if confidence < _LEAST or sure <= most:
                    continue
                kept = replaced_by(known, plan, label) if _ANOTHER.search(text) else known
                made = _narrowed(text, plan, kept, label) or within(plan, kept, label, single=refers_to_one(text))
                if made is not None and _OTHER.search(text):
                    made = unlike_before(made, known)
                if made is not None and fitted is not None:
                    made = fitted(made, known)
                if made is not None:
                    best, most = (made, confidence), sure
                    break
    return best


def _narrowed(text: str, plan: Plan, earlier: Plan, label: str) -> Plan | None:
    """The earlier list, with its columns and order, of only what a plan lists; None if one of them is no plain list, or
    if what is listed are others of the same kind: "who do they report to?"."""
    stages = stages_of(plan)
    before = listed(earlier) or earlier
    kept = stages_of(before)
    if stages is None or kept is None or len(stages) + len(kept) > 2 or shown(plan) != (Origin(label),):
        return None
    if Origin(label) not in shown(before):
        return None
    if _THEY_DO.search(text) and sum(node.label == label for m in stages[0].matches for node in m.pattern.nodes) > 1:
        return None
    if any(stage.aggregates or stage.having or stage.limit is not None for stage in (*stages, *kept)):
        return None
    return (
        within(before, plan, label)
        if stages[0].matches[0].where or len(stages[0].matches[0].pattern.nodes) > 1
        else None
    )


def readings_of(context: AskContext, text: str) -> Iterator[tuple[Plan, float, float]]:
    """The readings of a text, with their confidence, and how likely each is beside those of other texts."""
    reading = read(context, text, trying=True)
    guessed = guesses(context, text)
    asks_for_more = _WHERE.match(text) is not None
    for choice in reading.readings[:READINGS]:
        ignored = len(reading.ignored) if choice.plan == reading.plan else 0
        if choice.plan is not None and (
            ((ignored or asks_for_more) and lists_all(choice.plan)) or (guessed and _only_kinds(choice.plan))
        ):
            continue  # what was asked of it was not understood
        if choice.plan is not None and (not guessed or choice.confidence >= _SURE):
            yield choice.plan, choice.confidence, choice.confidence * _IGNORED**ignored
    if not reading.readings and reading.plan is not None:
        yield reading.plan, reading.confidence, reading.confidence


def _only_kinds(plan: Plan) -> bool:
    """Whether a plan lists things by no more than the kinds of things that they are and are joined to."""
    plain = all(not (stage.aggregates or any(match.where for match in stage.matches)) for stage in plan.stages)
    return plain and all(origin.property is None for origin in shown(plan))


def lists_all(plan: Plan) -> bool:
    """Whether a plan says no more of a kind of thing than that it is one."""
    first = shown(plan)[:1]
    return bool(first) and plan.fingerprint == everything(first[0].label).fingerprint


def _completed(text: str, plan: Plan) -> str:
    """A text that leaves out what it measures, with the property that was last in view: "what is the average?"."""
    if not _MEASURE.search(text):
        return text
    stages = stages_of(plan)
    measured = [origin.property for origin in shown(plan) if origin.property is not None]
    if stages is not None:
        seen = scopes(stages)[-1].seen
        keys = [origin_of(key, seen) for key in stages[-1].order if isinstance(key.operand, Ref)]
        measured += [key.property for key in keys if key is not None and key.property is not None]
    return f"{text} {noun_of(measured[-1])}" if measured else text


def everything(label: str) -> Plan:
    """The plan that lists everything of a label."""
    match = Match(pattern=Pattern(nodes=(NodePattern(name="n", label=label),)))
    return Plan(branches=((Stage(matches=(match,), columns=(Column(name=label, operand=Ref(name="n")),)),),))


def many(label: str) -> str:
    noun = noun_of(label)
    return noun if is_plural(noun) else plural(noun)
