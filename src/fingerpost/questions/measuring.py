"""Heads that measure: what is counted, summed or averaged, and for each of what."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.core.schema import ValueType
from fingerpost.linking.derived import DAY, MONTH, SIZE, YEAR
from fingerpost.linking.lasting import begun_by
from fingerpost.linking.occasions import holds_years
from fingerpost.linking.text import split_name
from fingerpost.plans import AggregateFunction
from fingerpost.questions.algebra import Best, Head, Kind, Measure, Term, has_role, same_owner, scored_head, term_of
from fingerpost.questions.amounts import are_called_alike, quantity_of_named, sole_amount
from fingerpost.questions.choosing import asks_itself, is_descending, is_how_long
from fingerpost.questions.commonest import counts_them
from fingerpost.questions.counting_none import each_with_none, with_none
from fingerpost.questions.each import counted_per, over_all
from fingerpost.questions.grouping import asked_beside, compared, keys_of
from fingerpost.questions.how_often import average_times, times
from fingerpost.questions.listing import Lister
from fingerpost.questions.markers import NOUN, TIMES, Marker, Role
from fingerpost.questions.roles import COUNTED, MEASURES
from fingerpost.questions.schema_graph import SchemaGraph, adds_up, identifies, tells_amounts
from fingerpost.questions.state import Item, Reason, State
from fingerpost.questions.time_apart import time_apart
from fingerpost.questions.wording import Wording

WHOLE_NAME = 0.8
"""Below this only a word of a property's name was said."""
_DIFFERENT = frozenset(("different", "distinct", "unique"))
_ADDING = ("sum", "avg")
_OF_NUMBERS = ("avg", "max", "min", "median")
_EXTREMES = (AggregateFunction.MAX, AggregateFunction.MIN)
_OF_MOMENTS = (YEAR, MONTH, DAY)


class Measurer:
    """Finds what is measured, over one schema."""

    def __init__(self, graph: SchemaGraph, lister: Lister) -> None:
        self._graph = graph
        self._lister = lister

    def measured(self, state: State, head: Head, wording: Wording) -> Iterator[Head]:
        """Heads that measure; none where nothing is said to be measured."""
        counts = any(marker.role is Role.COUNT for marker in state.markers)
        ranked = self._ranked_by_number(state, head)
        if ranked is not None:
            yield ranked
            return
        listed = self._listed_by_number(state, head)
        if listed is not None:
            yield listed
            return
        moments = list(time_apart(self._graph, state, head, wording))
        if moments:
            yield from moments
            return
        between = self._between(state, head)
        if between is not None:
            yield between
            return
        averaged = next((i for i in state.items if most_of_counts(i, wording) is not None), None)
        if averaged is not None and not self._tells_number(state, averaged):
            yield from self._average_count(state, head, averaged, wording)
            return
        often = average_times(self._graph, state, head)
        if often is not None:
            yield often
            return
        measures = self._measures(state)
        if measures:
            head = over_all(state, head, measures, wording)
            keys = keys_of(self._lister, state, head, measures, wording)
            whole = self._grouped(state, head._replace(kind=Kind.AGGREGATE, measures=measures), keys)
            if keys and all(begun_by(m.term.part) is not None for m in measures):
                # How long something took on average says nothing of those with nothing that is over.
                whole = whole._replace(present=tuple(dict.fromkeys(m.term._replace(part="") for m in measures)))
            if len(measures) == 2 and any(m.role is Role.DIFFERENCE for m in state.markers):
                yield whole._replace(kind=Kind.DIFFERENCE, keys=(), groups=())
                return
            whole = with_none(
                state,
                whole,
                asked_beside(self._lister, state, {m.term for m in measures}, wording),
                listed=wording.lists_none(),
            )
            bare = any(m.function is AggregateFunction.COUNT for m in measures) and not counts
            yield scored_head(whole, Reason("head unclear", 1.0)) if bare else whole
            return
        per = None if counts else counted_per(self._graph, state, wording)
        if per is not None:
            keys = keys_of(self._lister, state, head, (per,), wording)
            yield self._grouped(state, head._replace(kind=Kind.AGGREGATE, focus=per.term, measures=(per,)), keys)
        if counts:
            focus = self._counted(state, head)
            joined = quantity_of_named(self._graph, state, focus)
            if joined is not None:
                measure = Measure(AggregateFunction.SUM, joined)
                keys = keys_of(self._lister, state, head, (measure,), wording)
                yield self._grouped(state, head._replace(kind=Kind.AGGREGATE, focus=joined, measures=(measure,)), keys)
                return
            yield from self._numbers(state, head, focus, wording)
            measure = Measure(AggregateFunction.COUNT, focus, distinct=True)
            keys = keys_of(self._lister, state, head, (measure,), wording)
            whole = self._grouped(state, head._replace(kind=Kind.AGGREGATE, focus=focus, measures=(measure,)), keys)
            yield with_none(
                state, whole, asked_beside(self._lister, state, {focus}, wording), listed=wording.lists_none()
            )
            yield from self._values_of(state, head, focus, wording)

    def _values_of(self, state: State, head: Head, focus: Term, wording: Wording) -> Iterator[Head]:
        """ "How many movie directors are there": the directors of movies, and not the movies."""
        thing = next((i for i in state.items if term_of(i) == focus and i.property is None and not i.edge), None)
        value = next((i for i in state.items if thing is not None and i.start == thing.end), None)
        if value is None or value.property is None or value.edge or value.owner != focus.owner or value.roles:
            return
        if thing is None or not wording.are_its(thing, value):
            return  # "how many movies released"
        measure = Measure(AggregateFunction.COUNT, term_of(value), distinct=True)
        keys = keys_of(self._lister, state, head, (measure,), wording)
        keys = tuple(key for key in keys if key != measure.term)
        yield self._grouped(state, head._replace(kind=Kind.AGGREGATE, focus=measure.term, measures=(measure,)), keys)

    def _grouped(self, state: State, head: Head, keys: tuple[Term, ...]) -> Head:
        """The head with its keys: "for each author, ... return the author's name" groups by author, not by name."""
        hidden = [k for k in head.keys if k.property is None and not k.edge and k not in keys and k != head.per]
        hidden = [group for group in hidden if any(same_owner(group, key) for key in keys)]
        named = {i.owner for i in state.items if i.property is None and not i.edge}
        hidden += [Term(k.owner) for k in keys if k not in head.keys and k.owner in named and self._names_it(state, k)]
        measured = {measure.term for measure in head.measures}
        groups = tuple(g for g in dict.fromkeys(hidden) if g not in measured and g not in keys and g != head.per)
        return head._replace(keys=keys, groups=groups)

    def _names_it(self, state: State, term: Term) -> bool:
        """Whether a property is what a node is called by."""
        return not term.edge and term.property in self._graph.display.parts(state.nodes[term.owner].label)

    def _ranked_by_number(self, state: State, head: Head) -> Head | None:
        """ "The top 3 drugs by number of patients": the number only says which.

        Also where it is stored ("posts by number of likes"), and of values ("nationalities by number of players").
        """
        ends = {end for m in state.markers if m.role is Role.SORT for end in (m.end, m.end + 1)}
        counting = ((i, {m.start for m in i.roles if m.role is Role.COUNT}) for i in state.items)
        counted = next((i for i, starts in counting if starts & ends or (starts and has_role(i, Role.SORT))), None)
        first = next((i for i in state.items if i.property is None and not i.edge), None)
        if counted is None or first is None or head.limit is None:
            return None
        if first.owner == counted.owner and not counted.edge:
            return self._ranked_by_own(state, head, first, counted)
        best = Best(term_of(counted), True, AggregateFunction.COUNT, head.limit)
        focus = Term(first.owner)
        return head._replace(kind=Kind.LIST, focus=focus, columns=(focus,), best=best, limit=None, order=())

    def _ranked_by_own(self, state: State, head: Head, first: Item, counted: Item) -> Head | None:
        """What is ranked by a number that it holds itself, or values by how many things have each."""
        focus, term = Term(first.owner), term_of(counted)
        before = [i for i in state.items if i.property is not None and not i.edge and i.end <= counted.start]
        asked = tuple(dict.fromkeys(term_of(i) for i in before if i.owner == first.owner and not i.by_value))
        if counted is not first and self._holds_number(state, term):
            names = self._graph.display.parts(state.nodes[focus.owner].label)
            shown = tuple(column for column in asked if column != term) or tuple(Term(focus.owner, n) for n in names)
            columns = (*(shown or (focus,)), term)
            best = Best(term, True, None, head.limit or 1)
            ranked = head._replace(kind=Kind.LIST, focus=focus, columns=columns, best=best, limit=None, order=())
            return scored_head(ranked, Reason("number held", float(counted.score >= WHOLE_NAME)))
        if counted is not first or len(asked) != 1 or term.property is not None or head.keys:
            return None
        measure = Measure(AggregateFunction.COUNT, focus, distinct=True)
        order = ((measure.term, True),)
        return head._replace(kind=Kind.AGGREGATE, focus=focus, measures=(measure,), keys=asked, order=order)

    def _listed_by_number(self, state: State, head: Head) -> Head | None:
        """ "Customers sorted by number of orders", "their countries by number of them": all, each with the number."""
        counts = [(item, m) for item in state.items for m in item.roles if m.role in MEASURES]
        if len(counts) != 1 or counts[0][1].role is not Role.COUNT or counts[0][0].property is not None:
            return None
        counted, marker = counts[0]
        sorts = [m for m in state.markers if m.role is Role.SORT]
        first = state.items[0]
        value = first.property is not None and first.owner == counted.owner and not counted.edge
        plain = (first.property is None or value) and not first.edge and not first.by_value and first is not counted
        plain = plain and all(m.role is Role.ASK for m in first.roles) and not head.keys
        if not plain or not any(m.end == marker.start for m in sorts) or term_of(first) == term_of(counted):
            return None
        measure = Measure(AggregateFunction.COUNT, term_of(counted), distinct=True)
        order = ((measure.term, not any(m.value.startswith("asc") for m in sorts)),)
        whole = head._replace(kind=Kind.AGGREGATE, focus=measure.term, measures=(measure,), order=order)
        if value:
            return whole._replace(keys=(term_of(first),))
        keys = (Term(first.owner),)
        return with_none(state, self._grouped(state, whole, keys), keys, listed=True)

    def _between(self, state: State, head: Head) -> Head | None:
        """ "The difference in price between A and B": of the two that were named."""
        if not any(m.role is Role.DIFFERENCE for m in state.markers):
            return None
        pairs = {f.owner for f in state.filters if isinstance(f.value, tuple) and len(f.value) == 2 and not f.edge}
        for item in state.items:
            if item.owner in pairs and not item.edge and self._holds_number(state, term_of(item)):
                ends = tuple(Measure(f, term_of(item)) for f in (AggregateFunction.MAX, AggregateFunction.MIN))
                return head._replace(kind=Kind.DIFFERENCE, measures=ends, keys=())
        return None

    def _tells_number(self, state: State, item: Item) -> bool:
        """Whether an item is a number, or text that mostly says one: "the average number of passengers"."""
        if self._holds_number(state, term_of(item)) or item.property is None:
            return item.property is not None
        if self._holds_several(state, term_of(item)):
            return True
        info = self._graph.held(state, item.owner, item.property, edge=item.edge)
        return info is not None and info.type is ValueType.STRING and item.score >= WHOLE_NAME and adds_up(info)

    def _holds_number(self, state: State, term: Term) -> bool:
        """Whether a term is a property that holds a number itself: pages, seats."""
        if term.property is None:
            return False
        info = self._graph.held(state, term.owner, term.property, edge=term.edge)
        return info is not None and info.number

    def _holds_several(self, state: State, term: Term) -> bool:
        """Whether a term is a property that holds a list: hobbies, languages."""
        info = self._graph.held(state, term.owner, term.property or "", edge=term.edge)
        return info is not None and info.type is ValueType.LIST

    def _numbers(self, state: State, head: Head, focus: Term, wording: Wording) -> Iterator[Head]:
        """ "How many pages does it have": the property holds the number; of several, their sum."""
        wanted = next(m.value for m in state.markers if m.role is Role.COUNT)
        several = self._holds_several(state, focus)
        info = self._graph.held(state, focus.owner, focus.property or "", edge=focus.edge)
        amount = focus.edge and tells_amounts(info)  # where it links two others, it is hardly ever a kind or a level
        if wanted == "distinct" or not (several or amount or self._holds_number(state, focus)):
            return
        if info is not None and holds_years(info) and YEAR in split_name(info.name):
            return  # nothing adds years up
        if info is not None and identifies(info):
            return  # nor the numbers that things are told apart by
        label = state.nodes[focus.owner].label
        if info is not None and not focus.edge and wanted != "total" and are_called_alike(info.name, label):
            return  # nor the numbers of flights: how many flights there are
        names = self._graph.display.parts(label) if not focus.edge else ()
        alone = any(f.owner == focus.owner and not f.edge and f.property in names for f in state.filters)
        named = any(term_of(item) == focus and item.score >= WHOLE_NAME for item in state.items)
        reason = Reason("number held", float(named))
        if several and not alone and not head.keys and not asked_beside(self._lister, state, {focus}, wording):
            return  # "how many hobbies are there": different ones
        focus = focus._replace(part=SIZE) if several else focus
        together = any(m.role is Role.AGGREGATE and m.value == "sum" for m in state.markers)
        if alone and wanted != "total" and not together:
            yield scored_head(head._replace(kind=Kind.LIST, columns=(focus,)), reason)
        else:
            measure = Measure(AggregateFunction.SUM, focus)
            keys = keys_of(self._lister, state, head, (measure,), wording)
            whole = head._replace(kind=Kind.AGGREGATE, focus=focus, measures=(measure,))
            yield scored_head(self._grouped(state, whole, keys), reason)

    def _average_count(self, state: State, head: Head, item: Item, wording: Wording) -> Iterator[Head]:
        """ "The average number of movies per user": counted for each of what is said behind, or of what hangs on it.

        What is said to be for each before ("for each country, the average number ...") groups the averages.
        """
        grouped = [i for i in state.items if has_role(i, Role.GROUP)]
        inner = [i for i in grouped if i.start > item.start and i.property is None and not i.edge]
        outer = any(i.end <= item.start and i not in inner for i in grouped)
        direct = inner and (outer or not self._between_them(state, item, inner[0]))
        per = Term(inner[0].owner) if direct else self._unit(state, item, wording)
        days = [i for i in grouped if i.start > item.start and i.part in _OF_MOMENTS and not i.edge]
        if days and not inner:
            per = term_of(days[0])  # "the average number of flights per day"
        keys = tuple(key for key in head.keys if key != per)
        counts = tuple(self._counts_of_each(state, wording, per))
        others = [i for i in state.items if not any(m.term == term_of(i) for m in counts)]
        found = [m for i in others for marker in i.roles for m in self._measure(state, i, marker)]
        measures = tuple(dict.fromkeys((*counts, *found)))
        keys = keys_of(self._lister, state, head._replace(keys=keys), measures, wording)
        if not head.keys:
            both = compared(state, wording)
            keys = tuple(k for k in keys if per is None or k.edge or k.owner != per.owner or k in both)
        if not counts or (per is None and not keys):  # "the average number of matches of each match"
            yield scored_head(head, Reason("head unclear", 1.0))
            return
        whole = self._grouped(state, head._replace(kind=Kind.AGGREGATE, measures=measures, per=per), keys)
        yield each_with_none(state, whole)

    def _counts_of_each(self, state: State, wording: Wording, per: Term | None) -> Iterator[Measure]:
        """What is counted for each of something, and the average or the most of these counts that is asked for."""
        for item in state.items:
            function = most_of_counts(item, wording)
            if function is not None and not self._tells_number(state, item) and term_of(item) != per:
                yield Measure(AggregateFunction.COUNT, term_of(item), distinct=True, each=function)

    @staticmethod
    def _between_them(state: State, item: Item, each: Item) -> bool:
        """ "Books borrowed by members of each branch": it is for each member that they are counted."""
        return any(
            i.property is None and not i.edge and not i.roles and item.start < i.start < each.start
            and i.owner not in (item.owner, each.owner)
            for i in state.items
        )  # fmt: skip

    @staticmethod
    def _unit(state: State, item: Item, wording: Wording) -> Term | None:
        """What something is counted for where nothing says so: what it hangs on, and is not grouped by itself.

        Different ones ("the number of different genres") are those of whom the groups are made, be they farther off.
        """
        grouped = [i for i in state.items if has_role(i, Role.GROUP) and not i.edge]
        owners = {i.owner for i in grouped}
        owner = state.edges[item.owner].end if item.edge else item.owner
        near = [e.end if e.start == owner else e.start for e in state.edges if owner in (e.start, e.end)]
        by_property = [i.owner for i in grouped if i.property is not None]
        different = any(not _DIFFERENT.isdisjoint(wording.said(m.start, m.end).split()) for m in item.roles)
        told = [n for n in by_property if n != item.owner] if different else []
        if item.edge:
            near = [owner, state.edges[item.owner].start, *near]
        # "The average number of goals scored in matches": in each match, and not by each player.
        behind = [i.owner for i in state.items if i.property is None and not i.edge and i.start > item.start]
        near = [*(n for n in behind if n in near), *near]
        free = [*told, *(n for n in near if n not in owners or n in by_property)]
        return Term(free[0]) if free else None

    def _counted(self, state: State, head: Head) -> Term:
        """What "how many" counts: the first thing named after it, else what it filters."""
        marker = next(m for m in state.markers if m.role is Role.COUNT)
        if marker.value == NOUN:
            for item in state.items:
                if item.end == marker.start:
                    return term_of(item)
        for item in state.items:
            if has_role(item, Role.COUNT) and marker.value != TIMES:
                # "How many loans": not their dates.
                part = item.edge and item.score < WHOLE_NAME
                when = self._is_when(state, item, marker)
                return Term(item.owner, None, item.edge) if part or when else term_of(item)
        if marker.value == TIMES:
            # "How often was it borrowed": the borrowings.
            for number, edge in enumerate(state.edges):
                if edge.said:
                    return Term(number, None, True)
        start = marker.start
        after = [i for i in state.items if i.start >= start and not has_role(i, Role.GROUP)]
        if after:
            return term_of(after[0])
        nodes = [n for n, node in enumerate(state.nodes) if node.at >= start and not node.absent]
        return Term(nodes[0]) if nodes else Term(head.focus.owner, None, head.focus.edge)

    def _measures(self, state: State) -> tuple[Measure, ...]:
        """Averages, sums and their like, with counts beside them; none where there is no aggregate but one count."""
        found = [m for item in state.items for marker in item.roles for m in self._measure(state, item, marker)]
        found = list(dict.fromkeys(found))
        how_often = times(self._graph, state)
        if how_often is not None:
            return (how_often, *(m for m in found if m.term != how_often.term or m.function in _EXTREMES))
        counts = all(m.function is AggregateFunction.COUNT for m in found)
        totals = any(m.role is Role.AGGREGATE and m.value == "sum" for i in state.items for m in i.roles)
        return () if counts and not totals and len(found) < 2 else tuple(found)

    def _measure(self, state: State, item: Item, marker: Marker) -> Iterator[Measure]:
        """What a marker before an item measures."""
        if marker.role is Role.COUNT and marker.value != TIMES:
            # "The number of trips and the longest distance", where trips have one: it is the trips that are counted.
            beside = item.edge and any(m.role in MEASURES and m.start > marker.end for m in item.roles)
            own = Term(item.owner, None, item.edge)
            term = own if beside or self._is_when(state, item, marker) else term_of(item)
            yield Measure(AggregateFunction.COUNT, term, distinct=True)
        elif marker.role is Role.AGGREGATE and item.property is not None:
            info = self._graph.held(state, item.owner, item.property, edge=item.edge)
            term = term_of(item)
            if info is not None and info.type is ValueType.LIST:
                term = term._replace(part=SIZE)  # "the average number of hobbies"
            if marker.value.split(" ")[0] not in _ADDING or info is None or term.part or adds_up(info):
                yield Measure(AggregateFunction(marker.value.split(" ")[0]), term)
        elif marker.role is Role.AGGREGATE and (number := self._is_number(state, item, marker)) is not None:
            yield Measure(AggregateFunction(marker.value), Term(item.owner, number))
        elif marker.role is Role.AGGREGATE and marker.value == "sum":
            amount = sole_amount(self._graph, state, item) if _is_of_them(marker, item) else None
            if amount is not None:
                yield Measure(AggregateFunction.SUM, Term(item.owner, amount))
                return
            yield Measure(AggregateFunction.COUNT, term_of(item), distinct=True)
        elif marker.role is Role.AGGREGATE and marker.value == "avg":
            # "The average donation": what they come to.
            amount = sole_amount(self._graph, state, item)
            if amount is not None:
                yield Measure(AggregateFunction.AVG, Term(item.owner, amount))
        elif marker.role is Role.SUPERLATIVE and _is_one(marker) and self._asks_extreme(state, item):
            if counts_them(self._graph, state, item, marker):
                return
            extreme = self._extreme(state, item, marker)
            if extreme is not None:
                yield extreme

    def _is_number(self, state: State, item: Item, marker: Marker) -> str | None:
        """ "The average score", where scores are things that are called by a number: that property."""
        names = () if item.edge else self._graph.display.parts(state.nodes[item.owner].label)
        info = self._graph.held(state, item.owner, names[0], edge=False) if len(names) == 1 else None
        told = marker.value in _OF_NUMBERS and info is not None and info.number
        return names[0] if told and info is not None and adds_up(info) and not identifies(info) else None

    def _asks_extreme(self, state: State, item: Item) -> bool:
        """ "What is the highest price", "what is the average price, and what is the highest"."""
        if asks_itself(self._graph, state, item):
            return True
        measured = any(m.role in MEASURES for i in state.items if i.start < item.start for m in i.roles)
        return measured and has_role(item, Role.ASK) and self._tells_number(state, item)

    def _is_when(self, state: State, item: Item, marker: Marker) -> bool:
        """ "The number of departures": what departed, and not how many different times there are."""
        info = self._graph.held(state, item.owner, item.property or "", edge=item.edge)
        return info is not None and info.temporal and not item.part and marker.value != "distinct"

    def _extreme(self, state: State, item: Item, marker: Marker) -> Measure | None:
        info = self._graph.held(state, item.owner, item.property or "", edge=item.edge)
        if info is not None and is_how_long(info, marker):
            return None
        if marker.value not in self._graph.adjectives and marker.value not in COUNTED:
            return None
        most = is_descending(self._graph, marker, item)
        return Measure(AggregateFunction.MAX if most else AggregateFunction.MIN, term_of(item))


def _is_one(marker: Marker) -> bool:
    """Whether a superlative asks for one value, and not for "the three highest" or "the second highest"."""
    return marker.rank == 1 and (marker.number or 1) == 1


def _is_of_them(marker: Marker, item: Item) -> bool:
    """Whether "the total of", "add up" stands before an item: what they come to, and not how many there are."""
    return marker.end - marker.start > 1 and marker.end <= item.start


def most_of_counts(item: Item, wording: Wording) -> AggregateFunction | None:
    """ "The average number of books", "what is the highest number of books borrowed by a member": of many counts."""
    for marker in item.roles:
        if marker.role is Role.AGGREGATE and marker.value == "avg count":
            return AggregateFunction.AVG
        numbers = marker.role is Role.SUPERLATIVE and " of" in wording.said(marker.start, marker.end)
        if numbers and item.property is None and has_role(item, Role.ASK):
            return AggregateFunction.MAX if marker.value == "most" else AggregateFunction.MIN
    return None
