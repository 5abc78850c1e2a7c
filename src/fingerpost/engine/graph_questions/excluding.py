"""Questions that leave something out: all parts except the frame, who else besides Ann."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fingerpost.engine.context import AskContext
from fingerpost.engine.graph_questions.plans import FOUND, Building, composed
from fingerpost.engine.graph_questions.words import Words
from fingerpost.engine.question_reader import DomainReading
from fingerpost.plans import Plan, Stage, Test

_EXCEPT = re.compile(
    r",? (?:except(?: for)?|other than|apart from|aside from|besides|excluding|but not|with the exception of) ",
    re.IGNORECASE,
)
_ELSE = re.compile(r" else\b", re.IGNORECASE)
_AND = re.compile(r",? (?:and|or|nor) |, ", re.IGNORECASE)


def without_exceptions(words: Words, text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A question without its exceptions, and the names of these, if all of them are known.

    They end the question, or stand before its verb: then the longest names are tried first.
    """
    found = _EXCEPT.search(text)
    if found is None:
        return
    before, after = _ELSE.sub("", text[: found.start()], count=1), text[found.end() :].split()
    for number in range(len(after), 0, -1):
        names = [words.name(part) for part in _AND.split(" ".join(after[:number]).strip(" ,"))]
        if None not in names:
            yield " ".join((before, *after[number:])), tuple(name for name in names if name is not None)


def excluding(context: AskContext, reading: DomainReading, names: Sequence[str]) -> DomainReading | None:
    """The same reading without the nodes of these names; None if it does not look for nodes."""
    building = Building(dict(reading.plan.parameters))
    tests = tuple(building.not_named(FOUND, name) for name in names)
    branches = tuple(tuple(_narrowed(stage, tests) for stage in branch) for branch in reading.plan.branches)
    if branches == reading.plan.branches:
        return None
    plan = Plan(branches=branches, then=reading.plan.then, parameters=building.parameters)

    return replace(reading, plan=plan, compose=composed(context, plan))


def _narrowed(stage: Stage, tests: tuple[Test, ...]) -> Stage:
    """A stage whose patterns leave the nodes out."""
    matches = tuple(
        match.model_copy(update={"where": (*match.where, *tests)})
        if any(node.name == FOUND for node in match.pattern.nodes)
        else match
        for match in stage.matches
    )
    return stage.model_copy(update={"matches": matches})
