"""Markers that only what is named about them tells: "by sex and age", "the second floor", "the phone number of"."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.linking.counting import counts
from fingerpost.linking.determiners import SUBJECTS, is_verb
from fingerpost.linking.mentions import Linked
from fingerpost.linking.scores import OWN
from fingerpost.questions.marker_amounts import HAVING
from fingerpost.questions.marker_rules import NUMBERS
from fingerpost.questions.roles import COMMONEST, COUNTED, MEASURES, RAREST, SHARED, SOME, Marker, Role

LITERALS = ("number", "date", "time", "month", "period")
_MEANT = 0.6
"""Least score of what a word means, and is not taken for."""
_DOERS = frozenset(("who", "that", "which"))
_SHARING = frozenset("share shares sharing shared".split())
_DETERMINERS = frozenset("a an the their its".split())
_EXTREMES = {
    **dict.fromkeys("high large great late long".split(), "max"),
    **dict.fromkeys("low small early short".split(), "min"),
}
_ITS = frozenset("the their its his her".split())
_OWN = frozenset(("their", "its"))
_OF_DEED = _ITS | SUBJECTS | frozenset("being having been was were is are had got getting date time of".split())
"""Words before what somebody did or what was done: "after being hired", "before the date of"."""
_DEED = 0.6
"""Least score of a property that says what was done."""
HAPPENED = "happened"
"""In the value of a marker: what was said to happen, and when something else was."""
_SAID_SO = 0.7
_WRITTEN_OUT = 0.95
"""Least score of a name of which something may be written out: "number of seats" for `nbr_seats`."""


def before_name(marker: Marker, linked: Linked) -> Marker:
    """ "The highest number of scenes", where things have a number of scenes: the highest of that."""
    if marker.role is not Role.SUPERLATIVE or linked.tokens[marker.end - 1].norm != "of":
        return marker
    named = (m for m in linked.mentions if m.kind == "property" and m.length > 1 and m.score >= _WRITTEN_OUT)
    inside = next((m for m in named if marker.start < m.start < marker.end < m.end), None)
    return marker if inside is None else marker._replace(end=inside.start)


def count_in(words: str) -> int | None:
    """The number among words, in digits or as a word; None where there is none."""
    for word in words.split():
        if word.isdigit() and len(word) <= 6:
            return int(word)
        if word in NUMBERS:
            return NUMBERS[word]
    return None


def is_doing(marker: Marker, linked: Linked) -> bool:
    """Whether "called" is what somebody did: "who called Ann", "called by Ann", and not "a member called Ann".

    And "ordered by Ann": a name stands behind it, and nothing that puts things in order.
    """
    tokens = linked.tokens
    if marker.role is Role.NAMED and tokens[marker.start].norm == "called":
        by = marker.end < len(tokens) and tokens[marker.end].norm == "by"
        return by or (marker.start > 0 and tokens[marker.start - 1].norm in _DOERS)
    if marker.role is not Role.SORT or tokens[marker.end - 1].norm != "by":
        return False
    behind = {m.kind for m in linked.mentions if m.start == marker.end}
    return "value" in behind and behind.isdisjoint(("property", "label", "relation", "superlative"))


def is_of_value(marker: Marker, linked: Linked) -> bool:
    """Whether "number of" only says what kind of value stands before it: "the licence number of Ann"."""
    counted = marker.role is Role.COUNT and linked.tokens[marker.start].norm == "number"
    own = (m for m in linked.mentions if m.kind == "property" and m.end == marker.start and m.score >= OWN)
    return counted and not all(m.cosine for m in own)


def _is_of_same(marker: Marker, linked: Linked) -> bool:
    """Whether a property stands behind a comparison, by itself or with an article."""
    led = marker.end + (marker.end < len(linked.tokens) and linked.tokens[marker.end].norm in _ITS)
    return any(m.kind == "property" and m.start == led and m.score >= _SAID_SO for m in linked.mentions)


def _is_deed(marker: Marker, linked: Linked) -> bool:
    """Whether a clause stands behind "before" or "after" that only says when something was: "after they joined"."""
    at, tokens = marker.end, linked.tokens
    while at < len(tokens) and tokens[at].norm in _OF_DEED:
        at += 1
    named = max((m.end for m in linked.mentions if m.kind == "label" and m.start == at), default=at)
    while named < len(tokens) and tokens[named].norm in _OF_DEED:
        named += 1
    said = [m for m in linked.mentions if m.kind == "property" and m.start == named and m.score >= _DEED]
    led = named > marker.end or (named < len(tokens) and tokens[named].norm.endswith("ing"))
    return led and any(not m.cosine for m in said) and not _is_told(linked, max(m.end for m in said))


def _is_told(linked: Linked, end: int) -> bool:
    """Whether a number, date or name stands behind: "before they were hired in 2012" is of that year."""
    return any(m.kind in (*LITERALS, "value") and 0 <= m.start - end <= 1 for m in linked.mentions)


def against_another(marker: Marker, linked: Linked) -> Marker:
    """ "Founded before Azura": a name behind "before" or "after", and no date, is of what it is held against.

    And "stock below the reorder level", "shipped after the required date", "below their minimum stock": two properties.
    """
    if marker.role is not Role.COMPARE or marker.value not in ("> time", "< time", ">", "<"):
        return marker
    near = [m for m in linked.mentions if 0 <= m.start - marker.end <= 1]
    before = marker.start - (linked.tokens[marker.start - 1].norm in _BEING if marker.start else 0)
    held = any(m.kind == "property" and m.end == before for m in linked.mentions)
    own = marker.end < len(linked.tokens) and linked.tokens[marker.end].norm in _OWN
    if (held or own) and _is_of_same(marker, linked) and not any(m.kind in LITERALS for m in near):
        return marker._replace(role=Role.BEYOND, value=f"{marker.value[0]} -")
    if not marker.value.endswith("time"):
        return marker
    if _is_deed(marker, linked) and not any(m.kind in LITERALS for m in near):
        return marker._replace(role=Role.BEYOND, value=f"{marker.value[0]} {HAPPENED}")
    the = marker.end < len(linked.tokens) and linked.tokens[marker.end].norm == "the"
    if any(m.kind in LITERALS for m in near) or not any(m.kind == "value" for m in near if m.start == marker.end + the):
        return marker
    return marker._replace(role=Role.BEYOND, value=f"{marker.value[0]} -")


def of_extremes(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """ "The name and highest salary of each club": what is measured for each, and not a club that is chosen."""
    tokens = linked.tokens
    ends: dict[int, set[int]] = {}
    for mention in linked.mentions:
        if mention.kind == "property":
            ends.setdefault(mention.start, set()).add(mention.end)

    def measures(marker: Marker) -> bool:
        if marker.role is not Role.SUPERLATIVE or marker.value not in _EXTREMES or marker.number or marker.rank > 1:
            return False
        start = marker.start
        while start > 1 and tokens[start - 1].norm in _ITS and tokens[start - 2].norm == "and":
            start -= 1  # "and their highest salary"
        before = tokens[start - 1].norm if start else ""
        if any(m.role is Role.SUPERLATIVE and m.end == start - 1 for m in found):
            return False  # "the highest and lowest salary"
        listed = before == "and" or any(e < len(tokens) and tokens[e].norm == "and" for e in ends.get(marker.end, ()))
        return listed and before not in HAVING and marker.end in ends

    def is_beside(marker: Marker) -> bool:
        counted = any(m.role in MEASURES and m.end < marker.start for m in found)
        before = {token.norm for token in tokens[max(marker.start - 2, 0) : marker.start]}
        return counted and "and" in before

    grouped = any(m.role is Role.GROUP for m in found)
    extreme = {id(m) for m in found if measures(m) and (grouped or is_beside(m))}
    return [m._replace(role=Role.AGGREGATE, value=_EXTREMES[m.value]) if id(m) in extreme else m for m in found]


def so_many(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """ "Which two doctors were hired first", "show 5 books": how many are asked for stands before the noun."""
    named = {m.start for m in linked.mentions if m.kind == "label"}
    taken = {place for m in found for place in range(m.start, m.end)}
    if any(m.role is Role.TOP for m in found):
        return list(found)
    for place in range(len(linked.tokens)):
        count = counts(linked.tokens, place, named) if place not in taken else None
        if count is not None:
            return [*found, Marker(Role.TOP, place, place + 1, SOME, number=count)]
    return list(found)


def same_as(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """ "The same title as Ann", "share a title with Ann": what one property of things is, another thing has."""
    tokens = linked.tokens
    place = next((i for i, token in enumerate(tokens) if token.norm == "same"), None)
    said = {i for m in linked.mentions if m.kind == "relation" for i in range(m.start, m.end)}
    sharing = (i for i, token in enumerate(tokens) if token.norm in _SHARING and i not in said)
    shares = next(sharing, None) if place is None else None
    place = shares if place is None else place
    if place is None or any(m.start <= place < m.end for m in found):
        return list(found)
    start = place + 1
    while shares is not None and start < len(tokens) and tokens[start].norm in _DETERMINERS:
        start += 1
    numbers = next((m for m in found if m.role is Role.COUNT and m.start == start and m.end > start + 1), None)
    if numbers is not None:
        start = numbers.end  # "the same number of credits as"
    nouns = [m for m in linked.mentions if m.start == start and m.kind in ("property", "label")]
    ends = {m.end for m in nouns if m.kind == "property" and not m.of_relationship}
    end = next((e for e in ends if e < len(tokens) - 1 and tokens[e].norm in ("as", "with")), None)
    if end is None or any(m.kind == "label" for m in nouns) or any(m.start <= end < m.end for m in found):
        return list(found)
    value = "= - split" if shares is None else f"= {SHARED} split"
    found = [m for m in found if m is not numbers]
    until = place + 1 if numbers is None else numbers.end
    return [*found, Marker(Role.BEYOND, place, until, value), Marker(Role.THAN, end, end + 1, "than")]


def alike(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """ "Are Ann and Bob of the same age": what those who are named have the same of."""
    tokens = linked.tokens
    said = {i for m in linked.mentions if m.kind == "relation" for i in range(m.start, m.end)}
    same = next((i for i, token in enumerate(tokens) if token.norm == "same"), None)
    place = (
        next((i for i, t in enumerate(tokens) if t.norm in _SHARING and i not in said), None) if same is None else same
    )
    if place is None or any(m.start <= place < m.end or m.role is Role.BEYOND for m in found):
        return list(found)
    start = place + 1
    while start < len(tokens) - 1 and tokens[start].norm in _DETERMINERS and tokens[place].norm != "same":
        start += 1
    numbers = next((m for m in found if m.role is Role.COUNT and m.start == start and m.end > start + 1), None)
    end = place + 1
    if numbers is not None:
        start = end = numbers.end
    checks = any(m.role is Role.CHECK for m in found)
    kinds = {m.kind for m in linked.mentions if m.start == start and not m.of_relationship}
    named = kinds & {"property", "label"} if checks else "property" in kinds and "label" not in kinds
    if not named:
        return list(found)
    return [*(m for m in found if m is not numbers), Marker(Role.ALIKE, place, end)]


def of_two(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """ "The ratio of female to male students": the "to" stands between two of one kind."""
    asked = next((m for m in found if m.role is Role.RATIO), None)
    if asked is None:
        return list(found)
    places = (i for i in range(asked.end, len(linked.tokens)) if linked.tokens[i].norm in ("to", "and"))
    place = next((i for i in places if not any(m.start <= i < m.end for m in found)), None)
    return list(found) if place is None else [*found, Marker(Role.EITHER, place, place + 1)]


_BEING = frozenset("is are was were been being gets get".split())
_BELONGING = frozenset(("associated", "related", "corresponding", "assigned", "attached"))


def most_done(found: list[Marker], linked: Linked) -> list[Marker]:
    """ "The most used topic", "which topic is used the most", where nothing says what that is: the most common."""
    meant = (m for m in linked.mentions if m.score >= _MEANT)
    known = {place for m in meant for place in range(m.start, m.end)}
    labels = {m.start for m in linked.mentions if m.kind in ("label", "property")}

    def is_done(place: int) -> bool:
        word = linked.tokens[place].norm
        return place not in known and (word.endswith("ed") or is_verb(word)) and word not in _BELONGING

    def widened(marker: Marker) -> Marker:
        place = marker.end
        value = {"most": COMMONEST, "fewest": RAREST}.get(marker.value, "") if marker.role is Role.SUPERLATIVE else ""
        last = place == len(linked.tokens) or (place + 1 == len(linked.tokens) and linked.tokens[place].norm == "often")
        said = value and last and marker.start > 1 and linked.tokens[marker.start - 2].norm in _BEING
        if said and is_done(marker.start - 1):
            return marker._replace(start=marker.start - 1, end=len(linked.tokens), value=value)
        if not value or place + 1 not in labels or not is_done(place):
            return marker  # "the most associated topics" are most topics
        return marker._replace(end=place + 1, value=value)

    return [widened(marker) for marker in found]


def counted_too(found: list[Marker], linked: Linked) -> list[Marker]:
    """ "Which airport has the most departures, and how many": the number is shown with the most anyway."""
    tokens = linked.tokens
    last = next((m for m in found if m.role is Role.COUNT and m.end == len(tokens)), None)
    most = any(m.role is Role.SUPERLATIVE and m.value in COUNTED for m in found)
    if last is None or not most or last.start < 1 or tokens[last.start - 1].norm != "and":
        return found
    return [*(m for m in found if m is not last), Marker(Role.RESTATED, last.start - 1, last.end)]
