"""Query languages as the rest of the program asks for them."""

from __future__ import annotations

import sys
from subprocess import run

import pytest

from fingerpost.core.errors import QueryRejected, UnsupportedConstruct
from fingerpost.query_languages import language, language_of, languages


def test_a_language_is_found_by_its_name_and_by_its_dialects() -> None:
    assert language("cypher") is language()
    for each in languages():
        assert language(each.name) is each
        assert {language_of(dialect) for dialect in each.dialects} == {each}


def test_what_is_not_there_is_refused_with_what_is() -> None:
    with pytest.raises(UnsupportedConstruct, match="no query language gremlin; known ones: cypher"):
        language("gremlin")
    with pytest.raises(UnsupportedConstruct, match="no dialect nebula; known dialects: neo4j, kglite"):
        language_of("nebula")
    with pytest.raises(UnsupportedConstruct, match="no dialect nebula"):
        language().verify("RETURN 1", dialect="nebula")


def test_a_query_is_for_the_default_dialect_where_none_is_named() -> None:
    verified = language().verify("MATCH (n) RETURN n.name AS name")
    assert (verified.language, verified.dialect) == ("cypher", language().dialects[0])
    assert verified.dialect == "neo4j"


def test_a_text_that_is_not_one_query_has_no_plan() -> None:
    with pytest.raises(QueryRejected) as refused:
        language().lift("MATCH (n) RETURN")
    assert refused.value.code == "query.syntax"


def test_a_plan_that_is_written_is_lifted_again_whatever_its_parameters_are_called() -> None:
    plan = language().lift("MATCH (n) WHERE n.a = $fp1 AND n.b = 'text' RETURN n.c[1..2] AS c", {"fp1": "given"})
    written = language().write(plan)
    again = language().lift(written.text, {**plan.parameters, **written.parameters})
    assert again.fingerprint == plan.fingerprint
    assert set(again.parameters.values()) == {"given", "text", 1, 2}


def test_asking_for_a_language_is_what_imports_its_parser() -> None:
    check = "import sys, fingerpost.query_languages; print('fingerpost.query_languages.cypher' in sys.modules)"
    assert run([sys.executable, "-c", check], check=True, capture_output=True, text=True).stdout == "False\n"
