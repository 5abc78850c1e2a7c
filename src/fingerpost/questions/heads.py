"""The head of a question: what is asked of the pattern, in a small algebra of its own.

A reading of the pattern (`State`) says which nodes there are and what was named. The head says whether they are
listed, counted, aggregated or checked; which columns, keys, order and limit there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from fingerpost.core.schema import PropertyInfo, ValueType
from fingerpost.linking.english import english
from fingerpost.plans.model import AggregateFunction, Comparison
from fingerpost.questions.markers import ASKING, Marker, Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Item, Reason, State
from fingerpost.questions.weights import WEIGHTS


class Kind(StrEnum):
    LIST = "list"
    AGGREGATE = "aggregate"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Term:
    """A node, a property of it, or (with `edge`) a property of an edge."""

    owner: int
    property: str | None = None
    edge: bool = False


@dataclass(frozen=True, slots=True)
class Measure:
    """An aggregate of a term. Counting a node counts it once however often it matches."""

    function: AggregateFunction
    term: Term
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class Best:
    """Only those with the most or least of a term, or of how many there are of it; `count` of them, ties included."""

    term: Term
    descending: bool
    counted: bool = False
    count: int = 1


@dataclass(frozen=True, slots=True)
class GroupCondition:
    """Only groups with so many of a term."""

    term: Term
    comparison: Comparison
    value: float


@dataclass(frozen=True, slots=True)
class Head:
    """What is asked. `per` is the node for each of which something is counted before the counts are averaged."""

    kind: Kind
    focus: Term
    columns: tuple[Term, ...] = ()
    keys: tuple[Term, ...] = ()
    measures: tuple[Measure, ...] = ()
    per: Term | None = None
    best: Best | None = None
    order: tuple[tuple[Term, bool], ...] = ()
    limit: int | None = None
    having: tuple[GroupCondition, ...] = ()
    missing: tuple[Term, ...] = ()
    score: float = 0.0
    reasons: tuple[Reason, ...] = field(default=())


_WHEREABOUTS = ("address", "location", "city", "street", "place", "town", "country")
"""Properties that say where something is, best first."""


class HeadBuilder:
    """Finds heads for readings over one schema."""

    def __init__(self, graph: SchemaGraph) -> None:
        self._graph = graph

    def heads(self, state: State) -> Iterator[Head]:
        """The heads that a reading can have, likeliest first."""
        focus = self._focus(state)
        keys = tuple(_term(item) for item in state.items if _has(item, Role.GROUP))
        having = tuple(GroupCondition(_term(state.items[h.item]), h.comparison, h.value) for h in state.havings)
        base = Head(Kind.LIST, focus, keys=keys, having=having)
        base = self._missing(state, base)
        base = self._ordered(state, base)
        for head in self._kinds(state, base):
            for whole in self._best(state, head):
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
        idle = sum(item.property is not None and _term(item) not in terms for item in state.items)
        return _scored(head, Reason("item unused", float(idle))) if idle else head

    def _focus(self, state: State) -> Term:
        """What is asked for: the first thing named after an asking word."""
        for item in state.items:
            asking = any(_has(item, role) for role in ASKING) and not _has(item, Role.GROUP)
            if asking and not self._only_named(state, item):
                return _term(item)
        asked = [m.start for m in state.markers if m.role in ASKING]
        start = asked[0] if asked else 0
        items = [i for i in state.items if not _has(i, Role.GROUP) and not self._absent(state, i)]
        items = [i for i in items if not self._only_named(state, i)]
        for item in items:
            if item.start >= start:
                return _term(item)
        if items:
            return _term(items[0])
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
            return after or _has(item, Role.NEGATE) or _has(item, Role.MISSING)

        missing = tuple(_term(i) for i in state.items if i.property is not None and is_missing(i))
        return replace(head, missing=missing)

    def _ordered(self, state: State, head: Head) -> Head:
        """ "Sorted by" and "top five"."""
        descending = any(m.role is Role.SORT and m.value == "desc" for m in state.markers)
        order = tuple((_term(item), descending) for item in state.items if _has(item, Role.SORT))
        limit = next((m.count for m in state.markers if m.role is Role.TOP), None)
        return replace(head, order=order, limit=limit)

    def _kinds(self, state: State, head: Head) -> Iterator[Head]:
        roles = {marker.role for marker in state.markers}
        averaged = next((i for i in state.items if any(m.value == "avg count" for m in i.roles)), None)
        if averaged is not None and not self._holds_number(state, _term(averaged)):
            yield from self._average_count(state, head, averaged)
            return
        measures = self._measures(state)
        if measures:
            whole = replace(head, kind=Kind.AGGREGATE, measures=measures, keys=self._keys(state, head, measures))
            bare = any(m.function is AggregateFunction.COUNT for m in measures) and Role.COUNT not in roles
            yield _scored(whole, Reason("head unclear", 1.0)) if bare else whole
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
        info = self._info(state, term)
        return info is not None and info.numeric and info.type is not ValueType.STRING

    def _numbers(self, state: State, head: Head, focus: Term) -> Iterator[Head]:
        """ "How many pages does it have": the property holds the number; of several, their sum."""
        wanted = next(m.value for m in state.markers if m.role is Role.COUNT)
        if wanted == "distinct" or not self._holds_number(state, focus):
            return
        alone = any(f.owner == focus.owner and f.comparison is Comparison.EQ for f in state.filters)
        reason = Reason("number held", 1.0)
        if alone and wanted != "total":
            yield _scored(replace(head, kind=Kind.LIST, columns=(focus,)), reason)
        else:
            measure = Measure(AggregateFunction.SUM, focus)
            keys = self._keys(state, head, (measure,))
            yield _scored(replace(head, kind=Kind.AGGREGATE, focus=focus, measures=(measure,), keys=keys), reason)

    def _average_count(self, state: State, head: Head, item: Item) -> Iterator[Head]:
        """ "The average number of movies per user": counted for each of what is grouped by, or hangs on it."""
        counted = _term(item)
        nodes = [key for key in head.keys if key.property is None and not key.edge]
        per = nodes[0] if nodes else None
        keys = tuple(key for key in head.keys if key != per)
        if per is None:
            owner = state.edges[item.owner].end if item.edge else item.owner
            near = [e.end if e.start == owner else e.start for e in state.edges if owner in (e.start, e.end)]
            if not near:
                yield _scored(head, Reason("head unclear", 1.0))
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
            and (term := _term(item)) not in measured
            and not any(_has(item, role) for role in (Role.SORT, Role.SUPERLATIVE, Role.AGGREGATE, Role.COUNT))
            and term not in head.missing
        ]
        keys = [k for k in head.keys if k.property is not None or not any(_same_owner(k, s) for s in shown)]
        grouped = {(k.owner, k.edge) for k in head.keys}
        wanted = [s for s in shown if (s.owner, s.edge) in grouped or not head.keys]
        return tuple(dict.fromkeys([*keys, *(wanted if head.keys else ())]))

    def _counted(self, state: State, head: Head) -> Term:
        """What "how many" counts: the first thing named after it, else what it filters."""
        for item in state.items:
            if _has(item, Role.COUNT):
                return _term(item)
        start = next(m.start for m in state.markers if m.role is Role.COUNT)
        after = [i for i in state.items if i.start >= start and not _has(i, Role.GROUP)]
        if after:
            return _term(after[0])
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
            yield Measure(AggregateFunction.COUNT, _term(item), distinct=True)
        elif marker.role is Role.AGGREGATE and item.property is not None:
            yield Measure(AggregateFunction(marker.value.split(" ")[0]), _term(item))
        elif marker.role is Role.AGGREGATE and marker.value == "sum":
            yield Measure(AggregateFunction.COUNT, _term(item), distinct=True)
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
        adjective = english().adjectives.get(marker.value)
        if adjective is None and marker.value not in ("most", "fewest"):
            return None
        most = adjective.most if adjective is not None else "max" if marker.value == "most" else "min"
        if adjective is not None and item.property is not None:
            reverse = any(word in item.property.lower() for word in adjective.reverse)
            most = {"min": "max", "max": "min"}[most] if reverse else most
        return Measure(AggregateFunction(most), _term(item))

    def _lists(self, state: State, head: Head) -> Iterator[Head]:
        used = {*head.keys, *head.missing, *(term for term, _ in head.order)}
        items = [
            item
            for item in state.items
            if item.property is not None and _term(item) not in used and not _has(item, Role.SUPERLATIVE)
        ]
        asked = self._asked_property(state, head)
        columns = list(dict.fromkeys(_term(item) for item in items))
        if asked is not None:
            term, fit = asked
            reason = Reason("measured", fit)
            yield _scored(replace(head, columns=tuple(dict.fromkeys([term, *columns]))), reason)
            if fit >= 0.5:
                return
        told = [term for term in columns if self._told(state, term)]
        if columns:
            owner = Term(head.focus.owner, None, head.focus.edge)
            keys = tuple(k for k in head.keys if not any(_same_owner(k, column) for column in columns))
            listed = replace(head, columns=tuple(columns), keys=keys)
            yield _scored(listed, Reason("asks what was told", float(len(told)))) if told else listed
            if head.focus.property is None:
                reason = Reason("head unclear", 1.0)
                yield _scored(replace(head, columns=(owner,)), reason)
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
        edges = [Term(n, None, True) for n, edge in enumerate(state.edges) if edge.said]
        found = list(self._fitting(state, [*edges, *nodes], words))
        named = [pair for pair in found if any(_term(item) == pair[0] for item in state.items)]
        return max(named or found, key=lambda pair: pair[1], default=None)

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

    def _best(self, state: State, head: Head) -> Iterator[Head]:
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
            yield _scored(ranked, Reason("measured", fit, marker.start, marker.end, marker.value))
        if not options:
            yield _scored(head, Reason("unmeasured", 1.0, marker.start, marker.end, marker.value))

    def _said_before(self, state: State, marker: Marker) -> Item | None:
        """ "Born first", "joined last": the property stands before the superlative."""
        for item in state.items:
            if item.property is not None and not item.edge and 0 <= marker.start - item.end <= 1:
                return item if self._is_numeric(state, item) else None
        return None

    def _top(self, state: State, head: Head) -> Iterator[Head]:
        """ "Top five by rating": the property named is what they are ranked by."""
        numeric = [
            _term(item)
            for item in state.items
            if item.property is not None and not item.edge and self._is_numeric(state, item)
        ]
        if numeric and head.kind is Kind.LIST:
            best = Best(numeric[-1], True, False, head.limit or 1)
            columns = tuple(c for c in head.columns if c != best.term) or (Term(head.focus.owner),)
            yield replace(head, best=best, limit=None, columns=columns)
        else:
            yield head

    def _info(self, state: State, term: Term) -> PropertyInfo | None:
        name = term.property or ""
        if term.edge:
            return self._graph.relationship_property(state.edges[term.owner].type, name)
        return self._graph.property(state.nodes[term.owner].label, name)

    def _is_numeric(self, state: State, item: Item) -> bool:
        info = self._info(state, _term(item))
        return info is not None and (info.numeric or info.temporal)

    def _superlative(
        self, state: State, head: Head, marker: Marker, item: Item | None
    ) -> Iterator[tuple[Term, bool, bool, float]]:
        """What a superlative ranks by: (term, descending, counted, how well it fits)."""
        adjective = english().adjectives.get(marker.value)
        descending = marker.value == "most" if adjective is None else adjective.most == "max"
        if item is not None and item.property is not None:
            turned = adjective is not None and any(word in item.property.lower() for word in adjective.reverse)
            yield _term(item), descending != turned, False, 1.0
            return
        if adjective is None:
            if item is not None and Term(item.owner) != Term(head.focus.owner):
                yield _term(item), descending, True, 1.0
            else:
                others = [i for i in state.items if i.property is None and i.owner != head.focus.owner]
                if others:
                    yield _term(others[-1]), descending, True, 0.6
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


def _term(item: Item) -> Term:
    return Term(item.owner, item.property, item.edge)


def _same_owner(one: Term, other: Term) -> bool:
    return one.owner == other.owner and one.edge == other.edge


def _has(item: Item, role: Role) -> bool:
    return any(marker.role is role for marker in item.roles)


def _scored(head: Head, *reasons: Reason) -> Head:
    gain = sum(WEIGHTS[reason.feature] * reason.amount for reason in reasons)
    return replace(head, score=head.score + gain, reasons=(*head.reasons, *reasons))
