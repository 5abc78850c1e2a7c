"""Choosing among the readings that were offered."""

from __future__ import annotations

import pytest

from fingerpost.engine import DialogueState
from fingerpost.engine.conversation.choosing import chosen
from fingerpost.engine.conversation.state import Offered


@pytest.fixture
def offered(library):
    questions = ("When was Jane Austen born?", "When did Jane Austen die?", "Which books did Jane Austen write?")
    plans = [library.read(question).plan for question in questions]
    readings = ("the birth", "the death", "the books")
    return tuple(Offered(reading=reading, plan=plan) for reading, plan in zip(readings, plans, strict=True))


@pytest.mark.parametrize(
    ("answer", "reading"),
    [
        ("the second one", "the death"),
        ("1", "the birth"),
        ("Option 3.", "the books"),
        ("I mean the books", "the books"),
        ("No, I meant the death.", "the death"),
        ("the last one", "the books"),
        ("the fourth one", None),
        ("the", None),
        ("Which members are students?", None),
    ],
)
def test_a_reading_is_chosen_by_its_place_or_its_words(offered, answer, reading):
    found = chosen(answer, offered)
    assert (found.reading if found else None) == reading


def test_a_conversation_goes_on_with_the_reading_that_was_chosen(library, offered):
    chat = library.conversation(DialogueState(offered=offered, pending="What about Jane Austen?"))
    answer = chat.ask("the third")
    assert answer.question == "What about Jane Austen?"
    assert len(answer.rows) == 3
    assert "read as: the books" in answer.notes
    assert len(chat.ask("which of those cost more than 13?").rows) < 3


def test_a_memory_survives_json(library):
    chat = library.conversation()
    chat.ask("Which authors were born after 1850?")
    again = library.conversation(DialogueState.model_validate_json(chat.memory.model_dump_json()))
    assert again.ask("how many is that?").rows == ((10,),)
