"""Questions about those that have the most of something."""

from __future__ import annotations

from fingerpost.engine.graph_questions import presence
from fingerpost.engine.graph_questions.asked import Asked
from fingerpost.engine.graph_questions.chains import only_end
from fingerpost.engine.graph_questions.nouns import Link, Way, of_noun
from fingerpost.engine.graph_questions.plans import FOUND, composed, following, match, node
from fingerpost.engine.graph_questions.wholes import CONFIDENCE
from fingerpost.engine.graph_questions.words import NAME, Words
from fingerpost.engine.question_reader import DomainReading
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Column,
    Comparison,
    Match,
    Order,
    Plan,
    Ref,
    Stage,
    Test,
)

_WHO = frozenset(("who", "what", ""))


def most(asked: Asked) -> DomainReading | None:
    """Who owns the most boats, and which firm has the most workers: all that have the greatest number."""
    verb, noun = asked.text("v"), asked.text("o")
    link = asked.link(verb) if verb else of_noun(asked.words, noun)
    far = asked.words.label(noun)
    if verb and far is None:
        return None
    label = asked.start_label(link) if link and asked.text("t").lower() in _WHO else asked.label
    if link is None or not label:
        return None
    end = far or only_end(asked.context.schema, link)
    if label in _starts(asked.words, link):
        counted = match((node(FOUND, label), node("other", end)), (following(FOUND, "other", link),), ())
    else:
        around = presence.around(asked.words, label)
        if around is None:
            return None
        nodes = (node(FOUND, label), node("inside"), node("other", end))
        counted = match(nodes, (around, following("inside", "other", link)), ())
    plan = _plan(label, counted)

    return DomainReading(plan, "most", CONFIDENCE, composed(asked.context, plan), {"intent": "most"})


def _starts(words: Words, link: Link) -> frozenset[str]:
    """The types of nodes from which a relation can be followed."""
    starts, ends = words.ends(link.types)
    return starts | ends if link.way is Way.EITHER else ends if link.way is Way.AGAINST else starts


def _plan(label: str, counted: Match) -> Plan:
    """Count for each node, keep the greatest count, and match again those that reach it."""
    kept = (Column(name=FOUND, operand=Ref(name=FOUND)),)

    def count(name: str) -> Aggregate:
        return Aggregate(name=name, function=AggregateFunction.COUNT, operand=Ref(name="other"), distinct=True)

    greatest = Aggregate(name="best", function=AggregateFunction.MAX, operand=Ref(name="value"))
    best = Column(name="best", operand=Ref(name="best"))
    reached = Test(left=Ref(name="number"), comparison=Comparison.EQ, right=Ref(name="best"))
    shown = (Column(name=label, operand=Ref(name=FOUND)), Column(name="count", operand=Ref(name="number")))
    stages = (
        Stage(matches=(counted,), columns=kept, aggregates=(count("value"),)),
        Stage(aggregates=(greatest,)),
        Stage(matches=(counted,), columns=(*kept, best), aggregates=(count("number"),), having=(reached,)),
        Stage(columns=shown, order=(Order(operand=Ref(name=FOUND, property=NAME)),)),
    )
    return Plan(branches=(stages,))
