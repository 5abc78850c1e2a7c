"""What cannot be said of one thing twice: "ordered both in 1996 and in 1998", "fly to Dublin but not to Malta".

No order is of two years, and a flight to Dublin goes nowhere else: so what is said the second time is said of another
one, that is there or is not. Where that of which it is said is what was asked for ("the orders of 1996 and 1998"),
either is enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import product
from typing import NamedTuple

from fingerpost.core.schema import ValueType
from fingerpost.linking.mentions import Linked
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.plans import Comparison
from fingerpost.questions.roles import MEASURES, Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Filter, State, TreeEdge, TreeNode
from fingerpost.questions.tree import absent_edges, reached, steps, way

_JOINING = frozenset(("and", "or", "but", "yet"))
_AGAIN = frozenset(("again", "also"))
_AND = _JOINING | _AGAIN | {"then", "never"}
_NONE = "none"
_TWO = 2
_FAR = 4
"""Most words between two things that are said of the same: "and again in"."""


class Told(NamedTuple):
    """What one stretch of words says of a node or an edge, by number."""

    owner: int
    edge: bool
    negated: bool
    start: int
    end: int
    filters: tuple[Filter, ...]


def told(filters: Sequence[Filter]) -> list[Told]:
    """The conditions of a reading, those together that one stretch of words gave."""
    found: dict[tuple[object, ...], list[Filter]] = {}
    for one in filters:
        found.setdefault((one.owner, one.edge, one.negated, one.start, one.end, one.property), []).append(one)
    return [Told(f[0].owner, f[0].edge, f[0].negated, f[0].start, f[0].end, tuple(f)) for f in found.values()]


def alternatives(filters: Sequence[Filter]) -> Iterator[tuple[Filter, ...]]:
    """The conditions of which one must hold, for all that must: mostly one by one.

    What is denied by more than one bound holds where either bound does not: "not in 1997" is before it or after.
    """
    choices: list[list[tuple[Filter, ...]]] = []
    for each in told(filters):
        of_same = (choice for choice in reversed(choices) if _is_of(choice[0][0], each))
        beside = next(of_same, None) if each.filters[0].alternative else None
        if beside is not None:
            beside.append(each.filters)
        else:
            choices.append([(one,) for one in each.filters] if each.negated else [each.filters])
    for choice in choices:
        yield from product(*choice) if len(choice) > 1 else ((one,) for one in choice[0])


def _is_of(one: Filter, each: Told) -> bool:
    return (one.owner, one.edge, one.property, one.negated) == (each.owner, each.edge, each.filters[0].property, False)


def set_apart(graph: SchemaGraph, state: State, linked: Linked) -> State:
    """The state in which what is told twice of one thing, and cannot be, is told of two, or is a choice."""
    if len(state.filters) < _TWO:
        return state
    subject = _subject(state)
    for first, second in _pairs(state, linked):
        between = {token.norm for token in linked.tokens[first.end : second.start]}
        if _is_twin(state, first, second, subject, none=_NONE in between):
            return _lifted(state, second.owner, subject)
        hung = _beside_it(state, first, second)
        if hung is not None:
            return hung
        if not _is_idle(graph, state, first, second):
            continue
        asked = _is_asked(state, second, subject) or (_counts(state, subject) and not _says_both(state, between))
        if not second.negated and (asked or "or" in between):
            chosen = tuple(f._replace(alternative=True) if f in second.filters else f for f in state.filters)
            return state.but(filters=chosen)
        if not asked:
            return _of_another(state, second, subject)
    return state


def _pairs(state: State, linked: Linked) -> Iterator[tuple[Told, Told]]:
    """What is said first, and what goes on from there: "and in 1998", "but not to Malta"."""
    whole = told(state.filters)
    nouns = {place for m in linked.mentions if m.kind == "label" for place in range(m.start, m.end)}
    for place, second in enumerate(whole):
        for first in whole[:place]:
            if first.negated or first.end > second.start or second.filters[0].alternative:
                continue
            places = range(first.end, second.start)
            between = [linked.tokens[i].norm for i in places]
            plain = all(i in nouns or n in FUNCTION_WORDS or n in _AND for i, n in zip(places, between, strict=True))
            if len(between) <= _FAR and not _JOINING.isdisjoint(between) and (plain or _NONE in between):
                yield first, second


def _is_idle(graph: SchemaGraph, state: State, first: Told, second: Told) -> bool:
    """Whether what is said second cannot be so beside the first, or, where it is denied, is said of another one."""
    one, other = first.filters[0], second.filters[0]
    if (first.owner, first.edge) != (second.owner, second.edge):
        return False
    if one.property != other.property:
        return second.negated and {one.comparison, other.comparison} <= {*_SAME, Comparison.NE}
    info = graph.held(state, one.owner, one.property, edge=one.edge)
    if info is None or info.type is ValueType.LIST:
        return False
    return any(excludes(a, b) for a in first.filters for b in second.filters)


def excludes(one: Filter, other: Filter) -> bool:
    """Whether no value meets both of two conditions."""
    if one.part != other.part or one.every or other.every:
        return False
    values = [set(f.value if isinstance(f.value, tuple) else (f.value,)) for f in (one, other) if f.comparison in _SAME]
    if len(values) == 2:
        return values[0].isdisjoint(values[1])
    for low, high in ((one, other), (other, one)):
        if low.comparison in _FROM and high.comparison in _UNTIL:
            try:
                above = low.value > high.value
            except TypeError:
                return False
            strict = Comparison.GT is low.comparison or Comparison.LT is high.comparison
            if above or (strict and low.value == high.value):
                return True
    return False


_SAME = (Comparison.EQ, Comparison.IN)
_FROM = (Comparison.EQ, Comparison.GE, Comparison.GT)
_UNTIL = (Comparison.EQ, Comparison.LE, Comparison.LT)


def _subject(state: State) -> int:
    """The node that is asked for, or of which something is."""
    first = state.items[0] if state.items else None
    return 0 if first is None or first.edge else first.owner


def _is_asked(state: State, second: Told, subject: int) -> bool:
    """Whether something is told of what is asked for, or measured, itself."""
    if not second.edge and second.owner == subject:
        return True
    measured = (i for i in state.items if any(m.role in MEASURES for m in i.roles))
    return any((i.owner, i.edge) == (second.owner, second.edge) for i in measured)


def _counts(state: State, subject: int) -> bool:
    """Whether it is counted how many there are, or something is for each of several."""
    roles = {m.role for i in state.items if not i.edge and i.owner == subject for m in i.roles}
    return Role.COUNT in roles or any(m.role is Role.GROUP for m in state.markers)


def _says_both(state: State, between: Set[str]) -> bool:
    return not _AGAIN.isdisjoint(between) or any(m.role is Role.BOTH for m in state.markers)


def _is_twin(state: State, first: Told, second: Told, subject: int, *, none: bool) -> bool:
    """Whether none of a kind is to be where one is, with what no noun spoke of: "bought tea but not rice".

    It is she who bought no rice, and not the order that holds the tea. "Orders with tea but not rice" hold no rice;
    with `none` ("orders with tea but none with rice") she has no such orders.
    """
    if first.edge or second.edge or first.owner == second.owner or not state.nodes[second.owner].absent:
        return False
    if state.nodes[first.owner].label != state.nodes[second.owner].label or state.nodes[first.owner].absent:
        return False
    ways = [[e for e in state.edges if told.owner in (e.start, e.end)] for told in (first, second)]
    if len(ways[1]) != 1 or ways[1][0].type not in {e.type for e in ways[0]}:
        return False
    hub = ways[1][0].start + ways[1][0].end - second.owner
    near = {e.start + e.end - first.owner for e in ways[0]}
    if hub not in near or hub == subject or state.nodes[hub].absent:
        return False
    return not any(f.owner == hub and not f.edge for f in state.filters)


def _beside_it(state: State, first: Told, second: Told) -> State | None:
    """ "Owners with a dog but no cat": none hangs where the dog does, and not on the dog by what nobody said."""
    node = state.nodes[second.owner] if not second.edge else None
    if node is None or first.edge or first.owner == second.owner or state.nodes[first.owner].label != node.label:
        return None
    joined = [n for n, e in enumerate(state.edges) if second.owner in (e.start, e.end)]
    ways = [e for e in state.edges if first.owner in (e.start, e.end) and min(e.start, e.end) < first.owner]
    if len(joined) != 1 or len(ways) != 1 or not (node.absent or second.negated):
        return None
    edge = state.edges[joined[0]]
    if edge.said or first.owner not in (edge.start, edge.end):
        return None
    twin = {first.owner: second.owner}
    moved = ways[0]._replace(start=twin.get(ways[0].start, ways[0].start), end=twin.get(ways[0].end, ways[0].end))
    none = node._replace(absent=True)
    return state.but(
        nodes=(*state.nodes[: second.owner], none, *state.nodes[second.owner + 1 :]),
        edges=(*state.edges[: joined[0]], moved._replace(at=edge.at), *state.edges[joined[0] + 1 :]),
        filters=tuple(f._replace(negated=False) if f in second.filters else f for f in state.filters),
    )


def _lifted(state: State, absent: int, subject: int) -> State:
    """The state in which what must not be there hangs on the subject, over others of what lies between."""
    number, edge = next((n, e) for n, e in enumerate(state.edges) if absent in (e.start, e.end))
    nodes = way(state, subject, edge.start + edge.end - absent)
    if nodes is None or any(f.owner in nodes[1:] and not f.edge for f in state.filters):
        return state
    at = state.nodes[absent].at
    new = {subject: subject} | {node: len(state.nodes) + n for n, node in enumerate(nodes[1:])}
    between = tuple(TreeNode(state.nodes[node].label, at, False, True) for node in nodes[1:])
    joined = [_moved(step, new, at) for step in steps(state, nodes)]
    new[absent] = absent
    edges = (*state.edges[:number], _moved(edge, new, at), *state.edges[number + 1 :], *joined)
    return state.but(nodes=(*state.nodes, *between), edges=edges)


def _of_another(state: State, second: Told, subject: int) -> State:
    """The state in which another of what hangs on the subject is as is said second, or none is."""
    ends = (state.edges[second.owner].start, state.edges[second.owner].end) if second.edge else (second.owner,)
    cut = absent_edges(state)
    branch = reached(state, [end for end in ends if end != subject], {subject}, cut)
    if not branch or any(state.nodes[n].absent for n in branch):
        return state
    nodes = {subject: subject}
    edges: dict[int, int] = {}
    new_nodes, new_edges = list(state.nodes), list(state.edges)
    waiting = [subject]
    while waiting:
        near = waiting.pop(0)
        for number, edge in enumerate(state.edges):
            far = edge.start + edge.end - near
            if near not in (edge.start, edge.end) or number in edges or number in cut or far not in branch:
                continue
            if far not in nodes:
                nodes[far] = len(new_nodes)
                new_nodes.append(TreeNode(state.nodes[far].label, second.start, False, second.negated))
                waiting.append(far)
            edges[number] = len(new_edges)
            new_edges.append(_moved(edge, nodes, second.start))
    filters = [f for f in state.filters if f not in second.filters]
    filters += [
        f._replace(owner=(edges if f.edge else nodes)[f.owner], negated=f.negated and f not in second.filters)
        for f in state.filters
        if f.owner in (edges if f.edge else nodes)
        and (f.edge or f.owner != subject)
        and (f in second.filters or not _beside(f, second))
    ]
    return state.but(nodes=tuple(new_nodes), edges=tuple(new_edges), filters=tuple(filters))


def _beside(one: Filter, second: Told) -> bool:
    """Whether a condition is what is said first where the second is said instead."""
    other = second.filters[0]
    same = (one.owner, one.edge) == (other.owner, other.edge)
    return same and (one.property == other.property or not other.edge)


def _moved(edge: TreeEdge, nodes: dict[int, int], at: int) -> TreeEdge:
    return edge._replace(start=nodes[edge.start], end=nodes[edge.end], at=at)
