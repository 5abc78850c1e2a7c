"""From a request to the plan that answers it. Every value is a parameter; the gate checks the plan like any other."""

from __future__ import annotations

from typing import Final

from fingerpost.core.schema import GraphSchema
from fingerpost.domains.regulations.questions.catalog import AMENDMENT
from fingerpost.domains.regulations.questions.corpus_plans import (
    all_of,
    amended,
    between_two,
    by_date,
    latest_of,
    most,
    mutual,
    none,
    not_in_force,
    statistics,
    unamended,
)
from fingerpost.domains.regulations.questions.narrowing import (
    bounded,
    citing_part,
    labelled,
    made_by,
    matched,
    narrowed,
    without,
)
from fingerpost.domains.regulations.questions.part_relations import (
    citing_parts,
    is_of_part,
    provisions_cited,
    related_part,
)
from fingerpost.domains.regulations.questions.pattern_builder import (
    DEPTH,
    EDGES,
    INSTRUMENT,
    PatternBuilder,
    cited,
    columns_of,
    holding_in,
    in_language,
    in_period,
    known,
)
from fingerpost.domains.regulations.questions.provision_plans import (
    about,
    amended_parts,
    definition,
    definitions,
    history,
    most_parts,
    repealed,
    repealed_parts,
    sections,
    since,
    text,
)
from fingerpost.domains.regulations.questions.request import Asked, Chain, Request, Step, Target
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Column,
    Comparison,
    Order,
    Plan,
    Ref,
    Test,
)

_NO_SECTIONS = ("PART", "preamble", "SCHEDULE")
"""How the labels of provisions begin that are no sections."""


def plan_of(request: Request, schema: GraphSchema) -> Plan:
    """The plan of a request over a graph; one that finds nothing where the graph has no such relationships."""
    built = PatternBuilder(schema)
    plan = _PLANS[request.asked](request, built)
    return plan if built.is_possible else _nothing(schema)


def _nothing(schema: GraphSchema) -> Plan:
    built = PatternBuilder(schema)
    node = built.node(INSTRUMENT, "answer")
    built.require(node, "identifier", Comparison.IN, ())
    return built.plan(columns=built.columns(("title", node, "title"), ("identifier", node, "identifier")))


def _listed(request: Request, built: PatternBuilder) -> Plan:
    """What all chains lead to, with the columns that belong to the last relation."""
    if request.asked is Asked.COUNT and not request.chains[0].steps:
        return sections(request, built)
    if _is_of_provision(request):
        return _provision_citations(request, built)
    answer, edge, before = _walked(built, request)
    columns = columns_of(built, request, answer, edge, before)
    if request.strength is not None and built.has(edge, "strength"):
        bounded(built, Ref(name=edge, property="strength"), request.strength)
    if request.asked is Asked.COUNT:
        count = Aggregate(
            name="relationship_count", function=AggregateFunction.COUNT, operand=Ref(name=answer), distinct=True
        )
        return built.plan(aggregates=(count,))
    if request.latest:
        return latest_of(built, answer, columns, most=request.most)
    names = [column.name for column in columns]
    if request.asked in (Asked.LAST, Asked.FIRST):
        amends = request.last_step.relation == "AMENDS"
        built.where.append(known(Ref(name=edge, property="year" if amends else "from")))
        dates = [name for name in ("year", "effective_date", "registered") if name in names]
        order = tuple(Order(operand=Ref(name=name), descending=request.asked is Asked.LAST) for name in dates)
    else:
        order = (Order(operand=Ref(name=names[0])),)
    if request.ranked:
        order = (Order(operand=Ref(name="strength"), descending=True), *order)
    return built.plan(columns=columns, distinct=not _is_of_pairs(request), order=order)


def _is_of_pairs(request: Request) -> bool:
    """Whether what cites what cites an instrument is asked for: each row is there once, as no two relationships say
    that one instrument cites the same other.
    """
    [chain] = request.chains if len(request.chains) == 1 else [None]
    if chain is None or not request.indirect or chain.negated or chain.others or request.section:
        return False
    target = chain.target
    return len(chain.steps) == 1 and chain.steps[0].relation == "CITES" and not target.provision and not target.among


def _is_of_provision(request: Request) -> bool:
    """Whether what cites a provision is asked for, and nothing else."""
    [chain] = request.chains if len(request.chains) == 1 else [None]
    if chain is None or chain.negated or chain.others or not chain.target.provision or request.indirect:
        return False
    plain = request.strength is None and request.amended is None and request.in_force is None
    return plain and chain.steps == (Step("CITES", incoming=True),) and request.asked in (Asked.LIST, Asked.COUNT)


def _provision_citations(request: Request, built: PatternBuilder) -> Plan:
    """What cites a provision or anything in it, by the documents of the provisions that do: no instrument is joined."""
    target = request.chains[0].target
    citing = built.node(None, "citing")
    edge, inner = citing_part(built, citing, built.target(target), target)
    title, key = ("document", "documentId") if target.is_loaded_part else ("title", "identifier")
    built.require(citing, "language", Comparison.EQ, "en")
    if request.within is not None:
        built.require(citing, "documentId", Comparison.IN, request.within)
    in_period(built, edge, request.period, "CITES")
    if request.asked is Asked.COUNT:
        document = Ref(name=citing, property="documentId")
        count = Aggregate(name="relationship_count", function=AggregateFunction.COUNT, operand=document, distinct=True)
        return built.plan(aggregates=(count,))
    columns = built.columns(
        ("referencing_document", citing, "document"),
        ("referenced_document", inner, title),
        ("referencing_id", citing, "documentId"),
        ("referenced_id", inner, key),
        ("citing_section", citing, "label"),
        ("provision_id", citing, "identifier"),
        ("sentence", edge, "sentence"),
        ("start", edge, "start"),
        ("end", edge, "end"),
    )
    return built.plan(columns=columns, distinct=True, order=(Order(operand=Ref(name="referencing_document")),))


def _walked(built: PatternBuilder, request: Request) -> tuple[str, str, str]:
    """Match every chain; the node that they lead to, the last relationship of the first chain, the node before it."""
    last = request.last_step
    label = _label(request, last, built.schema)
    answer = built.node(label, "answer")
    if label == INSTRUMENT and _is_by_kind(request, last, built.schema):
        built.require(answer, "kind", Comparison.EQ, request.kinds[0].lower())
    edge = before = ""
    for number, chain in enumerate(request.chains):
        if chain.negated:
            built.where.append(without(built, chain, answer))
            others = [one for one in request.chains if not one.negated]
            if label != AMENDMENT and all(len(one.steps) > 1 and one.target == chain.target for one in others):
                built.require(answer, "identifier", Comparison.NE, chain.target.title.identifier)
            continue
        name, step_edge = _chain(built, chain, answer, request)
        if number == 0:
            edge, before = step_edge, name
    if label == AMENDMENT:
        if request.kinds:
            made_by(built, answer, request.kinds[0])
    else:
        in_language(built, answer, request)
        cited(built, last, answer, by_title=request.by_title)
        narrowed(built, request, answer)
        if request.indirect:
            for target in (target for chain in request.chains for target in (chain.target, *chain.others)):
                built.require(answer, "identifier", Comparison.NE, target.title.identifier)
    return answer, edge, before


def _label(request: Request, last: Step, schema: GraphSchema) -> str:
    if last.relation == "AMENDS" and last.incoming:
        return AMENDMENT
    if _is_by_kind(request, last, schema):
        return INSTRUMENT
    return request.kinds[0] if request.kinds and request.kinds[0] != "Section" else INSTRUMENT


def _is_by_kind(request: Request, last: Step, schema: GraphSchema) -> bool:
    """Whether what was cited and not loaded belongs to the answer: it has the kind that is asked for as a property."""
    kinds = request.kinds and request.kinds[0] in ("Act", "Regulation")
    about = schema.label_by_name.get("Act") or schema.label_by_name.get("Regulation")
    known = about is not None and "kind" in about.by_name
    return (
        bool(kinds) and known and not last.incoming and last.relation in ("CITES", "IMPLEMENTS", "REPLACES", "REPEALS")
    )


def _chain(built: PatternBuilder, chain: Chain, answer: str, request: Request) -> tuple[str, str]:
    """The steps of one chain; the node before the answer, and the last relationship."""
    amends = bool(chain.steps) and chain.steps[0].relation == "AMENDS"
    current = matched(built, chain.target, *chain.others, whole=amends)
    edge = ""
    steps = [*chain.steps]
    if request.indirect and len(steps) == 1:
        steps = [steps[0], steps[0]]
    for number, step in enumerate(steps):
        following = answer
        if number < len(steps) - 1:
            following = built.node(_between(step))
            if built.nodes[following] == INSTRUMENT:
                in_language(built, following, request)
                cited(built, step, following)
                if step.kind:
                    built.require(following, "kind", Comparison.EQ, step.kind.lower())
        before = current
        if number and (steps[number - 1].relation, steps[number - 1].incoming) == (step.relation, not step.incoming):
            built.begin_match()  # the way back may be the way there: what cites X cites X
        edge = _step(built, step, current, following, chain.target if number == 0 else None)
        if step.relation in ("CITES", "AMENDS", "IMPLEMENTS"):
            is_dated = request.dated in ("", step.relation)
            in_period(built, edge, request.period if is_dated else None, step.relation)
        current = following
    return before, edge


def _between(step: Step) -> str:
    return AMENDMENT if step.relation == "AMENDS" and step.incoming else INSTRUMENT


def _step(built: PatternBuilder, step: Step, current: str, following: str, target: Target | None) -> str:
    """One relation from the current node to the next; the name of the relationship that says it."""
    if target is not None and target.provision and step.relation == "CITES":
        return _provision_cited(built, step, current, following, target)
    if step.relation == "AMENDS":
        if step.incoming:
            return built.edge(following, "AMENDS", current)
        if built.nodes[current] == AMENDMENT:
            return built.edge(current, "AMENDS", following)
        amendment = built.node(AMENDMENT)
        built.edge(amendment, "MADE_BY", current)
        return built.edge(amendment, "AMENDS", following)
    kind = EDGES[step.relation]
    return built.edge(following, kind, current) if step.incoming else built.edge(current, kind, following)


def _provision_cited(built: PatternBuilder, step: Step, current: str, following: str, target: Target) -> str:
    """Citations of, or by, a provision and all in it."""
    if not step.incoming:
        inner = built.node(None)
        built.edge(inner, "PART_OF", current, hops=DEPTH)
        built.citing = inner
        return built.edge(inner, "CITES", following)
    built.citing = citing = built.node(None)
    edge, _ = citing_part(built, citing, current, target)
    built.where.append(
        Test(
            left=Ref(name=following, property="identifier"),
            comparison=Comparison.EQ,
            right=Ref(name=citing, property="documentId"),
        )
    )
    return edge


def _provisions(request: Request, built: PatternBuilder) -> Plan:
    """The provisions of one instrument that cite another, or that another cites."""
    chain = request.chains[0]
    others = request.chains[1:]
    if chain.steps[0].relation != "CITES":
        return _amended_provisions(request, built)
    citing = built.node(None, "provision")
    if chain.steps[0].incoming:
        cited = matched(built, chain.target)
        if chain.target.provision:
            edge, _ = citing_part(built, citing, cited, chain.target)
        else:
            edge = built.edge(citing, "CITES", cited)
        holder = citing
    elif others and not chain.target.provision:
        return provisions_cited(request, built)
    else:
        cited = built.node(None, "cited")
        edge = built.edge(citing, "CITES_PROVISION", cited)
        built.require(citing, "documentId", Comparison.EQ, chain.target.title.identifier)
        if chain.target.provision:
            built.where.append(labelled(built, citing, chain.target.provision))
        holder = cited
    if request.section:
        built.where.append(labelled(built, holder, request.section))
    if request.numbered:
        for other in _NO_SECTIONS:
            heading = built.test(Ref(name=holder, property="label"), Comparison.STARTS_WITH, other)
            built.where.append(heading.model_copy(update={"negated": True}))
    if request.within is not None and not others:
        built.require(holder, "documentId", Comparison.IN, request.within)
    if others:
        keys = tuple(other.target.title.identifier for other in others)
        built.require(holder, "documentId", Comparison.IN, keys)
    elif chain.steps[0].incoming:
        built.require(holder, "language", Comparison.EQ, "en")
    holding_in(built, edge, request.period)
    columns = [
        Column(name="document", operand=Ref(name=holder, property="document")),
        Column(name="section", operand=Ref(name=holder, property="label")),
        Column(name="sentence", operand=Ref(name=edge, property="sentence")),
        Column(name="provision_id", operand=Ref(name=holder, property="identifier")),
        Column(name="start", operand=Ref(name=edge, property="start")),
        Column(name="end", operand=Ref(name=edge, property="end")),
    ]
    if edge and chain.steps[0].incoming and not chain.target.provision and built.has(edge, "section"):
        columns.insert(2, Column(name="cited_section", operand=Ref(name=edge, property="section")))
    order = tuple(Order(operand=Ref(name=name)) for name in ("document", "start"))
    return built.plan(columns=tuple(columns), distinct=True, order=order)


def _amended_provisions(request: Request, built: PatternBuilder) -> Plan:
    """The provisions of an instrument that another amended. Other relations join whole instruments."""
    amending = [chain.target for chain in request.chains if chain.target.title.label == AMENDMENT]
    amended = [chain.target for chain in request.chains if chain.target.title.label != AMENDMENT]
    if request.chains[0].steps[0].relation != "AMENDS" or not request.chains[1:]:
        return _related(request, built)
    if not amending:
        step = request.chains[0].steps[0]
        first, second = request.chains[0].target, request.chains[1].target
        amending, amended = ([second], [first]) if step.incoming else ([first], [second])
    amendment = built.target(amending[0])
    if amending[0].title.label != AMENDMENT:
        instrument, amendment = amendment, built.node(AMENDMENT)
        built.edge(amendment, "MADE_BY", instrument)
    provision = built.node("Section", "provision")
    edge = built.edge(amendment, "AMENDS", provision)
    built.require(provision, "documentId", Comparison.EQ, amended[0].title.identifier)
    columns = built.columns(
        ("document", provision, "document"),
        ("section", provision, "label"),
        ("amending_section", edge, "section"),
        ("effective_date", edge, "date"),
        ("provision_id", provision, "identifier"),
        ("start", provision, "start"),
        ("end", provision, "end"),
    )
    return built.plan(columns=columns, distinct=True, order=(Order(operand=Ref(name="start")),))


def _related(request: Request, built: PatternBuilder) -> Plan:
    """Whether, and how often, instruments stand in a relation to another."""
    chain, others = request.chains[0], request.chains[1:]
    if not others:
        return _listed(request, built)
    if is_of_part(request):
        return related_part(request, built)
    target = matched(built, chain.target)
    if len(others) == 1 and others[0].target.provision:
        other = built.target(others[0].target, whole=True)
    else:
        other = built.node(INSTRUMENT, "other")
        built.require(other, "identifier", Comparison.IN, tuple(one.target.title.identifier for one in others))
    edge = _step(built, chain.steps[0], target, other, chain.target)
    if chain.steps[0].relation in ("CITES", "AMENDS"):
        in_period(built, edge, request.period, chain.steps[0].relation)
    if request.asked is Asked.STRENGTH:
        source = other if chain.steps[0].incoming else target
        title = Column(name="source_title", operand=Ref(name=source, property="title"))
        strength = Column(name="strength", operand=Ref(name=edge, property="strength"))
        return built.plan(columns=(title, strength), distinct=True)
    count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=other), distinct=True)
    return built.plan(aggregates=(count,))


_PLANS: Final = {
    **dict.fromkeys((Asked.LIST, Asked.COUNT, Asked.LAST, Asked.FIRST), _listed),
    Asked.YES_NO: _related,
    Asked.STRENGTH: _related,
    Asked.PROVISIONS: _provisions,
    Asked.CITING_PARTS: citing_parts,
    Asked.MOST: most,
    Asked.MOST_PARTS: most_parts,
    Asked.MUTUAL: mutual,
    Asked.BETWEEN: between_two,
    Asked.TEXT: text,
    Asked.EXISTS: text,
    Asked.HISTORY: history,
    Asked.REPEALED: repealed,
    Asked.REPEALED_PARTS: repealed_parts,
    Asked.SINCE: since,
    Asked.DEFINITION: definition,
    Asked.SECTIONS: sections,
    Asked.AMENDED: amended,
    Asked.NOT_IN_FORCE: not_in_force,
    Asked.AMENDED_PARTS: amended_parts,
    Asked.DEFINITIONS: definitions,
    Asked.STATISTICS: statistics,
    Asked.UNAMENDED: unamended,
    Asked.NONE: none,
    Asked.ALL: all_of,
    Asked.BY_DATE: by_date,
    Asked.ABOUT: about,
}
