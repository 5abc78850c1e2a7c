"""Turns the writes of a batch into edits of elements.

The elements that a batch may touch are read once, and the writes change a copy of them one by one. Whatever differs in
the end is edited, so repeating a batch edits nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from fingerpost.core.cells import Cell, fixed, freeze
from fingerpost.core.errors import WorkspaceError
from fingerpost.engine.workspaces.vocabulary import (
    NODE_NAME,
    NODE_TYPE,
    RELATION_TYPE,
    UNTYPED,
    Forget,
    ForgetRelations,
    NodeFact,
    Outcome,
    RelationFact,
    Write,
)
from fingerpost.stores import Edit, GraphEditor, RemoveNode, RemoveRelationship, SetNode, SetRelationship

Key = tuple[str, str, str]
"""A relationship: start, type, end."""
K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Held:
    """A node: its type, and its properties except those that every node has."""

    type: str
    properties: Mapping[str, Cell]


@dataclass(frozen=True, slots=True)
class Joined:
    """A relationship: the types of its ends, and its properties except the one that every relationship has."""

    start: str
    end: str
    properties: Mapping[str, Cell]


@dataclass
class Effects:
    """The effects of a batch on a graph.

    `nodes` and `relationships` have each changed element before and after; None if it does not exist.
    """

    outcomes: tuple[Outcome, ...]
    removed: tuple[int, ...]
    retyped: tuple[tuple[str, str, str], ...]
    nodes: dict[str, tuple[Held | None, Held | None]]
    relationships: dict[Key, tuple[Joined | None, Joined | None]]

    @property
    def size(self) -> int:
        """The number of changed elements."""
        return len(self.nodes) + len(self.relationships)

    def edits(self, origin: int) -> list[Edit]:
        """The edits, in an order in which they can be applied."""
        return [*self._removals(), *self._settings(origin)]

    def _removals(self) -> Iterator[Edit]:
        gone = {id_ for id_, (was, now) in self.nodes.items() if was and (now is None or now.type != was.type)}
        for (start, type_, end), (was, now) in self.relationships.items():
            if was is not None and now is None and start not in gone and end not in gone:
                yield RemoveRelationship(start, was.start, type_, end, was.end)
        for id_ in gone:
            held = self.nodes[id_][0]
            assert held is not None
            yield RemoveNode(id_, held.type)

    def _settings(self, origin: int) -> Iterator[Edit]:
        for id_, (_, held) in self.nodes.items():
            if held is not None:
                yield SetNode(id_, held.type, origin, {NODE_NAME: id_, NODE_TYPE: held.type, **held.properties})
        for (start, type_, end), (_, now) in self.relationships.items():
            if now is not None:
                properties = {RELATION_TYPE: type_, **now.properties}
                yield SetRelationship(start, now.start, type_, end, now.end, origin, properties)


@dataclass
class _Draft:
    """The part of a graph that a batch touches, while writes change it."""

    nodes: dict[str, Held]
    relationships: dict[Key, Mapping[str, Cell]]
    retyped: list[tuple[str, str, str]] = field(default_factory=list)

    def add_node(self, write: NodeFact) -> Outcome:
        held = self.nodes.get(write.name)
        if held is None:
            self.nodes[write.name] = Held(write.type or UNTYPED, _merged({}, write.properties))
            return Outcome.CREATED
        type_ = write.type or held.type
        now = Held(type_, _merged(held.properties, write.properties))
        if now == held:
            return Outcome.EXISTED
        if type_ != held.type and held.type != UNTYPED:
            self.retyped.append((write.name, held.type, type_))
        self.nodes[write.name] = now
        return Outcome.CHANGED

    def add_relation(self, write: RelationFact) -> Outcome:
        missing = [name for name in (write.start, write.end) if name not in self.nodes]
        if missing:
            said = ", ".join(map(repr, missing))
            raise WorkspaceError(f"a relationship needs existing nodes: {said} does not exist", code="workspace.name")
        key = (write.start, write.type, write.end)
        held = self.relationships.get(key)
        if held is None:
            self.relationships[key] = _merged({}, write.properties)
            return Outcome.CREATED
        now = _merged(held, write.properties)
        if _same(now, held):
            return Outcome.EXISTED
        self.relationships[key] = now
        return Outcome.CHANGED

    def forget(self, name: str) -> tuple[Outcome, int]:
        if self.nodes.pop(name, None) is None:
            return Outcome.ABSENT, 0
        gone = [key for key in self.relationships if name in (key[0], key[2])]
        for key in gone:
            del self.relationships[key]
        return Outcome.REMOVED, len(gone)

    def forget_relations(self, write: ForgetRelations) -> tuple[Outcome, int]:
        gone = [
            key
            for key in self.relationships
            if (key[0], key[2]) == (write.start, write.end) and write.type in (None, key[1])
        ]
        for key in gone:
            del self.relationships[key]
        return (Outcome.REMOVED, len(gone)) if gone else (Outcome.ABSENT, 0)


def effects_of(writes: Sequence[Write], graph: GraphEditor, look: Callable[[], None]) -> Effects:
    """Determine the effects of writes on a graph. `look` is called for each, and may raise.

    Raises:
        WorkspaceError: `workspace.name`; an end of a relationship does not exist. `details["write"]` counts from 0.
    """
    nodes, relationships = _touched(writes, graph)
    draft = _Draft(dict(nodes), dict(relationships))
    outcomes, removed = [], []
    for number, write in enumerate(writes):
        look()
        count = 0
        try:
            if isinstance(write, NodeFact):
                outcome = draft.add_node(write)
            elif isinstance(write, RelationFact):
                outcome = draft.add_relation(write)
            elif isinstance(write, Forget):
                outcome, count = draft.forget(write.name)
            else:
                outcome, count = draft.forget_relations(write)
        except WorkspaceError as error:
            error.details["write"] = number
            raise
        outcomes.append(outcome)
        removed.append(count)
    return Effects(
        tuple(outcomes),
        tuple(removed),
        tuple(draft.retyped),
        {id_: (nodes.get(id_), draft.nodes.get(id_)) for id_ in _changed(nodes, draft.nodes)},
        _relationships(nodes, relationships, draft),
    )


def _touched(writes: Sequence[Write], graph: GraphEditor) -> tuple[dict[str, Held], dict[Key, Mapping[str, Cell]]]:
    """The elements that writes may read or change."""
    ids: dict[str, None] = {}
    pairs: dict[tuple[str, str], None] = {}
    for write in writes:
        if isinstance(write, (NodeFact, Forget)):
            ids[write.name] = None
        else:
            ids[write.start] = ids[write.end] = None
            pairs[write.start, write.end] = None
    found = graph.nodes(list(ids))
    whole = [write.name for write in writes if isinstance(write, Forget) and write.name in found]
    whole += [
        write.name
        for write in writes
        if isinstance(write, NodeFact) and write.type and write.name in found
        and found[write.name].labels[0] != write.type
    ]  # fmt: skip
    there = [pair for pair in pairs if pair[0] in found and pair[1] in found]
    joined = {(r.start, r.type, r.end): r for r in [*graph.between(there), *graph.around(list(dict.fromkeys(whole)))]}
    ends = {end for start, _, stop in joined for end in (start, stop)} - found.keys()
    found = {**found, **graph.nodes(list(ends))}
    nodes = {id_: Held(node.labels[0], _free(node.properties, (NODE_NAME, NODE_TYPE))) for id_, node in found.items()}
    return nodes, {key: _free(r.properties, (RELATION_TYPE,)) for key, r in joined.items()}


def _relationships(
    nodes: Mapping[str, Held], relationships: Mapping[Key, Mapping[str, Cell]], draft: _Draft
) -> dict[Key, tuple[Joined | None, Joined | None]]:
    """Each changed relationship before and after, even if only the types of its ends differ."""
    before = {key: Joined(nodes[key[0]].type, nodes[key[2]].type, held) for key, held in relationships.items()}
    after = {
        key: Joined(draft.nodes[key[0]].type, draft.nodes[key[2]].type, held)
        for key, held in draft.relationships.items()
    }
    return {key: (before.get(key), after.get(key)) for key in _changed(before, after)}


def _changed(before: Mapping[K, object], after: Mapping[K, object]) -> list[K]:
    return [key for key in dict.fromkeys((*before, *after)) if before.get(key) != after.get(key)]


def _merged(held: Mapping[str, Cell], said: Mapping[str, Cell]) -> Mapping[str, Cell]:
    return {name: fixed(value) for name, value in {**held, **said}.items() if value is not None}


def _same(one: Mapping[str, Cell], other: Mapping[str, Cell]) -> bool:
    return bool(freeze(one) == freeze(other))


def _free(properties: Mapping[str, Cell], own: Sequence[str]) -> Mapping[str, Cell]:
    return {name: value for name, value in properties.items() if name not in own}
