"""Graphs to ask questions of, where only a schema and questions with golds are to be had.

Every label gets nodes and every relationship type relationships, drawn at random (`scripts.eval.fill_values`): some
nodes have many, most few. Then each gold is sown: its pattern is put into the graph once, with values that meet its
conditions, so that it answers something. Who is called the same in two golds is one node. What one gold's answer is
depends on all the others, and on chance: a reading that is not the gold's hardly ever gives the same rows.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fingerpost.plans import Comparison, EdgePattern, Exists, Match, Pattern, Plan, Ref, Test, Value, tests_of
from scripts.eval.fill_days import agree, groups
from scripts.eval.fill_labels import roots
from scripts.eval.fill_values import NOTHING, Chance, Hint, hints, shaped
from scripts.tables.learn_pairs import Shape, heads, write_table

_NODES, _EDGES = 30, 60
"""Nodes of each label, and relationships of each type between two labels, before any gold is sown."""
_LEFT_OUT = 0.04
"""How often a property is missing."""
_ALWAYS = ("name", "title", "id")
"""Properties that are never missing; nor is one that a gold sorts by, as what has none would come first or last."""
_PARTS = (Comparison.CONTAINS, Comparison.STARTS_WITH, Comparison.ENDS_WITH, Comparison.MATCHES)
"""Comparisons with a part of a text, which is not a value itself."""
_NAMING = re.compile(r"(^|[a-z_])(name|title)$|^id$", re.IGNORECASE)
"""Properties that tell one node from another: golds group by them."""
_CALLED = ("name", "title")
"""Those of which no two are the same."""
_TRIES = 9
_PARTS_OF_DATES = {"year": "{:04d}-06-15", "month": "2015-{:02d}-10", "day": "2015-10-{:02d}"}
_ABOVE, _BELOW = (Comparison.GT, Comparison.GE), (Comparison.LT, Comparison.LE)
Row = dict[str, str]
"""Properties."""
Edge = tuple[str, str, str]
"""Start, type and end."""


@dataclass
class Placed:
    """A node: its key in the files, the label of which all its others are kinds, all its labels, and its properties."""

    key: str
    label: str
    own: Row
    labels: set[str]


class Filling:
    """A schema's graph in the making; the same for the same seed and golds in the same order."""

    def __init__(self, shape: Shape, plans: Sequence[Plan], seed: str) -> None:
        self.shape = shape
        self.chance = Chance(seed)
        self.hints = hints(shape.text)
        self.said = _literals(plans)
        self._sorted = {name for plan in plans for name in _sorted_by(plan)}
        self.roots = roots(shape, self.hints)
        self.nodes: dict[str, list[Placed]] = {label: [] for label in self.roots.values()}
        self._days = {label: self._of_days(label) for label in self.nodes}
        self.edges: dict[Edge, Row] = {}
        self._named: dict[tuple[str, tuple[tuple[str, str], ...]], Placed] = {}
        self._taken: set[tuple[str, str, str]] = set()
        for label in shape.labels:
            self._shown(label)
        self._by_chance()
        for plan in plans:
            for stages in (*plan.branches, plan.then):
                _Sower(self, plan).sow([match for stage in stages for match in stage.matches])
        for label in self.nodes:
            self._made_one(label)

    def _of_days(self, label: str) -> tuple[dict[str, Hint], list[list[str]]]:
        told = {name: self.hints.get((label, name), NOTHING) for name in self.shape.labels[label]}
        return told, groups(self.shape.labels[label], told)

    def _shown(self, label: str) -> None:
        """The node that the schema takes its examples from, whichever of its names a gold has."""
        names = [name for name in self.shape.labels[label] if _NAMING.search(name)]
        told = {name: self.hints.get((label, name), NOTHING) for name in names}
        shown = {name: hint.example or next(iter(hint.options), "") for name, hint in told.items()}
        held = {name: text for name, text in shown.items() if shaped(self.shape.labels[label][name], text) and text}
        if not held:
            return
        node = self.named(label, held)
        for name, text in held.items():
            node.own[name] = text
            self._taken.add((node.label, name, text))
            self._named[node.label, ((name, text),)] = node

    def agree(self, node: Placed, by: str) -> None:
        """Let all that tells a day as one property does tell the same."""
        told, days = self._days[node.label]
        for group in days:
            if by in group and by in node.own:
                agree(node.own, group, self.shape.labels[node.label], told, by)

    def _made_one(self, label: str) -> None:
        """One node of those that golds came to call the same."""
        called = next((name for name in self.shape.labels[label] if name in _CALLED), None)
        if called is None:
            return
        first: dict[str, Placed] = {}
        same: dict[str, str] = {}
        for node in self.nodes[label]:
            one = first.setdefault(node.own[called], node)
            if one is not node:
                one.own.update(node.own)
                one.labels |= node.labels
                same[node.key] = one.key
        self.nodes[label] = list(first.values())
        joined = {(same.get(a, a), type_, same.get(b, b)): own for (a, type_, b), own in self.edges.items()}
        self.edges = joined

    def _by_chance(self) -> None:
        for label in self.shape.labels:
            for _ in range(0 if self._single(label) else _NODES):
                self.node(label)
        for type_, ends in self.shape.ends.items():
            for start, end in sorted(ends):
                for _ in range(_EDGES):
                    self.edge(self._often_first(start), type_, self._often_first(end))

    def _single(self, label: str) -> bool:
        """Whether there is only one: the schema lists one name."""
        listed = [
            self.hints.get((label, name), NOTHING).options for name in self.shape.labels[label] if name in _CALLED
        ]
        return any(len(options) == 1 for options in listed)

    def of(self, label: str) -> list[Placed]:
        """The nodes that have a label."""
        return [node for node in self.nodes[self.roots[label]] if label in node.labels]

    def _often_first(self, label: str) -> Placed:
        found = self.of(label)
        return found[int(len(found) * self.chance.draw.random() ** 2)]

    def node(self, label: str) -> Placed:
        """A new node."""
        root = self.roots[label]
        made = Placed(f"{root} {len(self.nodes[root])}", root, {}, {label, root})
        for name, kind in self.shape.labels[root].items():
            if name in _ALWAYS or name in self._sorted or self.chance.draw.random() >= _LEFT_OUT:
                made.own[name] = (
                    self._name(label, name, kind) if _NAMING.search(name) else self._value(label, name, kind)
                )
        for group in self._days[root][1]:
            self.agree(made, next((name for name in group if name in made.own), ""))
        self.nodes[root].append(made)
        return made

    def any_node(self, label: str) -> Placed:
        """One that is there."""
        return self.chance.draw.choice(self.of(label))

    def named(self, label: str, held: Row) -> Placed:
        """The one node with such values, new where there is none yet."""
        naming = sorted((name, text) for name, text in held.items() if _NAMING.search(name))
        key = (self.roots[label], tuple(naming[:1] or sorted(held.items())))
        if key not in self._named:
            self._named[key] = self.node(label)
        self._named[key].labels.add(label)
        return self._named[key]

    def edge(self, start: Placed, type_: str, end: Placed) -> Row | None:
        """The properties of a relationship between two nodes, in the direction that the schema has; None if it
        does not join them."""
        ends = self.shape.ends.get(type_, set())
        for one, other in ((start, end), (end, start)):
            if any((a, b) in ends for a in one.labels for b in other.labels):
                kinds = self.shape.types.get(type_, {})
                made = {name: self._value(type_, name, kind) for name, kind in kinds.items()}
                return self.edges.setdefault((one.key, type_, other.key), made)
        return None

    def _name(self, label: str, name: str, kind: str) -> str:
        """A value that no other node of the label has, and no gold names: nodes that golds name are sown."""
        example = self.hints.get((label, name), NOTHING).example
        for _ in range(_TRIES):
            text = self.chance.like(example) if kind == "string" else self.chance.value(kind, Hint(example=example), ())
            if (self.roots[label], name, text) not in self._taken:
                break
        self._taken.add((self.roots[label], name, text))
        return text

    def _value(self, owner: str, name: str, kind: str) -> str:
        return self.chance.value(kind, self.hints.get((owner, name), NOTHING), self.said.get((owner, name), ()))

    def write(self, folder: Path) -> None:
        """CSV files, as `fingerpost load` takes them."""
        folder.mkdir(parents=True, exist_ok=True)
        for label, nodes in self.nodes.items():
            kinds = self.shape.labels[label]
            rows = [[n.key, *(n.own.get(name, "") for name in kinds), ";".join(sorted(n.labels))] for n in nodes]
            write_table(folder / f"{label}.csv", [":ID", *heads(kinds), ":LABEL"], rows)
        by_type: dict[str, list[list[str]]] = defaultdict(list)
        for (start, type_, end), own in sorted(self.edges.items(), key=lambda item: item[0]):
            kinds = self.shape.types.get(type_, {})
            by_type[type_].append([start, end, *(own.get(name, "") for name in kinds), type_])
        for type_, kinds in self.shape.types.items():
            write_table(folder / f"{type_}.csv", [":START_ID", ":END_ID", *heads(kinds), ":TYPE"], by_type[type_])


class _Sower:
    """Puts the patterns of one gold's stages into a graph."""

    def __init__(self, graph: Filling, plan: Plan) -> None:
        self.graph, self.plan = graph, plan
        self.labels: dict[str, str] = {}
        self.bound: dict[str, Placed] = {}

    def sow(self, matches: Iterable[Match]) -> None:
        """Each match, and each pattern that its conditions ask for."""
        for match in matches:
            inner = [condition for condition in match.where if isinstance(condition, Exists)]
            self._pattern(match.pattern, tests_of(c for c in match.where if not isinstance(c, Exists)))
            for condition in inner:
                if not condition.negated:
                    self._pattern(condition.pattern, tests_of(condition.where))

    def _pattern(self, pattern: Pattern, tests: Iterable[Test]) -> None:
        self.labels.update(_owners(pattern))
        for edge in pattern.edges:
            self._infer(edge)
        about: dict[str, list[Test]] = defaultdict(list)
        for test in tests:
            if isinstance(test.left, Ref) and test.left.property and isinstance(test.right, Value):
                about[test.left.name].append(test)
        for node in pattern.nodes:
            if self.labels.get(node.name) in self.graph.shape.labels:
                self._node(node.name, about[node.name])
        for edge in pattern.edges:
            self._edge(edge, about[edge.name or ""])

    def _infer(self, edge: EdgePattern) -> None:
        """The labels of nodes without one, where the relationship joins no two pairs of labels."""
        ends = {pair for type_ in edge.types for pair in self.graph.shape.ends.get(type_, ())}
        if len(ends) == 1:
            ((start, end),) = ends
            self.labels.setdefault(edge.start, start)
            self.labels.setdefault(edge.end, end)

    def _node(self, name: str, tests: Sequence[Test]) -> None:
        label = self.labels[name]
        held = {}
        others = []
        for test in tests:
            text = self._equal(test)
            if text is None:
                others.append(test)
            else:
                held[str(test.left.property if isinstance(test.left, Ref) else "")] = text
        if name not in self.bound:
            if held and (not others or any(map(_NAMING.search, held))):
                self.bound[name] = self.graph.named(label, held)
            else:
                self.bound[name] = self.graph.node(label) if tests else self.graph.any_node(label)
        node = self.bound[name]
        kinds = self.graph.shape.labels[node.label]
        for own, text in held.items():
            self._put(node.own, kinds, own, text)
        self._meet(node.own, kinds, others)
        for test in tests:
            self.graph.agree(node, str(test.left.property if isinstance(test.left, Ref) else ""))

    def _edge(self, edge: EdgePattern, tests: Sequence[Test]) -> None:
        start, end = self.bound.get(edge.start), self.bound.get(edge.end)
        if start is None or end is None or not edge.types:
            return
        own = self.graph.edge(start, edge.types[0], end)
        if own is not None:
            self._meet(own, self.graph.shape.types.get(edge.types[0], {}), tests)

    def _equal(self, test: Test) -> str | None:
        """The text that a test holds a property to; None if it does something else."""
        plain = isinstance(test.left, Ref) and test.left.function is None
        value = self._wanted(test)
        if not plain or test.negated or test.comparison is not Comparison.EQ or isinstance(value, tuple):
            return None
        return _text(value)

    def _wanted(self, test: Test) -> Any:
        return self.plan.parameters[test.right.parameter] if isinstance(test.right, Value) else None

    def _meet(self, row: Row, kinds: dict[str, str], tests: Iterable[Test]) -> None:
        """Values with which tests hold, where that can be had."""
        for test in tests:
            left = test.left
            if isinstance(left, Ref) and left.property in kinds and not test.negated:
                met = self._met(test, kinds[left.property], self._wanted(test))
                self._put(row, kinds, left.property, met)

    @staticmethod
    def _put(row: Row, kinds: dict[str, str], name: str, text: str | None) -> None:
        value = shaped(kinds[name], text) if text is not None and name in kinds else None
        if value is not None:
            row[name] = value

    def _met(self, test: Test, kind: str, value: Any) -> str | None:
        """A text with which a test holds, fit for a kind of values or not."""
        how, chance = test.comparison, self.graph.chance
        if isinstance(test.left, Ref) and test.left.function in _PARTS_OF_DATES:
            return _PARTS_OF_DATES[test.left.function].format(value) if isinstance(value, int) else None
        if how is Comparison.IN and isinstance(value, tuple) and value:
            return _text(chance.draw.choice(value))
        if how is Comparison.EQ:
            return _text(value)
        if how in (*_ABOVE, *_BELOW):
            above = how in _ABOVE
            if kind in ("int", "float") and isinstance(value, (int, float)):
                return chance.near(kind, value, above=above)
            return _moved(value, 1 if above else -1)
        texts = {
            Comparison.CONTAINS: f"{chance.words()} {value} {chance.words()}",
            Comparison.STARTS_WITH: f"{value} {chance.words()}",
            Comparison.ENDS_WITH: f"{chance.words()} {value}",
        }
        return texts.get(how) if kind == "string" and isinstance(value, str) else None


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _moved(value: Any, years: int) -> str | None:
    """A date so many years from another."""
    parts = re.fullmatch(r"(\d{4})(-\d\d-\d\d.*)", str(value))
    return f"{int(parts[1]) + years}{parts[2].replace('-02-29', '-02-28')}" if parts else None


def _owners(pattern: Pattern) -> dict[str, str]:
    """The label or type of each name in a pattern."""
    found = {node.name: node.label for node in pattern.nodes if node.label is not None}
    return found | {edge.name: edge.types[0] for edge in pattern.edges if edge.name and edge.types}


def _literals(plans: Collection[Plan]) -> dict[tuple[str, str], list[Any]]:
    """What golds hold properties to, by label or type and property."""
    found: dict[tuple[str, str], list[Any]] = defaultdict(list)
    for plan in plans:
        for owner, name, value in _held(plan):
            found[owner, name].extend(value if isinstance(value, tuple) else [value])
    return found


def _held(plan: Plan) -> Iterator[tuple[str, str, Any]]:
    for stages in (*plan.branches, plan.then):
        owners: dict[str, str] = {}
        for match in (match for stage in stages for match in stage.matches):
            owners.update(_owners(match.pattern))
            for test in tests_of(match.where):
                left, right = test.left, test.right
                if test.comparison in _PARTS or not isinstance(right, Value):
                    continue
                if isinstance(left, Ref) and left.function is None and left.property and left.name in owners:
                    yield owners[left.name], left.property, plan.parameters[right.parameter]


def _sorted_by(plan: Plan) -> Iterator[str]:
    """The properties that a plan sorts by, perhaps as columns."""
    for stage in plan.stages:
        columns = {column.name: column.operand for column in stage.columns}
        for order in stage.order:
            operand = order.operand
            if isinstance(operand, Ref) and operand.property is None:
                operand = columns.get(operand.name, operand)
            if isinstance(operand, Ref) and operand.property is not None:
                yield operand.property
