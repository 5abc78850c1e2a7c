"""By what the things of a noun phrase are grouped: levels, rooms, types."""

from __future__ import annotations

import re
from collections.abc import Callable

from fingerpost.domains.buildings.questions.holding import held_by
from fingerpost.domains.buildings.questions.phrase import BY, ONE, Phrase, at_large, moved
from fingerpost.domains.buildings.questions.vocabulary import ELEMENT, Vocabulary
from fingerpost.plans import Comparison, Condition, EdgePattern, Exists, Match, NodePattern, Pattern, Ref, Test


def is_linear(label: str) -> bool:
    """Whether things of a label are made of profiles."""
    return label in ("Beam", "Column", "Member", "Pile")


def low_level(said: str, words: Vocabulary) -> Phrase | None:
    """The ground floor or a basement, of which "how high" asks for the height of the storey."""
    name = re.sub(r"^the ", "", said.lower())
    names = words.levels.get(name)
    if names is None or name not in ("ground floor", "basement") or not words.has("Level", "storeyHeight"):
        return None
    phrase = Phrase("Level")
    left = Ref(name=ONE, property="name")
    phrase.where.append(Test(left=left, comparison=Comparison.IN, right=phrase.value(names)))
    return phrase


def in_rooms(phrase: Phrase, words: Vocabulary, types: frozenset[str]) -> Match | None:
    """The rooms that the things of a phrase are in, where any is in one, as an optional match of `room`."""
    if "IN_SPACE" not in types:
        return None
    pattern = Pattern(
        nodes=(NodePattern(name=ONE, label=phrase.label), NodePattern(name="room", label="Room")),
        edges=(EdgePattern(start=ONE, end="room", types=("IN_SPACE",)),),
    )
    held = Match(pattern=pattern, where=phrase.match.where)
    return Match(pattern=pattern, optional=True) if words.exists(held, phrase.parameters) else None


def grouped(
    phrase: Phrase, said: str, read: Callable[[str], Phrase | None], words: Vocabulary, types: frozenset[str]
) -> Match | None:
    """The match of a phrase with its grouping as `BY`; the match itself if it is grouped by type."""
    if said in ("level", "storey", "story", "floor"):
        label, kind, start, end = "Level", "ON_LEVEL", ONE, BY
        extra: list[Condition] = []
    elif said == "type" or (said in ("profile", "section", "section size") and is_linear(phrase.label)):
        return phrase.match if words.has(phrase.label, "typeName") else None
    else:
        inner = read(said)
        if inner is None or inner.most is not None or (phrase.label == inner.label != ELEMENT):
            return None
        if inner.label == "Building" and not inner.where and {"ON_LEVEL", "HAS_LEVEL"} <= types:
            return _by_building(phrase)
        edge = held_by(inner, phrase, BY, types)
        if edge is None or inner.label == "Level" or any(isinstance(one, Exists) for one in inner.where):
            return None
        label, kind = inner.label, edge.types[0]
        start, end = (BY, ONE) if edge.start == ONE else (ONE, BY)
        held = [moved(one, phrase, inner, {ONE: BY}) for one in inner.where]
        extra = [at_large(one) for one in held]
    if kind not in types:
        return None
    pattern = Pattern(
        nodes=(NodePattern(name=ONE, label=phrase.label), NodePattern(name=BY, label=label)),
        edges=(EdgePattern(start=start, end=end, types=(kind,)),),
    )
    return Match(pattern=pattern, where=(*phrase.where, *extra))


def _by_building(phrase: Phrase) -> Match:
    """The match of a phrase with the building that the level of each is of."""
    pattern = Pattern(
        nodes=(
            NodePattern(name=ONE, label=phrase.label),
            NodePattern(name="level", label="Level"),
            NodePattern(name=BY, label="Building"),
        ),
        edges=(
            EdgePattern(start=ONE, end="level", types=("ON_LEVEL",)),
            EdgePattern(start=BY, end="level", types=("HAS_LEVEL",)),
        ),
    )
    return Match(pattern=pattern, where=tuple(phrase.where))
