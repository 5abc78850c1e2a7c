"""Several counts of the same things for each of something: "for each vet, how many treatments were successful and how
many were not".

Each is a question of its own. Where their plans differ only in what is told of the things counted, they become one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from fingerpost.core.cells import Cell
from fingerpost.linking.mentions import Linked
from fingerpost.plans import AggregateFunction, Column, Condition, Plan, Ref, Stage, Value
from fingerpost.questions.rewriting import changed, renamed

_IS = "(?:is|are|was|were|has|have|had|did|do|does|can)"
_EACH = re.compile(r"(?:for|per|in|at|by|of) (?:(?P<things>(?:each|every) [^,]+)|[^,]+), (?:[a-z]+ )?$", re.IGNORECASE)
_OF_THEM = re.compile(r"^of (?:them|those|these) ", re.IGNORECASE)
_NOT = re.compile(rf"^{_IS}(?: not|n't)$", re.IGNORECASE)
_LEADING = re.compile(rf"^{_IS} (?:been |being )?", re.IGNORECASE)
_BETWEEN = re.compile(r"(?:,|,? and)? *$", re.IGNORECASE)
_CALLED = 0.8
"""Least score of a noun that says what is counted."""


class Counts(NamedTuple):
    """The questions for each count, and what each counts; `things` are those for each of which it is counted, where
    they are called so."""

    questions: tuple[str, ...]
    names: tuple[str, ...]
    things: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """Each count by itself."""
        return tuple(question[question.lower().index("how many ") :].rstrip("?") for question in self.questions)


def counts_beside(linked: Linked) -> Counts | None:
    """The questions for several counts of the same things; None where a question is none of these."""
    tokens, text = linked.tokens, linked.question.rstrip("?.! ")
    places = [n for n in range(len(tokens) - 2) if (tokens[n].norm, tokens[n + 1].norm) == ("how", "many")]
    lead = text[: tokens[places[0]].start] if len(places) > 1 else ""
    each = _EACH.fullmatch(lead)
    nouns = [m for m in linked.mentions if m.kind in ("label", "property") and m.score >= _CALLED]
    end = max((m.end for m in nouns if places and m.start == places[0] + 2), default=0)
    if each is None or not end or any(m.start == place + 2 for place in places[1:] for m in nouns):
        return None
    starts = [end, *(place + 2 for place in places[1:])]
    ends = [*(tokens[place].start for place in places[1:]), len(text)]
    told = [text[tokens[a].start : b] for a, b in zip(starts, ends, strict=True) if a < len(tokens)]
    if len(told) < len(starts):
        return None
    told = [_OF_THEM.sub("", _BETWEEN.sub("", one)) for one in told]
    told = [_NOT.sub(rf"\g<0>{_LEADING.sub(' ', told[0])}", one) for one in told]
    noun = linked.text(places[0] + 2, end)
    return Counts(
        tuple(f"{lead}how many {noun} {one}?" for one in told),
        tuple(f"{noun} {_LEADING.sub('', one)}" for one in told),
        each["things"] or "",
    )


def merged_counts(plans: Sequence[Plan], names: Sequence[str]) -> Plan | None:
    """One plan for counts of the same things for the same groups; None where they differ in more than what is told."""
    if any(len(plan.branches) != 1 or plan.then for plan in plans) or len(set(names)) < len(names):
        return None
    told = [_told(plan) for plan in plans]
    if None in told or len({_bare(plan) for plan in plans}) > 1:
        return None
    known = [one for one in told if one is not None]
    common = set.intersection(*(set(one) for one in known))
    if any(common.issuperset(one) for one in known):
        return None  # nothing that is told of some is told of these
    grouped, *rest = plans[0].branches[0]
    parameters: dict[str, Cell] = dict(plans[0].parameters)
    counts = []
    for number, (plan, own, name) in enumerate(zip(plans, known, names, strict=True)):
        only = tuple(condition for key, condition in own.items() if key not in common)
        if number:
            only = tuple(_numbered(condition, number) for condition in only)
            parameters |= {f"{key}_{number}": value for key, value in plan.parameters.items()}
        counts.append(grouped.aggregates[0].model_copy(update={"name": name, "only": only}))
    match = grouped.matches[0]
    where = tuple(condition for key, condition in known[0].items() if key in common)
    matches = (match.model_copy(update={"where": where}), *grouped.matches[1:])
    whole = grouped.model_copy(update={"matches": matches, "aggregates": tuple(counts), "order": ()})
    said = grouped.aggregates[0].name
    return Plan(branches=((whole, *(_showing(stage, said, names) for stage in rest)),), parameters=parameters)


def _numbered(condition: Condition, number: int) -> Condition:
    """A condition with its values named apart from those of the first plan."""
    made: Condition = changed(condition, lambda part: renamed(part, lambda name: f"{name}_{number}"))
    return made


def _told(plan: Plan) -> dict[str, Condition] | None:
    """What is told of the things that a plan counts; None where it counts otherwise."""
    grouped = plan.branches[0][0]
    counted = [a for a in grouped.aggregates if a.function is AggregateFunction.COUNT]
    if len(counted) != 1 or len(grouped.aggregates) != 1 or not grouped.columns or not grouped.matches:
        return None
    return {_key(condition, plan): condition for condition in grouped.matches[0].where}


def _key(condition: Condition, plan: Plan) -> str:
    """A condition with its values in it."""
    held = changed(condition, lambda part: _filled(part, plan))
    return str(held.model_dump_json())


def _filled(part: object, plan: Plan) -> object:
    if not isinstance(part, Value):
        return part
    value = json.dumps(plan.parameters.get(part.parameter), default=str)
    return part.model_copy(update={"parameter": value})


def _bare(plan: Plan) -> str:
    """A plan without what is told of what it matches."""
    first, *rest = plan.branches[0]
    match = first.matches[0].model_copy(update={"where": ()})
    bare = first.model_copy(update={"matches": (match, *first.matches[1:])})
    return json.dumps([stage.model_dump(mode="json") for stage in (bare, *rest)])


def _showing(stage: Stage, said: str, names: Sequence[str]) -> Stage:
    """A last stage with all the counts in the place of one."""
    columns = [c for c in stage.columns if c.name != said]
    return stage.model_copy(
        update={"columns": (*columns, *(Column(name=n, operand=Ref(name=n)) for n in names)), "order": ()}
    )
