"""What is polite around a question asks nothing."""

from __future__ import annotations

import pytest

from fingerpost.linking import without_courtesy

TALK = [
    "I would be grateful to know {}",
    "Do you happen to know {}",
    "We need to know {}",
    "Would you mind telling me {}",
    "My boss wants to know {}",
    "It would be great to know {}",
    "Be so kind and tell me {}",
    "Is it known {}",
    "Hi, what I need is {}",
]


@pytest.mark.parametrize("talk", TALK)
@pytest.mark.parametrize("question", ["who wrote Emma", "how many books cost more than 20", "which of them is new"])
def test_what_people_say_of_themselves_before_a_question_is_left_out(talk, question):
    assert without_courtesy(talk.format(question) + "?") == question + "?"


@pytest.mark.parametrize(
    "question",
    [
        "Which members know who wrote Emma?",
        "Does Ann know who wrote Emma?",
        "Who can tell which book is new?",
        "What do members ask when they borrow Emma?",
    ],
)
def test_what_is_asked_of_others_stays(question):
    assert without_courtesy(question) == question
