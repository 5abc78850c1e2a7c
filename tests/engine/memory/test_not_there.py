"""What documents do not say, although they have the words of a question; and what they only want, or no longer say."""

from __future__ import annotations

import pytest

import fingerpost as fp
from fingerpost.core.settings import Settings
from fingerpost.retrieval import sentence_embedder

pytest.importorskip("wordllama", reason="needs the extra documents")
BY_MEANING = pytest.mark.skipif(sentence_embedder() is None, reason="needs the extra embeddings")

NOTES = {
    "minutes": (
        "Boat club, May meeting",
        "2024-05-04",
        (
            "1. **Slip.** The slip was mended in April. Ola Brandt left the club.\n"
            "2. **Trailer.** Una Falk asks for a trailer (EUR 900). Put off.\n"
            "3. **Kettle.** A kettle was bought. Paid for it: EUR 45.\n"
            "4. **Paint.** We might ask Harbour Paints instead of Moen.\n"
        ),
    ),
    "later": (
        "Boat club, June meeting",
        "2024-06-08",
        "The trailer was bought for EUR 820. The bank would lend us no more than 300.",
    ),
    "rules": (
        "Rules of the boathouse",
        "2024-01-02",
        (
            "Diesel with more than 3 percent water is sent back. The Grebe is rowed on Sundays.\n\n"
            "## Do you lend boats to guests?\n\nNo. Guests row with a member.\n\nThe Grebe (a skiff) seats four."
        ),
    ),
    "log": ("Harbour log", "2024-07-01", "The diesel of 30 June is too wet, 5.5 percent."),
}


@pytest.fixture(scope="module")
def notes(tmp_path_factory):
    with fp.memory(tmp_path_factory.mktemp("there") / "m.fp", Settings(embeddings="auto")) as memory:
        for key, (title, time, text) in NOTES.items():
            memory.add_text(text, key=key, title=title, time=time)
        yield memory


@pytest.mark.parametrize(
    "question",
    [
        "Who mended the slip?",
        "Why did Ola Brandt leave?",
        "Which bank would lend us the money?",
        "What does Harbour Paints charge?",
        "How old is Ola Brandt?",
        "Which insurance pays for the slip?",
    ],
)
def test_a_sentence_without_what_is_asked_for_does_not_answer(notes, question):
    assert notes.ask(question).status == "unanswerable"


def test_what_somebody_wants_is_not_what_it_cost(notes):
    answer = notes.ask("What did the trailer cost?")
    assert answer.text.startswith("The trailer was bought for EUR 820.")


def test_a_sum_with_the_code_of_its_currency_in_front_is_a_sum(notes):
    assert "EUR 45" in notes.ask("What did the kettle cost?").text


def test_one_case_says_nothing_sure_of_a_limit(notes):
    answer = notes.ask("How wet may the diesel be at most?")
    assert not answer.text.startswith("The diesel of 30 June") or answer.confidence < 0.8


def test_what_is_done_with_a_thing_does_not_say_what_it_is(notes):
    answer = notes.ask("What is the Grebe?")
    assert "skiff" in answer.text or answer.confidence < 0.8


@BY_MEANING
def test_whether_something_is_so_is_answered_by_what_says_yes_or_no(notes):
    answer = notes.ask("Can a visitor borrow a boat?")
    assert answer.status == "unanswerable" or answer.text.startswith("No.")


@BY_MEANING
def test_what_amends_comes_first_where_a_question_asks_how_things_are(tmp_path):
    with fp.memory(tmp_path / "m.fp", Settings(embeddings="auto")) as memory:
        old = "Amended by: DEC-2\n\nWax rests for 18 hours in the shed."
        memory.add_text(old, key="DEC-1", title="DEC-1: Wax rests longer", time="2024-01-10")
        new = "Amends: DEC-1\n\nWax rests for 15 hours, as the shed is warmer."
        memory.add_text(new, key="DEC-2", title="DEC-2: A shorter rest", time="2024-09-02")
        assert memory.ask("How many hours is the wax left alone at present?").text.startswith("Wax rests for 15 hours")
