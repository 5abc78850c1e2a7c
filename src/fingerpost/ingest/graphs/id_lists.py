"""Lists of ids in JSON documents: `"memberIds": [1, 3]`, `"borders": ["AUT", "FRA"]` refer to several records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fingerpost.core.cells import Cell
from fingerpost.ingest.graphs.json_maps import JsonObject
from fingerpost.ingest.tables.key_guesses import is_telling
from fingerpost.ingest.tables.keys import CLEAR, Keys
from fingerpost.ingest.tables.names import says, words
from fingerpost.ingest.tables.profile import key_text
from fingerpost.ingest.tables.table import ForeignKey
from fingerpost.linking import is_people, split_name

_TELLING = 3
"""Different items by which a reference can be guessed."""


def id_lists(
    nodes: Mapping[str, Sequence[JsonObject]], keys: Mapping[str, Keys]
) -> Iterator[tuple[str, ForeignKey, float | None]]:
    """The lists whose items are all ids of one label: the label that has each, what it refers to, and None if its name
    says so. It is a guess (1.0: all values are there) if the name only says that the items are ids, or people; or if it
    says nothing, and the items are texts of which one property of one label has all, a different one for each record.

    Where two labels have all ids, none is taken.
    """
    held = {
        label: {key_text(each.properties.get(own.primary[0], "")) for each in nodes[label]}
        for label, own in keys.items()
        if len(own.primary) == 1
    }
    for label, objects in nodes.items():
        for name, items in _lists(objects).items():
            having = [other for other, known in held.items() if items <= known]
            clear = [other for other in having if says(name, keys[other].primary[0], other, own=False) in CLEAR]
            chosen = clear or [other for other in having if _may_be(name, other)]
            if len(chosen) == 1:
                key = ForeignKey((name,), chosen[0], keys[chosen[0]].primary)
                yield label, key, None if clear else 1.0
            elif not chosen and len(items) >= _TELLING and all(is_telling(item) for item in items if item):
                codes = [(other, column) for other in nodes for column in _coding(nodes[other], items)]
                if len(codes) == 1:
                    yield label, ForeignKey((name,), codes[0][0], (codes[0][1],)), 1.0


def _coding(objects: Sequence[JsonObject], items: set[str | None]) -> Iterator[str]:
    """The properties that have all items, each record a value of its own."""
    for name in objects[0].properties:
        values = [each.properties.get(name) for each in objects]
        if len(values) >= len(items) and all(isinstance(value, str) for value in values):
            different = set(map(key_text, values))
            if len(different) == len(values) and items <= different:
                yield name


def _lists(objects: Sequence[JsonObject]) -> dict[str, set[str | None]]:
    """The items of each key that has nothing but lists."""
    found: dict[str, set[str | None]] = {}
    single: set[str] = set()
    for each in objects:
        for name, value in each.properties.items():
            if isinstance(value, tuple):
                found.setdefault(name, set()).update(map(_item, value))
            else:
                single.add(name)
    return {name: items - {None} for name, items in found.items() if name not in single}


def _item(value: Cell) -> str | None:
    return None if isinstance(value, tuple) else key_text(value)


def _may_be(name: str, label: str) -> bool:
    return words(name)[-1:] == ("id",) or (_people(name) and _people(label))


def _people(name: str) -> bool:
    spoken = tuple(word.lower() for word in split_name(name))
    return bool(spoken) and is_people(spoken)
