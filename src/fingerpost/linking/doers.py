"""Who does what a verb says, and what a doer does: "owner" and "own"."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.linking.english import Stems
from fingerpost.linking.text import stem
from fingerpost.plans.irregular import VERBS


def verbs_of(noun: str) -> Iterator[str]:
    """Stems of what a doer does: "bearer" bears, "owner" owns, "writer" writes."""
    if len(noun) > 4 and noun.endswith(("er", "or")):
        yield stem(noun[:-2])
        yield stem(noun[:-1])


def doers_of(verb: str) -> Iterator[Stems]:
    """Stems of who does what a verb says: who "played" is a player, who "coaches" a coach."""
    base = VERBS.get(verb) or verb.removesuffix("ed")
    yield (stem(base),)
    for noun in (f"{base}er", f"{base}or", f"{base}r"):
        if stem(noun) != stem(base):  # else the verb itself would be read as a noun
            yield (stem(noun),)
