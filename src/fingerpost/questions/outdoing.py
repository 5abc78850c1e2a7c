"""Heads that hold things against an average or another thing: "cost more than the average", "longer than Emma"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fingerpost.questions.algebra import Against, Best, Head, Kind, Term, scored_head, term_of
from fingerpost.questions.choosing import Chooser, Ranked, without_key
from fingerpost.questions.markers import Marker, Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Item, Reason, State


class Outdoer:
    """Finds what a question compares with an average or with another thing, over one schema."""

    def __init__(self, graph: SchemaGraph, chooser: Chooser) -> None:
        self._graph = graph
        self._chooser = chooser

    def held(self, state: State, head: Head) -> Iterator[Head]:
        """The heads with what they are held against; a head as it is where there is nothing."""
        marker = next((m for m in state.markers if m.role is Role.BEYOND), None)
        if marker is None:
            yield head
            return
        average = any(m.role in (Role.BEYOND, Role.THAN) and m.value.endswith("average") for m in state.markers)
        head = self._of_others(state, head)
        options = list(self._measured(state, head, marker)) if average or state.others else []
        item = next((i for i in state.items if marker in i.roles), None)
        for option in options[:2]:
            against = Against.AVERAGE if average else Against.OTHER
            best = Best(option.term, option.descending, option.function, against=against)
            kind = self._kind(state, head, marker, against)
            whole = without_key(replace(head, best=best, kind=kind), item or Item(0, option.term.property, 0, 0))
            if kind is Kind.DIFFERENCE:
                whole = replace(whole, columns=(), measures=())
            yield scored_head(whole, Reason("measured", option.fit, marker.start, marker.end, marker.value))
        if not options:
            yield scored_head(head, Reason("unmeasured", 1.0, marker.start, marker.end, marker.value))

    @staticmethod
    def _of_others(state: State, head: Head) -> Head:
        """ "How many more books did A write than B": it is A that is compared."""
        label = state.others[0][0] if state.others else ""
        alike = [n for n, node in enumerate(state.nodes) if node.label == label and not node.absent]
        if not alike or (not head.focus.edge and head.focus.owner in alike):
            return head
        return replace(head, focus=Term(alike[0]))

    @staticmethod
    def _kind(state: State, head: Head, marker: Marker, against: Against) -> Kind:
        """ "How much longer is A than B", "how many more books did A write than B" ask for the difference."""
        asked = any(
            (m.role is Role.COUNT or (m.role is Role.ASK_PROPERTY and m.value.startswith("how")))
            and m.end == marker.start
            for m in state.markers
        )
        return Kind.DIFFERENCE if asked and against is Against.OTHER else head.kind

    def _measured(self, state: State, head: Head, marker: Marker) -> Iterator[Ranked]:
        """What is compared: what the adjective measures, what follows "more", or the number that stands before."""
        sign, about = marker.value.split(" ")[:2]
        upward = sign == ">"
        for ranked in self._compared(state, head, marker, about):
            up = ranked.descending == upward
            label = state.nodes[ranked.term.owner].label if not ranked.term.edge else ""
            if ranked.function is not None or not state.others or label == state.others[0][0]:
                yield replace(ranked, descending=up)

    def _compared(self, state: State, head: Head, marker: Marker, about: str) -> Iterator[Ranked]:
        item = next((i for i in state.items if marker in i.roles and i.start - marker.end <= 2), None)
        if about in self._graph.adjectives:
            yield from self._chooser.measured(state, head.focus.owner, about)
        elif item is not None and item.property is not None and self._chooser.is_measure(state, item):
            yield Ranked(term_of(item), True, 1.0)
        elif item is not None and item.property is None and item.owner != head.focus.owner:
            yield from self._chooser.counted(state, head, item, descending=True)
        else:
            before = [i for i in state.items if i.property is not None and i.end <= marker.start]
            for known in reversed(before):
                if self._chooser.is_measure(state, known):
                    yield Ranked(term_of(known), True, 1.0)
                    return
