"""NetworkX graphs of every kind, asked as they are, and taken over again when they have changed."""

from __future__ import annotations

import datetime as dt

import networkx as nx
import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError


def people(kind=nx.MultiDiGraph):
    graph = kind()
    graph.add_node("Alice", type="Person", age=33)
    graph.add_node("Bob", type="Person", age=41)
    graph.add_node("Acme", type="Company", founded=dt.date(1999, 1, 2), tags={"b", "a"})
    graph.add_edge("Alice", "Bob", relation="KNOWS", since=2001)
    graph.add_edge("Alice", "Acme", relation="WORKS_AT")
    return graph


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_a_graph_of_every_kind_is_asked(kind):
    with fp.open(people(kind)) as kb:
        assert kb.ask("How many people are there?").rows == ((2,),)
        assert "Bob" in kb.ask("Who does Alice know?").text
        assert kb.ask("When was Acme founded?").rows == ((dt.date(1999, 1, 2),),)
        assert kb.query("MATCH (c:Company) RETURN c.tags").rows == ((("a", "b"),),)
        assert (kb.report.nodes, kb.report.relationships) == (3, 2)
        assert kb.report.seconds > 0
        assert kb.bytes_copied > 0


def test_edges_side_by_side_are_all_there():
    graph = people()
    graph.add_edge("Alice", "Bob", key="TRUSTS")
    graph.add_edge("Alice", "Bob", relation="KNOWS", since=2002)
    with fp.open(graph) as kb:
        found = kb.query(
            "MATCH (a)-[r]->(b) WHERE b.name = 'Bob' RETURN type(r), r.since ORDER BY type(r), r.since"
        ).rows
    assert found == (("KNOWS", 2001), ("KNOWS", 2002), ("TRUSTS", None))


def test_attributes_of_other_names_are_mapped():
    graph = nx.DiGraph()
    graph.add_node(1, sort="Town", name="Kirkby")
    graph.add_node("1", sort="Town", name="Leith")
    graph.add_edge(1, "1", verb="ROAD_TO")
    with fp.open(graph, label="sort", relation="verb") as kb:
        found = kb.query("MATCH (a:Town)-[:ROAD_TO]->(b:Town) RETURN a.name, b.name").rows
        assert found == (("Kirkby", "Leith"),), "1 and '1' are two nodes"


def test_values_that_only_python_has():
    class Strange:
        def __str__(self):
            return "strange"

    graph = nx.DiGraph()
    graph.add_node("a", type="Thing", what=Strange(), size=2**70, inner={"k": (1, 2)}, none=None)
    with fp.open(graph) as kb:
        ((node,),) = kb.query("MATCH (n:Thing) RETURN n").rows
        assert node.properties == {"name": "a", "what": "strange", "size": str(2**70), "inner": {"k": (1, 2)}}
        assert {problem.kind for problem in kb.report.problems} == {"bad-value"}, "what was changed is told"


def test_a_graph_that_has_changed_is_taken_over_on_request():
    graph = people()
    with fp.open(graph) as kb:
        graph.add_node("Cleo", type="Person")
        graph.add_edge("Alice", "Cleo", relation="KNOWS")
        assert kb.ask("How many people are there?").rows == ((2,),), "not before it is asked for"
        assert kb.refresh()
        assert kb.ask("How many people are there?").rows == ((3,),)
        assert "Cleo" in kb.ask("Who does Alice know?").text
        assert not kb.refresh()


def test_what_was_copied_is_gone_after_closing():
    with fp.open(people()) as kb:
        folder = kb.path
        assert folder.exists()
    assert not folder.exists()


def test_a_graph_without_nodes_is_refused():
    with pytest.raises(SourceError):
        fp.open(nx.DiGraph())
