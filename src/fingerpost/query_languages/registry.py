"""Query languages by name, and by the dialects that stores take."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from fingerpost.core.errors import MissingExtra, UnsupportedConstruct
from fingerpost.core.schema import GraphSchema
from fingerpost.plans import Plan
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


def cypher_texts(text: str) -> tuple[str, ...]:
    """The texts that a Cypher query has in quotes, in order. Raises `QueryRejected` if it is none."""
    from fingerpost.query_languages.cypher.tokens import STRING, tokenize

    tokens = tokenize(text)
    return tuple(said for kind, said in zip(tokens.kinds, tokens.texts, strict=True) if kind == STRING)


def lift_sql(text: str, schema: GraphSchema) -> Plan:
    """The plan that a SELECT statement over the tables of a graph is (`sql_tables`).

    Raises:
        MissingExtra: the extra `sql` is not installed.
        QueryRejected: it is not one SELECT statement, names what is not there, or uses what is not understood.
        PlanError: it does not make sense as a plan.
    """
    try:
        from fingerpost.query_languages.sql.lift import lift_sql as lift
    except ImportError as error:
        raise MissingExtra("reading SQL needs the extra sql", hint='pip install "fingerpost[sql]"') from error
    return lift(text, schema)


def sql_tables(schema: GraphSchema, labels: Collection[str] | None = None) -> tuple[str, ...]:
    """The tables that a graph is for SQL, as CREATE TABLE statements: all, or those of some labels."""
    from fingerpost.query_languages.sql.view import table_lines, view_of

    return tuple(table_lines(view_of(schema), labels))


def sql_join(schema: GraphSchema, start: str, type_: str, end: str) -> str:
    """How SQL joins the tables of two labels by a relationship type: as `a` and `b`, to stand after FROM."""
    from fingerpost.query_languages.sql.view import join_of, view_of

    return join_of(view_of(schema), start, type_, end)


def quoted_name(name: str) -> str:
    """A name as SQL writes it: in double quotes unless it is a plain word."""
    from fingerpost.query_languages.sql.view import quoted

    return quoted(name)
