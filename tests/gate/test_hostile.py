"""What is hostile is refused in every dialect, with its code; what only looks hostile passes as data."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fingerpost.core.errors import QueryRejected, UnsupportedConstruct
from fingerpost.core.names import is_text
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.dialects import DIALECTS
from fingerpost.query_languages.cypher.gate import findings, verify
from fingerpost.query_languages.cypher.parser import parse
from fingerpost.query_languages.cypher.walk import walk
from fingerpost.stores.kglite.store import KgliteStore
from scripts.fuzz.gate_cases import HOSTILE, read_cases, said

KINDS = {path.stem: list(read_cases([path])) for path in sorted(HOSTILE.glob("*.txt"))}
CASES = [case for cases in KINDS.values() for case in cases]
REFUSED = {kind: [case for case in cases if case.code] for kind, cases in KINDS.items()}
"""By the kind of attack; all cases of one in one test, because they are many and quick."""
HARMLESS = [case for case in CASES if not case.code]
READS = list(read_cases([Path(__file__).with_name("reads.txt")]))
NAMES = [said(line) for line in Path(__file__).with_name("names.txt").read_text(encoding="utf-8").split("\n") if line]
VALUES = [case.text for case in CASES]
PARAMETERS = {"delete": "a", "set": 5}
QUOTED_NAME = re.compile(r"`(?:[^`]|``)*`")
NOT_PRINTED = re.compile(r"""['";\\]|//|/\*|\b(?:CREATE|MERGE|DELETE|SET|REMOVE|FOREACH|LOAD|DROP)\b""", re.IGNORECASE)


def where(case):
    return case.where


OTHERWISE = ("ladybug", "memgraph")
"""Dialects whose clauses are not those of Cypher."""
LESS = frozenset(("ladybug", "memgraph"))
"""Dialects that refuse some reads."""


def printed(text, dialect, parameters=None):
    """A query of a dialect, unless it is one that may refuse this."""
    try:
        return verify(text, dialect=dialect, parameters=parameters)
    except UnsupportedConstruct:
        if dialect in LESS:
            return None
        raise


def clauses(text):
    return [[type(clause) for clause in part.clauses] for part in parse(text).parts]


@pytest.mark.parametrize("kind", REFUSED)
def test_each_is_refused_for_what_it_is(kind):
    assert [failure for case in REFUSED[kind] for failure in not_refused(case)] == []


def not_refused(case):
    """What a hostile text is told in place of its code, by dialect."""
    for dialect in DIALECTS:
        try:
            verify(case.text, dialect=dialect)
        except QueryRejected as refusal:
            codes = [finding["code"] for finding in refusal.details["findings"]]
            if case.code not in codes:
                yield case.where, dialect, codes
        else:
            yield case.where, dialect, "let by"


@pytest.mark.parametrize("kind", REFUSED)
def test_the_place_of_every_finding_is_in_the_text(kind):
    for case in REFUSED[kind]:
        found = findings(case.text)
        assert found, case.where
        assert all(0 <= finding.position <= len(case.text) for finding in found), case.where


@pytest.mark.parametrize("case", HARMLESS, ids=where)
def test_what_is_only_data_is_printed_as_such(case):
    assert case.reason
    for dialect in DIALECTS:
        query = printed(case.text, dialect)
        if query is not None:
            assert NOT_PRINTED.findall(QUOTED_NAME.sub("", query.text)) == [], dialect
            assert dialect in OTHERWISE or clauses(query.text) == clauses(case.text), dialect


@pytest.mark.parametrize("case", READS, ids=where)
def test_a_read_is_not_taken_for_anything_else(case):
    for dialect in DIALECTS:
        query = printed(case.text, dialect, PARAMETERS)
        assert query is None or dialect in OTHERWISE or clauses(query.text) == clauses(case.text), dialect


def test_there_are_as_many_cases_as_promised_and_none_twice():
    assert len(CASES) >= 400
    assert len(READS) >= 60
    assert len({case.text for case in CASES + READS}) == len(CASES) + len(READS)


def asking(label, type_, key, column, value):
    """A query that has all these names in it, as a schema's names come into one."""
    prop = ast.Property(ast.Variable("n"), key)
    link = ast.RelationshipPattern("<", "r", ast.LabelName(type_), properties=ast.MapLiteral(((key, ast.Literal(1)),)))
    path = ast.PathPattern((ast.NodePattern("n", ast.LabelName(label)), link, ast.NodePattern()))
    where = ast.Binary("=", prop, ast.Literal(value))
    projected = ast.MapProjection("n", (("property", key, None),))
    items = (ast.ProjectionItem(prop, column), ast.ProjectionItem(projected, f"{column}2"))
    return ast.Query((ast.SingleQuery((ast.Match((path,), where), ast.Projection(items, True))),))


@pytest.mark.parametrize("name", NAMES, ids=ascii)
def test_hostile_names_of_a_graph_are_still_names(name):
    for dialect in DIALECTS:
        _still_a_name(name, dialect)


def _still_a_name(name, dialect):
    query = verify(asking(name, name, name, name, name), dialect=dialect)
    read = parse(query.text)
    stored = DIALECTS[dialect].stored_name(name)
    assert {node.name for node in walk(read) if isinstance(node, ast.LabelName)} == {name}
    keys = {node.key for node in walk(read) if isinstance(node, ast.Property)}
    keys |= {key for node in walk(read) if isinstance(node, ast.MapLiteral) for key, _ in node.items}
    assert keys == {stored}
    assert list(query.columns) == [name, f"{name}2"]
    assert list(query.parameters.values()) == [name]
    assert [type(clause) for part in read.parts for clause in part.clauses] == [ast.Match, ast.Projection]


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_hostile_values_are_parameters_and_nothing_of_them_is_text(dialect):
    tame = verify(asking("L", "T", "k", "c", "v"), dialect=dialect)
    for value in VALUES:
        query = verify(asking("L", "T", "k", "c", value), dialect=dialect)
        assert query.text == tame.text
        assert list(query.parameters.values()) == [value]


@pytest.mark.parametrize("quote", ["'", '"'])
@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_hostile_values_written_as_strings_are_parameters(dialect, quote):
    tame = verify("MATCH (n) WHERE n.k = 'v' RETURN n", dialect=dialect)
    for value in VALUES:
        escaped = value.replace("\\", "\\\\").replace(quote, f"\\{quote}")
        text = f"MATCH (n) WHERE n.k = {quote}{escaped}{quote} RETURN n"
        if not is_text(value):
            with pytest.raises(QueryRejected):
                verify(text, dialect=dialect)
            continue
        query = verify(text, dialect=dialect)
        assert query.text == tame.text
        assert list(query.parameters.values()) == [value]


@pytest.fixture(scope="module")
def store():
    """A graph whose labels, types, properties and values are all hostile, two nodes and one relationship a name."""
    writer = KgliteStore.writer()
    for number, name in enumerate(NAMES):
        writer.add_nodes((name,), [(f"{number}", 0, {name: name}), (f"{number}b", 0, {name: VALUES[number]})])
        writer.add_relationships(name, name, name, [(f"{number}", f"{number}b", 0, {name: 1})])
    opened = writer.reading()
    yield opened
    opened.close()
    writer.close()


@pytest.mark.parametrize("number", range(len(NAMES)), ids=lambda number: ascii(NAMES[number]))
def test_a_hostile_graph_answers_with_what_it_holds(store, number):
    name, value = NAMES[number], VALUES[number]
    rows = store.run(verify(asking(name, name, name, "c", value), store.schema(), dialect="kglite")).rows
    assert list(rows) == [(value, {name: value})]


def test_the_names_of_a_hostile_graph_are_its_schema(store):
    schema = store.schema()
    assert set(schema.label_by_name) == set(schema.relationship_by_type) == set(NAMES)
    assert all(name in schema.label_by_name[name].by_name for name in NAMES)
