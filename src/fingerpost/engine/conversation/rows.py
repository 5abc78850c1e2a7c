"""One of the rows that were listed, by its place: "what is the price of the second one?"."""

from __future__ import annotations

import re
from dataclasses import replace

from fingerpost.core.cells import Node
from fingerpost.core.errors import FingerpostError
from fingerpost.core.limits import Limits
from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.following import Edited, followed, note_of
from fingerpost.engine.conversation.origins import labels_of, listing
from fingerpost.engine.conversation.others import OTHER, key_of
from fingerpost.engine.conversation.state import DialogueState
from fingerpost.engine.conversation.swapping import unlike_before
from fingerpost.plans import Comparison, Plan, Ref, Test, Value

_PLACES = {word: place for place, word in enumerate("first second third fourth fifth".split(), 1)}
_ROW = re.compile(
    r"\bthe (?P<place>first|second|third|fourth|fifth) (?:one|row|result|of (?:them|those|these))\b"
    r"(?! (?:to|that|who)\b)",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"(?:(?:tell|show|give) me )?(?:more |all |everything |details )*(?:about |on |of )?it|what (?:is|about) it",
    re.IGNORECASE,
)
"""What asks for no more than the thing itself."""


def asked_of_row(context: AskContext, question: str, text: str, memory: DialogueState) -> Edited | None:
    """What a text asks about a row by its place in the list; None without such a row."""
    found = _ROW.search(text)
    row = _row(context, memory.plan, _PLACES[found["place"].lower()]) if found is not None and memory.plan else None
    if row is None:
        return None
    asked, said = (*memory.asked, question), _ROW.sub("it", text)
    if _MORE.fullmatch(said) is not None:
        return Edited(row, memory.confidence, asked, note_of(asked, memory))
    made = followed(context, question, said, memory.model_copy(update={"plan": row}))
    if made is None or memory.plan is None or OTHER.search(said) is None:
        return made
    return replace(made, plan=unlike_before(made.plan, memory.plan))


def says_row(text: str) -> bool:
    """Whether a text speaks of a row by its place."""
    return _ROW.search(text) is not None


def _row(context: AskContext, plan: Plan, place: int) -> Plan | None:
    """The thing that a plan lists at a place, from 1, as a list of its own."""
    label = next(iter(labels_of(plan)), "")
    info = context.schema.label_by_name.get(label)
    key = key_of(info) if info is not None else None
    try:
        rows = context.run(plan, Limits(rows=place)).rows
    except FingerpostError:
        return None
    cells = (cell for row in rows[place - 1 : place] for cell in row)
    nodes = [cell for cell in cells if isinstance(cell, Node) and label in cell.labels]
    if not nodes or key is None:
        return None
    test = Test(left=Ref(name="n", property=key), comparison=Comparison.EQ, right=Value(parameter="row"))
    return Plan(branches=((listing(label, "n", (test,)),),), parameters={"row": nodes[0].properties[key]})
