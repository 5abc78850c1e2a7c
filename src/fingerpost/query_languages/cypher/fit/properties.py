"""Properties must exist on what is asked for them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from functools import partial

from fingerpost.core.nearest import closest, the_one
from fingerpost.core.schema import LabelInfo, RelationshipInfo
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.fit.misfits import Owner, Surroundings


def properties(around: Surroundings) -> None:
    """Report the properties that their label or type does not have."""
    for node in around.census.of(ast.Property):
        owner = around.owner(node.subject.name) if isinstance(node.subject, ast.Variable) else None
        if owner is not None:
            _asked(around, owner, node.key, node, partial(_with_key, node))
    for element in around.elements():
        owner = around.owner_of(element)
        if isinstance(element.properties, ast.MapLiteral) and owner is not None:
            for name, _ in element.properties.items:
                _asked(around, owner, name, element.properties, partial(_with_entry, element.properties, name))
    for projection in around.census.of(ast.MapProjection):
        owner = around.owner(projection.subject)
        if owner is not None:
            for kind, name, _ in projection.items:
                if kind == "property":
                    _asked(around, owner, name, projection, partial(_with_item, projection, name))


def _with_key(node: ast.Property, key: str) -> ast.Property:
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
    if around.infos(owner, name):
        return
    known = _known(around, owner)
    if name in known:
        return
    meant = the_one(name, known)
    of = str(owner)
    around.report(
        "N003",
        f"{of} has no property {name}" if of else f"nothing in this graph has the property {name}",
        node,
        suggestion=meant or closest(name, known),
        instead=meant and renamed(meant),
        fix=f"the property {name} was read as {meant}",
    )


def _known(around: Surroundings, owner: Owner) -> frozenset[str]:
    """All properties that the owner may have: any of the graph where a label is not known either."""
    schema = around.schema
    known: Mapping[str, LabelInfo | RelationshipInfo] = (
        schema.relationship_by_type if owner.of_relationship else schema.label_by_name
    )
    if not owner.names or any(name not in known for name in owner.names):
        return schema.property_names
    return frozenset(info.name for name in owner.names for info in known[name].properties)
