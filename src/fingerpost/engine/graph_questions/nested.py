"""Forms about wholes and parts, and about places in places."""

from __future__ import annotations

from collections.abc import Callable

from fingerpost.engine.graph_questions import materials, wholes
from fingerpost.engine.graph_questions.asked import Asked, Read
from fingerpost.engine.graph_questions.words import ANY
from fingerpost.engine.question_reader import DomainReading


def down(strict: bool) -> Read:
    def read(asked: Asked) -> DomainReading | None:
        whole, label = asked.name("x"), asked.label
        if whole is None or label is None:
            return None
        return of_things(asked, label, lambda of: _parts(asked, whole, of, strict=strict))

    return read


def consists(asked: Asked) -> DomainReading | None:
    """What something consists of: its parts, or else its contents."""
    whole, label = asked.name("x"), asked.label
    if whole is None or label is None:
        return None
    found = _parts(asked, whole, label, strict=True)
    if found is not None and asked.context.run(found.plan).rows:
        return found
    return _parts(asked, whole, label, strict=False) or found


def _parts(asked: Asked, whole: str, label: str, *, strict: bool) -> DomainReading | None:
    return wholes.parts_of(asked.context, asked.words, whole, label, strict=strict, most=asked.most)


def of_things(asked: Asked, label: str, reading: Callable[[str], DomainReading | None]) -> DomainReading | None:
    """A reading for the nodes of a type; "things" are of the type Thing only where there is one of that type."""
    found = reading(label)
    if label != ANY and asked.of_anything and (found is None or not asked.context.run(found.plan).rows):
        return reading(ANY)
    return found


def places_inside(asked: Asked) -> DomainReading | None:
    """The places in a place: what is joined by the relations of places alone."""
    place = asked.name("x")
    nested = wholes.of_places(asked.words)
    if place is None or not nested:
        return None
    return wholes.everything(asked.context, place, nested.down, nested.up, ANY, "parts")


def up(strict: bool) -> Read:
    def read(asked: Asked) -> DomainReading | None:
        part, label = asked.name("x"), asked.label
        if part is None or label is None:
            return None
        return wholes.wholes_of(asked.context, asked.words, part, label, strict=strict, most=asked.most)

    return read


def containers(asked: Asked) -> DomainReading | None:
    """What contains something: its wholes, else the places around it."""
    part, label = asked.name("x"), asked.label
    if part is None or label is None:
        return None
    found = wholes.wholes_of(asked.context, asked.words, part, label, strict=True, some=True, most=asked.most)
    found = found or materials.with_material(asked, part, label)
    return found or wholes.wholes_of(asked.context, asked.words, part, label, strict=False, most=asked.most)


def where(asked: Asked) -> DomainReading | None:
    """Where a place is: the places around it, if there are any."""
    part, nested = asked.name("x"), wholes.nesting(asked.words, parts=False)
    if part is None or not nested:
        return None
    return wholes.everything(asked.context, part, nested.up, nested.down, ANY, "wholes", some=True)


def count(strict: bool) -> Read:
    def read(asked: Asked) -> DomainReading | None:
        whole, label = asked.name("x"), asked.label
        if whole is None or label is None:
            return None
        return wholes.counted_parts(asked.context, asked.words, whole, label, strict=strict)

    return read


def inside(strict: bool) -> Read:
    def read(asked: Asked) -> DomainReading | None:
        pair = asked.pair
        if pair is None:
            return None
        found = wholes.is_inside(asked.context, asked.words, *pair, strict=strict, sure=not strict)
        return found or wholes.is_inside(asked.context, asked.words, *pair, strict=False)

    return read


def has(asked: Asked) -> DomainReading | None:
    """Whether something has a part; other things that it may have are not looked at."""
    pair = asked.pair
    if pair is None:
        return None
    return wholes.is_inside(asked.context, asked.words, *pair, strict=True, sure=False)
