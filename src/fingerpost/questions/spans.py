"""How long relationships lasted: who played for a team "in 2006", where they play "currently"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.core.schema import GraphSchema, PropertyInfo
from fingerpost.linking.asides import NOW
from fingerpost.linking.mentions import Linked
from fingerpost.linking.occasions import holds_years
from fingerpost.linking.text import split_name, stem
from fingerpost.plans import Comparison
from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.state import Filter, Reason, State

_STARTS = frozenset(("start", "started", "begin", "began", "from", "since", "joined"))
_ENDS = frozenset(("end", "ended", "finish", "finished", "until", "till", "to", "left"))
_OVER = _ENDS | {"discharged", "returned", "closed", "completed", "resigned"}
_NOW = frozenset(("currently", "presently", "nowadays", "still", "now", "current"))
_ONCE = frozenset(("formerly", "previously", "former"))
_OF_SAID = frozenset(("still",))
"""Words that tell only of a relationship whose own words stand beside them."""
_MOMENT = tuple(phrase for phrase in NOW if _NOW.isdisjoint(phrase))
_TIMES = _NOW | _ONCE | {phrase[0] for phrase in _MOMENT}
"""The first words of all of these."""
_EVER = frozenset(("past", "ever", "either"))
"""Words beside "currently" that make it any time: "either currently or in the past"."""
_AFTER = "relation said after"
_NAMING = ("label", "property", "value", "described value", "relation used")
_VALUES = ("value", "described value")
_NEAR = 3
"""Most words between "currently" and what is so now."""


def span_of(schema: GraphSchema, type_: str) -> tuple[PropertyInfo, PropertyInfo] | None:
    """The properties of a relationship that say when it began and when it ended; None where one is not told.

    What its own name says it began with happened then: who was admitted in May was not admitted all the time.
    """
    info = schema.relationship_by_type.get(type_)
    held = [p for p in info.properties if _tells_when(p)] if info is not None else []
    starts = [p for p in held if not _STARTS.isdisjoint(split_name(p.name))]
    ends = [p for p in held if not _ENDS.isdisjoint(split_name(p.name))]
    if len(starts) != 1 or len(ends) != 1 or starts == ends:
        return None
    own = set(map(stem, split_name(type_)))
    return None if own & set(map(stem, split_name(starts[0].name))) else (starts[0], ends[0])


def _end_of(schema: GraphSchema, type_: str) -> PropertyInfo | None:
    """The property of a relationship that says when it ended: who has no date of that is "still admitted"."""
    span = span_of(schema, type_)
    info = schema.relationship_by_type.get(type_)
    held = [p for p in info.properties if _tells_when(p)] if info is not None and span is None else []
    ends = [p for p in held if not _OVER.isdisjoint(split_name(p.name))]
    return span[1] if span is not None else ends[0] if len(ends) == 1 and len(held) > 1 else None


def _tells_when(info: PropertyInfo) -> bool:
    if info.number:
        return holds_years(info) or "year" in split_name(info.name)
    return info.temporal


def lasting(attacher: Attacher, state: State, linked: Linked) -> State:
    """ "Which club does she currently play for": the relationships that have not ended."""
    norms = [token.norm for token in linked.tokens]
    place = next((i for i, norm in enumerate(norms) if norm in _TIMES and _is_time(norms, i)), None)
    if place is None or not _EVER.isdisjoint(norms):
        return state
    if any(r.start <= place < r.end and r.feature in _NAMING for r in state.reasons):
        return state
    if norms[place] in _OF_SAID and any(r.start == place + 1 and r.feature in _VALUES for r in state.reasons):
        return state  # "still standing": that is a value of its own
    schema = attacher.graph.schema
    told = next(_told_near(state, schema, place), None)
    if told is None and norms[place] not in _OF_SAID:
        ends = [(n, end) for n, e in enumerate(state.edges) if not e.absent and (end := _end_of(schema, e.type))]
        told = ends[0] if len(ends) == 1 else None
    if told is None:
        return state
    number, end = told
    over = norms[place] in _ONCE
    ended = Filter(number, end.name, Comparison.IS_NULL, None, True, over, place, place + 1)
    skipped = tuple(i for i in state.skipped if i != place)
    return scored(state, Reason("comparison", 1.0, place, place + 1), filters=(*state.filters, ended), skipped=skipped)


def _is_time(norms: Sequence[str], start: int) -> bool:
    """Whether "currently", "formerly" or "right now" begins at a word."""
    said = norms[start] in _NOW or norms[start] in _ONCE
    return said or any(tuple(norms[start : start + len(phrase)]) == phrase for phrase in _MOMENT)


def _told_near(state: State, schema: GraphSchema, place: int) -> Iterator[tuple[int, PropertyInfo]]:
    """The relationships whose words stand near a place, by number, with when they ended."""
    for reason in state.reasons:
        if not reason.feature.startswith("relation ") or not -_NEAR <= reason.start - place <= _NEAR:
            continue
        for number, edge in enumerate(state.edges):
            # The note of what was said after its edge does not name it: the last one then.
            told = reason.note.startswith(f"{edge.type} ") or (reason.feature == _AFTER and edge is state.edges[-1])
            end = _end_of(schema, edge.type) if told else None
            if end is not None and not edge.absent:
                yield number, end
