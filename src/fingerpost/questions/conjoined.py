"""What "and" goes on with: "firms that have a partner and are based in Oslo" says it of the firms."""

from __future__ import annotations

from fingerpost.linking.mentions import Linked
from fingerpost.linking.text import singulars
from fingerpost.questions.state import State

_JOINING = frozenset(("and", "but"))
_BETWEEN = frozenset(("also", "still", "yet", "that", "who", "which"))
_PLURAL = frozenset(("are", "were", "have"))
_SINGULAR = frozenset(("is", "was", "has"))
_HAVING = frozenset(("have", "has", "having", "with"))
_ARTICLES = frozenset(("a", "an"))
_LIST = 4
"""Most words from "have" to the "and" of what else is had."""


def resumed(state: State, linked: Linked, position: int) -> State:
    """The state in which the subject of the verb before is spoken of again, where "and" goes on with a verb of its own.

    "Have a partner and are based in Oslo", "have a partner and an office in Oslo".
    """
    if linked.tokens[position].norm not in _JOINING or not state.edges:
        return state
    verb = next((edge for edge in reversed(state.edges) if edge.said), None)
    if verb is None or verb.absent:
        return state
    subject, other = min(verb.start, verb.end), max(verb.start, verb.end)
    if state.recent != other or not (_says_more(state, linked, position, subject) or _is_had(linked, position)):
        return state
    return state.but(recent=subject, resumed=subject)


def _says_more(state: State, linked: Linked, position: int, subject: int) -> bool:
    """Whether a verb follows that agrees with the subject."""
    tokens = linked.tokens
    place = position + 1
    while place < len(tokens) and tokens[place].norm in _BETWEEN:
        place += 1
    if place >= len(tokens):
        return False
    several = bool(singulars(tokens[_noun(state, subject)].norm))
    return tokens[place].norm in (_PLURAL if several else _SINGULAR)


def _noun(state: State, number: int) -> int:
    """Where the word for a node stands."""
    named = (item.end - 1 for item in state.items if item.owner == number and not item.edge and item.property is None)
    return next(named, state.nodes[number].at)


def _is_had(linked: Linked, position: int) -> bool:
    """Whether one more thing is had."""
    tokens = linked.tokens
    if position + 1 >= len(tokens) or tokens[position + 1].norm not in _ARTICLES:
        return False
    return any(token.norm in _HAVING for token in tokens[max(position - _LIST, 0) : position])
