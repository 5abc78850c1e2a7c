"""A relationship type must join what a pattern has it join, in that direction."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from fingerpost.core.schema import RelationshipInfo
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.fit.misfits import Surroundings

_REVERSED = {">": "<", "<": ">"}


def endpoints(around: Surroundings) -> None:
    """Report the relationships that never join these labels in this direction."""
    for path in around.census.of(ast.PathPattern):
        for before, relationship, after in _triples(path):
            _joined(around, before, relationship, after)


def _triples(path: ast.PathPattern) -> Iterator[tuple[ast.NodePattern, ast.RelationshipPattern, ast.NodePattern]]:
    elements = path.elements
    for index in range(1, len(elements) - 1):
        before, relationship, after = elements[index - 1 : index + 2]
        if (
            isinstance(relationship, ast.RelationshipPattern)
            and isinstance(before, ast.NodePattern)
            and isinstance(after, ast.NodePattern)
        ):
            yield before, relationship, after


def _joined(
    around: Surroundings, before: ast.NodePattern, relationship: ast.RelationshipPattern, after: ast.NodePattern
) -> None:
    hops = relationship.hops
    if hops is not None and hops.minimum == 0:
        return
    owner, left, right = around.owner_of(relationship), around.owner_of(before), around.owner_of(after)
    if owner is None or left is None or right is None or not (left.names or right.names):
        return
    every = around.schema.relationship_by_type
    if any(name not in every for name in owner.names):
        return
    if any(name not in around.schema.label_by_name for name in (*left.names, *right.names)):
        return
    types = [every[name] for name in owner.names] or list(every.values())
    several = hops is not None and not hops.minimum == hops.maximum == 1
    direction = relationship.direction
    forwards = _leads(types, left.names, right.names, several)
    backwards = _leads(types, right.names, left.names, several)
    if several and direction == "-" and _touched(types, left.names) and _touched(types, right.names):
        return  # Each step of an undirected path may go another way: two ends may both only be left.
    if (forwards and direction != "<") or (backwards and direction != ">"):
        return
    named = f"no {' or '.join(sorted(owner.names))}" if owner.names else "no relationship"
    ends = (left, right) if direction != "<" else (right, left)
    start, end = (str(each) or "a node" for each in ends)
    there = "joins" if direction == "-" else "leads from"
    turned = forwards or backwards
    around.report(
        "N004",
        f"{named} {there} {start} {'and' if direction == '-' else 'to'} {end}",
        relationship,
        suggestion="the other direction" if turned else None,
        instead=dataclasses.replace(relationship, direction=_REVERSED[direction]) if turned else None,
        fix=f"{named.removeprefix('no ')} was turned round: it leads from {end} to {start}",
    )


def _touched(types: list[RelationshipInfo], labels: frozenset[str]) -> bool:
    """Whether any of these types begins or ends at one of these labels; empty stands for any label."""
    pairs = [pair for info in types for pair in info.endpoints]
    return any(not labels or pair.start in labels or pair.end in labels for pair in pairs)


def _leads(types: list[RelationshipInfo], starts: frozenset[str], ends: frozenset[str], several: bool) -> bool:
    """Whether any of these types leads from one of these labels to one of those; empty stands for any label.

    A path of several hops has other nodes on its way: only its ends are looked at.
    """
    pairs = [pair for info in types for pair in info.endpoints]
    if several:
        return any(not starts or pair.start in starts for pair in pairs) and any(
            not ends or pair.end in ends for pair in pairs
        )
    return any((not starts or pair.start in starts) and (not ends or pair.end in ends) for pair in pairs)
