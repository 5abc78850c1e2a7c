"""What a plan speaks of: labels, relationship types and properties, each as often as it does."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from fingerpost.core.schema import Frozen
from fingerpost.plans import EdgePattern, NodePattern, Plan, Ref


class Element(NamedTuple):
    """A label, a relationship type, or a property with the label or type of its owner ("" where that is not known)."""

    kind: str
    name: str
    owner: str = ""


def elements(plan: Plan) -> Counter[Element]:
    """The elements of a plan."""
    found: list[object] = []
    stack: list[object] = [*plan.branches, *plan.then]
    while stack:
        current = stack.pop()
        if isinstance(current, tuple):
            stack.extend(current)
        elif isinstance(current, Frozen):
            found.append(current)
            stack.extend(value for _, value in current)
    owners = {node.name: node.label for node in found if isinstance(node, NodePattern) and node.label is not None}
    for edge in found:
        if isinstance(edge, EdgePattern) and edge.name is not None and len(edge.types) == 1:
            owners[edge.name] = edge.types[0]
    spoken: Counter[Element] = Counter()
    for part in found:
        if isinstance(part, NodePattern) and part.label is not None:
            spoken[Element("label", part.label)] += 1
        elif isinstance(part, EdgePattern):
            spoken.update(Element("relation", type_) for type_ in part.types)
        elif isinstance(part, Ref) and part.property is not None:
            spoken[Element("property", part.property, owners.get(part.name, ""))] += 1
    return spoken
