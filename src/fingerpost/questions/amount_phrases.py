"""How the amount of each thing may be asked for: "for each hive, total kilos of honey", "total weight of harvests".

A unit stands for what is measured in it here, "money" for what is paid here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo
from fingerpost.linking.mentions import Linked
from fingerpost.linking.quantities import base_unit, unit_named, without_unit
from fingerpost.linking.scores import PREPOSITION, RING
from fingerpost.linking.text import split_name
from fingerpost.plans import plural
from fingerpost.questions.amount_words import AMOUNT_OF, AVERAGE, COUNT, MONEY, MONEY_OF, PER, TOTAL
from fingerpost.questions.schema_graph import makes_totals

_LIGHT = frozenset(
    "gave give gives given seen see sees saw brought bring brings in turned turn turns up racked clocked chalked "
    "notched logged recorded put out took take takes taken earned earns made makes spent spends needed for got us "
    "accounted".split()
)
"""Verbs that say of an amount only that somebody has it."""
_PAID = ("value", "amount", "total", "fee", "price", "cost", "pay")


class Amount(NamedTuple):
    """What is added up or counted, the verb that says how it hangs on the thing, and what more is said behind."""

    said: str
    verb: str = ""
    unit: str = ""
    rest: str = ""
    whole: bool = False


def named_until(linked: Linked, text: str) -> int:
    """Where the first name of a kind of thing, or of a property, ends in a piece of the question."""
    begin = linked.question.find(text)
    if begin < 0:
        return 0
    tokens = linked.tokens
    named = [
        (tokens[m.start].start, tokens[m.end - 1].end, m.score)
        for m in linked.mentions
        if m.kind in ("label", "property") and tokens[m.start].start >= begin and not m.of_relationship
    ]
    first = min((start for start, _, _ in named), default=0)
    end = max((end for start, end, _ in named if start == first), default=0)
    while end and (beside := max((to for start, to, fit in named if start == end + 1 and fit >= RING), default=0)):
        end = beside  # "per lift manufacturer"
    end -= begin
    return end if 0 < end <= len(text) else 0


def questions(
    linked: Linked, schema: GraphSchema, thing: str, amount: Amount, people: tuple[str, ...]
) -> Iterator[tuple[str, bool]]:
    """Questions for the amount of each thing, each with whether it leaves out something that was said."""
    things = [" ".join(split_name(label)) for label in people] if thing == "who" else [thing]
    for said, doubt in _phrases(linked, schema, amount):
        rest = f" {amount.rest}" if amount.rest else ""
        yield from ((f"for each {each}, {said}{rest}", doubt) for each in things)


def _phrases(linked: Linked, schema: GraphSchema, amount: Amount) -> Iterator[tuple[str, bool]]:
    """How the amount may be called, each with whether that leaves out something that was said."""
    said, unit = amount.said, amount.unit
    if AVERAGE.match(said):
        yield f"{said} {amount.verb}".strip(), False
        return
    count = COUNT.match(said) is not None and not unit
    said = AMOUNT_OF.sub("", COUNT.sub("", TOTAL.sub("", said)))
    nouns = [(noun, False) for noun in _paid(linked, said, schema)]
    if unit and unit.lower() not in said.lower():
        nouns += [(f"{unit} of {said}" if said else unit, False)]
    elif not nouns:
        nouns.append((said, False))
    asked = unit or unit_in(said)
    nouns += [(asked, True)] if asked and said.split()[:1] and said.split()[0].endswith("ing") else []
    nouns += () if _names_value(linked, said) else _measured_in(asked, said, linked, schema)
    nouns += [(f"the total of {MONEY_OF.sub('', said)}", False)] if amount.whole else []
    leads = "number of" if count else "total"
    light = _LIGHT.issuperset(amount.verb.lower().split())
    for noun, doubt in nouns:
        if light:  # an unknown verb is never left out
            yield noun if noun.startswith("the total") else f"{leads} {noun}", doubt
        if amount.verb and not count:
            end = named_until(linked, noun) or len(noun)
            yield f"{leads} {noun[:end]} {amount.verb}{noun[end:]}", doubt


def _names_value(linked: Linked, said: str) -> bool:
    """Whether a value is named in it, which no other words stand for: "g of oats"."""
    start = linked.question.find(said)
    inside = ((linked.tokens[m.start].start, m) for m in linked.mentions if m.kind in ("value", "text"))
    return said != "" and any(start <= place < start + len(said) and m.score >= RING for place, m in inside)


def unit_in(said: str) -> str:
    """The unit that an amount is said in: "kg of honey", "observing hours"."""
    words = said.split()
    places = (0, *(range(len(words) - 1, 0, -1) if words and words[0].endswith("ing") else ()))
    return next((words[place] for place in places if words and unit_named(words[place]) is not None), "")


def _is_of(info: PropertyInfo, base: str) -> bool:
    """Whether a property is measured in units of a kind."""
    unit = info.counted_in
    return unit is not None and base_unit(unit)[0] == base


def _measured_in(unit: str, said: str, linked: Linked, schema: GraphSchema) -> Iterator[tuple[str, bool]]:
    """What is measured in a unit here, by its name; in doubt where several are, or it is not all that was said."""
    base = unit_named(unit) if unit else None
    found = [
        (owner, info)
        for owner in schema.owners
        for info in owner.properties
        if base is not None and _is_of(info, base[0])
    ]
    if unit and schema.owners_of(unit):
        return  # what is called so is meant, and not what is measured so
    named = {m.name for m in linked.mentions if m.kind in ("label", "relation", "property") and m.score > PREPOSITION}
    found = [(owner, info) for owner, info in found if not named.isdisjoint((owner.name, info.name))] or found
    for owner, info in found:
        name = " ".join(without_unit(split_name(info.name)))
        of = f" of {plural(' '.join(split_name(owner.name)))}" if isinstance(owner, LabelInfo) else ""
        yield f"{name}{of}", len(found) > 1 or said.lower() != unit.lower()


def _paid(linked: Linked, said: str, schema: GraphSchema) -> Iterator[str]:
    """What is said of money or of a value, with what amounts of it are called here in place of that word."""
    word = next((word for word in re.findall(r"[\w']+", said) if word.lower() in MONEY), None)
    tokens = (linked.tokens[n].text for m in linked.mentions if m.kind == "property" for n in range(m.start, m.end))
    if word is None or word in tokens:
        return
    names = {
        without_unit(name): min(map(_PAID.index, paid))
        for owner in schema.owners
        for info in owner.properties
        if makes_totals(info) and PER.isdisjoint(name := split_name(info.name)) and (paid := {*name} & {*_PAID})
    }
    for name in sorted(names, key=names.__getitem__):
        yield re.sub(rf"\b{word}\b", " ".join(name), said)
