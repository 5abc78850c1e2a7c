"""A property of two things at once: "the account numbers of their cards and loans", "the names of both"."""

from __future__ import annotations

from fingerpost.questions.markers import Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Item, State
from fingerpost.questions.wording import Wording

_OF = ("of", "for")
_FAR = 4
"""Most words between a property and the first of the two: "of both the"."""


def of_both(graph: SchemaGraph, state: State, wording: Wording) -> State:
    """The state in which such a property is named of either."""
    items: list[Item] = []
    for item in state.items:
        items.append(item)
        other = _other(state, item, wording)
        name = None if other is None else _same(graph, state, item, other)
        if other is not None and name is not None:
            items.append(item._replace(owner=other, property=name))
    return state if len(items) == len(state.items) else state.but(items=tuple(items))


def _other(state: State, item: Item, wording: Wording) -> int | None:
    """The other one of whom a property is said too."""
    if item.property is None or item.edge or item.part or wording.said(item.end, item.end + 1) not in _OF:
        return None
    if wording.said(item.end + 1, item.end + 2) == "both" and not wording.goes_on(item.end + 2):
        pair = _both(state, wording)
    else:
        pair = _behind(state, item, wording)
    owners = {one.owner for one in pair}
    return next(iter(owners - {item.owner})) if len(owners) == 2 and item.owner in owners else None


def _behind(state: State, item: Item, wording: Wording) -> list[Item]:
    """The two things behind "of": "the names of the clubs and teams"."""
    things = [i for i in state.items if i.property is None and not i.edge and i.start > item.end]
    if len(things) < 2 or things[0].start - item.end > _FAR or not wording.joined(things[0].end, things[1].start):
        return []
    joined = "and" in wording.said(things[0].end, things[1].start).split()
    only_its = any(i.property is not None and i.start == things[1].end for i in state.items)  # "and the loan amount"
    return things[:2] if joined and not only_its else []


def _both(state: State, wording: Wording) -> list[Item]:
    """The two things that "both" was said of before."""
    things = [i for i in state.items if i.property is None and not i.edge]
    first = next((n for n, i in enumerate(things) if any(m.role is Role.BOTH for m in i.roles)), len(things))
    pair = things[first : first + 2]
    return pair if len(pair) == 2 and wording.joined(pair[0].end, pair[1].start) else []


def _same(graph: SchemaGraph, state: State, item: Item, other: int) -> str | None:
    """What the other one has of the same name, or what it is called by."""
    label = state.nodes[other].label
    if item.property is not None and graph.property(label, item.property) is not None:
        return item.property
    names, own = graph.display.parts(label), graph.display.parts(state.nodes[item.owner].label)
    return names[0] if (item.property,) == own and len(names) == 1 else None
