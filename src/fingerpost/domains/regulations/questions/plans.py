"""From a request to the plan that answers it. Every value is a parameter; the gate checks the plan like any other."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import Final

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema
from fingerpost.domains.regulations.questions.request import Asked, Chain, Period, Request, Step, Target
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    AnyOf,
    Call,
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
    Stage,
    Test,
    Value,
)

INSTRUMENT: Final = "Instrument"
_EDGES: Final = {"CITES": "REFERENCES", "IMPLEMENTS": "IMPLEMENTS", "REPLACES": "REPLACES"}
_DEPTH: Final = Hops(minimum=0, maximum=4)
"""From a section down to its subparagraphs."""


@dataclass
class _Builder:
    """The matches and parameters of one stage while it is built, over a graph that may lack dates or versions."""

    schema: GraphSchema
    nodes: dict[str, str | None] = field(default_factory=dict)
    edges: list[EdgePattern] = field(default_factory=list)
    where: list[Condition] = field(default_factory=list)
    parameters: dict[str, Cell] = field(default_factory=dict)

    def node(self, label: str | None, name: str | None = None) -> str:
        name = name or f"n{len(self.nodes) + 1}"
        self.nodes[name] = label
        return name

    def edge(self, start: str, kind: str, end: str, *, hops: Hops | None = None) -> str:
        name = f"r{len(self.edges) + 1}"
        self.edges.append(EdgePattern(start=start, end=end, types=(kind,), name=None if hops else name, hops=hops))
        return name

    def value(self, cell: Cell) -> Value:
        name = f"p{len(self.parameters) + 1}"
        self.parameters[name] = cell
        return Value(parameter=name)

    def test(self, ref: Ref, comparison: Comparison, cell: Cell = None) -> Test:
        if comparison is Comparison.IS_NULL:
            return Test(left=ref, comparison=comparison)
        return Test(left=ref, comparison=comparison, right=self.value(cell))

    def has(self, edge: str, property_: str) -> bool:
        """Whether relationships of an edge's type have a property in this graph."""
        kinds = next((one.types for one in self.edges if one.name == edge), ())
        found = [self.schema.relationship_by_type.get(kind) for kind in kinds]
        return any(about is not None and property_ in about.by_name for about in found)

    def column(self, name: str, of: str, property_: str) -> Column | None:
        """A column; None where the graph does not have the property."""
        label = self.nodes.get(of)
        if of not in self.nodes:
            known = self.has(of, property_)
        elif label is None:
            known = True
        else:
            about = self.schema.label_by_name.get(label)
            known = about is not None and property_ in about.by_name
        return Column(name=name, operand=Ref(name=of, property=property_)) if known else None

    def columns(self, *named: tuple[str, str, str]) -> tuple[Column, ...]:
        """The columns (name, node or relationship, property) that the graph has."""
        return tuple(found for one in named if (found := self.column(*one)) is not None)

    def require(self, name: str, property_: str, comparison: Comparison, cell: Cell = None) -> None:
        self.where.append(self.test(Ref(name=name, property=property_), comparison, cell))

    def target(self, target: Target, *, whole: bool = False) -> str:
        """The node of a target; `whole` is the section that holds it, to which historical notes belong."""
        if whole and target.provision:
            target = Target(target.title, target.provision.partition("(")[0])
        label = label_of(target.provision) if target.provision else target.title.label
        name = self.node(label)
        self.require(name, "identifier", Comparison.EQ, key_of(target))
        return name

    def stage(self, **parts: object) -> Stage:
        pattern = Pattern(
            nodes=tuple(NodePattern(name=name, label=label) for name, label in self.nodes.items()),
            edges=tuple(self.edges),
        )
        return Stage(matches=(Match(pattern=pattern, where=tuple(self.where)),), **parts)

    def plan(self, **parts: object) -> Plan:
        return Plan(branches=((self.stage(**parts),),), parameters=self.parameters)


def key_of(target: Target) -> str:
    """The identifier of a target's node."""
    return f"{target.title.identifier}#{target.provision}" if target.provision else target.title.identifier


def label_of(provision: str) -> str:
    """The label of a provision by its path: 7, 7(1), 7(1)(a), 7(1)(a)(i), PART I, SCHEDULE II."""
    if provision.startswith("PART"):
        return "Part"
    if provision.startswith("SCHEDULE"):
        return "Schedule"
    depth = provision.count("(")
    if depth == 1 and not provision[provision.index("(") + 1].isdigit():
        return "Paragraph"
    return ("Section", "Subsection", "Paragraph", "Subparagraph")[min(depth, 3)]


def plan_of(request: Request, schema: GraphSchema) -> Plan:
    """The plan of a request over a graph."""
    return _PLANS[request.asked](request, _Builder(schema))


def _listed(request: Request, built: _Builder) -> Plan:
    """What all chains lead to, with the columns that belong to the last relation."""
    if request.asked is Asked.COUNT and not request.chains[0].steps:
        return _sections(request, built)
    answer, edge, before = _walked(built, request)
    columns = _columns(built, request, answer, edge, before)
    if request.asked is Asked.COUNT:
        count = Aggregate(
            name="relationship_count", function=AggregateFunction.COUNT, operand=Ref(name=answer), distinct=True
        )
        return built.plan(aggregates=(count,))
    if request.asked is Asked.YES_NO:
        count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=answer), distinct=True)
        return built.plan(aggregates=(count,))
    names = [column.name for column in columns]
    if request.asked is Asked.LAST:
        built.where.append(_known(Ref(name=edge, property="year")))
        latest = [name for name in ("year", "effective_date") if name in names]
        order = tuple(Order(operand=Ref(name=name), descending=True) for name in latest)
    else:
        order = (Order(operand=Ref(name=names[0])),)
    return built.plan(columns=columns, distinct=True, order=order)


def _known(ref: Ref) -> Test:
    return Test(left=ref, comparison=Comparison.IS_NULL, negated=True)


def _walked(built: _Builder, request: Request) -> tuple[str, str, str]:
    """Match every chain; the node that they lead to, the last relationship of the first chain, the node before it."""
    last = request.last_step
    label = _label(request, last)
    answer = built.node(label, "answer")
    edge = before = ""
    for number, chain in enumerate(request.chains):
        name, step_edge = _chain(built, chain, answer, request)
        if number == 0:
            edge, before = step_edge, name
    if label != "Amendment":
        _in_language(built, answer, request)
        if request.indirect:
            for chain in request.chains:
                built.require(answer, "identifier", Comparison.NE, chain.target.title.identifier)
    return answer, edge, before


def _label(request: Request, last: Step) -> str:
    if last.relation == "AMENDS" and last.incoming:
        return "Amendment"
    return request.kinds[0] if request.kinds and request.kinds[0] != "Section" else INSTRUMENT


def _chain(built: _Builder, chain: Chain, answer: str, request: Request) -> tuple[str, str]:
    """The steps of one chain; the node before the answer, and the last relationship."""
    current = built.target(chain.target, whole=bool(chain.steps) and chain.steps[0].relation == "AMENDS")
    edge = ""
    steps = [*chain.steps]
    if request.indirect and len(steps) == 1:
        steps = [steps[0], steps[0]]
    for number, step in enumerate(steps):
        following = answer if number == len(steps) - 1 else built.node(_between(step))
        before = current
        edge = _step(built, step, current, following, chain.target if number == 0 else None)
        if step.relation in ("CITES", "AMENDS", "IMPLEMENTS"):
            _in_period(built, edge, request.period, step.relation)
        current = following
    return before, edge


def _between(step: Step) -> str:
    return "Amendment" if step.relation == "AMENDS" and step.incoming else INSTRUMENT


def _step(built: _Builder, step: Step, current: str, following: str, target: Target | None) -> str:
    """One relation from the current node to the next; the name of the relationship that says it."""
    if target is not None and target.provision and step.relation == "CITES":
        return _provision_cited(built, step, current, following)
    if step.relation == "AMENDS":
        if step.incoming:
            return built.edge(following, "AMENDS", current)
        amendment = built.node("Amendment")
        built.edge(amendment, "MADE_BY", current)
        return built.edge(amendment, "AMENDS", following)
    kind = _EDGES[step.relation]
    return built.edge(following, kind, current) if step.incoming else built.edge(current, kind, following)


def _provision_cited(built: _Builder, step: Step, current: str, following: str) -> str:
    """Citations of, or by, a provision and all in it."""
    inner = built.node(None)
    built.edge(inner, "PART_OF", current, hops=_DEPTH)
    if not step.incoming:
        return built.edge(inner, "CITES", following)
    citing = built.node(None)
    edge = built.edge(citing, "CITES_PROVISION", inner)
    built.where.append(
        Test(
            left=Ref(name=following, property="identifier"),
            comparison=Comparison.EQ,
            right=Ref(name=citing, property="documentId"),
        )
    )
    return edge


def _in_language(built: _Builder, name: str, request: Request) -> None:
    """Instruments by their English texts, where there are any; stubs have no language."""
    language = Ref(name=name, property="language")
    built.where.append(
        AnyOf(
            tests=(
                built.test(language, Comparison.EQ, "en"),
                built.test(language, Comparison.IS_NULL),
            )
        )
    )


def _in_period(built: _Builder, edge: str, period: Period | None, relation: str) -> None:
    if relation == "CITES":
        _holding(built, edge, period)
    elif period is not None and relation == "AMENDS":
        year = Ref(name=edge, property="year")
        if period.day is not None:
            built.where.append(built.test(year, Comparison.LE, period.day.year))
        if period.first is not None:
            built.where.append(built.test(year, Comparison.GE, period.first))
        if period.last is not None:
            built.where.append(built.test(year, Comparison.LE, period.last))
    elif period is not None and built.has(edge, "from"):
        since = Ref(name=edge, property="from")
        if period.first is not None:
            built.where.append(built.test(since, Comparison.GE, dt.date(period.first, 1, 1)))
        if period.last is not None:
            built.where.append(built.test(since, Comparison.LE, dt.date(period.last, 12, 31)))


def _holding(built: _Builder, edge: str, period: Period | None) -> None:
    """Citations that held in a period, or hold today. A graph of one edition has no citation that ended."""
    if not built.has(edge, "to"):
        return
    until = Ref(name=edge, property="to")
    open_ = built.test(until, Comparison.IS_NULL)
    if period is None:
        built.where.append(open_)
        return
    begin = period.day or dt.date(period.first or 1800, 1, 1)
    built.where.append(AnyOf(tests=(open_, built.test(until, Comparison.GT, begin))))
    end = period.day or (dt.date(period.last, 12, 31) if period.last is not None else None)
    if end is not None and built.has(edge, "from"):
        since = Ref(name=edge, property="from")
        built.where.append(AnyOf(tests=(built.test(since, Comparison.IS_NULL), built.test(since, Comparison.LE, end))))


def _columns(built: _Builder, request: Request, answer: str, edge: str, before: str) -> tuple[Column, ...]:
    """The columns of the relation functions that existing clients know."""
    last, target = request.last_step, request.chains[0].target
    inner = bool(target.provision) and len(request.chains[0].steps) == 1 and not request.indirect
    if last.relation == "AMENDS" and last.incoming:
        return built.columns(
            ("amending_document", answer, "instrument"),
            ("amended_document", before, "label" if inner else "title"),
            ("effective_date", edge, "date"),
            ("year", edge, "year"),
            ("section", edge, "section" if inner else "sections"),
        )
    own, key = ("document", "documentId") if inner else ("title", "identifier")
    new, old = (answer, "title", "identifier"), (before, own, key)
    if last.relation == "IMPLEMENTS":
        (first, second), names = ((new, old) if last.incoming else (old, new)), ("regulation", "act")
    elif last.incoming:
        (first, second), names = (new, old), ("referencing", "referenced")
    else:
        (first, second), names = (new, old), ("target", "source")
    titles = ("title", "title") if names[0] in ("regulation", "target") else ("document", "document")
    found = [
        (f"{names[0]}_{titles[0]}", first[0], first[1]),
        (f"{names[1]}_{titles[1]}", second[0], second[1]),
        (f"{names[0]}_id", first[0], first[2]),
        (f"{names[1]}_id", second[0], second[2]),
    ]
    if last.relation == "CITES" and not inner:
        found += [("cited_section", edge, "cited"), ("citing_section", edge, "citing"), ("strength", edge, "strength")]
    return built.columns(*found)


def _provisions(request: Request, built: _Builder) -> Plan:
    """The provisions of one instrument that cite another, or that another cites."""
    chain = request.chains[0]
    others = request.chains[1:]
    citing = built.node(None, "provision")
    if chain.steps[0].incoming:
        cited = built.target(chain.target)
        kind = "CITES_PROVISION" if chain.target.provision else "CITES"
        edge = built.edge(citing, kind, cited)
        holder = citing
    else:
        cited = built.node(None, "cited")
        edge = built.edge(citing, "CITES_PROVISION", cited)
        built.require(citing, "documentId", Comparison.EQ, chain.target.title.identifier)
        holder = cited
    if others:
        keys = tuple(other.target.title.identifier for other in others)
        built.require(holder, "documentId", Comparison.IN, keys)
    elif chain.steps[0].incoming:
        built.require(holder, "language", Comparison.EQ, "en")
    _holding(built, edge, request.period)
    columns = [
        Column(name="document", operand=Ref(name=holder, property="document")),
        Column(name="section", operand=Ref(name=holder, property="label")),
        Column(name="sentence", operand=Ref(name=edge, property="sentence")),
        Column(name="provision_id", operand=Ref(name=holder, property="identifier")),
    ]
    if edge and chain.steps[0].incoming and not chain.target.provision:
        columns.insert(2, Column(name="cited_section", operand=Ref(name=edge, property="section")))
    order = tuple(Order(operand=Ref(name=name)) for name in ("document", "section"))
    return built.plan(columns=tuple(columns), distinct=True, order=order)


def _related(request: Request, built: _Builder) -> Plan:
    """Whether, and how often, instruments stand in a relation to another."""
    chain, others = request.chains[0], request.chains[1:]
    if not others:
        return _listed(request, built)
    target = built.target(chain.target)
    other = built.node(INSTRUMENT, "other")
    built.require(other, "identifier", Comparison.IN, tuple(one.target.title.identifier for one in others))
    edge = _step(built, chain.steps[0], target, other, chain.target)
    if chain.steps[0].relation == "CITES":
        _holding(built, edge, request.period)
    if request.asked is Asked.STRENGTH:
        title = Column(name="source_title", operand=Ref(name=other, property="title"))
        strength = Column(name="strength", operand=Ref(name=edge, property="strength"))
        return built.plan(columns=(title, strength), distinct=True)
    count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=other), distinct=True)
    return built.plan(aggregates=(count,))


def _most(request: Request, built: _Builder) -> Plan:
    """The instruments that most others cite (amend, implement), or that cite the most others."""
    answer = built.node(request.kinds[0] if request.kinds else INSTRUMENT, "answer")
    amends = request.relation == "AMENDS"
    other = built.node("Amendment" if amends else INSTRUMENT, "other")
    start, end = (answer, other) if request.indirect and not amends else (other, answer)
    edge = built.edge(start, "AMENDS" if amends else _EDGES[request.relation], end)
    _in_period(built, edge, request.period, request.relation)
    _in_language(built, answer, request)
    if not amends:
        _in_language(built, other, request)
    columns = (
        Column(name="title", operand=Ref(name=answer, property="title")),
        Column(name="identifier", operand=Ref(name=answer, property="identifier")),
    )
    count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=other), distinct=True)
    order = (Order(operand=Ref(name="count"), descending=True), Order(operand=Ref(name="title")))
    return built.plan(columns=columns, aggregates=(count,), order=order, limit=request.most)


def _mutual(request: Request, built: _Builder) -> Plan:
    """Pairs of instruments that cite each other; those of one instrument where one is named."""
    first = built.target(request.chains[0].target) if request.chains else built.node(_kind(request), "first")
    second = built.node(_kind(request), "second")
    there, back = built.edge(first, "REFERENCES", second), built.edge(second, "REFERENCES", first)
    for edge in (there, back):
        _holding(built, edge, None)
    _in_language(built, first, request)
    _in_language(built, second, request)
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


def _kind(request: Request) -> str:
    return request.kinds[0] if request.kinds else INSTRUMENT


def _text(request: Request, built: _Builder) -> Plan:
    """What a provision says, or said on a day."""
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


def _history(request: Request, built: _Builder) -> Plan:
    """Every text that a provision had, with its dates."""
    if "Version" not in built.schema.label_by_name:
        return _text(request, built)
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


def _repealed(request: Request, built: _Builder) -> Plan:
    node = built.target(request.chains[0].target)
    names = ("document", "label", "repealed", "repealedBy", "repealedIn")
    return built.plan(columns=built.columns(*((name, node, name) for name in names)))


def _definition(request: Request, built: _Builder) -> Plan:
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


def _sections(request: Request, built: _Builder) -> Plan:
    node = built.target(request.chains[0].target)
    section = built.node("Section", "section")
    built.edge(node, "HAS_SECTION", section)
    if request.asked is Asked.COUNT:
        count = Aggregate(
            name="relationship_count", function=AggregateFunction.COUNT, operand=Ref(name=section), distinct=True
        )
        return built.plan(aggregates=(count,))
    names = ("label", "heading", "identifier")
    return built.plan(columns=built.columns(*((name, section, name) for name in names)))


def _between_two(request: Request, built: _Builder) -> Plan:
    """Every relation between two instruments, in either direction."""
    first, second = (built.target(chain.target) for chain in request.chains)
    known = tuple(kind for kind in _EDGES.values() if kind in built.schema.relationship_by_type)
    built.edges.append(EdgePattern(start=first, end=second, types=known, either=True, name="relation"))
    relation = Ref(name="relation")
    lets = (
        Call(name="kind", function="type", arguments=(relation,)),
        Call(name="source", function="startNode", arguments=(relation,)),
    )
    found = [
        Column(name="relationship_type", operand=Ref(name="kind")),
        Column(name="source_title", operand=Ref(name="source", property="title")),
        *built.columns(("strength", "relation", "strength"), ("cited_section", "relation", "cited")),
    ]
    return built.plan(lets=lets, columns=tuple(found))


_PLANS: Final = {
    Asked.LIST: _listed,
    Asked.COUNT: _listed,
    Asked.LAST: _listed,
    Asked.YES_NO: _related,
    Asked.STRENGTH: _related,
    Asked.PROVISIONS: _provisions,
    Asked.MOST: _most,
    Asked.MUTUAL: _mutual,
    Asked.BETWEEN: _between_two,
    Asked.TEXT: _text,
    Asked.HISTORY: _history,
    Asked.REPEALED: _repealed,
    Asked.DEFINITION: _definition,
    Asked.SECTIONS: _sections,
}
