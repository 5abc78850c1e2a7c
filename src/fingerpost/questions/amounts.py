"""Amounts: of what a verb says was done ("who paid the most", where payments have one), and what is one by its name."""

from __future__ import annotations

from fingerpost.core.schema import PropertyInfo
from fingerpost.linking.occasions import holds_years
from fingerpost.linking.scores import DEED
from fingerpost.plans import singular, words
from fingerpost.questions.algebra import Term
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Item, State

AMOUNTS = ("amount", "price", "cost", "value", "total", "balance", "size")
"""What a number is compared with where nothing says of what it is, the likeliest first."""
EXTENTS = ("population", "height", "elevation", "altitude", "area", "capacity")
"""The same where there is no amount: cities over a million, mountains higher than 4,000."""

_AMOUNT = ("amount",)
_COMES_TO = ("amount", "total", "sum", "principal", "cost", "fee", "price")
_SAID_SO = 0.9
"""How well a name says that it is an amount: not only a part of it."""


def paid(graph: SchemaGraph, state: State, owner: int) -> str | None:
    """The property with the amount of a node that only a verb named; None where it was named, or has none."""
    done = any(i.owner == owner and i.property is None and not i.edge and i.score <= DEED for i in state.items)
    amounts = graph.measured(state.nodes[owner].label, _AMOUNT) if done and not state.nodes[owner].absent else ()
    return amounts[0][0].name if amounts and amounts[0][0].numeric and amounts[0][1] >= _SAID_SO else None


def sole_amount(graph: SchemaGraph, state: State, item: Item) -> str | None:
    """The one property that says what a thing comes to: the total of invoices is that of their amounts."""
    if item.edge or item.property is not None:
        return None
    found = [(info, fit) for info, fit in graph.measured(state.nodes[item.owner].label, _COMES_TO) if info.number]
    best = [info for info, fit in found if fit == found[0][1]]
    return best[0].name if len(best) == 1 else None


def amount_joined(graph: SchemaGraph, state: State, edge: int, thing: int) -> str | None:
    """The amount on what joins a thing to the one that is named: "which cake takes the most butter", where each takes
    it once, with so many grams."""
    joined = state.edges[edge]
    other = joined.end if joined.start == thing else joined.start
    amount = graph.amount_on(joined.type) if graph.named_by(state, other) else None
    return amount.name if amount is not None else None


def quantity_of_named(graph: SchemaGraph, state: State, counted: Term) -> Term | None:
    """ "How many rolls were on the van": of the one product that is called so, as many as what joins it says."""
    if counted.edge or counted.property is not None or not graph.named_by(state, counted.owner):
        return None
    edges = [n for n, e in enumerate(state.edges) if counted.owner in (e.start, e.end) and not e.absent]
    tally = graph.tally(state.edges[edges[0]].type) if len(edges) == 1 else None
    return Term(edges[0], tally.name, True) if tally is not None else None


def is_amount(info: PropertyInfo, item: Item) -> bool:
    """Whether a property holds amounts, which no year bounds: "the smallest transfer in 2024", "hours lost in 2024"."""
    return info.number and not item.part and not holds_years(info)


def are_called_alike(name: str, label: str) -> bool:
    """Whether a property is called as the things that have it are: the `flight` of flights is no amount."""
    return singular(words(name)).casefold() == singular(words(label)).casefold()
