"""The amount of what a verb says was done: "who paid the most", where payments have an amount."""

from __future__ import annotations

from fingerpost.linking.scores import DEED
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import State

_AMOUNT = ("amount",)
_SAID_SO = 0.9
"""How well a name says that it is an amount: not only a part of it."""


def paid(graph: SchemaGraph, state: State, owner: int) -> str | None:
    """The property with the amount of a node that only a verb named; None where it was named, or has none."""
    done = any(i.owner == owner and i.property is None and not i.edge and i.score <= DEED for i in state.items)
    amounts = graph.measured(state.nodes[owner].label, _AMOUNT) if done and not state.nodes[owner].absent else ()
    return amounts[0][0].name if amounts and amounts[0][0].numeric and amounts[0][1] >= _SAID_SO else None
