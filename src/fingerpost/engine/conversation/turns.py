"""One turn of a conversation: a question of its own, or an edit of what was asked before."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from fingerpost.core.answer import Answer, Status
from fingerpost.core.trace import Trace
from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.choosing import chosen
from fingerpost.engine.conversation.cues import Edit, FollowUp, follow_up, than_that, turned_round
from fingerpost.engine.conversation.editing import before_ranking, edited, refolded
from fingerpost.engine.conversation.following import Edited, followed, names_again
from fingerpost.engine.conversation.naming import asks_anew
from fingerpost.engine.conversation.origins import labels_of, nouns_of, shown
from fingerpost.engine.conversation.pairing import paired
from fingerpost.engine.conversation.readings import guesses, lists_all, names_label
from fingerpost.engine.conversation.rewording import asks_nothing, in_its_place, plainly, refers, refers_within
from fingerpost.engine.conversation.rows import asked_of_row, said_anew, says_row
from fingerpost.engine.conversation.standalone import standalone
from fingerpost.engine.conversation.state import DialogueState, Offered
from fingerpost.engine.conversation.unsaid import (
    joined_to_found,
    of_those_named,
    only_a_word,
    whether_all,
    with_one_said,
    with_other_word,
    with_whose,
)
from fingerpost.engine.conversation.within import averages
from fingerpost.engine.pipeline import answer_plan, ask, checked
from fingerpost.engine.question_reader import ReferringReader
from fingerpost.engine.routing import route
from fingerpost.plans import Plan

_LONGEST = 20
"""Texts that are kept; a conversation that goes on begins to forget the first follow-ups."""
_SURE = 0.5
"""The confidence from which a question that names what it is about stands alone."""
_UNSURE = 0.79
"""The most that the answer to a follow-up is worth of which a model said what it means, or that comes behind a question
that was not understood: below what counts as sure."""
_SAID = (Status.ANSWERED, Status.EMPTY, Status.AMBIGUOUS)
_AS_SURE = 0.7
"""The share of the confidence of a question of its own that a follow-up needs to be taken instead."""

_ASKED_FOR = re.compile(
    r"(?:which|what|how many|list|show|find)(?: me)?(?: all)?(?: the)? (\w+) (?:are|is|do|does|were|was|have|has)\b",
    re.I,
)
"""A question that begins with what it asks for."""
_LEAVES_OUT = re.compile(
    r"(?:which|how many)(?: of (?:them|those|these))? (?:do|does|did|have|has|had)(?:n['’]t| not)?\b", re.I
)
"""A question that leaves out what it asks for, although it may name something else: "which do not have a head?"."""
_LEAVES_SOME_OUT = re.compile(r"(?:exclud|except|leave out|omit|skip|drop|remove|(?:but )?not)\w*\b", re.I)
"""How an order begins to leave out what its words describe."""
_UNSAID = re.compile(
    r"(?:(?:in|on|at|by|for|from|with|of|to) )?(?:both|either|neither)(?: of (?:them|those|these))?"
    r"|(?:who|which|what) (?:else|others?)(?: (?:do|does|did|has|have|had|is|are|was|were))?",
    re.I,
)
"""Words for several things that were named in turn, which no plan remembers, or a question without its verb."""
_SOME_ONES = re.compile(r"(?:which|who) (?:ones?|of (?:them|those|these)) (?:is|are|was|were|has|have|had) \w", re.I)
"""How a question begins that chooses some of several things."""
_NO_YES = re.compile(r"(?:which|what|who|whom|where|when|how|list|show|only|just)\b", re.IGNORECASE)
"""How a question begins that is not answered by yes or no."""
_OF_EACH = re.compile(r"how many (?:do|does|did|has|have|had) each(?: one| of (?:them|those|these))?(?: \w+)?", re.I)
"""A number of something unsaid for each of what was found: a number of all of it would be another answer."""
_BEGUN = re.compile(r"(?:with|by|in|at|from|for|on|to|of|about) (?:which|what) \w+(?: \w+)?", re.IGNORECASE)
"""The beginning of a question whose rest was said before: "with which members?"."""
_MAY_STAND_ALONE = (Edit.CHANGE, Edit.GROUP, Edit.EACH, Edit.EXTREME, Edit.HAVING, Edit.EXCLUDE, Edit.BEYOND, Edit.OVER)
"""Kinds of follow-ups that may be questions of their own."""


@dataclass(frozen=True)
class Turn:
    """An answer, and what to keep for the next turn."""

    answer: Answer[Plan]
    memory: DialogueState


@dataclass(frozen=True)
class _Asking:
    """The context of a turn, and who answers a question of its own."""

    context: AskContext
    alone: Callable[[str], Answer[Plan]]


def take_turn(
    context: AskContext, question: str, memory: DialogueState, alone: Callable[[str], Answer[Plan]] | None = None
) -> Turn:
    """Answer a question within a conversation; `alone` answers one of its own. Raises as `pipeline.ask` does.

    A language model is asked last: what a follow-up means that no rule understands, then what it means by itself.
    """
    question = checked(context, question)
    asking = _Asking(context, alone or (lambda text: ask(context, text)))
    if context.model is None or memory.plan is None:
        return _missing(question, _by_rules(asking, question, memory))
    turn = _by_rules(_unaided(asking), question, memory)
    if turn.answer.status is not Status.UNANSWERABLE:
        return turn
    return _missing(question, _rewritten(asking, question, memory, turn))


def _by_rules(asking: _Asking, question: str, memory: DialogueState) -> Turn:
    """A turn by the rules; after a yes/no question, of what that was asked of, where nothing else is meant."""
    if memory.plan is None or not memory.plan.last.lets or memory.before is None:
        return _turn(asking, question, memory)
    before = memory.model_copy(update={"plan": memory.before, "before": None, "asked": memory.asked[:-1]})
    turn = _turn(asking, question, before if _SOME_ONES.match(plainly(question)) else memory)
    again_no = turn.answer.plan is not None and turn.answer.plan.last.lets and _NO_YES.match(plainly(question))
    if (turn.answer.status is Status.UNANSWERABLE and refers(plainly(question))) or again_no:
        again = _turn(asking, question, before)
        return again if again.answer.status in _SAID else turn
    return turn


def _missing(question: str, turn: Turn) -> Turn:
    """The turn, remembering that a question was not understood: what follows may be about it."""
    if turn.answer.status is not Status.UNANSWERABLE or asks_nothing(question):
        return turn
    return Turn(turn.answer, turn.memory.model_copy(update={"missed": question}))


def _unaided(asking: _Asking) -> _Asking:
    """The same without the model, which would guess what a fragment leaves out."""
    plain = replace(asking.context, model=None)

    def alone(text: str) -> Answer[Plan]:
        found = ask(plain, text)
        return asking.alone(text) if found.status in _SAID else found

    return _Asking(plain, alone)


def _rewritten(asking: _Asking, question: str, memory: DialogueState, turn: Turn) -> Turn:
    """A follow-up as the model puts it, asked as a question of its own.

    Where the model has no other form of it, it is asked by itself, unless it follows what was asked before.
    """
    put = standalone(asking.context, question, memory)
    text = put.question or (question if turn.answer.trace.steps else "")
    again = _alone(asking, text, memory) if text else turn
    if again.answer.status not in _SAID:
        again = turn
    memory = again.memory
    update: dict[str, object] = {"trace": Trace(steps=(put.step, *again.answer.trace.steps))}
    if again is not turn and put.question:
        memory = memory.model_copy(update={"confidence": min(memory.confidence, _UNSURE)})
        assert asking.context.model is not None
        name, answer = asking.context.model.name, again.answer
        note = f"read as: {put.question} (reworded by the language model {name})"
        update |= {"question": question, "confidence": min(answer.confidence, _UNSURE)}
        update |= {"notes": (note, *answer.notes)}
        update |= {"metadata": {**answer.metadata, "rewritten": put.question, "rewritten_by": name}}
    return Turn(again.answer.model_copy(update=update), memory)


def _turn(asking: _Asking, question: str, memory: DialogueState) -> Turn:
    """A turn by the rules."""
    context = asking.context
    cue = follow_up(question) if memory.plan is not None else None
    if route(question).kind != "question" and (cue is None or cue.edit is not Edit.EXCLUDE):
        return _alone(asking, question, memory)
    offer = chosen(question, memory.offered)
    if offer is not None:
        notes = (f"read as: {offer.reading}",)
        answer = answer_plan(context, memory.pending, offer.plan, notes)
        return Turn(answer, DialogueState(asked=(memory.pending,), plan=offer.plan, confidence=1.0))
    if asks_nothing(question):
        return Turn(_nothing(question, memory), memory)
    meant = in_its_place(question) or _as_meant(context, question, memory)
    if meant is not None:
        turn = _alone(asking, meant, memory)
        noted = (f"read as: {meant}", *turn.answer.notes)
        return Turn(turn.answer.model_copy(update={"question": question, "notes": noted}), turn.memory)
    if memory.plan is None:
        turn = _alone(asking, question, memory)
        return Turn(_of_nothing(question), memory) if _dangles(context, question, turn.answer.plan) else turn
    said = with_one_said(context, plainly(question), memory)
    if said is not None:
        return _alone(asking, said, memory)
    cue = cue or (than_that(question) if averages(memory.plan) else None)
    cue = cue or names_again(context, question, memory.plan) or _other_end(question, memory)
    if cue is not None and cue.edit is Edit.WHY:
        return Turn(_why(context, question, memory), memory)
    of_all = whether_all(context, question, plainly(question), memory)
    if of_all is not None:
        return _taken(context, question, of_all, memory)
    other_word = with_other_word(plainly(question), plainly(memory.asked[-1]))
    if other_word is not None:
        return _of_other_word(asking, question, other_word, memory)
    if only_a_word(plainly(question)):
        return Turn(_unrelated(question, memory), memory)
    again = says_row(plainly(memory.asked[-1]))
    if says_row(plainly(question)) and (again or cue is None or cue.edit is not Edit.FIRST):
        about, memory = said_anew(plainly(question), memory)
        of_row = asked_of_row(context, question if about == plainly(question) else about, about, memory)
        return _taken(context, question, of_row, memory) if of_row else Turn(_unrelated(question, memory), memory)
    memory = before_ranking(context, question, memory)
    assert memory.plan is not None
    if cue is not None:
        made = edited(context, question, cue, memory)
        if made is not None:
            return _taken(context, question, made, memory)
    text = plainly(question)
    if cue is not None and turned_round(memory.asked[-1], cue.words) is not None:
        return Turn(_unrelated(question, memory), memory)  # the most of what has the most is something else
    if _UNSAID.fullmatch(text) or (cue is not None and cue.edit is Edit.COMPLEMENT):
        return Turn(_unrelated(question, memory), memory)
    if _OF_EACH.fullmatch(text) and not names_label(context, question):
        return Turn(_unrelated(question, memory), memory)
    if cue is not None and (cue.edit is Edit.SORT or _LEAVES_SOME_OUT.match(text) is not None):
        return Turn(_unrelated(question, memory), memory)  # read otherwise, it would be sorted or left out no more
    if refers(text, nouns_of(memory.plan)):
        return _referring(asking, question, cue, memory)
    if cue is not None and cue.edit not in _MAY_STAND_ALONE:
        return Turn(_unrelated(question, memory), memory)
    return _elliptic(asking, question, memory)


def _other_end(question: str, memory: DialogueState) -> FollowUp | None:
    """A superlative alone after a question with another one: "the oldest?"."""
    text = plainly(question)
    turned = turned_round(memory.asked[-1], text) if memory.asked else None
    return FollowUp(Edit.CHANGE, text) if turned is not None else None


def _of_other_word(asking: _Asking, question: str, text: str, memory: DialogueState) -> Turn:
    """A question word alone, with the rest of the last question, which may refer to those before it."""
    before = refolded(asking.context, memory.asked[:-1]) if len(memory.asked) > 1 else None
    if before is None or before.plan is None:
        return _alone(asking, text, memory)
    made = followed(asking.context, question, text, before)
    return _taken(asking.context, question, made, memory) if made else Turn(_unrelated(question, memory), memory)


def _as_meant(context: AskContext, question: str, memory: DialogueState) -> str | None:
    """The question with what its domain resolves from earlier questions; None without any."""
    if not isinstance(context.reader, ReferringReader):
        return None
    for before in reversed(memory.asked):
        meant = context.reader.as_meant(question, before)
        if meant is not None:
            return meant
    return None


def _referring(asking: _Asking, question: str, cue: FollowUp | None, memory: DialogueState) -> Turn:
    """A question with a word for what was named before: within it, or in the conversation."""
    text = plainly(cue.words if cue is not None and cue.edit is Edit.CHANGE else question)
    if refers_within(text) and names_label(asking.context, text):
        alone = _alone(asking, question, memory)
        if alone.answer.confidence >= _SURE:
            return alone
    made = followed(asking.context, question, text, memory)
    return _taken(asking.context, question, made, memory) if made else Turn(_unrelated(question, memory), memory)


def _elliptic(asking: _Asking, question: str, memory: DialogueState) -> Turn:
    """Reads a question that may leave out its subject. One that names a kind of thing stands alone."""
    text = plainly(question)
    if _BEGUN.fullmatch(text) is not None and names_label(asking.context, text):
        if memory.before is not None and _BEGUN.fullmatch(plainly(memory.asked[-1])) is not None:
            memory = memory.model_copy(update={"plan": memory.before, "asked": memory.asked[:-1]})
        whole = followed(asking.context, question, f"{text} are they", memory)
        return _taken(asking.context, question, whole, memory) if whole else Turn(_unrelated(question, memory), memory)
    theirs = with_whose(asking.context, text, memory)
    if theirs is not None:
        whole = followed(asking.context, question, theirs, memory)
        return _taken(asking.context, question, whole, memory) if whole else Turn(_unrelated(question, memory), memory)
    alone = _alone(asking, question, memory)
    guessed = _lists_a_guess(asking.context, question, alone.answer)
    understood = alone.answer.status in _SAID and not guessed
    left_out = followed(asking.context, question, text, memory) if _LEAVES_OUT.match(text) else None
    if left_out is not None:
        return _taken(asking.context, question, left_out, memory)
    if (understood and names_label(asking.context, question)) or _asks_for_unknown(question, alone.answer):
        plan, sure = alone.answer.plan, alone.answer.confidence
        of_them = joined_to_found(asking.context, question, plan, sure, memory) if plan is not None else None
        if of_them is None and plan is not None:
            of_them = of_those_named(asking.context, question, plan, sure, memory)
        return _taken(asking.context, question, of_them, memory) if of_them is not None else alone
    assert memory.plan is not None
    if understood and not alone.answer.ignored and asks_anew(asking.context, text, alone.answer.plan, memory.plan):
        return alone
    made = followed(asking.context, question, text, memory)
    if made is None and guessed:
        return Turn(_unrelated(question, memory), memory)
    if made is None or (understood and made.read < alone.answer.confidence * _AS_SURE):
        return alone
    return _taken(asking.context, question, made, memory)


def _lists_a_guess(context: AskContext, question: str, answer: Answer[Plan]) -> bool:
    """Whether an answer lists all of a kind of thing because a word of the question is only near to its name."""
    return answer.plan is not None and lists_all(answer.plan) and guesses(context, question)


def _asks_for_unknown(question: str, answer: Answer[Plan]) -> bool:
    """Whether a question asks for a kind of thing that the graph does not have: "which films are there?"."""
    asked = _ASKED_FOR.match(question)
    return asked is not None and asked.group(1).lower() in {word.lower() for word in answer.missing}


def _alone(asking: _Asking, question: str, memory: DialogueState) -> Turn:
    """Answers a question by itself; if it is not understood, the conversation continues as it was."""
    answer = asking.alone(question)
    if answer.status is Status.AMBIGUOUS:
        offered = tuple(Offered(reading=choice.reading, plan=choice.plan) for choice in answer.choices)
        return Turn(answer, memory.model_copy(update={"offered": offered, "pending": question}))
    if answer.status in (Status.ANSWERED, Status.EMPTY) and answer.plan is not None:
        return Turn(answer, DialogueState(asked=(question,), plan=answer.plan, confidence=answer.confidence))
    if answer.status is Status.ANSWERED and answer.metadata.get("source_type") == "passages":
        return Turn(answer, DialogueState())  # what follows is about something that no plan says
    return Turn(answer, memory.model_copy(update={"offered": ()}))


def _taken(context: AskContext, question: str, made: Edited, memory: DialogueState) -> Turn:
    confidence = min(made.confidence, _UNSURE) if memory.missed else made.confidence
    missed = (f"“{memory.missed}” was not understood; this refers to the question before",) if memory.missed else ()
    notes = (made.note, *missed) if made.note else missed
    told = paired(context, plainly(question), made.plan, memory.plan) if memory.plan is not None else None
    answer = answer_plan(context, question, told or made.plan, notes, confidence)
    if answer.status not in (Status.ANSWERED, Status.EMPTY):
        return Turn(answer, memory)
    asked = made.asked if len(made.asked) <= _LONGEST else (made.asked[0], *made.asked[1 - _LONGEST :])
    return Turn(answer, DialogueState(asked=asked, plan=made.plan, confidence=confidence, before=memory.plan))


def _unrelated(question: str, memory: DialogueState) -> Answer[Plan]:
    """The answer to a follow-up that cannot be read as an edit: read by itself, it would ask for something else."""
    text = f"I could not relate this to what was asked before: “{memory.asked[-1]}”. Ask it as a whole question."
    return Answer[Plan](question=question, status=Status.UNANSWERABLE, text=text)


def _dangles(context: AskContext, question: str, plan: Plan | None) -> bool:
    """Whether a question without any before it is of all of a kind that it does not name, because of a word that refers
    to something: "who wrote it?"."""
    text = plainly(question)
    if plan is None or not refers(text) or any(match.where for stage in plan.stages for match in stage.matches):
        return False
    said = {m.name for m in context.parser.understood(text).mentions if m.kind == "label"}
    who = {origin.label for origin in shown(plan)} if text.lower().startswith("who ") else set()
    return not set(labels_of(plan)) <= said | who


def _of_nothing(question: str) -> Answer[Plan]:
    text = "Nothing was asked before that this could refer to. Ask it as a whole question."
    return Answer[Plan](question=question, status=Status.UNANSWERABLE, text=text)


def _nothing(question: str, memory: DialogueState) -> Answer[Plan]:
    """The answer to mere politeness: the conversation stays where it is."""
    before = f" The last question was: “{memory.asked[-1]}”." if memory.asked else ""
    return Answer[Plan](question=question, status=Status.UNANSWERABLE, text=f"That asks for nothing.{before}")


def _why(context: AskContext, question: str, memory: DialogueState) -> Answer[Plan]:
    """The reading and the sources of the last answer."""
    assert memory.plan is not None
    answer = answer_plan(context, question, memory.plan, (), memory.confidence)
    sources = "; ".join(str(citation) for citation in answer.citations[:5])
    text = f"I read it as: {memory.plan.reading}. The answer was: {answer.text}"
    return answer.model_copy(update={"text": f"{text} Sources: {sources}." if sources else text})
