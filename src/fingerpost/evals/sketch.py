"""A plan in comparable parts: path, conditions, columns, order, ...

Two plans that mean the same in different stages (a superlative as sort and limit, or as two matches) have the same
sketch. Nodes are distinguished by what is attached to them, never by name. Repeated rows, nulls and the direction in
which a path is written are `form`, which rarely changes an answer and is compared last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fingerpost.core.schema import GraphSchema
from fingerpost.evals.sketch_text import Expression, has_aggregate, said
from fingerpost.evals.sketch_walk import Walk
from fingerpost.plans import Plan

PARTS = ("path", "conditions", "aggregates", "columns", "grouping", "having", "choice", "form")
"""The parts of a sketch, in the order in which they are compared."""
_ROUNDS = 5


@dataclass(frozen=True)
class Need:
    """What a part of a gold names: `kind` is label, relation, property or value; `owner` the label or type it is of.

    `joins` is how many relationships a label's node has; `denied` marks a value that is not to be.
    """

    kind: str
    part: str
    name: str
    owner: str = ""
    value: Any = None
    joins: int = 0
    denied: bool = False

    def __str__(self) -> str:
        if self.kind == "value":
            return f"{self.owner}.{self.name} {self.value!r}"
        return f"{self.owner}.{self.name}" if self.kind == "property" else self.name


@dataclass(frozen=True)
class Sketch:
    """A plan in parts. `texts` are for people; `keys` are equal where two plans say the same in a part."""

    texts: Mapping[str, Counter[str]]
    keys: Mapping[str, Any]
    needs: tuple[Need, ...] = field(default=(), compare=False)

    def same(self, other: Sketch, part: str) -> bool:
        """Whether both say the same in a part."""
        return bool(self.keys[part] == other.keys[part])

    def agrees(self, other: Sketch) -> bool:
        """Whether both say the same in all parts but form."""
        return all(self.same(other, part) for part in PARTS[:-1])

    def likeness(self, other: Sketch) -> float:
        """How much of what both say is the same, from 0 to 1."""
        shared = sum((self.texts[part] & other.texts[part]).total() for part in PARTS)
        whole = sum((self.texts[part] | other.texts[part]).total() for part in PARTS)
        return shared / whole if whole else 1.0

    def lacks(self, other: Sketch, part: str) -> list[str]:
        """What the other says in a part and this does not."""
        return sorted((other.texts[part] - self.texts[part]).elements())

    def first_difference(self, other: Sketch) -> str:
        """The part in which another sketch differs first; for a path, what of it the other has otherwise."""
        for part in PARTS:
            if self.same(other, part):
                continue
            if part != "path":
                return part
            mine, theirs = self.keys["labels"], other.keys["labels"]
            if mine == theirs:
                return "path, other relation"
            if mine > theirs:
                return "path, node missing"
            return "path, node too many" if mine < theirs else "path, other node"
        return "nothing"

    def to_json(self) -> dict[str, list[str]]:
        return {part: sorted(self.texts[part].elements()) for part in PARTS if self.texts[part]}


def sketch(plan: Plan, schema: GraphSchema) -> Sketch:
    """The sketch of a plan over a schema, which tells the labels of nodes that the plan leaves out."""
    walk = Walk(plan)
    labels = _labels(walk, schema)
    kinds = [edge.types for edge in walk.edges]
    colours = _colours(walk, list(labels))
    conditions = walk.facts["conditions"]
    held = [sorted(said(e, colours, kinds) for e in conditions if _only_of(e, number)) for number in range(len(labels))]
    full = _colours(walk, [f"{colour} {tests}" for colour, tests in zip(colours, held, strict=True)])
    joins = [sum(number in (edge.start, edge.end) for edge in walk.edges) for number in range(len(labels))]
    steps = [_step(walk, number, labels) for number in range(len(walk.edges))]
    alone = [label for label, count in zip(labels, joins, strict=True) if not count]
    texts = {part: Counter(said(e, labels, kinds) for e in walk.facts[part]) for part in PARTS if part != "path"}
    texts["path"] = Counter([*steps, *alone])
    keys: dict[str, Any] = {part: Counter(said(e, full, kinds) for e in walk.facts[part]) for part in PARTS[1:]}
    keys["path"] = Counter(colours)
    keys["labels"] = Counter(labels)
    keys["conditions"] = (Counter(said(e, colours, kinds) for e in conditions), Counter(full))
    return Sketch(texts, keys, tuple(_needs(walk, labels, joins)))


def _labels(walk: Walk, schema: GraphSchema) -> list[str]:
    """The labels of nodes; where the plan gives none, the one that the relationships at the node leave."""
    labels = []
    for number, label in enumerate(walk.labels):
        if label is not None:
            labels.append(label)
            continue
        possible: set[str] | None = None
        for edge in walk.edges:
            relationship = schema.relationship_by_type.get(edge.types)
            if relationship is None or number not in (edge.start, edge.end):
                continue
            pairs = relationship.endpoints
            ends = {p.start for p in pairs} if number == edge.start else {p.end for p in pairs}
            if edge.either:
                ends = {label for p in pairs for label in (p.start, p.end)}
            possible = ends if possible is None else possible & ends
        labels.append(next(iter(possible)) if possible is not None and len(possible) == 1 else "any")
    return labels


def _colours(walk: Walk, first: list[str]) -> list[str]:
    """Nodes distinguished by their labels and neighbours, round by round."""
    colours = first
    for _ in range(_ROUNDS):
        around: list[list[str]] = [[] for _ in colours]
        for edge in walk.edges:
            around[edge.start].append(f"{edge.types}{edge.how}:{colours[edge.end]}")
            around[edge.end].append(f"{edge.types}{edge.how}:{colours[edge.start]}")
        seen = [f"{colour}({', '.join(sorted(near))})" for colour, near in zip(colours, around, strict=True)]
        colours = [f"{old.split('#')[0]}#{hash(new) & 0xFFFFFFFF:08x}" for old, new in zip(first, seen, strict=True)]
    return colours


def _only_of(expression: Expression, number: int) -> bool:
    """Whether an expression is about this node and no other."""
    return _nodes_of(expression) == {number}


def _nodes_of(expression: Any) -> set[int]:
    if not isinstance(expression, tuple):
        return set()
    if len(expression) == 2 and expression[0] == "node":
        return {expression[1]}
    return {number for item in expression for number in _nodes_of(item)}


def _step(walk: Walk, number: int, labels: Sequence[str]) -> str:
    edge = walk.edges[number]
    ends = sorted((labels[edge.start], labels[edge.end]))
    return f"{ends[0]} -{edge.types}{edge.how}- {ends[1]}"


def _needs(walk: Walk, labels: Sequence[str], joins: Sequence[int]) -> list[Need]:
    """What the words of a question have to name for this plan to be found."""
    needs = [Need("label", "path", label, joins=count) for label, count in zip(labels, joins, strict=True)]
    needs += [Need("relation", "path", edge.types) for edge in walk.edges]
    types = [edge.types for edge in walk.edges]

    def owner(expression: Expression) -> str:
        return labels[expression[1]] if expression[0] == "node" else types[expression[1]]

    def look(expression: Any, part: str) -> None:
        if not isinstance(expression, tuple) or not expression:
            return
        if expression[0] == "property" and expression[1][0] in ("node", "edge"):
            needs.append(Need("property", part, expression[2], owner(expression[1])))
            return
        if expression[0] == "test" and expression[3] is not None and expression[3][0] == "value":
            held = _held(expression[1])
            if held is not None:
                values = expression[3][1] if isinstance(expression[3][1], tuple) else (expression[3][1],)
                denied = expression[2] == "<>" or expression[4]
                needs.extend(Need("value", part, held[2], owner(held[1]), v, denied=denied) for v in values)
                return
        for item in expression:
            look(item, part)

    for part in PARTS[1:-1]:
        for expression in walk.facts[part]:
            look(expression, part)
    return list(dict.fromkeys(needs))


def _held(expression: Any) -> Any:
    """The property of a node or edge that an expression is, perhaps under functions."""
    while isinstance(expression, tuple) and expression and expression[0] == "call" and len(expression) > 2:
        expression = expression[2]
    found = isinstance(expression, tuple) and expression[0] == "property" and expression[1][0] in ("node", "edge")
    return expression if found and not has_aggregate(expression) else None
