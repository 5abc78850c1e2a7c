"""In which order a list stands, and how much of it is wanted: "sorted by price", "newest to oldest", "top five"."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.linking.derived import AGE
from fingerpost.linking.text import joined_name, split_name
from fingerpost.plans import AggregateFunction
from fingerpost.questions.algebra import Best, Head, Kind, Term, has_role, scored_head, term_of
from fingerpost.questions.choosing import LENGTHS
from fingerpost.questions.counting_none import is_counted
from fingerpost.questions.markers import Marker, Role
from fingerpost.questions.roles import FIRST, MEASURES, NAME, SOME
from fingerpost.questions.schema_graph import SchemaGraph, own_moment_first
from fingerpost.questions.state import Item, Reason, State

_PLAIN = ("asc", "desc")
_MEASURING = (*MEASURES, Role.GROUP, Role.SUPERLATIVE, Role.SHARE)
_SIZES = ("high", "low", "large", "big", "small", "great", "much", "few", "good", "bad")
"""Adjectives of which the superlative may be of any measure."""


def keyed(state: State) -> State:
    """The state in which a property right before "descending" is what the order goes by: "books price desc"."""
    if any(has_role(item, Role.SORT) for item in state.items):
        return _without_shown(state)
    for marker in state.markers:
        if marker.role is Role.SORT and marker.value in _PLAIN:
            for number, item in enumerate(state.items):
                grouped = has_role(item, Role.GROUP)  # "by town in descending order": of how many there are
                if item.end == marker.start and item.property is not None and not (item.by_value or grouped):
                    sorting = item._replace(roles=(marker,))
                    return state.but(items=(*state.items[:number], sorting, *state.items[number + 1 :]))
    return state


def _without_shown(state: State) -> State:
    """The state in which what stands behind "highest first" is no further key: "by salary, highest first, with their
    department"."""
    told = {
        item for item in state.items if any(m.role is Role.SORT and not m.value.startswith(FIRST) for m in item.roles)
    }
    behind = {item for item in state.items if has_role(item, Role.SORT)} - told
    if not told or not behind:
        return state
    plain = (
        i._replace(roles=tuple(m for m in i.roles if m.role is not Role.SORT)) if i in behind else i
        for i in state.items
    )
    return state.but(items=tuple(plain))


def ordered(graph: SchemaGraph, state: State, head: Head) -> Head:
    """The head with its order and its limit."""
    limit = next((m.number for m in state.markers if m.role is Role.TOP), None)
    sorts = [m for m in state.markers if m.role is Role.SORT]
    if not sorts:
        return head._replace(limit=limit)
    items = [item for item in state.items if has_role(item, Role.SORT)]
    first = next((m for m in sorts if m.value.startswith(FIRST)), None)
    if first is not None and not items:
        measure = _measure(graph, state, first)
        if measure is not None:
            return head._replace(order=((term_of(measure), _is_descending(graph, measure, sorts, first)),), limit=limit)
        return _measured(graph, state, head._replace(limit=limit), first)
    if not items:
        named = next((m for m in sorts if m.value.endswith(NAME)), None)
        listed = not any(m.role in _MEASURING for m in state.markers)
        if named is None and listed and head.focus.property is not None:
            # "The different ages, in descending order".
            plain = next((m.value for m in sorts if m.value in _PLAIN), None)
            return head._replace(order=() if plain is None else ((head.focus, plain == "desc"),), limit=limit)
        return head._replace(order=_by_name(graph, state, head, named), limit=limit)
    # "The top 5 books sorted by price": the dearest.
    best = not any(m.value for m in sorts) and any(m.role is Role.TOP and m.value != SOME for m in state.markers)
    if limit is not None and head.kind is Kind.LIST and len(items) == 1 and _is_number_of(state, items[0], head):
        # "The top 3 dishes by guests": by how many of them there are.
        return head._replace(best=Best(term_of(items[0]), True, AggregateFunction.COUNT, limit))
    told = _told_of_each(items, sorts)
    order = tuple((term_of(item), told.get(item, best or _is_descending(graph, item, sorts, first))) for item in items)
    stored = graph.held(state, items[0].owner, items[0].property or "", edge=items[0].edge)
    if limit is not None and len(items) == 1 and is_counted(state, stored):
        head = scored_head(head, Reason("number held", 1.0))  # "the top 3 accounts by followers", where that is stored
    if not any(m.value for m in sorts):
        # "Sorted by the total price": what is measured stands most first, where nothing else is said.
        measured = {term_of(item) for item in items if any(m.role in MEASURES for m in item.roles)}
        order = tuple((term, descending or term in measured) for term, descending in order)
    return head._replace(order=order, limit=limit)


def _told_of_each(items: Sequence[Item], sorts: Sequence[Marker]) -> dict[Item, bool]:
    """Whether the most stand first by each, where this is said behind one and not at the end of all."""
    plain = [m for m in sorts if m.value in _PLAIN]
    if not any(m.start < items[-1].start and m.start >= items[0].end for m in plain):
        return {}
    ends = [*(item.start for item in items[1:]), max(m.end for m in plain) + 1]
    return {
        item: any(m.value == "desc" and item.end <= m.start < end for m in plain)
        for item, end in zip(items, ends, strict=True)
    }


def _measure(graph: SchemaGraph, state: State, first: Marker) -> Item | None:
    """ "The average grade per course, lowest first": what is measured for each, where this is of what there is most."""
    if not any(has_role(item, Role.GROUP) for item in state.items):
        return None
    word = first.value.removeprefix(f"{FIRST} ")
    adjective = graph.adjectives.get(word)
    for item in state.items:
        if any(m.role in MEASURES for m in item.roles) and not has_role(item, Role.GROUP):
            named = (
                item.property is not None and adjective is not None and set(split_name(item.property)) & {*adjective.on}
            )
            return item if word in _SIZES or named else None
    things = [i for i in state.items if i.property is None and not i.edge and not has_role(i, Role.GROUP)]
    counted = word in _SIZES and not any(m.role in MEASURES for m in state.markers)
    return things[0] if counted and len(things) == 1 else None  # "flights per airline, fewest first"


def _is_number_of(state: State, item: Item, head: Head) -> bool:
    """Whether things are ordered by others that were named, but neither one by one nor as so many."""
    if item.property is not None or item.edge or item.owner == head.focus.owner:
        return False
    told = any(f.owner == item.owner and not f.edge and f.start < item.start for f in state.filters)
    return not told and not item.by_value and all(marker.role is Role.SORT for marker in item.roles)


def _is_descending(graph: SchemaGraph, item: Item, sorts: Sequence[Marker], first: Marker | None) -> bool:
    """Whether the most stand first: a superlative says so, else "descending"."""
    adjective = graph.adjectives.get(first.value.removeprefix(f"{FIRST} ")) if first is not None else None
    if adjective is None:
        return any(m.value.startswith("desc") for m in sorts)
    name = AGE if item.part == AGE else (item.property or "").lower()  # "by age, youngest first", of a birth date
    return (adjective.most == "max") != any(word in name for word in adjective.reverse)


def _by_name(graph: SchemaGraph, state: State, head: Head, named: Marker | None) -> tuple[tuple[Term, bool], ...]:
    if named is None or head.focus.edge:
        return ()
    if head.focus.property is not None:
        return ((head.focus, named.value.startswith("desc")),)  # "which colleges, alphabetically"
    parts = graph.display.parts(state.nodes[head.focus.owner].label)
    return tuple((Term(head.focus.owner, part), named.value.startswith("desc")) for part in parts)


def _measured(graph: SchemaGraph, state: State, head: Head, first: Marker) -> Head:
    """ "From cheapest to most expensive": by what the adjective measures."""
    adjective = graph.adjectives.get(first.value.removeprefix(f"{FIRST} "))
    if adjective is not None and not head.focus.edge:
        label = state.nodes[head.focus.owner].label
        found = own_moment_first(graph.measured(label, adjective.on), label)
        if found:
            info, fit = found[0]
            turned = any(word in joined_name(info.name) for word in adjective.reverse)
            order = ((Term(head.focus.owner, info.name), (adjective.most == "max") != turned),)
            return scored_head(head._replace(order=order), Reason("measured", fit, first.start, first.end))
        for last, part in graph.lasting(label, edge=False) if first.value.removeprefix(f"{FIRST} ") in LENGTHS else ():
            order = ((Term(head.focus.owner, last, part=part), adjective.most == "max"),)
            return scored_head(head._replace(order=order), Reason("measured", 1.0, first.start, first.end))
    return scored_head(head, Reason("unmeasured", 1.0, first.start, first.end))
