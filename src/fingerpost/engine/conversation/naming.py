"""Things that a conversation calls by their names: whom a pronoun means, and who is named in the place of one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.origins import Origin, labels_of, listing, shown, stages_of
from fingerpost.engine.conversation.others import found_by
from fingerpost.engine.conversation.readings import whole_reading
from fingerpost.engine.conversation.rewording import means_one, means_somebody, refers
from fingerpost.engine.conversation.standing_in import said_of, speaks_of_some
from fingerpost.engine.conversation.state import DialogueState
from fingerpost.engine.conversation.within import ending_in
from fingerpost.plans import (
    Comparison,
    Exists,
    Match,
    Pattern,
    Plan,
    Ref,
    SmallAny,
    Test,
    Value,
    with_used,
)

_ASKS_WHOLE = re.compile(
    r"(?:who|whom|whose|when|where|what)\b"
    r"(?! (?:of|else|ones?|others?)\b)(?! (?:is|are|was|were) (?:in|on|at|from|by|for)\b)",
    re.IGNORECASE,
)
"""How a question begins that leaves out nothing: whether it is about what was found, only words could say."""

_THOSE_OF = re.compile(r"^(?:those|that|(?:the )?ones?) (?:of|for|from|by) (?:the )?", re.IGNORECASE)
_OF_ALL = re.compile(r"\b(?:of|for|among|across) all (?!of\b|(?:them|those|these)\b)", re.IGNORECASE)

Name = tuple[str, tuple[Test, ...]]
"""The label of a thing that is called by its name, and the tests that require it."""


def names_in_plan(context: AskContext, plan: Plan) -> list[Name]:
    """The things that a plan requires to have a certain name."""
    found: dict[tuple[str, str], list[Test]] = {}
    for stage in stages_of(plan) or ():
        for match in stage.matches:
            for pattern, tests in ((match.pattern, match.where), *_inner(match)):
                labels = {node.name: node.label for node in pattern.nodes}
                for test in tests:
                    node = _named(context, test, labels)
                    if node is not None and isinstance(test, Test):
                        found.setdefault(node, []).append(test)
    return [(label, tuple(tests)) for (_, label), tests in found.items()]


def _inner(match: Match) -> Iterator[tuple[Pattern, tuple[Test | SmallAny, ...]]]:
    for condition in match.where:
        if isinstance(condition, Exists) and not condition.negated:
            yield condition.pattern, condition.where


def _named(context: AskContext, test: object, labels: dict[str, str | None]) -> tuple[str, str] | None:
    """The node that a test requires to have a name, and its label."""
    if not isinstance(test, Test) or test.comparison is not Comparison.EQ or test.negated:
        return None
    left, label = test.left, labels.get(test.left.name) if isinstance(test.left, Ref) else None
    if label is None or not isinstance(left, Ref) or left.property not in context.display.parts(label):
        return None
    return (left.name, label) if isinstance(test.right, Value) else None


def one_that_is_named(context: AskContext, text: str, plan: Plan, label: str) -> Plan | None:
    """The one thing of a label that a plan names, as a list, where a text means one thing and the plan found several:
    "how old is he?" after the books of an author. None without such a thing."""
    if not means_one(text):
        return None
    named = [tests for owner, tests in names_in_plan(context, plan) if owner == label]
    if len(named) != 1 or len(found_by(context, plan, label, 2)) <= 1:
        return None
    return _listed(plan, label, named[0])


class Asserted(NamedTuple):
    """A yes/no question: all things of a label for which it holds, the one that it is about, and part of its name."""

    label: str
    things: Plan
    thing: Plan
    name: str


def asserted_of(context: AskContext, plan: Plan, label: str) -> Asserted | None:
    """What a yes/no question asserts of a thing of a label; None for other questions."""
    named = [tests for owner, tests in names_in_plan(context, plan) if owner == label]
    things = of_which_it_is_so(plan, label, named[0]) if len(named) == 1 else None
    if things is None:
        return None
    thing = _listed(plan, label, named[0])
    return Asserted(label, things, thing, str(next(iter(thing.parameters.values()))))


def of_which_it_is_so(plan: Plan, label: str, name: Collection[Test] = ()) -> Plan | None:
    """The things of a label for which a yes/no question about a named thing holds."""
    stages = stages_of(plan)
    if stages is None or not stages[-1].lets:
        return None

    def bare(match: Match) -> Match:
        return match.model_copy(update={"where": tuple(c for c in match.where if c not in name)})

    *before, last = (s.model_copy(update={"matches": tuple(map(bare, s.matches))}) for s in stages[:-1])
    so = Plan(branches=((*before, last.model_copy(update={"aggregates": ()})),), parameters=plan.parameters)
    found = ending_in(so, Origin(label), label)
    if found is None or not any(match.where or match.pattern.edges for stage in found for match in stage.matches):
        return None
    return with_used(Plan(branches=(found,)), plan.parameters)


def _listed(plan: Plan, label: str, tests: tuple[Test, ...]) -> Plan:
    """The things of a label that meet tests of a plan."""
    name = next(test.left.name for test in tests if isinstance(test.left, Ref))
    return with_used(Plan(branches=((listing(label, name, tests),),)), plan.parameters)


def said_of_another(context: AskContext, words: str, memory: DialogueState) -> tuple[str, Plan, float] | None:
    """The last question with a name for its pronoun: "and Emma?" after "how old is she?"."""
    last, words = memory.asked[-1], _THOSE_OF.sub("", words)
    if speaks_of_some(last):
        return None  # "each of them", of which the one that is named is none
    alone = whole_reading(context, words, alone=True) if memory.plan is not None and refers(last) else None
    names = names_in_plan(context, alone[0]) if alone is not None else []
    if len(names) != 1 or memory.plan is None or names[0][0] not in labels_of(memory.plan):
        return None
    [(label, _)] = names
    if not means_one(last) or (means_somebody(last) and label not in context.parser.living):
        return None
    text = said_of(last, words, label)
    # What was passed over before may be passed over again.
    found = whole_reading(context, text, alone=True, given=last.lower()) if text is not None else None
    return (text, *found) if text is not None and found is not None else None


def asks_anew(context: AskContext, question: str, plan: Plan | None, earlier: Plan) -> bool:
    """Whether a question is complete and about a thing that it names, all things of a kind, or some of another kind
    than before: "who directed Twister?", "what is the total of all refunds?".
    """
    if plan is None or _ASKS_WHOLE.match(question) is None:
        return False
    if names_in_plan(context, plan) or _OF_ALL.search(question) is not None:
        return True
    if earlier.last.lets and question.lower().startswith("who "):
        return True  # what was asked was whether it is so of one
    some = any(isinstance(c, Test) for stage in plan.stages for match in stage.matches for c in match.where)
    return some and shown(plan)[:1] != () and shown(plan)[0].label not in labels_of(earlier)
