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


def test_who_does_what_no_people_do_and_a_grade_that_is_a_word():
    graph = nx.MultiDiGraph()
    graph.add_node("e1", type="Employee", firstName="Nancy", lastName="Berg")
    for number, grade in enumerate("ABA"):
        graph.add_node(f"p{number}", type="Product", name=f"Product {number}", grade=grade)
    graph.add_node("s1", type="Supplier", companyName="Exotic Liquids")
    graph.add_edge("s1", "p1", type="SUPPLIES")
    graph.add_edge("e1", "s1", type="KNOWS")
    with fp.open(graph) as kb:
        assert kb.ask("How many products have grade A?").rows == ((2,),)
        assert kb.ask("Who supplies products?").text == "s1."
