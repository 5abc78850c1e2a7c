"""Questions within questions: "larger than any firm in Oslo", "more than the highest salary in Finance".

What stands behind "than" is read as a question of its own, of the same property; its one value is what the others are
held against. The outer question is read with a number in its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from fingerpost.linking.mentions import Linked
from fingerpost.linking.text import split_name
from fingerpost.plans import Aggregate, AggregateFunction, Comparison, Plan, Ref, Stage, Test, Value
from fingerpost.questions.algebra import Kind
from fingerpost.questions.candidates import Candidate
from fingerpost.questions.rewriting import changed, inner_name, of_inner, parts_of
from fingerpost.questions.state import Reason

NESTED = "nested"
"""The feature of what is compared with the answer of another question."""
_PLACEHOLDERS = {"before": 2001, "after": 2001}
"""Numbers to read the outer question with, other than 0."""
_BOUND = "bound"
_THAN = frozenset("than above below over under before after".split())
_ALL = frozenset(("all", "every", "each", "any"))
_SOME = ("some", "at least one", "one of")
_QUANTIFIERS = (*_ALL, *_SOME)
_ENDS = frozenset("highest lowest maximum minimum average mean largest smallest greatest".split())
_MEANS = frozenset(("average", "mean"))
_OF = frozenset(("of", "in", "among", "for", "from", "by", "at"))
_THEIRS = frozenset("their its his her own they he she it".split())
_THOSE = frozenset(("those", "ones", "one"))
_ONE = (("that", "of", "the"), ("those", "of", "the"), ("the",))
_WHICH = frozenset("with whose who that which named called".split())
_DOES = frozenset("did does do was is were has had".split())
"""What stands for a verb that was said already: "before the owner of the barn did"."""
_TELLING = 3
"""The least of words that tell which thing is meant: "the one upstairs"."""
_HELD = "held"
_NEAR = 5
"""How many words behind "than" what is said of all, of some, or of the highest may begin."""
_UPWARD = (Comparison.GT, Comparison.GE)
_DOWNWARD = (Comparison.LT, Comparison.LE)


class Nested(NamedTuple):
    """The outer question with a number in the place of the inner one, and where the words of that begin and end."""

    outer: str
    number: int
    start: int
    end: int


class Compared(NamedTuple):
    """What the outer question compares with the number: a property of a label or type, and whether it is to be more."""

    owner: str
    property: str
    upward: bool
    test: Test


def nested(linked: Linked) -> Nested | None:
    """The parts of a question that compares with the answer of another; None where it does not."""
    tokens = linked.tokens
    for place, token in enumerate(tokens[:-2]):
        if token.norm not in _THAN or token.quoted:
            continue
        end = _end(linked, place + 1)
        norms = [t.norm for t in tokens[place + 1 : end]]
        others = _is_of_others(norms) or _one(linked, place + 1, end) is not None or _is_told(linked, place + 1, end)
        if others and _THEIRS.isdisjoint(norms):
            before, behind = linked.question[: token.end], linked.question[tokens[end - 1].end :]
            number = _PLACEHOLDERS.get(token.norm, 0)
            return Nested(f"{before} {number}{behind}", number, place + 1, end)
    return None


def _one(linked: Linked, start: int, end: int) -> int | None:
    """Where one thing is spoken of and told which it is: behind "than that of the", "than the"; None where none is."""
    norms = [token.norm for token in linked.tokens[start:end]]
    length = next((len(said) for said in _ONE if tuple(norms[: len(said)]) == said), 0)
    for mention in linked.mentions:
        if mention.kind == "label" and mention.start == start + length and mention.end < end:
            behind = linked.tokens[mention.end]
            if behind.norm in _WHICH if length else behind.numeric:
                return start + length
    return None


def _is_told(linked: Linked, start: int, end: int) -> bool:
    """Whether one thing is told by more than its name: "the one that Ann drives", "the owner of the barn"."""
    norms = [token.norm for token in linked.tokens[start:end]]
    if norms[:1] != ["the"] or len(norms) < _TELLING or any(token.quoted for token in linked.tokens[start : start + 2]):
        return False
    named = any(m.kind in ("property", "value") and m.start == start + 1 and m.end == end for m in linked.mentions)
    return not named and not any(token.numeric for token in linked.tokens[start:end])  # "after the year 1900"


def _end(linked: Linked, start: int) -> int:
    """Where what is said of a thing ends: with the sentence, before "but", before a verb that stands for the other."""
    tokens = linked.tokens
    for place in range(start + 1, len(tokens)):
        if linked.is_behind(place, ".?!;,") or tokens[place].norm == "but":
            return place
    return len(tokens) - (tokens[-1].norm in _DOES and len(tokens) - 1 > start)


def _is_of_others(norms: list[str]) -> bool:
    """Whether words speak of all or some of others, or of the highest or the average of them."""
    near = norms[:_NEAR]
    if any(_quantified(norms, place) for place in range(len(near))):
        return True
    first = next((place for place, norm in enumerate(near[:2]) if norm in _ENDS), None)
    return first is not None and any(norm in _OF for norm in norms[first + 2 :])


def _quantified(norms: list[str], place: int) -> int:
    """How many words from a place on say that all or some are meant, at the beginning or behind "the salary of"."""
    said = next((q for q in _QUANTIFIERS if norms[place : place + len(q.split())] == q.split()), "")
    length = len(said.split())
    begins = place == 0 or (norms[place - 1] in _OF and not any(norm[:1].isdigit() for norm in norms[:place]))
    return length if length and begins and place + length < len(norms) else 0


def compared_in(candidate: Candidate, number: int) -> Compared | None:
    """What a reading of the outer question holds against the number; None where it does not, or not only once."""
    plan = candidate.plan
    if len(plan.branches) != 1 or plan.then:
        return None
    tests = [
        test
        for match in plan.branches[0][0].matches
        for test in match.where
        if isinstance(test, Test) and isinstance(test.right, Value) and _is_placeholder(plan, test.right, number)
    ]
    uses = sum(isinstance(part, Value) and _is_placeholder(plan, part, number) for part in parts_of(plan.branches))
    if len(tests) != 1 or uses != 1:
        return None
    left, comparison = tests[0].left, tests[0].comparison
    plain = isinstance(left, Ref) and left.property is not None and left.function is None and not tests[0].negated
    if not plain or comparison not in (*_UPWARD, *_DOWNWARD):
        return None
    assert isinstance(left, Ref)
    patterns = [match.pattern for match in plan.branches[0][0].matches]
    owners = {node.name: node.label for pattern in patterns for node in pattern.nodes}
    return Compared(owners.get(left.name) or "", left.property or "", comparison in _UPWARD, tests[0])


def _is_placeholder(plan: Plan, value: Value, number: int) -> bool:
    told = plan.parameters.get(value.parameter)
    if number in _PLACEHOLDERS.values():  # "after 2001" is from 2002 on, of dates kept as text too
        return str(told) in (str(number), str(number + 1))
    return not isinstance(told, (bool, str)) and told == number


def inner_questions(linked: Linked, found: Nested, compared: Compared) -> Iterator[str]:
    """The ways to ask for what is compared with: with the property as it is said there, else as the graph calls it."""
    tokens = linked.tokens[found.start : found.end]
    norms = [token.norm for token in tokens]
    place = next((p for p in range(min(_NEAR, len(norms))) if _quantified(norms, p)), None)
    said_so = " ".join(split_name(compared.property))
    one = _one(linked, found.start, found.end)
    if place is None and one is not None:
        yield f"what is the maximum {said_so} of the {linked.text(one, found.end)}"
        return
    if place is None and not _is_of_others(norms):
        yield from _of_one(linked, found, compared, said_so)
        return
    if place is None:
        first = next(place for place, norm in enumerate(norms) if norm in _ENDS)
        if norms[first + 1] == "of":
            rest = linked.text(found.start + first + 2, found.end)
            yield f"what is the {norms[first]} {said_so} of {rest}"
        else:
            yield f"what is {linked.text(found.start, found.end)}"
        return
    length = _quantified(norms, place)
    every = norms[place] in _ALL
    function = "maximum" if every == compared.upward else "minimum"
    said = linked.text(found.start, found.start + place) if place else ""
    if not _ENDS.isdisjoint(norms[:place]):
        yield f"what is {said} {linked.text(found.start + place + length, found.end)}"
        return
    rest = linked.text(found.start + place + length, found.end)
    rest = rest.removeprefix("of ").removeprefix("the ")
    if said and norms[0] not in ("that", *_THOSE):
        yield f"what is the {function} {said.removeprefix('the ')} {rest}"
    elif norms[place + length :][1:2] == ["of"]:
        yield f"what is the {function} {rest}"
    yield f"what is the {function} {said_so} of {rest}"


def _of_one(linked: Linked, found: Nested, compared: Compared, said_so: str) -> Iterator[str]:
    """ "The average tent", "the one that Ann drives", "the owner of the barn": what is asked of it."""
    words = linked.tokens[found.start + 1 : found.end]
    if words[0].norm in _MEANS:
        yield f"what is the average {said_so} of {linked.text(found.start + 2, found.end)}"
        return
    rest = linked.text(found.start + 1, found.end)
    if words[0].norm in _THOSE:
        rest = f"{' '.join(split_name(compared.owner))} {linked.text(found.start + 2, found.end)}"
    yield f"what is the {said_so} of the {rest}"


def within(outer: Candidate, compared: Compared, inner: Candidate) -> Candidate | None:
    """The outer reading with the answer of the inner one in the place of the number; None where they do not fit."""
    plan = inner.plan
    bounding = _bounding(inner, compared)
    if bounding is None:
        return None
    stages: tuple[Stage, ...] = tuple(changed(bounding, of_inner))
    beyond = Comparison.GT if compared.upward else Comparison.LT
    strict = compared.test.comparison if inner.head.kind is Kind.AGGREGATE else beyond
    told = compared.test.model_copy(update={"right": Ref(name=_BOUND), "comparison": strict})
    rest = changed(outer.plan.branches[0], lambda part: told if part == compared.test else part)
    used = {part.parameter for part in parts_of(rest) if isinstance(part, Value)}
    parameters = {name: value for name, value in outer.plan.parameters.items() if name in used}
    parameters |= {inner_name(name): value for name, value in plan.parameters.items()}
    whole = Plan(branches=((*stages, *rest),), parameters=parameters)
    reasons = (*outer.reasons, Reason(NESTED, 1.0))
    return replace(outer, plan=whole, score=min(outer.score, inner.score), reasons=reasons)


def _bounding(inner: Candidate, compared: Compared) -> tuple[Stage, ...] | None:
    """The stages that end in the one value that others are held against; None where they measure something else."""
    plan = inner.plan
    if len(plan.branches) != 1 or plan.then:
        return None
    *before, last = plan.branches[0]
    if last.having or last.order or last.limit:
        return None
    if inner.head.kind is Kind.AGGREGATE and len(last.aggregates) == 1 and not last.columns:
        bound = last.aggregates[0].model_copy(update={"name": _BOUND})
        measures = bound.function is not AggregateFunction.COUNT and _is_of(bound.operand, compared)
        return (*before, last.model_copy(update={"aggregates": (bound,)})) if measures else None
    own = [column for column in last.columns if _is_of(column.operand, compared)]
    if inner.head.kind is not Kind.LIST or last.aggregates or len(own) != 1 or len(last.columns) != 1:
        return None
    held = last.model_copy(update={"columns": (own[0].model_copy(update={"name": _HELD}),)})
    function = AggregateFunction.MAX if compared.upward else AggregateFunction.MIN
    return (*before, held, Stage(aggregates=(Aggregate(name=_BOUND, function=function, operand=Ref(name=_HELD)),)))


def _is_of(operand: object, compared: Compared) -> bool:
    """Whether what is asked within is the property that is compared."""
    return isinstance(operand, Ref) and operand.property == compared.property
