"""Markers of what something is told for each of: "by genre", "for different clubs", "in their department"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fingerpost.linking.mentions import Linked, Mention
from fingerpost.linking.nearby import THEIRS
from fingerpost.linking.scores import OWN
from fingerpost.linking.text import singulars
from fingerpost.questions.roles import HOW_MUCH, MEASURES, Marker, Role

_DO = frozenset(("do", "does", "did", "has", "have"))
_OF_EACH = frozenset(("for", "in", "across", "by"))
_LISTING = frozenset(("list", "show", "display", "give", "print"))
_JOINING = frozenset(("and", "the", "their", "its"))
_WITHIN = frozenset("in within of at for from among".split())
_TELLING = frozenset("for in during where that which who with only since between from after before on at".split())
_CALLED = 0.8
"""How surely a word names the things that are told of."""
_OWN = frozenset(("own", "respective"))
_PRICED = frozenset(("dear", "cheap", "expensive", "costly", "pricey", "pricy"))


def grouped_by(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """ "The number of patients by sex and age": a "by" behind what is measured, and before names up to the end."""
    tokens = linked.tokens
    measured = min((m.end for m in found if m.role in (*MEASURES, Role.SHARE)), default=len(tokens))
    for index in range(measured, len(tokens) - 1):
        done = tokens[index - 1].norm.endswith(("ed", "en", "wn", "un")) and not linked.is_behind(index, ",")
        taken = any(m.start <= index < m.end for m in found)
        end = min((m.start for m in found if m.role is Role.SORT and m.start > index), default=len(tokens))
        end = min((n for n in range(index + 2, end) if _is_told_behind(linked, n)), default=end)
        if tokens[index].norm == "by" and not done and not taken and _names_the_rest(linked, index + 1, end):
            return [*found, Marker(Role.GROUP, index, index + 1, "by")]
    return list(found)


def without_rates(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """The markers; in "how much is it per day", "the dearest tent per day" that is a rate, where one is stored.

    So it is right behind a number: "below 40 a day".
    """
    rates = {m.start for m in linked.mentions if m.kind == "property" and m.length > 1}
    amounts = {m.end for m in linked.mentions if m.kind == "number"}
    found = [m for m in found if not (m.role is Role.GROUP and m.start in rates & amounts)]
    prices = any(m.role is Role.ASK_PROPERTY and m.value == HOW_MUCH for m in found)
    prices = prices or any(m.role is Role.SUPERLATIVE and m.value in _PRICED for m in found)
    if not prices or any(m.role in MEASURES for m in found):
        return found
    return [m for m in found if not (m.role is Role.GROUP and m.start in rates)]


def _is_told_behind(linked: Linked, place: int) -> bool:
    """Whether something is told behind one name: "by cheese in 2024"; of several it may be who did it."""
    named = linked.tokens[place - 1]
    return linked.tokens[place].norm in _TELLING and not (named.norm.endswith("s") and singulars(named.norm))


def told_by(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """ "Orders by payment method", "concerts conducted, by conductor": a "by" between a thing and a name of several
    words, or behind a comma, where nothing else is asked."""
    tokens = linked.tokens
    things = {m.end for m in linked.mentions if m.kind == "label" and m.score >= _CALLED}
    for index in range(1, len(tokens) - 1):
        several = index in things and index < len(tokens) - 2
        if (
            not found
            and tokens[index].norm == "by"
            and (several or linked.is_behind(index, ","))
            and _names_the_rest(linked, index + 1, len(tokens))
        ):
            return [Marker(Role.GROUP, index, index + 1, "by")]
    return list(found)


def listed_by(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """ "List the students by grade": what puts them in order, where nothing is measured and no author has that name."""
    tokens = linked.tokens
    busy = any(m.role in (*MEASURES, Role.SORT, Role.SUPERLATIVE, Role.SHARE) for m in found)
    if busy or not tokens or tokens[0].norm not in _LISTING:
        return list(found)
    for index in range(1, len(tokens) - 1):
        kinds = {m.kind for m in linked.mentions if m.start == index + 1}
        group = next((m for m in found if m.start <= index < m.end), None)
        free = group is None or (group.role is Role.GROUP and group.end - group.start == 1)
        named = "property" in kinds and kinds.isdisjoint(("label", "value", "relative"))
        if tokens[index].norm == "by" and free and named and _names_the_rest(linked, index + 1, len(tokens)):
            return [*(m for m in found if m is not group), Marker(Role.SORT, index, index + 1)]
    return list(found)


def _names_the_rest(linked: Linked, start: int, end: int) -> bool:
    """Whether nothing but names of labels and properties, joined by "and" or "of", stand from here to the end.

    The last may be another noun for the things: "by kind of event", where visits have a kind.
    """
    reached = {start}
    read = linked.readable()
    things = {m.start for m in linked.mentions if m.kind == "label"}
    for place in range(start, end):
        if place not in reached:
            continue
        if linked.tokens[place].norm in _JOINING or (place > start and linked.tokens[place].norm == "of"):
            reached.add(place + 1)
        if place + 1 == end and place not in read and linked.tokens[place - 1].norm == "of":
            reached.add(end)
        reached.update(m.end for m in linked.mentions if m.start == place and _names(m, things))
    return end in reached


def _names(mention: Mention, things: Collection[int]) -> bool:
    """Whether words name a label, a property, or what things are to others: the home port, the lead of a lead officer.

    `things` are the places of labels.
    """
    related = (mention.length > 1 and mention.score >= OWN) or mention.end in things
    return mention.kind in ("label", "property") or (mention.kind == "relation" and related)


def of_different(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """ "The number of loans for different members", behind what is measured: for each of them."""
    measured = min((m.end for m in found if m.role in MEASURES), default=len(linked.tokens))

    def grouping(marker: Marker) -> bool:
        behind = marker.role is Role.DISTINCT and marker.start > measured
        return behind and linked.tokens[marker.start - 1].norm in _OF_EACH

    return [m._replace(role=Role.GROUP) if grouping(m) else m for m in found]


def each_at_the_end(found: list[Marker], linked: Linked) -> list[Marker]:
    """ "What are the different ship flags, and how many ships have each": for each of what was asked first."""
    last = next((m for m in found if m.role is Role.GROUP and m.end == len(linked.tokens)), None)
    counting = next((m for m in found if m.role in MEASURES), None)
    first = next((m for m in found if m.role is Role.DISTINCT), None)
    if last is None or counting is None or first is None or not first.end <= counting.start < last.start:
        return found
    rest = (m for m in found if m not in (first, last))
    return [first._replace(role=Role.GROUP), *rest, last._replace(role=Role.RESTATED)]


def of_average(found: list[Marker], linked: Linked) -> list[Marker]:
    """ "How many patients does the average doctor treat": the average number of patients of each."""
    labels = {m.start for m in linked.mentions if m.kind == "label"}
    counting = next((m for m in found if m.role is Role.COUNT and not m.value), None)
    doing = {i for i, token in enumerate(linked.tokens) if token.norm in _DO}
    averages = (m for m in found if m.role is Role.AGGREGATE and m.value == "avg" and m.end in labels)
    one = next((m for m in averages if not doing.isdisjoint((m.start - 1, m.start - 2))), None)
    if counting is None or one is None or counting.start > one.start:
        return found
    whole = Marker(Role.AGGREGATE, counting.start, counting.end, "avg count")
    return [whole if m is counting else one._replace(role=Role.GROUP, value="") if m is one else m for m in found]


def averaged_last(found: list[Marker], linked: Linked) -> list[Marker]:
    """ "How many books does an author write on average": the average number of books."""
    count = len(linked.tokens)
    averages = (m for m in found if m.role is Role.AGGREGATE and m.value == "avg")
    last = next((m for m in averages if m.end == count or linked.text(m.start, m.end).lower() == "on average"), None)
    counting = next((m for m in found if m.role is Role.COUNT and not m.value), None)
    if last is None or counting is None:
        return found
    whole = Marker(Role.AGGREGATE, counting.start, counting.end, "avg count")
    return [whole if m is counting else m._replace(value=whole.value) if m is last else m for m in found]


def of_their_own(found: list[Marker], linked: Linked) -> list[Marker]:
    """ "Who earns the most in their department": in each of them, where something is the highest of all."""
    tokens = linked.tokens
    best = next((m for m in found if m.role is Role.SUPERLATIVE), None)
    if best is None or any(m.role is Role.GROUP for m in found):
        return found
    things = {m.start for m in linked.mentions if m.kind in ("label", "property") and m.score >= OWN}
    taken = {place for m in found for place in range(m.start, m.end)}
    for place in range(best.end, len(tokens) - 2):
        end = place + 2 + (tokens[place + 2].norm in _OWN)
        theirs = tokens[place].norm in _WITHIN and tokens[place + 1].norm in THEIRS
        if theirs and end in things and taken.isdisjoint(range(place, end)):
            return [*found, Marker(Role.GROUP, place, end)]
    return found
