"""Parts of what was asked replaced by other words: "and Persuasion?", "what about doors?"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fingerpost.core.reading import Reading
from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.edits import alike
from fingerpost.engine.conversation.origins import shown
from fingerpost.engine.conversation.readings import names_value, whole_reading
from fingerpost.engine.conversation.state import DialogueState
from fingerpost.engine.reading import read
from fingerpost.plans import Plan

_LINKS = frozenset("in on at by from of to for with than before after since until under over above below".split())
"""Words that begin what may be replaced: a replacement that begins with one takes the place of the one before it."""
_ARTICLES = frozenset("the a an".split())
_BEFORE_NUMBER = 3
"""Words of a number with its comparison, from which a replacement may begin."""
_TAILS = 8
"""Words from the end of a question at which a replacement may begin."""


def replacements(context: AskContext, memory: DialogueState, words: str) -> Iterator[tuple[str, ...]]:
    """The conversation's texts with a part of the first replaced by other words, if it asks for the same kind of thing
    then; likeliest first."""
    kind = words.removeprefix("how many ")
    for question in _replaced(context, memory.question, kind):
        yield (question, *memory.asked[1:])


def _replaced(context: AskContext, question: str, words: str) -> Iterator[str]:
    before = read(context, question)
    if before.plan is None or not words:
        return
    found: list[tuple[float, int, str]] = []
    first = words.split()[0].lower()
    value = first not in _LINKS and names_value(context, words)
    for start, end in _parts(before):
        previous = question[:start].split()[-1:]
        if first in _LINKS | _ARTICLES and previous and previous[0].lower() in _LINKS | _ARTICLES:
            continue  # "published after in 1920", "on the on the first floor"
        text = question[:start] + words + question[end:]
        after = whole_reading(context, text, trying=False)
        if after is not None and (alike(before.plan, after[0]) or (value and _asks_the_same(before.plan, after[0]))):
            found.append((-round(after[1], 1), -start, text))
    for _, _, text in sorted(found):  # as certain as can be, and with as much kept as can be
        yield text


def _asks_the_same(before: Plan, after: Plan) -> bool:
    """Whether two plans show the same of things that meet as many conditions, be they of other properties: Kenya may be
    a range where Tanzania is a country."""
    tests = [sum(len(match.where) for stage in plan.stages for match in stage.matches) for plan in (before, after)]
    return shown(before) == shown(after) and tests[0] == tests[1] > 0


def _parts(reading: Reading[Plan]) -> list[tuple[int, int]]:
    """Parts of a question that other words may replace: those read as one thing, and its last words."""
    question = reading.question.rstrip("?.! ")
    starts = [found.start() for found in re.finditer(r"\S+", question)][1:]
    spans = [(span.start, span.end) for span in reading.spans]
    for number in re.finditer(r"\d[\d.,]*\d|\d", question):  # "fewer than 150" for "fewer than 200", pages kept
        before = [start for start in starts if start <= number.start()]
        spans += [(start, number.end()) for start in before[-_BEFORE_NUMBER:]]
    return list(dict.fromkeys([*spans, *((start, len(question)) for start in starts[-_TAILS:])]))
