"""Names of the schema by what words mean: a word that nothing else explains may mean the names nearest to it.

Such a reading is a guess and says how near it is: it never scores as high as a name that was said.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from fingerpost.core.schema import GraphSchema, ValueType
from fingerpost.linking.common_words import commonness
from fingerpost.linking.english import english, is_abode, written_out
from fingerpost.linking.lexicon import Entry
from fingerpost.linking.meaning.embeddings import Vector, embeddings, likeness
from fingerpost.linking.pack import Pack
from fingerpost.linking.scores import RING
from fingerpost.linking.stopwords import is_content
from fingerpost.linking.text import Token, singulars, split_name
from fingerpost.linking.thesaurus import SENSE, senses, senses_of_name

NEAR_TO = "near in meaning to"
"""How the reason of such a reading begins."""
_LEAST = 0.35
"""The least cosine of a word and a name that it may mean."""
_BEHIND = 0.15
"""How much farther than the nearest a name may be."""
_MOST = 4
"""Most names that a word may mean."""
_OF_LAST_WORD = 0.85
"""What is left of a cosine with the last word of a name."""
BASE, STEP = 0.25, 0.4
"""The score of a reading at a cosine of 0, and what the cosine adds to it: less than that of a name's part."""

_SHORTEST = 3
_COMMON = 0.6
"""From which on a word is one of questions over any graph, and asks for nothing by itself."""
_SPANS = frozenset(("second", "minute", "hour", "day", "week", "month", "quarter", "year"))
"""Measures of time are read as such."""
_JOINING = frozenset(
    "is are was were be been has have had a an the of for by in at on to with from as into about".split()
)
"""Words at the ends of a relationship's name that say little of what it is."""
REMEMBERED = 2_000
"""Words whose meanings are kept."""


class Asked(NamedTuple):
    """What words mean by themselves: their vectors, as they stand and in the singular, and their senses."""

    vectors: tuple[Vector, ...]
    senses: frozenset[int]

    @classmethod
    def of(cls, words: str) -> Asked:
        """What folded words mean."""
        held = embeddings()
        forms = (words, *singulars(words)[:1])
        vectors = (held.vector(form) for form in forms) if held is not None else ()
        return cls(tuple(vector for vector in vectors if vector is not None), senses(words))

    def nearness(self, told: Set[int], vector: Vector | None, share: float = 1.0) -> float:
        """How near they are to the words of a name, by the senses and the vector of these, of which `share` counts."""
        cosines = [likeness(one, vector) for one in self.vectors] if vector is not None else []
        same = SENSE if not self.senses.isdisjoint(told) else 0.0
        return max([same, *cosines]) * share


class Name(NamedTuple):
    """A meaning in the schema with its words, all and the last: senses, vector, and how much of nearness counts."""

    entry: Entry
    texts: tuple[tuple[frozenset[int], Vector | None, float], ...]


class Near(NamedTuple):
    """A meaning with the cosine of a word and its name, or `SENSE` where both have a sense of the thesaurus."""

    entry: Entry
    cosine: float


def is_told(pack: Pack) -> bool:
    """Whether a pack has the graph's words, so that none needs to be guessed."""
    return pack.general and bool(pack.labels or pack.properties or pack.relations)


class Meanings:
    """What words may mean in one graph: by the thesaurus, and by embeddings where these are installed; nothing where a
    pack has the graph's words."""

    def __init__(self, schema: GraphSchema, pack: Pack) -> None:
        self._schema = schema
        self._hidden = pack.hidden
        self._is_told = is_told(pack)
        self._near: dict[str, tuple[Near, ...]] = {}

    def near(self, words: str) -> tuple[Near, ...]:
        """The meanings nearest to folded words, nearest first."""
        if words not in self._near:
            if len(self._near) >= REMEMBERED:
                self._near = {}
            self._near[words] = tuple(self._nearest(words))
        return self._near[words]

    def called(self, words: str) -> tuple[Near, ...]:
        """The names of which a phrase of several words has a sense by the thesaurus: it is hardly said by chance."""
        meant = frozenset[int]() if self._is_told else senses(words)
        if not meant:
            return ()
        held = (name for name in self._names if any(share == 1 and told & meant for told, _, share in name.texts))
        return tuple(Near(replace(name.entry, score=RING), SENSE) for name in held)

    def _nearest(self, words: str) -> Iterator[Near]:
        if self._is_told:
            return
        asked = Asked.of(words)
        abode = is_abode(words.rpartition(" ")[2])  # whether one is resident is no address
        names = (name for name in self._names if not (abode and name.entry.name in self._flags))
        scored = [(max(asked.nearness(*text) for text in name.texts), name) for name in names]
        scored.sort(key=lambda pair: -pair[0])
        least = max(_LEAST, scored[0][0] - _BEHIND) if scored else 0.0
        for cosine, name in scored[:_MOST]:
            if cosine >= least:
                yield Near(replace(name.entry, score=BASE + STEP * cosine), round(cosine, 3))

    @cached_property
    def _flags(self) -> frozenset[str]:
        """The properties that tell whether something is so."""
        held = (info for label in self._schema.labels for info in label.properties)
        return frozenset(info.name for info in held if info.type is ValueType.BOOLEAN)

    @cached_property
    def _names(self) -> list[Name]:
        return [_named(entry) for entry in _entries(self._schema) if entry.name not in self._hidden]


def _named(entry: Entry) -> Name:
    words = [written_out(word) for word in split_name(entry.name)]
    held = embeddings()
    texts = [(" ".join(words), 1.0), *([(words[-1], _OF_LAST_WORD)] if len(words) > 1 else [])]
    core = _core(words) if entry.kind == "relation" else words
    if core and core != words:
        texts.append((" ".join(core), 1.0))
    return Name(
        entry,
        tuple((senses_of_name(text, entry.kind), held.vector(text) if held else None, share) for text, share in texts),
    )


def _core(words: list[str]) -> list[str]:
    """The words of a relationship's name without those that only join: "warden" of `WARDEN_OF`."""
    first = next((place for place, word in enumerate(words) if word not in _JOINING), len(words))
    last = next((place for place in range(len(words), first, -1) if words[place - 1] not in _JOINING), first)
    return words[first:last]


def may_mean(token: Token, place: int = 0) -> bool:
    """Whether a word may mean something that it does not name: no common word of questions, no name, no number."""
    return (
        len(token.norm) >= _SHORTEST
        and token.norm.isalpha()
        and not token.quoted
        and not (place and token.capitalised and not senses(token.norm))
        and is_content(token.norm)
        and token.norm not in english().presences
        and _SPANS.isdisjoint((token.norm, *singulars(token.norm)))
        and commonness().get(token.stem, 0.0) < _COMMON
    )


def _entries(schema: GraphSchema) -> Iterator[Entry]:
    """Every name of a schema that a word may mean."""
    for label in schema.labels:
        if label.count:
            yield _entry("label", label.name)
    owners: dict[tuple[str, bool], set[str]] = {}
    for label in schema.labels:
        for info in label.properties:
            owners.setdefault((info.name, False), set()).add(label.name)
    for relationship in schema.relationships:
        yield _entry("relation", relationship.type)
        for info in relationship.properties:
            owners.setdefault((info.name, True), set()).add(relationship.type)
    for (name, of_relationship), held in owners.items():
        yield replace(_entry("property", name), owners=frozenset(held), of_relationship=of_relationship)


def _entry(kind: str, name: str) -> Entry:
    return Entry(kind, name, 0.0, f"{NEAR_TO} {' '.join(split_name(name))}")
