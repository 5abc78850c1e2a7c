"""A relationship type must join what a pattern has it join, in that direction, one step after the other."""

from __future__ import annotations

import dataclasses

from fingerpost.query_languages.cypher.fit.misfits import Surroundings
from fingerpost.query_languages.cypher.fit.owners import Owner
from fingerpost.query_languages.cypher.fit.paths import Labels, Step
from fingerpost.query_languages.cypher.fit.typed import Joint
from fingerpost.query_languages.cypher.semantics.kinds import Element

_REVERSED = {">": "<", "<": ">"}


def endpoints(around: Surroundings) -> None:
    """Report the relationships that never join these labels in this direction.

    If the ends alone show it, the relationship is reversed where its type only leads the other way. If it takes more to
    see that nothing matches, any of the steps may be the wrong one.
    """
    for joint in around.typed.joints:
        if not _turned(around, joint) and joint.impossible is not None:
            step, left, right = joint.impossible
            _report(around, step, left, right)


def _turned(around: Surroundings, joint: Joint) -> bool:
    """Report the steps that the labels written at their own ends rule out; whether there are any."""
    declared: dict[str | int, Labels] = {}
    for step in joint.steps:
        for key, node in ((step.left, step.before), (step.right, step.after)):
            kind = around.kind(node)
            exist = isinstance(kind, Element) and all(n in around.schema.label_by_name for n in kind.declared)
            declared[key] = (kind.declared or None) if isinstance(kind, Element) and exist else None
    found = False
    ways = around.typed.ways
    for step in joint.steps:
        left, right = declared[step.left], declared[step.right]
        if ways.ends(step, left, right) is not None:
            continue
        found = True
        direction = _REVERSED.get(step.pattern.direction)
        turned = direction is not None and ways.ends(step, left, right, direction=direction) is not None
        _report(around, step, left, right, turned=direction if turned else None)
    return found


def _report(around: Surroundings, step: Step, left: Labels, right: Labels, turned: str | None = None) -> None:
    types = str(Owner(step.types, True))
    hops = step.pattern.hops
    named = f"no {types}" if types else "no relationship"
    if hops is not None and not hops.minimum == hops.maximum == 1:
        named = f"no path of {types}" if types else "no path"
    direction = step.pattern.direction
    ends = (left, right) if direction != "<" else (right, left)
    start, end = (str(Owner(each, False)) if each else "a node" for each in ends)
    there = "joins" if direction == "-" else "leads from"
    meant = turned if step.types else None
    around.report(
        "N004",
        f"{named} {there} {start} {'and' if direction == '-' else 'to'} {end}",
        step.pattern,
        suggestion="the other direction" if turned else None,
        instead=dataclasses.replace(step.pattern, direction=meant) if meant else None,
        fix=f"{types} was reversed: it leads from {end} to {start}",
        severity=None if meant or around.schema.open else around.policy.unjoined,
    )
