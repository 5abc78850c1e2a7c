"""Heads that choose: "the oldest", "the five longest", "top 5 by pages", "the most loans"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fingerpost.questions.algebra import Best, Head, Kind, Term, scored_head, term_of
from fingerpost.questions.markers import Marker, Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Item, Reason, State


class Chooser:
    """Finds what the superlatives of a question choose by, over one schema."""

    def __init__(self, graph: SchemaGraph) -> None:
        self._graph = graph

    def chosen(self, state: State, head: Head) -> Iterator[Head]:
        """Superlatives: "the oldest", "the most phones", "the five longest"."""
        marker = next((m for m in state.markers if m.role is Role.SUPERLATIVE), None)
        if marker is None or any(m.function in ("max", "min") for m in head.measures):
            if head.limit is not None and not head.order:
                yield from self._top(state, head)
            else:
                yield head
            return
        item = next((i for i in state.items if marker in i.roles), None) or self._said_before(state, marker)
        count = head.limit or marker.count or 1
        options = list(self._superlative(state, head, marker, item))
        for term, descending, counted, fit in options[:3]:
            best = Best(term, descending, counted, count)
            columns = tuple(c for c in head.columns if c != term or len(head.columns) == 1 or c == head.focus)
            ranked = replace(head, best=best, limit=None, columns=columns)
            if ranked.kind is Kind.LIST and head.focus.property is None and columns == (term,) and item is not None:
                ranked = replace(ranked, columns=(Term(head.focus.owner),)) if item.property else ranked
            yield scored_head(ranked, Reason("measured", fit, marker.start, marker.end, marker.value))
        if not options:
            yield scored_head(head, Reason("unmeasured", 1.0, marker.start, marker.end, marker.value))

    def _said_before(self, state: State, marker: Marker) -> Item | None:
        """ "Born first", "joined last": the property stands before the superlative."""
        for item in state.items:
            if item.property is not None and not item.edge and 0 <= marker.start - item.end <= 1:
                return item if self._is_numeric(state, item) else None
        return None

    def _top(self, state: State, head: Head) -> Iterator[Head]:
        """ "Top five by rating": the property named is what they are ranked by."""
        numeric = [
            term_of(item)
            for item in state.items
            if item.property is not None and not item.edge and self._is_numeric(state, item)
        ]
        if numeric and head.kind is Kind.LIST:
            best = Best(numeric[-1], True, False, head.limit or 1)
            columns = tuple(c for c in head.columns if c != best.term) or (Term(head.focus.owner),)
            yield replace(head, best=best, limit=None, columns=columns)
        else:
            yield head

    def _is_numeric(self, state: State, item: Item) -> bool:
        info = self._graph.held(state, item.owner, item.property or "", edge=item.edge)
        return info is not None and (info.numeric or info.temporal)

    def _superlative(
        self, state: State, head: Head, marker: Marker, item: Item | None
    ) -> Iterator[tuple[Term, bool, bool, float]]:
        """What a superlative ranks by: (term, descending, counted, how well it fits)."""
        adjective = self._graph.adjectives.get(marker.value)
        descending = marker.value == "most" if adjective is None else adjective.most == "max"
        if item is not None and item.property is not None:
            turned = adjective is not None and any(word in item.property.lower() for word in adjective.reverse)
            yield term_of(item), descending != turned, False, 1.0
            return
        if adjective is None:
            if item is not None and Term(item.owner) != Term(head.focus.owner):
                yield term_of(item), descending, True, 1.0
            else:
                others = [i for i in state.items if i.property is None and i.owner != head.focus.owner]
                if others:
                    yield term_of(others[-1]), descending, True, 0.6
                else:
                    yield from self._most_often(state, head, descending)
            return
        owner = item.owner if item is not None and not item.edge else head.focus.owner
        nodes = [owner, *(n for n in range(len(state.nodes)) if n != owner and not state.nodes[n].absent)]
        for place, number in enumerate(nodes[:3]):
            for info, fit in self._graph.measured(state.nodes[number].label, adjective.on)[:2]:
                turned = any(word in info.name.lower() for word in adjective.reverse)
                yield Term(number, info.name), descending != turned, False, fit - 0.4 * place

    @staticmethod
    def _most_often(state: State, head: Head, descending: bool) -> Iterator[tuple[Term, bool, bool, float]]:
        """ "Borrowed the most": how many relationships there are."""
        for number, edge in enumerate(state.edges):
            if head.focus.owner in (edge.start, edge.end) and not head.focus.edge:
                yield Term(number, None, True), descending, True, 0.6
                return
