"""Heads that choose: "the oldest", "the five longest", "top 5 by pages", "the most loans", "the second highest"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from fingerpost.core.schema import PropertyInfo, ValueType
from fingerpost.linking.derived import AGE, SIZE
from fingerpost.linking.lasting import begun_by
from fingerpost.linking.text import joined_name
from fingerpost.plans import AggregateFunction, Comparison
from fingerpost.questions.algebra import Best, Head, Kind, Term, has_role, scored_head, term_of
from fingerpost.questions.amounts import amount_joined, paid
from fingerpost.questions.commonest import commonest, counts_them, what_is_common
from fingerpost.questions.full_names import shown_as
from fingerpost.questions.markers import Marker, Role
from fingerpost.questions.roles import COUNTED, HOW_MUCH, RAREST, SERVED
from fingerpost.questions.schema_graph import SchemaGraph, adds_up, identifies, own_moment_first
from fingerpost.questions.state import Item, Reason, State, is_spoken_of
from fingerpost.questions.topping import topped

_COUNT = AggregateFunction.COUNT
_SURELY = 3
"""How many of the words for what an adjective measures say that it is surely this: a date for "earliest"."""
_WHEN = ("first", "last", "recent", "late", "early")
"""What may be said of when something was done: "borrowed last", "reviewed most recently"."""
_SIZES = ("large", "big", "great", "high", "small", "low")
"""Degrees that are of a sum where things are taken together: "the highest takings in total"."""
_ON_EDGE = 0.1
"""How much less a relationship's measure fits than that of what is asked for."""
_THE_MOST = 2
"""Words of "the most", without the "often" behind it."""
LENGTHS = ("long", "short", "lengthy")
"""What text can be by itself, with nothing stored of it."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """What things are ranked by: a term or an aggregate of it, in which direction, and how well that fits the words."""

    term: Term
    descending: bool
    fit: float
    function: AggregateFunction | None = None


_FAST = frozenset(("fast", "quick", "slow"))


class Chooser:
    """Finds what the superlatives of a question choose by, over one schema."""

    def __init__(self, graph: SchemaGraph) -> None:
        self._graph = graph

    def chosen(self, state: State, head: Head) -> Iterator[Head]:
        """Superlatives: "the oldest", "the most phones", "the five longest"."""
        marker = next((m for m in state.markers if m.role is Role.SUPERLATIVE), None)
        if marker is not None and any(m.role is Role.SHARE and m.start == marker.end for m in state.markers):
            yield head  # "the highest share of": see `sharing`
            return
        if marker is not None and marker.value == "first" and marker.number:
            # "The first 3 firms with the lowest rent": three of those.
            further = (m for m in state.markers if m.role is Role.SUPERLATIVE and m is not marker)
            told = next((m for m in further if any(m in i.roles for i in state.items)), None)
            if told is not None:
                head, marker = head._replace(limit=head.limit or marker.number), told
        if marker is not None and marker.value == "first" and marker.number and head.order:
            # "The first 3 games sorted by price": by price, and not the earliest.
            yield head._replace(limit=head.limit or marker.number)
            return
        if marker is not None and head.measures:
            averaged = self._best_group(state, head, marker)
            if averaged is not None:
                yield averaged
                return
        if marker is None or any((m.each or m.function) in ("max", "min") for m in head.measures):
            if head.limit is not None and not head.order:
                yield from self._top(state, head)
            else:
                yield head
            return
        item = next((i for i in state.items if marker in i.roles), None)
        if item is None or (item.property is None and has_role(item, Role.GROUP)):
            # "Who earns the most in each department": not the most departments.
            item = self._said_before(state, marker) or item
        if item is not None and _are_of_value(state, head, item, marker):
            head = head._replace(focus=head.columns[0])  # "which member category has the most members"
        item = what_is_common(self._graph, state, item, marker)
        if item is not None and counts_them(self._graph, state, item, marker):
            each = self._groups(state, head._replace(focus=term_of(item)))
            common = commonest(self._graph, state, head, item, marker, each)
            if common is not None:
                yield common._replace(columns=self._named(state, common))
                return
        count = head.limit or marker.number or 1
        options = list(self._ranked(state, head, marker, item))
        asked = item.owner if item is not None and not item.edge else head.focus.owner
        if marker.value == "first" and marker.number:
            options = [option for option in options if option.term.owner == asked]
            if not options:
                # "List the first 3 genres", which have no date: any three.
                yield head._replace(limit=marker.number)
                return
        if not head.focus.edge and any(m.role is Role.AGGREGATE and m.value == "avg" for m in state.pending):
            # "Which team has the tallest players on average".
            others = head.focus.owner
            options = [o if o.term.owner == others else self._averaged(state, o) for o in options]
        for option in options[:3]:
            yield self._by(state, head, marker, item, option, count)
        if not options:
            yield scored_head(head, Reason("unmeasured", 1.0, marker.start, marker.end, marker.value))

    def _by(self, state: State, head: Head, marker: Marker, item: Item | None, option: Ranked, count: int) -> Head:
        """The head that ranks by an option, with what it shows then."""
        each = head.keys if head.kind is Kind.LIST else ()
        plain = option.function is None
        groups = each if plain else self._groups(state, head)
        best = Best(option.term, option.descending, option.function, count, marker.rank, each=groups)
        ranked = head._replace(best=best, limit=None)
        reason = self._reason(option, marker)
        if not plain:
            ranked = self._of_things(state, ranked)
            ranked = ranked._replace(columns=self._named(state, ranked))
        if option.term.edge and plain and self._asks_when(state):
            return scored_head(ranked._replace(columns=(option.term,)), reason)
        if plain and (_asks_again(state, option.term, marker) or _asks_how(state, marker, option.term in head.columns)):
            # "Who are the three best paid, and what do they earn": who they are, and how much.
            whose = shown_as(self._graph.display, state, (Term(option.term.owner),))
            return scored_head(ranked._replace(columns=(*whose, option.term)), reason)
        if (marker.rank > 1 or count > 1) and plain and item is not None and asks_itself(self._graph, state, item):
            # "The second highest salary", "the three highest salaries": the salary, and not whose it is.
            return scored_head(ranked._replace(columns=(option.term,)), reason)
        if plain and best.each and item is not None and item.property is None:
            own = tuple(c for c in head.columns if c not in best.each)
            ranked = ranked._replace(columns=tuple(dict.fromkeys((*own, Term(item.owner)))))
        if plain and head.columns == (option.term,) and item is not None and _are_by(state, item, option.term):
            return scored_head(ranked._replace(focus=Term(item.owner), columns=(Term(item.owner),)), reason)
        one = _choice(self._graph, state) if plain and head.columns == (option.term,) else None
        if one is not None:
            return scored_head(ranked._replace(focus=one, columns=(one,)), reason)
        return scored_head(ranked if self._is_asked(state, option.term, head) else without_key(ranked, item), reason)

    def _of_things(self, state: State, head: Head) -> Head:
        """ "The id and name of the dorm with the most rooms": of a dorm, and not of an id, which things may share."""
        focus = head.focus
        own = [t for t in head.columns if t.owner == focus.owner and not t.edge and t.property is not None]
        if focus.property is None or focus.edge or len(own) < 2:
            return head
        label = self._graph.schema.label_by_name[state.nodes[focus.owner].label]
        shown = self._graph.display.parts(label.name)
        each = (t.property in shown or label.by_name[t.property or ""].distinct == label.count for t in own)
        return head._replace(focus=Term(focus.owner)) if any(each) else head

    def _averaged(self, state: State, option: Ranked) -> Ranked:
        """By the average: of dates by that of ages, as nothing adds dates up."""
        info = self._graph.held(state, option.term.owner, option.term.property or "", edge=option.term.edge)
        if option.function is not None or info is None or not (info.numeric or info.temporal):
            return option
        if info.temporal and begun_by(option.term.part) is None:
            aged = option.term._replace(part=AGE)
            return replace(option, term=aged, descending=not option.descending, function=AggregateFunction.AVG)
        return replace(option, function=AggregateFunction.AVG)

    @staticmethod
    def _is_asked(state: State, term: Term, head: Head) -> bool:
        """ "When did the last party take place", "the cheapest books with their genre and price": what they are chosen
        by is asked for too."""
        if any(term_of(item) == term and not item.roles for item in state.items) and len(head.columns) > 1:
            return True
        return head.columns[:1] == (term,) and any(m.role is Role.ASK_PROPERTY for m in state.markers)

    @staticmethod
    def _asks_when(state: State) -> bool:
        return any(m.role is Role.ASK_PROPERTY and m.value.startswith("when") for m in state.markers)

    @staticmethod
    def _reason(option: Ranked, marker: Marker) -> Reason:
        return Reason("measured", option.fit, marker.start, marker.end, marker.value)

    def _best_group(self, state: State, head: Head, marker: Marker) -> Head | None:
        """ "The author with the highest average price": the group with the best aggregate."""
        item = next((i for i in state.items if marker in i.roles), None)
        if item is None or item.property is None:
            return None
        beside = next((m for m in item.roles if m.role is Role.AGGREGATE and 0 <= m.start - marker.end <= 1), None)
        if beside is None:
            return None
        term = term_of(item)
        asked = [term_of(i) for i in state.items if has_role(i, Role.ASK) and i.start < marker.start]
        asked += [Term(0)] if any(m.role is Role.WHO for m in state.markers) else []
        groups = [key for key in (*head.keys, *asked) if key != term]
        if not groups:
            return None
        focus = next((t for t in asked if not t.edge and t != term), None)
        each = self._groups(state, head._replace(kind=Kind.LIST, focus=focus)) if focus is not None else ()
        groups = [focus] if focus is not None and each else groups
        best = Best(
            term,
            is_descending(self._graph, marker, item),
            AggregateFunction(beside.value.split()[0]),
            head.limit or marker.number or 1,
            marker.rank,
            each=each,
        )
        columns = tuple(dict.fromkeys(key for key in groups if key.owner == groups[0].owner))
        if each:
            shown = [i for i in state.items if i.property is not None and not i.edge and not i.roles]
            columns = tuple(dict.fromkeys(term_of(i) for i in shown)) or columns
        whole = head._replace(kind=Kind.LIST, focus=groups[0], columns=columns, keys=(), measures=(), best=best)
        whole = whole._replace(columns=self._named(state, whole), groups=())
        return scored_head(whole, Reason("measured", 1.0, marker.start, marker.end, marker.value))

    @staticmethod
    def _groups(state: State, head: Head) -> tuple[Term, ...]:
        """What there is a best one each of: what "each" stands before, where it is not what is chosen."""
        grouped = tuple(dict.fromkeys(term_of(i) for i in state.items if has_role(i, Role.GROUP)))
        own = head.focus.edge or any(t.edge or t.owner == head.focus.owner for t in grouped)
        return () if own or head.kind is not Kind.LIST else grouped

    def _named(self, state: State, head: Head) -> tuple[Term, ...]:
        """The columns, with the names of the groups of which each has a best."""
        each = head.best.each if head.best is not None else ()
        asked = {column.owner for column in head.columns if not column.edge}
        groups = (t for t in each if t.property is None and t.owner not in asked)
        return (*head.columns, *shown_as(self._graph.display, state, groups))

    def _said_before(self, state: State, marker: Marker) -> Item | None:
        """ "Born first", "joined last": the property stands before the superlative."""
        for item in state.items:
            if item.property is not None and 0 <= marker.start - item.end <= 1:
                return item if self.is_measure(state, item) else None
        return None

    def _top(self, state: State, head: Head) -> Iterator[Head]:
        """ "Top five by rating": the property named is what they are ranked by."""
        numeric = [
            term_of(item)
            for item in state.items
            if item.property is not None and not item.edge and self.is_measure(state, item)
        ]
        numeric = [term for term in numeric if term not in head.missing]
        if numeric and head.kind is Kind.LIST:
            best = Best(numeric[-1], True, None, head.limit or 1)
            columns = tuple(c for c in head.columns if c != best.term) or (Term(head.focus.owner),)
            yield head._replace(best=best, limit=None, columns=columns)
            return
        top = topped(self._graph, state, head)
        yield top._replace(columns=self._named(state, top)) if top.best is not None and top.best.counted else top

    def is_measure(self, state: State, item: Item) -> bool:
        """Whether an item is a number or a moment."""
        info = self._graph.held(state, item.owner, item.property or "", edge=item.edge)
        return info is not None and (info.numeric or info.temporal)

    def _ranked(self, state: State, head: Head, marker: Marker, item: Item | None) -> Iterator[Ranked]:
        """What a superlative can rank by: nothing that is asked for behind it."""
        if item is not None and any(m.role is Role.ASK and marker.end <= m.start < item.start for m in state.markers):
            item = None  # "who visited most often? Give the first name"
        happened = list(self._happened(state, marker))
        if happened:
            yield from happened
            return
        if item is not None and item.property is not None:
            info = self._graph.held(state, item.owner, item.property, edge=item.edge)
            if marker.value in COUNTED and info is not None and _names(info):
                # "The party with the most delegates", where these are names: how many there are.
                yield Ranked(Term(item.owner, None, item.edge), marker.value == "most", 1.0, _COUNT)
                return
            if info is not None and info.temporal and marker.value in _FAST:
                yield from self._how_fast(item, marker, state)
                return
            lasts = begun_by(item.part) is not None
            if marker.value not in COUNTED or info is None or not info.temporal or lasts:
                term = term_of(item)
                if term.part == AGE:
                    # "The oldest client by age": by the day of birth, which few share.
                    yield Ranked(term._replace(part=""), not is_descending(self._graph, marker, item), 1.0)
                    return
                adds = lasts or (info is not None and info.numeric and not identifies(info))
                if adds and _adds(self._graph, state, head, item, marker):
                    yield Ranked(term, is_descending(self._graph, marker, item), 1.0, AggregateFunction.SUM)
                    return
                how_long = info is not None and is_how_long(info, marker)
                # Words are neither more nor less than others.
                words = info is not None and info.in_words and not how_long
                if marker.value in COUNTED and words and not item.edge:
                    # "In for repair the most times? Plate please": no plate is more than another.
                    yield from self.counted(state, head, None, descending=marker.value == "most", often=True)
                    return
                adjective = words and marker.value in self._graph.adjectives
                of_it = list(self.measured(state, item.owner, marker.value)) if adjective and not item.edge else []
                if of_it:
                    yield from of_it  # "the dearest pieces of equipment", where a piece is a word for its name
                    return
                yield Ranked(
                    term._replace(part=SIZE) if how_long else term, is_descending(self._graph, marker, item), 1.0
                )
        elif marker.value in self._graph.adjectives:
            owner = item.owner if item is not None and not item.edge else head.focus.owner
            options = list(self.measured(state, owner, marker.value))
            options = [option for option in options if _is_said_behind(state, item, option.term)] or options
            # "The oldest books by somebody born in 1960" are not those of the oldest.
            own = [option for option in options if item is not None and option.term.owner == owner]
            # "Which rower was the oldest at the cup": not by the club that nobody speaks of.
            yield from own or [o for o in options if o.term.edge or is_spoken_of(state, o.term.owner)] or options
        else:
            descending = marker.value not in ("fewest", RAREST)
            often = marker.end - marker.start > _THE_MOST
            yield from self.counted(state, head, item, descending=descending, often=often)

    def _how_fast(self, item: Item, marker: Marker, state: State) -> Iterator[Ranked]:
        """ "Closed the fastest": how long after it began, and not when."""
        name = state.edges[item.owner].type if item.edge else state.nodes[item.owner].label
        for last, part in self._graph.lasting(name, edge=item.edge):
            if last == item.property:
                yield Ranked(term_of(item)._replace(part=part), marker.value == "slow", 1.0)

    def _happened(self, state: State, marker: Marker) -> Iterator[Ranked]:
        """ "The last visit to Riverside", "visited it last": of the visits, and not of what else has a date."""
        adjective = self._graph.adjectives.get(marker.value)
        ends = marker.value in _WHEN and not any(marker in i.roles for i in state.items)
        ends = ends and max([*(i.end for i in state.items), *(f.end for f in state.filters)], default=0) <= marker.start
        beside = (marker.start, marker.end)
        said = (r for r in state.reasons if r.feature == "relation used" and (ends or {r.start, r.end} & {*beside}))
        told = next((r.note for r in said), "")
        for number, edge in enumerate(state.edges):
            if adjective is not None and told.startswith(f"{edge.type} ") and not edge.absent:
                for info, fit in self._graph.measured_on(edge.type, adjective.on)[:1]:
                    yield Ranked(Term(number, info.name, True), adjective.most == "max", fit)

    def counted(
        self, state: State, head: Head, item: Item | None, *, descending: bool, often: bool = False
    ) -> Iterator[Ranked]:
        """What "most" can count: what follows it, else what else was named, else how often it happened."""
        if item is not None and (Term(item.owner) != Term(head.focus.owner) or head.focus.property is not None):
            yield Ranked(term_of(item), descending, 1.0, _COUNT)
            return
        others = [i for i in state.items if i.property is None and i.owner != head.focus.owner]
        if others:
            amount = None if often else paid(self._graph, state, others[-1].owner)
            if amount is not None:
                yield Ranked(Term(others[-1].owner, amount), descending, 1.0, AggregateFunction.SUM)
            yield Ranked(term_of(others[-1]), descending, 0.6, _COUNT)
            return
        for number, edge in enumerate(state.edges):
            if head.focus.owner in (edge.start, edge.end) and not head.focus.edge:
                yield Ranked(Term(number, None, True), descending, 0.6, _COUNT)
                amount = None if often else amount_joined(self._graph, state, number, head.focus.owner)
                if amount is not None:
                    yield Ranked(Term(number, amount, True), descending, 0.6, AggregateFunction.SUM)
                return
        if head.focus.property is not None and not head.focus.edge:
            # "The nominee who was nominated the most times": the value that most things have.
            yield Ranked(Term(head.focus.owner), descending, 0.6, _COUNT)

    def measured(self, state: State, owner: int, word: str) -> Iterator[Ranked]:
        """What an adjective measures: of its own node first, then of the others."""
        adjective = self._graph.adjectives[word]
        nodes = [owner, *(n for n in range(len(state.nodes)) if n != owner and not state.nodes[n].absent)]
        own = bool(self._graph.measured(state.nodes[owner].label, adjective.on[:_SURELY]))
        nodes = nodes[:1] if own else nodes
        for place, number in enumerate(nodes[:3]):
            label = state.nodes[number].label
            for info, fit in own_moment_first(self._graph.measured(label, adjective.on), label)[:2]:
                turned = any(word in joined_name(info.name) for word in adjective.reverse)
                yield Ranked(Term(number, info.name), (adjective.most == "max") != turned, fit - 0.4 * place)
        for number, edge in enumerate(() if own else state.edges):
            # "The cheapest supplier of sugar", where a price stands with what each supplies.
            for info, fit in self._graph.measured_on(edge.type, adjective.on[:_SURELY])[: not edge.absent]:
                turned = any(word in joined_name(info.name) for word in adjective.reverse)
                yield Ranked(Term(number, info.name, True), (adjective.most == "max") != turned, fit - _ON_EDGE)
        if own or word not in LENGTHS:
            return
        lasting = list(self._lasting(state, owner, descending=adjective.most == "max"))
        yield from lasting
        if not lasting and state.nodes[owner].label in self._graph.people:
            # "Who has stayed with us longest": who came first.
            served = self.measured(state, owner, SERVED)
            yield from (replace(o, descending=o.descending != (adjective.most == "min")) for o in served)

    def _lasting(self, state: State, owner: int, *, descending: bool) -> Iterator[Ranked]:
        """ "Stayed longest", "the longest loan": the days between when it began and when it was over."""
        for last, part in self._graph.lasting(state.nodes[owner].label, edge=False):
            yield Ranked(Term(owner, last, False, part), descending, 1.0)
        for number, edge in enumerate(state.edges):
            for last, part in self._graph.lasting(edge.type, edge=True)[: not edge.absent]:
                yield Ranked(Term(number, last, True, part), descending, 1.0)


def is_descending(graph: SchemaGraph, marker: Marker, item: Item | None = None) -> bool:
    """Whether a superlative asks for the most, of an item if that is named: the "youngest" have the least age."""
    adjective = graph.adjectives.get(marker.value)
    if adjective is None:
        return marker.value == "most"
    name = joined_name(item.property) if item is not None and item.property is not None else ""
    return (adjective.most == "max") != any(word in name for word in adjective.reverse)


def _choice(graph: SchemaGraph, state: State) -> Term | None:
    """ "Which costs more, the tent or the lamp": one of the two, and not its price."""
    if not any(m.role is Role.EITHER for m in state.markers):
        return None
    for f in state.filters:
        if not f.edge and f.comparison is Comparison.IN and not state.nodes[f.owner].absent:
            label = graph.schema.label_by_name[state.nodes[f.owner].label]
            if f.property in graph.display.parts(label.name) or label.by_name[f.property].distinct == label.count:
                return Term(f.owner)
    return None


def _are_by(state: State, item: Item, term: Term) -> bool:
    """ "The 3 longest talks in minutes", "the dearest product per kilo": talks and products, no numbers."""
    named = item.property is None and not item.edge and item.owner == term.owner and not term.edge
    behind = (i for i in state.items if term_of(i) == term and i.start >= item.end)
    return named and any(not has_role(i, Role.ASK) and not has_role(i, Role.ASK_PROPERTY) for i in behind)


def _is_said_behind(state: State, item: Item | None, term: Term) -> bool:
    """ "The dearest products per kilo": by that, whatever else they cost."""
    return item is not None and any(term_of(i) == term and i.start == item.end for i in state.items)


def _are_of_value(state: State, head: Head, item: Item, marker: Marker) -> bool:
    """Whether those are counted of whom a value is asked for."""
    whole = item.property is None and not item.edge and term_of(item) == head.focus
    asked = head.columns[0] if len(head.columns) == 1 else head.focus
    before = any(i.owner == item.owner and i.end <= marker.start and term_of(i) == asked for i in state.items)
    own = asked.property is not None and (asked.owner, asked.edge) == (item.owner, False)
    return marker.value in COUNTED and whole and own and before


def _adds(graph: SchemaGraph, state: State, head: Head, item: Item, marker: Marker) -> bool:
    """ "Who teaches the most credits": of all the courses together, as none of them is spoken of."""
    together = any(m.role is Role.AGGREGATE and m.value == "sum" for m in state.markers)  # "the most tonnes overall"
    degrees = (*COUNTED, *_SIZES) if together else COUNTED
    derived = item.part and begun_by(item.part) is None
    if marker.value not in degrees or head.kind is not Kind.LIST or head.focus.edge or derived:
        return False
    if item.edge:
        ends = (state.edges[item.owner].start, state.edges[item.owner].end)
        return head.focus.property is None and head.focus.owner in ends
    if item.owner != head.focus.owner:
        return together or bool(item.part) or not state.nodes[item.owner].named
    asked, label = head.focus.property, state.nodes[item.owner].label
    info = graph.property(label, asked) if asked is not None and asked != item.property else None
    # "Which floor has the most beds": several wards are on one; but not "the name of the ward".
    named = asked in graph.display.parts(label)
    return info is not None and not named and info.distinct < graph.counts.get(label, 0)


def _asks_again(state: State, term: Term, marker: Marker) -> bool:
    """Whether what things are chosen by is asked for behind that, by a "what" of its own."""
    asked = (m for i in state.items if term_of(i) == term and not term.edge for m in i.roles if m.role is Role.ASK)
    return any(m.start >= marker.end for m in asked)


def _asks_how(state: State, marker: Marker, shown: bool) -> bool:
    """Whether "and how much is it" stands behind; where the property is shown, "and how old is she" too."""
    asked = (m for m in state.markers if m.role is Role.ASK_PROPERTY and m.start >= marker.end)
    return any(m.value == HOW_MUCH or (shown and m.value.startswith("how")) for m in asked)


def _names(info: PropertyInfo) -> bool:
    """Whether a property only tells things apart, or holds plain text: of that nothing is the most."""
    return identifies(info) or (info.in_words and not adds_up(info))


def is_how_long(info: PropertyInfo, marker: Marker) -> bool:
    """ "The most hobbies", "the longest name": how many a list holds, how long text is."""
    if info.type is ValueType.LIST:
        return marker.value in COUNTED
    return info.in_words and not adds_up(info) and marker.value in LENGTHS


def asks_itself(graph: SchemaGraph, state: State, item: Item) -> bool:
    """Whether a superlative property is what is asked for: "what is the highest balance"."""
    if item.property is None or any(m.role is Role.EITHER for m in state.markers):
        return False  # "which has more beds, A or B"
    first = min((i.start for i in state.items if i.property is not None), default=-1)
    others = [i for i in state.items if i.property is None]
    starts = [(i.start, i.owner) for i in others if not i.edge] + [
        (f.start, f.owner) for f in state.filters if not f.edge
    ]
    if (item.end, item.owner) in starts:
        return False  # "the most downloaded packages", "the best paid engineers"
    before = [i for i in others if i.start < item.start]
    opens = min((m.start for m in item.roles if m.role is Role.SUPERLATIVE), default=-1)
    if any(f.owner == item.owner and not f.edge and f.end == opens - 1 for f in state.filters):
        return False  # "the journal with the highest impact factor", where that is a kind
    # "The highest book price": of all of them.
    info = graph.held(state, item.owner, item.property, edge=item.edge)
    its = len(before) == 1 and before[0].end == item.start and has_role(before[0], Role.ASK)
    its = its and info is not None and (info.numeric or info.temporal)
    return item.start == first and (not before or its)


def without_key(head: Head, item: Item | None) -> Head:
    """The head without a column that only says what is chosen by: "which room has the largest area"."""
    assert head.best is not None
    term = head.best.term
    columns = tuple(c for c in head.columns if c != term or len(head.columns) == 1 or c == head.focus)
    if head.kind is Kind.LIST and head.focus.property is None and columns == (term,) and item is not None:
        columns = (Term(head.focus.owner),) if item.property else columns
    return head._replace(columns=columns)
