"""Plans of questions about many instruments: the most cited, mutual references, all relations of one or two."""

from __future__ import annotations

from fingerpost.domains.regulations.questions.catalog import AMENDMENT
from fingerpost.domains.regulations.questions.narrowing import amendments_of, narrowed, tests_of
from fingerpost.domains.regulations.questions.pattern_builder import (
    EDGES,
    INSTRUMENT,
    PatternBuilder,
    holding_in,
    in_language,
    in_period,
    key_of,
    known,
    linked,
    within,
)
from fingerpost.domains.regulations.questions.phrases import number_of
from fingerpost.domains.regulations.questions.request import Period, Request
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    AnyOf,
    Call,
    Column,
    Comparison,
    Condition,
    EdgePattern,
    Match,
    NodePattern,
    Operand,
    Order,
    Pattern,
    Plan,
    Ref,
    Stage,
    Test,
)

COUNTED = ("Act", "Regulation", "Section", "Definition", AMENDMENT)
"""What is counted where a question does not say what."""


def amended(request: Request, built: PatternBuilder) -> Plan:
    """Instruments of a kind that were amended, in a period."""
    answer = built.node(kind(request), "answer")
    edge = built.edge(built.node(AMENDMENT), "AMENDS", answer)
    in_period(built, edge, request.period, "AMENDS")
    in_language(built, answer, request)
    narrowed(built, request, answer)
    columns = built.columns(("title", answer, "title"), ("identifier", answer, "identifier"))
    return built.plan(columns=columns, distinct=True, order=(Order(operand=Ref(name="title")),))


def unamended(request: Request, built: PatternBuilder) -> Plan:
    """Instruments of a kind that nothing amended, in a period."""
    answer = built.node(kind(request), "answer")
    narrowed(built, request, answer)
    built.require(answer, "language", Comparison.EQ, "en")  # nothing is known of stubs
    zero = Test(left=Ref(name="amendments"), comparison=Comparison.EQ, right=built.value(0))
    columns = built.columns(("title", answer, "title"), ("identifier", answer, "identifier"))
    count = Aggregate(name="amendments", function=AggregateFunction.COUNT, operand=Ref(name="amending"))
    amended = amendments_of(built, answer, request.period or Period())
    stage = built.stage(columns=columns, aggregates=(count,), having=(zero,), order=(Order(operand=Ref(name="title")),))
    stage = stage.model_copy(update={"matches": (*stage.matches, amended)})
    return Plan(branches=((stage,),), parameters=built.parameters)


def none(request: Request, built: PatternBuilder) -> Plan:
    """Instruments of a kind that no other stands in a relation to, or that stand in it to no other."""
    answer = built.node(kind(request), "answer")
    narrowed(built, request, answer)
    built.require(answer, "language", Comparison.EQ, "en")  # nothing is known of stubs
    edge = EDGES[request.relation]
    start, end = (answer, "other") if request.indirect else ("other", answer)
    pattern = Pattern(
        nodes=(NodePattern(name=answer), NodePattern(name="other", label=request.other or INSTRUMENT)),
        edges=(EdgePattern(start=start, end=end, types=(edge,), name="relation"),),
    )
    language = Ref(name="other", property="language")
    tests: list[Condition] = [
        AnyOf(tests=(built.test(language, Comparison.EQ, "en"), built.test(language, Comparison.IS_NULL)))
    ]
    about = built.schema.relationship_by_type.get(edge)
    if about is not None and "to" in about.by_name:
        tests.append(built.test(Ref(name="relation", property="to"), Comparison.IS_NULL))
    zero = Test(left=Ref(name="relations"), comparison=Comparison.EQ, right=built.value(0))
    columns = built.columns(("title", answer, "title"), ("identifier", answer, "identifier"))
    count = Aggregate(name="relations", function=AggregateFunction.COUNT, operand=Ref(name="other"))
    stage = built.stage(columns=columns, aggregates=(count,), having=(zero,), order=(Order(operand=Ref(name="title")),))
    related = Match(pattern=pattern, where=tuple(tests), optional=True)
    return Plan(
        branches=((stage.model_copy(update={"matches": (*stage.matches, related)}),),), parameters=built.parameters
    )


def all_of(request: Request, built: PatternBuilder) -> Plan:
    """Every document of a kind."""
    answer = built.node(kind(request), "answer")
    built.require(answer, "language", Comparison.EQ, "en")
    narrowed(built, request, answer)
    columns = built.columns(
        ("title", answer, "title"), ("number", answer, "number"), ("identifier", answer, "identifier")
    )
    if request.latest:
        if request.period is not None:
            within(built, answer, "lastAmended", request.period)
        return latest_of(built, answer, columns, most=None if request.period is not None else request.most)
    if request.period is not None:
        within(built, answer, "registered", request.period)
        columns = (*columns, *built.columns(("registered", answer, "registered")))
    return built.plan(columns=columns, order=(Order(operand=Ref(name="title")),))


def by_date(request: Request, built: PatternBuilder) -> Plan:
    """Instruments of a kind by the day on which they were registered, the last first if the latest are asked for."""
    answer = built.node(kind(request), "answer")
    built.require(answer, "language", Comparison.EQ, "en")
    built.where.append(known(Ref(name=answer, property="registered")))
    narrowed(built, request, answer)
    if request.period is not None:
        within(built, answer, "registered", request.period)
    columns = built.columns(
        ("title", answer, "title"), ("identifier", answer, "identifier"), ("registered", answer, "registered")
    )
    order = (Order(operand=Ref(name="registered"), descending=request.latest), Order(operand=Ref(name="title")))
    return built.plan(columns=columns, order=order, limit=request.most)


def latest_of(built: PatternBuilder, answer: str, columns: tuple[Column, ...], *, most: int | None) -> Plan:
    """The instruments that were amended last, first."""
    changed = Ref(name=answer, property="lastAmended")
    built.where.append(known(changed))
    columns = (*columns, Column(name="last_amended", operand=changed))
    order = (Order(operand=Ref(name="last_amended"), descending=True), Order(operand=Ref(name=columns[0].name)))
    return built.plan(columns=columns, distinct=True, order=order, limit=most)


def not_in_force(request: Request, built: PatternBuilder) -> Plan:
    """Instruments of a kind that were repealed, or are not in force; those that one instrument repealed."""
    answer = built.node(kind(request), "answer")
    built.require(answer, "inForce", Comparison.EQ, cell=False)
    in_language(built, answer, request)
    narrowed(built, request, answer)
    if request.chains:
        by = Ref(name=answer, property="repealedBy")
        number = number_of(request.chains[0].target.title)
        whole, part = built.test(by, Comparison.EQ, number), built.test(by, Comparison.STARTS_WITH, f"{number},")
        built.where.append(AnyOf(tests=(whole, part)))
        if request.period is not None:
            within(built, answer, "lastAmended", request.period)
    columns = built.columns(("title", answer, "title"), ("identifier", answer, "identifier"))
    return built.plan(columns=columns, distinct=True, order=(Order(operand=Ref(name="title")),))


def most(request: Request, built: PatternBuilder) -> Plan:
    """The instruments that most others cite (amend, implement), or that cite the most others."""
    amends = request.relation == "AMENDS"
    by_kind = bool(request.kinds) and not request.indirect and not amends  # what is cited and not loaded counts
    label = request.held or (request.kinds[0] if request.kinds and not by_kind else INSTRUMENT)
    answer = built.node(label, "answer")
    if by_kind and label != request.kinds[0]:
        built.require(answer, "kind", Comparison.EQ, request.kinds[0].lower())
    parts = request.relation == "HAS_SECTION"
    stubs = bool(request.other) and request.indirect and not amends and not parts
    other = built.node(AMENDMENT if amends else INSTRUMENT if stubs else request.other or INSTRUMENT, "other")
    if stubs:
        built.require(other, "kind", Comparison.EQ, request.other.lower())
    start, end = (answer, other) if request.indirect and not amends else (other, answer)
    edge = built.edge(start, EDGES.get(request.relation, request.relation), end)
    in_period(built, edge, request.period, request.relation)
    in_language(built, answer, request)
    narrowed(built, request, answer)
    if not amends:
        in_language(built, other, request)
    if request.relation == "CITES":
        linked(built, other if request.indirect else answer)
    columns = (
        Column(name="title", operand=Ref(name=answer, property="title")),
        Column(name="identifier", operand=Ref(name=answer, property="identifier")),
    )
    count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=other), distinct=True)
    order = (Order(operand=Ref(name="count"), descending=True), Order(operand=Ref(name="title")))
    if request.strength is not None:
        having = tuple(tests_of(built, Ref(name="count"), request.strength))
        return built.plan(columns=columns, aggregates=(count,), having=having, order=order)
    return built.plan(columns=columns, aggregates=(count,), order=order, limit=request.most)


def statistics(request: Request, built: PatternBuilder) -> Plan:
    """How many documents and provisions of each kind there are; texts in both languages count once.

    The term is a language, whose documents alone are counted.
    """
    branches = []
    loaded = ("Act", "Regulation")
    labels = request.kinds or COUNTED
    if request.term:  # stubs have French titles too
        labels = tuple(label for label in loaded if label in labels or INSTRUMENT in labels)
    for label in labels:
        if label not in built.schema.label_by_name:
            continue
        one = PatternBuilder(built.schema, parameters=built.parameters)
        node = one.node(label, "counted")
        if label != AMENDMENT:
            one.require(node, "language", Comparison.EQ, request.term or "en")
        column = Column(name="type", operand=one.value(label))
        count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=node), distinct=True)
        branches.append((one.stage(columns=(column,), aggregates=(count,)),))
    return Plan(branches=tuple(branches), union_all=len(branches) > 1, parameters=built.parameters)


def mutual(request: Request, built: PatternBuilder) -> Plan:
    """Pairs of instruments that cite each other; those of one instrument where one is named, and how two do."""
    if len(request.chains) > 1:
        return _each_way(request, built)
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


def _each_way(request: Request, built: PatternBuilder) -> Plan:
    """The citations of one of two instruments by the other, in either direction."""
    first, second = (built.target(chain.target) for chain in request.chains)
    built.edges.append(EdgePattern(start=first, end=second, types=("REFERENCES",), either=True, name="relation"))
    holding_in(built, "relation", None)
    columns = (
        Column(name="source_title", operand=Ref(name="source", property="title")),
        Column(name="source_id", operand=Ref(name="source", property="identifier")),
        *built.columns(("strength", "relation", "strength")),
    )
    lets = (Call(name="source", function="startNode", arguments=(Ref(name="relation"),)),)
    return built.plan(lets=lets, columns=columns, distinct=True)


_BETWEEN = (
    "relationship_type",
    "source_id",
    "via",
    "via_amendment",
    "via_relationship_type",
    "via_source_id",
    "strength",
)
"""The columns of relations between two instruments."""


def between_two(request: Request, built: PatternBuilder) -> Plan:
    """Every relation of an instrument, in either direction."""
    if len(request.chains) > 1:
        return _between(request, built)
    first = built.target(request.chains[0].target)
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
        Column(name="source_id", operand=Ref(name="source", property="identifier")),
        *built.columns(("other_title", "other", "title")),
        *built.columns(("strength", "relation", "strength"), ("cited_section", "relation", "cited")),
    ]
    return built.plan(lets=lets, columns=tuple(found))


def _between(request: Request, built: PatternBuilder) -> Plan:
    """Every relation between two instruments, directly or through one other, in whichever way it leads."""
    branches = [_joined(request, built, via=via) for via in ("", INSTRUMENT, AMENDMENT)]
    found: list[tuple[Stage, ...]] = [(stage,) for stage in branches if stage is not None]
    if request.apart and "REFERENCES" in built.schema.relationship_by_type:
        found.append(_only_one(request, built))
    return Plan(branches=tuple(found), union_all=len(found) > 1, parameters=built.parameters)


def _joined(request: Request, built: PatternBuilder, *, via: str = "") -> Stage | None:
    """The relations of two instruments, or those of each to one between them; None where the graph has none."""
    one = PatternBuilder(built.schema, parameters=built.parameters)
    kinds = ("AMENDS",) if via == AMENDMENT else tuple(EDGES.values())
    known = tuple(kind for kind in kinds if kind in built.schema.relationship_by_type)
    if not known:
        return None
    first, second = (one.target(chain.target) for chain in request.chains)
    middle = one.node(via, "via") if via else second
    cells: dict[str, Operand] = {}
    lets: list[Call] = []
    for place, here, there in (("", first, middle), ("via_", middle, second))[: 2 if via else 1]:
        edge = f"{place}relation"
        one.edges.append(EdgePattern(start=here, end=there, types=known, either=True, name=edge))
        lets += [
            Call(name=f"{place}type", function="type", arguments=(Ref(name=edge),)),
            Call(name=f"{place}source", function="startNode", arguments=(Ref(name=edge),)),
        ]
        cells[f"{place}relationship_type"] = Ref(name=f"{place}type")
        cells[f"{place}source_id"] = Ref(name=f"{place}source", property="identifier")
    if via == AMENDMENT:
        cells["via_amendment"] = Ref(name=middle, property="instrument")
    elif via:
        in_language(one, middle, request)
        linked(one, middle)
        cells["via"] = Ref(name=middle, property="title")
    else:
        cells["strength"] = Ref(name="relation", property="strength")
    columns = tuple(Column(name=name, operand=cells.get(name) or one.value(None)) for name in _BETWEEN)
    return one.stage(lets=tuple(lets), columns=columns, distinct=via == AMENDMENT)


def _only_one(request: Request, built: PatternBuilder) -> tuple[Stage, Stage]:
    """What one of two instruments cites and the other does not."""
    one = PatternBuilder(built.schema, parameters=built.parameters)
    targets = [chain.target for chain in request.chains]
    citing, cited = one.target(*targets), one.node(INSTRUMENT, "cited")
    edge = one.edge(citing, "REFERENCES", cited)
    holding_in(one, edge, None)
    in_language(one, cited, request)
    linked(one, cited)
    outside = one.test(Ref(name=cited, property="identifier"), Comparison.IN, tuple(map(key_of, targets)))
    one.where.append(outside.model_copy(update={"negated": True}))
    name = Ref(name=citing, property="identifier")
    counted = one.stage(
        columns=(Column(name="cited", operand=Ref(name=cited)),),
        aggregates=(
            Aggregate(name="sides", function=AggregateFunction.COUNT, operand=name, distinct=True),
            Aggregate(name="by", function=AggregateFunction.MIN, operand=name),
            Aggregate(name="times", function=AggregateFunction.SUM, operand=Ref(name=edge, property="strength")),
        ),
        having=(Test(left=Ref(name="sides"), comparison=Comparison.EQ, right=one.value(1)),),
    )
    cells: dict[str, Operand] = {
        "relationship_type": one.value("REFERENCES"),
        "source_id": Ref(name="by"),
        "via": Ref(name="cited", property="title"),
        "strength": Ref(name="times"),
    }
    columns = tuple(Column(name=name, operand=cells.get(name) or one.value(None)) for name in _BETWEEN)
    return counted, Stage(columns=columns)


def kind(request: Request) -> str:
    return request.kinds[0] if request.kinds else INSTRUMENT
