"""In which order groups stand: as was said, else as a reader expects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.core.schema import ValueType
from fingerpost.linking.display import Display
from fingerpost.plans import Aggregate, AggregateFunction, Order, Ref, Stage
from fingerpost.questions.algebra import Head, Measure, Term
from fingerpost.questions.building import PlanBuilder
from fingerpost.questions.roles import Role


def said_order(
    builder: PlanBuilder, display: Display, head: Head, keys: Sequence[str], aggregates: Sequence[Aggregate]
) -> tuple[Order, ...]:
    """The order that was asked for, as far as groups have it; `keys` are the names of their keys' columns."""
    return tuple(_said(builder, display, head, keys, aggregates))


def _said(
    builder: PlanBuilder, display: Display, head: Head, keys: Sequence[str], aggregates: Sequence[Aggregate]
) -> Iterator[Order]:
    """By a key, by a measure, or by the names of what groups."""
    things = [key for key in head.keys if key.property is None and not key.edge]
    for term, descending in head.order:
        name = term.property is not None and not term.edge and term.property in display.parts(builder.label(term))
        key = term if term in head.keys else next(iter(things), None) if name else None
        measured = [a.name for m, a in zip(head.measures, aggregates, strict=True) if _is_of(m, term)]
        if key is not None:
            yield Order(operand=Ref(name=keys[head.keys.index(key)]), descending=descending)
        elif measured:
            yield Order(operand=Ref(name=measured[0]), descending=descending)


def _is_of(measure: Measure, term: Term) -> bool:
    """Whether a measure is of what groups are sorted by: the same property, or how many of the same things."""
    counted = measure.function is AggregateFunction.COUNT
    if term.property is None:
        return counted and measure.term.property is None and (measure.term.edge or measure.term == term)
    return measure.term == term and not counted


def natural_order(builder: PlanBuilder, head: Head, grouped: Stage) -> tuple[Order, ...]:
    """Groups by a number or a moment go in its order, others by what was measured, most first unless it was said."""
    if not head.keys or not grouped.aggregates:
        return ()
    for column, term in zip(grouped.columns, head.keys, strict=False):
        info = builder.info(term)
        if info is not None and (info.numeric or info.temporal) and info.type is not ValueType.STRING:
            return (Order(operand=Ref(name=column.name)),)
    if grouped.aggregates[0].function is AggregateFunction.COLLECT:
        return ()
    least = any(m.role is Role.SORT and m.value == "asc" for m in builder.state.markers)
    return (Order(operand=Ref(name=grouped.aggregates[0].name), descending=not least),)
