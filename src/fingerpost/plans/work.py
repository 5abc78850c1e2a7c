"""Estimates the work of a plan: the elements that its patterns visit, from a schema's counts.

The estimate is the same on every machine. It assumes mean degrees and evenly distributed values, so it may be several
times too low if a few nodes have most of the relationships.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fingerpost.core.schema import Endpoints, GraphSchema
from fingerpost.plans.model import (
    AnyOf,
    Comparison,
    Condition,
    CountOf,
    EdgePattern,
    Exists,
    Holds,
    Match,
    Pattern,
    Plan,
    Ref,
    SmallAny,
    Stage,
    Test,
    Value,
)

_SCANNED_FOR_ONE = 50
"""The number of nodes scanned in the time of visiting one relationship."""
_HOPS = 8
"""The assumed hops of a path without an upper bound."""
_MOST = 1e15

_Labels = Mapping[str, str | None]
_Shares = Mapping[str, float]
"""The share of a label's nodes that pass the tests of a match, by name of node."""


def estimated_work(plan: Plan, schema: GraphSchema) -> float:
    """The total number of relationships that a plan's patterns visit, plus a fraction of the scanned nodes."""
    total = 0.0
    for branch in plan.branches:
        estimate = _Estimate(schema)
        for stage in (*branch, *plan.then):
            estimate.stage(stage)
        total += estimate.work
    return min(total, _MOST)


class _Estimate:
    """The work of one branch, its rows so far, and the labels of nodes by name."""

    def __init__(self, schema: GraphSchema, rows: float = 1.0, labels: _Labels | None = None) -> None:
        self._schema = schema
        self._rows = rows
        self._gathered = rows
        self._labels = dict(labels or {})
        self.work = 0.0

    def stage(self, stage: Stage) -> None:
        if stage.unwind is not None:
            self._rows = max(self._rows, self._gathered)
            self._labels[stage.unwind.name] = None
        for match in stage.matches:
            self._match(match)
        for let in stage.lets:
            if isinstance(let, CountOf):
                self._inner(let.pattern, let.where)
            elif isinstance(let, Holds):
                self._conditions(let.conditions)
        if stage.aggregates:
            self._gathered = self._rows
            self._rows = self._rows if stage.columns else 1.0
        if stage.limit is not None:
            self._rows = min(self._rows, float(stage.limit))
        whole = {c.name: c.operand for c in stage.columns if isinstance(c.operand, Ref) and c.operand.property is None}
        self._labels = {name: self._labels.get(whole[name].name) if name in whole else None for name in stage.outputs}

    def _match(self, match: Match) -> None:
        before = self._rows
        self._walk(match.pattern, _shares(match.where, self._schema, self._labels_with(match.pattern)))
        if match.optional:
            self._rows = max(before, self._rows)
        self._conditions(match.where)

    def _labels_with(self, pattern: Pattern) -> dict[str, str | None]:
        labels = dict(self._labels)
        for node in pattern.nodes:
            labels[node.name] = node.label or labels.get(node.name)
        return labels

    def _conditions(self, conditions: Iterable[Condition]) -> None:
        for condition in conditions:
            if isinstance(condition, Exists):
                self._inner(condition.pattern, condition.where)
            elif isinstance(condition, AnyOf):
                self._conditions(condition.tests)

    def _inner(self, pattern: Pattern, where: Sequence[Test | SmallAny | Exists | AnyOf]) -> None:
        """Add a small pattern that is searched for each row."""
        inner = _Estimate(self._schema, 1.0, self._labels)
        inner._match(Match(pattern=pattern, where=tuple(where)))
        self.work += self._rows * inner.work

    def _walk(self, pattern: Pattern, shares: _Shares) -> None:
        """Walk over a pattern, each time along the edge with the fewest resulting rows."""
        labels = self._labels_with(pattern)
        reached = {node.name for node in pattern.nodes if node.name in self._labels}
        waiting = list(pattern.edges)
        while len(reached) < len(pattern.nodes) or waiting:
            near = [edge for edge in waiting if edge.start in reached or edge.end in reached]
            if near:
                edge = min(near, key=lambda each: self._after(each, labels, shares, reached))
                self._step(edge, labels, shares, reached)
                waiting.remove(edge)
            else:
                names = (node.name for node in pattern.nodes if node.name not in reached)
                self._start(min(names, key=lambda name: self._found(name, labels, shares)), labels, shares, reached)
        self._labels = labels

    def _start(self, name: str, labels: _Labels, shares: _Shares, reached: set[str]) -> None:
        self.work += self._rows * self._count(labels[name]) / _SCANNED_FOR_ONE
        self._rows = min(_MOST, self._rows * self._found(name, labels, shares))
        self.work += self._rows
        reached.add(name)

    def _found(self, name: str, labels: _Labels, shares: _Shares) -> float:
        return max(1.0, self._count(labels[name]) * shares.get(name, 1.0))

    def _step(self, edge: EdgePattern, labels: _Labels, shares: _Shares, reached: set[str]) -> None:
        self.work = min(_MOST, self.work + self._rows * self._fan(edge, labels, reached, ending=False))
        self._rows = self._after(edge, labels, shares, reached)
        reached.update((edge.start, edge.end))

    def _after(self, edge: EdgePattern, labels: _Labels, shares: _Shares, reached: set[str]) -> float:
        """The rows after an edge."""
        rows = min(_MOST, self._rows * self._fan(edge, labels, reached, ending=True))
        if edge.start in reached and edge.end in reached:
            return min(self._rows, max(1.0, rows / self._count(labels[edge.end])))
        new = edge.end if edge.start in reached else edge.start
        return max(1.0, rows * shares.get(new, 1.0))

    def _fan(self, edge: EdgePattern, labels: _Labels, reached: set[str], *, ending: bool) -> float:
        """The mean degree of an edge for one row; with `ending`, only to the label at its other end."""
        forward = edge.start in reached
        here, there = (edge.start, edge.end) if forward else (edge.end, edge.start)
        degree = self._degree(edge, labels[here], labels[there] if ending else None, forward)
        if edge.hops is None:
            return degree
        longest = _HOPS if edge.hops.maximum is None else edge.hops.maximum
        return min(_MOST, sum(degree**hops for hops in range(1, min(longest, 50) + 1)))

    def _degree(self, edge: EdgePattern, here: str | None, there: str | None, forward: bool) -> float:
        types = [r for r in self._schema.relationships if not edge.types or r.type in edge.types]
        ends = [pair for relationship in types for pair in relationship.endpoints]
        count = sum(pair.count for pair in ends if _leads(pair, here, there, forward))
        if edge.either:
            count += sum(pair.count for pair in ends if _leads(pair, here, there, not forward))
        return count / self._count(here)

    def _count(self, label: str | None) -> float:
        info = self._schema.label_by_name.get(label) if label is not None else None
        return float(max(1, info.count if info is not None else self._schema.node_count))


def _leads(pair: Endpoints, here: str | None, there: str | None, forward: bool) -> bool:
    start, end = (here, there) if forward else (there, here)
    return start in (None, pair.start) and end in (None, pair.end)


def _shares(conditions: Iterable[Condition], schema: GraphSchema, labels: _Labels) -> dict[str, float]:
    """The share of nodes of each name that pass equality tests."""
    shares: dict[str, float] = {}
    for test in conditions:
        if isinstance(test, Test) and test.comparison is Comparison.EQ and not test.negated and test.each is None:
            pair = (test.left, test.right)
            refs = [operand for operand in pair if isinstance(operand, Ref)]
            if len(refs) == 1 and any(isinstance(operand, Value) for operand in pair):
                (ref,) = refs
                label = schema.label_by_name.get(labels.get(ref.name) or "")
                info = label.by_name.get(ref.property or "") if label is not None else None
                if info is not None and info.distinct:
                    shares[ref.name] = shares.get(ref.name, 1.0) / info.distinct
    return shares
