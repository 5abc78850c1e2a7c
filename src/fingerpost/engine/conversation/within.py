"""Restricts one plan to what another found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from fingerpost.engine.conversation.origins import Origin, listing, scopes, shown, shown_node, stages_of
from fingerpost.plans import (
    ORDERINGS,
    Aggregate,
    AggregateFunction,
    Column,
    Comparison,
    Condition,
    Exists,
    Match,
    NodePattern,
    Order,
    Pattern,
    Plan,
    Ref,
    SmallAny,
    Stage,
    Test,
    names_in,
    parameters_of,
    rename_condition,
    rename_stage,
    with_used,
)

_BEST = (AggregateFunction.MAX, AggregateFunction.MIN)
_ONE_VALUE = (*_BEST, AggregateFunction.AVG, AggregateFunction.MEDIAN)
_RENAMED = re.compile(r"_was\d+$")


def within(plan: Plan, earlier: Plan, label: str, *, single: bool = False, at: str | None = None) -> Plan | None:
    """A plan of only those nodes of a label that an earlier plan found; None if they cannot be told.

    Where what the earlier plan requires of a node can be said as conditions, they are added to the plan. Else, the
    earlier plan's stages run first and hand the nodes on, or the values of a property that it found. With `single`,
    the nodes of a greatest or least value are those that have it. `at` is the name of the node that the plan has for
    them; by default it is the first of the label wherever one is bound.
    """
    stages = stages_of(plan)
    if stages is None or stages_of(earlier) is None:
        return None
    if not any(_first_of(stage, set(), label, at) for stage in (stages if at is not None else stages[:1])):
        return None
    earlier = unlike(plan, earlier)
    parameters = {**plan.parameters, **earlier.parameters}
    best = best_of(earlier, label) if single else None
    found = _by_conditions(stages, earlier, label, at)
    if best is not None:
        found = _by_stages(found, earlier, best, at) if found is not None else None
    elif found is None:
        places = [Origin(label), *(o for o in shown(earlier) if o.label == label and o.property is not None)]
        found = next((made for place in places if (made := _by_stages(stages, earlier, place, at))), None)
    if found is None:
        return None
    result = Plan(branches=(found,), parameters=parameters)
    return with_used(result, parameters)


def with_value(plan: Plan, earlier: Plan, place: Origin, at: str) -> Plan | None:
    """A plan whose node of a name has one of the values of a property that an earlier plan found."""
    stages = stages_of(plan)
    if stages is None or stages_of(earlier) is None or _first_of(stages[0], set(), place.label, at) is None:
        return None
    earlier = unlike(plan, earlier)
    found = _by_stages(stages, earlier, place, at)
    return with_used(Plan(branches=(found,)), {**plan.parameters, **earlier.parameters}) if found is not None else None


def best_of(earlier: Plan, label: str) -> Origin | None:
    """The property of a label whose greatest or least value is all that a plan finds."""
    last, origins = earlier.last, shown(earlier)
    lone = len(last.aggregates) == 1 and not last.columns and last.aggregates[0].function in _BEST
    fits = lone and len(origins) == 1 and origins[0].label == label and origins[0].property is not None
    return origins[0] if fits else None


def ending_in(earlier: Plan, place: Origin, name: str) -> tuple[Stage, ...] | None:
    """The stages of a plan, the last of which passes on only the nodes or values of one kind, under a name."""
    stages = stages_of(earlier)
    if stages is None:
        return None
    stages = still_seen(stages, place)
    last, scope = stages[-1], scopes(stages)[-1]
    if best_of(earlier, place.label) == place:
        best = Column(name=name, operand=Ref(name=last.aggregates[0].name))
        return (*stages, Stage(columns=(best,)))
    passed = next((column for column, origin in scope.passed.items() if origin == place), None)
    if passed is not None and (last.aggregates or last.having or last.limit is not None or last.skip is not None):
        return (*stages, Stage(columns=(Column(name=name, operand=Ref(name=passed)),), distinct=True))
    named = shown_node(last, scope.seen, place.label) if place.property is None else None
    operand = Ref(name=named) if named is not None else _operand_of(scope.seen, place)
    if operand is None or last.having:
        return None
    column = Column(name=name, operand=operand)
    if last.limit is None and last.skip is None:
        return (*stages[:-1], last.model_copy(update=_only(column)))
    if last.aggregates or last.distinct:
        return None
    keys = {order.operand.name for order in last.order if isinstance(order.operand, Ref)}
    kept = tuple(c for c in last.columns if c.name in keys and c.name != name)
    cut = last.model_copy(update={"columns": (column, *kept)})
    return (*stages[:-1], cut, Stage(columns=(Column(name=name, operand=Ref(name=name)),), distinct=True))


def still_seen(stages: tuple[Stage, ...], place: Origin) -> tuple[Stage, ...]:
    """The stages, handing on to the last one a kind of node that an earlier stage alone sees.

    A stage that computes something, or keeps a number of rows, would do another thing with a further column.
    """
    seen = [scope.seen for scope in scopes(stages)]
    first = next((n for n in reversed(range(len(stages))) if _operand_of(seen[n], place) is not None), len(stages) - 1)
    behind = stages[first : len(stages) - 1]
    if any(stage.aggregates or stage.limit is not None or stage.skip is not None for stage in behind):
        return stages
    name = next((name for name, origin in seen[first].items() if origin == Origin(place.label)), None)
    if name is None or any(name in stage.outputs for stage in behind):
        return stages
    carried = Column(name=name, operand=Ref(name=name))
    handed = (stage.model_copy(update={"columns": (*stage.columns, carried)}) for stage in behind)
    return (*stages[:first], *handed, stages[-1])


def _only(column: Column) -> dict[str, object]:
    none: tuple[Order, ...] = ()
    return {"columns": (column,), "aggregates": (), "distinct": True, "order": none}


def _operand_of(seen: Mapping[str, Origin], place: Origin) -> Ref | None:
    """How a stage reaches a kind of node or value."""
    for name, origin in seen.items():
        if origin == place:
            return Ref(name=name)
    if place.property is not None:
        for name, origin in seen.items():
            if origin == Origin(place.label):
                return Ref(name=name, property=place.property)
    return None


def unlike(plan: Plan, earlier: Plan) -> Plan:
    """The earlier plan with names and parameters that the other one does not have."""
    taken = names_in(plan) | names_in(earlier)
    mapping: dict[str, str] = {}
    for name in sorted(names_in(earlier)):
        number, stem = 1, _RENAMED.sub("", name)
        while f"{stem}_was{number}" in taken:
            number += 1
        mapping[name] = f"{stem}_was{number}"
        taken.add(mapping[name])
    parameters = {mapping[name]: value for name, value in earlier.parameters.items()}
    stages = [_with_parameters(rename_stage(stage, mapping), mapping) for stage in stages_of(earlier) or ()]
    return Plan(branches=(tuple(stages),), parameters=parameters)


def _with_parameters(stage: Stage, mapping: Mapping[str, str]) -> Stage:
    """A stage with other names for its parameters."""

    def changed(value: object) -> object:
        if isinstance(value, dict):
            return {
                key: mapping.get(inner, inner) if key == "parameter" and isinstance(inner, str) else changed(inner)
                for key, inner in value.items()
            }
        return [changed(item) for item in value] if isinstance(value, (list, tuple)) else value

    return Stage.model_validate(changed(stage.model_dump()))


def _first_of(stage: Stage, visible: set[str], label: str, at: str | None = None) -> str | None:
    """The first node of a label, or the one called `at`, that a stage binds anew."""
    for match in stage.matches:
        for node in match.pattern.nodes:
            if node.label == label and node.name not in visible and not match.optional and at in (None, node.name):
                return node.name
    return None


def _by_conditions(stages: Sequence[Stage], earlier: Plan, label: str, at: str | None) -> tuple[Stage, ...] | None:
    """The stages with the earlier plan's requirements as conditions, wherever they bind a node of the label."""
    made: list[Stage] = []
    visible: set[str] = set()
    for stage in stages:
        name = _first_of(stage, visible, label, at)
        if name is None:
            made.append(stage)
        else:
            conditions = conditions_on(earlier, label, name)
            if conditions is None:
                return None
            made.append(_with_conditions(stage, name, conditions))
        visible = set(stage.outputs)
    return tuple(made)


def _with_conditions(stage: Stage, name: str, conditions: tuple[Condition, ...]) -> Stage:
    """A stage with further conditions at the first match of a node."""
    matches = list(stage.matches)
    place = next(n for n, match in enumerate(matches) if any(node.name == name for node in match.pattern.nodes))
    new = tuple(c for c in conditions if c not in matches[place].where)
    matches[place] = matches[place].model_copy(update={"where": (*matches[place].where, *new)})
    return stage.model_copy(update={"matches": tuple(matches)})


def conditions_on(earlier: Plan, label: str, name: str) -> tuple[Condition, ...] | None:
    """What a plan of one plain match requires of its first node of a label, said of `name`; None for other plans."""
    stages = stages_of(earlier)
    if stages is None or len(stages) != 1 or len(stages[0].matches) != 1 or not _is_plain(stages[0]):
        return None
    match = stages[0].matches[0]
    first = shown_node(stages[0], scopes(stages)[0].seen, label) or _first_of(stages[0], set(), label)
    if first is None or match.optional or match.pattern.path or match.pattern.shortest:
        return None
    where = tuple(rename_condition(condition, {first: name}) for condition in match.where)
    if not match.pattern.edges:
        return where if len(match.pattern.nodes) == 1 else None
    tests: list[Test | SmallAny] = []
    for condition in where:
        if not isinstance(condition, Test):
            return None
        tests.append(condition)
    renamed = rename_stage(Stage(matches=(Match(pattern=match.pattern),)), {first: name}).matches[0]
    return (Exists(pattern=renamed.pattern, where=tuple(tests)),)


def without(plan: Plan, other: Plan, label: str) -> Plan | None:
    """A plan without those nodes of a label that meet the one condition that another plan has besides."""
    stages = stages_of(plan)
    other = unlike(plan, other)
    if stages is not None and (len(stages) > 1 or stages[0].limit is not None):
        stages = _bound_last(plan, label)
    node = _first_of(stages[-1], set(), label) if stages is not None else None
    conditions = conditions_on(other, label, node) if node is not None else None
    if stages is None or node is None or conditions is None:
        return None
    has = {_alone(c, label, node, plan) for c in conditions_on(plan, label, node) or ()}
    new = [c for c in conditions if _alone(c, label, node, other) not in has]
    if len(new) != 1:
        return None
    [condition] = new
    if isinstance(condition, Test) and condition.comparison is Comparison.EQ and not condition.negated:
        denied: Condition = condition.model_copy(update={"comparison": Comparison.NE})
    elif isinstance(condition, (Test, Exists)):
        denied = condition.model_copy(update={"negated": not condition.negated})
    else:
        return None
    made = Plan(branches=((*stages[:-1], _with_conditions(stages[-1], node, (denied,))),))
    return with_used(made, {**plan.parameters, **other.parameters})


def _bound_last(plan: Plan, label: str) -> tuple[Stage, ...] | None:
    """The stages of a plan of which the last one matches the nodes of a label that are shown, all of them."""
    stages = stages_of(plan) or ()
    if stages and _is_plain(stages[-1]) and _first_of(stages[-1], set(), label) is not None:
        return stages
    found = ending_in(plan, Origin(label), "kept")
    return (*found, listing(label, "kept")) if found is not None else None


def _alone(condition: Condition, label: str, node: str, plan: Plan) -> str:
    """The identity of a condition on a node, whatever its values and the names of other nodes."""
    stage = listing(label, node, (condition,))
    return with_used(Plan(branches=((stage,),)), plan.parameters).fingerprint


def beyond(earlier: Plan, comparison: Comparison, *, of_them: bool = False) -> Plan | None:
    """The nodes whose property compares so with the one value that a plan computes of it: "which are above that?".

    With `of_them`, only of those that it is computed of.
    """
    stages, origins = stages_of(earlier), shown(earlier)
    if stages is None or len(origins) != 1 or origins[0].property is None:
        return None
    last = stages[-1]
    number = _one_number(last, comparison)
    if number is None:
        return None
    them = conditions_on(earlier, origins[0].label, "n") if of_them else ()
    if them is None:
        return None
    test = Test(left=Ref(name="n", property=origins[0].property), comparison=comparison, right=Ref(name="beyond"))
    pattern = Pattern(nodes=(NodePattern(name="n", label=origins[0].label),))
    found = Stage(
        matches=(Match(pattern=pattern, where=(*them, test)),),
        columns=(Column(name=origins[0].label, operand=Ref(name="n")),),
    )
    return earlier.model_copy(update={"branches": ((*stages, number, found),), "then": ()})


def averages(plan: Plan) -> bool:
    """Whether all that a plan computes is one number that some values are above."""
    [*_, last] = stages_of(plan) or (Stage(),)
    between = (AggregateFunction.AVG, AggregateFunction.MEDIAN)
    return len(last.aggregates) == 1 and not last.columns and last.aggregates[0].function in between


def _one_number(last: Stage, comparison: Comparison) -> Stage | None:
    """A stage that passes on the value that the stage before it computes, or the farthest of those that it shows."""
    if len(last.aggregates) == 1 and not last.columns and last.aggregates[0].function in _ONE_VALUE:
        return Stage(columns=(Column(name="beyond", operand=Ref(name=last.aggregates[0].name)),))
    if last.aggregates or len(last.columns) != 1 or comparison not in ORDERINGS:
        return None
    up = comparison in (Comparison.GT, Comparison.GE)
    function = AggregateFunction.MAX if up else AggregateFunction.MIN
    return Stage(aggregates=(Aggregate(name="beyond", function=function, operand=Ref(name=last.columns[0].name)),))


def _is_plain(stage: Stage) -> bool:
    return not (stage.unwind or stage.lets or stage.having or stage.limit is not None or stage.skip is not None)


def _by_stages(
    stages: Sequence[Stage], earlier: Plan, place: Origin, at: str | None = None
) -> tuple[Stage, ...] | None:
    """The stages behind those of the earlier plan, wherever they bind a node of the label."""
    made: list[Stage] = []
    visible: tuple[str, ...] = ()
    for number, stage in enumerate(stages):
        node = _first_of(stage, set(visible), place.label, at)
        if node is not None:
            if stage.unwind is not None:
                return None
            name = node if place.property is None else f"{node}_in{number}"
            before = ending_in(earlier, place, name)
            if before is None:
                return None
            made.extend(_carrying(before, visible, number))
            if place.property is not None:
                test = Test(
                    left=Ref(name=node, property=place.property), comparison=Comparison.EQ, right=Ref(name=name)
                )
                stage = _with_conditions(stage, node, (test,))
        made.append(stage)
        visible = stage.outputs
    return tuple(made)


def _carrying(stages: Sequence[Stage], visible: Sequence[str], number: int) -> Iterator[Stage]:
    """The stages with columns that pass on the names visible before them, each renamed."""
    last = stages[-1].outputs
    own = {n for s in stages for n in names_in(Plan(branches=((s,),)))} - set(last)
    parameters = {p for s in stages for p in parameters_of(Plan(branches=((s,),)))}
    mapping = {name: f"{name}_{number}" for name in own - parameters} if visible else {}
    carried = tuple(Column(name=name, operand=Ref(name=name)) for name in visible)
    for stage in stages:
        renamed = rename_stage(stage, mapping)
        yield renamed.model_copy(update={"columns": (*renamed.columns, *carried)})
