"""Lists that do not answer the question word."""

from __future__ import annotations

import networkx as nx
import pytest

import fingerpost as fp


@pytest.mark.parametrize("question", ["Whose horse is groomed by Cora Lind?", "Whose horse does Cora Lind groom?"])
def test_what_is_no_answer_to_who_is_never_sure(graphs, question):
    assert graphs["stables"].ask(question).confidence < 0.8


@pytest.mark.parametrize("question", ["Who has a jumping score above 50?", "Where did Juniper ride?"])
def test_an_answer_of_the_kind_that_is_asked_for_is_sure(graphs, question):
    assert graphs["stables"].ask(question).confidence >= 0.8


def test_whose_things_are_asked_for_is_no_sure_answer(graphs):
    assert graphs["toolshed"].ask("Which of Ines Gold's donations were never lent?").confidence < 0.8


def test_a_noun_that_is_only_guessed_tells_nothing_surely_of_what_is_dearest():
    graph = nx.MultiDiGraph()
    for number, price in enumerate((310, 405, 280)):
        graph.add_node(f"v{number}", type="Van", name=f"Van {number}", plate=f"KX-{number}", price=price)
    with fp.open(graph) as kb:
        assert kb.ask("Which dish is the most expensive?").confidence < 0.8
        assert kb.ask("Which van is the most expensive?").confidence >= 0.8
