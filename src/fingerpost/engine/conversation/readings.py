"""Texts read as questions of their own on the way to a follow-up, and what their readings say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fingerpost.core.cells import Cell
from fingerpost.core.errors import PlanError, QueryRejected, UnsupportedConstruct
from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.origins import listing, noun_of, shown
from fingerpost.engine.reading import is_read, tried
from fingerpost.plans import Comparison, Match, Plan, Ref, Test, Value, check, is_plural, plural

READINGS = 3
"""How many readings of a text are looked at."""
NAMED = 0.95
"""Least score of a property that is said as it is called."""
_IGNORED = 0.6
"""What each word costs that a reading passes over."""
_SURE = 0.5
"""The confidence from which a word that is only near to a name is taken for it."""
_WHERE = re.compile(r"(?:where|when|how|why)\b(?! (?:is|are|was|were)\b)", re.IGNORECASE)
"""How a question begins that things of a kind themselves do not answer."""


def guesses(context: AskContext, question: str) -> bool:
    """Whether a question has a word that is only near in meaning to something in the graph."""
    return bool(context.parser.understood(question).guessed())


def only_property(context: AskContext, words: str) -> list[str]:
    """The properties that words name, if they name nothing else."""
    linked = context.parser.understood(words)
    places = set(linked.content)
    return [
        m.name
        for m in linked.mentions
        if m.kind == "property" and m.score >= NAMED and places and places <= set(range(m.start, m.end))
    ]


def names_label(context: AskContext, question: str) -> bool:
    """Whether a question says what kind of thing it is about."""
    return any(mention.kind == "label" for mention in context.parser.understood(question).outright)


def names_value(context: AskContext, words: str) -> bool:
    """Whether words name a value outright, and no kind of thing."""
    kinds = {mention.kind for mention in context.parser.understood(words).outright}
    return kinds == {"value"}


def label_named(context: AskContext, words: str) -> str | None:
    """The label that words name, if they name nothing else."""
    bare = re.sub(r"^(?:how many|number of|the|all)\b ?", "", words).strip().lower()
    named = (label.name for label in context.schema.labels)
    return next((name for name in named if bare and bare in (noun_of(name), many(name))), None)


def passes(context: AskContext, plan: Plan) -> bool:
    """Whether a plan is sound, may find something, and the gate lets it through."""
    if any(_contradicts(match, plan) for stage in plan.stages for match in stage.matches):
        return False
    try:
        context.gate.check_plan(check(plan))
    except (PlanError, QueryRejected, UnsupportedConstruct):
        return False
    return True


def _contradicts(match: Match, plan: Plan) -> bool:
    """Whether a match requires one property of one thing to be two values."""
    values: dict[tuple[str, str], Cell] = {}
    for test in match.where:
        left, right = (test.left, test.right) if isinstance(test, Test) else (None, None)
        if not isinstance(test, Test) or test.negated or test.comparison is not Comparison.EQ or test.each is not None:
            continue
        if isinstance(left, Ref) and left.property and not left.function and isinstance(right, Value):
            value = plan.parameters[right.parameter]
            if values.setdefault((left.name, left.property), value) != value:
                return True
    return False


def readings_of(context: AskContext, text: str, *, alone: bool = False) -> Iterator[tuple[Plan, float, float]]:
    """The readings of a text, with their confidence, and how likely each is beside those of other texts.

    With `alone`, only of one that would be answered as a question of its own.
    """
    run, _ = tried(context, text)
    if alone and not is_read(run):
        return
    parsed = run.parsed if run.asked == text else None
    guessed = bool(parsed.linked.guessed()) if parsed is not None else guesses(context, text)
    asks_for_more = _WHERE.match(text) is not None
    for ranked in run.ranked[:READINGS]:
        plan, confidence = ranked.candidate.plan, round(ranked.confidence, 4)
        ignored = len(run.ranked[0].ignored) if plan == run.plan else 0
        if ((ignored or asks_for_more) and lists_all(plan)) or (guessed and _only_kinds(plan)):
            continue  # what was asked of it was not understood
        if not guessed or confidence >= _SURE:
            yield plan, confidence, confidence * _IGNORED**ignored
    if not run.ranked and run.plan is not None:
        yield run.plan, round(run.confidence, 4), round(run.confidence, 4)


def whole_reading(
    context: AskContext, text: str, *, alone: bool = False, trying: bool = True, given: str = ""
) -> tuple[Plan, float] | None:
    """The best reading of a text, with its confidence; None without one, or if it passes over a word not `given`.

    With `alone`, only if it would be answered as a question of its own; `trying`: queries may run to compare readings.
    """
    run, _ = tried(context, text, trying=trying)
    best = run.ranked[0] if run.ranked else None
    ignored = {word.lower() for word in best.ignored} - set(given.split()) if best is not None else None
    if run.plan is None or (alone and not is_read(run)) or ignored:
        return None
    return run.plan, round(best.confidence if best is not None else run.confidence, 4)


def _only_kinds(plan: Plan) -> bool:
    """Whether a plan lists things by no more than the kinds of things that they are and are joined to."""
    plain = all(not (stage.aggregates or any(match.where for match in stage.matches)) for stage in plan.stages)
    return plain and all(origin.property is None for origin in shown(plan))


def lists_all(plan: Plan) -> bool:
    """Whether a plan says no more of a kind of thing than that it is one."""
    first = shown(plan)[:1]
    return bool(first) and plan.fingerprint == everything(first[0].label).fingerprint


def everything(label: str) -> Plan:
    """The plan that lists everything of a label."""
    return Plan(branches=((listing(label),),))


def many(label: str) -> str:
    noun = noun_of(label)
    return noun if is_plural(noun) else plural(noun)
