"""Wordings of answers and follow-ups put anew, as a real model of 1.5 billion parameters writes them (`recorder`)."""

from __future__ import annotations

import pytest
from recorder import reply_to

import fingerpost as fp

ANSWERS = [
    "How many pages does Emma have?",
    "Which books cost more than 22?",
    "How many books are in French?",
    "Who wrote Persuasion?",
    "What is the average price of the books?",
    "Which members are registered at Riverside?",
    "Which book has the most pages?",
    "When was Jane Eyre published?",
]
FOLLOW_UPS = [
    ("Who wrote Emma?", "what other works came from that hand?"),
    ("Which books are in Swedish?", "tell me who is behind them"),
    ("Which books cost more than 22?", "same thing, but for 20"),
]
WORDED, PUT, ANSWERED = 7, 3, 2
"""How many wordings pass the check, how many follow-ups are put as questions that pass theirs, and how many of these
are answered; whoever changes a prompt or a check sees what that does."""


class Replayed:
    """A chat model that writes what was recorded."""

    model_name = "recorded"

    def invoke(self, messages):
        reply = reply_to([{"role": role, "content": content} for role, content in messages])
        assert reply is not None, "this prompt has changed: record the replies anew with `make test-model`"
        return reply


@pytest.fixture(scope="module")
def talking(library_path):
    settings = fp.Settings(model=Replayed(), models={"words": True, "seconds": 600})
    with fp.open(library_path, settings) as kb:
        yield kb


def test_wordings_of_a_real_model_pass_as_often_as_they_did(talking, library):
    worded = 0
    for question in ANSWERS:
        answer, plain = talking.ask(question), library.ask(question).text
        assert answer.trace.steps[-1].name == "word", answer.notes
        assert answer.metadata.get("plain_text", answer.text) == plain
        worded += "plain_text" in answer.metadata
    assert worded == WORDED


def test_follow_ups_of_a_real_model_are_put_as_often_as_they_were(library_path):
    put = answered = 0
    with fp.open(library_path, fp.Settings(model=Replayed(), models={"seconds": 600})) as kb:
        for first, question in FOLLOW_UPS:
            chat = kb.conversation()
            assert chat.ask(first).status == "answered"
            answer = chat.ask(question)
            put += "rewritten" in answer.metadata
            answered += answer.status == "answered" and "rewritten" in answer.metadata
    assert (put, answered) == (PUT, ANSWERED)
