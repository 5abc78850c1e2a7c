"""Which labels hold people: by their name, or by properties that only people have."""

from __future__ import annotations

from fingerpost.core.schema import LabelInfo
from fingerpost.linking.english import english, is_people
from fingerpost.linking.text import split_name, stem

_REACHED = frozenset(map(stem, "email mail phone telephone tel mobile cell".split()))
"""Words of properties by which somebody is reached, or a firm."""
_DOING = ("er", "or", "ist", "ian", "ant", "ee")
"""What nouns for those who do something end with."""


def holds_people(label: LabelInfo) -> bool:
    """Whether a label is of people, by its name or what is known of them."""
    return is_people(split_name(label.name)) or is_like_people(label)


def is_like_people(label: LabelInfo) -> bool:
    """Whether two things speak for people: what only people have, that they can be written to, what they do."""
    spoken = split_name(label.name)
    named = (split_name(info.name) for info in label.properties)
    # The "family name" of a family is what this is called.
    own = [tuple(map(stem, words)) for words in named if words[: len(spoken)] != spoken]
    hits = sum(words in english().people_properties for words in own)
    reached = any(not _REACHED.isdisjoint(words) for words in own)
    does = spoken[-1].endswith(_DOING)
    return hits + reached + (reached and does) >= 2
