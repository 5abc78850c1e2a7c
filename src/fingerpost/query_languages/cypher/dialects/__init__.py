"""The dialects of Cypher that are written, by name. Only those that are asked for are imported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.lazy_exports import lazy_exports
from fingerpost.query_languages.cypher.dialect import Dialect

if TYPE_CHECKING:
    from fingerpost.query_languages.cypher.dialects.kglite import KGLITE as KGLITE
    from fingerpost.query_languages.cypher.dialects.ladybug import LADYBUG as LADYBUG
    from fingerpost.query_languages.cypher.dialects.memgraph import MEMGRAPH as MEMGRAPH
    from fingerpost.query_languages.cypher.dialects.neo4j import NEO4J as NEO4J, PLAIN as PLAIN

__getattr__ = lazy_exports(
    __name__,
    {
        "kglite": "KGLITE",
        "ladybug": "LADYBUG",
        "memgraph": "MEMGRAPH",
        "neo4j": "NEO4J PLAIN",
    },
)

DEFAULT = "neo4j"
"""The dialect of a query that is for no store in particular."""


class _Dialects(Mapping[str, Dialect]):
    """Each in the module of its name, under its name in capitals."""

    _names = ("kglite", "neo4j", "ladybug", "memgraph")

    def __getitem__(self, name: str) -> Dialect:
        if name not in self._names:
            raise KeyError(name)
        found: Dialect = getattr(import_module(f"{__name__}.{name}"), name.upper())
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


DIALECTS: Mapping[str, Dialect] = _Dialects()


def dialect_of(name: str) -> Dialect:
    """A dialect by its name.

    Raises:
        UnsupportedConstruct: there is none of that name.
    """
    if name not in tuple(DIALECTS):
        raise UnsupportedConstruct(f"there is no dialect {name}; known dialects: {', '.join(DIALECTS)}")
    return DIALECTS[name]
