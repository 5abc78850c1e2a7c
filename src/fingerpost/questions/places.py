"""What stands where in a question: what its words can mean, by where they start."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise

from fingerpost.linking.mentions import Linked, Mention
from fingerpost.linking.scores import PREPOSITION
from fingerpost.linking.text import singulars
from fingerpost.questions.markers import Marker, Role

_IT = ("it", "them")
_ITS = ("its", "their", "his", "her", "the")
_THESE = ("the", "these", "those", "all", "our", "their")


def by_start(
    linked: Linked, found: tuple[Marker, ...], kinds: Collection[str]
) -> tuple[dict[int, list[Mention]], dict[int, dict[int, list[Mention]]]]:
    """The mentions of these kinds by their start, and relation words by start and end."""
    mentions: dict[int, list[Mention]] = {}
    relations: dict[int, dict[int, list[Mention]]] = {}
    counts = [m for m in found if m.role in (Role.COUNT, Role.TOP) or (m.role is Role.ASK and m.value)]
    restated = [m for m in found if m.role is Role.RESTATED]
    named = _nouns(linked)
    held = _held_in(linked)
    for mention in linked.mentions:
        if any(m.start <= mention.start < m.end for m in restated):
            continue
        if mention.kind == "number" and (noun := _noun_behind(linked, mention.end)) in named:
            mention = mention._replace(followed=frozenset(named[noun]))
        if mention.kind == "text" and mention.end in held:
            mention = mention._replace(followed=frozenset(held[mention.end]))
        if mention.kind == "relation":
            relations.setdefault(mention.start, {}).setdefault(mention.end, []).append(mention)
        # "The number of": no property called number. "Rank the books": no rank. A superlative is a marker.
        elif mention.kind in kinds and not any(m.start <= mention.start and mention.end <= m.end for m in counts):
            mentions.setdefault(mention.start, []).append(mention)
    return mentions, relations


def _noun_behind(linked: Linked, end: int) -> int:
    """Where the noun of a number stands: "two heats", "two of the heats"."""
    words = [token.norm for token in linked.tokens[end : end + 2]]
    return end + 2 if len(words) == 2 and words[0] == "of" and words[1] in _THESE else end


def _held_in(linked: Linked) -> dict[int, set[str]]:
    """What texts are parts of, by where these end: "with "Day" in its title", "whose title has "Day" in it"."""
    found: dict[int, set[str]] = {}
    for place, (one, other) in enumerate(pairwise(token.norm for token in linked.tokens)):
        if one == "in" and other in _IT:
            found[place] = {other}
        elif one == "in" and other in _ITS:
            found[place] = {m.name for m in linked.mentions if m.kind == "property" and m.start == place + 2}
    return found


def possessed_nouns(linked: Linked, mentions: Mapping[int, list[Mention]]) -> dict[int, list[Mention]]:
    """The nouns right behind values that may name what is theirs: "Anna's phone", "Anna's friends"; by their start."""
    found: dict[int, list[Mention]] = {}
    for end in {m.end for m in linked.mentions if m.kind == "value" and not m.of_relationship}:
        kinds = ("relative", "label") if linked.tokens[end - 1].possessive else ("relative",)
        found[end] = [noun for noun in mentions.get(end, ()) if noun.kind in kinds]
    return found


def _nouns(linked: Linked) -> dict[int, set[str]]:
    """What nouns name, by where they stand; a relation by a plural: "goals"."""
    found: dict[int, set[str]] = {}
    for m in linked.mentions:
        noun = m.kind in ("label", "property")
        if noun or (m.kind == "relation" and m.score > PREPOSITION and singulars(linked.tokens[m.start].norm)):
            found.setdefault(m.start, set()).add(m.name)
    return found
