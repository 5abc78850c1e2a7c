"""How long something took, told by two deeds, is put in one way where the graph has two such dates."""

from __future__ import annotations

import networkx as nx
import pytest

import fingerpost as fp
from fingerpost.linking.how_long import put_plainly
from fingerpost.linking.text import tokenise


@pytest.fixture(scope="module")
def schema():
    graph = nx.MultiDiGraph()
    graph.add_node("g1", type="Garage", name="Lowfield")
    for number, over in enumerate(("2024-02-03", "2024-02-09", None)):
        done = {} if over is None else {"finished_on": over}
        graph.add_node(f"j{number}", type="Job", code=f"J{number}", taken_in=f"2024-01-0{number + 1}", **done)
        graph.add_edge(f"j{number}", "g1", type="DONE_AT")
        graph.add_edge(f"j{number}", "g1", type="PAID_TO", paid_on=f"2024-03-0{number + 1}")
    with fp.open(graph) as kb:
        yield kb.schema


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("days between finishing and paying, for each job", "time in days from finishing to paying for each job"),
        ("the average delay in days from finishing to payment", "the average time in days from finishing to payment"),
        (
            "Average days in (taking to finishing) per garage",
            "average time in days from taking to finishing per garage",
        ),
        ("mean days to finish a job, per garage", "mean time in days from taken to finish of a job per garage"),
        ("average finishing time in weeks by garage", "average time in weeks from taken to finishing by garage"),
        ("average finishing time by garage, finished ones only", "average time from taken to finishing by garage"),
        ("How many days did it take to finish J1?", "what is the time in days from taken to finish of j1"),
        ("How long on average after being finished was it paid?", "what is the average time from finished to paid"),
        (
            "How many days before payment was each job finished?",
            "what is the time in days from finished to payment of each job",
        ),
        ("average turnaround per garage in days", "average turnaround in days per garage"),
    ],
)
def test_it_is_put_plainly(schema, question, read):
    assert " ".join(token.norm for token in put_plainly(tokenise(question), schema)) == read


@pytest.mark.parametrize(
    "question",
    [
        "jobs of the last 30 days",
        "days between the first and the last job",
        "days from painting to paying",
        "time between jobs J1 and J2",
        "how many days after J1 was J2 finished",
        "the time of finishing",
    ],
)
def test_nothing_else_is(schema, question):
    tokens = tokenise(question)
    assert put_plainly(tokens, schema) == tokens
