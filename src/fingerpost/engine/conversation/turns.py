"""One turn of a conversation: a question of its own, or an edit of what was asked before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from fingerpost.core.answer import Answer, Status
from fingerpost.core.reading import Reading
from fingerpost.core.schema import Frozen
from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.cues import ARTICLES, LINKS, PRONOUN, Edit, FollowUp, follow_up
from fingerpost.engine.conversation.edits import counted, listed, narrowed, noun_of, ordered, shape_of, subject_of
from fingerpost.engine.pipeline import answer_plan, ask, checked
from fingerpost.engine.reading import read
from fingerpost.plans import Plan

_LONGEST = 20
"""Narrowings that are kept; a conversation that goes on begins to forget the first."""
_NAMED = " has it"
"""How the reading of a span ends whose words are a value of the graph: `Book.title has it`."""
_BEFORE_NUMBER = 3
"""Words of a number with its comparison, from which a replacement may begin."""
_TAILS = 8
"""Words from the end of a question at which a replacement may begin."""


class Form(StrEnum):
    """Whether elements are listed or counted."""

    AS_ASKED = "as asked"
    COUNT = "count"
    LIST = "list"


class DialogueState(Frozen):
    """What is kept of a conversation: a question, how it was narrowed, and whether it is counted or sorted.

    It is text, read again for every turn, so that it fits whatever the graph is by then.
    """

    question: str = ""
    narrowings: tuple[str, ...] = ()
    form: Form = Form.AS_ASKED
    order: str = ""


@dataclass(frozen=True)
class Turn:
    """An answer, and what to keep for the next turn."""

    answer: Answer[Plan]
    memory: DialogueState


def take_turn(context: AskContext, question: str, memory: DialogueState) -> Turn:
    """Answer a question within a conversation. Raises as `pipeline.ask` does."""
    question = checked(context, question)
    found = follow_up(question) if memory.question else None
    if found is not None:
        if found.edit is Edit.WHY:
            return Turn(_why(context, question, memory), memory)
        for candidate in _edited(context, found, memory):
            plan = _plan_of(context, candidate)
            if plan is not None:
                kept = _kept(candidate, memory, found)
                return Turn(answer_plan(context, question, plan, (kept,)), candidate)
        if found.edit is not Edit.CHANGE and not (found.edit is Edit.REFER and found.words == question.rstrip("?.! ")):
            return Turn(_unrelated(question, memory), memory)
    answer = ask(context, question)
    understood = answer.status in (Status.ANSWERED, Status.EMPTY)
    return Turn(answer, DialogueState(question=question) if understood else memory)


def _edited(context: AskContext, found: FollowUp, memory: DialogueState) -> Iterator[DialogueState]:
    """What the conversation may be about after a follow-up, likeliest first."""
    words = found.words
    if found.edit is Edit.COUNT:
        yield _with(memory, form=Form.COUNT, order="")
    elif found.edit is Edit.SORT:
        yield _with(memory, form=Form.LIST if memory.form is Form.COUNT else memory.form, order=words)
    elif found.edit is Edit.REFER:
        yield from (DialogueState(question=text) for text in _resolved(context, memory.question, words))
    elif found.edit is Edit.SELECT:  # it asks for a list again
        yield _with(memory, narrowings=(*memory.narrowings, words)[-_LONGEST:], form=Form.LIST)
    elif found.edit is Edit.NARROW:
        yield _with(memory, narrowings=(*memory.narrowings, words)[-_LONGEST:])
    else:
        kind = words.removeprefix("how many ")
        form = memory.form if kind == words else Form.COUNT
        for question in _replaced(context, memory.question, kind):
            yield _with(memory, question=question, form=form)
        yield from _renarrowed(context, memory, words)
        yield _with(memory, narrowings=(*memory.narrowings, words)[-_LONGEST:])


def _with(memory: DialogueState, **changes: object) -> DialogueState:
    return memory.model_copy(update=changes)


def _renarrowed(context: AskContext, memory: DialogueState, words: str) -> Iterator[DialogueState]:
    """The conversation with its last narrowing replaced, if that is by another value of the same property."""
    if not memory.narrowings:
        return
    changed = _with(memory, narrowings=(*memory.narrowings[:-1], words))
    before, after = _plan_of(context, memory), _plan_of(context, changed)
    if before is not None and after is not None and _alike(before, after):
        yield changed


def _replaced(context: AskContext, question: str, words: str) -> Iterator[str]:
    """The question with one of its parts replaced by other words, if it asks for the same kind of thing then."""
    before = read(context, question)
    if before.plan is None:
        return
    found: list[tuple[float, int, str]] = []
    first = words.split()[0].lower()
    for start, end in _parts(before):
        previous = question[:start].split()[-1:]
        if first in LINKS and previous and previous[0].lower() in LINKS | ARTICLES:
            continue  # "published after in 1920", "on the on the first floor"
        text = question[:start] + words + question[end:]
        after = read(context, text)
        if after.plan is None or after.ignored or not _alike(before.plan, after.plan):
            continue
        found.append((-round(after.confidence, 1), -start, text))
    for _, _, text in sorted(found):  # as certain as can be, and with as much kept as can be
        yield text


def _resolved(context: AskContext, question: str, words: str) -> Iterator[str]:
    """A question with its pronoun replaced by what the last question named, the last name first."""
    named = [span.text for span in read(context, question).spans if span.reading.endswith(_NAMED)]
    for name in reversed(named):
        found = PRONOUN.search(words)
        assert found is not None
        instead = f"{name}'s" if found["of"] else name
        text = words[: found.start()] + instead + words[found.end() :]
        after = read(context, text)
        if after.status == "read" and not after.ignored:
            yield text


def _parts(reading: Reading[Plan]) -> list[tuple[int, int]]:
    """Parts of a question that other words may replace: what was read as one thing, and its last words."""
    question = reading.question.rstrip("?.! ")
    starts = [found.start() for found in re.finditer(r"\S+", question)][1:]
    spans = [(span.start, span.end) for span in reading.spans]
    for number in re.finditer(r"\d[\d.,]*\d|\d", question):  # "fewer than 150" for "fewer than 200", pages kept
        before = [start for start in starts if start <= number.start()]
        spans += [(start, number.end()) for start in before[-_BEFORE_NUMBER:]]
    return list(dict.fromkeys([*spans, *((start, len(question)) for start in starts[-_TAILS:])]))


def _alike(before: Plan, after: Plan) -> bool:
    """Whether two plans differ in one thing: in values, or in the label of what is asked for."""
    one, other = subject_of(before), subject_of(after)
    if one is None or other is None or shape_of(before) != shape_of(after):
        return False
    values = [sorted(map(repr, plan.parameters.values())) for plan in (before, after)]
    return (values[0] != values[1]) != (one[1] != other[1])


def _plan_of(context: AskContext, memory: DialogueState) -> Plan | None:
    """The plan of a conversation; None if a part of it cannot be read or does not fit."""
    plan: Plan | None = read(context, memory.question).plan
    for words in memory.narrowings:
        if plan is None or (subject := subject_of(plan)) is None:
            return None
        noun = noun_of(subject[1])
        forms = (f"which {noun} {words}", f"{words} {noun}", f"{noun} {words}", f"which {noun} are {words}")
        plan = _first(narrowed, context, plan, forms)
    if plan is not None and memory.order and memory.form is Form.LIST:
        plan = listed(plan) or plan
    if plan is not None and memory.order and (subject := subject_of(plan)) is not None:
        plan = _first(ordered, context, plan, (f"list {noun_of(subject[1])} sorted by {memory.order.rstrip('?.! ')}",))
    if plan is not None and memory.form is Form.COUNT:
        return counted(plan) or plan
    return listed(plan) or plan if plan is not None and memory.form is Form.LIST else plan


def _first(edit: object, context: AskContext, plan: Plan, forms: tuple[str, ...]) -> Plan | None:
    """The edit by the most certain form that fits."""
    assert callable(edit)
    readings = [read(context, form) for form in forms]
    for reading in sorted(readings, key=lambda reading: -reading.confidence):
        if reading.plan is None or reading.status != "read" or reading.ignored:
            continue
        found: Plan | None = edit(plan, reading.plan)
        if found is not None:
            return found
    return None


def _unrelated(question: str, memory: DialogueState) -> Answer[Plan]:
    """The answer to a follow-up that cannot be read as an edit: read by itself, it would ask for something else."""
    text = f"I could not relate this to what was asked before: “{memory.question}”. Ask it as a whole question."
    return Answer[Plan](question=question, status=Status.UNANSWERABLE, text=text)


def _kept(now: DialogueState, before: DialogueState, found: FollowUp) -> str:
    """What of the conversation so far still holds, as a note."""
    parts = [f"“{now.question}”", *(f"“{words}”" for words in now.narrowings)]
    kept = [part for part in parts if part in {f"“{before.question}”", *(f"“{w}”" for w in before.narrowings)}]
    if now.question != before.question:
        return f"read as “{now.question}”" + (f", still with {', '.join(kept)}" if kept else "")
    return f"kept from before: {', '.join(kept)}"


def _why(context: AskContext, question: str, memory: DialogueState) -> Answer[Plan]:
    """The reading and the sources of the last answer."""
    plan = _plan_of(context, memory)
    assert plan is not None
    answer = answer_plan(context, question, plan, ())
    sources = "; ".join(str(citation) for citation in answer.citations[:5])
    text = f"I read it as: {plan.reading}. The answer was: {answer.text}"
    return answer.model_copy(update={"text": f"{text} Sources: {sources}." if sources else text})
