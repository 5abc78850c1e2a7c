"""Sorts of things: "retired members", where `Retired` is a label of its own beside `Member`; "types of forms"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token, singulars, split_name

_LEAST = 2
"""From how many properties on that two labels have alike one is a sort of the other."""


_KINDS = frozenset(("type", "kind", "sort"))
KIND_NOUNS = frozenset("model type kind sort species breed variety make class category design".split())
"""Last words of what says of what kind things are."""
_BEFORE = frozenset("many which what all our any no".split())
_BEHIND = frozenset(("code", "id", "name"))
_OUTRIGHT = 0.9


def kinds(tokens: tuple[Token, ...], found: Iterable[Mention], schema: GraphSchema) -> Iterator[Mention]:
    """ "The types of forms", where a form has a `form_type_code`: that property; "what kind of tree" is its species."""
    found = list(found)
    labels = [m for m in found if m.kind == "label" and m.score >= _OUTRIGHT and m.name in schema.label_by_name]
    values = {m.start for m in found if m.kind == "property" and m.score >= _OUTRIGHT} - {m.start for m in labels}
    for place in range(len(tokens) - 2):
        kind = _kind_of(tokens, place)
        if kind and place + 2 in values:
            yield Mention("filler", place, place + 2, "", 1.0, "the kinds of a value are its values")
        for label in (m for m in labels if m.start == place + 2) if kind else ():
            words = {each for word in split_name(label.name) for each in (word, *singulars(word))}
            for info in schema.label_by_name[label.name].properties:
                rest = set(split_name(info.name))
                if rest & kind and rest - kind - _BEHIND <= words:
                    owners = frozenset((label.name,))
                    yield Mention("property", place, place + 1, info.name, _OUTRIGHT, "what kind it is", owners)
            for name in _labels_of_kinds(schema, label.name):
                yield Mention("label", place, label.end, name, _OUTRIGHT, f"what kind of {label.name} it is")


def _labels_of_kinds(schema: GraphSchema, label: str) -> Iterator[str]:
    """Labels of kinds that something of a label is joined with, where it says no kind itself: the species of trees."""
    if any(KIND_NOUNS.intersection(split_name(info.name)) for info in schema.label_by_name[label].properties):
        return
    ends = (pair.end for info in schema.relationships for pair in info.endpoints if pair.start == label != pair.end)
    yield from (end for end in dict.fromkeys(ends) if KIND_NOUNS.intersection(split_name(end)[-1:]))


def by_their_kind(found: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """The mentions; a noun by itself names things by their kind, where some are: "how many prints" are works of that
    category, and not those who are good at prints."""
    labels = {place for m in found if m.kind == "label" for place in (m.start, m.end)}
    values = [m for m in found if m.kind == "value" and m.end == m.start + 1 and labels.isdisjoint((m.start, m.end))]
    asked = {m.start for m in values if not m.start or tokens[m.start - 1].norm in _BEFORE}
    nouns = {m.start for m in values if m.name in KIND_NOUNS and singulars(tokens[m.start].norm)} & asked
    return [m for m in found if m not in values or m.start not in nouns or m.name in KIND_NOUNS]


def without_kinds(found: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """The mentions, without types that are not of the things whose "kinds" are asked for."""
    labels = {m.start: m.name for m in found if m.kind == "label" and m.score >= _OUTRIGHT}

    def is_other(mention: Mention) -> bool:
        if mention.kind != "property" or mention.length > 1 or not _kind_of(tokens, mention.start):
            return False
        label = labels.get(mention.start + 2)
        return label is not None and label not in mention.owners

    return [m for m in found if not is_other(m)]


def _kind_of(tokens: tuple[Token, ...], place: int) -> frozenset[str]:
    """The word for a kind that stands there before an "of"; none where none does."""
    if [token.norm for token in tokens[place + 1 : place + 2]] != ["of"]:
        return frozenset()
    return _KINDS.intersection((tokens[place].norm, *singulars(tokens[place].norm)))


def sorts(found: list[Mention], tokens: tuple[Token, ...], schema: GraphSchema) -> list[Mention]:
    """The mentions; a label by a participle before the label of which it is a sort means both words."""
    labels = [m for m in found if m.kind == "label"]
    whole: list[Mention] = []
    for one in labels:
        if one.length > 1 or not tokens[one.start].norm.endswith("ed"):
            continue
        behind = [m for m in labels if m.start == one.end and _alike(schema, one.name, m.name)]
        if behind:
            last = max(behind, key=lambda m: m.end)
            words = one.words + last.words
            whole.append(one._replace(end=last.end, score=max(one.score, last.score), words=words))
    if not whole:
        return found
    return [*(m for m in found if not any(w.start <= m.start < w.end for w in whole)), *whole]


def _alike(schema: GraphSchema, sort: str, label: str) -> bool:
    """Whether what has a label has all that what has the other does."""
    if sort == label or sort not in schema.label_by_name or label not in schema.label_by_name:
        return False
    own, others = schema.label_by_name[sort].by_name, schema.label_by_name[label].by_name
    return len(others) >= _LEAST and set(others) <= set(own)
