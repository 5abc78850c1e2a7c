""" "How many days lie between A and B", "between the first and the last match": how far apart two moments are."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.core.schema import PropertyInfo, ValueType
from fingerpost.linking.derived import tells_life, tells_when
from fingerpost.linking.lasting import begun_by
from fingerpost.linking.time_phrases import YEARS
from fingerpost.plans import Aggregate, AggregateFunction, Column, Comparison, Let, Operand, Ref, Stage, Test
from fingerpost.questions.algebra import Head, Kind, Measure, Term, has_role, scored_head, term_of
from fingerpost.questions.building import PlanBuilder
from fingerpost.questions.markers import Role
from fingerpost.questions.parts import TYPED, Derived
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.state import Reason, State
from fingerpost.questions.wording import Wording

APART = "apart"
"""The value of a marker that asks how far apart moments are; its third word says in what that is told."""
_UNIT = 2
_ENDS = (AggregateFunction.MAX, AggregateFunction.MIN)
_BOTH = 2
_COUNT = "moments"


def time_apart(graph: SchemaGraph, state: State, head: Head, wording: Wording) -> Iterator[Head]:
    """The heads that tell how far apart two moments are; none where nothing asks for that."""
    marker = next((m for m in state.markers if m.role is Role.DIFFERENCE and m.value == APART), None)
    if marker is None:
        return
    unit = wording.said(marker.start + _UNIT, marker.start + _UNIT + 1)
    unit = unit if unit.endswith("s") else f"{unit}s"
    for thing, pair in _things(graph, state):
        moments = _moments(graph, state, thing, unit)
        unclear = (Reason("head unclear", 1.0),) if len(moments) > 1 else ()
        for term in moments:
            measures = tuple(Measure(function, term) for function in _ENDS)
            whole = head._replace(kind=Kind.DIFFERENCE, measures=measures, columns=(), keys=(), apart=(unit, pair))
            yield scored_head(whole, Reason("measured", 1.0, marker.start, marker.end), *unclear)


def _things(graph: SchemaGraph, state: State) -> Iterator[tuple[Term, bool]]:
    """What has the moments, and whether it is two things that are named."""
    ends = {m.value for m in state.markers if m.role is Role.SUPERLATIVE}
    if len(ends) == _BOTH and {graph.adjectives[value].most for value in ends & {*graph.adjectives}} == {"max", "min"}:
        chosen = [i for i in state.items if has_role(i, Role.SUPERLATIVE)] or [*state.items]
        yield from ((Term(i.owner, None, i.edge), False) for i in chosen[:1])
        return
    for f in state.filters:
        if f.comparison is Comparison.IN and not (f.edge or f.negated) and len(_several(f.value)) == _BOTH:
            yield Term(f.owner), True


def _several(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else ()


def _moments(graph: SchemaGraph, state: State, thing: Term, unit: str) -> tuple[Term, ...]:
    """When such a thing is: the moment that is said, else each that there is: nothing tells which of them is meant."""
    name = state.edges[thing.owner].type if thing.edge else state.nodes[thing.owner].label
    schema = graph.schema
    held = schema.relationship_by_type[name] if thing.edge else schema.label_by_name[name]
    whole = [info for info in held.properties if tells_when(info) and not info.number]
    years = [info for info in held.properties if tells_when(info) and info.number and unit == YEARS]
    said = [term for term in (_said(info, state, thing) for info in (*whole, *years)) if term is not None]
    happened = [[info for info in moments if not tells_life(info)] for moments in (whole, years)]
    begun = {begun_by(part) for _, part in graph.lasting(name, edge=thing.edge)}
    first = sorted(happened[0] or happened[1], key=lambda info: info.name not in begun)
    return tuple(said[:1]) or tuple(thing._replace(property=info.name) for info in first)


def _said(info: PropertyInfo, state: State, thing: Term) -> Term | None:
    term = thing._replace(property=info.name)
    return term if any(term_of(item)._replace(part="") == term for item in state.items) else None


def apart(builder: PlanBuilder, head: Head, measured: Stage) -> list[Stage]:
    """The stages that tell how far apart the last and the first moment are, of two things only where both are known."""
    unit, pairs = head.apart
    term = head.measures[0].term
    info = builder.info(term)
    last, first = (Ref(name=aggregate.name) for aggregate in measured.aggregates[:_BOTH])
    lets: list[Let] = []
    told = _told(Derived(lets, builder.value), first, last, info, unit)
    if pairs:
        count = Aggregate(name=_COUNT, function=AggregateFunction.COUNT, operand=builder.ref(term))
        both = Test(left=Ref(name=_COUNT), comparison=Comparison.EQ, right=builder.value(_BOTH))
        measured = measured.model_copy(update={"aggregates": (*measured.aggregates, count), "having": (both,)})
    return [measured, Stage(lets=tuple(lets), columns=(Column(name=unit, operand=told),))]


def _told(derived: Derived, first: Ref, last: Ref, info: PropertyInfo | None, unit: str) -> Operand:
    """The time between two moments in a unit."""
    # What was read by its meaning to find the first and the last is a date by now.
    held = None if info is not None and info.type is ValueType.STRING and info.text_kind in TYPED else info
    return derived.between(first, held, last, held, unit)
