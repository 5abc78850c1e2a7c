"""Values by the indexes that a Neo4j database has itself: of full text by their words, of ranges and texts whole."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from fingerpost.core.names import OWN, quoted, said_name, stored_name
from fingerpost.stores.bolt.link import LOOK_UP_S, Link
from fingerpost.stores.bolt.sampling import Part
from fingerpost.stores.support.native_lookup import Found, Holding, Place

_INDEXES = (
    "SHOW INDEXES YIELD name, type, entityType, labelsOrTypes, properties, state "
    "WHERE state = 'ONLINE' AND type IN ['FULLTEXT', 'RANGE', 'TEXT'] "
    "RETURN name, type, entityType <> 'NODE', labelsOrTypes, properties"
)
_BY_WORDS = (
    "CALL db.index.fulltext.query{kind}($index, $said, {{limit: $limit}}) YIELD {kind_} AS e "
    "RETURN {owners} AS owners, [key IN $keys | e[key]] AS held"
)


@dataclass(frozen=True)
class _Index:
    name: str
    of_words: bool
    of_relationship: bool
    owners: tuple[str, ...]
    keys: tuple[str, ...]

    @property
    def places(self) -> frozenset[Place]:
        said = [name for key in self.keys if (name := said_name(key, OWN)) is not None]
        return frozenset(Place(owner, name, self.of_relationship) for owner in self.owners for name in said)


class Finder:
    """Looks for values in one database. Safe to use from several threads."""

    def __init__(self, link: Link) -> None:
        self._link = link

    @cached_property
    def _indexes(self) -> tuple[_Index, ...]:
        if self._link.memgraph:
            return ()
        found = []
        for name, kind, of_relationship, owners, keys in self._link.ask(_INDEXES):
            whole = kind != "FULLTEXT"
            if keys and owners and not (whole and len(keys) > 1):
                found.append(_Index(name, not whole, of_relationship, tuple(owners), tuple(keys)))
        return tuple(found)

    def findable(self) -> frozenset[Place]:
        """The properties that an index covers, as they are now (see `FindsValues.findable`)."""
        self.__dict__.pop("_indexes", None)
        return frozenset(place for index in self._indexes for place in index.places)

    def find(self, words: Sequence[str], how: Holding, places: Collection[Place], limit: int) -> list[Found]:
        """Texts that hold words (see `FindsValues.find`)."""
        query = _lucene(words, how)
        found: dict[Found, None] = {}
        for index in self._indexes if query else ():
            if index.of_words and not index.places.isdisjoint(places):
                given = {"index": index.name, "said": query, "limit": limit, "keys": [*index.keys]}
                rows = self._link.ask(_by_words(index), within_s=LOOK_UP_S, **given)
                found.update((each, None) for each in _texts(index, rows) if each[0] in places)
        return list(found)

    def equal(self, texts: Sequence[str], places: Collection[Place], limit: int) -> list[Found]:
        """Texts that are equal to one of these (see `FindsValues.equal`)."""
        by_words = frozenset(place for index in self._indexes if index.of_words for place in index.places)
        whole = {place for index in self._indexes if not index.of_words for place in index.places}
        found = []
        for place in sorted((whole - by_words) & {*places}):
            held = f"e.{quoted(stored_name(place.property, OWN))}"
            pattern = Part(place.owner, 0, place.of_relationship).pattern
            text = f"MATCH {pattern} WHERE {held} IN $texts RETURN DISTINCT {held} LIMIT $limit"
            rows = self._link.ask(text, within_s=LOOK_UP_S, texts=[*texts], limit=limit)
            found += [(place, value) for (value,) in rows if isinstance(value, str)]
        return found


def _by_words(index: _Index) -> str:
    if index.of_relationship:
        return _BY_WORDS.format(kind="Relationships", kind_="relationship", owners="[type(e)]")
    return _BY_WORDS.format(kind="Nodes", kind_="node", owners="labels(e)")


def _texts(index: _Index, rows: Sequence[Sequence[object]]) -> Iterator[Found]:
    for owners, held in rows:
        assert isinstance(owners, list)
        assert isinstance(held, list)
        for key, value in zip(index.keys, held, strict=True):
            name = said_name(key, OWN)
            for text in value if isinstance(value, list) else [value]:
                if name is not None and isinstance(text, str):
                    yield from ((Place(owner, name, index.of_relationship), text) for owner in owners)


def _lucene(words: Sequence[str], how: Holding) -> str:
    """A query of Lucene. Words that are more than letters and digits are not asked for: a mark may mean something."""
    plain = [word for word in words if word.isalnum()]
    if how is Holding.LIKE:
        return " OR ".join(f"{word}~" for word in plain)
    return (" AND " if how is Holding.ALL else " OR ").join(f'"{word}"' for word in plain)
