"""What phrases of a question mean in a graph whose nodes are identified by their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from fingerpost.core.schema import GraphSchema
from fingerpost.linking import ValueIndex, normalise, split_name, stem

NAME, TYPE = "label", "type"
"""The properties with a node's name and type."""
UNTYPED = "entity"
"""The type of nodes for which none was given."""
ANY = ""
"""Instead of a label: nodes of every type."""
_ANYTHING = frozenset(
    "what which thing things node nodes entity entities item items object objects element elements everything anything "
    "place places something".split()
)
_PEOPLE = frozenset("who whom whose people persons everyone everybody anyone anybody someone somebody".split())
_PERSON = frozenset(map(stem, ("person", "people", "human")))
_EMPTY = frozenset("is are was were be been has have had a an the of to in at by with on for from into as that".split())
_ARTICLE = re.compile(r"^(?:the|a|an|all|every|any|all the|all of the)\s+", re.IGNORECASE)
_THE = re.compile(r"the (?=\w+$)", re.IGNORECASE)
_QUOTED = re.compile(r"""^["“”'‘’](.+)["“”'‘’]$""")


@dataclass(frozen=True)
class Words:
    """The names, types and relations of one graph."""

    schema: GraphSchema
    index: ValueIndex

    def name(self, phrase: str) -> str | None:
        """The one node that a phrase names; None if there is none, or several."""
        phrase = phrase.strip()
        quoted = _QUOTED.match(phrase)
        forms = dict.fromkeys((quoted[1] if quoted else phrase, _ARTICLE.sub("", phrase)))
        found = self.index.lookup([normalise(form) for form in forms if normalise(form)])
        for form in forms:
            names = {
                str(value)
                for slot, value in found.get(normalise(form), [])
                if slot.property == NAME and not slot.of_relationship
            }
            same = {name for name in names if normalise(name) == normalise(form)} or names
            if form in same:
                return form
            if len(same) == 1:
                return same.pop()
        return self._only(phrase)

    def _only(self, phrase: str) -> str | None:
        """The only node of a type, which a phrase such as "the orchestra" means."""
        found = _THE.match(phrase)
        label = self.schema.label_by_name.get(self.label(phrase[found.end() :]) or "") if found is not None else None
        names = label.by_name[NAME].samples if label is not None and label.count == 1 else ()
        return names[0] if len(names) == 1 else None

    def label_of(self, name: str) -> str | None:
        """The type of a node."""
        found = self.index.lookup([normalise(name)]).get(normalise(name), [])
        labels = {slot.owner for slot, value in found if value == name and slot.property == NAME}
        return labels.pop() if len(labels) == 1 else None

    def with_words(self, phrase: str, most: int) -> list[str]:
        """The names that have the words of a phrase; none where there are more than `most`."""
        words = normalise(phrase).split()
        found = self.index.containing(words, most + 1) if words else []
        names = {str(value) for slot, value in found if slot.property == NAME and not slot.of_relationship}
        return sorted(names) if len(found) <= most else []

    def named(self, phrase: str) -> tuple[str, ...]:
        """The relations of exactly this name, however it is written: "part of" means partOf and IS_PART_OF."""
        return tuple(type_ for type_ in self.types if plain(type_) == phrase)

    def is_anything(self, noun: str) -> bool:
        """Whether a noun means nodes of every type."""
        return noun.lower() in _ANYTHING

    def label(self, phrase: str) -> str | None:
        """The type that a noun means, ANY for nouns that mean everything; None if there is no such type."""
        words = [word for word in split_name(_ARTICLE.sub("", phrase.strip())) if word]
        if not words:
            return None
        if len(words) == 1 and words[0] in _PEOPLE:
            return self.person or ANY
        wanted = [stem(word) for word in words]
        for label in self.schema.labels:
            if [stem(word) for word in split_name(label.name)] == wanted:
                return label.name
        return ANY if len(words) == 1 and words[0] in _ANYTHING else None

    @cached_property
    def person(self) -> str | None:
        """The type of people, if there is one."""
        found = [label.name for label in self.schema.labels if stem(label.name.lower()) in _PERSON]
        return found[0] if len(found) == 1 else None

    def relations(self, phrase: str) -> tuple[str, ...]:
        """The relations whose name has the words of a phrase: "works at" and "work" both mean works_at."""
        words = [word.lower() for word in split_name(phrase)]
        wanted = _content(words)
        found = []
        for type_ in self.types:
            own = split_name(type_)
            if _content(own) == wanted and (wanted or [w.lower() for w in own] == words):
                found.append(type_)
        exact = [type_ for type_ in found if {w.lower() for w in split_name(type_)} >= set(words)]
        return tuple(exact or found)

    @cached_property
    def types(self) -> tuple[str, ...]:
        """All relations."""
        return tuple(relation.type for relation in self.schema.relationships)

    def ends(self, types: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
        """The types of nodes at which these relations begin, and end."""
        pairs = [pair for type_ in types for pair in self.schema.relationship_by_type[type_].endpoints]
        return frozenset(pair.start for pair in pairs), frozenset(pair.end for pair in pairs)


def plain(type_: str) -> str:
    """The words of a relation's name, without a leading "is"."""
    return " ".join(split_name(type_)).lower().removeprefix("is ").removeprefix("a ")


def _content(words: Sequence[str]) -> frozenset[str]:
    return frozenset(stem(word.lower()) for word in words if word.lower() not in _EMPTY)
