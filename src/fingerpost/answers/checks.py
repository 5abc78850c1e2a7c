"""The text for a yes/no question whose answer is no: "Kokoro is not step free"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from fingerpost.answers.wording import WHEN, Wording, moment_kind
from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema, PropertyInfo
from fingerpost.linking import Display, described, happened, related
from fingerpost.plans import (
    AggregateFunction,
    Comparison,
    Condition,
    EdgePattern,
    Holds,
    Match,
    Plan,
    Ref,
    Test,
    Value,
    is_plural,
    joined,
    plural,
    singular,
    with_article,
    words,
)

_NUMBERS = {
    Comparison.EQ: "",
    Comparison.LT: "less than ",
    Comparison.LE: "at most ",
    Comparison.GT: "more than ",
    Comparison.GE: "at least ",
}
_MOMENTS = {
    Comparison.LT: "before",
    Comparison.LE: "on or before",
    Comparison.GT: "after",
    Comparison.GE: "on or after",
}
_TEXTS = {
    Comparison.CONTAINS: "contains",
    Comparison.STARTS_WITH: "starts with",
    Comparison.ENDS_WITH: "ends with",
}


@dataclass(frozen=True)
class _Said:
    """The phrase of a test, "has more than 500 pages", and its opposite."""

    yes: str
    no: str


@dataclass
class _Thing:
    """A node in a check: its label, its name if the check gives one, and the phrases about it."""

    label: str | None
    name: str | None = None
    said: list[_Said] = field(default_factory=list)

    @property
    def noun(self) -> str:
        return singular(words(self.label)) if self.label is not None else "thing"


class Refuted:
    """Writes the denial for a check whose result is no."""

    def __init__(self, schema: GraphSchema, display: Display, wording: Wording) -> None:
        self._schema = schema
        self._display = display
        self._wording = wording

    def text(self, plan: Plan) -> str:
        """The whole answer; a plain no if the denial cannot be written in a few words."""
        if not _asks_for_some(plan):
            return "No."
        match = _checked(plan)
        if match is None:
            return "No."
        return self._denial(match, plan) or "No, there is none."

    def _denial(self, match: Match, plan: Plan) -> str | None:
        things = {node.name: _Thing(node.label) for node in match.pattern.nodes}
        if not self._describe(things, match.where, plan):
            return None
        if match.pattern.edges:
            return self._relation(things, match.pattern.edges)
        return _single(next(iter(things.values()))) if len(things) == 1 else None

    def _describe(self, things: dict[str, _Thing], conditions: Sequence[Condition], plan: Plan) -> bool:
        """Find the name and phrases of each thing; return whether all conditions have one."""
        names: dict[str, dict[str, str]] = {name: {} for name in things}
        for test in conditions:
            if not isinstance(test, Test) or test.each is not None or test.negated or not isinstance(test.left, Ref):
                return False
            thing, property_ = things.get(test.left.name), test.left.property
            if thing is None or property_ is None or test.left.function is not None:
                return False
            if not isinstance(test.right, Value) or test.right.function is not None:
                return False
            value = plan.parameters.get(test.right.parameter)
            parts = self._display.parts(thing.label) if thing.label is not None else ()
            if test.comparison is Comparison.EQ and property_ in parts:
                names[test.left.name][property_] = str(value)
                continue
            said = self._said(property_, self._info(thing.label, property_), test.comparison, value)
            if said is None:
                return False
            thing.said.append(said)
        for name, thing in things.items():
            parts = self._display.parts(thing.label) if thing.label is not None else ()
            thing.name = " ".join(names[name][part] for part in parts if part in names[name]) or None
        return True

    def _info(self, label: str | None, name: str) -> PropertyInfo | None:
        found = self._schema.label_by_name.get(label or "")
        return found.by_name.get(name) if found is not None else None

    def _said(self, name: str, info: PropertyInfo | None, comparison: Comparison, value: Cell) -> _Said | None:
        noun = words(name)
        if isinstance(value, bool):
            if comparison is not Comparison.EQ:
                return None
            what = described(noun.removeprefix("is "))
            marked = _Said(f"is {what}", f"is not {what}")
            return marked if value else _Said(marked.no, marked.yes)
        said = self._wording.cell(value, info.unit if info is not None else None)
        moment = moment_kind(info)
        if moment is not None:
            return _moment(name, comparison, WHEN[moment], said)
        if comparison in _NUMBERS and isinstance(value, (int, float)):
            said = _NUMBERS[comparison] + said
            if is_plural(noun) and (info is None or info.unit is None):
                return _Said(f"has {said} {noun}", f"does not have {said} {noun}")
            return _has(f"{with_article(noun)} of {said}")
        if comparison is Comparison.EQ:
            return _has(f"the {noun} {said}")
        if comparison in _TEXTS:
            return _has(f"{with_article(noun)} that {_TEXTS[comparison]} “{said}”")
        if comparison is Comparison.IN and isinstance(value, tuple) and info is not None:
            return _has(f"the {noun} {joined([self._wording.cell(item, info.unit) for item in value], joint='or')}")
        return None

    def _relation(self, things: dict[str, _Thing], edges: Sequence[EdgePattern]) -> str | None:
        if any(len(edge.types) != 1 or edge.hops is not None for edge in edges):
            return None
        mentioned: set[str] = set()

        def called(name: str) -> str:
            thing = things[name]
            if name in mentioned:
                return thing.name or f"that {thing.noun}"
            mentioned.add(name)
            which = joined([said.yes for said in thing.said])
            if thing.name is None:
                return f"any {thing.noun} that {which}" if which else f"any {thing.noun}"
            return f"{thing.name} (which {which})" if which else thing.name

        claims = [f"{called(edge.start)} {related(edge.types[0])} {called(edge.end)}" for edge in edges]
        return f"No: there is no record that {joined(claims)}."


def _asks_for_some(plan: Plan) -> bool:
    """Whether a check tests for any match, not for another number of matches."""
    tests = [test for let in plan.stages[-1].lets if isinstance(let, Holds) for test in let.conditions]
    return any(
        isinstance(test, Test)
        and test.comparison is Comparison.GT
        and isinstance(test.right, Value)
        and plan.parameters.get(test.right.parameter) == 0
        for test in tests
    )


def _checked(plan: Plan) -> Match | None:
    """The single match of a check, if it has just one."""
    if len(plan.branches) > 1 or len(plan.stages) != 2:
        return None
    first = plan.stages[0]
    counts = [aggregate.function for aggregate in first.aggregates]
    if len(first.matches) != 1 or first.lets or first.columns or counts != [AggregateFunction.COUNT]:
        return None
    return None if first.having or first.aggregates[0].only or first.matches[0].optional else first.matches[0]


def _single(thing: _Thing) -> str:
    if thing.name is None:
        if not thing.said:
            return f"No: there are no {plural(thing.noun)}."
        return f"No: there is no {thing.noun} that {joined([said.yes for said in thing.said])}."
    if not thing.said:
        return f"No: there is no {thing.noun} called {thing.name}."
    if len(thing.said) == 1:
        return f"No: {thing.name} {thing.said[0].no}."
    return f"No: there is no record that {thing.name} {joined([said.yes for said in thing.said])}."


def _has(what: str) -> _Said:
    return _Said(f"has {what}", f"does not have {what}")


def _moment(name: str, comparison: Comparison, at: str, said: str) -> _Said | None:
    exactly = comparison is Comparison.EQ
    when = at if exactly else _MOMENTS.get(comparison)
    if when is None:
        return None
    event = happened(name)
    if event is None:
        return _has(f"the {words(name)} {said}" if exactly else f"{with_article(words(name))} {when} {said}")
    if event.startswith("was "):
        return _Said(f"{event} {when} {said}", f"was not {event.removeprefix('was ')} {when} {said}")
    return _Said(f"{event} {when} {said}", f"is not known to have {event} {when} {said}")
