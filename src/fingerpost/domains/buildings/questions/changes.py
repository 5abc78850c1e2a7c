"""What changed between versions: the plans for it, and how it is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.core.cells import Cell, Node
from fingerpost.core.schema import GraphSchema
from fingerpost.domains.buildings.questions.catalog import KnownModel, version_key
from fingerpost.domains.buildings.questions.changes_asked import KINDS, ChangesAsked, Net
from fingerpost.domains.buildings.questions.limits import EARLIER, WAS
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Column,
    Comparison,
    Condition,
    Each,
    EdgePattern,
    Exists,
    Match,
    NodePattern,
    Order,
    Pattern,
    Plan,
    Quantifier,
    Ref,
    Stage,
    Test,
    Value,
    counted,
    joined,
    words,
)
from fingerpost.stores import Result

_SHOWN: Final = 10
"""The number of elements that the text of an answer names for each kind of change."""


def changes_plan(
    asked: ChangesAsked, models: Sequence[KnownModel], schema: GraphSchema, only: tuple[str, ...] | None = None
) -> Plan:
    """The plan that lists or counts the changes; of a changed element also in what it differs.

    `models` are those that the question names; none are all. `only` are the GlobalIds of the elements, if known.
    """
    version, element, change = "v", "e", "c"
    labels, types = (
        _labels_of(asked, schema),
        tuple(kind for kind in asked.kinds if kind in schema.relationship_by_type),
    )
    if not labels or not types or only == ():
        return _nothing()
    parameters: dict[str, Cell] = {}
    where: list[Condition] = []
    for name, comparison, value in (
        ("after", Comparison.GT, asked.after),
        ("until", Comparison.LE, asked.until),
        ("versions", Comparison.IN, tuple(one.digest for model in models for one in model.versions)),
    ):
        if value:
            parameters[name] = value
            property_ = version_key(schema) if name == "versions" else "versionNumber"
            left = Ref(name=version, property=property_)
            where.append(Test(left=left, comparison=comparison, right=Value(parameter=name)))
    if only is not None:
        parameters["only"] = only
        left = Ref(name=element, property="globalId")
        where.append(Test(left=left, comparison=Comparison.IN, right=Value(parameter="only")))
    if asked.property is not None:
        parameters["property"] = asked.property
        each = Each(quantifier=Quantifier.ANY, item="item", source=Ref(name=change, property="properties"))
        right = Value(parameter="property")
        where.append(Test(left=Ref(name="item"), comparison=Comparison.EQ, right=right, each=each))
    if asked.levels:
        parameters["levels"] = asked.levels
        where.append(_on_level(element, schema))
    branches = []
    for label in labels:
        pattern = Pattern(
            nodes=(NodePattern(name=version, label="Version"), NodePattern(name=element, label=label)),
            edges=(EdgePattern(start=version, end=element, types=types, name=change),),
        )
        match = Match(pattern=pattern, where=tuple(where))
        if asked.counts:
            one = Ref(name=element, property="globalId" if only is not None else None)  # of several states
            total = Aggregate(name="number", function=AggregateFunction.COUNT, operand=one, distinct=True)
            branches.append((Stage(matches=(match,), aggregates=(total,)),))
            continue
        columns = [
            Column(name="change", operand=Ref(name=change, property="change")),
            Column(name="element", operand=Ref(name=element)),
        ]
        if "CHANGED" in types and "properties" in schema.relationship_by_type["CHANGED"].by_name:
            columns.append(Column(name="in", operand=Ref(name=change, property="properties")))
        columns.append(Column(name="version", operand=Ref(name=version, property="versionNumber")))
        order = () if len(labels) > 1 else (Order(operand=Ref(name="version")),)
        branches.append((Stage(matches=(match,), columns=tuple(columns), distinct=True, order=order),))
    return Plan(branches=tuple(branches), union_all=True, parameters=parameters)


def _on_level(element: str, schema: GraphSchema) -> Exists:
    """That an element is on one of the levels of the parameter, or was when it was removed."""
    types = tuple(kind for kind in ("ON_LEVEL", f"{WAS}ON_LEVEL") if kind in schema.relationship_by_type)
    pattern = Pattern(
        nodes=(NodePattern(name=element), NodePattern(name="level")),
        edges=(EdgePattern(start=element, end="level", types=types),),
    )
    left, right = Ref(name="level", property="name"), Value(parameter="levels")
    return Exists(pattern=pattern, where=(Test(left=left, comparison=Comparison.IN, right=right),))


def _nothing() -> Plan:
    """A plan without rows: no version has number 0."""
    node = NodePattern(name="v", label="Version")
    test = Test(left=Ref(name="v", property="versionNumber"), comparison=Comparison.EQ, right=Value(parameter="number"))
    stage = Stage(
        matches=(Match(pattern=Pattern(nodes=(node,)), where=(test,)),),
        columns=(Column(name="version", operand=Ref(name="v")),),
    )
    return Plan(branches=((stage,),), parameters={"number": 0})


def _labels_of(asked: ChangesAsked, schema: GraphSchema) -> tuple[str | None, ...]:
    """The labels of the nodes in question, also of earlier states, among those that have changed in such a way."""
    if asked.label is None:
        return (None,)
    changed = {
        pair.end
        for kind in asked.kinds
        if kind in schema.relationship_by_type
        for pair in schema.relationship_by_type[kind].endpoints
        if pair.count
    }
    return tuple(one for one in (asked.label, EARLIER + asked.label) if one in changed)


def net_plan(
    asked: ChangesAsked, models: Sequence[KnownModel], schema: GraphSchema, net: Mapping[str, Net | None]
) -> Plan:
    """The plan for the changes of what differs in the end, as it is asked for."""
    verbs = {verb for kind, verb, _ in KINDS if kind in asked.kinds}
    only = tuple(
        one
        for one, found in net.items()
        if found and found.kind in verbs and (asked.property is None or asked.property in found.names)
    )
    every = replace(asked, kinds=tuple(kind for kind, _, _ in KINDS), label=None, property=None)
    return changes_plan(every, models, schema, only)


def told(
    asked: ChangesAsked, result: Result, name: Mapping[str, str], net: Mapping[str, Net | None] | None = None
) -> tuple[str, Status]:
    """The answer: how many changes of each kind, and what they are. `name` has the names of elements by their ids.

    `net` tells what became of the elements in the end, by GlobalId, where some changed more than once.
    """
    since = f"since version {asked.after}" if asked.until is None else f"from version {asked.after} to {asked.until}"
    what = words(asked.label).lower() if asked.label else "element"
    verbs = {kind: verb for kind, verb, _ in KINDS}
    if asked.counts:
        total = sum(row[0] for row in result.rows if isinstance(row[0], int))
        said = " or ".join(verbs[kind] for kind in asked.kinds)
        return f"{counted(total, what)} {'was' if total == 1 else 'were'} {said} {since}.", Status.ANSWERED
    by_change = _by_change(result, net)
    lines = []
    for _, verb, _ in KINDS:
        found = by_change.get(verb, {})
        if found:
            parts = [
                name.get(one, one) + (f" ({', '.join(words(each) for each in sorted(inner))})" if inner else "")
                for one, inner in list(found.items())[:_SHOWN]
            ]
            more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
            lines.append(f"{counted(len(found), what)} {verb}: {', '.join(parts)}{more}")
    if asked.decides:
        said = " or ".join(verbs[kind] for kind in asked.kinds)
        if not lines:
            named = asked.property or asked.label
            what = f"no {words(named)}" if named else "nothing"
            return f"No: {what} was {said} {since}.", Status.ANSWERED
        return f"Yes, {since}: " + "; ".join(lines) + ".", Status.ANSWERED
    if not lines:
        return f"Nothing was {' or '.join(verbs[kind] for kind in asked.kinds)} {since}.", Status.EMPTY
    return f"{since[0].upper()}{since[1:]}: " + "; ".join(lines) + ".", Status.ANSWERED


def _by_change(result: Result, net: Mapping[str, Net | None] | None) -> dict[str, dict[str, set[str]]]:
    """By the kind of change the ids of the elements, with the names of what differs."""
    found: dict[str, dict[str, set[str]]] = {}
    told_of: dict[str, str] = {}
    at = result.columns.index("in") if "in" in result.columns else None
    rows = list(result.rows)
    if net is not None:  # things are called as they were last
        rows.sort(key=lambda row: -number if isinstance(number := row[-1], int) else 0)
    for row in rows:
        element, kind = row[1], str(row[0])
        if not isinstance(element, Node):
            continue
        key, cell = element.element_id, row[at] if at is not None else None
        end = net.get(str(element.properties.get("globalId"))) if net is not None else None
        if end is not None:
            key = told_of.setdefault(str(element.properties["globalId"]), key)
            kind, cell = end.kind, end.names
        differing = found.setdefault(kind, {}).setdefault(key, set())
        differing.update(map(str, cell) if isinstance(cell, tuple) else ())
    return found


def told_compared(
    result: Result, units: Mapping[str, str], most: str | None = None, absent: Mapping[str, int | None] | None = None
) -> tuple[str, Status]:
    """The answer to a comparison of versions: the number of each; of two the difference, else which has the `most`.

    `absent` are the versions with what is told of one without a row: 0 of what is counted.
    """
    unit = next((f" {unit}" for name, unit in units.items() if name != "version"), "")
    values: dict[str, Cell] = {**(absent or {}), **{str(row[0]): row[-1] for row in result.rows}}
    sides = sorted(values.items())
    said = ", ".join(f"{name}: {_figure(value)}{unit if value is not None else ''}" for name, value in sides)
    numbers = [value for _, value in sides if isinstance(value, (int, float))]
    if all(value is None for _, value in sides):
        return "None: these versions have no such value.", Status.EMPTY
    if most is not None and numbers:
        best = max(numbers) if most == "most" else min(numbers)
        having = [name for name, value in sides if value == best]
        return f"{joined(having).capitalize()} ({said}).", Status.ANSWERED
    if len(numbers) != 2 or len(sides) != 2:
        return f"{said}.", Status.ANSWERED
    difference = numbers[1] - numbers[0]
    return f"{said} ({'+' if difference >= 0 else ''}{_figure(difference)}{unit}).", Status.ANSWERED


def _figure(value: Cell) -> str:
    return f"{value:,.4f}".rstrip("0").rstrip(".") if isinstance(value, (int, float)) else "none"
