"""Words that say nothing more where they stand: "in years" behind a property, "in terms of" before one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from fingerpost.linking import quantities
from fingerpost.linking.determiners import is_verb
from fingerpost.linking.english import english
from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import OWN, PREPOSITION
from fingerpost.linking.text import Token

_MOST = frozenset(
    "most least fewest highest lowest largest greatest biggest smallest longest shortest best worst".split()
)
_INTO = frozenset(("in", "to", "the", "a"))
_THROUGH = frozenset("from with using at in on through via".split())
"""Words behind "made" that tell with what: "orders made with a card"."""
_WERE = frozenset("was were are is been".split())
_SINGLE, _ANY = frozenset(("single", "individual")), frozenset("a an any each every no".split())
_WHICH = frozenset("which what the all any".split())
_SORTS = frozenset(("types", "kinds", "sorts", "varieties", "kind", "type", "sort"))
_AMOUNTS = frozenset(("amount", "amounts", "quantity", "sum", "level"))
_MORE = frozenset("more less fewer over above below under".split())
_GETTING = frozenset("received receives receive got gets get gained gain attracted attract obtained earned".split())
"""Verbs that say of what is counted no more than that there are so many: "received the most reviews"."""
_STRAIGHT = frozenset(("directly", "straight"))
_WORKING, _WHO = frozenset(("work", "works")), frozenset("who that which currently still people staff".split())
_MEASURED = 4
"""Most words between "the highest" and what is measured: "the highest number of"."""
_COMPARED = 7
"""The same behind "more": "more than the average number of"."""


def reaching(tokens: tuple[Token, ...], found: Iterable[Mention]) -> Iterator[Mention]:
    """ "The match that drew the highest attendance": a verb that means nothing else here has what is measured."""
    # A property of which a word is only a part gives way: what "caused the longest downtime" asks for no root cause.
    whole = (m for m in found if m.kind != "property" or m.score >= OWN)
    taken = {place for m in whole for place in range(m.start, m.end)}
    properties = {m.start for m in found if m.kind == "property"}
    counted = {m.start for m in found if m.kind in ("label", "relation", "relative")} | properties
    # "Written the most comments", where people COMMENTED: the noun tells what they did.
    deeds = {m.start for m in found if m.kind == "relation" and m.score > PREPOSITION}
    for place in range(1, len(tokens) - 2):
        word = tokens[place].norm
        if place in taken or not (is_verb(word) or word.endswith("s") or word in _GETTING):
            continue
        end = place + 1
        while end < len(tokens) - 1 and tokens[end].norm in _INTO:
            end += 1
        done = is_verb(word) and not deeds.isdisjoint(range(end + 1, end + 1 + _MEASURED))
        most = counted if word in _GETTING or done else properties
        more = word in _GETTING and tokens[end].norm in _MORE
        near = any(start in most for start in range(end + 1, end + 1 + (_COMPARED if more else _MEASURED)))
        if near and (more or (place + 1 < end and tokens[end].norm in _MOST)):
            yield Mention("filler", place, place + 1, "", 1.0, "has what is measured")


def light_words(tokens: tuple[Token, ...], found: Iterable[Mention]) -> Iterator[Mention]:
    """Mentions of such words that mean nothing else here."""
    taken = {place for m in found if m.kind != "property" for place in range(m.start, m.end)}
    named = {place for m in found if m.kind != "relation" for place in range(m.start, m.end)}
    for place in range(len(tokens)):
        for phrase in english().regards:
            end = place + len(phrase)
            if tuple(token.norm for token in tokens[place:end]) == phrase and named.isdisjoint(range(place, end)):
                yield Mention("filler", place, end, "", 1.0, "says no more")
    nouns = {m.start for m in found if m.kind in ("property", "label")}
    amounted = {m.start for m in found if m.kind == "property"}
    for place in range(len(tokens) - 2):
        sorts = tokens[place].norm in _SORTS and tokens[place + 1].norm == "of"
        much = tokens[place].norm in _AMOUNTS and tokens[place + 1].norm == "of" and place + 2 in amounted
        if (much or (sorts and place + 2 in nouns)) and named.isdisjoint((place, place + 1)):
            yield Mention("filler", place, place + 2, "", 1.0, "says no more")  # "how many types of grade"
    properties = {m.end for m in found if m.kind == "property"}
    for place in range(1, len(tokens)):
        before, word = tokens[place - 1], tokens[place]
        if place in taken or place - 1 in taken:
            continue
        measured = before.norm == "in" and place - 1 in properties and quantities.unit_named(word.norm) is not None
        if measured or (word.norm == "as" and before.norm in english().classings):
            yield Mention("filler", place - 1, place + 1, "", 1.0, "says no more")
    yield from _relating(tokens, found)
    yield from _of_verbs(tokens, taken, properties, {m.end for m in found if m.kind in ("label", "relation")})
    relations = {place for m in found if m.kind == "relation" for place in (m.start - 1, m.end)}
    for place in relations - taken:
        if 0 <= place < len(tokens) and tokens[place].norm in _STRAIGHT:
            yield Mention("filler", place, place + 1, "", 1.0, "says no more")


def _relating(tokens: tuple[Token, ...], found: Iterable[Mention]) -> Iterator[Mention]:
    """ "Reviewers who contributed three ratings": a verb that any relationship allows, where it means nothing else."""
    mentions = [m for m in found if m.kind != "property" or m.score >= OWN]
    taken = {place for m in mentions for place in range(m.start, m.end)}
    things = {m.start for m in mentions if m.kind in ("label", "property", "value", "relation", "relative")}
    norms = [token.norm for token in tokens]
    for place in range(1, len(tokens)) if things else ():
        for end in range(place + 1, min(place + 2, len(tokens)) + 1):
            said = tuple(norms[place:end]) in english().relating
            said = said and (norms[place] not in _WORKING or norms[place - 1] in _WHO)  # not "two works"
            if said and taken.isdisjoint(range(place, end)):
                yield Mention("filler", place, end, "", 1.0, "any relation allows it")


def _of_verbs(
    tokens: tuple[Token, ...], taken: Collection[int], properties: Collection[int], things: Collection[int]
) -> Iterator[Mention]:
    """ "The amount spent", "towns they originate from", "orders made with a card", "any single order", "which item"."""
    for place in range(1, len(tokens)):
        word, before = tokens[place].norm, tokens[place - 1].norm
        behind = tokens[place + 1].norm if place + 1 < len(tokens) else ""
        obtained = word in english().obtained and place in properties
        leads = word in english().departing and behind == "from"
        # "Orders made with a card", "how many transfers were made in May".
        made = word == "made" and (
            (place in things and behind in _THROUGH) or (before in _WERE and place - 1 in things)
        )
        any_one = word in _SINGLE and (before in _ANY or _is_best(before) or _is_best(behind))
        whatever = word in english().things and before in _WHICH
        if place not in taken and (obtained or leads or made or any_one or whatever):
            yield Mention("filler", place, place + 1, "", 1.0, "says no more")


def _is_best(word: str) -> bool:
    """Whether a word is a superlative: "the heaviest single order"."""
    return word in _MOST or word.endswith("est")
