"""What the gate repairs by itself, that it says so, and that it leaves alone what was right."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from cypher_graph import REPAIRED
from cypher_queries import Queries
from gold_forms import one_of_each
from hypothesis import given, settings, strategies as st
from scale import examples, some

import fingerpost as fp
from fingerpost.core.errors import QueryRejected
from fingerpost.query_languages.cypher.errors import CypherSyntaxError
from fingerpost.query_languages.cypher.gate import findings, verify
from fingerpost.query_languages.cypher.parser import parse
from fingerpost.query_languages.cypher.repair import deprecated
from fingerpost.query_languages.cypher.repair.texts import TEXT_RULES, parsed

FIXTURES = Path(__file__).parent / "fixtures" / "repair"


def cases():
    """Each query with the lines below it: what is printed, and the fixes."""
    found = []
    for file in sorted(FIXTURES.glob("*.txt")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("    "):
                found[-1][1].append(line.strip())
            elif line and not line.startswith("#"):
                found.append((line.replace("\\n", "\n"), []))
    return found


def outcome(text):
    try:
        query = verify(text, REPAIRED, dialect="neo4j")
    except QueryRejected as refusal:
        return ["refused: " + " ".join(finding["code"] for finding in refusal.details["findings"])]
    values = "".join(f"  {name}={value!r}" for name, value in query.parameters.items())
    return [query.text + values, *(f"fix: {fix}" for fix in query.fixes_applied)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("text", "expected"), cases())
def test_it_is_repaired_so_and_that_is_said(text, expected):
    assert outcome(text) == expected


def test_every_rule_over_texts_has_a_case():
    said = {line for _, expected in cases() for line in expected}
    assert {fix for _, fix in TEXT_RULES} <= {line.removeprefix("fix: ") for line in said}


@pytest.mark.parametrize(("rule", "_fix"), TEXT_RULES)
def test_a_rule_over_texts_leaves_a_plain_query_alone(rule, _fix):
    text = "MATCH (b:Book {title: 'NOT IN, != and \\'LIKE\\''}) WHERE b.pages > 1 RETURN b.isbn AS isbn // it's == &&"
    assert rule(text) in (None, text)


@settings(max_examples=examples(200))
@given(st.integers(0, 2**32))
def test_what_is_right_is_not_repaired(seed):
    text = Queries(Random(seed)).query()
    assert parsed(text) == (parse(text), text, ())
    allowed = "a path without an upper bound", "exists() of a property"
    assert all(fix.startswith(allowed) for fix in verify(text, dialect="neo4j").fixes_applied)


@settings(max_examples=examples(300))
@given(st.text(alphabet=" '\"`‘’“”()[]{}abcAB:.,;=!<>&\n/*", max_size=80))
def test_any_text_is_repaired_to_a_query_or_refused_as_it_came(text):
    try:
        tree, repaired, fixes = parsed(text)
    except CypherSyntaxError as refusal:
        error = refusal
    else:
        assert parse(repaired) == tree
        assert bool(fixes) == (repaired != text)
        return
    assert [error.finding] == findings(text)


ENDLESS = ["'" * 9_000, "'a " * 3_000, "``` " * 2_000, "count distinct (" * 600, "x LIKE '" * 1_000, "a." * 4_900]


@pytest.mark.parametrize("text", ENDLESS)
def test_texts_that_no_rule_can_save_are_refused_as_they_came(text):
    with pytest.raises(CypherSyntaxError) as refusal:
        parsed(text)
    assert [refusal.value.finding] == findings(text)


def test_a_long_text_is_not_repaired():
    text = "```\nRETURN 1 AS x\n```" + " " * 10_000
    with pytest.raises(CypherSyntaxError):
        verify(text)
    assert verify(text.strip()).text == "RETURN 1 AS x"


def test_positions_are_those_of_the_text_that_was_read():
    with pytest.raises(QueryRejected) as refusal:
        verify("```cypher\nMATCH (b:Film) RETURN b\n```", REPAIRED)
    (finding,) = refusal.value.details["findings"]
    assert refusal.value.details["text"][finding["position"] :].startswith("Film")


GOLDS = {
    "zograscope/train.jsonl": "zograscope/graph_csv",
    "mind_the_query/auto_validated.jsonl": "mind_the_query/graphs/bloom",
}


@pytest.mark.parametrize("golds", GOLDS)
def test_no_gold_that_is_valid_is_changed(golds, shared, shared_base):
    examples = [json.loads(line) for line in shared(golds).read_text(encoding="utf-8").splitlines()]
    made = "zograscope" in golds
    examples = some(one_of_each(examples, lambda example: example["cypher"]), 32) if made else some(examples, 200)
    with fp.open(shared_base(GOLDS[golds])) as kb:
        for example in examples:
            text = example["cypher"]
            if example.get("db", "bloom50") != "bloom50":
                _unchanged(text, None)
            else:
                _unchanged(text, kb.schema)


def test_no_reading_query_of_the_conformance_suite_is_changed(shared):
    for scenario in some(json.loads(shared("tck/tck.json").read_text(encoding="utf-8")), 4):
        if scenario["error"] is None:
            _unchanged(scenario["query"], None)


def _unchanged(text, schema):
    """A query without errors gets no fix but for paths without a bound and functions that are no more."""
    found = findings(text, schema)
    if any(finding.severity == "error" for finding in found):
        return
    tree = parse(text)
    assert parsed(text)[2] == ()
    renewed = set(deprecated.modernised(tree, has_element_ids=True)[1])
    fixes = set(verify(text, schema, dialect="neo4j").fixes_applied)
    assert {fix for fix in fixes if not fix.startswith("a path without an upper bound")} == renewed
    called = {word for word in ("exists", "size", "length", "id") if word in text.lower()}
    assert not renewed or called
