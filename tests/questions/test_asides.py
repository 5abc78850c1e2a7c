"""What people say around a question: passed by where it names nothing of the graph, and kept where it does."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("I need it for a letter, who works in Engineering?", "I need it for a letter"),
        ("Who works in Engineering? I need it for a letter.", "I need it for a letter"),
        ("Which offices are in our records?", "in our records"),
        ("Who works remotely right now?", "right now"),
        ("Which employees have an email on file?", "on file"),
    ],
)
def test_it_is_passed_by(graphs, question, said):
    linked = graphs["staff"].parser.link(question)
    assert said in {linked.text(m.start, m.end) for m in linked.mentions if m.kind == "filler"}


@pytest.mark.parametrize(
    "question",
    [
        "I only want those in Lisbon, which employees are there?",
        "We have an Engineer, who is it?",
        "I mean the ones with a salary over 90000, which employees are they?",
    ],
)
def test_what_says_which_is_kept(graphs, question):
    linked = graphs["staff"].parser.link(question)
    assert not [m for m in linked.mentions if m.reason == "says nothing of the graph"]


def test_an_answer_says_what_it_passed_by_and_is_not_sure(graphs):
    answer = graphs["staff"].ask("We adore zebras, which offices are there?")
    assert answer.confidence < 0.8
    assert any("zebras" in note for note in answer.notes), answer.notes
