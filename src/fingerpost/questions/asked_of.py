"""What a question asks of a thing by its name: "the phone number of Emma", "Emma's salary"."""

from __future__ import annotations

from fingerpost.linking.stopwords import FUNCTION_WORDS, INDEFINITE
from fingerpost.questions.algebra import Kind
from fingerpost.questions.candidates import Candidate, Parsed
from fingerpost.questions.markers import Role

_BEFORE_NAME = frozenset("of for at in on during".split())


def asked_of_unread(parsed: Parsed, candidate: Candidate) -> list[int]:
    """The unread words of what is asked of a thing by its name, where a reading tells something else of it.

    Its price by a word that means nothing here, the number of a phone by the code of what it is joined with.
    """
    state, head = candidate.state, candidate.head
    if head.kind is not Kind.LIST or head.focus.edge or head.best is not None:
        return []
    phrase, owner = _phrase(parsed, candidate)
    if not phrase:
        return []
    guessed = parsed.linked.guessed()
    skipped = set(state.skipped)
    things = {place for i in state.items if i.property is None for place in range(i.start, i.end)} - guessed
    if things.intersection(phrase) or parsed.linked.tokens[phrase[0]].norm in INDEFINITE:
        return []  # "which trees stand in Canal Street"
    if skipped.issuperset(phrase):
        return phrase
    unread = [place for place in phrase if place in skipped and place not in parsed.linked.readable()]
    if unread and unread[-1] == phrase[-1]:
        return unread
    told = [i for i in state.items if not i.edge and set(range(i.start, i.end)).intersection(phrase)]
    if any(item.owner == owner for item in told) or any(edge.said and edge.at in phrase for edge in state.edges):
        return []
    return unread or [place for place in phrase if place in guessed]


def _phrase(parsed: Parsed, candidate: Candidate) -> tuple[list[int], int]:
    """The places of the noun and its adjectives that stand for what is asked, and the node that they are asked of."""
    tokens = parsed.linked.tokens
    called = {reason.start for reason in candidate.reasons if reason.feature in ("names it", "value")}
    named = {f.start: f for f in candidate.state.filters if f.start in called and not f.edge and not f.negated}
    asking = {place for m in parsed.markers if m.role is Role.ASK for place in range(m.start, m.end)}
    marked = {place for m in parsed.markers for place in range(m.start, m.end)} - asking
    start = 0
    while start < len(tokens) and (start in asking or tokens[start].norm in FUNCTION_WORDS) and start not in named:
        start += 1
    own = named.get(start)
    if own is not None and tokens[own.end - 1].possessive:
        phrase = list(range(own.end, len(tokens)))
        plain = not any(tokens[i].norm in FUNCTION_WORDS or i in marked for i in phrase)
        return (phrase, own.owner) if plain else ([], -1)
    end = start
    while end < len(tokens) and tokens[end].norm not in FUNCTION_WORDS and end not in named:
        end += 1
    if end == start or end == len(tokens) or tokens[end].norm not in _BEFORE_NAME or marked.intersection(range(end)):
        return [], -1
    behind = end + 1
    while behind < len(tokens) and behind not in named and _may_stand_before(parsed, behind):
        behind += 1
    other = named.get(behind)
    return (list(range(start, end)), other.owner) if other is not None else ([], -1)


def _may_stand_before(parsed: Parsed, place: int) -> bool:
    """Whether a word may stand between "of" and a name: an article, or the noun for what is called so."""
    labels = {i for m in parsed.linked.outright if m.kind == "label" for i in range(m.start, m.end)}
    return parsed.linked.tokens[place].norm in ("the", "a", "an") or place in labels
