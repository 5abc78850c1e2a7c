"""Sorts of things that properties tell."""

from __future__ import annotations

import networkx as nx

import fingerpost as fp


def test_types_of_things_are_the_property_that_tells_them():
    graph = nx.MultiDiGraph()
    for number, kind in enumerate(("basic", "complex", "basic")):
        graph.add_node(f"f{number}", type="Form", name=f"Form {number}", form_type_code=kind)
    with fp.open(graph) as kb:
        assert {row[0] for row in kb.ask("List all the types of forms.").rows} == {"basic", "complex"}
