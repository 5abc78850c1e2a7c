"""The request of a question whose clauses are read."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from fingerpost.domains.code.questions.clauses.chunks import Chunk, chunked
from fingerpost.domains.code.questions.clauses.clauses import Clauses
from fingerpost.domains.code.questions.clauses.lookahead import NotRead
from fingerpost.domains.code.questions.clauses.things import FUNCTION, Thing
from fingerpost.domains.code.questions.composed.asks import Ask, asked_for
from fingerpost.domains.code.questions.composed.attachments import Found
from fingerpost.domains.code.questions.composed.functions import formed
from fingerpost.domains.code.questions.composed.nouns import Noun
from fingerpost.domains.code.questions.composed.parts import requested
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, Condition, Kind, Request

_AUX: Final = re.compile(r"(?:is|are|does|do|did|can|could|may|might|will|would|has|have|was)\b", re.I)
_WHETHER: Final = re.compile(
    r"(?:(?:list|show|find|tell|know|see)(?: me| out)? )?(?:whether|if) |"
    r"is it (?:true|correct|right|so|the case|possible|a fact) (?:that )?",
    re.I,
)
_RETURN_TYPE: Final = Noun("return type", "FUNCTION", "CALLS", "returnType")
_BY_WAY: Final = (Kind.CALLED_BY, Kind.REACHED_FROM)


def read_clauses(text: str, names: Names, topic: str = "") -> tuple[Request, tuple[str, ...]] | None:
    """What a text in plain words asks, and the words that were skipped; None if it is not understood.

    Raises:
        UnknownName: it names what the code does not have.
        NotInGraph: it asks what the graph does not say.
    """
    stated = _WHETHER.match(text)
    ask, left = (Ask(), text[stated.end() :]) if stated else asked_for(text)
    oblique = re.match(r"(?:in|by|from|through|at|within) (?:which|what|how many|whose)\b", text, re.I)
    if ask.asked is Asked.MOST and not left:
        left = "functions"
    chunks = chunked(left, names, topic)
    clauses = Clauses(chunks, names)
    clauses.inside = oblique is not None
    clauses.topic = topic
    try:
        head = _head(clauses, chunks, "is" if stated else text)
        if head is None:
            return None
        clauses.read(head)
    except NotRead:
        return None
    if clauses.skipped and not (head.conditions or head.edge or head.part):
        return None
    found = _request(ask, head, names)
    return None if found is None else (found, tuple(clauses.skipped))


def _head(clauses: Clauses, chunks: list[Chunk], text: str) -> Thing | None:
    """What is asked; functions where only what they do is said."""
    if not chunks:
        return None
    at = 0
    while at < len(chunks) and chunks[at].kind in ("do", "be", "stop", "that"):
        at += 1
    first = chunks[at] if at < len(chunks) else None
    if first is not None and first.kind == "name" and (_AUX.match(text) or _states(chunks[at:])):
        clauses.start(at)
        named = clauses.noun()
        if named is None or len(named.values) != 1:
            return None
        named.noun = FUNCTION
        named.kind = "yes"
        return named
    if chunks[0].kind in ("in", "by", "through", "to"):
        at = 1
        while at < len(chunks) and chunks[at].kind in ("stop", "that", "in"):
            at += 1
        if at < len(chunks) and chunks[at].kind == "noun":
            clauses.start(at)
            clauses.inside = True
            return clauses.noun()
    if asked := clauses.inverted():
        return asked
    kinds = [one.kind for one in chunks[at : at + 4]]
    if kinds[:3] == ["noun", "name", "noun"] or (
        kinds == ["noun", "name", "stop", "noun"] and chunks[at + 2].said == "'s"
    ):
        return clauses.owned(at + 1)
    if kinds[:2] in (["name", "noun"], ["file", "noun"]) or (
        kinds[1:3] == ["stop", "noun"] and chunks[at + 1].said == "'s"
    ):
        return clauses.owned(at)
    begins = first is not None and first.kind in ("verb", "past", "name", "with", "in")
    if begins or (at and chunks[0].kind in ("do", "be")):
        return Thing("noun", FUNCTION, role="implied")
    head = clauses.noun()
    if head is not None and head.kind == "result" and not head.values:
        return Thing("noun", _RETURN_TYPE)
    return head if head is not None and head.kind == "noun" else None


def _states(chunks: list[Chunk]) -> bool:
    """Whether a name, a verb and what it is done to follow each other."""
    kinds = [one.kind for one in chunks if one.kind not in ("stop", "not") and one.value not in ("direct", "far")]
    return kinds[1:2] == ["verb"] and bool(kinds[2:]) and kinds[2] in ("name", "type", "text", "noun", "number", "more")


def _request(ask: Ask, head: Thing, names: Names) -> Request | None:
    noun = head.noun
    if noun is None:
        return None
    conditions = tuple(head.conditions)
    if head.kind == "yes":
        return _yes_no(ask, head, names)
    if noun is _RETURN_TYPE:
        asked = Asked.COUNT if ask.asked is Asked.COUNT else Asked.LIST
        measure = noun.show if asked is Asked.COUNT else ""
        return Request(asked, "FUNCTION", conditions, show=noun.show, noun=noun.noun, measure=measure)
    if noun.label == "FUNCTION":
        if head.role in ("caller", "callee") or (head.role == "implied" and not conditions):
            return None
        called = any(one.kind in _BY_WAY and not one.negated for one in conditions)
        others = any(one.kind not in _BY_WAY and one.kind is not Kind.FILE for one in conditions)
        label = "METHOD" if called and not others and not head.own else "FUNCTION"
        if head.part is not None:
            request = Request(Asked.EACH, conditions=conditions, part=head.part)
            return request if ask.asked is Asked.LIST else None
        if head.amount is not None and ask.asked is Asked.MOST and ask.count == 1:
            ask = replace(ask, count=head.amount[1])
        elif head.amount is not None:
            return None
        return formed(ask, Request(Asked.LIST, label, conditions), names)
    if noun.label == "CALL" and not noun.values:
        if not any(one.kind is Kind.NAMED for one in conditions):
            return None
        asked = Asked.COUNT if ask.asked is Asked.COUNT else Asked.LIST
        return Request(asked, "CALL", conditions, show="location", noun="call") if ask.asked is not Asked.MOST else None
    if not noun.label:
        return None
    found = Found(noun, names, list(conditions), head.edge, head.of, head.of_label, head.label, head.types)
    return requested(ask, found, "")


def _yes_no(ask: Ask, head: Thing, names: Names) -> Request | None:
    """Whether a function is as the clauses say."""
    name = names.method(head.values[0])
    if name is None or not head.conditions or ask.asked is not Asked.LIST or ask.exists or head.part is not None:
        return None
    (first, *more) = head.conditions
    if not more and not first.negated and len(first.values) == 1 and first.values != (name,):
        if first.kind is Kind.REACHES:
            return Request(Asked.CAN_REACH, ends=(name, first.values[0]))
        if first.kind is Kind.REACHED_FROM:
            return Request(Asked.CAN_REACH, ends=(first.values[0], name))
    undergone = (Kind.CALLED_BY, Kind.REACHED_FROM, Kind.USED_IN, Kind.CALLED)
    called = any(one.kind in undergone or one.property in ("callerCount", "callCount") for one in head.conditions)
    return Request(Asked.YES_NO, "METHOD" if called else "FUNCTION", (Condition(Kind.NAMED, (name,)), *head.conditions))
