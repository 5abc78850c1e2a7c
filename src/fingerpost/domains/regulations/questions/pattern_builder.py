"""The pattern of a plan while it is built: nodes, relationships, conditions, parameters, and what a graph lacks."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from typing import Final

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema
from fingerpost.domains.regulations.loader.instruments import BY_TITLE
from fingerpost.domains.regulations.questions.catalog import AMENDMENT
from fingerpost.domains.regulations.questions.request import Period, Request, Step, Target
from fingerpost.plans import (
    AnyOf,
    Column,
    Comparison,
    Condition,
    EdgePattern,
    Exists,
    Hops,
    Match,
    NodePattern,
    Pattern,
    Plan,
    Ref,
    Stage,
    Test,
    Value,
)

INSTRUMENT: Final = "Instrument"
DEPTH: Final = Hops(minimum=0, maximum=4)
"""From a section down to its subparagraphs."""
EDGES: Final = {
    "CITES": "REFERENCES", "IMPLEMENTS": "IMPLEMENTS", "REPLACES": "REPLACES", "REPEALS": "REPEALS",
}  # fmt: skip
"""The relationship between two instruments that says a relation."""


@dataclass
class PatternBuilder:
    """The matches and parameters of one stage while it is built, over a graph that may lack dates or versions."""

    schema: GraphSchema
    nodes: dict[str, str | None] = field(default_factory=dict)
    edges: list[EdgePattern] = field(default_factory=list)
    where: list[Condition] = field(default_factory=list)
    parameters: dict[str, Cell] = field(default_factory=dict)
    citing: str = ""
    """The node of the provision that cites, where one is matched."""
    begins: list[int] = field(default_factory=list)
    """Edges from which on another match begins."""

    def node(self, label: str | None, name: str | None = None) -> str:
        name = name or f"n{len(self.nodes) + 1}"
        self.nodes[name] = label
        return name

    def edge(self, start: str, kind: str, end: str, *, hops: Hops | None = None) -> str:
        name = f"r{len(self.edges) + 1}"
        self.edges.append(EdgePattern(start=start, end=end, types=(kind,), name=None if hops else name, hops=hops))
        return name

    @property
    def is_possible(self) -> bool:
        """Whether the graph has the labels that are matched, and relationships of every type between them."""
        if any(label is not None and label not in self.schema.label_by_name for label in self.nodes.values()):
            return False
        return all(
            any(leads(self.schema, self.nodes[edge.start], kind, self.nodes[edge.end]) for kind in edge.types)
            for edge in self.edges
            if not edge.either and edge.start in self.nodes and edge.end in self.nodes
        )

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

    def target(self, target: Target, *others: Target, whole: bool = False) -> str:
        """The node of a target, or of any of several; `whole` is the section, to which historical notes belong."""
        targets = (target, *others)
        if whole:
            targets = tuple(Target(one.title, one.provision.partition("(")[0]) for one in targets)
        labels = {label_of(one.provision) if one.is_loaded_part else one.title.label for one in targets}
        label = labels.pop() if len(labels) == 1 else None
        name = self.node(label)
        key = "instrument" if label == AMENDMENT else "identifier"
        if others:
            self.require(name, key, Comparison.IN, tuple(key_of(one) for one in targets))
        else:
            self.require(name, key, Comparison.EQ, key_of(targets[0]))
        return name

    def begin_match(self) -> None:
        """Match what follows on its own: within one match, no relationship is taken twice."""
        self.begins.append(len(self.edges))

    def stage(self, **parts: object) -> Stage:
        ends = [*self.begins, len(self.edges)]
        groups = [self.edges[start:end] for start, end in zip([0, *self.begins], ends, strict=True)]
        place = {name: at for at, edges in reversed(list(enumerate(groups))) for edge in edges for name in _names(edge)}
        tests: list[list[Condition]] = [[] for _ in groups]
        for condition in self.where:
            tests[place.get(_subject(condition), 0) if len(groups) > 1 else 0].append(condition)
        matches = []
        for at, edges in enumerate(groups):
            used = {name for edge in edges for name in (edge.start, edge.end)}
            nodes = tuple(
                NodePattern(name=name, label=label if place.get(name, 0) == at else None)
                for name, label in self.nodes.items()
                if name in used or place.get(name, 0) == at
            )
            matches.append(Match(pattern=Pattern(nodes=nodes, edges=tuple(edges)), where=tuple(tests[at])))
        return Stage(matches=tuple(matches), **parts)

    def plan(self, **parts: object) -> Plan:
        return Plan(branches=((self.stage(**parts),),), parameters=self.parameters)


def _names(edge: EdgePattern) -> tuple[str, ...]:
    return (edge.start, edge.end, *((edge.name,) if edge.name else ()))


def _subject(condition: Condition) -> str:
    """What a condition is about: the name that its first test begins with."""
    if isinstance(condition, AnyOf):
        return _subject(condition.tests[0])
    if isinstance(condition, Exists):
        return condition.pattern.nodes[0].name
    left = condition.left if isinstance(condition, Test) else None
    return left.name if isinstance(left, Ref) else ""


def leads(schema: GraphSchema, start: str | None, kind: str, end: str | None) -> bool:
    """Whether relationships of a type lead from one label to another in a graph; None is any label."""
    about = schema.relationship_by_type.get(kind)
    if about is None:
        return False
    pairs = about.pairs
    return pairs is None or any(start in (None, one) and end in (None, other) for one, other in pairs)


def key_of(target: Target) -> str:
    """The identifier of a target's node."""
    return f"{target.title.identifier}#{target.provision}" if target.is_loaded_part else target.title.identifier


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


def known(ref: Ref) -> Test:
    """That something is known."""
    return Test(left=ref, comparison=Comparison.IS_NULL, negated=True)


def in_language(built: PatternBuilder, name: str, request: Request) -> None:
    """Instruments by their English texts, where there are others; stubs have no language."""
    about = built.schema.label_by_name.get(INSTRUMENT)
    known = about.by_name.get("language") if about is not None else None
    if known is not None and known.distinct_is_exact and known.samples == ("en",):
        return
    language = Ref(name=name, property="language")
    built.where.append(
        AnyOf(
            tests=(
                built.test(language, Comparison.EQ, "en"),
                built.test(language, Comparison.IS_NULL),
            )
        )
    )


def cited(built: PatternBuilder, step: Step, name: str, *, by_title: bool = False) -> None:
    """That what a step leads to is `linked`, if it is what is cited."""
    if step.relation == "CITES" and not step.incoming:
        linked(built, name, by_title=by_title)


def linked(built: PatternBuilder, name: str, *, by_title: bool = False) -> None:
    """That something is cited by a link of the source; or `by_title` alone, which the source does not count."""
    test = built.test(Ref(name=name, property="identifier"), Comparison.STARTS_WITH, BY_TITLE)
    built.where.append(test if by_title else test.model_copy(update={"negated": True}))


def in_period(built: PatternBuilder, edge: str, period: Period | None, relation: str) -> None:
    """That a relationship began in a period; citations, and whatever is asked `as_of` a day, need only hold in it."""
    if period is not None and relation == "AMENDS":
        built.where.extend(amending_in(built, edge, period))
    elif period is None or relation == "CITES" or period.as_of:
        holding_in(built, edge, period)
    elif built.has(edge, "from"):
        since = Ref(name=edge, property="from")
        if period.begin is not None:
            built.where.append(built.test(since, Comparison.GE, period.begin))
        if period.end is not None:
            built.where.append(built.test(since, Comparison.LE, period.end))


def within(built: PatternBuilder, node: str, name: str, period: Period) -> None:
    """That a date of a node is in a period."""
    for comparison, bound in ((Comparison.GE, period.begin), (Comparison.LE, period.end)):
        if bound is not None:
            built.require(node, name, comparison, bound)


def amending_in(built: PatternBuilder, edge: str, period: Period) -> list[Condition]:
    """That amendments came into force in a period. Where their day is not known, the year decides.

    On a single day there are only those whose day is known.
    """
    year, date = Ref(name=edge, property="year"), Ref(name=edge, property="date")
    if period.day is not None and not period.as_of:
        return [built.test(date, Comparison.EQ, period.day)]
    found: list[Condition] = []
    begin = None if period.as_of else period.begin
    bounds = ((Comparison.GE, begin, period.since), (Comparison.LE, period.end, period.day or period.until))
    for comparison, bound, exact in bounds:
        if bound is not None:
            found.append(built.test(year, comparison, bound.year))
        if exact is not None and bound is not None:
            unknown = built.test(date, Comparison.IS_NULL)
            found.append(AnyOf(tests=(unknown, built.test(date, comparison, exact))))
    return found


def holding_in(built: PatternBuilder, edge: str, period: Period | None) -> None:
    """That something held in a period, or holds today. A graph of one edition has nothing that ended."""
    if built.has(edge, "to"):
        until = Ref(name=edge, property="to")
        open_ = built.test(until, Comparison.IS_NULL)
        if period is None:
            built.where.append(open_)
        else:
            begin = period.begin or dt.date(1800, 1, 1)
            built.where.append(AnyOf(tests=(open_, built.test(until, Comparison.GT, begin))))
    if period is None:
        return
    if period.end is not None and built.has(edge, "from"):
        since = Ref(name=edge, property="from")
        open_ = built.test(since, Comparison.IS_NULL)
        built.where.append(AnyOf(tests=(open_, built.test(since, Comparison.LE, period.end))))


def columns_of(built: PatternBuilder, request: Request, answer: str, edge: str, before: str) -> tuple[Column, ...]:
    """The columns of the relation functions that existing clients know."""
    last, target = request.last_step, request.chains[0].target
    if not before:  # only what is left out is named
        return built.columns(("title", answer, "title"), ("identifier", answer, "identifier"))
    inner = bool(target.provision) and len(request.chains[0].steps) == 1 and not request.indirect
    if last.relation == "AMENDS" and last.incoming:
        return built.columns(
            ("amending_document", answer, "instrument"),
            ("amended_document", before, "label" if inner else "title"),
            ("effective_date", edge, "date"),
            ("year", edge, "year"),
            ("section", edge, "section" if inner else "sections"),
            *((("amended_sections", edge, "amended"),) if not inner and len(request.chains[0].steps) == 1 else ()),
            *(() if inner else (("amended_id", before, "identifier"),)),
            *((("provision_id", before, "identifier"),) if inner else ()),
        )
    far = request.is_far
    own, key = ("document", "documentId") if inner and target.is_loaded_part else ("title", "identifier")
    new, old = (answer, "title", "identifier"), (before, own, key)
    if last.relation == "IMPLEMENTS":
        (first, second), names = (new, old), (("regulation", "act") if last.incoming else ("act", "regulation"))
    elif last.incoming:
        (first, second), names = (new, old), ("referencing", "referenced")
    else:
        (first, second), names = (new, old), ("target", "source")
    titles = ("document", "document") if names[0] == "referencing" else ("title", "title")
    found = [
        (f"{names[0]}_{titles[0]}", first[0], first[1]),
        (f"{names[1]}_{titles[1]}", second[0], second[1]),
        (f"{names[0]}_id", first[0], first[2]),
        (f"{names[1]}_id", second[0], second[2]),
    ]
    if last.relation == "CITES" and not inner:
        if not far:  # of the citation of what lies between, the provision is enough
            found += [("cited_section", edge, "cited"), ("citing_section", edge, "citing")]
        found += [("strength", edge, "strength")]
        found += [("provision_id", edge, "provision")]
    elif last.relation == "CITES" and built.citing:
        found += [("citing_section", built.citing, "label"), ("provision_id", built.citing, "identifier")]
    if last.relation == "CITES" and not far:
        found += [("sentence", edge, "sentence"), ("start", edge, "start"), ("end", edge, "end")]
    if last.relation == "REPEALS":
        found += [("citing_section", edge, "citing"), ("provision_id", edge, "provision")]
        found += [("sentence", edge, "sentence"), ("start", edge, "start"), ("end", edge, "end")]
    if last.relation == "IMPLEMENTS":
        found += [("registered", edge, "from")]
    return built.columns(*found)
