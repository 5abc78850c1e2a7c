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
from fingerpost.plans import AggregateFunction, Comparison, Plan, Ref, Stage, Test, Value
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
_OF = frozenset(("of", "in", "among", "for", "from", "by", "at"))
_THEIRS = frozenset("their its his her own they he she it".split())
_THOSE = frozenset(("those", "ones", "one"))
_ONE = (("that", "of", "the"), ("those", "of", "the"), ("the",))
_WHICH = frozenset("with whose who that which named called".split())
_TOLD = frozenset("in of with who whose that from at for by".split())
"""What may follow "those" where no noun does."""
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
        if (_is_of_others(norms) or _one(linked, place + 1, end) is not None) and _THEIRS.isdisjoint(norms):
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


def _end(linked: Linked, start: int) -> int:
    """Where the sentence ends in which a word stands."""
    tokens = linked.tokens
    for place in range(start + 1, len(tokens)):
        if linked.is_behind(place, ".?!;,"):
            return place
    return len(tokens)


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
    if place is None:
        first = next(place for place, norm in enumerate(norms) if norm in _ENDS)
        if norms[first + 1] == "of":
            rest = _those(linked.text(found.start + first + 2, found.end), compared)
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
    rest = _those(rest.removeprefix("of ").removeprefix("the "), compared)
    if said and norms[0] not in ("that", *_THOSE):
        yield f"what is the {function} {said.removeprefix('the ')} {rest}"
    elif norms[place + length :][1:2] == ["of"]:
        yield f"what is the {function} {rest}"
    yield f"what is the {function} {said_so} of {rest}"


def _those(words: str, compared: Compared) -> str:
    """The words with the noun for "those": "of those in Oslo" are firms, where firms are compared."""
    first, _, behind = words.partition(" ")
    plain = first.lower() in _THOSE and behind.partition(" ")[0].lower() in _TOLD and compared.owner
    return f"{' '.join(split_name(compared.owner))} {behind}" if plain else words


def within(outer: Candidate, compared: Compared, inner: Candidate) -> Candidate | None:
    """The outer reading with the answer of the inner one in the place of the number; None where they do not fit."""
    plan = inner.plan
    if len(plan.branches) != 1 or plan.then or inner.head.kind is not Kind.AGGREGATE:
        return None
    *before, last = plan.branches[0]
    alone = len(last.aggregates) == 1 and not (last.columns or last.having or last.order or last.limit)
    if not alone or not _is_of(last, compared):
        return None
    bound = last.model_copy(update={"aggregates": (last.aggregates[0].model_copy(update={"name": _BOUND}),)})
    stages: tuple[Stage, ...] = tuple(changed((*before, bound), of_inner))
    told = compared.test.model_copy(update={"right": Ref(name=_BOUND)})
    rest = changed(outer.plan.branches[0], lambda part: told if part == compared.test else part)
    used = {part.parameter for part in parts_of(rest) if isinstance(part, Value)}
    parameters = {name: value for name, value in outer.plan.parameters.items() if name in used}
    parameters |= {inner_name(name): value for name, value in plan.parameters.items()}
    whole = Plan(branches=((*stages, *rest),), parameters=parameters)
    reasons = (*outer.reasons, Reason(NESTED, 1.0))
    return replace(outer, plan=whole, score=min(outer.score, inner.score), reasons=reasons)


def _is_of(last: Stage, compared: Compared) -> bool:
    """Whether what is asked within is a measure of the property that is compared."""
    aggregate = last.aggregates[0]
    told = isinstance(aggregate.operand, Ref) and aggregate.operand.property == compared.property
    return told and aggregate.function is not AggregateFunction.COUNT
