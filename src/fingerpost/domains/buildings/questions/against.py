"""Values of a model held against what specifications demand: "at least EI30", "not less than 800 mm"."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

from fingerpost.answers import Wording
from fingerpost.core.answer import Answer, Status
from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema
from fingerpost.domains.buildings.loader.fire_ratings import fire_minutes
from fingerpost.domains.buildings.questions.vocabulary import names_of_property
from fingerpost.engine import Held
from fingerpost.linking import converted, unit_named
from fingerpost.plans import Plan, Ref, plural, words

_RATING: Final = "fireRating"
_SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+|\n+")
_SAYS: Final = re.compile(r"\b(?:is|are|was|were|has|have|had|do|does|can|will)\b", re.IGNORECASE)
"""Verbs that say how things are; a sentence without a verb, as in a list or table, demands what it bounds."""
_DEMANDS: Final = re.compile(r"\b(?:must|shall|should|(?:is|are) (?:to|required)|need to|required)\b", re.IGNORECASE)
_LOOSE: Final = re.compile(
    r"\b(?:unless|except|if|where|need not|not required|may|either|or|and \d|recommended)\b", re.IGNORECASE
)
"""Words of a sentence that holds on a condition, or holds several bounds: whether it is met is left to people."""
_LEAST: Final = r"at least|minimum(?: \w+)? of|not (?:be )?(?:less|lower|narrower|smaller) than|no less than"
_MOST: Final = r"at most|maximum(?: \w+)? of|not (?:be )?(?:more|greater|wider|larger) than|no more than|not exceed"
_BOUND: Final = re.compile(rf"\b(?:(?P<least>{_LEAST})|(?P<most>{_MOST}))\s+(?P<value>[^,;]{{1,24}})", re.IGNORECASE)
_AMOUNT: Final = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>[A-Za-z²³]+)?")
_SURE, _NARROWER = 0.79, 0.5
"""The most for a comparison, and for one with a sentence that names more than the kind and its property."""
_WORD: Final = re.compile(r"[a-z]{3,}")
_COMMON: Final = frozenset(
    "all each every the any this that must shall should are have has had with and for least most than not less more "
    "minimum maximum exceed required need their its from".split()
)
_MOST_NAMED: Final = 6
_NEAR: Final = 1e-6


@dataclass(frozen=True)
class _Demand:
    """What a sentence of a passage demands: a bound in the unit of the property; whether it names more than that.

    The amount is None where it demands something that is not one bound, or one on a condition.
    """

    passage: int
    sentence: str
    is_least: bool
    amount: float | None
    narrower: bool


def demand_sought(answer: Answer[Plan]) -> str | None:
    """What specifications are searched for, where an answer tells one property of things of one kind."""
    told = _told(answer)
    return None if told is None else f"{words(told[0])} of {plural(words(told[1]))}"


def held(answer: Answer[Plan], passages: Sequence[str], schema: GraphSchema, wording: Wording) -> Held | None:
    """The values of an answer held against the one bound that passages set; None where they set none, or several.

    `wording` tells the values that do not meet it.
    """
    told = _told(answer)
    if told is None:
        return None
    name, label = told
    info = schema.label_by_name[label].by_name.get(name) if label in schema.label_by_name else None
    unit = info.unit if info is not None else None
    asked = frozenset(_WORD.findall(answer.question.lower()))
    found = [one for i, text in enumerate(passages) for one in _demands(text, i, name, label, unit, asked)]
    own = [one for one in found if not one.narrower] or found
    bounds = {(one.is_least, one.amount) for one in own}
    if len(bounds) != 1 or any(one.amount is None for one in found):
        return None
    demand, bound = own[0], own[0].amount or 0.0
    others = tuple(dict.fromkeys(one.sentence for one in found if one.narrower and one not in own))
    names = {one.row: one.name or one.element_id for one in answer.citations if one.row is not None}
    met, failed, unknown = [], [], []
    for number, row in enumerate(answer.rows):
        amount = _amount(name, row[0])
        shown = names.get(number, str(number + 1))
        if amount is None:
            unknown.append(shown)
        elif _is_met(amount, bound, is_least=demand.is_least):
            met.append(shown)
        else:
            failed.append(f"{shown} ({wording.cell(row[0], unit)})")
    verdict = _verdict(demand, met, failed, unknown, is_rating=name == _RATING)
    notes = tuple(f"of others, or some of these: “{one}”" for one in others)
    return replace(verdict, notes=(*verdict.notes, *notes))


def _is_met(amount: float, bound: float, *, is_least: bool) -> bool:
    return math.isclose(amount, bound, rel_tol=_NEAR) or (amount > bound if is_least else amount < bound)


def _verdict(
    demand: _Demand, met: Sequence[str], failed: Sequence[str], unknown: Sequence[str], *, is_rating: bool
) -> Held:
    total = len(met) + len(failed) + len(unknown)
    lead = "No" if failed else ("Not known" if unknown else "Yes")
    lead = "Not certain" if demand.narrower else lead
    text = f"{lead}: {len(met)} of {total} {'meets' if len(met) == 1 else 'meet'} “{demand.sentence}”."
    text += f" Too {'low' if demand.is_least else 'high'}: {_some(failed)}." if failed else ""
    text += f" Not known: {_some(unknown)}." if unknown else ""
    notes = ["fire ratings are compared by their minutes"] if is_rating else []
    if demand.narrower:
        notes.append("the sentence names more than the question does: whether it is meant for these is not known")
    return Held(text, demand.passage, _NARROWER if demand.narrower else _SURE, tuple(notes))


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return f"{', '.join(names[:_MOST_NAMED])}{more}"


def _told(answer: Answer[Plan]) -> tuple[str, str] | None:
    """The property that an answer tells, and the label of all things that it tells it of."""
    if answer.status is not Status.ANSWERED or answer.plan is None or len(answer.plan.branches) != 1:
        return None
    columns = answer.plan.branches[0][-1].columns
    labels = {one.label for one in answer.citations if one.row is not None}
    rows = {one.row for one in answer.citations if one.row is not None}
    if len(columns) != 1 or len(labels) != 1 or rows != set(range(len(answer.rows))):
        return None
    operand, label = columns[0].operand, labels.pop()
    if not isinstance(operand, Ref) or not operand.property or operand.function or not label:
        return None
    return operand.property, label


def _demands(text: str, passage: int, name: str, label: str, unit: str | None, asked: Set[str]) -> Iterator[_Demand]:
    """The bounds that sentences of a passage set on a property of a kind of thing; `asked` are the question's words."""
    noun = words(label)
    nouns = re.compile(rf"\b(?:{re.escape(noun)}|{re.escape(plural(noun))})\b", re.IGNORECASE)
    called = [one for one in names_of_property(name) if re.search(rf"\b{re.escape(one)}\b", text, re.IGNORECASE)]
    for raw in _SENTENCE.split(text):
        sentence = " ".join(raw.split())
        bounds = list(_BOUND.finditer(sentence))
        said = [one for one in called if re.search(rf"\b{re.escape(one)}s?\b", sentence, re.IGNORECASE)]
        demands = _DEMANDS.search(sentence) or _LOOSE.search(sentence) or (bounds and not _SAYS.search(sentence))
        if not (said and nouns.search(sentence) and demands):
            continue
        amount = _bound(name, bounds[0]["value"], unit) if len(bounds) == 1 and not _LOOSE.search(sentence) else None
        own = _WORD.findall(f"{noun} {plural(noun)} {' '.join(said)} {bounds[0]['value'] if bounds else ''}".lower())
        narrower = bool(set(_WORD.findall(sentence.lower())) - _COMMON - asked - set(own))
        yield _Demand(passage, sentence, bool(bounds and bounds[0]["least"]), amount, narrower)


def _bound(name: str, said: str, unit: str | None) -> float | None:
    if name == _RATING:
        return fire_minutes(said.strip(" ."))
    found = _AMOUNT.match(said)
    if found is None:
        return None
    if unit is None:  # a number of steps or of persons: what is counted is already said
        return float(found["number"])
    known = unit_named(found["unit"]) if found["unit"] else None
    return converted(float(found["number"]), *known, unit) if known is not None else None


def _amount(name: str, cell: Cell) -> float | None:
    if name == _RATING:
        return fire_minutes(cell) if isinstance(cell, str) else None
    return float(cell) if isinstance(cell, (int, float)) and not isinstance(cell, bool) else None
