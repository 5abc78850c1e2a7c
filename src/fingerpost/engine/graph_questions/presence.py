"""Who and what is in a place, or in a part of it: who lives there, who is a member."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.engine.context import AskContext
from fingerpost.engine.graph_questions.plans import FOUND, Building, chain, composed, match, node, one_way
from fingerpost.engine.graph_questions.wholes import CONFIDENCE, nesting, noted, of_places
from fingerpost.engine.graph_questions.words import Words
from fingerpost.engine.question_reader import DomainReading
from fingerpost.plans import EdgePattern

_PRESENT = (
    ("is in", "located in", "is located in", "is at"),
    ("lives in", "resides in", "based in", "stays in", "is based in", "lives at"),
    ("member of", "is member of", "is a member of", "belongs to", "plays in", "part of"),
    ("works in", "works at", "works for"),
)
"""Relations of those who are somewhere: the first of these that the people of the graph have is meant."""

_FARTHEST = 8
"""The most steps from a place to one around it."""


def present(context: AskContext, words: Words, place: str, label: str, *, count: bool = False) -> DomainReading | None:
    """The people, or the nodes of another type, who are in a place or group; None if no relation says so."""
    people = label or words.person
    for types in _relations(words, people):
        reading = joined_inside(context, words, place, types, people or "", count=count, some=True)
        if reading is not None:
            return reading
    return None


def relations(words: Words, label: str | None, place: str) -> tuple[str, ...]:
    """The relations by which nodes of a type are in places or groups of another."""
    for found in _relations(words, label):
        types = tuple(type_ for type_ in found if place in words.ends([type_])[1])
        if types:
            return types
    return ()


def _relations(words: Words, label: str | None) -> Iterator[tuple[str, ...]]:
    """The relations of those of a type who are somewhere, the likeliest first."""
    for phrases in _PRESENT:
        types = (type_ for phrase in phrases for type_ in words.named(phrase))
        found = tuple(type_ for type_ in types if label is None or label in words.ends([type_])[0])
        if found:
            yield found


def joined_inside(
    context: AskContext,
    words: Words,
    place: str,
    types: tuple[str, ...],
    label: str,
    *,
    count: bool = False,
    some: bool = False,
    backwards: bool = False,
    parts: bool = False,
) -> DomainReading | None:
    """The nodes that a relation joins with a place or with a part of it, or how many; `backwards`: leads to from there.

    `parts`: parts alone, not what is in a place.
    None if the relation is one of places themselves; with `some`, if there are none; else, if the place has no parts.
    """
    nested = nesting(words, parts=parts)
    if {*types} & {*nested.down, *nested.up}:
        return None
    found, down, up = one_way(context, place, nested.down, nested.up)
    if not found.steps and not some:
        return None
    building = Building()
    start, end = ("inside", FOUND) if backwards else (FOUND, "inside")
    joins = EdgePattern(start=start, end=end, types=types)
    edge = None if up and down else chain("inside", "place", up or down, bool(down), found.depth, least=0)
    if edge is not None:
        nodes = (node(FOUND, label), node("inside"), node("place"))
        pattern = match(nodes, (joins, edge), (building.named("place", place),))
    else:
        inside = building.named("inside", place, *found.steps)
        pattern = match((node(FOUND, label), node("inside")), (joins,), (inside,))
    plan = building.counting(pattern) if count else building.listing(pattern)
    if some and not context.run(building.listing(pattern)).rows:
        return None

    return DomainReading(plan, "inside", CONFIDENCE, composed(context, plan), {"intent": "inside"}, noted(found))


def around(words: Words, label: str) -> EdgePattern | None:
    """The steps from a node called "inside" to FOUND, a place of this type around it; None if there are no such."""
    nested = of_places(words)
    if not nested.has(words, label, parts=False) or bool(nested.up) == bool(nested.down):
        return None
    return chain("inside", FOUND, nested.up or nested.down, not nested.up, _FARTHEST)


def joined_around(
    context: AskContext, words: Words, name: str, types: tuple[str, ...], label: str
) -> DomainReading | None:
    """The places of a type where a relation joins a node with something: the country somebody lives in.

    None if the relation itself leads to such places.
    """
    if label in words.ends(types)[1]:
        return None
    nested = of_places(words)
    if not nested.has(words, label, parts=False):  # as where a district is located in a city that is part of a country
        nested = nesting(words, parts=False)
    if {*types} & {*nested.down, *nested.up} or bool(nested.up) == bool(nested.down):
        return None
    building = Building()
    joins = EdgePattern(start="one", end="inside", types=types)
    edge = chain("inside", FOUND, nested.up or nested.down, not nested.up, _FARTHEST, least=0)
    if edge is None:
        return None
    nodes = (node("one"), node("inside"), node(FOUND, label))
    plan = building.listing(match(nodes, (joins, edge), (building.named("one", name),)))

    return DomainReading(plan, "around", CONFIDENCE, composed(context, plan), {"intent": "around"})
