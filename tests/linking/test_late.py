"""What was late is put by its days of delay, where something has a day on which it was due."""

from __future__ import annotations

import datetime as dt

import networkx as nx
import pytest

import fingerpost as fp
from fingerpost.linking import clock
from fingerpost.linking.late import punctual


def _schema(**dates):
    graph = nx.MultiDiGraph()
    graph.add_node("a", type="Loan", name="L1", **dates)
    with fp.open(graph) as kb:
        return kb.schema


@pytest.fixture(scope="module")
def schema():
    return _schema(due_date="2024-03-01", returned_date="2024-03-04")


def _is_no_value(word: str) -> bool:
    return False


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which loans came back late?", "Which loans with a delay of more than 0 days?"),
        ("loans that were late in May", "loans with a delay of more than 0 days in May"),
        ("How many late loans are there?", "How many loans with a delay of more than 0 days are there?"),
        ("Who returned a loan early?", "Who returned a loan with a delay of less than 0 days?"),
        ("Was L1 returned on time?", "Was L1 returned with a delay of at most 0 days?"),
        ("Who never returned a loan on time?", "Who returned a loan with a delay of more than 0 days?"),
        ("Which loans were not returned late?", "Which loans were returned with a delay of at most 0 days?"),
    ],
)
def test_how_late_it_was(schema, question, said):
    assert punctual(question, schema, _is_no_value).split() == said.split()


def test_what_is_overdue_was_due_before_today_and_is_not_done(schema):
    with clock.at(dt.datetime(2024, 5, 6, tzinfo=dt.UTC)):
        said = punctual("How many overdue loans are there?", schema, _is_no_value)
    assert said == "How many loans due date before 2024-05-06 and not returned are there?"


@pytest.mark.parametrize(
    "question",
    [
        "How late was L1?",
        "Which loans came back 3 days late?",
        "What is the late fee?",
        "Who works late on Fridays?",
        "Was it the late show?",
    ],
)
def test_what_is_late_in_another_way(schema, question):
    assert punctual(question, schema, _is_no_value) == question


def test_nothing_is_late_where_nothing_was_due_or_a_value_says_so(schema):
    question = "Which loans came back late?"
    assert punctual(question, _schema(lent_date="2024-03-01", returned_date="2024-03-04"), _is_no_value) == question
    assert punctual(question, schema, lambda word: word == "late") == question
