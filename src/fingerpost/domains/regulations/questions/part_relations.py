"""Plans of what provisions cite or are cited by: whether, how often, and which of one instrument."""

from __future__ import annotations

from fingerpost.domains.regulations.questions.narrowing import citing_part, labelled
from fingerpost.domains.regulations.questions.pattern_builder import (
    DEPTH,
    INSTRUMENT,
    PatternBuilder,
    holding_in,
    known,
    linked,
)
from fingerpost.domains.regulations.questions.phrases import said
from fingerpost.domains.regulations.questions.request import Asked, Request
from fingerpost.plans import Aggregate, AggregateFunction, Column, Comparison, Order, Plan, Ref


def is_of_part(request: Request) -> bool:
    """Whether a citation is told by provisions: "does section 7 of X cite Y", "how often did X cite Y in 2022"."""
    others = request.chains[1:]
    if len(others) != 1 or request.last_step.relation != "CITES":
        return False
    of_today = request.period is None and not request.chains[0].target.provision  # which relations of instruments count
    return bool(others[0].target.provision) or (request.asked is Asked.STRENGTH and not of_today)


def related_part(request: Request, built: PatternBuilder) -> Plan:
    """The number of such provisions that are related (0 or 1), or how often they are."""
    chain, other = request.chains[0], request.chains[1].target
    part = inner = built.node(None)
    if other.provision:
        part = built.target(other)
        built.edge(inner, "PART_OF", part, hops=DEPTH)
    else:
        built.require(inner, "documentId", Comparison.EQ, other.title.identifier)
    if not chain.steps[0].incoming:
        citing = built.node(None)
        edge = built.edge(citing, "CITES_PROVISION", inner)
        built.require(citing, "documentId", Comparison.EQ, chain.target.title.identifier)
        if chain.target.provision:
            built.where.append(labelled(built, citing, chain.target.provision))
    elif chain.target.provision:
        edge, _ = citing_part(built, inner, built.target(chain.target), chain.target)
    else:
        edge = built.edge(inner, "CITES", built.target(chain.target))
    holding_in(built, edge, request.period)
    if request.asked is Asked.STRENGTH:
        source = other if chain.steps[0].incoming else chain.target
        title = Column(name="source_title", operand=built.value(said(source)))
        times = Aggregate(name="strength", function=AggregateFunction.COUNT, operand=Ref(name=edge))
        return built.plan(columns=(title,), aggregates=(times,))
    count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=part), distinct=True)
    return built.plan(aggregates=(count,))


def citing_parts(request: Request, built: PatternBuilder) -> Plan:
    """The provisions of an instrument that cite others, of a kind if one is asked for; its sections that cite each."""
    if len(request.chains) > 1:
        return _citing_each(request, built)
    target = request.chains[0].target
    citing, cited = built.node(None, "provision"), built.node(INSTRUMENT, "cited")
    edge = built.edge(citing, "CITES", cited)
    built.require(citing, "documentId", Comparison.EQ, target.title.identifier)
    if target.provision:
        built.where.append(labelled(built, citing, target.provision))
    if request.kinds:
        built.require(cited, "kind", Comparison.EQ, request.kinds[0].lower())
    linked(built, cited)
    holding_in(built, edge, request.period)
    columns = built.columns(
        ("document", citing, "document"),
        ("section", citing, "label"),
        ("target_title", cited, "title"),
        ("sentence", edge, "sentence"),
        ("provision_id", citing, "identifier"),
        ("start", edge, "start"),
        ("end", edge, "end"),
    )
    return built.plan(columns=columns, distinct=True, order=(Order(operand=Ref(name="start")),))


def _citing_each(request: Request, built: PatternBuilder) -> Plan:
    """The sections of an instrument that cite each of several others, in themselves or in their parts."""
    first, *others = request.chains
    section = built.node("Section", "section")
    built.require(section, "documentId", Comparison.EQ, first.target.title.identifier)
    for number, other in enumerate(others):
        if number:
            built.begin_match()
        citing = built.node(None)
        built.edge(citing, "PART_OF", section, hops=DEPTH)
        holding_in(built, built.edge(citing, "CITES", built.target(other.target)), request.period)
    columns = built.columns(
        ("document", section, "document"),
        ("section", section, "label"),
        ("heading", section, "heading"),
        ("provision_id", section, "identifier"),
        ("start", section, "start"),
        ("end", section, "end"),
    )
    return built.plan(columns=columns, distinct=True, order=(Order(operand=Ref(name="start")),))


def provisions_cited(request: Request, built: PatternBuilder) -> Plan:
    """The provisions of an instrument that another names in its text, whether they are loaded or not."""
    citing = built.node(None, "provision")
    cited = built.target(request.chains[1].target)
    edge = built.edge(citing, "CITES", cited)
    built.require(citing, "documentId", Comparison.EQ, request.chains[0].target.title.identifier)
    built.where.append(known(Ref(name=edge, property="section")))
    holding_in(built, edge, request.period)
    columns = built.columns(
        ("document", cited, "title"),
        ("section", edge, "section"),
        ("citing_section", citing, "label"),
        ("sentence", edge, "sentence"),
        ("provision_id", citing, "identifier"),
        ("start", edge, "start"),
        ("end", edge, "end"),
    )
    return built.plan(columns=columns, distinct=True, order=(Order(operand=Ref(name="start")),))
