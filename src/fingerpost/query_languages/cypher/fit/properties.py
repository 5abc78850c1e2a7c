"""Properties must exist on what is asked for them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import partial

from fingerpost.core.nearest import closest, the_one
from fingerpost.plans import joined
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.fit.misfits import Surroundings, asked_of
from fingerpost.query_languages.cypher.fit.owners import Owner

_TOLD = 3
"""Labels and types that are named to who asks another for their property."""


def properties(around: Surroundings) -> None:
    """Report the properties that their label or type does not have."""
    nodes: list[ast.Property | ast.Index] = [*around.census.of(ast.Property), *around.census.of(ast.Index)]
    for node in nodes:
        asked = asked_of(node)
        owner = around.owner(asked[0]) if asked is not None else None
        if asked is not None and owner is not None:
            _asked(around, owner, asked[1], node, partial(_with_key, node))
    for element in around.elements():
        owner = around.owner_of(element)
        if isinstance(element.properties, ast.MapLiteral) and owner is not None:
            for name, _ in element.properties.items:
                _asked(around, owner, name, element.properties, partial(_with_entry, element.properties, name))
    for projection in around.census.of(ast.MapProjection):
        owner = around.projected(projection)
        if owner is not None:
            for kind, name, _ in projection.items:
                if kind == "property":
                    _asked(around, owner, name, projection, partial(_with_item, projection, name))


def _with_key(node: ast.Property | ast.Index, key: str) -> ast.Property | ast.Index:
    if isinstance(node, ast.Index):
        return dataclasses.replace(node, index=ast.Literal(key, node.index.pos))
    return dataclasses.replace(node, key=key)


def _with_entry(node: ast.MapLiteral, name: str, key: str) -> ast.MapLiteral:
    return dataclasses.replace(node, items=tuple((key if n == name else n, value) for n, value in node.items))


def _with_item(node: ast.MapProjection, name: str, key: str) -> ast.MapProjection:
    items = tuple(("property", key, None) if item == ("property", name, None) else item for item in node.items)
    return dataclasses.replace(node, items=items)


def _asked(
    around: Surroundings, owner: Owner, name: str, node: ast.AnyNode, renamed: Callable[[str], ast.AnyNode]
) -> None:
    """A property that is asked of an element; where it is not there, `renamed` gives the node with another."""
    if around.known.of(owner, name):
        return
    known = around.known.names(owner)
    if name in known:
        return
    meant = the_one(name, known)
    of = str(owner)
    end = _of_end(around, owner, name, node) if meant is None else None
    if end is not None:
        at, moved = end
        fix = f"{name} was read as a property of {at}"
        around.report("N003", f"{of} has no property {name}", node, instead=moved, fix=fix)
        return
    around.report(
        "N003",
        f"{of} has no property {name}{_elsewhere(around, name)}"
        if of
        else f"nothing in this graph has the property {name}",
        node,
        suggestion=meant or closest(name, known),
        instead=meant and renamed(meant),
        fix=f"the property {name} was read as {meant}",
        severity=around.unknown,
    )


def _elsewhere(around: Surroundings, name: str) -> str:
    """Which labels and types have a property, for who asks it of something else."""
    owners = around.schema.owners_of(name)[:_TOLD]
    return f"; {joined(owners)} {'has' if len(owners) == 1 else 'have'} it" if owners else ""


def _of_end(around: Surroundings, owner: Owner, name: str, node: ast.AnyNode) -> tuple[str, ast.Property] | None:
    """A property that is asked of a relationship, of the one end of it that has it; and the variable of that end."""
    if not owner.of_relationship or not isinstance(node, ast.Property) or not isinstance(node.subject, ast.Variable):
        return None
    ends: dict[str, str] = {}
    for path in around.census.of(ast.PathPattern):
        for place, element in enumerate(path.elements):
            if isinstance(element, ast.RelationshipPattern) and element.variable == node.subject.name:
                for end in path.elements[place - 1 : place + 2 : 2]:
                    key = _key(around, end, name)
                    if key is None or not isinstance(end, ast.NodePattern) or element.hops is not None:
                        return None
                    if key:
                        ends[end.variable or ""] = key
    if len(ends) != 1 or "" in ends:
        return None
    (at, key), *_ = ends.items()
    return at, dataclasses.replace(node, subject=dataclasses.replace(node.subject, name=at), key=key)


def _key(around: Surroundings, end: ast.AnyNode, name: str) -> str | None:
    """The name that a property has at an end of a relationship; "" where it has none, None if that is not known."""
    owner = around.owner_of(end) if isinstance(end, ast.NodePattern) else None
    if owner is None or not owner.names:
        return None
    return name if around.known.of(owner, name) else the_one(name, around.known.names(owner)) or ""
