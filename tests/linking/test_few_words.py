"""What little words and verbs say of things: that a loan is "out", that a post was "filled"."""

from __future__ import annotations

import networkx as nx
import pytest

import fingerpost as fp
from fingerpost.core.answer import Status


@pytest.fixture(scope="module")
def kb():
    graph = nx.MultiDiGraph()
    for number, status in enumerate(("out", "returned", "out", "returned", "returned")):
        graph.add_node(f"l{number}", type="Loan", code=f"LN{number}", status=status)
    for number, category in enumerate(("painting", "painting", "vase", "coin", "coin", "painting")):
        graph.add_node(f"o{number}", type="Item", title=f"Work {number}", category=category)
        graph.add_edge(f"l{number % 5}", f"o{number}", type="INCLUDES")
    for number, specialty in enumerate(("paintings", "metals", "metals")):
        graph.add_node(f"c{number}", type="Conservator", name=f"Ada {number}", specialty=specialty)
        graph.add_edge(f"c{number}", f"o{number}", type="CLEANED")
    for number in range(4):
        graph.add_node(f"p{number}", type="Post", title=f"Desk {number}", pay=100 + number)
    for number in range(3):
        graph.add_edge(f"c{number}", f"p{number // 2}", type="HOLDS")
    with fp.open(graph) as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "property_", "finds"),
    [
        ("Which loans are out right now?", "code", {"LN0", "LN2"}),
        ("Which loans are still out?", "code", {"LN0", "LN2"}),
        ("Which paintings are there?", "title", {"Work 0", "Work 1", "Work 5"}),
        ("Which posts have never been filled?", "title", {"Desk 2", "Desk 3"}),
        ("Which items were never touched?", "title", {"Work 3", "Work 4", "Work 5"}),
    ],
)
def test_what_is_found(kb, question, property_, finds):
    answer = kb.ask(question)
    assert {row[0].properties[property_] for row in answer.rows} == finds


def test_how_many_things_of_a_kind_counts_nobody_who_deals_with_them(kb):
    assert kb.ask("How many paintings do we own?").rows == ((3,),)


@pytest.mark.parametrize("question", ["Which posts were never abolished?", "Which loans were never really zorked?"])
def test_a_denial_that_nothing_explains_is_not_passed_over(kb, question):
    assert kb.ask(question).status is Status.UNANSWERABLE
