"""Heads that hold things against an average or another thing: "cost more than the average", "longer than Emma"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fingerpost.core.schema import PropertyInfo, TextKind, ValueType
from fingerpost.linking.derived import tells_when
from fingerpost.linking.determiners import SUBJECTS
from fingerpost.linking.scores import RING
from fingerpost.linking.text import split_name
from fingerpost.plans import Comparison
from fingerpost.questions.algebra import Against, Best, Head, Kind, Term, scored_head, term_of
from fingerpost.questions.choosing import Chooser, Ranked, without_key
from fingerpost.questions.marker_words import HAPPENED
from fingerpost.questions.markers import Marker, Role
from fingerpost.questions.roles import SHARED
from fingerpost.questions.schema_graph import SchemaGraph, identifies
from fingerpost.questions.state import Item, Reason, State
from fingerpost.questions.wording import Wording

_NEAR, _APART = 2, 8
"""How many words may stand between "more" and what it is about, with "than" right behind it or farther on."""

_DATES = ("date", "time", "temporal")
"""What tells when something was."""
_TWICE = 2
"""How often a term is named before "more than" that is asked too: "the age of actors whose age is above the mean"."""


class Outdoer:
    """Finds what a question compares with an average or with another thing, over one schema."""

    def __init__(self, graph: SchemaGraph, chooser: Chooser) -> None:
        self._graph = graph
        self._chooser = chooser

    def held(self, state: State, head: Head, wording: Wording) -> Iterator[Head]:
        """The heads with what they are held against; a head as it is where there is nothing."""
        marker = next((m for m in state.markers if m.role is Role.BEYOND), None)
        if marker is None:
            yield head
            return
        if marker.value.startswith("="):
            yield self._same(state, head, marker)
            return
        average = any(m.role in (Role.BEYOND, Role.THAN) and m.value.endswith("average") for m in state.markers)
        head = self._of_others(state, head)
        if not average and not state.others:
            own = self._properties(state, head, marker) or self._own(state, head, marker, wording)
            if own is not None:
                yield own
                return
        options = list(self._measured(state, head, marker)) if average or state.others else []
        item = next((i for i in state.items if marker in i.roles), None)
        for option in options[:2]:
            against = Against.AVERAGE if average else Against.OTHER
            each = _theirs(state, option.term, marker, wording) if average and head.kind is Kind.LIST else ()
            best = Best(option.term, option.descending, option.function, against=against, each=each)
            head = head._replace(columns=tuple(c for c in head.columns if c not in each) or head.columns)
            kind = self._kind(state, head, marker, against)
            whole = head._replace(best=best, kind=kind)
            if sum(term_of(i) == option.term and i.end <= marker.start for i in state.items) < _TWICE:
                whole = without_key(whole, item or Item(0, option.term.property, 0, 0))
            if kind is Kind.DIFFERENCE:
                whole = whole._replace(columns=(), measures=())
            yield scored_head(whole, Reason("measured", option.fit, marker.start, marker.end, marker.value))
        if not options:
            yield scored_head(head, Reason("unmeasured", 1.0, marker.start, marker.end, marker.value))

    def _same(self, state: State, head: Head, marker: Marker) -> Head:
        """ "The same title as Ann": those who have it too."""
        item = next((i for i in state.items if marker in i.roles and i.property is not None and not i.edge), None)
        label = state.others[0][0] if state.others else ""
        if item is None or state.nodes[item.owner].label != label:
            return scored_head(head, Reason("unmeasured", 1.0, marker.start, marker.end, marker.value))
        info = self._graph.held(state, item.owner, item.property or "", edge=False)
        several = SHARED in marker.value.split() and info is not None and info.type is ValueType.LIST
        best = Best(term_of(item), True, against=Against.SHARED if several else Against.SAME)
        if head.kind is Kind.LIST:
            head = head._replace(columns=(Term(item.owner),), focus=Term(item.owner))
        reason = Reason("measured", item.score, marker.start, marker.end, marker.value)
        return scored_head(head._replace(best=best), reason)

    def _properties(self, state: State, head: Head, marker: Marker) -> Head | None:
        """ "Whose revenue is greater than their budget": two properties are held against each other."""
        than = next((m for m in state.markers if m.role is Role.THAN), marker)
        measures = [i for i in state.items if i.property is not None and self._chooser.is_measure(state, i)]
        before = (i for i in reversed(measures) if 0 <= marker.start - i.end <= _NEAR)
        between = (i for i in measures if marker.end <= i.start and i.end <= than.start)
        said = next(between if than is not marker else before, None)  # "more likes than shares"
        other = next((i for i in measures if 0 <= i.start - than.end <= _NEAR), None)
        if marker.value.endswith(HAPPENED):
            said, other = None, next((i for i in measures if i.start >= marker.end), None)
        if said is None and other is not None:
            said = self._when_it_was(state, marker, other) or self._bounded(state, other)
        if said is None or other is None or term_of(said) == term_of(other):
            return None
        held = [self._graph.held(state, i.owner, i.property or "", edge=i.edge) for i in (said, other)]
        if not all(map(_is_ordered, held)):
            return None
        sign = Comparison.GT if marker.value.startswith(">") else Comparison.LT
        told = [term_of(i) for i in (said, other) if i in state.items]
        shown = tuple(c for c in head.columns if c not in told)
        columns = (shown or (_thing(state, said),)) if head.kind is Kind.LIST else head.columns
        reason = Reason("measured", min(said.score, other.score), marker.start, marker.end, marker.value)
        return scored_head(
            head._replace(compared=(term_of(said), sign, term_of(other)), columns=columns, present=()), reason
        )

    def _when_it_was(self, state: State, marker: Marker, other: Item) -> Item | None:
        """When that was which is told before "after they joined": of what was done by them, or of the things named."""
        info = self._graph.held(state, other.owner, other.property or "", edge=other.edge)
        if other.edge or info is None or not tells_when(info):
            return None
        joined = [(n, e) for n, e in enumerate(state.edges) if not e.absent and other.owner in (e.start, e.end)]
        for number, edge in sorted(joined, key=lambda pair: not pair[1].said):
            dates = self._graph.measured_on(edge.type, _DATES)
            if dates:
                return Item(number, dates[0][0].name, marker.start, marker.end, edge=True, score=RING)
        return None

    def _bounded(self, state: State, bound: Item) -> Item | None:
        """ "Below their minimum stock": the other number of the same thing, or the one that has a word of its name."""
        label = self._graph.schema.label_by_name.get(state.nodes[bound.owner].label) if not bound.edge else None
        words = set(split_name(bound.property or ""))
        numbers = [p.name for p in (label.properties if label else ()) if p.numeric and p.name != bound.property]
        others = [name for name in numbers if words & set(split_name(name))] or numbers
        return bound._replace(property=others[0], score=RING) if len(others) == 1 else None

    def _own(self, state: State, head: Head, marker: Marker, wording: Wording) -> Head | None:
        """ "Who earn more than their manager": two of a kind in one reading are held against each other."""
        pair = _pair(state, head, marker, wording)
        if pair is None:
            return None
        one, other = pair
        upward = marker.value.startswith(">")
        known = [i for i in state.items if i.end <= marker.start and self._chooser.is_measure(state, i)]
        before = [Ranked(term_of(i), upward, 1.0) for i in known]
        for ranked in (*self._measured(state, head._replace(focus=Term(one)), marker), *before):
            term, alike = ranked.term, state.nodes[ranked.term.owner].label == state.nodes[other].label
            ordered = _is_ordered(self._graph.held(state, term.owner, term.property or "", edge=term.edge))
            if ordered and alike and ranked.function is None and not term.edge:
                sign = Comparison.GT if ranked.descending else Comparison.LT
                reason = Reason("measured", ranked.fit, marker.start, marker.end, marker.value)
                columns = (Term(head.focus.owner),) if head.kind is Kind.LIST else head.columns
                compared = (term, sign, Term(other, term.property))
                return scored_head(head._replace(compared=compared, columns=columns), reason)
        return None

    @staticmethod
    def _of_others(state: State, head: Head) -> Head:
        """ "How many more books did A write than B": it is A that is compared."""
        label = state.others[0][0] if state.others else ""
        alike = [n for n, node in enumerate(state.nodes) if node.label == label and not node.absent]
        if not alike or (not head.focus.edge and head.focus.owner in alike):
            return head
        return head._replace(focus=Term(alike[0]))

    @staticmethod
    def _kind(state: State, head: Head, marker: Marker, against: Against) -> Kind:
        """ "How much longer is A than B", "how many more books did A write than B" ask for the difference."""
        asked = any(m.role is Role.DIFFERENCE for m in state.markers) or any(
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

    def _named_after(self, state: State, marker: Marker, reach: int) -> Item | None:
        """ "How much more does A cost than B": the measure behind who has it."""
        after = (i for i in state.items if i.property is not None and 0 <= i.start - marker.end <= reach)
        return next((i for i in after if self._chooser.is_measure(state, i)), None) if reach == _APART else None

    def _compared(self, state: State, head: Head, marker: Marker, about: str) -> Iterator[Ranked]:
        reach = _APART if marker.value.endswith("split") else _NEAR
        item = next((i for i in state.items if marker in i.roles and i.start - marker.end <= reach), None)
        if about in self._graph.adjectives:
            yield from self._chooser.measured(state, head.focus.owner, about)
        elif item is not None and item.property is not None and self._chooser.is_measure(state, item):
            yield Ranked(term_of(item), True, 1.0)
        elif item is not None and item.property is None and item.owner != head.focus.owner:
            yield from self._chooser.counted(state, head, item, descending=True)
        elif (named := self._named_after(state, marker, reach)) is not None:
            yield Ranked(term_of(named), True, 1.0)
        else:
            before = [i for i in state.items if i.property is not None and i.end <= marker.start]
            for known in reversed(before):
                if self._chooser.is_measure(state, known):
                    yield Ranked(term_of(known), True, 1.0)
                    return
            if about[1:] in self._graph.adjectives:
                for ranked in self._chooser.measured(state, head.focus.owner, about[1:]):
                    # "Smaller than": the sign says so.
                    yield replace(ranked, descending=True)


def _theirs(state: State, measured: Term, marker: Marker, wording: Wording) -> tuple[Term, ...]:
    """Of whom an average is: "more than the average salary of their department", "than the average for its genre"."""
    for item in state.items:
        behind = item.start > marker.start and not item.edge and term_of(item) != measured
        if behind and item.roles == () and wording.is_theirs(item.start):
            return (term_of(item),)
    return ()


def _pair(state: State, head: Head, marker: Marker, wording: Wording) -> tuple[int, int] | None:
    """The node of which more is said and the one it is held against: "older than their boss", "a boss who is younger
    than they are"."""
    than = next((m for m in state.markers if m.role is Role.THAN), marker)
    focus, things = head.focus.owner, [i for i in state.items if i.property is None]
    other = next((i for i in things if 0 <= i.start - than.end <= 1), None)
    if other is not None:
        return None if other.edge or other.owner == focus else (focus, other.owner)
    if wording.said(than.end, than.end + 1) not in SUBJECTS:
        return None
    before = [i.owner for i in things if not i.edge and i.end <= marker.start and i.owner != focus]
    return (before[-1], focus) if before else None


def _is_ordered(info: PropertyInfo | None) -> bool:
    """Whether values are more or less, as they are stored: other text is compared by its meaning elsewhere."""
    if info is None or identifies(info):
        return False  # nobody earns more than the `manager_id` says
    return info.type is not ValueType.STRING or info.text_kind is TextKind.ISO_DATE


def _thing(state: State, said: Item) -> Term:
    """What is asked for, of which only a property was named."""
    named = (i.owner for i in state.items if i.property is None and not i.edge)
    return Term(next(named, state.edges[said.owner].start) if said.edge else said.owner)
