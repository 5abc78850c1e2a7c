"""Plans of questions about provisions: texts, versions, repeals, definitions, contents."""

from __future__ import annotations

import datetime as dt

from fingerpost.domains.regulations.questions.catalog import AMENDMENT
from fingerpost.domains.regulations.questions.narrowing import tests_of
from fingerpost.domains.regulations.questions.pattern_builder import PatternBuilder, in_period
from fingerpost.domains.regulations.questions.phrases import number_of
from fingerpost.domains.regulations.questions.request import Asked, Period, Request
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    AnyOf,
    Column,
    Comparison,
    Condition,
    EdgePattern,
    Hops,
    Match,
    NodePattern,
    Order,
    Pattern,
    Plan,
    Ref,
)

_SHOWN = 10
"""Sections that are listed where the most cited or amended is asked for."""


def text(request: Request, built: PatternBuilder) -> Plan:
    """The text of a provision, now or on a day, with the version of that day if it has versions."""
    node = built.target(request.chains[0].target)
    names = ("document", "label", "heading", "text", "inForceFrom", "lastAmended", "repealedBy")
    own = built.columns(*((name, node, name) for name in (*names, "identifier", "start", "end")))
    if request.period is None or "Version" not in built.schema.label_by_name:
        return built.plan(columns=own)
    day = day_of(request.period)
    tests: list[Condition] = []
    for name, comparison in (("from", Comparison.LE), ("to", Comparison.GT)):
        ref = Ref(name="version", property=name)
        tests.append(AnyOf(tests=(built.test(ref, Comparison.IS_NULL), built.test(ref, comparison, day))))
    pattern = Pattern(
        nodes=(NodePattern(name="version", label="Version"), NodePattern(name=node)),
        edges=(EdgePattern(start="version", end=node, types=("VERSION_OF",)),),
    )
    versions = Match(pattern=pattern, where=tuple(tests), optional=True)
    stage = built.stage(
        columns=(
            *own,
            *(
                Column(name=f"version_{name}", operand=Ref(name="version", property=name))
                for name in ("text", "from", "to")
            ),
        )
    )
    stage = stage.model_copy(update={"matches": (*stage.matches, versions)})
    return Plan(branches=((stage,),), parameters=built.parameters)


def day_of(period: Period) -> dt.date:
    """The day of a period: the day itself, else its last."""
    return period.end or dt.date(period.first or 1, 12, 31)


def history(request: Request, built: PatternBuilder) -> Plan:
    """Every text that a provision had, with its dates."""
    if "Version" not in built.schema.label_by_name:
        return text(request, built)
    node = built.target(request.chains[0].target)
    version = built.node("Version", "version")
    built.edge(version, "VERSION_OF", node)
    if request.period is not None and request.period.begin is not None:
        until = Ref(name=version, property="to")
        still = built.test(until, Comparison.IS_NULL)
        built.where.append(AnyOf(tests=(still, built.test(until, Comparison.GE, request.period.begin))))
    names = ("document", "label", "from", "to", "text")
    return built.plan(
        columns=built.columns(*((name, version, name) for name in names)), order=(Order(operand=Ref(name="from")),)
    )


def repealed(request: Request, built: PatternBuilder) -> Plan:
    target = request.chains[0].target
    node = built.target(target)
    names: tuple[str, ...] = (
        "document", "label", "repealed", "repealedBy", "repealedIn", "repealedOn", "inForceFrom", "lastAmended",
        "identifier",
    )  # fmt: skip
    if not target.provision:
        names = (
            "title",
            "inForce",
            "repealedBy",
            "repealedIn",
            "repealedOn",
            "inForceFrom",
            "lastAmended",
            "identifier",
        )
    return built.plan(columns=built.columns(*((name, node, name) for name in names)))


def repealed_parts(request: Request, built: PatternBuilder) -> Plan:
    """The provisions of an instrument that were repealed, by whom and when."""
    section = built.node(request.kinds[0] if request.kinds else None, "section")
    built.require(section, "documentId", Comparison.EQ, request.chains[0].target.title.identifier)
    built.require(section, "repealed", Comparison.EQ, True)
    if len(request.chains) > 1:
        number = number_of(request.chains[1].target.title)
        built.require(section, "repealedBy", Comparison.STARTS_WITH, f"{number},")
    if request.period is not None:
        _repealed_in(built, section, request.period)
    names = (
        "label", "heading", "term", "repealedBy", "repealedIn", "repealedOn", "identifier", "documentId", "start",
        "end",
    )  # fmt: skip
    columns = built.columns(*((name, section, name) for name in names))
    return built.plan(columns=columns, order=(Order(operand=Ref(name="start")),))


def _repealed_in(built: PatternBuilder, name: str, period: Period) -> None:
    """That something was repealed in a period. Where its day is not known, the year decides."""
    day = Ref(name=name, property="repealedOn")
    known_days = built.column("day", name, "repealedOn") is not None
    bounds = (
        (Comparison.GE, period.begin, period.since or period.day),
        (Comparison.LE, period.end, period.until or period.day),
    )
    for comparison, bound, exact in bounds:
        if bound is not None:
            built.require(name, "repealedIn", comparison, bound.year)
        if exact is not None and known_days:
            unknown = built.test(day, Comparison.IS_NULL)
            built.where.append(AnyOf(tests=(unknown, built.test(day, comparison, exact))))


def since(request: Request, built: PatternBuilder) -> Plan:
    """From when an instrument or a provision is in force, as far as the corpus says."""
    node = built.target(request.chains[0].target)
    return built.plan(columns=built.columns(*((name, node, name) for name in ("inForceFrom", "identifier"))))


def definition(request: Request, built: PatternBuilder) -> Plan:
    node = built.node("Definition", "definition")
    terms = tuple(term.casefold() for term in (request.term, request.versus) if term)
    key = "termInOtherLanguage" if request.translated else "termKey"
    built.require(node, key, *((Comparison.IN, terms) if request.versus else (Comparison.EQ, terms[0])))
    built.require(node, "language", Comparison.EQ, request.language)
    if request.chains:
        named = tuple(chain.target.title.identifier for chain in request.chains)
        built.require(node, "documentId", Comparison.IN, named)
    elif request.within is not None:
        built.require(node, "documentId", Comparison.IN, request.within)
    names = ("document", "label", "term", "termInOtherLanguage", "text", "documentId", "start", "end")
    columns = built.columns(*((name, node, name) for name in names))
    return built.plan(columns=columns, order=(Order(operand=Ref(name="document")),))


def definitions(request: Request, built: PatternBuilder) -> Plan:
    """The terms that an instrument defines."""
    node = built.node("Definition", "definition")
    built.require(node, "documentId", Comparison.EQ, request.chains[0].target.title.identifier)
    names = ("document", "label", "term", "text", "start", "end")
    columns = built.columns(*((name, node, name) for name in names))
    return built.plan(columns=columns, order=(Order(operand=Ref(name="term")),))


def amended_parts(request: Request, built: PatternBuilder) -> Plan:
    """The sections of an instrument that were amended in a period, and by what."""
    node = built.target(request.chains[0].target)
    section = built.node("Section", "section")
    built.edge(node, "HAS_SECTION", section)
    amendment = built.node(AMENDMENT, "amendment")
    edge = built.edge(amendment, "AMENDS", section)
    in_period(built, edge, request.period, "AMENDS")
    columns = built.columns(
        ("label", section, "label"),
        ("heading", section, "heading"),
        ("amending_document", amendment, "instrument"),
        ("effective_date", edge, "date"),
        ("year", edge, "year"),
        ("provision_id", section, "identifier"),
        ("start", section, "start"),
        ("end", section, "end"),
    )
    order = tuple(Order(operand=Ref(name=name)) for name in ("start", "year"))
    return built.plan(columns=columns, distinct=True, order=order)


def most_parts(request: Request, built: PatternBuilder) -> Plan:
    """The sections of an instrument that others cite most, or that were amended most often."""
    chain = request.chains[0]
    section = built.node("Section", "section")
    built.require(section, "documentId", Comparison.EQ, chain.target.title.identifier)
    if chain.steps[0].relation == "AMENDS":
        counted = built.node(AMENDMENT, "counted")
        in_period(built, built.edge(counted, "AMENDS", section), request.period, "AMENDS")
    else:
        inner, counted = built.node(None), built.node(None, "counted")
        built.edge(inner, "PART_OF", section, hops=Hops(minimum=0, maximum=4))
        in_period(built, built.edge(counted, "CITES_PROVISION", inner), request.period, "CITES")
        built.require(counted, "language", Comparison.EQ, "en")
    count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=counted), distinct=True)
    names = ("label", "heading", "identifier", "start", "end")
    columns = built.columns(*((name, section, name) for name in names))
    order = (Order(operand=Ref(name="count"), descending=True), Order(operand=Ref(name="start")))
    if request.strength is not None:
        having = tuple(tests_of(built, Ref(name="count"), request.strength))
        return built.plan(columns=columns, aggregates=(count,), having=having, order=order)
    return built.plan(columns=columns, aggregates=(count,), order=order, limit=max(request.most, _SHOWN))


def about(request: Request, built: PatternBuilder) -> Plan:
    """What an instrument is: its titles, number and dates."""
    node = built.target(request.chains[0].target)
    names = ("title", "longTitle", "number", "kind", "registered", "inForce", "inForceFrom", "lastAmended", "currentTo")
    return built.plan(columns=built.columns(*((name, node, name) for name in (*names, "identifier"))))


def sections(request: Request, built: PatternBuilder) -> Plan:
    target = request.chains[0].target
    node = built.target(target)
    if request.kinds and request.kinds[0] in ("Part", "Schedule"):
        return _divisions(request, built)
    inner = bool(target.provision) and not target.provision.startswith(("PART", "SCHEDULE"))
    section = built.node(None if inner else "Section", "section")
    if target.provision:
        built.edge(section, "PART_OF", node, hops=Hops(minimum=1, maximum=1 if inner else 4))
    else:
        built.edge(node, "HAS_SECTION", section)
    if request.asked is Asked.COUNT:
        count = Aggregate(
            name="relationship_count", function=AggregateFunction.COUNT, operand=Ref(name=section), distinct=True
        )
        return built.plan(aggregates=(count,))
    names = ("label", "heading", "identifier", "start", "end")
    columns = built.columns(*((name, section, name) for name in names))
    return built.plan(columns=columns, order=(Order(operand=Ref(name="start")),))


def _divisions(request: Request, built: PatternBuilder) -> Plan:
    """The parts or schedules of an instrument."""
    found = built.node(request.kinds[0], "section")
    built.require(found, "documentId", Comparison.EQ, request.chains[0].target.title.identifier)
    if request.asked is Asked.COUNT:
        count = Aggregate(
            name="relationship_count", function=AggregateFunction.COUNT, operand=Ref(name=found), distinct=True
        )
        return built.plan(aggregates=(count,))
    names = ("label", "heading", "identifier", "start", "end")
    columns = built.columns(*((name, found, name) for name in names))
    return built.plan(columns=columns, order=(Order(operand=Ref(name="start")),))
