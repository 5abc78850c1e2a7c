"""Questions that no sentence answers in their words, and answers that words alone would make too sure."""

from __future__ import annotations

import pytest

import fingerpost as fp
from fingerpost.core.settings import Settings
from fingerpost.retrieval import sentence_embedder

pytest.importorskip("wordllama", reason="needs the extra documents")

NOTES = {
    "DEC-1": (
        "DEC-1: Buy a till",
        "2024-01-10",
        "The new till is hired. Hire: £85 a month, paper included. Receipts are kept for 12 months in the back office.",
    ),
    "DEC-2": (
        "DEC-2: Receipts",
        "2024-09-02",
        (
            "Supersedes the line on receipts of DEC-1.\n\nReceipts are kept for 30 months.\n\n"
            "Approved by Ida Moss (treasurer)."
        ),
    ),
    "log": (
        "Shop log",
        "2024-10-01",
        (
            "Bo Hart: the rattler is back from repair, it runs quietly. "
            "The rattler (the old coffee mill) stands by the door."
        ),
    ),
}


@pytest.fixture(scope="module")
def notes(tmp_path_factory):
    with fp.memory(tmp_path_factory.mktemp("nearest") / "m.fp", Settings(embeddings="auto")) as memory:
        for key, (title, time, text) in NOTES.items():
            memory.add_text(text, key=key, title=title, time=time)
        yield memory


@pytest.mark.skipif(sentence_embedder() is None, reason="needs the extra embeddings")
def test_a_sentence_in_other_words_answers_but_is_never_sure(notes):
    answer = notes.ask("What is the monthly fee for the cash till?")
    assert answer.status == "answered"
    assert "£85" in answer.text
    assert answer.metadata["nearest"]
    assert answer.confidence < 0.5
    assert any("nearest in meaning" in note for note in answer.notes)


@pytest.mark.skipif(sentence_embedder() is None, reason="needs the extra embeddings")
@pytest.mark.parametrize("question", ["How much did the repair of the mill cost?", "Is the till made of brass?"])
def test_what_lacks_what_is_asked_for_does_not_answer(notes, question):
    assert notes.ask(question).confidence < 0.5 or notes.ask(question).status == "unanswerable"
    assert not notes.ask(question).metadata.get("nearest")


def test_a_document_that_amends_another_holds(notes):
    answer = notes.ask("How long are receipts kept?")
    assert answer.text.splitlines()[0] == "Receipts are kept for 30 months."


def test_a_mention_does_not_define(notes):
    answer = notes.ask("What is the rattler?")
    assert answer.status == "answered"
    assert answer.text.splitlines()[0] == "The rattler (the old coffee mill) stands by the door."


def test_who_held_a_post_in_brackets_is_not_sure_to_hold_it(notes):
    answer = notes.ask("Who is the treasurer?")
    assert "Ida Moss" in answer.text
    assert answer.confidence < 0.8
