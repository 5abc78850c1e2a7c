"""Markers of the order in which things stand, and of how many of them are wanted: "by price, cheapest first"."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.linking.english import english
from fingerpost.linking.mentions import Linked
from fingerpost.linking.text import Token
from fingerpost.questions.roles import FIRST, MEASURES, Marker, Role

_BEST_FIRST = 3
"""Most words between a superlative and its "first"."""


def ordered_by(found: Sequence[Marker], told: Marker, tokens: Sequence[Token]) -> list[Marker]:
    """ "List the books by price, cheapest first", "from small to large by seats": the "by" says what orders them."""
    groups = [m for m in found if m.role is Role.GROUP and m.value == "by" and m.end - m.start == 1]
    place = next((i for i, t in enumerate(tokens) if t.norm == "by" and (i < told.start or i == told.end)), None)
    measured = place is not None and any(m.role in MEASURES and m.end <= place for m in found)
    if place is None or measured or any(m.start <= place < m.end and m not in groups for m in found):
        return list(found)  # "the number of books by genre, largest first" is told for each
    return [*(m for m in found if m not in groups), Marker(Role.SORT, place, place + 1, "")]


def best_by(found: list[Marker], linked: Linked) -> list[Marker]:
    """ "The three longest trips by distance": the property at the end says what things are the longest by."""
    tokens, adjectives = linked.tokens, english().adjectives
    best = next((m for m in found if m.role is Role.SUPERLATIVE and m.value in adjectives and m.rank == 1), None)
    by = next((i for i, t in enumerate(tokens) if best is not None and i >= best.end and t.norm == "by"), None)
    if best is None or by is None:
        return found
    behind = {m.kind for m in linked.mentions if m.start == best.end}
    things = "label" in behind or (not behind and by == best.end + 1)
    counted = next((m.end for m in found if m.role is Role.COUNT and m.start == by + 1), None)
    ending = [m for m in linked.mentions if m.start == (counted or by + 1) and m.end == len(tokens)]
    # "The biggest district by area", where a district may be called an area, but less surely so.
    likely = max((m.score for m in ending if m.kind == "property"), default=0.0)
    ends = {m.kind for m in ending if m.kind != "label" or m.score >= likely}
    rest = [m for m in found if m is not best and not (m.start == by and m.role is Role.GROUP)]
    measured = bool(ends) if counted else "property" in ends and "label" not in ends
    if not measured or any(m.start <= by < m.end for m in rest):
        return found
    if counted and things:
        # "The smallest wedding by number of guests" is that with the fewest.
        most = Marker(Role.SUPERLATIVE, by, counted, "most" if adjectives[best.value].most == "max" else "fewest")
        kept = [m for m in rest if not by <= m.start < counted]
        return [*kept, best._replace(role=Role.RESTATED, value="", number=None), most._replace(number=best.number)]
    if by == best.end:
        return [*rest, best, Marker(Role.RESTATED, by, by + 1)]  # "which is the biggest by seats"
    if not things:
        return found
    order = "desc" if adjectives[best.value].most == "max" else "asc"
    return [
        *rest,
        best._replace(role=Role.TOP, value="", number=best.number or 1),
        Marker(Role.SORT, by, by + 1, order),
    ]


def best_first(found: list[Marker], linked: Linked) -> list[Marker]:
    """ "The cheapest products first", "newest premiere first": how they are ordered, and not which of them."""
    count = len(linked.tokens)
    last = next((m for m in found if m.role is Role.SUPERLATIVE and m.value == "first" and m.end == count), None)
    best = [m for m in found if m.role is Role.SUPERLATIVE and m is not last and m.number is None and m.rank == 1]
    best = [m for m in best if last is not None and m.end < last.start <= m.end + _BEST_FIRST]
    if last is None or len(best) != 1:
        return found
    order = last._replace(role=Role.SORT, value=f"{FIRST} {best[0].value}")
    return [*(m for m in found if m not in (last, best[0])), best[0]._replace(role=Role.RESTATED, value=""), order]
