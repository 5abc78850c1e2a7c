"""A hundredth of `make fuzz-stores`, and that it sees a store that answers wrongly."""

from __future__ import annotations

from dataclasses import replace

from scale import LONG

from fingerpost.core.cells import Node, Relationship
from fingerpost.query_languages.cypher.parser import parse
from scripts.fuzz import stores as fuzz
from scripts.fuzz.reference import Graph, Reference

COUNT = 20_000 if LONG else 200
FIXED_SEED = 7


def test_the_embedded_store_answers_as_the_reference_does(capsys):
    status = fuzz.main(["--seed", str(FIXED_SEED), "--count", str(COUNT)])
    printed = capsys.readouterr().out
    assert "equal" in printed
    assert status == 0, printed


def test_a_wrong_answer_is_seen_and_made_small(monkeypatch, capsys):
    """The store lacks what the reference evaluator knows."""
    write = fuzz.write_graph
    monkeypatch.setattr(fuzz, "write_graph", lambda graph, writer: write(replace(graph, relationships=()), writer))
    assert fuzz.main(["--seed", "3", "--count", "4", "--show", "1"]) == 1
    printed = capsys.readouterr().out
    assert "DIFFERS: number" in printed
    assert "smaller:" in printed


def test_a_repair_of_a_query_that_finds_something_is_seen():
    """Of one that finds nothing as it stands, the direction may be repaired."""
    nodes = (Node("a", ("A",), {"k": 1}), Node("b", ("B",), {"k": 2}))
    graph = Graph(nodes, (Relationship("r", "S", "a", "b", {}),))
    for text, found, outcome in (
        ("MATCH (b:B)<-[:S]-(a:A) RETURN a.k", True, ""),
        ("MATCH (b:B)-[:S]->(a:A) RETURN a.k", False, "REPAIRED: S was reversed: it leads from A to B"),
    ):
        tree = parse(text)
        assert fuzz.is_found(tree, Reference(graph, {}).expected(tree)) is found
        with fuzz.in_memory(graph) as store:
            assert fuzz.repaired(tree, store.schema()) == outcome
