"""Nouns for those at one end of a relation: "friends", "boss", "the teacher of"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files

from fingerpost.core.schema import RelationshipInfo
from fingerpost.engine.graph_questions.words import Words, plain
from fingerpost.linking import split_name, stem

_MUTUAL = frozenset(
    map(
        stem,
        "friend know sibling brother sister married spouse partner neighbour neighbor colleague connected linked "
        "related adjacent borders cousin classmate twin acquaintance peer contact".split(),
    )
)
_SHORTEST_DOER = 5
_SINGULAR = {"children": "child", "people": "person", "wives": "wife"}

KIN = {
    "ancestor": "parent",
    "descendant": "child",
    "descendent": "child",
    "dependenc": "dependency",
    "dependent": "dependent",
    "prerequisite": "prerequisite",
    "superior": "boss",
    "subordinate": "report",
}
"""Nouns for those that another noun leads to over any number of steps, without their endings."""


class Way(Enum):
    """How a relation is followed from the node that is known."""

    ALONG = ">"
    AGAINST = "<"
    EITHER = "="


_TURNED = {Way.ALONG: Way.AGAINST, Way.AGAINST: Way.ALONG, Way.EITHER: Way.EITHER}


@dataclass(frozen=True)
class Link:
    """One step of a chain."""

    types: tuple[str, ...]
    way: Way

    @property
    def turned(self) -> Link:
        """The same relation, followed from its other end."""
        return Link(self.types, _TURNED[self.way])


def is_mutual(type_: str) -> bool:
    """Whether a relation also holds the other way; "knows" does not where it is the verb of a question."""
    first = stem(plain(type_).split(" ")[0])
    return first in _MUTUAL and first != stem("know")


def leads_back(links: Sequence[Link]) -> bool:
    """Whether the steps of a chain may lead back over the relationship that they came by.

    They may not where all go in one direction, unless what the relation says holds the other way, too.
    """
    mutual = any(stem(plain(type_).split(" ")[0]) in _MUTUAL for link in links for type_ in link.types)
    return mutual or len({link.way for link in links}) > 1 or links[0].way is Way.EITHER


def singular(noun: str) -> str:
    """A noun in lower case, without the ending of its plural."""
    noun = noun.lower()
    if noun in _SINGULAR:
        return _SINGULAR[noun]
    if noun.endswith("ies") and len(noun) > 4:
        return f"{noun[:-3]}y"
    return noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun


def of_noun(words: Words, noun: str, near: str | None = None) -> Link | None:
    """The relation that a noun names, and how it leads from a node to those that the noun means.

    It is a word of the relation's name ("friend" for friend_of), or is one of `nouns.txt`, or has the stem of a word of
    the name ("driver" for drives), or is the type of nodes that only one relation joins with nodes of the type `near`.
    """
    single = singular(noun)
    types = words.relations(single)
    types = types or _of_doer(words, single)
    known = _known(words, single, near)
    if known is not None and {*types} & {*known.types}:
        return known  # "mentors" is a verb, though it looks like the plural of "mentor"
    if types and (known is None or single in map(singular, split_name(types[0]))):
        return Link(types, _way(types[0], single))
    return known or (_of_type(words, noun, near) if near else None)


def _of_doer(words: Words, noun: str) -> tuple[str, ...]:
    """The relation of which a noun is the doer: drives of "driver", sings of "singer", runs of "runner"."""
    if not noun.endswith(("er", "or")) or len(noun) < _SHORTEST_DOER:
        return ()
    verbs = (noun[:-2], noun[:-1], noun[:-3] if noun[-3] == noun[-4] else "")
    return next((types for verb in verbs if verb and (types := words.relations(verb))), ())


def _way(type_: str, noun: str) -> Way:
    own = plain(type_).split(" ")
    if stem(own[0]) in _MUTUAL or stem(stem(noun)) in _MUTUAL:
        return Way.EITHER
    if own[-1] == "by" or own[0] == "has" or own in ([noun], [f"{noun}s"]) or noun.endswith("ee"):
        return Way.ALONG
    return Way.AGAINST


def ways_of(words: Words, noun: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The relations that lead to those that a noun of the table means, and those that come from them."""
    found = _ways(words, noun)
    either = found.get(Way.EITHER, ())
    return (*found.get(Way.ALONG, ()), *either), (*found.get(Way.AGAINST, ()), *either)


def _ways(words: Words, noun: str) -> dict[Way, tuple[str, ...]]:
    found: dict[Way, tuple[str, ...]] = {}
    for phrase, way in _table().get(noun, ()):
        types = words.named(phrase)
        if types:
            found[way] = tuple(dict.fromkeys((*found.get(way, ()), *types)))
    return found


def _known(words: Words, noun: str, near: str | None) -> Link | None:
    """The relations of a noun of the table: of those that lead to the noun's nodes and of those that come from them,
    the ones that nodes of the type `near` have; None if these are of both kinds."""
    found = _ways(words, noun)
    if len(found) > 1 and near is not None:
        found = {way: kept for way, types in found.items() if (kept := _of_end(words, types, way, near))}
    return Link(next(iter(found.values())), next(iter(found))) if len(found) == 1 else None


def _of_end(words: Words, types: tuple[str, ...], way: Way, near: str) -> tuple[str, ...]:
    """Those of some relations that are followed from nodes of a type."""
    ends = {Way.ALONG: (0,), Way.AGAINST: (1,), Way.EITHER: (0, 1)}[way]
    return tuple(type_ for type_ in types if any(near in words.ends([type_])[end] for end in ends))


def is_noun(words: Words, noun: str) -> bool:
    """Whether `of_noun` may know a noun."""
    single = singular(noun)
    return bool(words.relations(single) or _of_doer(words, single) or single in _table() or words.label(single))


def _of_type(words: Words, noun: str, near: str) -> Link | None:
    label = words.label(noun)
    if not label:
        return None
    found: set[Link | None] = set()
    for relation in words.schema.relationships:
        for pair in relation.endpoints:
            if (pair.start, pair.end) == (near, label) != (label, near):
                found.add(Link((relation.type,), Way.ALONG))
            elif (pair.start, pair.end) == (label, near) != (near, label):
                found.add(Link((relation.type,), Way.AGAINST))
            elif pair.start == pair.end == near == label:  # as the relation is followed elsewhere
                found.add(_elsewhere(relation, label))
    return next(iter(found)) if len(found) == 1 else None


def _elsewhere(relation: RelationshipInfo, label: str) -> Link | None:
    """How a relation leads to nodes of a type from those of others; None if it does so in both ways, or in none."""
    ends = any(pair.end == label != pair.start for pair in relation.endpoints)
    starts = any(pair.start == label != pair.end for pair in relation.endpoints)
    return None if ends == starts else Link((relation.type,), Way.ALONG if ends else Way.AGAINST)


@cache
def _table() -> dict[str, tuple[tuple[str, Way], ...]]:
    """The nouns of `nouns.txt`, each with its relations."""
    found: dict[str, tuple[tuple[str, Way], ...]] = {}
    for line in files(__package__).joinpath("nouns.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            nouns, _, relations = line.partition(": ")
            ways = tuple((phrase, Way(way)) for phrase, way in re.findall(r"(\w[\w ]*) ([<>=])", relations))
            found |= dict.fromkeys(nouns.split(), ways)
    return found
