"""The dialects of Cypher that are written, by name."""

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.query_languages.cypher.dialect import Dialect
from fingerpost.query_languages.cypher.dialects.kglite import KGLITE
from fingerpost.query_languages.cypher.dialects.ladybug import LADYBUG
from fingerpost.query_languages.cypher.dialects.memgraph import MEMGRAPH
from fingerpost.query_languages.cypher.dialects.neo4j import NEO4J, PLAIN

DIALECTS: dict[str, Dialect] = {dialect.name: dialect for dialect in (KGLITE, NEO4J, LADYBUG, MEMGRAPH)}

DEFAULT = NEO4J
"""The dialect of a query that is for no store in particular."""


def dialect_of(name: str) -> Dialect:
    """A dialect by its name.

    Raises:
        UnsupportedConstruct: there is none of that name.
    """
    dialect = DIALECTS.get(name)
    if dialect is None:
        raise UnsupportedConstruct(f"there is no dialect {name}; there are {', '.join(DIALECTS)}")
    return dialect


__all__ = ["DEFAULT", "DIALECTS", "KGLITE", "LADYBUG", "MEMGRAPH", "NEO4J", "PLAIN", "dialect_of"]
