"""The most common of a kind: what most others have to do with, or the value that most things have."""

from __future__ import annotations

from fingerpost.plans import AggregateFunction
from fingerpost.questions.algebra import Best, Head, Kind, Term, has_role, scored_head, term_of
from fingerpost.questions.attach import Attacher
from fingerpost.questions.markers import Marker, Role
from fingerpost.questions.roles import COMMONEST, RAREST
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Item, Reason, State

_POPULAR = "popular"


def counts_them(graph: SchemaGraph, state: State, item: Item | None, marker: Marker) -> bool:
    """Whether a superlative asks how many there are: "the most common", and "popular" where nothing measures that."""
    if marker.value in (COMMONEST, RAREST):
        return item is not None
    if marker.value != _POPULAR or item is None or (item.edge and item.property is None):
        return False
    if item.property is None:
        return not graph.measured(state.nodes[item.owner].label, graph.adjectives[_POPULAR].on)
    info = graph.held(state, item.owner, item.property, edge=item.edge)
    return info is not None and not (info.number or info.temporal)


def what_is_common(graph: SchemaGraph, state: State, item: Item | None, marker: Marker) -> Item | None:
    """What is the most common, where that was said before: "the town that is most common among members".

    `item` is what the superlative stands before, and stays where it is that, or nothing else can be.
    """
    if item is not None and (item.start <= marker.end or marker.value not in (COMMONEST, RAREST)):
        return item
    before = [i for i in state.items if i.end <= marker.start]
    if not before or (item is None and len(before) < len(state.items)):
        return item
    return before[0] if counts_them(graph, state, before[0], marker) else item


def commonest(
    graph: SchemaGraph, state: State, head: Head, item: Item, marker: Marker, each: tuple[Term, ...]
) -> Head | None:
    """The head that chooses by how many there are; None where nothing tells."""
    counted = _counted(state, item)
    if counted is None:
        return None
    focus = term_of(item)
    number = head.limit or marker.number or 1
    best = Best(counted, marker.value != RAREST, AggregateFunction.COUNT, number, marker.rank, each=each)
    known = (*head.present, focus) if focus.property is not None else head.present
    chosen = head._replace(kind=Kind.LIST, focus=focus, columns=(focus,), keys=(), measures=(), best=best, limit=None)
    chosen = chosen._replace(present=known)
    return scored_head(chosen, Reason("measured", 1.0, marker.start, marker.end, marker.value))


def _counted(state: State, item: Item) -> Term | None:
    """What there are most of: what has a value, what else was named, else the relationships."""
    if item.property is not None:
        return Term(item.owner, None, item.edge)
    others = [i for i in state.items if i.property is None and i.owner != item.owner and not has_role(i, Role.GROUP)]
    if others:
        return term_of(others[-1])
    edges = (number for number, edge in enumerate(state.edges) if item.owner in (edge.start, edge.end))
    return next((Term(number, None, True) for number in edges), None)


def with_those(attacher: Attacher, state: State) -> State:
    """ "The most common skill": the reading with those who have them, where it says nothing of them."""
    if state.edges or state.relations or len(state.items) != 1 or state.items[0].property is not None:
        return state
    item = state.items[0]
    marker = next((m for m in state.markers if m.role is Role.SUPERLATIVE), None)
    if marker is None or not counts_them(attacher.graph, state, item, marker):
        return state
    label = state.nodes[item.owner].label
    links = attacher.graph.ways.neighbours(label)
    people = [link for link in links if link.target in attacher.graph.people]
    usual = max(people or links, key=lambda link: attacher.graph.ways.how_often(link.type), default=None)
    return state if usual is None else next(attacher.over_type(state, usual.type, item.start), state)
