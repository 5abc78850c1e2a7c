"""What was not done yet lacks its date."""

from __future__ import annotations

import networkx as nx
import pytest

import fingerpost as fp
from fingerpost.linking.mentions import Mention
from fingerpost.linking.not_yet import not_yet
from fingerpost.linking.scores import OWN
from fingerpost.linking.text import tokenise


@pytest.fixture(scope="module")
def kb():
    graph = nx.MultiDiGraph()
    graph.add_node("v1", type="Vessel", name="Aurora")
    for number, shipped in enumerate(("2024-01-02", None, "2024-02-03")):
        dated = {} if shipped is None else {"shipped_date": shipped}
        graph.add_node(f"d{number}", type="Delivery", name=f"D{number}", **dated)
        graph.add_edge(f"d{number}", "v1", type="SHIPPED_BY")
    with fp.open(graph) as opened:
        yield opened


@pytest.mark.parametrize(
    ("question", "finds"),
    [
        ("Which deliveries have not been shipped?", {"D1"}),
        ("Which deliveries haven't been shipped yet?", {"D1"}),
        ("Which deliveries havent been shipped?", {"D1"}),
    ],
)
def test_what_was_not_done_has_no_date(kb, question, finds):
    answer = kb.ask(question)
    assert {row[0].properties["name"] for row in answer.rows} == finds


def test_a_noun_that_ends_as_a_negation_denies_nothing(kb):
    label = Mention("label", 1, 2, "Delivery", OWN, "its name")
    verb = Mention("relation", 5, 6, "SHIPPED_BY", OWN, "its name")
    said = [label, verb]
    assert not_yet(said, tokenise("which deliveries has the client shipped"), kb.schema) == said
    assert verb not in not_yet(said, tokenise("which deliveries that were not shipped"), kb.schema)
