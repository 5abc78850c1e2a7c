"""Plans of questions about code."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from fingerpost.core.cells import Cell
from fingerpost.domains.code.questions.request import Asked, Condition as Asks, Kind, Request
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Column,
    Comparison,
    Condition,
    EdgePattern,
    Exists,
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
    Value,
)

_N: Final = "n"
_WHOLE: Final = Column(name=_N, operand=Ref(name=_N))
_COUNT: Final = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=_N), distinct=True)
FARTHEST: Final = 25
"""The longest chain of calls that is followed."""


CARD: Final = (
    "name", "location", "lines", "signature", "complexity", "recursive", "callerCount", "calleeCount", "isExternal"
)  # fmt: skip
"""What is told of a function that a question only names."""


def _equal(wanted: Cell, otherwise: Comparison = Comparison.EQ) -> Comparison:
    return Comparison.IN if isinstance(wanted, tuple) else otherwise


def _other_file(asks: Asks) -> Comparison:
    """In a file, or in any other."""
    return Comparison.NE if asks.comparison is Comparison.NE else Comparison.EQ


@dataclass(frozen=True)
class View:
    """What a graph has: macros, comments of functions, CREATES, and which nodes have `written`; or a server has it."""

    macros: bool = True
    written: str = "USES"
    creates: bool = True
    comments: bool = False
    on_server: bool = False


@dataclass
class _Builder:
    """The parameters and conditions of a plan while it is built."""

    view: View
    parameters: dict[str, Cell] = field(default_factory=dict)
    nodes: int = 0

    def no_macro(self) -> tuple[Test, ...]:
        """That the node is no macro, where the graph has any."""
        test = Test(left=Ref(name=_N), comparison=Comparison.IS_LABEL, label="MACRO", negated=True)
        return (test,) if self.view.macros else ()

    def value(self, cell: Cell) -> Value:
        name = f"p{len(self.parameters) + 1}"
        self.parameters[name] = cell
        return Value(parameter=name)

    def test(self, name: str, property_: str, comparison: Comparison, cell: Cell, *, negated: bool = False) -> Test:
        left = Ref(name=name, property=property_)
        return Test(left=left, comparison=comparison, right=self.value(cell), negated=negated)

    def joined(
        self, edge: str, label: str, property_: str, wanted: Cell, condition: Asks, *, hops: Hops | None = None,
        backwards: bool = False, also: Mapping[str, Cell] | None = None, of_edge: Mapping[str, Cell] | None = None,
        comparison: Comparison = Comparison.EQ,
    ) -> Exists:  # fmt: skip
        """A node of a label beside the function, one of whose properties is, or is among, what is wanted.

        `also` are further properties of the node, `of_edge` those of the relationship.
        """
        self.nodes += 1
        other = f"m{self.nodes}"
        start, end = (other, _N) if backwards else (_N, other)
        pattern = Pattern(
            nodes=(NodePattern(name=_N), NodePattern(name=other, label=label)),
            edges=(
                EdgePattern(name=f"e{self.nodes}" if of_edge else None, start=start, end=end, types=(edge,), hops=hops),
            ),
        )
        tests = [self.test(other, property_, _equal(wanted, comparison), wanted)]
        tests += [self.test(other, name, _equal(cell), cell) for name, cell in (also or {}).items()]
        tests += [self.test(f"e{self.nodes}", name, Comparison.EQ, cell) for name, cell in (of_edge or {}).items()]
        return Exists(pattern=pattern, where=tuple(tests), negated=condition.negated)

    def each(self, condition: Asks, edge: str, label: str, property_: str, **more: object) -> list[Condition]:
        """One existence for each value, or one for all where any will do, or where none may be."""
        if condition.any and not condition.negated:
            return [self.joined(edge, label, property_, condition.values, condition, **more)]  # type: ignore[arg-type]
        return [self.joined(edge, label, property_, one, condition, **more) for one in condition.values]  # type: ignore[arg-type]


def _called(name: str) -> str:
    """The property of a method that has a name: with its class or module, or alone."""
    return "qualifiedName" if "." in name else "name"


def _calls(built: _Builder, asks: Asks) -> list[Condition]:
    return built.each(asks, "CALLS", "METHOD", _called(asks.values[0]))


def _called_by(built: _Builder, asks: Asks) -> list[Condition]:
    also = {"filename": asks.property} if asks.property else None
    calling = built.each(asks, "CALLS", "METHOD", _called(asks.values[0]), backwards=True, also=also)
    return [*calling, *built.no_macro()]


def _calls_with(built: _Builder, asks: Asks) -> list[Condition]:
    """Calls whose code has a text among their arguments."""
    return [
        built.joined(
            "CONTAINS", "CALL", "code", rf"(?s)(.*[^\w])?{asks.values[0]}\s*[(]{argument}[)].*", asks,
            also={"name": asks.values[0]}, comparison=Comparison.MATCHES,
        )
        for argument in [rf"(.*[^\w\"])?{re.escape(asks.values[1])}([^\w\"].*)?"]
    ]  # fmt: skip


def _unused_part(built: _Builder, asks: Asks) -> list[Condition]:
    edge, label = ("HAS_LOCAL", "LOCAL") if asks.property == "local" else ("HAS_PARAMETER", "METHOD_PARAMETER_IN")
    return [built.joined(edge, label, "used", False, asks)]


def _reaches(built: _Builder, asks: Asks) -> list[Condition]:
    backwards = asks.kind is Kind.REACHED_FROM
    hops = Hops(minimum=1, maximum=FARTHEST)
    return built.each(asks, "CALLS", "METHOD", _called(asks.values[0]), hops=hops, backwards=backwards)


def _measure(built: _Builder, asks: Asks) -> list[Condition]:
    return [built.test(_N, asks.property, asks.comparison, asks.number, negated=asks.negated)]


def _flag(built: _Builder, asks: Asks) -> list[Condition]:
    return [built.test(_N, asks.property, Comparison.EQ, not asks.negated)]


def _property(name: str) -> Callable[[_Builder, Asks], list[Condition]]:
    def tests(built: _Builder, asks: Asks) -> list[Condition]:
        if asks.any and len(asks.values) > 1:
            return [built.test(_N, name, Comparison.IN, asks.values, negated=asks.negated)]
        comparison = Comparison.NE if asks.negated and asks.comparison is Comparison.EQ else asks.comparison
        negated = asks.negated and asks.comparison is not Comparison.EQ
        return [built.test(_N, name, comparison, one, negated=negated) for one in asks.values]

    return tests


def _beside(edge: str, label: str, property_: str) -> Callable[[_Builder, Asks], list[Condition]]:
    return lambda built, asks: built.each(asks, edge, label, property_)


def _parameter(built: _Builder, asks: Asks) -> list[Condition]:
    also = {"index": asks.number} if asks.number else None
    return built.each(asks, "HAS_PARAMETER", "METHOD_PARAMETER_IN", "typeFullName", also=also)


def _global(built: _Builder, asks: Asks) -> list[Condition]:
    if asks.property and built.view.written == "IDENTIFIER":
        written = built.each(asks, "CONTAINS", "IDENTIFIER", "name", also={"written": asks.property == "written"})
        return written if asks.negated else [*written, *built.each(asks, "USES", "GLOBAL_VARIABLE", "name")]
    of_edge = {asks.property: True} if asks.property else None
    return built.each(asks, "USES", "GLOBAL_VARIABLE", "name", of_edge=of_edge)


def _creates(built: _Builder, asks: Asks) -> list[Condition]:
    if built.view.creates:
        return built.each(asks, "CREATES", "TYPE_DECL", "name")
    return [  # front ends call a constructor by the name of the class, with its namespace or without
        built.joined("CONTAINS", "CALL", "name", rf"(.*[.])?{one}", asks, comparison=Comparison.MATCHES)
        for one in asks.values
    ]


def _raises(built: _Builder, asks: Asks) -> list[Condition]:
    """Statements that raise an exception are operators, whose code says what is raised."""
    also = {"name": ("<operator>.raise", "<operator>.throw")}
    return [
        built.joined(
            "CONTAINS", "CALL", "code", rf"(?s)(raise|throw)\s+(new\s+)?{one}\b.*", asks, also=also,
            comparison=Comparison.MATCHES,
        )
        for one in asks.values
    ]  # fmt: skip


_CONDITIONS: Final[Mapping[Kind, Callable[[_Builder, Asks], list[Condition]]]] = {
    Kind.CALLS: _calls,
    Kind.CALLED_BY: _called_by,
    Kind.REACHES: _reaches,
    Kind.REACHED_FROM: _reaches,
    Kind.CALLS_WITH: _calls_with,
    Kind.CALLS_INTO: lambda built, asks: built.each(asks, "CALLS", "FUNCTION", "filename"),
    Kind.UNUSED_PART: _unused_part,
    Kind.PART_IN: lambda built, asks: built.each(asks, asks.property, "FUNCTION", "filename", backwards=True),
    Kind.UNUSED: lambda built, asks: [built.test(_N, "used", Comparison.EQ, asks.negated)],
    Kind.MEASURE: _measure,
    Kind.FLAG: _flag,
    Kind.FILE: _property("filename"),
    Kind.RETURNS: _property("returnType"),
    Kind.VISIBLE: _property("visibility"),
    Kind.NAMED: lambda built, asks: _property(_called(asks.values[0]))(built, asks),
    Kind.STRUCTURE: _beside("CONTAINS", "CONTROL_STRUCTURE", "controlStructureType"),
    Kind.STRING: _beside("CONTAINS", "STRING_LITERAL", "code"),
    Kind.PARAMETER_TYPE: _parameter,
    Kind.PARAMETER_NAME: _beside("HAS_PARAMETER", "METHOD_PARAMETER_IN", "name"),
    Kind.LOCAL_NAME: _beside("HAS_LOCAL", "LOCAL", "name"),
    Kind.USED_IN: lambda built, asks: built.each(
        asks, "CALLS", "FUNCTION", "filename", backwards=True, comparison=_other_file(asks)
    ),
    Kind.INCLUDES: _beside("INCLUDES", "IMPORT", "importedEntity"),
    Kind.GLOBAL: _global,
    Kind.CREATES: _creates,
    Kind.RAISES: _raises,
    Kind.CALL_OF: lambda built, asks: built.each(asks, "CALL", "METHOD", _called(asks.values[0])),
    Kind.METHOD_OF: lambda built, asks: built.each(asks, "HAS_METHOD", "TYPE_DECL", "name", backwards=True),
    Kind.HAS_METHOD: _beside("HAS_METHOD", "METHOD", "name"),
    Kind.SUBCLASS_OF: _beside("SUBCLASS_OF", "TYPE_DECL", "name"),
    Kind.INHERITS: _beside("INHERITS_FROM", "TYPE", "name"),
    Kind.BASE_OF: lambda built, asks: built.each(asks, "SUBCLASS_OF", "TYPE_DECL", "name", backwards=True),
    Kind.FIELD_TYPE: _beside("HAS_FIELD", "MEMBER", "typeFullName"),
    Kind.TAGGED: lambda built, asks: built.each(asks, "TAGGED_BY", "TAG", "value", also={"name": asks.property}),
    Kind.SITE_IN: lambda built, asks: built.each(asks, "CONTAINS", "METHOD", asks.property, backwards=True),
    Kind.PLACED: _property("location"),
    Kind.CALLED: lambda built, asks: [
        built.test(_N, "callerCount", Comparison.EQ if asks.negated else Comparison.GT, 0)
    ],
}


_OVER_ALL: Final = {
    Asked.AVERAGE: ("average", AggregateFunction.AVG),
    Asked.TOTAL: ("total", AggregateFunction.SUM),
}
"""The column and the function of measures over all functions."""


def plan_of(request: Request, view: View) -> Plan:
    """The plan of a request for a graph with that view."""
    built = _Builder(view)
    if request.asked is Asked.PATH:
        return _path(request, built)
    if request.asked is Asked.FLOW:
        return _flow(request, built)
    once = request.asked in (Asked.LIST, Asked.COUNT, Asked.YES_NO)
    if once and (reached := _reach(request, Kind.REACHED_FROM)):
        return _reached(request, reached, built)
    match = _distinct_match(request, built) if once else _match(request, built)
    name = _column(request.show)
    order = (Order(operand=Ref(name=request.show)),)
    if request.asked is Asked.MOST:
        return _most(request, match, built)
    if request.asked in (Asked.COUNT, Asked.YES_NO):
        return _plan(built, Stage(matches=(match,), aggregates=(_COUNT,)))
    if request.asked in _OVER_ALL:
        column, function = _OVER_ALL[request.asked]
        measured = Ref(name=_N, property=request.measure)
        return _plan(
            built,
            Stage(matches=(match,), aggregates=(Aggregate(name=column, function=function, operand=measured),)),
        )
    if request.asked is Asked.PER_FILE:
        count = Aggregate(name="functions", function=AggregateFunction.COUNT, operand=Ref(name=_N))
        by = (Order(operand=Ref(name="filename")),)
        return _plan(built, Stage(matches=(match,), columns=(_column("filename"),), aggregates=(count,), order=by))
    if request.asked is Asked.VALUE:
        more = (_column("location"),) if request.measure != "location" else ()
        return _plan(built, Stage(matches=(match,), columns=(_column(request.measure), name, *more), order=order))
    if request.asked is Asked.RECURSION:
        columns = tuple(map(_column, ("name", "recursive", "indirectlyRecursive", "location")))
        return _plan(built, Stage(matches=(match,), columns=columns, order=order))
    if request.asked in (Asked.CARD, Asked.EXPLAIN):
        told = CARD if request.asked is Asked.CARD else ("name", "location")
        columns = tuple(map(_column, (*told, *(("comment",) if view.comments else ()))))
        return _plan(built, Stage(matches=(match,), columns=columns, order=order))
    placed = _column("location") if any(one.kind is Kind.UNUSED for one in request.conditions) else None
    where = (placed,) if placed else _place(request.label) if request.show not in ("location", "filename") else ()
    return _plan(built, Stage(matches=(match,), columns=(name, *where), distinct=True, order=order))


def nodes_of(request: Request, view: View, *, limit: int) -> Plan:
    """The nodes that a request counts."""
    built = _Builder(view)
    stage = Stage(matches=(_distinct_match(request, built),), columns=(_WHOLE,), distinct=True, limit=limit)
    return _plan(built, stage)


def nodes_at(label: str, places: tuple[str, ...], view: View) -> Plan:
    """The nodes of a label at some places."""
    built = _Builder(view)
    test = built.test(_N, "location", Comparison.IN, places)
    match = Match(pattern=Pattern(nodes=(NodePattern(name=_N, label=label),)), where=(test,))
    return _plan(built, Stage(matches=(match,), columns=(_WHOLE,), distinct=True))


TYPES: Final = frozenset({"TYPE_DECL", "STRUCT", "UNION", "ENUM", "CLASS"})
"""Labels of types."""
_PLACED: Final = frozenset({"FUNCTION", "METHOD", "MEMBER", "LOCAL", "GLOBAL_VARIABLE", "STRING_LITERAL", *TYPES})
"""Labels whose nodes have a place, file and line."""


def _place(label: str) -> tuple[Column, ...]:
    """The column with the location of the result, if it has one."""
    return (_column("location"),) if label in _PLACED else ()


def _reach(request: Request, kind: Kind) -> Asks | None:
    """The condition that a function reaches another, or is reached from it."""
    found = (one for one in request.conditions if one.kind is kind and not one.negated and len(one.values) == 1)
    return next(found, None)


def _distinct_match(request: Request, built: _Builder) -> Match:
    """What `_match` finds, perhaps several times: chains of calls are followed once, and not anew for each function."""
    if reached := _reach(request, Kind.REACHED_FROM):
        return _reached_match(request, reached, built)
    reaches = _reach(request, Kind.REACHES)
    if reaches is None or request.edge or built.view.on_server:
        return _match(request, built)
    others = [one for one in request.conditions if one is not reaches]
    where = (
        *_conditions(request, built, others),
        built.test("to", _called(reaches.values[0]), Comparison.EQ, reaches.values[0]),
    )
    edge = EdgePattern(start=_N, end="to", types=("CALLS",), hops=Hops(minimum=1, maximum=FARTHEST))
    nodes = (NodePattern(name=_N, label=request.label), NodePattern(name="to", label="METHOD"))
    return Match(pattern=Pattern(nodes=nodes, edges=(edge,)), where=where)


def _match(request: Request, built: _Builder) -> Match:
    where = _conditions(request, built, request.conditions)
    nodes: tuple[NodePattern, ...] = (NodePattern(name=_N, label=request.label),)
    edges: tuple[EdgePattern, ...] = ()
    if request.edge:
        nodes = (NodePattern(name="of", label=request.of_label), *nodes)
        edges = (EdgePattern(start="of", end=_N, types=(request.edge,)),)
        where.append(
            built.test("of", _called(request.of) if request.of_label != "FILE" else "name", Comparison.EQ, request.of)
        )
    return Match(pattern=Pattern(nodes=nodes, edges=edges), where=tuple(where))


def _conditions(request: Request, built: _Builder, asked: Sequence[Asks]) -> list[Condition]:
    where: list[Condition] = []
    for asks in asked:
        if asks.kind is Kind.FIELD:
            where += _field(request, built, asks)
        else:
            where += _CONDITIONS[asks.kind](built, asks)
    return where


def _field(request: Request, built: _Builder, asks: Asks) -> list[Condition]:
    if request.label in TYPES:
        return built.each(asks, "HAS_FIELD", "MEMBER", "name")
    also = {"written": asks.property == "written"} if asks.property else None
    return built.each(asks, "CONTAINS", "FIELD_IDENTIFIER", "canonicalName", also=also)


def _column(property_: str) -> Column:
    return Column(name=property_, operand=Ref(name=_N, property=property_))


def _plan(built: _Builder, *stages: Stage) -> Plan:
    return Plan(branches=(stages,), parameters=built.parameters)


def _most(request: Request, match: Match, built: _Builder) -> Plan:
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
    within = Test(left=Ref(name=_N, property=request.measure), comparison=comparison, right=Ref(name="edge"))
    last = Stage(
        matches=(match.model_copy(update={"where": (*match.where, within)}),),
        columns=(_column("name"), _column(request.measure), *_place(request.label)),
        order=(Order(operand=measure, descending=not request.least), Order(operand=Ref(name="name"))),
    )
    return _plan(built, first, edge, last)


def _reached_match(request: Request, asks: Asks, built: _Builder) -> Match:
    edge = EdgePattern(start="from", end=_N, types=("CALLS",), hops=Hops(minimum=1, maximum=FARTHEST))
    nodes = (NodePattern(name="from", label="METHOD"), NodePattern(name=_N, label=request.label))
    where = (
        built.test("from", _called(asks.values[0]), Comparison.EQ, asks.values[0]),
        built.test(_N, "name", Comparison.NE, asks.values[0]),
        *(built.no_macro() if request.label == "METHOD" else ()),
        *_conditions(request, built, [one for one in request.conditions if one is not asks]),
    )
    return Match(pattern=Pattern(nodes=nodes, edges=(edge,)), where=where)


def _reached(request: Request, asks: Asks, built: _Builder) -> Plan:
    """What a function calls, directly or through others, of which the other conditions hold."""
    match = _reached_match(request, asks, built)
    if request.asked is not Asked.LIST:
        return _plan(built, Stage(matches=(match,), aggregates=(_COUNT,)))
    order = (Order(operand=Ref(name="name")),)
    stage = Stage(matches=(match,), columns=(_column("name"), _column("location")), distinct=True, order=order)
    return _plan(built, stage)


def _flow(request: Request, built: _Builder) -> Plan:
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


def _path(request: Request, built: _Builder) -> Plan:
    """The shortest chain of calls between two functions."""
    edge = EdgePattern(start="first", end="last", types=("CALLS",), hops=Hops(minimum=1, maximum=FARTHEST))
    nodes = (NodePattern(name="first", label="METHOD"), NodePattern(name="last", label="METHOD"))
    pattern = Pattern(nodes=nodes, edges=(edge,), path="chain", shortest=Shortest.ONE)
    where = (
        built.test("first", _called(request.ends[0]), Comparison.EQ, request.ends[0]),
        built.test("last", _called(request.ends[1]), Comparison.EQ, request.ends[1]),
    )
    columns = (Column(name="chain", operand=Ref(name="chain")),)
    return _plan(built, Stage(matches=(Match(pattern=pattern, where=where),), columns=columns))
