"""What "and" goes on with: "firms that have a partner and are based in Oslo" says it of the firms."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.linking.mentions import Linked, Mention
from fingerpost.linking.scores import PREPOSITION
from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.relating import unused
from fingerpost.questions.roles import Marker, denies
from fingerpost.questions.state import Reason, State, TreeEdge
from fingerpost.questions.waiting import phrase

_JOINING = frozenset(("and", "but"))
_PLURAL = frozenset(("are", "were", "have"))
_SINGULAR = frozenset(("is", "was", "has"))
_FINITE = _PLURAL | _SINGULAR
_ASKED_OF = frozenset("do does did and who which that".split())
"""Words that tell that the verb is of the one who was named: "the reports that Ann has"."""
_LINKING = frozenset(("and", "also", "then", "both"))
_BY_ITSELF = 0.5
"""How far two verbs side by side say that who did the one did the other."""


def predicated(state: State, linked: Linked, position: int) -> State:
    """The state in which what is asked for is spoken of again, where a verb follows on the name of another of its kind.

    "Which subordinates of Ann have a car": they have it, and not Ann.
    """
    tokens = linked.tokens
    if tokens[position].norm not in _FINITE or not state.filters or state.filters[-1].end != position:
        return state
    named = state.filters[-1].owner
    twins = (e for e in state.edges if e.said and not e.absent and named in (e.start, e.end))
    ends = [e.start + e.end - named for e in twins]
    subject = next((n for n in ends if n < named and state.nodes[n].label == state.nodes[named].label), None)
    if subject is None or state.recent != named or not state.nodes[subject].named:
        return state
    before = {token.norm for token in tokens[_noun(state, subject) : state.filters[-1].start]}
    return state if before & _ASKED_OF else state.but(recent=subject, resumed=subject)


def _noun(state: State, number: int) -> int:
    """Where the word for a node stands."""
    named = (item.end - 1 for item in state.items if item.owner == number and not item.edge and item.property is None)
    return next(named, state.nodes[number].at)


def both_done(attacher: Attacher, state: State, linked: Linked) -> Iterator[State]:
    """Readings in which verbs that still wait join the same two as the verb beside them does.

    "Written and directed by Ann", "wrote and directed the same film": who did the one did the other; or did not,
    "that Ann wrote but did not direct".
    """
    read = state
    same = _is_same(linked)
    for verb in state.relations:
        if verb.score <= PREPOSITION:
            continue
        edge = next((e for e in state.edges if _is_same_pair(attacher, read, e, verb)), None)
        denied = _denial(read, linked, verb)
        if edge is not None and (same or denied is not None or edge.type in _beside(linked, verb)):
            joined = TreeEdge(edge.start, edge.end, verb.name, False, verb.start, True, absent=denied is not None)
            read = read.but(pending=tuple(m for m in read.pending if m is not denied))
            used = Reason("relation used", verb.score * phrase(verb), verb.start, verb.end, verb.reason)
            told = Reason("pronoun", 1.0 if same else _BY_ITSELF, verb.start)
            left = tuple(other for other in read.relations if other is not verb)
            read = scored(read, used, told, edges=(*read.edges, joined), relations=left)
    if read is not state:
        yield scored(read, Reason("relation unused", unused(read))) if read.relations else read


def _is_same_pair(attacher: Attacher, state: State, edge: TreeEdge, verb: Mention) -> bool:
    """Whether a verb can join what an edge joins, in the same direction, and nothing of that type is there."""
    pair = (state.nodes[edge.start].label, state.nodes[edge.end].label)
    if not edge.said or edge.absent or pair[0] == pair[1] or any(e.type == verb.name for e in state.edges):
        return False
    return pair in attacher.endpoints(verb.name)


def _denial(state: State, linked: Linked, verb: Mention) -> Marker | None:
    """What denies a verb behind "but" or "and": "but did not direct"."""
    denials = (m for m in state.pending if denies(m) and m.end == verb.start and m.start > 0)
    return next((m for m in denials if linked.tokens[m.start - 1].norm in _JOINING), None)


def _is_same(linked: Linked) -> bool:
    """Whether "the same" is said of something, or "both" of two verbs."""
    verbs = {m.start for m in linked.mentions if m.kind == "relation" and m.score > PREPOSITION}
    plain = [(place, token.norm) for place, token in enumerate(linked.tokens) if not token.quoted]
    return any(norm == "same" or (norm == "both" and place + 1 in verbs) for place, norm in plain)


def _beside(linked: Linked, verb: Mention) -> set[str]:
    """The relations that verbs say of which only "and" or a comma parts a verb."""
    tokens = linked.tokens
    after, before = verb.end, verb.start - 1
    while after < len(tokens) and tokens[after].norm in _LINKING:
        after += 1
    while before >= 0 and tokens[before].norm in _LINKING:
        before -= 1
    verbs = [m for m in linked.mentions if m.kind == "relation" and m.score > PREPOSITION]
    follows = {m.name for m in verbs if m.start == after > verb.end}
    return follows | {m.name for m in verbs if m.end == before + 1 < verb.start}
