"""Conditions of plans about code, by what questions ask of a function or a type."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from fingerpost.core.cells import Cell
from fingerpost.domains.code.questions.request import Condition as Asks, Kind, NotInGraph, Request
from fingerpost.plans import (
    AnyOf,
    Comparison,
    Condition,
    EdgePattern,
    Exists,
    Hops,
    NodePattern,
    Pattern,
    Ref,
    SmallAny,
    Test,
    Value,
)

N: Final = "n"
"""The variable of what is asked."""
_JUMPS: Final = ("goto", "break", "continue")
FARTHEST: Final = 25
"""The longest chain of calls that is followed."""
TYPES: Final = frozenset({"TYPE_DECL", "STRUCT", "UNION", "ENUM", "CLASS"})
"""Labels of types."""


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
class Builder:
    """The parameters and conditions of a plan while it is built."""

    view: View
    parameters: dict[str, Cell] = field(default_factory=dict)
    nodes: int = 0

    def no_macro(self) -> tuple[Test, ...]:
        """That the node is no macro, where the graph has any."""
        test = Test(left=Ref(name=N), comparison=Comparison.IS_LABEL, label="MACRO", negated=True)
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
        start, end = (other, N) if backwards else (N, other)
        pattern = Pattern(
            nodes=(NodePattern(name=N), NodePattern(name=other, label=label)),
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


def called(name: str) -> str:
    """The property of a method that has a name: with its class or module, or alone."""
    return "qualifiedName" if "." in name else "name"


def _calls(built: Builder, asks: Asks) -> list[Condition]:
    also = {"filename": asks.property} if asks.property else None
    return built.each(asks, "CALLS", "METHOD", called(asks.values[0]), also=also)


def _called_by(built: Builder, asks: Asks) -> list[Condition]:
    also = {"filename": asks.property} if asks.property else None
    calling = built.each(asks, "CALLS", "METHOD", called(asks.values[0]), backwards=True, also=also)
    return [*calling, *built.no_macro()]


def _calls_with(built: Builder, asks: Asks) -> list[Condition]:
    """Calls whose code has a text among their arguments."""
    return [
        built.joined(
            "CONTAINS", "CALL", "code", rf"(?s)(.*[^\w])?{asks.values[0]}\s*[(]{argument}[)].*", asks,
            also={"name": asks.values[0]}, comparison=Comparison.MATCHES,
        )
        for argument in [rf"(.*[^\w\"])?{re.escape(asks.values[1])}([^\w\"].*)?"]
    ]  # fmt: skip


def _unused_part(built: Builder, asks: Asks) -> list[Condition]:
    edge, label = ("HAS_LOCAL", "LOCAL") if asks.property == "local" else ("HAS_PARAMETER", "METHOD_PARAMETER_IN")
    return [built.joined(edge, label, "used", False, asks)]


def _reaches(built: Builder, asks: Asks) -> list[Condition]:
    backwards = asks.kind is Kind.REACHED_FROM
    hops = Hops(minimum=1, maximum=asks.number or FARTHEST)
    return built.each(asks, "CALLS", "METHOD", called(asks.values[0]), hops=hops, backwards=backwards)


def _measure(built: Builder, asks: Asks) -> list[Condition]:
    return [built.test(N, asks.property, asks.comparison, asks.number, negated=asks.negated)]


def _flag(built: Builder, asks: Asks) -> list[Condition]:
    return [built.test(N, asks.property, Comparison.EQ, not asks.negated)]


def _property(name: str) -> Callable[[Builder, Asks], list[Condition]]:
    def tests(built: Builder, asks: Asks) -> list[Condition]:
        if asks.any and len(asks.values) > 1:
            return [built.test(N, name, Comparison.IN, asks.values, negated=asks.negated)]
        comparison = Comparison.NE if asks.negated and asks.comparison is Comparison.EQ else asks.comparison
        negated = asks.negated and asks.comparison is not Comparison.EQ
        return [built.test(N, name, comparison, one, negated=negated) for one in asks.values]

    return tests


def _beside(edge: str, label: str, property_: str) -> Callable[[Builder, Asks], list[Condition]]:
    return lambda built, asks: built.each(asks, edge, label, property_)


def _parameter(built: Builder, asks: Asks) -> list[Condition]:
    also = {"index": asks.number} if asks.number else None
    return built.each(asks, "HAS_PARAMETER", "METHOD_PARAMETER_IN", "typeFullName", also=also)


def _global(built: Builder, asks: Asks) -> list[Condition]:
    if asks.property and built.view.written == "IDENTIFIER":
        written = built.each(asks, "CONTAINS", "IDENTIFIER", "name", also={"written": asks.property == "written"})
        return written if asks.negated else [*written, *built.each(asks, "USES", "GLOBAL_VARIABLE", "name")]
    of_edge = {asks.property: True} if asks.property else None
    return built.each(asks, "USES", "GLOBAL_VARIABLE", "name", of_edge=of_edge)


def _statement(built: Builder, asks: Asks) -> list[Condition]:
    """Statements as they are written; the end of one may be left out."""
    keyword = asks.values[0].split()[0]
    label = "RETURN" if keyword == "return" else "CONTROL_STRUCTURE" if keyword in _JUMPS else "CALL"
    return [built.joined("CONTAINS", label, "code", (*asks.values, *(f"{one};" for one in asks.values)), asks)]


def _calls_field(built: Builder, asks: Asks) -> list[Condition]:
    like = called_through(asks.values[0])
    return [built.joined("CONTAINS", "CALL", "code", like, asks, comparison=Comparison.MATCHES)]


def called_through(field: str) -> str:
    """The pattern of the code of calls through a field or variable that points to a function."""
    return rf"(?s)([\w>.()*-]*(->|[.]))?{re.escape(field)}\s*[(].*"


_COMPARISONS: Final = tuple(
    f"<operator>.{one}"
    for one in ("equals", "notEquals", "lessThan", "lessEqualsThan", "greaterThan", "greaterEqualsThan")
)


def _cast_to(type_: str) -> str:
    """The pattern of the code of casts to a type."""
    spaced = re.escape(type_).replace(r"\*", r"\s*[*]").replace(r"\ ", r"\s+")
    return rf"(?s)[(]\s*(const |struct |volatile )?{spaced}\s*[)].*"


def _marked(built: Builder, asks: Asks) -> list[Condition]:
    """A word, or a macro with what it is given, stands before the name of the function."""
    like = rf"(?s)([^{{]*[^\w{{])?{re.escape(asks.values[0])}[^\w].*"
    return [built.test(N, "code", Comparison.MATCHES, like, negated=asks.negated)]


def _creates(built: Builder, asks: Asks) -> list[Condition]:
    if built.view.creates:
        return built.each(asks, "CREATES", "TYPE_DECL", "name")
    return [  # front ends call a constructor by the name of the class, with its namespace or without
        built.joined("CONTAINS", "CALL", "name", rf"(.*[.])?{one}", asks, comparison=Comparison.MATCHES)
        for one in asks.values
    ]


def _raises(built: Builder, asks: Asks) -> list[Condition]:
    """Statements that raise an exception are operators, whose code says what is raised."""
    also = {"name": ("<operator>.raise", "<operator>.throw")}
    return [
        built.joined(
            "CONTAINS", "CALL", "code", rf"(?s)(raise|throw)\s+(new\s+)?{one}\b.*", asks, also=also,
            comparison=Comparison.MATCHES,
        )
        for one in asks.values
    ]  # fmt: skip


def _related(built: Builder, asks: Asks) -> list[Condition]:
    """A node that a relationship joins, and of which conditions hold: its own, and of what is beside it."""
    if asks.link is None:
        return []
    link = asks.link
    built.nodes += 1
    other = f"m{built.nodes}"
    hops = Hops(minimum=1, maximum=FARTHEST) if link.far else None
    start, end = (other, N) if link.backwards else (N, other)
    nodes = [NodePattern(name=N), NodePattern(name=other, label=link.label)]
    edges = [EdgePattern(start=start, end=end, types=(link.edge,), hops=hops)]
    where: list[Test | SmallAny] = []
    for one in link.conditions:
        for made in _CONDITIONS[one.kind](built, one):
            if isinstance(made, Test):
                where.append(_of(made, other))
            elif isinstance(made, Exists) and not made.negated:
                nodes += [node for node in made.pattern.nodes if node.name != N]
                edges += [
                    edge.model_copy(update={"start": _other(edge.start, other), "end": _other(edge.end, other)})
                    for edge in made.pattern.edges
                ]
                where += [_of(test, other) if isinstance(test, Test) else test for test in made.where]
            else:
                raise NotInGraph("What is not there, of something that is only described, cannot be asked.")
    pattern = Pattern(nodes=tuple(nodes), edges=tuple(edges))
    return [Exists(pattern=pattern, where=tuple(where), negated=asks.negated)]


def _either(built: Builder, asks: Asks) -> list[Condition]:
    """Conditions of which one is enough."""
    tests: list[Test | Exists] = []
    for part in asks.parts:
        made = _CONDITIONS[part.kind](built, part)
        if len(made) != 1 or not isinstance(made[0], Test | Exists):
            raise NotInGraph("These conditions can be asked one by one, and not which of them is enough.")
        tests.append(made[0])
    return [AnyOf(tests=tuple(tests))]


def _other(name: str, other: str) -> str:
    return other if name == N else name


def _of(test: Test, other: str) -> Test:
    """A test of what is asked, as one of another node."""
    left = test.left
    return (
        test.model_copy(update={"left": left.model_copy(update={"name": _other(left.name, other)})})
        if isinstance(left, Ref)
        else test
    )


_CONDITIONS: Final[Mapping[Kind, Callable[[Builder, Asks], list[Condition]]]] = {
    Kind.CALLS: _calls,
    Kind.CALLED_BY: _called_by,
    Kind.REACHES: _reaches,
    Kind.REACHED_FROM: _reaches,
    Kind.CALLS_WITH: _calls_with,
    Kind.CALLS_INTO: lambda built, asks: built.each(asks, "CALLS", "FUNCTION", "filename"),
    Kind.UNUSED_PART: _unused_part,
    Kind.PART_IN: lambda built, asks: built.each(asks, asks.property, "FUNCTION", "filename", backwards=True),
    Kind.UNUSED: lambda built, asks: [built.test(N, "used", Comparison.EQ, asks.negated)],
    Kind.MEASURE: _measure,
    Kind.FLAG: _flag,
    Kind.FILE: _property("filename"),
    Kind.RETURNS: _property("returnType"),
    Kind.VISIBLE: _property("visibility"),
    Kind.NAMED: lambda built, asks: _property(called(asks.values[0]))(built, asks),
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
    Kind.CALL_OF: lambda built, asks: built.each(asks, "CALL", "METHOD", called(asks.values[0])),
    Kind.METHOD_OF: lambda built, asks: built.each(asks, "HAS_METHOD", "TYPE_DECL", "name", backwards=True),
    Kind.HAS_METHOD: _beside("HAS_METHOD", "METHOD", "name"),
    Kind.SUBCLASS_OF: _beside("SUBCLASS_OF", "TYPE_DECL", "name"),
    Kind.INHERITS: _beside("INHERITS_FROM", "TYPE", "name"),
    Kind.BASE_OF: lambda built, asks: built.each(asks, "SUBCLASS_OF", "TYPE_DECL", "name", backwards=True),
    Kind.FIELD_TYPE: _beside("HAS_FIELD", "MEMBER", "typeFullName"),
    Kind.TAGGED: lambda built, asks: built.each(asks, "TAGGED_BY", "TAG", "value", also={"name": asks.property}),
    Kind.SITE_IN: lambda built, asks: built.each(asks, "CONTAINS", "METHOD", asks.property, backwards=True),
    Kind.PLACED: _property("location"),
    Kind.HAS: lambda built, asks: [built.test(N, asks.property, Comparison.IN, asks.values, negated=asks.negated)],
    Kind.LIKE: lambda built, asks: [
        built.test(N, asks.property, Comparison.MATCHES, asks.values[0], negated=asks.negated)
    ],
    Kind.MARKED: _marked,
    Kind.STATEMENT: _statement,
    Kind.CALLS_FIELD: _calls_field,
    Kind.THAN: lambda built, asks: [
        Test(left=Ref(name=N, property=asks.property), comparison=asks.comparison, right=Ref(name="edge")),
        built.test(N, "name", Comparison.NE, asks.values[0]),
    ],
    Kind.PARAMETER_LIKE: lambda built, asks: [
        built.joined(
            "HAS_PARAMETER",
            "METHOD_PARAMETER_IN",
            "code",
            one,
            asks,
            comparison=Comparison.MATCHES,
            also={"index": asks.number} if asks.number else None,
        )
        for one in asks.values
    ],
    Kind.LABEL: _beside("CONTAINS", "JUMP_TARGET", "name"),
    Kind.LOCAL_TYPE: _beside("HAS_LOCAL", "LOCAL", "typeFullName"),
    Kind.ANY_GLOBAL: lambda built, asks: [
        built.joined(
            "USES",
            "GLOBAL_VARIABLE",
            "name",
            "",
            asks,
            comparison=Comparison.NE,
            of_edge={asks.property: True} if asks.property else None,
        )
    ],
    Kind.USED_BY: lambda built, asks: [
        built.joined(
            "USES",
            "FUNCTION",
            "name",
            one,
            asks,
            backwards=True,
            of_edge={asks.property: True} if asks.property else None,
        )
        for one in asks.values
    ],
    Kind.GIVEN_TO: lambda built, asks: built.each(asks, "ARGUMENT", "CALL", "name", backwards=True),
    Kind.CASTS: lambda built, asks: [
        built.joined(
            "CONTAINS",
            "CALL",
            "code",
            _cast_to(asks.values[0]),
            asks,
            also={"name": "<operator>.cast"},
            comparison=Comparison.MATCHES,
        )
    ],
    Kind.TEXT_LIKE: lambda built, asks: [
        built.joined("CONTAINS", "STRING_LITERAL", "code", asks.values[0], asks, comparison=Comparison.MATCHES)
    ],
    Kind.CALLS_LIBRARY: lambda built, asks: [
        built.joined("CALLS", "EXTERNAL_FUNCTION", "name", "", asks, comparison=Comparison.NE)
    ],
    Kind.COMPARES: lambda built, asks: [
        built.joined(
            "CONTAINS",
            "CALL",
            "code",
            rf"(?s)(.*\W)?{re.escape(asks.values[0])}(\W.*)?",
            asks,
            also={"name": _COMPARISONS},
            comparison=Comparison.MATCHES,
        )
    ],
    Kind.LITERAL: _beside("CONTAINS", "LITERAL", "code"),
    Kind.OPERATOR: _beside("CONTAINS", "CALL", "name"),
    Kind.RELATED: _related,
    Kind.FIELD: lambda built, asks: _accessed(built, asks),
    Kind.EITHER: _either,
    Kind.NO_MACRO: lambda built, asks: list(built.no_macro()),
    Kind.AROUND: lambda built, asks: [
        built.test(N, "lineNumber", Comparison.LE, asks.number),
        built.test(N, "lineNumberEnd", Comparison.GE, asks.number),
    ],
    Kind.CALLED: lambda built, asks: [
        built.test(N, "callerCount", Comparison.EQ if asks.negated else Comparison.GT, 0)
    ],
}


def conditions(request: Request, built: Builder, asked: Sequence[Asks]) -> list[Condition]:
    where: list[Condition] = []
    for asks in asked:
        if asks.kind is Kind.FIELD and request.label in TYPES:
            where += built.each(asks, "HAS_FIELD", "MEMBER", "name")
        else:
            where += _CONDITIONS[asks.kind](built, asks)
    return where


def _accessed(built: Builder, asks: Asks) -> list[Condition]:
    also = {"written": asks.property == "written"} if asks.property else None
    return built.each(asks, "CONTAINS", "FIELD_IDENTIFIER", "canonicalName", also=also)
