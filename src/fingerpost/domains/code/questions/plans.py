"""Plans of questions about code."""

from __future__ import annotations

from typing import Final

from fingerpost.domains.code.questions.building import FARTHEST, TYPES, Builder, N, View, called, conditions
from fingerpost.domains.code.questions.request import Asked, Condition as Asks, Kind, Part, Request
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
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
    Shortest,
    Stage,
    Test,
)

_WHOLE: Final = Column(name=N, operand=Ref(name=N))
_COUNT: Final = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=N), distinct=True)
_CHAIN: Final = Hops(minimum=1, maximum=FARTHEST)
CARD: Final = (
    "name", "location", "lines", "signature", "complexity", "recursive", "callerCount", "calleeCount", "isExternal"
)  # fmt: skip
"""What is told of a function that a question only names."""


_OVER_ALL: Final = {
    Asked.AVERAGE: ("average", AggregateFunction.AVG),
    Asked.TOTAL: ("total", AggregateFunction.SUM),
}
"""The column and the function of measures over all functions."""


def plan_of(request: Request, view: View) -> Plan:
    """The plan of a request for a graph with that view."""
    built = Builder(view)
    if request.asked in (Asked.PATH, Asked.CAN_REACH):
        return _path(request, built)
    if request.asked is Asked.FLOW:
        return _flow(request, built)
    if request.asked in (Asked.COUNT, Asked.YES_NO):
        counted = _COUNT.model_copy(update={"operand": Ref(name=N, property=request.measure or None)})
        return _found(request, built, Stage(aggregates=(counted,)))
    if request.asked in (Asked.LIST, Asked.EXISTS):
        return _found(request, built, _listed(request))
    if request.part is not None:
        return _counted(request, request.part, built)
    match = _match(request, built)
    name = _column(request.show)
    order = (Order(operand=Ref(name=request.show)),)
    if request.asked is Asked.MOST:
        return _most(request, match, built)
    if request.asked is Asked.TWICE:
        number = Aggregate(name="number", function=AggregateFunction.COUNT, operand=Ref(name=N))
        several = Test(left=Ref(name="number"), comparison=Comparison.GT, right=built.value(1))
        twice = Stage(matches=(match,), columns=(name,), aggregates=(number,), having=(several,), order=order)
        return _plan(built, twice)
    if request.asked in _OVER_ALL:
        column, function = _OVER_ALL[request.asked]
        measured = Ref(name=N, property=request.measure)
        return _plan(
            built,
            Stage(matches=(match,), aggregates=(Aggregate(name=column, function=function, operand=measured),)),
        )
    if request.asked is Asked.PER_FILE:
        count = Aggregate(name="functions", function=AggregateFunction.COUNT, operand=Ref(name=N))
        by = (Order(operand=Ref(name="filename")),)
        return _plan(built, Stage(matches=(match,), columns=(_column("filename"),), aggregates=(count,), order=by))
    if request.asked is Asked.VALUE:
        more = (*map(_column, request.also), *((_column("location"),) if request.measure != "location" else ()))
        return _plan(built, Stage(matches=(match,), columns=(_column(request.measure), name, *more), order=order))
    if request.asked is Asked.RECURSION:
        columns = tuple(map(_column, ("name", "recursive", "indirectlyRecursive", "location")))
        return _plan(built, Stage(matches=(match,), columns=columns, order=order))
    if request.asked in (Asked.CARD, Asked.EXPLAIN):
        told = CARD if request.asked is Asked.CARD else ("name", "location")
        columns = tuple(map(_column, (*told, *(("comment",) if view.comments else ()))))
        return _plan(built, Stage(matches=(match,), columns=columns, order=order))
    return _plan(built, _listed(request).model_copy(update={"matches": (match,)}))


def _listed(request: Request) -> Stage:
    """The stage that lists what is found, by name and place."""
    unused = any(one.kind is Kind.UNUSED for one in request.conditions)
    where: tuple[Column, ...] = (_column("location"),) if unused else ()
    if not unused and request.show not in ("location", "filename"):
        where = _place(request.label)
    if request.owner:
        where = (*where, Column(name="function", operand=Ref(name="owner", property="name")))
    columns = (_column(request.show), *map(_column, request.also), *where)
    return Stage(columns=columns, distinct=True, order=(Order(operand=Ref(name=request.show)),))


def nodes_of(request: Request, view: View, *, limit: int) -> Plan:
    """The nodes that a request counts."""
    return _found(request, Builder(view), Stage(columns=(_WHOLE,), distinct=True, limit=limit))


def nodes_at(label: str, places: tuple[str, ...], view: View) -> Plan:
    """The nodes of a label at some places."""
    built = Builder(view)
    test = built.test(N, "location", Comparison.IN, places)
    match = Match(pattern=Pattern(nodes=(NodePattern(name=N, label=label),)), where=(test,))
    return _plan(built, Stage(matches=(match,), columns=(_WHOLE,), distinct=True))


_PLACED: Final = frozenset({"FUNCTION", "METHOD", "MEMBER", "LOCAL", "GLOBAL_VARIABLE", "STRING_LITERAL", *TYPES})
"""Labels whose nodes have a place, file and line."""


def _place(label: str) -> tuple[Column, ...]:
    """The column with the location of the result, if it has one."""
    return (_column("location"),) if label in _PLACED else ()


def _reach(request: Request, kind: Kind) -> Asks | None:
    """The condition that a function reaches another, or is reached from it."""
    found = (one for one in request.conditions if one.kind is kind and not one.negated and len(one.values) == 1)
    return next(found, None)


def _found(request: Request, built: Builder, last: Stage) -> Plan:
    """What a request finds, in a last stage that takes each once.

    Chains of calls are followed once, and not anew for each function. What is reached from one function and reaches
    another is found from both of them, and is what was found twice.
    """
    start, end = _reach(request, Kind.REACHED_FROM), _reach(request, Kind.REACHES)
    if built.view.on_server or request.edge:
        end = None
    others = [one for one in request.conditions if one not in (start, end)]
    than = [_edge_of(one, built) for one in others if one.kind is Kind.THAN]
    matches: tuple[Match, ...]
    if start is None and end is None:
        matches = (_match(request, built),)
    else:
        chains = [_chained(request, asks, built, others) for asks in (start, end) if asks is not None]
        if len(chains) == 2:
            branches = tuple((Stage(matches=(one,), columns=(_WHOLE,), distinct=True),) for one in chains)
            times = Aggregate(name="times", function=AggregateFunction.COUNT)
            twice = Test(left=Ref(name="times"), comparison=Comparison.EQ, right=built.value(len(chains)))
            then = (Stage(columns=(_WHOLE,), aggregates=(times,), having=(twice,)), last)
            return Plan(branches=branches, union_all=True, then=then, parameters=built.parameters)
        matches = (chains[0],)
    if request.owner:
        matches = (*matches, _OWNER)
    return _plan(built, *than[:1], last.model_copy(update={"matches": matches}))


_OWNER: Final = Match(
    pattern=Pattern(
        nodes=(NodePattern(name=N), NodePattern(name="owner", label="METHOD")),
        edges=(EdgePattern(start="owner", end=N, types=("CONTAINS",)),),
    ),
    optional=True,
)
"""The function that a node is in."""


def _edge_of(asks: Asks, built: Builder) -> Stage:
    """The measure of the function that others are compared with."""
    where = (built.test("other", called(asks.values[0]), Comparison.EQ, asks.values[0]),)
    match = Match(pattern=Pattern(nodes=(NodePattern(name="other", label="FUNCTION"),)), where=where)
    measured = Ref(name="other", property=asks.property)
    return Stage(
        matches=(match,), aggregates=(Aggregate(name="edge", function=AggregateFunction.MAX, operand=measured),)
    )


def _chained(request: Request, asks: Asks, built: Builder, others: list[Asks]) -> Match:
    """What a chain of calls joins to a function, in either direction, and of which the other conditions hold."""
    back = asks.kind is Kind.REACHED_FROM
    far = "from" if back else "to"
    edge = EdgePattern(
        start=far if back else N,
        end=N if back else far,
        types=("CALLS",),
        hops=Hops(minimum=1, maximum=asks.number or FARTHEST),
    )
    nodes = (NodePattern(name=N, label=request.label), NodePattern(name=far, label="METHOD"))
    where = [built.test(far, called(asks.values[0]), Comparison.EQ, asks.values[0])]
    if back:
        where += [built.test(N, "name", Comparison.NE, asks.values[0])]
        where += built.no_macro() if request.label == "METHOD" else ()
    return Match(pattern=Pattern(nodes=nodes, edges=(edge,)), where=(*where, *conditions(request, built, others)))


def _match(request: Request, built: Builder) -> Match:
    where = conditions(request, built, request.conditions)
    nodes: tuple[NodePattern, ...] = (NodePattern(name=N, label=request.label),)
    edges: tuple[EdgePattern, ...] = ()
    if request.edge:
        nodes = (NodePattern(name="of", label=request.of_label), *nodes)
        edges = (EdgePattern(start="of", end=N, types=(request.edge,)),)
        where.append(
            built.test("of", called(request.of) if request.of_label != "FILE" else "name", Comparison.EQ, request.of)
        )
    return Match(pattern=Pattern(nodes=nodes, edges=edges), where=tuple(where))


def _column(property_: str) -> Column:
    return Column(name=property_, operand=Ref(name=N, property=property_))


def _plan(built: Builder, *stages: Stage) -> Plan:
    return Plan(branches=(stages,), parameters=built.parameters)


def _most(request: Request, match: Match, built: Builder) -> Plan:
    """Those whose measure is at least (at most) that of the last of the first ones, so that ties are complete."""
    measure = Ref(name=request.measure)
    first = Stage(
        matches=(match,),
        columns=(_column(request.measure),),
        order=(Order(operand=measure, descending=not request.least),),
        limit=request.count,
    )
    function = AggregateFunction.MAX if request.least else AggregateFunction.MIN
    edge = Stage(aggregates=(Aggregate(name="edge", function=function, operand=measure),))
    comparison = Comparison.LE if request.least else Comparison.GE
    within = Test(left=Ref(name=N, property=request.measure), comparison=comparison, right=Ref(name="edge"))
    last = Stage(
        matches=(match.model_copy(update={"where": (*match.where, within)}),),
        columns=(_column("name"), _column(request.measure), *_place(request.label)),
        order=(Order(operand=measure, descending=not request.least), Order(operand=Ref(name="name"))),
    )
    return _plan(built, first, edge, last)


def _counted(request: Request, part: Part, built: Builder) -> Plan:
    """How many of a part each function has; with MOST, only those that have as many as the last of the first ones."""
    number = Ref(name="number")
    where = conditions(request, built, request.conditions)
    if part.values:
        where.append(built.test("part", part.property, Comparison.IN, part.values))
    nodes = (NodePattern(name=N, label=request.label), NodePattern(name="part", label=part.label))
    ends = ("part", N) if part.backwards else (N, "part")
    edge = EdgePattern(start=ends[0], end=ends[1], types=(part.edge,))
    count = Aggregate(name="number", function=AggregateFunction.COUNT, operand=Ref(name="part"), distinct=True)
    match = Match(pattern=Pattern(nodes=nodes, edges=(edge,)), where=tuple(where))
    counted = Stage(matches=(match,), columns=(_WHOLE,), aggregates=(count,))
    order = (Order(operand=number, descending=True), Order(operand=Ref(name="name")))
    shown = Stage(columns=(_column("name"), Column(name="number", operand=number), _column("location")), order=order)
    if part.having is not None:
        right = built.value(part.having.number)
        enough = Test(left=number, comparison=part.having.comparison, right=right)
        counted = counted.model_copy(update={"having": (enough,)})
    if request.asked is not Asked.MOST:
        return _plan(built, counted, shown)
    first = counted.model_copy(update={"order": order[:1], "limit": request.count})
    least = Stage(aggregates=(Aggregate(name="edge", function=AggregateFunction.MIN, operand=number),))
    as_many = Test(left=number, comparison=Comparison.GE, right=Ref(name="edge"))
    edge_too = Column(name="edge", operand=Ref(name="edge"))
    again = counted.model_copy(update={"columns": (_WHOLE, edge_too), "having": (as_many,)})
    return _plan(built, first, least, again, shown)


def _flow(request: Request, built: Builder) -> Plan:
    """The places from which data of a call, or of a parameter, flows to a call."""
    nodes = (NodePattern(name="source", label=request.label), NodePattern(name="sink", label="CALL"))
    edge = EdgePattern(start="source", end="sink", types=("FLOWS_TO",))
    source: list[Condition] = [built.test("source", "name", Comparison.EQ, request.of or request.ends[0])]
    if request.of:
        source.append(built.test("source", "function", Comparison.EQ, request.ends[0]))
    where = (*source, built.test("sink", "name", Comparison.EQ, request.ends[1]))
    columns = (
        Column(name="source", operand=Ref(name="source", property="location")),
        Column(name="sink", operand=Ref(name="sink", property="location")),
        Column(name="argument", operand=Ref(name="sink", property="code")),
    )
    order = (Order(operand=Ref(name="source")), Order(operand=Ref(name="sink")))
    match = Match(pattern=Pattern(nodes=nodes, edges=(edge,)), where=where)
    return _plan(built, Stage(matches=(match,), columns=columns, distinct=True, order=order))


def _path(request: Request, built: Builder) -> Plan:
    """The shortest chain of calls between two functions."""
    edge = EdgePattern(start="first", end="last", types=("CALLS",), hops=_CHAIN)
    nodes = (NodePattern(name="first", label="METHOD"), NodePattern(name="last", label="METHOD"))
    pattern = Pattern(nodes=nodes, edges=(edge,), path="chain", shortest=Shortest.ONE)
    where = (
        built.test("first", called(request.ends[0]), Comparison.EQ, request.ends[0]),
        built.test("last", called(request.ends[1]), Comparison.EQ, request.ends[1]),
    )
    columns = (Column(name="chain", operand=Ref(name="chain")),)
    return _plan(built, Stage(matches=(Match(pattern=pattern, where=where),), columns=columns))
