"""Follow-ups asked of one of the things that were found, whose name stands for what a pronoun refers to.

A name is read more surely than a kind of thing: "where is she from?" is read as "where is Emma Stone from?", and then
asked of everything that was found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fingerpost.core.cells import Cell, Node
from fingerpost.core.errors import FingerpostError
from fingerpost.core.limits import Limits
from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.edits import told_of_each
from fingerpost.engine.conversation.origins import (
    Origin,
    noun_of,
    origin_of,
    ranks,
    scopes,
    shown,
    shown_property,
    stages_of,
)
from fingerpost.engine.conversation.others import OTHER, found_by
from fingerpost.engine.conversation.readings import many, names_label, readings_of
from fingerpost.engine.conversation.rewording import refers_to_one
from fingerpost.engine.conversation.within import with_value, within
from fingerpost.plans import Comparison, Condition, Plan, Ref, Stage, Test, Value, rename_stage, with_used

_LOOKED_AT, _TRIED = 10, 2
"""How many of the things that were found are looked at for a name, and how many are asked about."""
_SOME = re.compile(
    r"\b(?:which|what|who|how many|how much|any|some|each|all|one|none|most|of|among|than)(?: ones?)?"
    r" (?:of |among |from |out of )?(?:all )?(?:them|those|these)\b|(?<!\bthat )(?<!\bthis )\bones?\b|\beach\b",
    re.IGNORECASE,
)
"""Words that speak of a part of what was found."""
_OWN = re.compile(r"\b(?:its|his|her|their)(?: own)?(?= \w)", re.IGNORECASE)
_BARE = re.compile(
    r"\b(?:(?:this|that|these|those) (?:one|person|people|man|woman|men|women|guys?|things?|items?)"
    r"|it|he|she|him|her|they|them|those|these|this|that)\b",
    re.IGNORECASE,
)
_SINGULAR = {"are": "is", "were": "was", "have": "has", "do": "does"}
_PLURAL_VERB = re.compile(rf"\b(?:{'|'.join(_SINGULAR)})\b", re.IGNORECASE)


def asked_of_one(context: AskContext, text: str, earlier: Plan, label: str) -> Iterator[tuple[Plan, float, float]]:
    """Readings of a text about one thing of a label, asked of all those that an earlier plan found: the plan, its
    confidence, and how likely it is beside others."""
    if _SOME.search(text) is not None:
        return
    for node in _some_of(context, earlier, label):
        name = context.display.called(node)
        form = said_of(text, name, label)
        if form is None:
            return
        parts = {part: node.properties.get(part) for part in context.display.parts(label)}
        for plan, confidence, likely in readings_of(context, form, alone=True):
            at, rest = _without_name(plan, label, parts)
            if at is None or rest is None or not _asks_something(rest):
                continue
            made = within(rest, earlier, label, single=refers_to_one(text), at=at)
            made = told_of_each(text, made, label) if made is not None else None
            if made is not None:
                yield made, confidence, likely


def asked_of_value(context: AskContext, text: str, earlier: Plan) -> Iterator[tuple[Plan, float, float]]:
    """The same of one of the values that an earlier plan shows: "who else comes from there?" after a home town."""
    by = shown_property(earlier)
    if by is None or by.property is None or _SOME.search(text) is not None:
        return
    for value in _some_values(context, earlier, by):
        form = said_of(text, str(value), by.property)
        if form is None:
            return
        for plan, confidence, likely in readings_of(context, form, alone=True):
            at, rest = _without_name(plan, by.label, {by.property: value})
            made = with_value(rest, earlier, by, at) if at is not None and rest is not None else None
            asks = rest is not None and (_asks_something(rest) or OTHER.search(text) or names_label(context, text))
            if made is not None and asks:
                yield made, confidence, likely


def _some_values(context: AskContext, earlier: Plan, by: Origin) -> list[Cell]:
    """A value that a plan shows of a property, which is read as one of that property."""
    stages = stages_of(earlier)
    seen = scopes(stages)[-1].seen if stages else {}
    place = next((n for n, c in enumerate(earlier.last.columns) if origin_of(c, seen) == by), None)
    try:
        rows = context.run(earlier, Limits(rows=_LOOKED_AT)).rows if place is not None else ()
    except FingerpostError:
        rows = ()
    values = [row[place] for row in rows if place is not None and isinstance(row[place], str)]
    return [value for value in values if _is_value_of(context, value, by)][:1]


def _is_value_of(context: AskContext, value: Cell, by: Origin) -> bool:
    mentions = [m for m in context.parser.understood(str(value)).mentions if m.kind == "value"]
    return any(m.name == by.property and by.label in m.owners for m in mentions)


def _asks_something(plan: Plan) -> bool:
    """Whether a plan says more of a thing than that there is one."""
    stages = stages_of(plan) or ()
    joined = any(match.where or match.pattern.edges for stage in stages for match in stage.matches)
    return joined or any(origin.property is not None for origin in shown(plan)) or ranks(plan)


def _some_of(context: AskContext, earlier: Plan, label: str) -> Sequence[Node]:
    """Some of the things of a label that a plan finds, with names that identify them."""
    if not context.display.parts(label):
        return ()
    nodes = found_by(context, earlier, label, _LOOKED_AT)
    return [node for node in nodes if _is_known(context, node, label)][:_TRIED]


def _is_known(context: AskContext, node: Node, label: str) -> bool:
    """Whether the name of a node is read as a name of its label, and as nothing else."""
    linked = context.parser.understood(context.display.name(node))
    values = [m for m in linked.mentions if m.kind == "value"]
    return bool(values) and all(label in m.owners for m in values if m.length == max(v.length for v in values))


def speaks_of_some(text: str) -> bool:
    """Whether a text speaks of a part of what was found, or of each: "which of them is the oldest?"."""
    return _SOME.search(text) is not None


def said_of(text: str, name: str, label: str) -> str | None:
    """A text with a name in place of its reference; None if it refers to nothing."""
    noun = f"(?:{re.escape(many(label))}|{re.escape(noun_of(label))})"
    form = re.sub(rf"\b(?:those|these|this|that|the) {noun}\b", "they", text, flags=re.IGNORECASE)
    plural = re.search(r"\b(?:they|them|those|these)\b", form, re.IGNORECASE) is not None
    form = _OWN.sub(f"{name}'s", form) if _OWN.search(form) is not None else _BARE.sub(name, form, count=1)
    if name not in form:
        return None
    return _PLURAL_VERB.sub(lambda found: _SINGULAR[found[0].lower()], form, count=1) if plural else form


def _without_name(plan: Plan, label: str, parts: dict[str, Cell]) -> tuple[str | None, Plan | None]:
    """The node of a label that a plan requires to have a name, and the plan without that; None without such a node.

    What else is called so behind it, as the clubs are of "clubs older than Ajax", is another node.
    """
    stages = stages_of(plan) or ()
    named: dict[str, int] = {}

    def bare(number: int, stage: Stage) -> Stage:
        matches = []
        for match in stage.matches:
            labels = {node.name: node.label for node in match.pattern.nodes}
            gone = [c for c in match.where if _names(c, labels, label, plan, parts)]
            named.update((c.left.name, number) for c in gone if isinstance(c, Test) and isinstance(c.left, Ref))
            matches.append(match.model_copy(update={"where": tuple(c for c in match.where if c not in gone)}))
        return stage.model_copy(update={"matches": tuple(matches)})

    left = tuple(bare(number, stage) for number, stage in enumerate(stages))
    if len(named) != 1:
        return None, None
    [(name, last)] = named.items()
    if name not in left[last].outputs:
        apart = {name: f"{name}_other"}
        left = (*left[: last + 1], *(rename_stage(stage, apart) for stage in left[last + 1 :]))
    return name, with_used(Plan(branches=(left,)), plan.parameters)


def _names(condition: Condition, labels: dict[str, str | None], label: str, plan: Plan, parts: dict[str, Cell]) -> bool:
    """Whether a condition requires a node of a label to have one of the values that make its name."""
    if not isinstance(condition, Test) or condition.comparison is not Comparison.EQ or condition.negated:
        return False
    left, right = condition.left, condition.right
    if not isinstance(left, Ref) or labels.get(left.name) != label or left.property not in parts:
        return False
    return isinstance(right, Value) and _same(plan.parameters[right.parameter], parts[left.property])


def _same(one: Cell, other: Cell) -> bool:
    return str(one).casefold() == str(other).casefold()
