"""Parts of a plan replaced by others of their kind: conditions ("and in 2022?"), functions, labels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from fingerpost.core.schema import GraphSchema
from fingerpost.engine.conversation.origins import Origin, scopes, shown, shown_node, stages_of
from fingerpost.engine.conversation.within import unlike
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Column,
    Comparison,
    Condition,
    EdgePattern,
    Exists,
    Match,
    Plan,
    Ref,
    SmallAny,
    Stage,
    Test,
    Value,
    rename_condition,
    rename_stage,
    with_used,
)

Key = tuple[str, str]
"""A label and one of its properties."""


def swapped(plan: Plan, other: Plan) -> Plan | None:
    """A plan whose conditions on some properties are those of another plan; None if it has none on one of them."""
    stages, theirs = stages_of(plan), _tests(other)
    if stages is None or not theirs:
        return None
    other = unlike(plan, other)
    theirs = _tests(other)
    assert theirs is not None
    replaced: set[Key] = set()
    made: list[Stage] = []
    for stage, scope in zip(stages, scopes(stages), strict=True):
        labels = {name: origin.label for name, origin in scope.seen.items() if origin.property is None}
        matches = [_match(match, labels, theirs, replaced) for match in stage.matches]
        made.append(stage.model_copy(update={"matches": tuple(matches)}))
    if replaced != set(theirs):
        return None
    values = {**plan.parameters, **other.parameters}
    found = Plan(branches=(tuple(made),))
    return with_used(found, values)


_FUNCTIONS = {
    **dict.fromkeys("average mean avg".split(), AggregateFunction.AVG),
    **dict.fromkeys(
        "maximum max highest largest greatest biggest longest latest oldest".split(), AggregateFunction.MAX
    ),
    **dict.fromkeys("minimum min lowest smallest least shortest earliest".split(), AggregateFunction.MIN),
    **dict.fromkeys("total sum".split(), AggregateFunction.SUM),
}


def computed(plan: Plan, words: str) -> Plan | None:
    """A plan that computes a function of the property that it shows, or of which it computes another one: "and the
    maximum?"; None for other words."""
    stages = stages_of(plan)
    named = re.fullmatch(r"(?:the |on |in )?(\w+)", words.strip().lower())
    function = _FUNCTIONS.get(named[1]) if named is not None else None
    if stages is None or function is None:
        return None
    last = stages[-1]
    if not last.aggregates and last.limit is None and last.columns:
        operand = last.columns[-1].operand
        if not isinstance(operand, Ref) or operand.property is None:
            return None
        new = Aggregate(name=f"{function.value} of {operand.property}", function=function, operand=operand)
        changed = last.model_copy(update={"columns": (), "aggregates": (new,), "distinct": False, "order": ()})
        return plan.model_copy(update={"branches": ((*stages[:-1], changed),), "then": ()})
    old = last.aggregates[0] if len(last.aggregates) == 1 else None
    if old is None or old.function not in _FUNCTIONS.values() or old.function is function:
        return None
    new = old.model_copy(update={"function": function, "name": old.name.replace(old.function.value, function.value)})
    changed = rename_stage(last, {old.name: new.name}).model_copy(update={"aggregates": (new,)})
    return plan.model_copy(update={"branches": ((*stages[:-1], changed),), "then": ()})


def measured_by(plan: Plan, name: str, schema: GraphSchema) -> Plan | None:
    """A plan with the same computation over another property of the same things, with the same kind of values."""
    stages = stages_of(plan)
    old = stages[-1].aggregates[0] if stages is not None and len(stages[-1].aggregates) == 1 else None
    operand = old.operand if old is not None else None
    if stages is None or old is None or not isinstance(operand, Ref) or operand.property in (None, name):
        return None
    origin = scopes(stages)[-1].seen.get(operand.name)
    known = schema.label_by_name[origin.label].by_name if origin is not None and origin.property is None else {}
    if name not in known or operand.property is None or known[name].numeric != known[operand.property].numeric:
        return None
    new = old.model_copy(
        update={
            "name": old.name.replace(operand.property, name),
            "operand": operand.model_copy(update={"property": name}),
        }
    )
    changed = rename_stage(stages[-1], {old.name: new.name}).model_copy(update={"aggregates": (new,)})
    return plan.model_copy(update={"branches": ((*stages[:-1], changed),), "then": ()})


def computed_in_groups(counts: Plan, plan: Plan) -> Plan | None:
    """What a plan computes of a property of all things, for each of the groups in which another plan counts the same
    things; None if it does not compute one such number."""
    stages, of = stages_of(counts), shown(plan)
    old = plan.last.aggregates[0] if len(plan.last.aggregates) == 1 and not plan.last.columns else None
    if stages is None or old is None or len(of) != 1 or of[0].property is None:
        return None
    number = next((n for n, stage in enumerate(stages) if stage.aggregates), len(stages) - 1)
    stage, seen = stages[number], scopes(stages)[number].seen
    node = next((name for name, origin in seen.items() if origin == Origin(of[0].label)), None)
    names = [column.operand.name for column in stage.columns if isinstance(column.operand, Ref)]
    if node is None or len(stage.aggregates) != 1 or len(names) != len(stage.columns) or not seen.keys() >= {*names}:
        return None
    new = old.model_copy(update={"operand": Ref(name=node, property=of[0].property)})
    carried = tuple(Column(name=name, operand=Ref(name=name)) for name in dict.fromkeys((node, *names)))
    none: dict[str, object] = {"aggregates": (), "order": (), "having": ()}
    each = stage.model_copy(update={**none, "columns": carried, "distinct": True})
    renamed = [rename_stage(one, {stage.aggregates[0].name: new.name}) for one in stages[number:]]
    groups = renamed[0].model_copy(update={"matches": (), "aggregates": (new,)})
    return counts.model_copy(update={"branches": ((*stages[:number], each, groups, *renamed[1:]),), "then": ()})


def unlike_before(plan: Plan, earlier: Plan) -> Plan:
    """A plan without those things of its own kind that the earlier plan named by a value: "which other books?"."""
    stages, before = stages_of(plan), stages_of(earlier)
    wanted = shown(plan)[:1]
    if stages is None or before is None or not wanted:
        return plan
    earlier = unlike(plan, earlier)
    label = wanted[0].label
    found: list[Test] = []
    for stage in stages_of(earlier) or ():
        for match in stage.matches:
            labels = {node.name: node.label for node in match.pattern.nodes if node.label is not None}
            for tests, known in ((match.where, labels), *_inner(match, labels)):
                found.extend(c for c in tests if isinstance(c, Test) and _key(c, known) and known[_name(c)] == label)
    seen = scopes(stages)[-1].seen
    node = shown_node(stages[-1], seen, label) or next((n for n, o in seen.items() if o == (label, None)), None)
    binding = (n for n, s in enumerate(stages) if any(p.name == node for m in s.matches for p in m.pattern.nodes))
    number = next(binding, len(stages) - 1)
    last = stages[number]
    place = next((n for n, m in enumerate(last.matches) if any(p.name == node for p in m.pattern.nodes)), None)
    named = [test for test in found if test.comparison is Comparison.EQ and not test.negated]
    if node is None or place is None or not named:
        return plan
    other = named[0].model_copy(update={"comparison": Comparison.NE})
    tests = (rename_condition(other, {_name(other): node}),)
    matches = list(last.matches)
    matches[place] = matches[place].model_copy(update={"where": (*matches[place].where, *tests)})
    other_stage = last.model_copy(update={"matches": tuple(matches)})
    changed = Plan(branches=((*stages[:number], other_stage, *stages[number + 1 :]),))
    return with_used(changed, {**plan.parameters, **earlier.parameters})


def _inner(match: Match, labels: dict[str, str]) -> Iterator[tuple[tuple[Test | SmallAny, ...], dict[str, str]]]:
    """The tests within what a match says there is, with the labels of their nodes."""
    for condition in match.where:
        if isinstance(condition, Exists) and not condition.negated:
            own = {node.name: node.label for node in condition.pattern.nodes if node.label is not None}
            yield condition.where, {**labels, **own}


def replaced_by(earlier: Plan, plan: Plan, label: str) -> Plan:
    """An earlier list without the values of a label's properties for which another plan requires another value.

    No node has both, so that what is asked now is asked instead: "the cheapest one to Tokyo" after those to Honolulu.
    """
    stages, theirs = stages_of(earlier), stages_of(plan)
    if stages is None or theirs is None or len(stages) != 1 or len(stages[0].matches) != 1:
        return earlier
    new = {key: value for match in theirs[0].matches for key, value in _values_of(match, plan, label)}
    match = stages[0].matches[0]
    old = [(key, value) for key, value in _values_of(match, earlier, label) if key in new and new[key] != value]
    if not old:
        return earlier
    gone = {key for key, _ in old}
    labels = {node.name: node.label for node in match.pattern.nodes if node.label is not None}
    where = tuple(condition for condition in match.where if _key(condition, labels) not in gone)
    stage = stages[0].model_copy(update={"matches": (match.model_copy(update={"where": where}),)})
    made = earlier.model_copy(update={"branches": ((stage,),), "then": ()})
    return with_used(made, earlier.parameters)


def _values_of(match: Match, plan: Plan, label: str) -> Iterator[tuple[Key, object]]:
    """The properties of a label that a match requires to be one value, with it."""
    labels = {node.name: node.label for node in match.pattern.nodes if node.label is not None}
    for condition in match.where:
        key = _key(condition, labels)
        if key is None or key[0] != label or not isinstance(condition, Test) or condition.negated:
            continue
        right = condition.right
        if condition.comparison is Comparison.EQ and isinstance(right, Value) and right.function is None:
            yield key, plan.parameters[right.parameter]


def _name(test: Test) -> str:
    assert isinstance(test.left, Ref)
    return test.left.name


def relabelled(plan: Plan, old: str, new: str, schema: GraphSchema) -> Plan | None:
    """A plan that asks the same of nodes of another label, if they have the same properties and relationships."""
    stages = stages_of(plan)
    if stages is None or old == new:
        return None
    names = {a.name: a.name.replace(old, new) for stage in stages for a in stage.aggregates}
    names |= {c.name: new for stage in stages for c in stage.columns if c.name == old}
    made: list[Stage] = []
    for stage in stages:
        matches: list[Match] = []
        for match in stage.matches:
            labels = {n.name: new if n.label == old else n.label for n in match.pattern.nodes if n.label is not None}
            edges = [_joined(edge, labels, schema) for edge in match.pattern.edges]
            if None in edges:
                return None
            nodes = tuple(n.model_copy(update={"label": labels.get(n.name)}) for n in match.pattern.nodes)
            pattern = match.pattern.model_copy(update={"nodes": nodes, "edges": tuple(edges)})
            matches.append(match.model_copy(update={"pattern": pattern}))
        made.append(rename_stage(stage.model_copy(update={"matches": tuple(matches)}), names))
    return plan.model_copy(update={"branches": (tuple(made),), "then": ()})


def _joined(edge: EdgePattern, labels: Mapping[str, str], schema: GraphSchema) -> EdgePattern | None:
    """An edge of types that lead between these labels: its own, else the only one that does; None if there is none."""
    start, end = labels.get(edge.start), labels.get(edge.end)
    fitting = [
        relationship.type
        for relationship in schema.relationships
        if any((pair.start, pair.end) == (start, end) for pair in relationship.endpoints)
    ]
    if set(edge.types) & set(fitting):
        return edge
    return edge.model_copy(update={"types": (fitting[0],)}) if len(fitting) == 1 else None


def _tests(plan: Plan) -> dict[Key, list[tuple[str, Test]]] | None:
    """The tests of a plan with one plain match, by subject, each with its node; None if it requires more."""
    stages = stages_of(plan)
    if stages is None or len(stages) != 1 or stages[0].having or stages[0].limit is not None:
        return None
    found: dict[Key, list[tuple[str, Test]]] = {}
    for match in stages[0].matches:
        labels = {node.name: node.label for node in match.pattern.nodes if node.label is not None}
        for condition in match.where:
            key = _key(condition, labels)
            if key is None or not isinstance(condition, Test) or not isinstance(condition.left, Ref):
                return None
            found.setdefault(key, []).append((condition.left.name, condition))
    return found


def _key(condition: Condition | SmallAny, labels: dict[str, str]) -> Key | None:
    """What a test of one property with a value tests."""
    if not isinstance(condition, Test) or condition.each is not None or isinstance(condition.right, Ref):
        return None
    left = condition.left
    if not isinstance(left, Ref) or left.property is None or left.name not in labels:
        return None
    return labels[left.name], left.property


def _match(
    match: Match, labels: dict[str, str], theirs: dict[Key, list[tuple[str, Test]]], replaced: set[Key]
) -> Match:
    where: list[Condition] = []
    for condition in match.where:
        if isinstance(condition, Exists):
            inner = {**labels, **{node.name: node.label for node in condition.pattern.nodes if node.label is not None}}
            tests = tuple(_replaced(condition.where, inner, theirs, replaced))
            where.append(condition.model_copy(update={"where": tests}))
        else:
            where.extend(_replaced((condition,), labels, theirs, replaced))  # type: ignore[arg-type]
    return match.model_copy(update={"where": tuple(dict.fromkeys(where))})


def _replaced(
    conditions: Sequence[Test | SmallAny],
    labels: dict[str, str],
    theirs: dict[Key, list[tuple[str, Test]]],
    replaced: set[Key],
) -> Iterator[Test | SmallAny]:
    """The conditions with theirs in the place of the first one on the same property, and no other on it."""
    done: set[tuple[str, Key]] = set()
    for condition in conditions:
        key = _key(condition, labels)
        if key is None or key not in theirs or not isinstance(condition, Test) or not isinstance(condition.left, Ref):
            yield condition
            continue
        name = condition.left.name
        if (name, key) not in done:
            done.add((name, key))
            replaced.add(key)
            for own, test in theirs[key]:
                yield rename_condition(test, {own: name})
