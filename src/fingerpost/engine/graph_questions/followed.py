"""Questions with a second one about what the first lists: which horn Dario borrowed, and who owns it."""

from __future__ import annotations

from fingerpost.core.answer import Status
from fingerpost.engine.graph_questions.asked import Asked
from fingerpost.engine.graph_questions.compounds import listed_by, renamed
from fingerpost.engine.graph_questions.nouns import Way
from fingerpost.engine.graph_questions.plans import FOUND, Building, following, match, node
from fingerpost.engine.graph_questions.wholes import CONFIDENCE
from fingerpost.engine.graph_questions.words import ANY, NAME
from fingerpost.engine.question_reader import DomainReading
from fingerpost.plans import Column, Order, Plan, Ref, Stage
from fingerpost.stores import Result

_MOST_TOLD = 10
_FURTHER = "further"


def and_then(asked: Asked) -> DomainReading | None:
    """What the first question lists, each with what the second relation joins it with, or with nothing."""
    link = asked.link(asked.text("v"))
    label = asked.words.label(asked.text("o")) if asked.text("o") else asked.label
    inner = asked.again(asked.text("c")) if link is not None and label is not None else None
    alternatives = listed_by(inner.plan) if inner is not None else None
    if link is None or inner is None or alternatives is None or len(alternatives) != 1:
        return None
    link = link.turned if asked.text("of") else link
    if label and label not in asked.words.ends(link.types)[link.way is not Way.AGAINST]:
        return None
    building = Building()
    further = match((node(FOUND), node(_FURTHER, label or ANY)), (following(FOUND, _FURTHER, link),), ())
    matches = (
        *renamed(building, inner.plan, alternatives[0], lambda name: name),
        further.model_copy(update={"optional": True}),
    )
    columns = tuple(Column(name=name, operand=Ref(name=name)) for name in (FOUND, _FURTHER))
    order = tuple(Order(operand=Ref(name=name, property=NAME)) for name in (FOUND, _FURTHER))
    stages = (Stage(matches=matches, columns=columns, distinct=True), Stage(columns=columns, order=order))
    plan = Plan(branches=(stages,), parameters=building.parameters)
    if label != ANY and any(other is None for _, other in asked.context.run(plan).rows):
        return None  # such as who lives in a house of a village

    def compose(result: Result) -> tuple[str, Status]:
        if not result.rows:
            return asked.context.composer.compose(plan, result.rows, result.total)
        name = asked.context.display.name
        told = [f"{name(one)} ({name(other) if other is not None else 'none'})" for one, other in result.rows]
        more = f"; and {len(told) - _MOST_TOLD:,} more" if len(told) > _MOST_TOLD else ""
        return f"{'; '.join(told[:_MOST_TOLD])}{more}.", Status.ANSWERED

    return DomainReading(plan, "and-then", CONFIDENCE, compose, {"intent": "and-then"}, inner.notes)
