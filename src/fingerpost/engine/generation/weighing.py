"""How likely a model's plan is right: by who else finds the same, what it leaves out, and what it finds.

The weights are data (`confidence.json`), written by `scripts/models/learn.py`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from fingerpost.core.cells import Cell
from fingerpost.core.schema import Frozen
from fingerpost.engine.generation.agreement import say_the_same
from fingerpost.engine.generation.prompt import Notation
from fingerpost.engine.ranking import Ranked
from fingerpost.engine.scoring.answer_signs import found_something
from fingerpost.engine.scoring.model import logistic
from fingerpost.engine.scoring.overlooked import telling
from fingerpost.plans import Plan
from fingerpost.questions import Parsed
from fingerpost.stores import Result

MOST = 0.79
"""The most that a plan of a model is worth by itself: below what counts as sure. What the parser reads, too, is worth
what it is worth there, if that is more."""
_NAMING = ("label", "property", "relation", "value")
_LONG = 8.0
_LITERALS = ("number", "date", "month", "period", "time", "text")


@dataclass(frozen=True)
class Written:
    """A plan of the model: in which notation it was written, how often it was refused before, and what it finds (None:
    not run, or failed)."""

    plan: Plan
    notation: Notation
    refused: int = 0
    result: Result | None = None

    def like(self, plan: Plan, result: Result | None) -> bool:
        """Whether another plan is the same, or finds the same."""
        return plan.fingerprint == self.plan.fingerprint or say_the_same(self.result, result)


def same_readings(written: Written, ranked: Sequence[Ranked]) -> list[Ranked]:
    """The readings of the parser, likeliest first, that are the same plan or find the same."""
    return [one for one in ranked if written.like(one.candidate.plan, one.result)]


def signs_of(written: Written, others: Sequence[Written], parsed: Parsed, ranked: Sequence[Ranked]) -> dict[str, float]:
    """The signs of a plan among what the model wrote in other notations and what the parser reads; those of 0 are left
    out."""
    agreeing = same_readings(written, ranked)
    best = ranked[0].confidence if ranked else 0.0
    amounts = {
        "always": 1.0,
        "sql": float(written.notation is Notation.SQL),
        "refused": float(written.refused),
        "notations agree": float(any(written.like(other.plan, other.result) for other in others)),
        "notations differ": float(any(not written.like(other.plan, other.result) for other in others)),
        "parser agrees": float(bool(agreeing)),
        "parser's confidence": agreeing[0].confidence if agreeing else 0.0,
        "parser elsewhere": best if not agreeing or agreeing[0] is not ranked[0] else 0.0,
        **_said(parsed, written.plan),
        **_found(written),
    }
    return {name: round(amount, 4) for name, amount in amounts.items() if amount}


def probability(signs: Mapping[str, float]) -> float:
    """The probability, from 0 to `MOST`, that a plan with these signs is right."""
    known = weights()
    odds = sum(known.get(name, 0.0) * amount for name, amount in signs.items())
    return min(round(logistic(odds), 4), MOST)


@lru_cache(maxsize=1)
def weights() -> Mapping[str, float]:
    """The weight of each sign in the log odds."""
    found: dict[str, float] = json.loads((files(__package__) / "confidence.json").read_text(encoding="utf-8"))
    return found


def _said(parsed: Parsed, plan: Plan) -> dict[str, float]:
    """How much of what the question says the plan does not have, and how much of the plan the question does not say."""
    names, values = _parts(plan)
    heeded: set[int] = set()
    named: set[str] = set()
    for mention in parsed.linked.mentions:
        if mention.kind in _NAMING:
            named |= {mention.name, *mention.owners}
        literal = mention.kind in _LITERALS and _folded(mention.value) in values
        if literal or (mention.name in names and (mention.kind != "value" or _folded(mention.value) in values)):
            heeded.update(range(mention.start, mention.end))
    content = parsed.linked.content
    left = sum(telling(parsed, place) for place in content if place not in heeded)
    numbers = [t.text for place, t in enumerate(parsed.linked.tokens) if t.text.isdigit() and place not in heeded]
    return {
        "unsaid": left / max(len(content), 1),
        "unsaid words": min(left, _LONG),
        "numbers unsaid": float(sum(_folded(number) not in values for number in numbers)),
        "unasked": float(min(len(names - named), 5)),
    }


def _found(written: Written) -> dict[str, float]:
    """What the rows of a plan look like."""
    result = written.result
    if result is None:
        return {"not run": 1.0}
    cells = [cell for row in result.rows[:20] for cell in row]
    nulls = sum(cell is None for cell in cells) / len(cells) if cells else 0.0
    return {
        "finds nothing": float(not found_something(written.plan, result)),
        "one row": float(len(result.rows) == 1),
        "rows": min(math.log1p(len(result.rows)), _LONG),
        "nulls": nulls,
    }


def _parts(plan: Plan) -> tuple[set[str], set[str]]:
    """The names of labels, types and properties of a plan, and its values and limits, folded."""
    names: set[str] = set()
    values = {text for value in plan.parameters.values() for text in _texts(value)}
    stack: list[object] = [*plan.branches, *plan.then]
    while stack:
        current = stack.pop()
        if isinstance(current, tuple):
            stack.extend(current)
        elif isinstance(current, Frozen):
            for field, value in current:
                if field in ("label", "property") and isinstance(value, str):
                    names.add(value)
                elif field == "types" and isinstance(value, tuple):
                    names.update(value)
                elif field in ("limit", "skip") and value is not None:
                    values.add(_folded(value))
                else:
                    stack.append(value)
    return names, values


def _texts(value: Cell) -> Iterator[str]:
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _texts(item)
    else:
        yield _folded(value)


def _folded(value: object) -> str:
    """A value as text: case aside, and whole numbers alike however they are written."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).casefold()
