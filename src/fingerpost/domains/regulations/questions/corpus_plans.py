"""Plans of questions about many instruments: the most cited, mutual references, all relations of one or two."""

from __future__ import annotations

from fingerpost.domains.regulations.questions.catalog import AMENDMENT
from fingerpost.domains.regulations.questions.pattern_builder import (
    EDGES,
    INSTRUMENT,
    PatternBuilder,
    holding_in,
    in_language,
    in_period,
)
from fingerpost.domains.regulations.questions.request import Request
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Call,
    Column,
    Comparison,
    EdgePattern,
    Order,
    Plan,
    Ref,
    Test,
)


def amended(request: Request, built: PatternBuilder) -> Plan:
    """Instruments of a kind that were amended, in a period."""
    answer = built.node(kind(request), "answer")
    edge = built.edge(built.node(AMENDMENT), "AMENDS", answer)
    in_period(built, edge, request.period, "AMENDS")
    in_language(built, answer, request)
    columns = built.columns(("title", answer, "title"), ("identifier", answer, "identifier"))
    return built.plan(columns=columns, distinct=True, order=(Order(operand=Ref(name="title")),))


def not_in_force(request: Request, built: PatternBuilder) -> Plan:
    """Instruments of a kind that were repealed, or are not in force."""
    answer = built.node(kind(request), "answer")
    built.require(answer, "inForce", Comparison.EQ, cell=False)
    in_language(built, answer, request)
    columns = built.columns(("title", answer, "title"), ("identifier", answer, "identifier"))
    return built.plan(columns=columns, distinct=True, order=(Order(operand=Ref(name="title")),))


def most(request: Request, built: PatternBuilder) -> Plan:
    """The instruments that most others cite (amend, implement), or that cite the most others."""
    answer = built.node(request.kinds[0] if request.kinds else INSTRUMENT, "answer")
    amends = request.relation == "AMENDS"
    other = built.node(AMENDMENT if amends else INSTRUMENT, "other")
    start, end = (answer, other) if request.indirect and not amends else (other, answer)
    edge = built.edge(start, "AMENDS" if amends else EDGES[request.relation], end)
    in_period(built, edge, request.period, request.relation)
    in_language(built, answer, request)
    if not amends:
        in_language(built, other, request)
    columns = (
        Column(name="title", operand=Ref(name=answer, property="title")),
        Column(name="identifier", operand=Ref(name=answer, property="identifier")),
    )
    count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=other), distinct=True)
    order = (Order(operand=Ref(name="count"), descending=True), Order(operand=Ref(name="title")))
    return built.plan(columns=columns, aggregates=(count,), order=order, limit=request.most)


def mutual(request: Request, built: PatternBuilder) -> Plan:
    """Pairs of instruments that cite each other; those of one instrument where one is named."""
    first = built.target(request.chains[0].target) if request.chains else built.node(kind(request), "first")
    second = built.node(kind(request), "second")
    there, back = built.edge(first, "REFERENCES", second), built.edge(second, "REFERENCES", first)
    for edge in (there, back):
        holding_in(built, edge, None)
    in_language(built, first, request)
    in_language(built, second, request)
    if not request.chains:
        built.where.append(
            Test(
                left=Ref(name=first, property="identifier"),
                comparison=Comparison.LT,
                right=Ref(name=second, property="identifier"),
            )
        )
    columns = (
        Column(name="first_title", operand=Ref(name=first, property="title")),
        Column(name="second_title", operand=Ref(name=second, property="title")),
        Column(name="first_cites_second", operand=Ref(name=there, property="strength")),
        Column(name="second_cites_first", operand=Ref(name=back, property="strength")),
    )
    return built.plan(columns=columns, distinct=True, order=(Order(operand=Ref(name="first_title")),))


def between_two(request: Request, built: PatternBuilder) -> Plan:
    """Every relation between two instruments, in either direction."""
    first = built.target(request.chains[0].target)
    if len(request.chains) > 1:
        second = built.target(request.chains[1].target)
    else:
        second = built.node(kind(request), "other")
        in_language(built, second, request)
    known = tuple(kind for kind in EDGES.values() if kind in built.schema.relationship_by_type)
    built.edges.append(EdgePattern(start=first, end=second, types=known, either=True, name="relation"))
    relation = Ref(name="relation")
    lets = (
        Call(name="kind", function="type", arguments=(relation,)),
        Call(name="source", function="startNode", arguments=(relation,)),
    )
    found = [
        Column(name="relationship_type", operand=Ref(name="kind")),
        Column(name="source_title", operand=Ref(name="source", property="title")),
        *(built.columns(("other_title", "other", "title")) if len(request.chains) == 1 else ()),
        *built.columns(("strength", "relation", "strength"), ("cited_section", "relation", "cited")),
    ]
    return built.plan(lets=lets, columns=tuple(found))


def kind(request: Request) -> str:
    return request.kinds[0] if request.kinds else INSTRUMENT
