"""What the readers of plain questions make of a question: a plan, how sure it is, and how its rows are told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.domains.buildings.questions.conditions import NEAR
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Call,
    Column,
    Comparison,
    Match,
    Plan,
    Ref,
    Stage,
    Test,
)

SURE: Final = 0.95
BY_WORDS: Final = 0.9
"""The confidence where a condition was found in the words of names."""
BY_GUESS: Final = 0.7
"""The confidence where names stand for a property that the model lacks, as "Wall-Ext-3" for an external wall."""


class NotHeld(Exception):
    """What a question asks for, in words that complete "The model does not say"; raised by readers of forms."""


@dataclass(frozen=True)
class Read:
    """A plan for a question, and how sure it is."""

    plan: Plan
    confidence: float
    told: Callable[..., tuple[str, Status]] | None = None
    """Writes the answer from the rows and the unit's symbol, where the columns are computed."""
    units: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    parts: Plan | None = None
    """Lists the elements of a total with the value of each."""
    total: Plan | None = None
    """Counts what the rows are some of; `told` gets the number as `total`."""


def read_of(phrase: Phrase, stages: tuple[Stage, ...]) -> Read:
    """The reading of stages over what a phrase means."""
    plan = Plan(branches=(stages,), parameters=dict(phrase.parameters))
    sure = BY_GUESS if phrase.guessed else BY_WORDS if phrase.by_words else SURE
    notes = tuple(f"the model does not say what is {word}; names say so" for word in phrase.guessed)
    return Read(plan, sure, notes=(*notes, *phrase.notes))


def listed(phrase: Phrase, columns: tuple[Column, ...], needs: str | None = None) -> tuple[Stage, ...]:
    """The listing of what a phrase means; of the greatest, all that are as great."""
    where = phrase.match.where
    if needs is not None:
        where = (*where, Test(left=Ref(name=ONE, property=needs), comparison=Comparison.IS_NULL, negated=True))
    match = Match(pattern=phrase.match.pattern, where=where)
    if phrase.most is None:
        return (Stage(matches=(match,), columns=columns),)
    name, greatest = phrase.most
    value = Ref(name=ONE, property=name)
    function = AggregateFunction.MAX if greatest else AggregateFunction.MIN
    best = Stage(matches=(match,), aggregates=(Aggregate(name="best", function=function, operand=value),))
    margin = phrase.value(NEAR)
    near = Stage(
        lets=(Call(name="limit", function="subtract" if greatest else "add", arguments=(Ref(name="best"), margin)),),
        columns=(Column(name="limit", operand=Ref(name="limit")),),
    )
    sign = Comparison.GE if greatest else Comparison.LE
    as_great = Test(left=value, comparison=sign, right=Ref(name="limit"))
    return best, near, Stage(matches=(Match(pattern=match.pattern, where=(*where, as_great)),), columns=columns)
