"""Finding the head of a question: what its markers and the things that it names ask of the pattern."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from fingerpost.core.schema import ValueType
from fingerpost.linking.english import english
from fingerpost.plans.model import AggregateFunction, Comparison
from fingerpost.questions.algebra import (
    GroupCondition,
    Head,
    Kind,
    Measure,
    Term,
    has_role,
    same_owner,
    scored_head,
    term_of,
)
from fingerpost.questions.choosing import Chooser
from fingerpost.questions.markers import ASKING, NOUN, Marker, Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Item, Reason, State

_WHOLE_NAME = 0.8
"""Below this only a word of a property's name was said."""
_MEASURING = (Role.COUNT, Role.AGGREGATE, Role.SUPERLATIVE, Role.GROUP)
_WHEREABOUTS = ("address", "location", "city", "street", "place", "town", "country")
"""Properties that say where something is, best first."""


class HeadBuilder:
    """Finds heads for readings over one schema."""

    def __init__(self, graph: SchemaGraph) -> None:
        self._graph = graph
        self._chooser = Chooser(graph)

    def heads(self, state: State) -> Iterator[Head]:
        """The heads that a reading can have, likeliest first."""
        focus = self._focus(state)
        keys = tuple(term_of(item) for item in state.items if has_role(item, Role.GROUP))
        having = tuple(GroupCondition(term_of(state.items[h.item]), h.comparison, h.value) for h in state.havings)
        base = Head(Kind.LIST, focus, keys=keys, having=having)
        base = self._missing(state, base)
        base = self._ordered(state, base)
        for head in self._kinds(state, base):
            for whole in self._chooser.chosen(state, head):
                yield self._used(state, whole)

    @staticmethod
    def _used(state: State, head: Head) -> Head:
        """A property that was named and plays no part speaks against a head."""
        if head.kind is Kind.LIST:
            return head
        terms = {head.focus, *head.columns, *head.keys, *head.missing, *(m.term for m in head.measures)}
        terms |= {h.term for h in head.having} | {term for term, _ in head.order}
        if head.best is not None:
            terms.add(head.best.term)
        idle = sum(
            item.property is not None and term_of(item) not in terms and not has_role(item, Role.COUNT)
            for item in state.items
        )
        return scored_head(head, Reason("item unused", float(idle))) if idle else head

    def _focus(self, state: State) -> Term:
        """What is asked for: the first thing named after an asking word."""
        for item in state.items:
            asking = any(has_role(item, role) for role in ASKING) and not has_role(item, Role.GROUP)
            if asking and not self._only_named(state, item):
                return term_of(item)
        asked = [m.start for m in state.markers if m.role in ASKING]
        start = asked[0] if asked else 0
        items = [i for i in state.items if not has_role(i, Role.GROUP) and not self._absent(state, i)]
        items = [i for i in items if not self._only_named(state, i)]
        for item in items:
            if item.start >= start:
                return term_of(item)
        if items:
            return term_of(items[0])
        nodes = [n for n, node in enumerate(state.nodes) if not node.absent and node.at >= start]
        told = {f.owner for f in state.filters if not f.edge}
        # "What did Oliver borrow": not Oliver.
        free = [n for n in nodes if n not in told]
        return Term((free or nodes or [0])[0])

    def _only_named(self, state: State, item: Item) -> bool:
        """ "What did Oliver borrow", "what is Wall 1 made of": a name some words after "what", and something else."""
        if not item.by_value or any(m.end == item.start or m.role is Role.COUNT for m in item.roles):
            return False
        names = self._graph.display.parts(state.nodes[item.owner].label)
        told = {f.owner for f in state.filters if not f.edge}
        named = any(f.owner == item.owner and f.property in names for f in state.filters if not f.edge)
        return named and any(n not in told and not node.absent for n, node in enumerate(state.nodes))

    @staticmethod
    def _absent(state: State, item: Item) -> bool:
        return not item.edge and state.nodes[item.owner].absent

    def _missing(self, state: State, head: Head) -> Head:
        """Properties that are said to be unknown, or that something is said to be without."""
        markers = [m for m in state.markers if m.role is Role.MISSING]

        def is_missing(item: Item) -> bool:
            after = any(0 <= marker.start - item.end <= 1 for marker in markers)
            return after or has_role(item, Role.NEGATE) or has_role(item, Role.MISSING)

        missing = tuple(term_of(i) for i in state.items if i.property is not None and is_missing(i))
        return replace(head, missing=missing)

    def _ordered(self, state: State, head: Head) -> Head:
        """ "Sorted by" and "top five"."""
        descending = any(m.role is Role.SORT and m.value == "desc" for m in state.markers)
        order = tuple((term_of(item), descending) for item in state.items if has_role(item, Role.SORT))
        limit = next((m.count for m in state.markers if m.role is Role.TOP), None)
        return replace(head, order=order, limit=limit)

    def _kinds(self, state: State, head: Head) -> Iterator[Head]:
        roles = {marker.role for marker in state.markers}
        averaged = next((i for i in state.items if any(m.value == "avg count" for m in i.roles)), None)
        if averaged is not None and not self._holds_number(state, term_of(averaged)):
            yield from self._average_count(state, head, averaged)
            return
        measures = self._measures(state)
        if measures:
            whole = replace(head, kind=Kind.AGGREGATE, measures=measures, keys=self._keys(state, head, measures))
            bare = any(m.function is AggregateFunction.COUNT for m in measures) and Role.COUNT not in roles
            yield scored_head(whole, Reason("head unclear", 1.0)) if bare else whole
            return
        if Role.COUNT in roles:
            focus = self._counted(state, head)
            yield from self._numbers(state, head, focus)
            measure = Measure(AggregateFunction.COUNT, focus, distinct=True)
            keys = self._keys(state, head, (measure,))
            yield replace(head, kind=Kind.AGGREGATE, focus=focus, measures=(measure,), keys=keys)
            return
        if Role.CHECK in roles:
            yield replace(head, kind=Kind.CHECK)
            return
        yield from self._lists(state, head)

    def _holds_number(self, state: State, term: Term) -> bool:
        """Whether a term is a property that holds a number itself: pages, seats."""
        if term.property is None:
            return False
        info = self._graph.held(state, term.owner, term.property, edge=term.edge)
        return info is not None and info.numeric and info.type is not ValueType.STRING

    def _numbers(self, state: State, head: Head, focus: Term) -> Iterator[Head]:
        """ "How many pages does it have": the property holds the number; of several, their sum."""
        wanted = next(m.value for m in state.markers if m.role is Role.COUNT)
        if wanted == "distinct" or not self._holds_number(state, focus):
            return
        names = self._graph.display.parts(state.nodes[focus.owner].label) if not focus.edge else ()
        alone = any(f.owner == focus.owner and not f.edge and f.property in names for f in state.filters)
        named = any(term_of(item) == focus and item.score >= _WHOLE_NAME for item in state.items)
        reason = Reason("number held", float(named))
        if alone and wanted != "total":
            yield scored_head(replace(head, kind=Kind.LIST, columns=(focus,)), reason)
        else:
            measure = Measure(AggregateFunction.SUM, focus)
            keys = self._keys(state, head, (measure,))
            yield scored_head(replace(head, kind=Kind.AGGREGATE, focus=focus, measures=(measure,), keys=keys), reason)

    def _average_count(self, state: State, head: Head, item: Item) -> Iterator[Head]:
        """ "The average number of movies per user": counted for each of what is grouped by, or hangs on it."""
        counted = term_of(item)
        nodes = [key for key in head.keys if key.property is None and not key.edge]
        per = nodes[0] if nodes else None
        keys = tuple(key for key in head.keys if key != per)
        if per is None:
            owner = state.edges[item.owner].end if item.edge else item.owner
            near = [e.end if e.start == owner else e.start for e in state.edges if owner in (e.start, e.end)]
            if not near:
                yield scored_head(head, Reason("head unclear", 1.0))
                return
            per = Term(near[0])
        measure = Measure(AggregateFunction.COUNT, counted, distinct=not item.edge)
        yield replace(head, kind=Kind.AGGREGATE, measures=(measure,), per=per, keys=keys)

    def _keys(self, state: State, head: Head, measures: tuple[Measure, ...]) -> tuple[Term, ...]:
        """What groups: what "each" stands before, and the properties that are to be shown of it."""
        measured = {m.term for m in measures}
        shown = [
            term
            for item in state.items
            if item.property is not None
            and (term := term_of(item)) not in measured
            and not any(has_role(item, role) for role in (Role.SORT, Role.SUPERLATIVE, Role.AGGREGATE, Role.COUNT))
            and term not in head.missing
        ]
        if not head.keys:
            asked = _asked_beside(state, measured)
            return tuple(s for s in shown if same_owner(s, asked)) or (asked,) if asked is not None else ()
        keys = [k for k in head.keys if k.property is not None or not any(same_owner(k, s) for s in shown)]
        grouped = {(k.owner, k.edge) for k in head.keys}
        wanted = [s for s in shown if (s.owner, s.edge) in grouped]
        return tuple(dict.fromkeys([*keys, *wanted]))

    def _counted(self, state: State, head: Head) -> Term:
        """What "how many" counts: the first thing named after it, else what it filters."""
        marker = next(m for m in state.markers if m.role is Role.COUNT)
        if marker.value == NOUN:
            for item in state.items:
                if item.end == marker.start:
                    return term_of(item)
        for item in state.items:
            if has_role(item, Role.COUNT):
                # "How many loans": not their dates.
                part = item.edge and item.score < _WHOLE_NAME
                return Term(item.owner, None, True) if part else term_of(item)
        start = marker.start
        after = [i for i in state.items if i.start >= start and not has_role(i, Role.GROUP)]
        if after:
            return term_of(after[0])
        nodes = [n for n, node in enumerate(state.nodes) if node.at >= start and not node.absent]
        return Term(nodes[0]) if nodes else Term(head.focus.owner, None, head.focus.edge)

    def _measures(self, state: State) -> tuple[Measure, ...]:
        """Averages, sums and their like, with counts beside them; none where there is no aggregate but counts."""
        found = [m for item in state.items for marker in item.roles for m in self._measure(state, item, marker)]
        counts = all(m.function is AggregateFunction.COUNT for m in found)
        totals = any(m.role is Role.AGGREGATE and m.value == "sum" for i in state.items for m in i.roles)
        return () if counts and not totals else tuple(found)

    def _measure(self, state: State, item: Item, marker: Marker) -> Iterator[Measure]:
        """What a marker before an item measures."""
        if marker.role is Role.COUNT:
            yield Measure(AggregateFunction.COUNT, term_of(item), distinct=True)
        elif marker.role is Role.AGGREGATE and item.property is not None:
            yield Measure(AggregateFunction(marker.value.split(" ")[0]), term_of(item))
        elif marker.role is Role.AGGREGATE and marker.value == "sum":
            yield Measure(AggregateFunction.COUNT, term_of(item), distinct=True)
        elif marker.role is Role.SUPERLATIVE and item.property is not None and self._asked_itself(state, item):
            extreme = self._extreme(item, marker)
            if extreme is not None:
                yield extreme

    def _asked_itself(self, state: State, item: Item) -> bool:
        """Whether a superlative property is what is asked for: "what is the highest balance"."""
        first = min((i.start for i in state.items if i.property is not None), default=-1)
        named_before = any(i.property is None and i.start < item.start for i in state.items)
        return item.start == first and not named_before

    def _extreme(self, item: Item, marker: Marker) -> Measure | None:
        adjective = self._graph.adjectives.get(marker.value)
        if adjective is None and marker.value not in ("most", "fewest"):
            return None
        most = adjective.most if adjective is not None else "max" if marker.value == "most" else "min"
        if adjective is not None and item.property is not None:
            reverse = any(word in item.property.lower() for word in adjective.reverse)
            most = {"min": "max", "max": "min"}[most] if reverse else most
        return Measure(AggregateFunction(most), term_of(item))

    def _lists(self, state: State, head: Head) -> Iterator[Head]:
        used = {*head.keys, *head.missing, *(term for term, _ in head.order)}
        items = [
            item
            for item in state.items
            if item.property is not None and term_of(item) not in used and not has_role(item, Role.SUPERLATIVE)
        ]
        asked = self._asked_property(state, head)
        columns = list(dict.fromkeys(term_of(item) for item in items))
        if asked is not None:
            term, fit = asked
            reason = Reason("measured", fit)
            yield scored_head(replace(head, columns=tuple(dict.fromkeys([term, *columns]))), reason)
            if fit >= 0.5:
                return
        told = [term for term in columns if self._told(state, term)]
        if columns:
            owner = Term(head.focus.owner, None, head.focus.edge)
            keys = tuple(k for k in head.keys if not any(same_owner(k, column) for column in columns))
            listed = replace(head, columns=tuple(columns), keys=keys)
            yield scored_head(listed, Reason("asks what was told", float(len(told)))) if told else listed
            if head.focus.property is None:
                reason = Reason("head unclear", 1.0)
                yield scored_head(replace(head, columns=(owner,)), reason)
            return
        yield replace(head, columns=(Term(head.focus.owner),))

    @staticmethod
    def _told(state: State, term: Term) -> bool:
        """Whether the question itself gives the value of a property."""
        return any(
            f.owner == term.owner and f.edge == term.edge and f.property == term.property
            and f.comparison is Comparison.EQ and not f.negated
            for f in state.filters
        )  # fmt: skip

    def _asked_property(self, state: State, head: Head) -> tuple[Term, float] | None:
        """ "When", "how old": the property that a question word asks for."""
        marker = next((m for m in state.markers if m.role in (Role.ASK_PROPERTY, Role.WHERE)), None)
        if marker is None:
            return None
        words: tuple[str, ...] = ()
        if marker.role is Role.ASK_PROPERTY:
            words = next((words for phrase, words in english().asks.items() if " ".join(phrase) == marker.value), ())
        elif any(f.owner == head.focus.owner and not f.edge for f in state.filters):
            # "Where is Riverside": not which place, but where that one is.
            return next(self._fitting(state, [Term(head.focus.owner)], _WHEREABOUTS), None)
        nodes = [Term(head.focus.owner)] if not head.focus.edge else []
        nodes += [Term(n) for n, node in enumerate(state.nodes) if Term(n) not in nodes and not node.absent]
        named = {item.owner for item in state.items if item.edge}
        edges = [Term(n, None, True) for n, edge in enumerate(state.edges) if edge.said or n in named]
        found = list(self._fitting(state, [*edges, *nodes], words))
        said = [pair for pair in found if any(term_of(item) == pair[0] for item in state.items)]
        return max(said or found, key=lambda pair: pair[1], default=None)

    def _fitting(self, state: State, owners: Sequence[Term], words: Sequence[str]) -> Iterator[tuple[Term, float]]:
        """The properties that words ask for, and how well they fit: less the farther back in the list of owners."""
        for place, owner in enumerate(owners):
            if owner.edge:
                fitting = self._graph.measured_on(state.edges[owner.owner].type, words)
            else:
                fitting = self._graph.measured(state.nodes[owner.owner].label, words)
            for info, fit in fitting:
                term = replace(owner, property=info.name)
                if not self._told(state, term):
                    yield term, fit - 0.25 * place


def _asked_beside(state: State, measured: Collection[Term]) -> Term | None:
    """ "List the members and the number of books they borrowed": measured for each of what is asked for as well."""
    owners = {(term.owner, term.edge) for term in measured}
    if state.havings:
        return None
    first = min((m.start for m in state.markers if m.role in _MEASURING), default=-1)
    for item in state.items:
        plain = item.property is None and not item.edge and not item.by_value and (item.owner, False) not in owners
        if (
            plain
            and item.start < first
            and has_role(item, Role.ASK)
            and not any(has_role(item, role) for role in _MEASURING)
        ):
            return Term(item.owner)
    return None
