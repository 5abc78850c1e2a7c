"""Lexical and structural features of readings over one graph: what examples can teach beside the generic features.

Each is a name that stands for one fact of one step of a reading, or of its head: "by these words a node of this label
was hung on that one over this type". They say nothing of other graphs; their weights are learned (`fingerpost learn`).
A reading's score is the sum over its steps, so that the beam can use them while it composes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fingerpost.linking.mentions import Linked, Mention
from fingerpost.questions.algebra import Head, Kind, Term
from fingerpost.questions.state import Reason, State, TreeEdge

_BEFORE = 4
"""Words before a name that may say how it hangs on what was said."""


def step_features(linked: Linked, before: State, after: State, mention: Mention | None) -> Iterator[str]:
    """The features of one step, from a state to the next, by a mention (None: by a word or marker)."""
    at = mention.start if mention is not None else len(linked.tokens)
    previous = linked.tokens[at - 1].stem if 0 < at <= len(linked.tokens) else "^"
    if mention is not None:
        yield from _read(linked, mention, previous)
        if mention.kind == "label" and before.nodes:
            yield f"{'new' if len(after.nodes) > len(before.nodes) else 'joined'}|{mention.name}|{previous}"
        elif mention.kind == "value":
            place = "new" if len(after.nodes) > len(before.nodes) else "known"
            yield f"{place}|{_slot(mention)}|{previous}"
        if after.recent < len(before.nodes) and after.recent != before.recent and before.nodes:
            yield f"back|{previous}"
    yield from _said(linked, before, after, mention)
    words = _words_before(linked, before, at) if len(after.edges) > len(before.edges) else ()
    for number in range(len(before.edges), len(after.edges)):
        yield from _edge(after, number, words, previous, len(after.edges) - len(before.edges))


def _slot(mention: Mention) -> str:
    return f"{next(iter(mention.owners), '')}.{mention.name}"


def _read(linked: Linked, mention: Mention, previous: str) -> Iterator[str]:
    """What words were read as."""
    if mention.kind == "value":
        token = linked.tokens[mention.start]
        shape = "digits" if token.norm[:1].isdigit() else "capital" if token.capitalised else "small"
        slot = _slot(mention)
        yield f"value|{slot}|{shape}|{min(mention.length, 3)}"
        yield f"value|{slot}|after {previous}"
        if mention.end < len(linked.tokens):
            yield f"value|{slot}|before {linked.tokens[mention.end].stem}"
        if shape == "small":
            yield f"value|{slot}|{_phrase(linked, mention.start, mention.end)}"
    elif mention.kind in ("label", "property"):
        phrase = _phrase(linked, mention.start, mention.end)
        yield f"read|{mention.kind} {mention.name}|{phrase}"
        if mention.end < len(linked.tokens):
            yield f"read|{mention.kind} {mention.name}|{phrase} {linked.tokens[mention.end].stem}"


def _said(linked: Linked, before: State, after: State, mention: Mention | None) -> Iterator[str]:
    """The words by which relations were said."""
    if mention is not None and mention.kind == "relation":
        if any(reason.feature == "relation said after" for reason in after.reasons[len(before.reasons) :]):
            yield f"read|relation {mention.name}|{_phrase(linked, mention.start, mention.end)}"
        return
    used = [reason for reason in after.reasons[len(before.reasons) :] if reason.feature == "relation used"]
    said = [edge for edge in after.edges[len(before.edges) :] if edge.said]
    for reason, edge in zip(used, said, strict=False):
        yield f"read|relation {edge.type}|{_phrase(linked, reason.start, reason.end)}"


def _phrase(linked: Linked, start: int, end: int) -> str:
    return " ".join(token.norm for token in linked.tokens[start:end])


def _words_before(linked: Linked, before: State, at: int) -> tuple[str, ...]:
    """The words right before a name, up to what was read last."""
    ends = [reason.end for reason in before.reasons if reason.end <= at and reason.feature in _READ]
    first = max([at - _BEFORE, *ends[-2:]])
    return tuple(token.stem for token in linked.tokens[max(first, 0) : at])


_READ = frozenset(("label", "value", "property"))


def _edge(after: State, number: int, words: tuple[str, ...], previous: str, new: int) -> Iterator[str]:
    edge = after.edges[number]
    step = _step(after, edge)
    yield f"edge|{step}"
    yield f"edge|{step}|{'said' if edge.said else 'unsaid'}|{min(new, 2)}"
    for word in words:
        yield f"by|{step}|{word}"
    if len(words) > 1:
        yield f"by|{step}|{' '.join(words)}"
    target = len(after.nodes) - 1
    place = edge.start if edge.end == target else edge.end
    yield f"hung|{after.nodes[place].label}|{'last' if place >= target - 1 else 'before'}|{previous}"
    for other in after.edges[:number]:
        shared = {other.start, other.end} & {edge.start, edge.end}
        if shared:
            middle = after.nodes[shared.pop()].label
            yield f"path|{middle}|{' '.join(sorted((_step(after, other), step)))}"


def _step(state: State, edge: TreeEdge) -> str:
    return f"{state.nodes[edge.start].label} {edge.type} {state.nodes[edge.end].label}"


def skipped_feature(linked: Linked, position: int) -> str:
    """A word that was passed over."""
    return f"skipped|{linked.tokens[position].stem}"


def head_features(linked: Linked, state: State, head: Head) -> Iterator[str]:
    """What is asked, by the words that ask it."""
    first = linked.tokens[0].norm if linked.tokens else ""
    second = f"{first} {linked.tokens[1].norm}" if len(linked.tokens) > 1 else first
    terms = head.columns if head.kind is Kind.LIST else tuple(measure.term for measure in head.measures)
    function = "+".join(measure.function.value for measure in head.measures) or head.kind.value
    best = " best" if head.best is not None else ""
    for term in terms:
        asked = f"{function}{best}|{term_name(state, term)}"
        named = (
            "named"
            if any((i.owner, i.property, i.edge) == (term.owner, term.property, term.edge) for i in state.items)
            else "unnamed"
        )
        yield f"asks|{asked}|{named}"
        yield f"asks|{asked}|{named}|{first}"
        yield f"asks|{asked}|{second}"
        for position in state.skipped:
            yield f"asks|{term_name(state, term)}|{linked.tokens[position].stem}"
        yield f"asked place|{function}|{'first' if term.owner == 0 else 'later'}"
    yield f"asks|{function}|{len(terms)} of {len({term.owner for term in terms})}|{len(head.keys)}"
    if head.best is not None:
        way = "most" if head.best.descending else "least"
        name = term_name(state, head.best.term)
        yield f"best|{name}|{way}"
        yield f"best|{name}|{'counted' if head.best.counted else 'held'}"
        yield f"best place|{head.focus.owner == head.best.term.owner}"
        for marker in state.markers:
            if marker.role.value == "superlative":
                yield f"best|{name}|{way}|{linked.tokens[marker.end - 1].stem}"
    yield f"head|{function}{best}|{len(state.nodes)}"


def term_name(state: State, term: Term) -> str:
    """A term by its label or type and property."""
    owner = state.edges[term.owner].type if term.edge else state.nodes[term.owner].label
    return owner if term.property is None else f"{owner}.{term.property}"


def with_features(linked: Linked, before: State, after: State, mention: Mention | None) -> State:
    """The state with the learned features of its last step."""
    return noted(after, step_features(linked, before, after, mention))


def noted(state: State, names: Iterable[str]) -> State:
    """The state with those of the features that have weights."""
    weights = state.weights
    reasons = [Reason(name, 1.0) for name in names if name in weights]
    if not reasons:
        return state
    score = state.score + sum(weights[reason.feature] for reason in reasons)
    return state.but(score=score, reasons=(*state.reasons, *reasons))
