"""Which labels the nodes of a pattern can have: what each relationship joins narrows both of its ends.

A relationship's endpoints name every label of the nodes that it joins. So for each node of a match some label can be
chosen that is in all the sets that its relationships leave: where none is left, nothing matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from fingerpost.core.schema import GraphSchema
from fingerpost.query_languages.cypher import ast

Labels = frozenset[str] | None
"""The labels of which a node has at least one; None if nothing is known of it."""
Pairs = frozenset[tuple[str, str]]
Key = str | int
"""A node of a pattern: by its name, or by the identity of its pattern where it has none."""

_ROUNDS = 4
"""How often all relationships are gone through: any number is right, and most patterns are settled after two."""
_FARTHEST = 30
"""Paths with a lower bound above this are taken to lead anywhere, as are those that may have no step at all."""


@dataclass(frozen=True, slots=True)
class Step:
    """A relationship between two nodes of a pattern. `types` is empty for any."""

    pattern: ast.RelationshipPattern
    types: frozenset[str]
    left: Key
    right: Key
    before: ast.NodePattern
    after: ast.NodePattern


@dataclass(slots=True)
class Narrowed:
    """The labels of a pattern's nodes, and the first step that cannot be made, with what its ends could be."""

    labels: dict[Key, Labels] = field(default_factory=dict)
    impossible: tuple[Step, Labels, Labels] | None = None


def steps(path: ast.PathPattern, types: Mapping[int, frozenset[str]]) -> Iterator[Step]:
    """The relationships of a path that stand between two nodes; `types` are theirs, by identity."""
    elements = path.elements
    for before, middle, after in zip(elements, elements[1:], elements[2:], strict=False):
        if (
            isinstance(middle, ast.RelationshipPattern)
            and isinstance(before, ast.NodePattern)
            and isinstance(after, ast.NodePattern)
        ):
            yield Step(middle, types.get(id(middle), frozenset()), key_of(before), key_of(after), before, after)


def key_of(node: ast.NodePattern) -> Key:
    return id(node) if node.variable is None else node.variable


class Ways:
    """What relationships join, as a schema has it."""

    def __init__(self, schema: GraphSchema) -> None:
        self._schema = schema
        self._pairs: dict[tuple[frozenset[str], str], Pairs | None] = {}

    def narrowed(self, path: Iterable[Step], labels: Mapping[Key, Labels]) -> Narrowed:
        """The labels that steps leave to their nodes, given those that are known of them."""
        found = Narrowed(dict(labels))
        known = [step for step in path if self.pairs(step.types, step.pattern.direction) is not None]
        for _ in range(_ROUNDS):
            before = dict(found.labels)
            for step in known:
                left, right = found.labels.get(step.left), found.labels.get(step.right)
                ends = self.ends(step, left, right)
                if ends is None:
                    found.impossible = step, left, right
                    return found
                found.labels[step.left], found.labels[step.right] = ends
            if before == found.labels:
                break
        return found

    def pairs(self, types: frozenset[str], direction: str) -> Pairs | None:
        """The labels that relationships of these types join as a pattern reads them; None if not all are known."""
        key = types, direction
        if key not in self._pairs:
            self._pairs[key] = self._joined(types, direction)
        return self._pairs[key]

    def _joined(self, types: frozenset[str], direction: str) -> Pairs | None:
        every = self._schema.relationship_by_type
        found: set[tuple[str, str]] = set()
        for name in types or every:
            pairs = every[name].pairs if name in every else None
            if pairs is None:
                return None
            if direction != "<":
                found |= pairs
            if direction != ">":
                found.update((end, start) for start, end in pairs)
        return frozenset(found)

    def types(self, step: Step, left: Labels, right: Labels) -> frozenset[str]:
        """The types that one relationship between such nodes can have; empty for any."""
        every = self._schema.relationship_by_type
        found = []
        for name in step.types or every:
            pairs = self.pairs(frozenset((name,)), step.pattern.direction)
            if pairs is None:
                return step.types
            if _kept(pairs, left, right):
                found.append(name)
        return frozenset(found)

    def ends(
        self, step: Step, left: Labels, right: Labels, *, direction: str | None = None
    ) -> tuple[Labels, Labels] | None:
        """What is left of the labels at both ends; None if no such step can be made."""
        pairs = self.pairs(step.types, direction or step.pattern.direction)
        hops = step.pattern.hops
        if pairs is None:
            return left, right
        if hops is None or hops.minimum == hops.maximum == 1:
            kept = _kept(pairs, left, right)
            return (frozenset(start for start, _ in kept), frozenset(end for _, end in kept)) if kept else None
        least = 1 if hops.minimum is None else hops.minimum
        if not 0 < least <= _FARTHEST or (hops.maximum is not None and hops.maximum < least):
            return left, right
        there = _reached(pairs, left, least, hops.maximum)
        back = _reached(frozenset((end, start) for start, end in pairs), right, least, hops.maximum)
        ends = _both(back, left), _both(there, right)
        return None if frozenset() in ends else ends


def _kept(pairs: Pairs, left: Labels, right: Labels) -> list[tuple[str, str]]:
    return [(s, e) for s, e in pairs if (left is None or s in left) and (right is None or e in right)]


def _both(one: Labels, other: Labels) -> Labels:
    if one is None or other is None:
        return other if one is None else one
    return one & other


def _reached(pairs: Pairs, start: Labels, least: int, most: int | None) -> Labels:
    """The labels that `least` to `most` steps lead to. More steps than there are labels reach nothing new."""
    ahead: dict[str, set[str]] = {}
    for one, other in pairs:
        ahead.setdefault(one, set()).add(other)
    farthest = least + len(ahead) + 1
    at = set(ahead) if start is None else set(start)
    found: set[str] = set()
    for count in range(1, min(farthest, most if most is not None else farthest) + 1):
        at = {label for one in at for label in ahead.get(one, ())}
        if not at:
            break
        if count >= least:
            found |= at
    return frozenset(found)
