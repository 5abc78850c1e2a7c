"""Names of makers and of people: who is meant by both names, and behind "by"."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.linking.display import is_family_name, is_given_name
from fingerpost.linking.english import is_people
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token, split_name

_CALLED = ("name", "title")
_SURE = 0.9
"""The least score of a family name."""


def both_names(mentions: Sequence[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """The mentions, without other readings of a given name with a family name behind it: the second word of "Hank
    Aaron" is nobody's given name, though others have it."""
    sure = [m for m in mentions if m.kind == "value" and m.score >= _SURE]
    families_at = {(m.start, m.owners): m for m in sure if is_family_name(m.name)}
    names = [(m, families_at.get((m.end, m.owners))) for m in sure if is_given_name(m.name)]
    pairs = [(given, family) for given, family in names if family is not None and _adjoin(given, family, tokens)]
    others = {(family.start, family.owners, given.name) for given, family in pairs}
    others |= {(given.start, given.owners, family.name) for given, family in pairs}
    return [m for m in mentions if m.kind != "value" or (m.start, m.owners, m.name) not in others]


def by_people(mentions: Sequence[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """The mentions, without names of things behind a "by" where people are called so: "albums by Iron Maiden" are those
    of the artist, though an album and a track have the same name."""
    behind = [m for m in mentions if m.kind == "value" and m.start and tokens[m.start - 1].norm == "by"]
    names = [m for m in behind if split_name(m.name)[-1] in _CALLED and not m.of_relationship]
    people = {(m.start, m.end) for m in names if m.score >= _SURE and any(is_people(split_name(o)) for o in m.owners)}
    things = [m for m in names if not any(is_people(split_name(owner)) for owner in m.owners)]
    return [m for m in mentions if m not in things or (m.start, m.end) not in people]


def _adjoin(given: Mention, family: Mention, tokens: tuple[Token, ...]) -> bool:
    """Whether nothing but a blank stands between two words."""
    return tokens[family.start].start - tokens[given.end - 1].end == 1
