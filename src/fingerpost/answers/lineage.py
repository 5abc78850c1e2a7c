"""The origin of a result column: the property, its label, and the aggregate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema, PropertyInfo
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    AnyOf,
    Call,
    Comparison,
    Holds,
    Match,
    Operand,
    Plan,
    Ref,
    Stage,
    Test,
    Value,
    in_seconds,
    words,
)


@dataclass(frozen=True)
class Origin:
    """A column's source: labels (or one relationship type) and property; `function` if it was aggregated.

    `counted` marks an aggregate of counts, as in an average number of books; `per` is the noun that they were counted
    for. `hundredfold` and `ratio` mark steps to a percentage, `percent` the percentage itself, `unit` that of
    what is computed, `yes_no` the result of a check, `difference` how far two values of the property are apart, and
    `seconds` durations as so many of them. `only` marks an aggregate of some of the rows, which its column tells.
    """

    labels: tuple[str, ...] = ()
    property: str | None = None
    function: AggregateFunction | None = None
    distinct: bool = False
    relationship: str | None = None
    yes_no: bool = False
    counted: bool = False
    per: str | None = None
    hundredfold: bool = False
    ratio: bool = False
    percent: bool = False
    unit: str | None = None
    difference: bool = False
    seconds: bool = False
    only: bool = False

    def is_computed(self) -> bool:
        """Whether the values are not stored in the graph, but computed from several."""
        if self.difference:
            return True
        if self.function is None:
            return self.property is None and not self.labels and self.relationship is None
        return self.function not in (AggregateFunction.MIN, AggregateFunction.MAX) or self.counted

    def info(self, schema: GraphSchema) -> PropertyInfo | None:
        """The schema's entry for the property."""
        if self.property is None:
            return None
        if self.relationship is not None:
            relationship = schema.relationship_by_type.get(self.relationship)
            return relationship.by_name.get(self.property) if relationship else None
        for label in self.labels:
            found = schema.label_by_name.get(label)
            if found is not None and self.property in found.by_name:
                return found.by_name[self.property]
        return None


def origins(plan: Plan) -> dict[str, Origin]:
    """The origin of every result column of a plan: what its branches have in common."""
    known = _of_branch(plan.branches[0], plan)
    for branch in plan.branches[1:]:
        others = _of_branch(branch, plan)
        known = {name: _in_common(origin, others.get(name, Origin())) for name, origin in known.items()}
    for stage in plan.then:
        known = _after(stage, known, plan.parameters)
    return known


def _of_branch(branch: Sequence[Stage], plan: Plan) -> dict[str, Origin]:
    known: dict[str, Origin] = {}
    for stage in branch:
        known = _after(stage, known, plan.parameters)
    return known


def _in_common(one: Origin, other: Origin) -> Origin:
    """The origin of a value of things with several labels: what the labels have in common."""
    if replace(one, labels=()) != replace(other, labels=()):
        return Origin()
    return one if one.labels == other.labels else replace(one, labels=())


def _either(match: Match, name: str) -> tuple[str, ...]:
    """The labels one of which a node without a label must have, as a wall of now or of an earlier version."""
    for one in match.where:
        tests = one.tests if isinstance(one, AnyOf) else ()
        labels = [
            test.label
            for test in tests
            if isinstance(test, Test)
            and test.comparison is Comparison.IS_LABEL
            and not test.negated
            and test.left == Ref(name=name)
        ]
        if labels and len(labels) == len(tests):
            return tuple(label for label in labels if label is not None)
    return ()


def _after(stage: Stage, known: dict[str, Origin], parameters: Mapping[str, Cell]) -> dict[str, Origin]:
    names = dict(known)
    for match in stage.matches:
        for node in match.pattern.nodes:
            if node.label is not None or node.name not in names:
                names[node.name] = Origin((node.label,) if node.label else _either(match, node.name))
        for edge in match.pattern.edges:
            if edge.name is not None:
                names[edge.name] = Origin(relationship=edge.types[0] if edge.types else None)
    lasting = in_seconds(stage.lets, parameters)
    for let in stage.lets:
        if let.name in lasting:
            names[let.name] = replace(_operand(lasting[let.name], names), seconds=True)
        elif isinstance(let, Call):
            names[let.name] = _called(let, names, parameters)
        elif isinstance(let, Holds):
            names[let.name] = Origin(yes_no=True)
    result = {column.name: _operand(column.operand, names) for column in stage.columns}
    per = next((_noun(origin) for origin in result.values() if origin.function is None), None)
    for aggregate in stage.aggregates:
        result[aggregate.name] = _aggregate(aggregate, names, per)
    return result


_OF_SECONDS: dict[Cell, str] = {60.0: "minutes", 3600.0: "hours"}
"""Units by how many seconds each is."""


_WHOLE = frozenset(("seconds", "days", "weeks", "months"))
"""Parts of a duration that are a number of a unit."""


def _called(let: Call, names: Mapping[str, Origin], parameters: Mapping[str, Cell]) -> Origin:
    if let.function == "typed":
        return _operand(let.arguments[0], names)
    if let.function == "duration.inDays":
        return Origin(unit="days")
    if let.function == "duration.between":
        return Origin(unit="months")
    if let.function == "duration.inSeconds":
        return Origin(unit="seconds")
    if let.function == "subtract":
        ends = [_operand(one, names) for one in let.arguments if isinstance(one, Ref)]
        alike = len(ends) == 2 and len({(end.property, end.relationship) for end in ends}) == 1
        same = alike and ends[0].property is not None
        return replace(ends[0], function=None, difference=True) if same else Origin()
    if let.function == "multiply":
        first = next((_operand(one, names) for one in let.arguments if isinstance(one, Ref)), Origin())
        hundred = any(isinstance(one, Value) and parameters.get(one.parameter) == 100 for one in let.arguments)
        return Origin(first.labels, hundredfold=hundred and not first.ratio, percent=hundred and first.ratio)
    if let.function == "divide" and len(let.arguments) == 2:
        part, whole = (_operand(one, names) for one in let.arguments)
        if part.unit == "seconds" and isinstance(let.arguments[1], Value):
            return Origin(unit=_OF_SECONDS.get(parameters.get(let.arguments[1].parameter), part.unit))
        shared = whole.labels if whole.function is AggregateFunction.COUNT else ()
        return Origin(shared, ratio=not part.hundredfold, percent=part.hundredfold)
    return Origin()


def _operand(operand: Operand, names: Mapping[str, Origin]) -> Origin:
    if not isinstance(operand, Ref):
        return Origin()
    base = names.get(operand.name, Origin())
    if operand.property is None:
        told = operand.function if operand.function in _WHOLE else None  # an age is no more than a number
        return replace(base, unit=told) if base.unit and operand.function else base
    return Origin(base.labels, operand.property, relationship=base.relationship)


def _aggregate(aggregate: Aggregate, names: Mapping[str, Origin], per: str | None) -> Origin:
    base = Origin() if aggregate.operand is None else _operand(aggregate.operand, names)
    keeps = aggregate.function in (AggregateFunction.MIN, AggregateFunction.MAX) and base.function is not None
    if keeps or base.percent or base.ratio:
        return base
    counts = base.function is AggregateFunction.COUNT and aggregate.function is not AggregateFunction.COUNT
    changed = replace(base, function=aggregate.function, distinct=aggregate.distinct)
    return replace(changed, counted=counts, per=base.per if counts else per, only=bool(aggregate.only))


def _noun(origin: Origin) -> str | None:
    """The noun of what a column groups by."""
    if origin.property is not None:
        return words(origin.property)
    return words(origin.labels[0]) if origin.labels else None
