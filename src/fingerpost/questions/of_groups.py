"""Things of groups that are told by how many they have: "customers in countries with more than ten customers".

Where a group is only a value that things share, what tells of it is read as a question of its own, "which countries
have more than ten customers"; the rest is read without it, and held against its answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from fingerpost.linking.mentions import Linked
from fingerpost.linking.scores import OWN
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.plans import Column, Comparison, Match, Plan, Ref, Stage, Test, Value
from fingerpost.questions.candidates import Candidate
from fingerpost.questions.markers import Role, find_markers
from fingerpost.questions.nested import NESTED
from fingerpost.questions.rewriting import changed, inner_name, of_inner, parts_of
from fingerpost.questions.roles import COUNTED
from fingerpost.questions.state import Reason

_GROUP = "group"
_INSIDE = frozenset("in from of by at with on for to whose where have has having".split())
"""Words before a group: "from hometowns with", "whose hometown has"."""
_DETERMINERS = frozenset("the a an any those these that some all same".split())
_FOR = frozenset(("for", "of", "among"))
_CLAUSES = frozenset("that which who where".split())
_HAVING = frozenset("with having has have had containing".split())
_MOST_WORDS = 4
"""Most words of "that have" and the like before how many."""
_SHORTEST = 3
"""Least words before a group of which something is asked."""


class Grouped(NamedTuple):
    """A question without what tells of a group, that as a question, and the property and label of what is grouped."""

    outer: str
    inner: str
    label: str
    properties: tuple[str, ...]


def grouped(linked: Linked) -> Grouped | None:
    """The two questions that one is; None where no group is told by how many of what is asked for it has."""
    labels = [m for m in linked.mentions if m.kind == "label" and m.score >= OWN]
    for group in linked.mentions:
        if group.kind != "property" or group.score < OWN or any(m.start == group.start for m in labels):
            continue
        end = next((n for n in range(group.end, len(linked.tokens)) if linked.is_behind(n, ".?!;,")), None)
        end = len(linked.tokens) if end is None else end
        rest = _rest(linked, group.start, end)
        asked = {m.name for m in labels if rest is not None and rest.start <= m.start and m.end <= rest.stop}
        if rest is None or group.owners.isdisjoint(asked):
            continue
        told = _told(linked, group.end, end)
        counted = {m.name for m in labels if told is not None and told <= m.start < end}
        label = next(iter(sorted(group.owners & counted & asked)), None)
        if told is not None and label is not None:
            same = [m.name for m in linked.mentions if m.kind == "property" and m.start == group.start]
            behind = linked.question[linked.tokens[end - 1].end :] if rest.stop <= group.start else ""
            outer = f"{linked.text(rest.start, rest.stop)}{behind}"
            inner = f"which {linked.text(group.start, group.end)} have {linked.text(told, end)}"
            return Grouped(outer, inner, label, tuple(same))
    return None


def _told(linked: Linked, place: int, end: int) -> int | None:
    """Where it begins to be told how many a group has: "with more than ten", "who made the most"."""
    marker = min((m for m in find_markers(linked) if place <= m.start < end), key=lambda m: m.start, default=None)
    if marker is None or not (
        marker.role is Role.COMPARE or (marker.role is Role.SUPERLATIVE and marker.value in COUNTED)
    ):
        return None
    before = [token.norm for token in linked.tokens[place : marker.start] if token.norm not in _DETERMINERS]
    clause = len(before) > 1 and before[0] in _CLAUSES and len(before) <= _MOST_WORDS
    return marker.start if clause or (len(before) == 1 and before[0] in _HAVING) else None


def _rest(linked: Linked, place: int, end: int) -> range | None:
    """The words without those that speak of a group, which begin at a place; None where nothing is of it."""
    tokens = linked.tokens
    while place > 0 and tokens[place - 1].norm in _DETERMINERS:
        place -= 1
    if place == 1 and tokens[0].norm in _FOR:
        return range(end, len(tokens)) if end < len(tokens) and linked.is_behind(end, ",") else None
    if place < _SHORTEST or tokens[place - 1].norm not in _INSIDE:
        return None
    said = {n for m in linked.mentions for n in range(m.start, m.end)}
    last = place - 1
    while last > 0 and last - 1 not in said and tokens[last - 1].norm in FUNCTION_WORDS:
        last -= 1
    return range(last)


def among(outer: Candidate, parts: Grouped, inner: Candidate) -> Candidate | None:
    """The outer reading, only of what is in the groups that the inner one finds; None where they do not fit."""
    if len(outer.plan.branches) != 1 or outer.plan.then or len(inner.plan.branches) != 1 or inner.plan.then:
        return None
    *before, last = inner.plan.branches[0]
    key = next(((column, name) for column in last.columns for name in _keys(before, column, parts)), None)
    stages = outer.plan.branches[0]
    node = next(
        (name for match in stages[0].matches[:1] for name, label in _named(match) if label == parts.label), None
    )
    if key is None or node is None or len([stage for stage in stages if stage.matches]) != 1:
        return None
    column, name = key
    bound = Stage(columns=(Column(name=_GROUP, operand=column.operand),), distinct=True)
    alike = Test(left=Ref(name=node, property=name), comparison=Comparison.EQ, right=Ref(name=_GROUP))
    first = stages[0].matches[0]
    matched = stages[0].model_copy(
        update={"matches": (first.model_copy(update={"where": (*first.where, alike)}), *stages[0].matches[1:])}
    )
    within: tuple[Stage, ...] = tuple(changed((*before, bound), of_inner))
    parameters = dict(outer.plan.parameters)
    used = {part.parameter for stage in within for part in parts_of(stage) if isinstance(part, Value)}
    parameters |= {inner_name(n): v for n, v in inner.plan.parameters.items() if inner_name(n) in used}
    whole = Plan(branches=((*within, matched, *stages[1:]),), parameters=parameters)
    reasons = (*outer.reasons, Reason(NESTED, 1.0))
    return replace(outer, plan=whole, score=min(outer.score, inner.score), reasons=reasons)


def _keys(stages: list[Stage], column: Column, parts: Grouped) -> Iterator[str]:
    """The property that a column of the last stage holds, where what is grouped is grouped by it."""
    told = column.operand
    if not isinstance(told, Ref) or told.property is not None:
        return
    for stage in stages:
        labels = {name: label for match in stage.matches for name, label in _named(match)}
        for key in stage.columns:
            of = key.operand
            if key.name == told.name and isinstance(of, Ref) and labels.get(of.name) == parts.label:
                yield from (name for name in parts.properties if name == of.property and stage.aggregates)


def _named(match: Match) -> Iterator[tuple[str, str | None]]:
    yield from ((node.name, node.label) for node in match.pattern.nodes)
