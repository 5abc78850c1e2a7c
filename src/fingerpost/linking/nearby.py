"""What the words about a name tell of it: "and", "from", "the same as", "their"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.determiners import noun_start
from fingerpost.linking.mentions import Mention
from fingerpost.linking.occasions import is_year
from fingerpost.linking.scores import PART
from fingerpost.linking.text import Token

_AS = frozenset(("as", "with"))
_THAT = frozenset(("that", "those", "of"))
_SHARING = frozenset("share shares shared sharing common".split())
_COMMON = 6
"""Most words between "the same" and its "as"."""
_TELLING = frozenset(("from", "of", "in", "at", "with", "by"))
"""What stands between a name and what is told of it."""
_OUTRIGHT = 0.95
_LEADING = frozenset(("from", "to", "via", "into", "towards"))
THEIRS = frozenset(("their", "its", "his", "her"))
_HAVING = frozenset(("has", "have", "had"))
_RELATIVE = frozenset(("who", "that", "which", "whose"))
_NESTED = 2
"""With so many relative clauses before it, what an "and have" is said of is open."""
_COMPARING = 5
"""Most words between "have" and its property: "have a number of more than 5 ..."."""
_MOMENTS = ("number", "date", "month", "period")
_GOING_ON = frozenset(("and", "or", "but", "nor"))
_TIED = frozenset("in on not also again then both of the year years during neither either never".split())
"""Words between two dates of one kind of event: "in 1996 and again in the year 1998"."""
_ASIDE = 6


def is_joined(tokens: tuple[Token, ...], start: int) -> bool:
    """Whether "and" joins a name to what stands before it: "Anna and a person"."""
    start = noun_start(tokens, start)
    return start > 0 and tokens[start - 1].norm == "and"


def placed(mention: Mention, tokens: tuple[Token, ...]) -> Mention:
    """A value, marked by what stands before it: "and" ("the kitchen and the bathroom"), or a preposition."""
    if mention.start and tokens[mention.start - 1].norm in _LEADING:
        return mention._replace(definite=True)
    if is_joined(tokens, mention.start):
        return mention._replace(joined=True)
    return mention


def in_common(found: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """The mentions, those marked that have something in common: "the same book as Ann", "share a genre with Emma".

    Not where sharing is itself the relation: "share a home with".
    """
    words = {token.norm for token in tokens}
    if "same" not in words and _SHARING.isdisjoint(words):
        return found
    taken = {place for m in found if m.kind == "relation" for place in range(m.start, m.end)}

    def marked(mention: Mention) -> Mention:
        if mention.kind not in ("label", "value") or not _has_in_common(tokens, mention.start, taken):
            return mention
        return mention._replace(fresh=mention.fresh or mention.kind == "value", shared=True)

    return [marked(mention) for mention in found]


def _has_in_common(tokens: tuple[Token, ...], start: int, taken: set[int]) -> bool:
    place = noun_start(tokens, start) - 1
    while place > 0 and tokens[place].norm in _THAT:
        place -= 1
    if place < 1 or tokens[place].norm not in _AS:
        return False
    before = {tokens[i].norm for i in range(max(0, place - _COMMON), place) if i not in taken}
    return "same" in before or (tokens[place].norm == "with" and not _SHARING.isdisjoint(before))


def together(found: list[Mention], tokens: tuple[Token, ...], schema: GraphSchema) -> list[Mention]:
    """The mentions; "who acted with Ann" has what both acted in, where nobody acts in anybody."""
    added: list[Mention] = []
    for place in (place for place in range(1, len(tokens) - 1) if tokens[place].norm == "with"):
        behind = [m for m in found if m.kind == "value" and m.start == place + 1]
        for said in [m for m in found if m.kind == "relation" and m.end == place and m.score >= _SAID]:
            known = schema.relationship_by_type.get(said.name)
            if known is None or len(known.endpoints) != 1:
                continue
            (pair,) = known.endpoints
            both = [m for m in behind if pair.start in m.owners]
            if both and pair.start != pair.end:
                added.append(Mention("label", place, place + 1, pair.end, PART, f"what both {said.name}"))
                found = [m._replace(fresh=True, shared=True) if m in both else m for m in found]
    return [*found, *added]


_SAID = 0.6
"""From which score on a verb is said, and no preposition."""


def beside(found: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """The mentions, values marked by the labels of their phrase: "German customers", else "customers from Germany"."""
    labels = [m for m in found if m.kind == "label" and m.score >= _OUTRIGHT]
    before = defaultdict(set)
    behind = defaultdict(set)
    for label in labels:
        before[label.start].add(label.name)
        behind[label.end].add(label.name)
        if label.end < len(tokens) and tokens[label.end].norm in _TELLING:
            behind[label.end + 1].add(label.name)

    def marked(mention: Mention) -> Mention:
        names = before.get(mention.end) or behind.get(mention.start) if mention.kind == "value" else None
        return mention._replace(beside=frozenset(names)) if names else mention

    return [marked(mention) for mention in found] if labels else found


def says_of_subject(tokens: tuple[Token, ...], start: int) -> bool:
    """Whether a property is said of what is asked for: "their names", "which ... and have more than 5 stars"."""
    if start and tokens[start - 1].norm in THEIRS:
        return True
    for place in range(start - 1, max(0, start - _COMPARING - 1), -1):
        if tokens[place].norm in _HAVING and tokens[place - 1].norm == "and":
            return sum(token.norm in _RELATIVE for token in tokens[1 : place - 1]) < _NESTED
    return False


def going_on(found: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """The mentions, those years and dates marked `joined` that go on from the one before: "in 1996 but not in 1997"."""
    moments = {m.end: m for m in found if m.kind in _MOMENTS}
    return [m._replace(joined=True) if m.kind in _MOMENTS and _goes_on(m, moments, tokens) else m for m in found]


def _goes_on(mention: Mention, moments: Mapping[int, Mention], tokens: tuple[Token, ...]) -> bool:
    for place in range(mention.start - 1, max(mention.start - _ASIDE, 0) - 1, -1):
        before = moments.get(place + 1)
        if before is not None and before.start < before.end <= mention.start:
            between = {token.norm for token in tokens[place + 1 : mention.start]}
            same = before.kind == mention.kind and (
                mention.kind != "number" or (_is_year(before) and _is_year(mention))
            )
            return same and not between.isdisjoint(_GOING_ON)
        if tokens[place].norm not in _GOING_ON and tokens[place].norm not in _TIED:
            return False
    return False


def _is_year(mention: Mention) -> bool:
    return isinstance(mention.value, int) and is_year(mention.value)
