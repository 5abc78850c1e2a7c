"""One of the rows that were listed, by its place: "what is the price of the second one?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from fingerpost.core.cells import Node
from fingerpost.core.errors import FingerpostError
from fingerpost.core.limits import Limits
from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.cues import SPELLED
from fingerpost.engine.conversation.edits import named_beside
from fingerpost.engine.conversation.following import Edited, followed, note_of
from fingerpost.engine.conversation.origins import labels_of, listing
from fingerpost.engine.conversation.others import OTHER, key_of
from fingerpost.engine.conversation.rewording import plainly
from fingerpost.engine.conversation.state import DialogueState
from fingerpost.engine.conversation.swapping import unlike_before
from fingerpost.plans import Comparison, Plan, Ref, Test, Value

_PLACES = {word: place for place, word in enumerate("first second third fourth fifth".split())}
_NUMBERS = {word: number for word, number in SPELLED.items() if number > 1}
_LONGEST = 500
"""The most rows of which one is told by its place from the end."""
_SOME = rf"(?P<number>{'|'.join(_NUMBERS)})"
_OF_THEM = "of (?:them|those|these)"
_ROW = re.compile(
    rf"\bthe (?:(?P<place>{'|'.join(_PLACES)}|last) (?:one|row|result|{_OF_THEM})\b(?! (?:to|that|who)\b)"
    rf"|(?P<end>first|last) {_SOME}(?: (?:ones|rows|results|{_OF_THEM}))?$|(?P<other>former|latter)(?: one)?$)",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"(?:(?:tell|show|give) me )?(?:more |all |everything |details )*(?:about |on |of )?it|what (?:is|about) it"
    r"|(?:(?:only|just|show|list|give|keep|me|what about|how about) )*them",
    re.IGNORECASE,
)
"""What asks for no more than the things themselves."""


def asked_of_row(context: AskContext, question: str, text: str, memory: DialogueState) -> Edited | None:
    """What a text asks about a row by its place in the list, or about some of them; None without such rows."""
    found = _ROW.search(text)
    row = row_named(context, found[0], memory) if found is not None else None
    if row is None or found is None:
        return None
    asked, said = (*memory.asked, question), _ROW.sub("them" if found["number"] else "it", text)
    if _MORE.fullmatch(said) is not None:
        return Edited(row, memory.confidence, asked, note_of(asked, memory))
    made = followed(context, question, said, memory.model_copy(update={"plan": row}))
    if made is None or memory.plan is None or OTHER.search(said) is None:
        return made
    return replace(made, plan=unlike_before(made.plan, memory.plan))


def says_row(text: str) -> bool:
    """Whether a text speaks of rows by their place."""
    return _ROW.search(text) is not None


def said_anew(text: str, memory: DialogueState) -> tuple[str, DialogueState]:
    """A text about another row than the last question, whose words it leaves out ("and the second one?"), and the
    conversation as it was when the rows were in view; both as they are for other texts."""
    before = plainly(memory.asked[-1])
    last, row = _ROW.search(before), _ROW.search(text)
    if memory.before is None or last is None or last["number"] or row is None:
        return text, memory
    alone = _MORE.fullmatch(_ROW.sub("it", text)) is not None
    text = f"{before[: last.start()]}{row[0]}{before[last.end() :]}" if alone else text
    return text, memory.model_copy(update={"plan": memory.before, "asked": memory.asked[:-1]})


def row_named(context: AskContext, words: str, memory: DialogueState) -> Plan | None:
    """The things at a place of the list that was shown, as a list: of values, those that have them."""
    found = _ROW.search(words)
    label = next(iter(labels_of(memory.plan)), "") if memory.plan is not None else ""
    if found is None or memory.plan is None or not label:
        return None
    shows = (memory.plan, named_beside(memory.plan, label), memory.before)
    for plan in (plan for plan in shows if plan is not None):
        things = _listed(context, plan, label)
        if things:
            return _of_these(context, things[_place(found)], label)
    return None


def _place(found: re.Match[str]) -> slice:
    number = _NUMBERS[found["number"].lower()] if found["number"] else 1
    if (found["place"] or found["end"] or found["other"]).lower() in ("last", "latter"):
        return slice(-number, None)
    place = _PLACES.get((found["place"] or "").lower(), 0)
    return slice(place, place + number)


def _listed(context: AskContext, plan: Plan, label: str) -> list[Node]:
    """The things of a label in the rows of a plan, one in each; none of a plan of too many rows."""
    try:
        rows = context.run(plan, Limits(rows=_LONGEST + 1)).rows
    except FingerpostError:
        return []
    nodes = [next((c for c in row if isinstance(c, Node) and label in c.labels), None) for row in rows]
    return [node for node in nodes if node is not None] if None not in nodes and len(rows) <= _LONGEST else []


def _of_these(context: AskContext, things: Sequence[Node], label: str) -> Plan | None:
    info = context.schema.label_by_name.get(label)
    key = key_of(info) if info is not None else None
    if not things or key is None:
        return None
    values = tuple(node.properties[key] for node in things)
    one = len(values) == 1
    comparison = Comparison.EQ if one else Comparison.IN
    test = Test(left=Ref(name="n", property=key), comparison=comparison, right=Value(parameter="row"))
    return Plan(branches=((listing(label, "n", (test,)),),), parameters={"row": values[0] if one else values})
