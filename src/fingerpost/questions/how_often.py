"""Heads that ask how often something happened: "how often was it borrowed", "the average number of times"."""

from __future__ import annotations

from fingerpost.plans import AggregateFunction
from fingerpost.questions.algebra import Head, Kind, Measure, Term
from fingerpost.questions.grouping import MEASURING
from fingerpost.questions.markers import TIMES, Marker, Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import State


def average_times(graph: SchemaGraph, state: State, head: Head) -> Head | None:
    """ "The average number of times a book was borrowed": how often each was, averaged."""
    found = _often(state)
    if found is None or found[1] is None or found[1].value != "avg":
        return None
    edge, start = found[0], found[1].start
    per = next((i for i in state.items if i.property is None and not i.edge and i.start > start), None)
    if per is None or graph.tally(state.edges[edge].type) is not None:
        return None
    keys = tuple(key for key in head.keys if key != Term(per.owner))
    count = Measure(AggregateFunction.COUNT, Term(edge, None, True), each=AggregateFunction.AVG)
    return head._replace(kind=Kind.AGGREGATE, measures=(count,), per=Term(per.owner), keys=keys)


def times(graph: SchemaGraph, state: State) -> Measure | None:
    """ "How often was it borrowed", where each borrowing says how often it was."""
    found = _often(state)
    tally = graph.tally(state.edges[found[0]].type) if found is not None else None
    if found is None or tally is None:
        return None
    edge, before = found
    function = AggregateFunction.SUM
    if before is not None and before.role is Role.AGGREGATE:
        function = AggregateFunction(before.value.split(" ")[0])
    elif before is not None and before.role is Role.SUPERLATIVE:
        function = AggregateFunction.MAX if before.value in ("most", "high") else AggregateFunction.MIN
    return Measure(function, Term(edge, tally.name, True))


def _often(state: State) -> tuple[int, Marker | None] | None:
    """The relationship of which "how often" asks, and what is wanted of the times: "the average number of"."""
    marker = next((m for m in state.markers if m.role is Role.COUNT and m.value == TIMES), None)
    said = [number for number, edge in enumerate(state.edges) if edge.said]
    if marker is None or not said:
        return None
    before = next((m for m in state.markers if 0 <= marker.start - m.end <= 1 and m.role in MEASURING), None)
    # "The number of times films were watched, and the addresses used": what was done with the films.
    thing = next((i.owner for i in state.items if i.property is None and not i.edge and i.start >= marker.end), None)
    near = [n for n in said if thing in (state.edges[n].start, state.edges[n].end)] or said
    return near[-1], before
