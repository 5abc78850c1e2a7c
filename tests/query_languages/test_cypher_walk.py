"""Walking and rebuilding syntax trees."""

from __future__ import annotations

from dataclasses import replace as with_changes

import pytest

from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.parser import parse
from fingerpost.query_languages.cypher.walk import has_aggregate, rewrite, variables


def test_a_tree_in_which_nothing_changes_is_itself() -> None:
    query = parse("MATCH (a:A {k: 1})-[r]->(b) WHERE a.n IN [1, 2] RETURN a.n AS n, count(*) AS c ORDER BY c LIMIT 3")
    assert rewrite(query, lambda node: node) is query
    assert rewrite(query, lambda node: with_changes(node) if isinstance(node, ast.Variable) else node) is query


def test_a_change_at_a_leaf_is_made_and_all_else_kept() -> None:
    query = parse("MATCH (a) WHERE a.k = 1 RETURN a.n AS n")

    def raised(node: ast.AnyNode) -> ast.AnyNode:
        return ast.Literal(2) if node == ast.Literal(1) else node

    changed = rewrite(query, raised)
    assert changed == parse("MATCH (a) WHERE a.k = 2 RETURN a.n AS n")
    assert changed.parts[0].clauses[1] is query.parts[0].clauses[1]


@pytest.mark.parametrize(
    ("expression", "aggregates"),
    [
        ("count(*)", True),
        ("1 + size([x IN collect(a.n) | x])", True),
        ("toUpper(a.n)", False),
        ("[1, 2, a.n]", False),
        ("COUNT { MATCH (a)-->(b) RETURN count(b) }", False),
    ],
)
def test_what_aggregates_outside_subqueries(expression: str, aggregates: bool) -> None:
    returned = parse(f"MATCH (a) RETURN {expression} AS x").parts[0].clauses[-1]
    assert isinstance(returned, ast.Projection)
    assert has_aggregate(returned.items[0].expression) is aggregates


def test_all_variables_that_a_tree_mentions() -> None:
    query = parse("MATCH p = (a)-[r]->() UNWIND [x IN a.list | x] AS y RETURN y AS z, reduce(s = 0, t IN [1] | s + t)")
    assert variables(query) >= {"p", "a", "r", "x", "y", "z", "s", "t"}
