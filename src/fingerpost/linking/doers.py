"""Who does what a verb says, and what a doer does: "owner" and "own"."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from fingerpost.core.schema import GraphSchema, ValueType
from fingerpost.linking.english import Stems, english, is_role, stems
from fingerpost.linking.text import singulars, split_name, stem
from fingerpost.plans import VERBS


def verbs_of(noun: str) -> Iterator[str]:
    """Stems of what a doer does: "bearer" bears, "owner" owns, "writer" writes."""
    if len(noun) > 4 and noun.endswith(("er", "or")):
        yield stem(noun[:-2])
        yield stem(noun[:-1])


def who_does_it(schema: GraphSchema, hidden: Collection[str]) -> Iterator[tuple[Stems, str, str, bool]]:
    """Verbs for who does something, where that is a property and no relation says it: "who owns it" of `owners`.

    And how many something happened to: "how many people were injured" of `number_of_injuries`.
    """
    types = {stem(word) for relationship in schema.relationships for word in split_name(relationship.type)}
    for label in schema.labels:
        for info in label.properties:
            words = split_name(info.name)
            if info.name in hidden or not words:
                continue
            noun = next(iter(singulars(words[-1])), words[-1])
            trade = english().trades.get(noun, ())
            if (is_role(noun) or trade) and info.type in _SAID and len(words) == 1:
                verbs = (*verbs_of(noun), *trade)
                yield from (((verb,), info.name, label.name, False) for verb in verbs if verb not in types)
            for done in english().tolls.get(noun, ()) if words[:2] == _NUMBER_OF and info.numeric else ():
                for people in _PEOPLE:
                    yield from (((*stems(people), *being, done), info.name, label.name, False) for being in _BEING)


_SAID = (ValueType.STRING, ValueType.LIST)
_NUMBER_OF = ("number", "of")
_PEOPLE = ("people", "persons")
_BEING: tuple[Stems, ...] = ((), (stem("were"),), (stem("was"),), (stem("are"),))


def doers_of(verb: str) -> Iterator[Stems]:
    """Stems of who does what a verb says: who "played" is a player, who "coaches" a coach."""
    base = VERBS.get(verb) or verb.removesuffix("ed")
    yield (stem(base),)
    for noun in (f"{base}er", f"{base}or", f"{base}r"):
        if stem(noun) != stem(base):  # else the verb itself would be read as a noun
            yield (stem(noun),)


def deed_of(verb: str) -> str:
    """The stem of a noun in "-ment" for what was done: what was "paid" is a payment, what was "shipped" a shipment."""
    base = VERBS.get(verb) or verb.removesuffix("ed")
    return stem(f"{base.removesuffix(base[-1:]) if base[-2:-1] == base[-1:] else base}ment")


def receiver_of(verb: str) -> str:
    """The stem of a noun in "-ee" for to whom something was done: a ticket is "assigned" to its assignee."""
    base = VERBS.get(verb) or verb.removesuffix("ed")
    return stem(f"{base.removesuffix('e')}ee")
