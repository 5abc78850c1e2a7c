"""Which labels hold people: by their name, or by properties that only people have; and what else things are."""

from __future__ import annotations

from collections.abc import Iterator

from fingerpost.core.schema import GraphSchema, LabelInfo, RelationshipInfo
from fingerpost.linking.english import Stems, english, is_firm, is_people
from fingerpost.linking.text import split_name, stem

_REACHED = frozenset(map(stem, "email mail phone telephone tel mobile cell".split()))
"""Words of properties by which somebody is reached, or a firm."""
_LISTS = frozenset(
    "list lists data record records detail details info information master register roster entry".split()
)
"""Names of labels that do not say of what they are."""
_FIRM: Stems = (stem("company"),)
_WITHIN = frozenset("in joined joins join of part belongs belong plays sings serves works".split())
"""First words of types that say that somebody is in a group."""
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


def people_by_kinds(schema: GraphSchema) -> frozenset[str]:
    """The labels of which some kind is of people: where guests are skaters, these are people as well."""
    return frozenset(whole for label in schema.labels if label.within and holds_people(label) for whole in label.within)


def kinds_of(schema: GraphSchema) -> Iterator[tuple[Stems, str]]:
    """Nouns for the things of labels that do not say them, each with its label: students and whoever else is in a
    `list` of people, the companies that manufacturers are."""
    for label in schema.labels:
        words = split_name(label.name)
        if len(words) == 1 and words[0] in _LISTS and holds_people(label):
            yield from ((noun, label.name) for noun in sorted(english().people))
        if is_firm(words[-1]):
            yield from ((noun, label.name) for noun in (_FIRM, *english().rings.get(_FIRM, ())))


def is_membership(relationship: RelationshipInfo | None) -> bool:
    """Whether a type says that people are in what they may be members of: IN_TEAM, SINGS_IN of choirs."""
    if relationship is None or split_name(relationship.type)[0] not in _WITHIN:
        return False
    groups = english().groups
    return any(is_people(split_name(p.start)) and split_name(p.end)[-1] in groups for p in relationship.endpoints)
