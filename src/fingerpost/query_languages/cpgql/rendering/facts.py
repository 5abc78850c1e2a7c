"""Labels, properties and relationships as trees of CPGQL, with a name put in for the node."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from fingerpost.core.cpg_view import EdgeView, LabelView, cpg_view
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.query_languages.cpgql.ast import Chain, Expression, Group, Lambda, Literal, Operation, Step
from fingerpost.query_languages.cpgql.parser import parse_expression

_ELEMENT: Final = {
    "code": "x.code",
    "lineNumber": "x.lineNumber.getOrElse(0)",
    "location": 'x.file.name.headOption.getOrElse("<empty>") + ":" + x.lineNumber.getOrElse(0)',
}
"""Properties of an element of a flow of data, whatever kind of node it is."""


def start(label: str) -> Chain:
    """All nodes that a label is among. Raises `UnsupportedConstruct`."""
    return Chain("cpg", (Step(_view(label).start),))


def condition(label: str, node: str) -> Expression | None:
    """What holds for a node that has the label, besides being one of `start`."""
    where = _view(label).where
    return None if where is None else put(_tree(where), node)


def property_of(label: str, name: str, node: str | Chain) -> Expression:
    """A property of a node.

    Raises:
        UnsupportedConstruct: the graph of a Joern server has no such label or property.
    """
    text = _ELEMENT.get(name) if label == "ELEMENT" else _view(label).properties.get(name)
    if text is None:
        raise UnsupportedConstruct(f"on a Joern server, {label} has no property {name}")
    return put(_tree(text), node)


def edge(types: tuple[str, ...], start_label: str | None, end_label: str | None) -> EdgeView:
    """The relationship of one type between two labels; a label that is not known fits any.

    Raises:
        UnsupportedConstruct: there is none, or there are several.
    """
    if len(types) != 1:
        raise UnsupportedConstruct("on a Joern server, a relationship has exactly one type")
    view = cpg_view()
    fits = [
        one
        for one in view.edges
        if one.type == types[0]
        and (start_label is None or _meets(start_label, one.start))
        and (end_label is None or _meets(end_label, one.end))
    ]
    if not fits:
        said = f"from {start_label or 'any node'} to {end_label or 'any node'}"
        raise UnsupportedConstruct(f"on a Joern server, no {types[0]} leads {said}")
    if len(fits) > 1:
        raise UnsupportedConstruct(f"on a Joern server, both ends of {types[0]} need a label")
    return fits[0]


def walk(view: EdgeView, node: str, *, backwards: bool) -> Chain:
    """The traversal of a relationship from a node."""
    made = put(_tree(view.backward if backwards else view.forward), node)
    if not isinstance(made, Chain):
        raise UnsupportedConstruct(f"{view.type} is not a traversal")
    return made


def put(tree: Expression, node: str | Chain) -> Expression:
    """The tree with a name, or a chain, in the place of `x`."""
    if isinstance(tree, Chain) and tree.root == "x" and isinstance(node, Chain):
        made = put(replace(tree, root="_"), "_")
        return Chain(node.root, (*node.steps, *made.steps)) if isinstance(made, Chain) else made
    if isinstance(tree, Chain):
        steps = tuple(
            replace(step, arguments=tuple(tuple(put(one, node) for one in given) for given in step.arguments))
            for step in tree.steps
        )
        return replace(tree, root=str(node) if tree.root == "x" else tree.root, steps=steps)
    if isinstance(tree, Lambda):
        return replace(tree, body=put(tree.body, node))
    if isinstance(tree, Operation):
        return replace(tree, operands=tuple(put(one, node) for one in tree.operands))
    if isinstance(tree, Group):
        return replace(tree, items=tuple(put(one, node) for one in tree.items))
    return tree


@cache
def _tree(text: str) -> Expression:
    return parse_expression(text, "x")


def _view(label: str) -> LabelView:
    found = cpg_view().labels.get(label)
    if found is None:
        raise UnsupportedConstruct(f"a Joern server has no label {label}")
    return found


def _meets(label: str, wanted: str) -> bool:
    """Whether a node of a label can be one of another: the one is a part of the other."""
    view = cpg_view()
    known = label in view.labels
    return known and (view.is_a(label, wanted) or view.is_a(wanted, label))


def literal(value: object) -> Literal:
    """A literal.

    Raises:
        UnsupportedConstruct: CPGQL has none for this value.
    """
    if isinstance(value, str | bool | int) and (isinstance(value, str | bool) or abs(value) < 2**31):
        return Literal(value)
    raise UnsupportedConstruct(f"CPGQL has no literal for {value!r}")
