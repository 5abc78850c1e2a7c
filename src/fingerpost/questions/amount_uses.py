"""What is done with an amount of each thing: a condition, the first of them, or all."""

from __future__ import annotations

from typing import NamedTuple

from fingerpost.core.schema import GraphSchema, PropertyInfo
from fingerpost.linking.literals import Literal
from fingerpost.linking.text import split_name
from fingerpost.plans import AggregateFunction, Comparison
from fingerpost.questions.algebra import Best, GroupCondition, Head, Kind, Term
from fingerpost.questions.amount_words import LEVELS, PER
from fingerpost.questions.schema_graph import makes_totals
from fingerpost.questions.state import State


class Use(NamedTuple):
    """What is done with an amount: only the `first` of them, so many, or those that a comparison leaves, or all."""

    first: int = 0
    descending: bool = True
    comparison: Comparison | None = None
    bound: Literal | None = None


class Gathered(NamedTuple):
    """Questions for an amount of each thing, the likeliest first, each with whether it is in doubt; and its use.

    `added` tells that words say that something is added up, `strict` that it is surely no count, `told` that it can
    hardly be told of one of what belongs to the thing ("who eat more than 90 g"), `shown` that the amounts are to be
    shown.
    """

    questions: tuple[tuple[str, bool], ...]
    use: Use
    added: bool
    strict: bool
    shown: bool
    told: bool = True


def used(schema: GraphSchema, state: State, head: Head, asked: Gathered) -> Head | None:
    """The head that does with an amount of each thing what is asked; None where this reading is none of that."""
    plain = head.kind is Kind.AGGREGATE and head.best is None and head.per is None and not head.groups
    if not plain or len(head.measures) != 1 or len(head.keys) != 1 or head.keys[0].edge:
        return None
    (thing,), (measure,) = head.keys, head.measures
    term, use = _on_the_way(schema, state, measure.term), asked.use
    if not term.edge and term.owner == thing.owner and (use.first or use.comparison is not None or not thing.property):
        return None  # nothing is added up where it is its own
    added = measure.function is AggregateFunction.SUM and term.property is not None and not asked.added
    if term.part or (added and not LEVELS.isdisjoint(split_name(term.property or ""))):
        return None
    head = head._replace(measures=(measure._replace(term=term),))
    if asked.strict and measure.function is not AggregateFunction.SUM:
        return None
    if use.first:
        best = Best(term, use.descending, measure.function, use.first)
        return _listed(head, thing)._replace(best=best)
    if use.comparison is None or use.bound is None:
        return head._replace(optional=None)
    value = _in_its_unit(use.bound, state, term, schema)
    if value is None:
        return None
    condition = GroupCondition(term, use.comparison, value, measure.function)
    if asked.shown:
        return head._replace(having=(*head.having, condition), optional=None)
    return _listed(head, thing)._replace(having=(*head.having, condition), valued=thing.property is not None)


def fits(head: Head, asked: Gathered) -> bool:
    """Whether a head already does so with an amount."""
    use = asked.use
    if use.first:
        best, focus = head.best, head.focus
        own = best is not None and (best.term.owner, best.term.edge) == (focus.owner, focus.edge)  # "by followers"
        same = best is not None and (best.count, best.descending) == (use.first, use.descending)
        alone = asked.shown and {term for term, _ in head.order} == {*head.columns}  # no machine beside its hours
        cut = head.limit == use.first and bool(head.order) and not alone
        return cut or (same and (is_chosen(head) or (own and not asked.strict)))
    if use.comparison is not None:
        shown = bool(head.measures and (head.keys or head.groups)) or not asked.shown
        return shown and any(h.comparison is use.comparison for h in head.having) and (asked.shown or not head.measures)
    return bool(head.measures) and (head.per is not None or len(head.keys or head.groups) == 1)


def adds(head: Head) -> bool:
    """Whether a head adds up."""
    functions = [m.function for m in head.measures] + [h.function for h in head.having]
    functions += [head.best.function] if head.best is not None and head.best.function is not None else []
    return AggregateFunction.SUM in functions


def is_chosen(head: Head) -> bool:
    """Whether a reading chooses by a number that is counted or added up, which it shows then."""
    best = head.best
    return head.kind is Kind.LIST and best is not None and not best.each and best.function is not None


def _on_the_way(schema: GraphSchema, state: State, term: Term) -> Term:
    """ "Kilos bought": of what is said to be done, where that has an amount in this unit, and not what it leads to."""
    info = None if term.edge or term.property is None else _info(schema, state, term)
    for number, edge in enumerate(state.edges):
        near = edge.said or not state.nodes[term.owner].named
        if info is not None and info.counted_in is not None and near and term.owner in (edge.start, edge.end):
            for own in schema.relationship_by_type[edge.type].properties:
                if own.counted_in == info.counted_in and makes_totals(own) and PER.isdisjoint(split_name(own.name)):
                    return Term(number, own.name, True)
    return term


def _in_its_unit(bound: Literal, state: State, term: Term, schema: GraphSchema) -> float | int | None:
    """The number to compare with, in the unit of what is added up; None where that measures something else."""
    if isinstance(bound.value, str):
        return None
    info = _info(schema, state, term)
    if bound.unit is None or info is None or info.counted_in is None:
        return bound.value
    return bound.measured_in(info.counted_in)


def _info(schema: GraphSchema, state: State, term: Term) -> PropertyInfo | None:
    if term.property is None:
        return None
    if term.edge:
        return schema.relationship_by_type[state.edges[term.owner].type].by_name[term.property]
    return schema.label_by_name[state.nodes[term.owner].label].by_name[term.property]


def _listed(head: Head, thing: Term) -> Head:
    return head._replace(
        kind=Kind.LIST, focus=thing, columns=(thing,), keys=(), groups=(), measures=(), optional=None, order=()
    )
