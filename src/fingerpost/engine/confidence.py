"""How sure a reading is: a logistic model over what speaks for it and against it.

The weights are data (`confidence.json`), learned from questions of graphs that nothing else was learned from; what is
learned of one graph brings its own, as scores there have another scale.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files

from fingerpost.engine.overlooked import overlooked
from fingerpost.linking import is_content
from fingerpost.questions import Candidate, Parsed, Role, summed

ALWAYS = "always"
"""The sign that every reading has."""
_MOST_LEAD = 3.0
_COUNTED = frozenset(
    "relation unused;marker unused;item unused;head unclear;hop;implied node;edge unsaid;unmeasured;property elsewhere;"
    "asks what was told;far;wrong description;text unsaid;label twice;same label again;return unsaid;"
    "denied one of many;unread word;unknown word;unseen value;unnamed node".split(";")
)
"""Generic features of a reading that speak against it, by their amount."""
_LEFT = frozenset(
    "implied node;relation unused;hop;item unused;marker unused;unread word;unknown word;text unsaid".split(";")
)
"""Features of readings that leave something of the question over, or add to it: they are not plain."""
BY_HAND: Mapping[str, float] = {"adjective ignored": -2.4, "only ignored": -1.8, "word overlooked": -3.1}
"""Weights of signs that are too rare wherever others are learned; they are never learned."""
_SMALL = 2
"""Nodes of a small pattern."""


@lru_cache(maxsize=1)
def generic_confidence() -> Mapping[str, float]:
    """The weights for graphs of which nothing was learned."""
    text = (files(__package__) / "confidence.json").read_text(encoding="utf-8")
    found: dict[str, float] = json.loads(text)
    return found


def confidence_of(signs: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The probability, from 0 to 1, that a reading with these signs is the one that was meant."""
    score = sum(BY_HAND.get(name, weights.get(name, 0.0)) * amount for name, amount in signs.items())
    return round(logistic(score), 4)


def logistic(score: float) -> float:
    """The probability that a score stands for."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


def signs(parsed: Parsed, candidate: Candidate, lead: float, found: bool | None) -> dict[str, float]:
    """What speaks for a reading and against it.

    `lead` is how far its score is before that of the next other reading, `found` whether it finds something in the
    graph, None where it was not run.
    """
    return dict(_signs(parsed, candidate, lead, found))


def _signs(parsed: Parsed, candidate: Candidate, lead: float, found: bool | None) -> Iterator[tuple[str, float]]:
    state = candidate.state
    content = len(parsed.linked.content)
    yield ALWAYS, 1.0
    yield "lead", max(-_MOST_LEAD, min(lead, _MOST_LEAD))
    yield "small lead", math.exp(-max(lead, 0.0) * 2)
    yield "passed over", len(state.skipped) / max(content, 1)
    yield "words passed over", min(float(len(state.skipped)), 4.0)
    if found is not None:
        yield ("finds something" if found else "finds nothing"), 1.0
    yield "few readings", float(len(parsed.candidates) < 2)
    yield "nodes", min(float(len(state.nodes)), 6.0)
    yield "edges said", sum(edge.said for edge in state.edges) / max(len(state.edges), 1)
    yield "content words", min(content / 10, 2.0)
    yield "conditions", min(float(len(state.filters)), 4.0)
    yield "marker unbound", min(float(len(state.pending)), 3.0)
    plain = (
        not state.skipped and not state.pending and not any(r.amount for r in candidate.reasons if r.feature in _LEFT)
    )
    yield "plain", float(plain)
    yield "plain and small", float(plain and len(state.nodes) <= _SMALL)
    yield (
        "weakest value",
        min([1.0, *(r.amount for r in candidate.reasons if r.feature == "value")]),
    )
    counted = ((r.feature, r.amount) for r in candidate.reasons if r.feature in _COUNTED)
    for name, amount in summed(counted).items():
        yield name, min(amount, 3.0)
    yield from _restrictions(parsed, candidate)


_BEFORE_ONLY = frozenset(
    "the not show list return give me and but with considering consider counting including".split()
)
"""Words before an "only" that leaves nothing out: "not only", "return only the names"."""


def _restrictions(parsed: Parsed, candidate: Candidate) -> Iterator[tuple[str, float]]:
    """Ignored words that would have narrowed the answer: an unknown adjective before a noun, "only"."""
    tokens, skipped = parsed.linked.tokens, candidate.state.skipped
    said = {place for m in parsed.linked.mentions for place in range(m.start, m.end)}
    nouns = {m.start for m in parsed.linked.mentions if m.kind == "label"}
    runs = 0
    for place in skipped:
        after = place + 1
        while after in skipped:
            after += 1
        begins = place > 0 and place - 1 not in skipped and not is_content(tokens[place - 1].norm)
        runs += begins and place not in said and after in nouns
    if runs:
        yield "adjective ignored", float(min(runs, 2))
    missed = overlooked(parsed, candidate)
    if any(tokens[place].norm == "only" for place in (*skipped, *missed, *_left_out(parsed, candidate))):
        yield "only ignored", 1.0
    yield "word overlooked", float(bool(missed))


def unheeded(parsed: Parsed, candidate: Candidate) -> tuple[int, ...]:
    """The places of the words that a reading passes over, and of those that it may not be silent about."""
    places = {*candidate.state.skipped, *_left_out(parsed, candidate), *overlooked(parsed, candidate)}
    return tuple(sorted(places))


def _left_out(parsed: Parsed, candidate: Candidate) -> Iterator[int]:
    """The places of an "only" that leaves others out, and that no condition heeds."""
    tokens = parsed.linked.tokens
    heeded = any(condition.every for condition in candidate.state.filters)
    markers = (m for m in parsed.markers if heeded or m.role is not Role.ONLY)
    bound = {place for marker in markers for place in range(marker.start, marker.end)}
    for place in range(1, len(tokens) - 1):
        if (
            tokens[place].norm == "only"
            and place not in bound
            and tokens[place - 1].norm not in _BEFORE_ONLY
            and tokens[place + 1].norm not in _BEFORE_ONLY
        ):
            yield place
