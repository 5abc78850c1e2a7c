"""Edits of what a plan gives: counted, listed, sorted, cut, with its greatest or least only, with further columns."""

from __future__ import annotations

import re

from fingerpost.core.cells import Cell
from fingerpost.engine.conversation.origins import Origin, origin_of, ranks, scopes, shown, shown_property, stages_of
from fingerpost.engine.conversation.swapping import computed
from fingerpost.engine.conversation.within import ending_in, still_seen
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Column,
    Comparison,
    Order,
    Plan,
    Ref,
    Stage,
    Test,
    Value,
    canonical_json,
    with_used,
)


def counted(plan: Plan) -> Plan | None:
    """The plan that counts what a plan lists; None if it counts already."""
    stages = stages_of(plan)
    if stages is None or stages[-1].aggregates:
        return None
    nodes = [origin for origin in shown(plan) if origin.property is None]
    owners = [Origin(origin.label) for origin in shown(plan)]
    places = [*nodes, *([] if stages[-1].distinct else owners)]
    for place in dict.fromkeys(places):
        listed_stages = ending_in(plan, place, "counted")
        if listed_stages is not None:
            count = Aggregate(
                name=f"count of {place.label}", function=AggregateFunction.COUNT, operand=Ref(name="counted")
            )
            return _pruned(plan, (*listed_stages, Stage(aggregates=(count,))))
    count = Aggregate(name="count", function=AggregateFunction.COUNT)
    return _pruned(plan, (*stages, Stage(aggregates=(count,))))


def listed(plan: Plan, label: str | None = None) -> Plan | None:
    """The plan that lists what a plan counts or computes something of, if it does no more: things of a label first."""
    stages = stages_of(plan) or ()
    while len(stages) > 1 and _only_passes(stages[-1]):
        stages = stages[:-1]
    if not stages or not stages[-1].aggregates or stages[-1].having or stages[-1].limit is not None:
        return None
    plan = plan.model_copy(update={"branches": (stages,), "then": ()})
    for origin in sorted(shown(plan), key=lambda origin: label is not None and origin.label != label):
        made = ending_in(plan, origin, origin.property or origin.label)
        if made is not None:
            return _pruned(plan, made)
    return None


def _only_passes(stage: Stage) -> bool:
    """Whether a stage does no more than show what the one before it computes."""
    cuts = stage.limit is not None or stage.skip is not None
    return not (stage.matches or stage.aggregates or stage.having or stage.lets or stage.unwind or cuts)


def ordered(plan: Plan, by: Origin, descending: bool) -> Plan | None:
    """A list sorted by a property of its things; None for anything else."""
    stages = stages_of(plan)
    if stages is None or stages[-1].aggregates or stages[-1].limit is not None or by.property is None:
        return None
    last, scope = stages[-1], scopes(stages)[-1]
    node = next((name for name, origin in scope.seen.items() if origin == Origin(by.label)), None)
    if node is None:
        return None
    column = Column(name=by.property, operand=Ref(name=node, property=by.property))
    same = next((c for c in last.columns if origin_of(c, scope.seen) == by), None)
    columns = last.columns if same is not None else (*last.columns, column)
    order = (Order(operand=Ref(name=(same or column).name), descending=descending),)
    return _pruned(plan, (*stages[:-1], last.model_copy(update={"columns": columns, "order": order})))


def order_of(plan: Plan) -> tuple[Origin, bool] | None:
    """The property that a plan sorts by, and whether the greatest is first."""
    stages = stages_of(plan)
    if stages is None or not stages[-1].order:
        return None
    scope, key = scopes(stages)[-1], stages[-1].order[0]
    columns = {column.name: column for column in stages[-1].columns}
    operand = key.operand
    named = columns.get(operand.name) if isinstance(operand, Ref) and operand.property is None else None
    by = origin_of(named or key, scope.seen)
    return (by, key.descending) if by is not None and by.property is not None else None


def in_same_order(plan: Plan, earlier: Plan, label: str) -> Plan:
    """A list of what things of a label have, in the order in which an earlier plan listed them by a property."""
    by, stages = order_of(earlier), stages_of(plan)
    last = stages[-1] if stages is not None else None
    if by is None or by[0].label != label or stages is None or last is None:
        return plan
    node = next((name for name, origin in scopes(stages)[-1].seen.items() if origin == Origin(label)), None)
    if node is None or last.order or last.aggregates or last.distinct or last.limit is not None or last.lets:
        return plan
    key = Order(operand=Ref(name=node, property=by[0].property), descending=by[1])
    return _pruned(plan, (*stages[:-1], last.model_copy(update={"order": (key,)})))


def ordered_by_measure(plan: Plan, descending: bool) -> Plan | None:
    """Groups sorted by the number that is computed for each; None for other plans."""
    name = measure_of(plan)
    if name is None or plan.last.limit is not None:
        return None
    return _with_last(
        plan, plan.last.model_copy(update={"order": (Order(operand=Ref(name=name), descending=descending),)})
    )


def turned(plan: Plan, descending: bool | None = None) -> Plan | None:
    """A plan's rows in the opposite order, or in a given one; None if it has none."""
    last = plan.last
    if not last.order or last.limit is not None:
        return None
    way = (not last.order[0].descending) if descending is None else descending
    order = tuple(key.model_copy(update={"descending": way}) for key in last.order)
    return _with_last(plan, last.model_copy(update={"order": order}))


def cut(plan: Plan, number: int) -> Plan | None:
    """The first rows of a plan that is sorted; None if it is not."""
    last = plan.last
    return _with_last(plan, last.model_copy(update={"limit": number})) if last.order and last.limit is None else None


def distinct(plan: Plan) -> Plan | None:
    """A list without repeated rows; None for anything else."""
    last = plan.last
    if last.aggregates or last.limit is not None or not last.columns:
        return None
    return _with_last(plan, last.model_copy(update={"distinct": True, "order": ()}))


def extreme(plan: Plan, descending: bool) -> Plan | None:
    """Of a plan that computes a number for each of several groups, the groups with the greatest or the least."""
    stages, name = stages_of(plan), measure_of(plan)
    if stages is None or name is None or plan.last.limit is not None:
        return None
    groups = stages[-1].model_copy(update={"order": ()})
    function = AggregateFunction.MAX if descending else AggregateFunction.MIN
    best = Stage(aggregates=(Aggregate(name="best", function=function, operand=Ref(name=name)),))
    carried = Column(name="best", operand=Ref(name="best"))
    again = [stage.model_copy(update={"columns": (*stage.columns, carried)}) for stage in (*stages[:-1], groups)]
    test = Test(left=Ref(name=name), comparison=Comparison.EQ, right=Ref(name="best"))
    again[-1] = again[-1].model_copy(update={"having": (*again[-1].having, test)})
    final = Stage(columns=tuple(Column(name=output, operand=Ref(name=output)) for output in groups.outputs))
    return _pruned(plan, (*stages[:-1], groups, best, *again, final))


def having(plan: Plan, comparison: Comparison, number: Cell) -> Plan | None:
    """Of a plan that computes a number for each of several groups, the groups whose number compares so."""
    name = measure_of(plan)
    if name is None or plan.last.limit is not None:
        return None
    parameter = next(f"h{n}" for n in range(1, 1_000) if f"h{n}" not in plan.parameters)
    test = Test(left=Ref(name=name), comparison=comparison, right=Value(parameter=parameter))
    more = plan.model_copy(update={"parameters": {**plan.parameters, parameter: number}})
    return _with_last(more, plan.last.model_copy(update={"having": (*plan.last.having, test)}))


def measure_of(plan: Plan) -> str | None:
    """The column of a plan that is computed for each of several groups; None if it has no such groups."""
    computed: set[str] = set()
    for stage in stages_of(plan) or ():
        passed = {c.name for c in stage.columns if isinstance(c.operand, Ref) and c.operand.name in computed}
        computed = passed | {aggregate.name for aggregate in stage.aggregates}
    outputs = plan.last.outputs
    found = [name for name in outputs if name in computed]
    return found[-1] if found and len(found) < len(outputs) else None


def over_groups(plan: Plan, average: bool) -> Plan | None:
    """The total or the average of the numbers that a plan computes for each of several groups; None for other plans,
    and for a total of averages."""
    stages, name = stages_of(plan), measure_of(plan)
    added = (AggregateFunction.COUNT, AggregateFunction.SUM)
    made = {a.function for stage in plan.stages for a in stage.aggregates}
    if stages is None or name is None or ranks(plan) or not (average or made <= {*added}):
        return None
    function = AggregateFunction.AVG if average else AggregateFunction.SUM
    over = Aggregate(name=f"{function.value} of {name}", function=function, operand=Ref(name=name))
    groups = stages[-1].model_copy(update={"order": ()})
    return _pruned(plan, (*stages[:-1], groups, Stage(aggregates=(over,))))


def widened(plan: Plan, earlier: Plan) -> Plan | None:
    """A list with the columns of an earlier list of the same things before its own; None if they do not fit."""
    stages, earlier = stages_of(plan), listed(earlier) or earlier
    if stages is None or stages[-1].aggregates or earlier.last.aggregates:
        return None
    last, scope = stages[-1], scopes(stages)[-1]
    more: list[Column] = []
    for origin in shown(earlier):
        node = next((name for name, seen in scope.seen.items() if seen == Origin(origin.label)), None)
        if node is None:
            return None
        name = origin.property or origin.label
        if all(column.name != name for column in (*more, *last.columns)):
            more.append(Column(name=name, operand=Ref(name=node, property=origin.property)))
    return _with_last(plan, last.model_copy(update={"columns": (*more, *last.columns)})) if more else None


def alike(before: Plan, after: Plan) -> bool:
    """Whether two plans differ in one thing only: values and comparisons, the label asked for, or the function."""
    one, other = shown(before)[:1], shown(after)[:1]
    if not one or not other:
        return False
    forms = [_form(plan, origin.label) for plan, origin in ((before, one[0]), (after, other[0]))]
    if forms[0] != forms[1]:
        return False
    differences = [
        _values(before) != _values(after),
        one[0].label != other[0].label,
        _functions(before) != _functions(after),
    ]
    return sum(differences) == 1


_OF_EACH = re.compile(r"^how (?:many|much)\b.*\b(?:they|these|those|them)\b", re.IGNORECASE)
_TOGETHER = re.compile(r"\b(?:total|altogether|together|combined|overall|in all|sum)\b", re.IGNORECASE)


def told_of_each(text: str, plan: Plan, label: str) -> Plan:
    """What a plan adds up for several things of a label, told of each: "how many points did they get?".

    Together they have it only where the text says so: "in total".
    """
    stages = stages_of(plan)
    if stages is None or _OF_EACH.search(text) is None:
        return plan
    if _TOGETHER.search(text) is not None:
        return (computed(plan, "total") if shown_property(plan) is not None else None) or plan
    last, scope = stages[-1], scopes(stages)[-1]
    summed = last.aggregates[0] if len(last.aggregates) == 1 and not last.columns else None
    node = next((name for name, origin in scope.seen.items() if origin == Origin(label)), None)
    if summed is None or summed.function is not AggregateFunction.SUM or node is None:
        return plan
    operand = summed.operand
    if not isinstance(operand, Ref) or operand.property is None:
        return plan
    if operand.name != node and operand.name in scope.seen:
        return plan  # of other things, of which each may have several
    columns = (Column(name=label, operand=Ref(name=node)), Column(name=operand.property, operand=operand))
    told = last.model_copy(update={"aggregates": (), "columns": columns, "having": (), "order": ()})
    return _pruned(plan, (*stages[:-1], told))


_EACH = re.compile(r"\beach(?: one)?(?: of (?:them|those|these))?\b", re.IGNORECASE)


def named_each(text: str, plan: Plan, label: str) -> Plan:
    """A plan of values of several things of a label with each of these beside its own: "when did each of them win?"."""
    return named_beside(plan, label) if _EACH.search(text) is not None else plan


def named_beside(plan: Plan, label: str) -> Plan:
    """A plan that shows values of things of a label with each thing beside its own; other plans as they are."""
    stages = stages_of(plan)
    if stages is None or stages[-1].aggregates or not stages[-1].columns:
        return plan
    shows = [column.operand for column in stages[-1].columns if isinstance(column.operand, Ref)]
    values = any(operand.property is not None for operand in shows)
    if len(shows) < len(stages[-1].columns) or not values or measure_of(plan) is not None:
        return plan
    stages = still_seen(stages, Origin(label))
    last, scope = stages[-1], scopes(stages)[-1]
    node = next((name for name, origin in scope.seen.items() if origin == Origin(label)), None)
    if node is None or any(origin_of(column, scope.seen) == Origin(label) for column in last.columns):
        return plan
    named = last.model_copy(update={"columns": (Column(name=label, operand=Ref(name=node)), *last.columns)})
    return _pruned(plan, (*stages[:-1], named))


_COMPARISON = re.compile(r',"(=|<>|<=?|>=?)",')


def _form(plan: Plan, label: str) -> str:
    """A plan without its values, comparisons and functions, and without the label that it asks for."""
    kinds: dict[str, Cell] = {name: type(value).__name__ for name, value in plan.parameters.items()}
    text = _COMPARISON.sub(",,", canonical_json(plan.model_copy(update={"parameters": kinds})))
    return re.sub(r'"(?:avg|max|min|sum)"', '""', text).replace(label, "_")


def _values(plan: Plan) -> list[str]:
    return [*sorted(map(repr, plan.parameters.values())), *sorted(_COMPARISON.findall(canonical_json(plan)))]


def _functions(plan: Plan) -> list[str]:
    return [aggregate.function.value for stage in plan.stages for aggregate in stage.aggregates]


def _with_last(plan: Plan, last: Stage) -> Plan | None:
    """A plan with another final stage; None for a union, whose branches have one each."""
    stages = stages_of(plan)
    return _pruned(plan, (*stages[:-1], last)) if stages is not None else None


def _pruned(plan: Plan, stages: tuple[Stage, ...]) -> Plan:
    """A plan of these stages, with the parameters that they use."""
    made = plan.model_copy(update={"branches": (stages,), "then": ()})
    return with_used(made, plan.parameters)
