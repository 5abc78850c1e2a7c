"""What is said of several and not of the one thing that a question names: "students who like Ann with the best grade".

Where a relation joins two of one kind, what stands behind a name would be of the one who is called so, and say nothing.
"""

from __future__ import annotations

from fingerpost.questions.algebra import has_role
from fingerpost.questions.markers import Role
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Filter, State

_RANKING = (Role.SUPERLATIVE, Role.SORT)


def of_several(graph: SchemaGraph, state: State) -> State:
    """The state with superlatives and orders said of several."""
    items = list(state.items)
    for number, item in enumerate(items):
        if item.property and not item.edge and any(has_role(item, role) for role in _RANKING):
            other = _other(graph, state, item.owner)
            items[number] = item if other is None else item._replace(owner=other)
    return state.but(items=tuple(items))


def said_of_others(graph: SchemaGraph, state: State) -> State:
    """The state with conditions behind a name said of the others: "who report to Ann and earn more than 10000"."""
    filters = list(state.filters)
    for number, told in enumerate(filters):
        named = _names(graph, state, told.owner) if not told.edge else []
        if not named or told in named or told.start <= max(f.end for f in named):
            continue
        other = _other(graph, state, told.owner)
        if other is not None:
            filters[number] = told._replace(owner=other)
    return state.but(filters=tuple(filters))


def _other(graph: SchemaGraph, state: State, owner: int) -> int | None:
    """Another node of the label of one that is called by its name, which is not; the first that is spoken of."""
    if not _names(graph, state, owner):
        return None
    label = state.nodes[owner].label
    alike = (n for n, node in enumerate(state.nodes) if node.label == label and n != owner and not node.absent)
    return next((n for n in alike if not _names(graph, state, n)), None)


def _names(graph: SchemaGraph, state: State, number: int) -> list[Filter]:
    """The conditions that say what a node is called."""
    return [f for f in graph.named_by(state, number) if not f.negated]
