"""Query languages by name, and by the dialects that stores take."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.query_languages.protocol import QueryLanguage


def _cypher() -> QueryLanguage:
    from fingerpost.query_languages.cypher import CYPHER

    return CYPHER


def _cpgql() -> QueryLanguage:
    from fingerpost.query_languages.cpgql import CPGQL

    return CPGQL


_LANGUAGES: Mapping[str, Callable[[], QueryLanguage]] = {"cypher": _cypher, "cpgql": _cpgql}


def language(name: str = "cypher") -> QueryLanguage:
    """A query language by its name. Its parser and its gate are imported here.

    Raises:
        UnsupportedConstruct: there is none of that name.
    """
    if name not in _LANGUAGES:
        raise UnsupportedConstruct(f"there is no query language {name}; known ones: {', '.join(_LANGUAGES)}")
    return _LANGUAGES[name]()


def languages() -> Iterator[QueryLanguage]:
    """Every query language."""
    return map(language, _LANGUAGES)


def language_of(dialect: str) -> QueryLanguage:
    """The language of a dialect, as a store names it.

    Raises:
        UnsupportedConstruct: there is no such dialect.
    """
    for each in languages():
        if dialect in each.dialects:
            return each
    known = ", ".join(name for each in languages() for name in each.dialects)
    raise UnsupportedConstruct(f"there is no dialect {dialect}; known dialects: {known}")
