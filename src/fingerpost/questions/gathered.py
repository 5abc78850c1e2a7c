"""Things by an amount of what belongs to them: "the top 3 plots by bottles, with the amounts", "learners whose fees add
up to over 250", "which hive gave the most honey, and how many kilos", "bottles per plot, only those with some".

The amount is a question of its own, "for each plot, total bottles", which the reader reads with all that is said of
what is added up or counted. What is done with it, a condition, the first or all of them, is told of its head then.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.literals import literals
from fingerpost.linking.mentions import Linked
from fingerpost.linking.quantities import IGNORED
from fingerpost.linking.scores import RING
from fingerpost.questions.amount_phrases import Amount, named_until, questions, unit_in
from fingerpost.questions.amount_uses import Gathered, Use
from fingerpost.questions.amount_words import (
    ASKS,
    BY,
    COMES_TO,
    COUNT,
    EACH,
    FRONT,
    IGNORING_CASE,
    MONEY,
    MOST,
    NUMBER,
    OF_EACH,
    OFTEN,
    ONLY,
    ONLY_OF,
    OTHERS,
    SMALLEST,
    SURE,
    THE,
    TIMES_DONE,
    TIMES_SAID,
    TOTAL,
    bound_in,
    is_unit,
    shown_in,
)
from fingerpost.questions.roles import COMMONEST, COUNTED, RAREST, Marker, Role

_RELATIVE = frozenset("that who which".split())
_HAVING = frozenset("with having have has had got get gets gotten of".split())
_AUXILIARY = frozenset("have has had do did does is are was were been being we us you they ever".split())
_PER = "per"
_COUNTING = (*COUNTED, COMMONEST, RAREST)
_BEING = frozenset("is are was were been".split())
_PREPOSITIONS = frozenset("from in at of on by for to near under within".split())


def gathered(
    linked: Linked, schema: GraphSchema, people: tuple[str, ...], found: Sequence[Marker] = ()
) -> Gathered | None:
    """The question for the amount of each thing that a question asks of; None where it asks of none."""
    if any(m.role is Role.SUPERLATIVE and m.value not in _COUNTING and m.end - m.start > 1 for m in found):
        return None  # "the most expensive book", which is no amount of expensive books
    text = linked.question.strip().rstrip(" ?.!")
    front = FRONT.match(text)
    rest = front["filter"] if front is not None else ""
    text = front["rest"] if front is not None else text
    text, named, shown = shown_in(ONLY.sub("", text))
    if "?" in text or OF_EACH.match(text):
        return None
    sure = SURE.search(linked.question) is not None
    text = ONLY_OF.sub(r" \1 ", SURE.sub("", text)).strip(" ,;:-")
    for read in (_compared(linked, text), _ranked(linked, text, named), _all(linked, text)):
        if read is None or " of " in read.thing or '"' in f"{read.thing}{read.amount.verb}":
            continue
        amount = read.amount._replace(rest=rest)
        if named and not amount.unit:
            if amount.said and not is_unit(named) and not {*named.lower().split()} <= {*amount.said.lower().split()}:
                return None  # "who made the most repairs, and how many parts were needed"
            amount = amount._replace(unit=named)
        asked = tuple(dict.fromkeys(questions(linked, schema, read.thing, amount, people)))
        if asked:
            money = not MONEY.isdisjoint(re.findall(r"[\w']+", amount.said.lower()))
            strict = amount.whole or money or is_unit(amount.unit) or bool(unit_in(amount.said))
            told = sure or amount.whole or shown or amount.said.startswith(TIMES_DONE)
            return Gathered(asked, read.use, sure or strict, strict, shown, told or read.use.comparison is None)
    return None


class _Read(NamedTuple):
    thing: str
    amount: Amount
    use: Use


def _ranked(linked: Linked, text: str, named: str) -> _Read | None:
    """ "Top 3 plots by bottles", "the plot with the most bottles", "which plot gave the most bottles"."""
    by = BY.match(text)
    if by is not None and (by["top"] or by["degree"]):
        most = not re.fullmatch(SMALLEST, by["degree"] or "top", IGNORING_CASE)
        return _Read(by["thing"], Amount(by["amount"]), Use(_counted(by["count"]), most))
    found = MOST.match(text)
    said = found["amount"].split() if found is not None else []
    if found is None or not (said or named) or OTHERS.search(found["thing"]):
        return None
    thing, verb = _thing(linked, found["thing"])
    if said and said[0].lower() in _PREPOSITIONS:
        return None  # "who earns the most in their department"
    if named_until(linked, found["thing"].removeprefix(thing)) and found["thing"].split()[-1].lower() in _HAVING:
        return None  # "who teaches the course with the most credits"
    words = thing.split()
    count = _counted(words[0]) if words and re.fullmatch(NUMBER, words[0], IGNORING_CASE) else 1
    thing = " ".join(words[1:]) if count > 1 else thing
    descending = found["most"].lower() not in ("fewest", "least") and not re.fullmatch(
        SMALLEST, found["most"], IGNORING_CASE
    )
    return _Read(thing, Amount(found["amount"].strip(), verb), Use(count, descending))


def _counted(said: str | None) -> int:
    number = next((one.value for one in literals(said or "")), 1)
    return number if isinstance(number, int) else 1


def _compared(linked: Linked, text: str) -> _Read | None:
    """ "Learners whose fees add up to over 250", "who gave more than 100 kg", "inspected four times or more"."""
    whose = COMES_TO.match(text)
    if whose is not None:
        bound = bound_in(whose["bound"])
        if bound is None:
            return None
        _, comparison, number, after = bound
        unit = after.strip()
        said = f"value of {whose['amount']}" if whose["worth"] else whose["amount"]
        if unit.lower() in IGNORED and MONEY.isdisjoint(said.split()):
            said, unit = f"money of {said}", ""
        if unit and not is_unit(unit):
            said, unit = f"{unit} of {said}", ""
        return _Read(whose["thing"], Amount(said, unit=unit, whole=True), Use(0, True, comparison, number))
    bound = bound_in(text)
    if bound is None:
        return None
    before, comparison, number, amount = bound
    thing, verb = _thing(linked, before)
    if OFTEN.match(amount) or TIMES_SAID.search(text):
        rest = OFTEN.sub("", amount)
        if not verb:
            return None
        return _Read(thing, Amount(f"{TIMES_DONE} {verb}{rest}"), Use(0, True, comparison, number))
    if not amount.strip():
        return None
    return _Read(thing, Amount(amount.strip(), verb), Use(0, True, comparison, number))


def _all(linked: Linked, text: str) -> _Read | None:
    """ "Bottles per plot", "hours by site in 2024"."""
    found = EACH.match(text)
    if found is None or " and " in found["amount"] or (found["by"].lower() == _PER and _names_a_rate(linked)):
        return None
    said = found["amount"]
    added = TOTAL.match(said) or COUNT.match(said) or unit_in(said)
    done = said.lower().endswith(("ed", "en", "wn")) or not _BEING.isdisjoint(said.lower().split())
    if found["by"].lower() == "by" and (not added or done):
        return None  # "books by members", "how many books were written by members"
    end = named_until(linked, found["thing"])
    thing, rest = found["thing"][:end], found["thing"][end:]
    if not end or rest.startswith((" of ", " that ", " who ", " which ", " whose ")):
        thing, rest = found["thing"], ""
    return _Read(thing, Amount(f"{found['amount']}{rest}"), Use())


def _names_a_rate(linked: Linked) -> bool:
    """Whether "per" is a part of a property's name: the "price per night"."""
    named = (m for m in linked.mentions if m.kind == "property" and m.score >= RING)
    return any(token.norm == _PER for m in named for token in linked.tokens[m.start : m.end])


def _thing(linked: Linked, text: str) -> tuple[str, str]:
    """The thing, and the verb behind it: ("which plot", "gave")."""
    bare = re.sub(rf"^{ASKS}{THE}", "", text, flags=IGNORING_CASE)
    if not bare.strip() or (re.match(r"who\b", text, IGNORING_CASE) and not named_until(linked, bare)):
        return "who", _verb(bare.split())
    end = named_until(linked, bare)
    if not end:
        return bare, ""
    thing, behind = bare[:end], bare[end:].split()
    if behind and behind[-1].lower() in _HAVING and behind[0].lower() in _PREPOSITIONS:
        return f"{thing} {' '.join(_without_having(behind))}", ""
    if behind and behind[0].lower() in _PREPOSITIONS:
        return f"{thing} {' '.join(behind[:-1])}".strip(), _verb(behind[-1:])
    return thing, _verb(behind)


def _without_having(words: list[str]) -> list[str]:
    while words and words[-1].lower() in _HAVING | _RELATIVE:
        words = words[:-1]
    return words


def _verb(words: list[str]) -> str:
    """A verb without what only helps it."""
    words = [word for word in words if word.lower() not in _RELATIVE]
    while words and words[0].lower() in _AUXILIARY | _HAVING:
        words = words[1:]
    while words and words[-1].lower() in _AUXILIARY | {"with", "having", "for", "the"}:
        words = words[:-1]
    return " ".join(words)
