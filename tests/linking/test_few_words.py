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


@pytest.fixture(scope="module")
def theatre():
    graph = nx.MultiDiGraph()
    for number, month in enumerate((9, 9, 10, 11, 11, 11)):
        dated = f"2025-{month:02}-0{number + 1}"
        told = {"date": dated, "runtime": 60 + 10 * number, "genre": ("farce", "drama")[number % 2]}
        graph.add_node(f"s{number}", type="Play", title=f"Play {'ABCDEF'[number]}", q_and_a=number % 2 == 0, **told)
    for number, size in enumerate(("S", None, "L", "M", None)):
        told = {"shirt_size": size} if size else {}
        graph.add_node(f"v{number}", type="Volunteer", name=f"Vera {number}", hired=2018 + number, **told)
        for play in range(number):
            graph.add_edge(f"v{number}", f"s{play}", type="HELPED_AT")
    for number in range(4):
        graph.add_node(f"c{number}", type="Complaint", ref=f"CP-{number}", closed=number < 3)
        graph.add_edge(f"c{number}", "s0", type="ABOUT")
    with fp.open(graph) as opened:
        yield opened


def _found(answer, name):
    return {row[0] if isinstance(row[0], str) else row[0].properties[name] for row in answer.rows}


@pytest.mark.parametrize(
    ("question", "property_", "finds"),
    [
        ("Whose shirt size are we still missing?", "name", {"Vera 1", "Vera 4"}),
        ("Whose shirt size don't we have?", "name", {"Vera 1", "Vera 4"}),
        ("Which complaints are still open?", "ref", {"CP-3"}),
        ("Which volunteers haven't helped at a thing?", "name", {"Vera 0"}),
        ("Anyone helping at more than three plays?", "name", {"Vera 4"}),
        ("Which November plays have a Q&A?", "title", {"Play E"}),
        ("Which plays had one volunteer only?", "title", {"Play D"}),
    ],
)
def test_what_is_said_in_a_few_words(theatre, question, property_, finds):
    assert _found(theatre.ask(question), property_) == finds


def test_months_before_what_happened_and_lengths(theatre):
    assert theatre.ask("How many November plays were there?").rows == ((3,),)
    assert theatre.ask("How many plays were there in September?").rows == ((2,),)
    assert dict(theatre.ask("Average length of a play by genre?").rows) == {"farce": 80, "drama": 90}
