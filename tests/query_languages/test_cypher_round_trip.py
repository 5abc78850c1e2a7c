"""What is printed reads back as the same tree, in every dialect, whatever names and strings it holds."""

from __future__ import annotations

from random import Random

import pytest
from cypher_queries import Queries
from cypher_trees import HOSTILE, NAMES, STRINGS, Trees, with_values
from hypothesis import given, settings, strategies as st
from scale import examples

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.plans.model import Plan
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.dialect import Draft
from fingerpost.query_languages.cypher.dialects import KGLITE, NEO4J, PLAIN
from fingerpost.query_languages.cypher.errors import CypherSyntaxError
from fingerpost.query_languages.cypher.gate import findings, verify
from fingerpost.query_languages.cypher.lift import lift
from fingerpost.query_languages.cypher.lower import lower
from fingerpost.query_languages.cypher.parser import parse
from fingerpost.query_languages.cypher.rewrites.desugar import desugar

NEO4J_TREES, KGLITE_TREES = Trees(NEO4J), Trees(KGLITE)
SEEDS = st.integers(0, 2**32)


def through(tree, dialect):
    printed = dialect.printer(Draft(tree, dialect))
    return with_values(parse(printed.text), printed.parameters)


@settings(max_examples=examples(150))
@given(NEO4J_TREES.queries())
def test_what_is_printed_for_neo4j_reads_back_as_the_same_tree(tree):
    assert through(tree, NEO4J) == tree


@settings(max_examples=examples(150))
@given(KGLITE_TREES.queries())
def test_what_is_printed_for_kglite_reads_back_as_the_same_tree(tree):
    assert through(tree, KGLITE) == tree


@settings(max_examples=examples(150))
@given(NEO4J_TREES.expressions())
def test_an_expression_keeps_its_shape(expression):
    tree = ast.Query((ast.SingleQuery((ast.Projection((ast.ProjectionItem(expression, "it"),), True),)),))
    assert through(tree, NEO4J) == tree


@given(NEO4J_TREES.queries(1))
def test_printing_is_stable(tree):
    first = NEO4J.printer(Draft(tree, NEO4J))
    again = NEO4J.printer(Draft(parse(first.text), NEO4J))
    assert again.text == first.text


@given(NAMES, NAMES, NAMES, NAMES, STRINGS)
@settings(max_examples=examples(300))
def test_hostile_names_and_strings_never_change_the_shape(variable, label, key, column, text):
    for dialect in (PLAIN, KGLITE):
        tree = _asking(variable, label, key, column, text)
        printed = dialect.printer(Draft(tree, dialect))
        assert text == "" or text not in printed.text or text in (variable, label, key, column) or len(text) < 6
        read = parse(printed.text)
        assert len(read.parts) == 1
        match, result = read.parts[0].clauses
        assert isinstance(match, ast.Match)
        assert isinstance(result, ast.Projection)
        node = match.patterns[0].elements[0]
        assert (node.variable, node.labels.name) == (variable, label)
        assert match.where.left.key == dialect.stored_name(key)
        assert result.items[0].name == column
        assert printed.parameters == {match.where.right.name: text}


def _asking(variable, label, key, column, text):
    node = ast.NodePattern(variable, ast.LabelName(label))
    prop = ast.Property(ast.Variable(variable), key)
    match = ast.Match((ast.PathPattern((node,)),), ast.Binary("=", prop, ast.Literal(text)))
    return ast.Query((ast.SingleQuery((match, ast.Projection((ast.ProjectionItem(prop, column),), True))),))


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("dialect", ["kglite", "memgraph", "neo4j"])
def test_a_hostile_string_travels_as_a_parameter(text, dialect):
    query = verify("MATCH (n) WHERE n.x = $given RETURN n", parameters={"given": text}, dialect=dialect)
    assert query.text == "MATCH (n) WHERE n.x = $given RETURN n"
    assert query.parameters == {"given": text}


@pytest.mark.parametrize("name", ["", "a\0b", "a\\u0060b", "\ud800"])
def test_a_name_that_cannot_be_quoted_is_refused(name):
    tree = _asking("n", name, "x", "c", "t")
    with pytest.raises(UnsupportedConstruct):
        NEO4J.printer(Draft(tree, NEO4J))


@settings(max_examples=examples(150))
@given(SEEDS)
def test_a_query_lifts_lowers_and_lifts_to_the_same_plan(seed):
    tree = parse(Queries(Random(seed)).query())
    try:
        plan = lift(tree)
    except UnsupportedConstruct:
        return
    lowered = lower(plan)
    again = lift(lowered, plan.parameters)
    assert again.fingerprint == plan.fingerprint
    assert Plan.model_validate_json(plan.model_dump_json()) == plan
    assert plan.reading
    for dialect in (PLAIN, KGLITE):
        printed = dialect.printer(desugar(Draft(lowered, dialect, plan.parameters)))
        read = lift(parse(printed.text), {**plan.parameters, **printed.parameters})
        assert dialect.kept or read.fingerprint == plan.fingerprint


@settings(max_examples=examples(300))
@given(SEEDS)
def test_every_query_that_the_generator_writes_passes_the_gate(seed):
    text = Queries(Random(seed)).query()
    for dialect in ("kglite", "neo4j"):
        query = verify(text, dialect=dialect)
        assert verify(query.text, dialect=dialect, parameters=query.parameters).text == query.text


def refusal(text):
    """What is wrong with a text; None where it parses."""
    try:
        parse(text)
    except CypherSyntaxError as error:
        return error.finding
    return None


@settings(max_examples=examples(150))
@given(st.text(max_size=60))
def test_any_text_gives_findings_and_nothing_else(text):
    finding = refusal(text)
    if finding is not None:
        assert finding.position <= len(text)
        assert findings(text) == [finding]


FRAGMENTS = (
    "MATCH RETURN WITH WHERE ( ) [ ] { } - -> <- : :A n n.x 'a' \"b\" `c` $p 1 2.5 , . .. * + = <> < AND OR NOT IN "
    "EXISTS COUNT CALL UNION ALL AS ORDER BY LIMIT CASE WHEN THEN END any( | // /* */ ; null true UNWIND OPTIONAL"
).split()


@settings(max_examples=examples(400))
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=14).map(" ".join))
def test_any_heap_of_words_is_read_or_refused(text):
    finding = refusal(text)
    if finding is not None:
        assert 0 <= finding.position <= len(text)
        return
    tree = parse(text)
    assert through(tree, NEO4J) == tree


def test_the_subject_of_a_case_may_be_a_map():
    tree = parse("RETURN CASE {} WHEN {} THEN 1 END AS n")
    assert through(tree, NEO4J) == tree
