"""When something ended is not told by when it began: "when does it close" where it is known when it opened."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.linking.english import english
from fingerpost.linking.lasting import begun_by
from fingerpost.linking.text import split_name, stem
from fingerpost.plans import Comparison
from fingerpost.questions.algebra import Term
from fingerpost.questions.candidates import Candidate, Parsed

_MOMENTS = frozenset("date time day year month on at of in since".split())


def of_the_contrary(parsed: Parsed, candidate: Candidate) -> list[int]:
    """The places of words for the contrary of what the moments are of that a reading shows, orders or bounds."""
    places = {token.stem: place for place, token in enumerate(parsed.linked.tokens)}
    used = [_deeds(term) for term in _used(candidate)]
    known = {deed for deeds in used for deed in deeds}
    found: list[int] = []
    for deeds in used:
        if len(deeds) != 1 or not deeds.isdisjoint(places):
            continue  # the place of a birth is no moment
        others = {other for deed in deeds for other in english().contraries.get(deed, ())} - known
        found.extend(place for said, place in places.items() if said in others)
    return sorted(set(found))


def _deeds(term: Term) -> set[str]:
    """What a property's name says that happened."""
    return {stem(name) for name in split_name(term.property or "") if name not in _MOMENTS}


def _used(candidate: Candidate) -> Iterator[Term]:
    """The moments by themselves: how long it was from one to another is told by both."""
    return (term for term in _terms(candidate) if begun_by(term.part) is None)


def _terms(candidate: Candidate) -> Iterator[Term]:
    head = candidate.head
    yield from head.columns
    yield from (term for term, _ in head.order)
    if head.best is not None:
        yield head.best.term
    if head.then is not None:
        yield head.then.when
    conditions = candidate.state.filters
    # What is open has no end, and is not closed.
    known = (f for f in conditions if f.comparison is not Comparison.IS_NULL and f.so is None)
    yield from (Term(f.owner, f.property, f.edge, f.part) for f in known)
