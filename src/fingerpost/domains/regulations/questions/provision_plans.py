"""Plans of questions about provisions: texts, versions, repeals, definitions, contents."""

from __future__ import annotations

import datetime as dt

from fingerpost.domains.regulations.questions.pattern_builder import (
    PatternBuilder,
)
from fingerpost.domains.regulations.questions.request import Asked, Request
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    AnyOf,
    Column,
    Comparison,
    Hops,
    Order,
    Plan,
    Ref,
    Test,
)


def text(request: Request, built: PatternBuilder) -> Plan:
    """The text of a provision, now or on a day."""
    target = request.chains[0].target
    node = built.target(target)
    period = request.period
    names: tuple[str, ...] = ("document", "label", "heading", "text", "inForceFrom", "lastAmended")
    if period is None or "Version" not in built.schema.label_by_name:
        return built.plan(columns=built.columns(*((name, node, name) for name in names)))
    day = period.day or dt.date(period.last or period.first or 1, 12, 31)
    version = built.node("Version", "version")
    built.edge(version, "VERSION_OF", node)
    since, until = Ref(name=version, property="from"), Ref(name=version, property="to")
    for ref, comparison in ((since, Comparison.LE), (until, Comparison.GT)):
        built.where.append(AnyOf(tests=(built.test(ref, Comparison.IS_NULL), built.test(ref, comparison, day))))
    names = ("document", "label", "text", "from", "to")
    return built.plan(columns=built.columns(*((name, version, name) for name in names)))


def history(request: Request, built: PatternBuilder) -> Plan:
    """Every text that a provision had, with its dates."""
    if "Version" not in built.schema.label_by_name:
        return text(request, built)
    node = built.target(request.chains[0].target)
    version = built.node("Version", "version")
    built.edge(version, "VERSION_OF", node)
    if request.period is not None and request.period.first is not None:
        until = Ref(name=version, property="to")
        begin = dt.date(request.period.first, 1, 1)
        built.where.append(
            AnyOf(tests=(built.test(until, Comparison.IS_NULL), built.test(until, Comparison.GE, begin)))
        )
    names = ("document", "label", "from", "to", "text")
    return built.plan(
        columns=built.columns(*((name, version, name) for name in names)), order=(Order(operand=Ref(name="from")),)
    )


def repealed(request: Request, built: PatternBuilder) -> Plan:
    target = request.chains[0].target
    node = built.target(target)
    names: tuple[str, ...] = ("document", "label", "repealed", "repealedBy", "repealedIn")
    if not target.provision:
        names = ("title", "inForce", "lastAmended")
    return built.plan(columns=built.columns(*((name, node, name) for name in names)))


def repealed_parts(request: Request, built: PatternBuilder) -> Plan:
    """The provisions of an instrument that were repealed, by whom and when."""
    node = built.target(request.chains[0].target)
    section = built.node("Section", "section")
    built.edge(node, "HAS_SECTION", section)
    built.require(section, "repealed", Comparison.EQ, True)
    names = ("label", "heading", "repealedBy", "repealedIn")
    return built.plan(columns=built.columns(*((name, section, name) for name in names)))


def since(request: Request, built: PatternBuilder) -> Plan:
    """From when an instrument or a provision is in force, as far as the corpus says."""
    node = built.target(request.chains[0].target)
    return built.plan(
        columns=built.columns(
            ("inForceFrom", node, "inForceFrom"),
        )
    )


def definition(request: Request, built: PatternBuilder) -> Plan:
    node = built.node("Definition", "definition")
    built.where.append(
        Test(
            left=Ref(name=node, property="term", function="toLower"),
            comparison=Comparison.EQ,
            right=built.value(request.term.lower()),
        )
    )
    built.require(node, "language", Comparison.EQ, request.language)
    if request.chains:
        built.require(node, "documentId", Comparison.EQ, request.chains[0].target.title.identifier)
    names = ("document", "label", "term", "text")
    columns = tuple(Column(name=name, operand=Ref(name=node, property=name)) for name in names)
    return built.plan(columns=columns, order=(Order(operand=Ref(name="document")),))


def sections(request: Request, built: PatternBuilder) -> Plan:
    node = built.target(request.chains[0].target)
    section = built.node("Section", "section")
    if request.chains[0].target.provision:
        built.edge(section, "PART_OF", node, hops=Hops(minimum=1, maximum=4))
    else:
        built.edge(node, "HAS_SECTION", section)
    if request.asked is Asked.COUNT:
        count = Aggregate(
            name="relationship_count", function=AggregateFunction.COUNT, operand=Ref(name=section), distinct=True
        )
        return built.plan(aggregates=(count,))
    names = ("label", "heading", "identifier")
    return built.plan(columns=built.columns(*((name, section, name) for name in names)))
