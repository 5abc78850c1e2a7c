"""Plans as one chain of CPGQL: matches as nested traversals, rows as tuples, aggregates over groups of values.

What a chain cannot say is refused: unions, optional matches, unwinding, lets, and patterns that are not trees.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from fingerpost.core.cpg_view import EdgeView
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    AnyOf,
    Column,
    Condition,
    EdgePattern,
    Exists,
    Match,
    NodePattern,
    Operand,
    Order,
    Pattern,
    Plan,
    Ref,
    Shortest,
    SmallAny,
    Stage,
    Test,
)
from fingerpost.query_languages.cpgql.ast import Chain, Expression, Group, Lambda, Literal, Operation, Step
from fingerpost.query_languages.cpgql.rendering import facts
from fingerpost.query_languages.cpgql.rendering.conditions import Scope, condition, each_step, every, walked

_ALL: Final = 1_000_000
"""The size of the one group that an aggregate is taken over."""
_FOLDS: Final = {
    AggregateFunction.SUM: "sum",
    AggregateFunction.MIN: "min",
    AggregateFunction.MAX: "max",
}
_MOST_COLUMNS: Final = 12
_Result: TypeAlias = "Operand | tuple[Column, ...]"


def rendered(plan: Plan) -> Chain:
    """The query of a plan; its results have the plan's columns.

    Raises:
        UnsupportedConstruct: CPGQL cannot say a part of the plan, which the message names.
    """
    if len(plan.branches) != 1:
        raise UnsupportedConstruct("a plan for a Joern server has no union")
    stages = (*plan.branches[0], *plan.then)
    scope = Scope(plan.parameters)
    made: Chain | None = None
    for number, stage in enumerate(stages):
        made = _Stage(stage, scope, last=number == len(stages) - 1).chain(made)
        if number < len(stages) - 1:
            scope = _carried(stage, plan)
    if made is None:
        raise UnsupportedConstruct("a plan for a Joern server matches something")
    return made


def _carried(stage: Stage, plan: Plan) -> Scope:
    """The scope of the next stage: one value that this stage gives for each row."""
    if len(stage.outputs) != 1:
        raise UnsupportedConstruct("on a Joern server, a stage hands one value to the next")
    scope = Scope(plan.parameters)
    (name,) = stage.outputs
    scope.values[name] = Chain(scope.variable(name))
    return scope


@dataclass
class _Stage:
    """One stage while it is written."""

    stage: Stage
    scope: Scope
    last: bool
    _waiting: list[Condition] = field(default_factory=list)

    def chain(self, before: Chain | None) -> Chain:
        stage = self.stage
        if stage.unwind or stage.lets or stage.having or stage.skip is not None:
            raise UnsupportedConstruct("a plan for a Joern server has no unwinding, lets, having or skip")
        if not stage.matches:
            return self._of_values(before)
        if len(stage.matches) != 1 or stage.matches[0].optional:
            raise UnsupportedConstruct("on a Joern server, a stage has one match that is not optional")
        match = stage.matches[0]
        if match.pattern.shortest is not None:
            return self._path(match)
        made = self._rows(match)
        if before is None:
            return made
        (name,) = self.scope.values
        return Chain("cpg", (*before.steps, Step("flatMap", ((Lambda(self.scope.variable(name), made),),))))

    def _of_values(self, before: Chain | None) -> Chain:
        """An aggregate of the values that the stage before gives."""
        if before is None or self.stage.columns or len(self.stage.aggregates) != 1:
            raise UnsupportedConstruct("on a Joern server, a stage without a match is one aggregate")
        return Chain("cpg", (*before.steps, *_folded(self.stage.aggregates[0])))

    def _rows(self, match: Match) -> Chain:
        """The rows of a match, in order, limited."""
        stage = self.stage
        self._waiting = list(match.where)
        if stage.aggregates:
            return self._aggregated(match)
        row = _row(stage.columns)
        made = self._nested(match.pattern, row)
        steps = list(made.steps)
        if stage.distinct:
            steps.append(Step("dedup"))
        steps += self._ordered(tuple(column.name for column in stage.columns))
        return Chain(made.root, tuple(steps))

    def _ordered(self, columns: tuple[str, ...]) -> list[Step]:
        """Sorting by the least important key first, and the limit."""
        steps: list[Step] = []
        for order in reversed(self.stage.order):
            by = _by(order, columns)
            # the sort is stable: what is sorted downwards is turned round before and after
            turned = [Step("reverse")] if order.descending else []
            steps += [*(turned if steps else []), by, *turned]
        if self.stage.limit is not None:
            steps.append(Step("take", ((Literal(self.stage.limit),),)))
        return [*steps, Step("iterator")] if self.stage.order else steps

    def _aggregated(self, match: Match) -> Chain:
        stage = self.stage
        if len(stage.aggregates) != 1 or stage.aggregates[0].only or stage.aggregates[0].argument is not None:
            raise UnsupportedConstruct("on a Joern server, a stage has one aggregate")
        (aggregate,) = stage.aggregates
        counts = aggregate.function is AggregateFunction.COUNT
        if stage.columns:
            if len(stage.columns) != 1 or not counts:
                raise UnsupportedConstruct("on a Joern server, groups have one key and are counted")
            steps, made = self._grouped(match, stage.columns[0], aggregate)
            pair = Group((_part("t", 1), _part("t", 2), Literal(0)))
            steps.append(Step("map", ((Lambda("t", pair),),)))
            return Chain(made.root, (*steps, *self._ordered(stage.outputs)))
        if counts:
            made = self._nested(match.pattern, aggregate.operand or Ref(name=match.pattern.nodes[-1].name))
            end = (*(Step("dedup") for _ in range(aggregate.distinct)), Step("size"))
            return Chain(made.root, (*made.steps, *end))
        made = self._nested(match.pattern, aggregate.operand or Ref(name=match.pattern.nodes[-1].name))
        return Chain(made.root, (*made.steps, *_folded(aggregate)))

    def _grouped(self, match: Match, key: Column, aggregate: Aggregate) -> tuple[list[Step], Chain]:
        """Rows counted by their key; of the same key and value one, where the values are distinct."""
        if not aggregate.distinct or aggregate.operand is None:
            made = self._nested(match.pattern, key.operand)
            return [*made.steps, Step("groupCount", ((Lambda("k", Chain("k")),),)), Step("iterator")], made
        made = self._nested(match.pattern, (key, Column(name="value", operand=aggregate.operand)))
        by = Step("groupCount", ((Lambda("k", _part("k", 1)),),))
        return [*made.steps, Step("dedup"), by, Step("iterator")], made

    def _nested(self, pattern: Pattern, result: _Result) -> Chain:
        """Traversals in each other, the last one mapped to the result."""
        scope, edges = self.scope, list(pattern.edges)
        labels = {node.name: node.label for node in pattern.nodes}
        first = self._first(pattern)
        flow = next((edge for edge in edges if edge.types == ("FLOWS_TO",)), None)
        if flow is not None:
            return self._flow(pattern, result)
        label = labels[first.name]
        if label is None:
            raise UnsupportedConstruct("on a Joern server, the first node of a match has a label")
        scope.labels[first.name] = label
        node = scope.variable(first.name)
        made = _filtered(facts.start(label), node, [facts.condition(label, node), *self._ready()])
        return self._further(made, node, edges, labels, result)

    def _further(
        self, made: Chain, node: str, edges: list[EdgePattern], labels: dict[str, str | None], result: _Result
    ) -> Chain:
        scope = self.scope
        if not edges:
            if self._waiting:
                raise UnsupportedConstruct("on a Joern server, a condition names nodes of its match")
            value = self._value(result)
            if isinstance(value, Chain) and not value.steps and value.root == node:
                return made
            return Chain(made.root, (*made.steps, Step("map", ((Lambda(node, value),),))))
        for edge in edges:
            backwards = edge.start not in scope.labels
            known, other = (edge.end, edge.start) if backwards else (edge.start, edge.end)
            if known not in scope.labels:
                continue
            if other in scope.labels:
                raise UnsupportedConstruct("on a Joern server, the relationships of a match are a tree")
            steps, label = walked(edge, known, other, labels.get(other), scope, backwards=backwards)
            scope.labels[other] = label
            inner = scope.variable(other)
            steps = _filtered(steps, inner, [facts.condition(label, inner), *self._ready()])
            rest = [one for one in edges if one is not edge]
            body = self._further(steps, inner, rest, labels, result)
            return Chain(made.root, (*made.steps, Step("flatMap", ((Lambda(node, body),),))))
        raise UnsupportedConstruct("on a Joern server, the relationships of a match hang together")

    def _first(self, pattern: Pattern) -> NodePattern:
        """The node to begin with: one that a test compares with a value, if there is one."""
        named = {test.left.name for test in self._waiting if isinstance(test, Test) and isinstance(test.left, Ref)}
        return next((node for node in pattern.nodes if node.name in named and node.label), pattern.nodes[0])

    def _ready(self) -> list[Expression]:
        """The waiting conditions whose names are all bound."""
        ready = [one for one in self._waiting if _names(one) <= self.scope.labels.keys() | self.scope.values.keys()]
        self._waiting = [one for one in self._waiting if one not in ready]
        return [condition(one, self.scope) for one in ready]

    def _value(self, result: _Result) -> Expression:
        if isinstance(result, tuple):
            items = [self.scope.operand(column.operand) for column in result]
            return items[0] if len(items) == 1 else Group(tuple([*items, Literal(0)] if len(items) == 2 else items))
        return self.scope.operand(result)

    def _flow(self, pattern: Pattern, result: _Result) -> Chain:
        """The flows of data between two nodes, each told by its own properties; the end is an argument of a call."""
        scope = self.scope
        if len(pattern.edges) != 1 or not isinstance(result, tuple):
            raise UnsupportedConstruct(
                "on a Joern server, FLOWS_TO stands alone between two nodes, of which columns are returned"
            )
        (edge,) = pattern.edges
        labels = {node.name: node.label or "CALL" for node in pattern.nodes}
        facts.edge(edge.types, labels[edge.start], labels[edge.end])
        scope.labels |= labels
        ends: dict[str, Chain] = {}
        for name in (edge.start, edge.end):
            own = [one for one in self._waiting if _names(one) == {name}]
            if not own:
                raise UnsupportedConstruct("on a Joern server, both ends of a flow are told by a property")
            self._waiting = [one for one in self._waiting if one not in own]
            tests = [facts.condition(labels[name], scope.variable(name)), *(condition(one, scope) for one in own)]
            ends[name] = _filtered(facts.start(labels[name]), scope.variable(name), tests)
        if self._waiting:
            raise UnsupportedConstruct("on a Joern server, the ends of a flow are told by their own properties")
        items = tuple(_element(column, edge) for column in result)
        flows = Step("reachableByFlows", ((ends[edge.start],),))
        row = Lambda("p", items[0] if len(items) == 1 else Group((*items, Literal(0)) if len(items) == 2 else items))
        return Chain("cpg", (*ends[edge.end].steps, Step("argument"), flows, Step("map", ((row,),))))

    def _path(self, match: Match) -> Chain:
        """The shortest chain between two nodes that are told by their properties."""
        pattern, stage, scope = match.pattern, self.stage, self.scope
        wanted = len(stage.columns) == 1 and stage.columns[0].operand == Ref(name=pattern.path or "")
        if pattern.shortest is not Shortest.ONE or len(pattern.edges) != 1 or not wanted or stage.aggregates:
            raise UnsupportedConstruct(
                "on a Joern server, a shortest path is one between two nodes, and is returned whole"
            )
        (edge,) = pattern.edges
        labels = {node.name: node.label or "METHOD" for node in pattern.nodes}
        view: EdgeView = facts.edge(edge.types, labels[edge.start], labels[edge.end])
        scope.labels |= labels
        start, end = scope.variable(edge.start), scope.variable(edge.end)
        tests = {
            name: [facts.condition(labels[name], scope.variable(name))]
            + [condition(one, scope) for one in match.where if _names(one) == {name}]
            for name in (edge.start, edge.end)
        }
        if any(len(_names(one)) != 1 for one in match.where):
            raise UnsupportedConstruct("on a Joern server, the ends of a path are told by their own properties")
        most = min((edge.hops.maximum if edge.hops else 1) or 25, 25)
        far = Chain("_", (
            Step("until", ((_filtered(Chain("_"), end, tests[edge.end]),),)),
            Step("dedup"), Step("bfs"), Step("maxDepth", ((Literal(most),),)),
        ))  # fmt: skip
        made = _filtered(facts.start(labels[edge.start]), start, tests[edge.start])
        body = each_step(view, backwards=False)
        target = _filtered(Chain("_"), end, tests[edge.end])
        steps = (
            *made.steps, Step("enablePathTracking"), Step("repeat", ((body,), (far,))), *target.steps,
            Step("path"), Step("take", ((Literal(1),),)),
        )  # fmt: skip
        return Chain("cpg", steps)


def _row(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    if not 1 <= len(columns) <= _MOST_COLUMNS:
        raise UnsupportedConstruct(f"on a Joern server, a row has one to {_MOST_COLUMNS} columns")
    return columns


def _element(column: Column, edge: EdgePattern) -> Expression:
    """A property of the first or last element of a flow `p`."""
    operand = column.operand
    if not isinstance(operand, Ref) or operand.name not in (edge.start, edge.end) or operand.function:
        raise UnsupportedConstruct("on a Joern server, a flow has properties of its two ends")
    side = "head" if operand.name == edge.start else "last"
    return facts.property_of("ELEMENT", operand.property or "", Chain("p", (Step("elements"), Step(side))))


def _filtered(chain: Chain, node: str, conditions: list[Expression | None]) -> Chain:
    wanted = every([one for one in conditions if one is not None])
    return chain if wanted is None else Chain(chain.root, (*chain.steps, Step("filter", ((Lambda(node, wanted),),))))


def _part(node: str, number: int) -> Chain:
    return Chain(node, (Step(f"_{number}"),))


def _by(order: Order, columns: tuple[str, ...]) -> Step:
    if not isinstance(order.operand, Ref) or order.operand.property or order.operand.name not in columns:
        raise UnsupportedConstruct("on a Joern server, rows are sorted by their columns")
    key = Chain("t") if len(columns) == 1 else _part("t", columns.index(order.operand.name) + 1)
    return Step("sortBy", ((Lambda("t", key),),))


def _folded(aggregate: Aggregate) -> list[Step]:
    """An aggregate of the values of a traversal, as a traversal of one."""
    if aggregate.distinct or aggregate.only:
        raise UnsupportedConstruct("on a Joern server, only counts are distinct, and none has conditions")
    if aggregate.function is AggregateFunction.AVG:
        value: Expression = Operation("/", (Chain("g", (Step("sum"), Step("toDouble"))), Chain("g", (Step("size"),))))
    elif aggregate.function in _FOLDS:
        value = Chain("g", (Step(_FOLDS[aggregate.function]),))
    else:
        raise UnsupportedConstruct(f"a plan for a Joern server has no {aggregate.function.value}")
    return [Step("grouped", ((Literal(_ALL),),)), Step("map", ((Lambda("g", value),),))]


def _names(one: Condition | SmallAny) -> set[str]:
    """The names of the match that a condition needs."""
    if isinstance(one, AnyOf | SmallAny):
        return {name for each in one.tests for name in _names(each)}
    if isinstance(one, Exists):
        own = {node.name for node in one.pattern.nodes if node.label is not None}
        return ({node.name for node in one.pattern.nodes} | {n for each in one.where for n in _names(each)}) - own
    return {side.name for side in (one.left, one.right) if isinstance(side, Ref)}
