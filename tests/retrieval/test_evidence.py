"""What an answer from sentences needs: one thing that they are about, what is asked of it, and what is asked for."""

from __future__ import annotations

import pytest

import fingerpost as fp
from fingerpost.core.settings import Settings
from fingerpost.retrieval.asked_for import gives, may_give
from fingerpost.retrieval.question_time import periods_in

NOTES = """# Tern

Tern is the club's ferry. It was built by Olav Berg in 1987. The hull is 14 m long and weighs nine tonnes.

The engine was replaced by the yard in Molde, because the old one leaked. A new radar is planned for May 2031.

The ferry has 36 seats. Tickets are sold on board and cost 4 euros. It is not known who designed the flag.

Ann Roe would like to know whether the ramp carries lorries. Ann Roe wants to visit Bergen with the Tern.

The Harbour Log is copied every night. Copies are kept for ninety days.

The rope has not been tested yet. It was bought by Ivar Lie.
"""


@pytest.fixture(scope="module")
def memory(tmp_path_factory):
    pytest.importorskip("wordllama", reason="needs the extra documents")
    with fp.memory(tmp_path_factory.mktemp("evidence") / "m.fp", Settings(embeddings="static")) as opened:
        opened.add_text(NOTES, key="tern")
        opened.add_text("Minutes of 3 March 2030. The board accepted two offers for the pier.", key="minutes")
        opened.add_text("From now on the board meets on Mondays.", key="mail", time="2029-05-01")
        yield opened


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who built the Tern?", "Olav Berg"),
        ("When was the Tern built?", "1987"),
        ("How long is the hull of the Tern?", "14 m"),
        ("Why was the engine replaced?", "because the old one leaked"),
        ("How many seats has the ferry?", "36"),
        ("What do tickets cost?", "4 euros"),
        ("How long are copies of the Harbour Log kept?", "ninety days"),
        ("How many offers for the pier did the board accept in March 2030?", "two offers"),
    ],
)
def test_what_is_there_is_answered(memory, question, expected):
    answer = memory.ask(question)
    assert answer.status == "answered"
    assert expected in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Who painted the Tern?",
        "Who sold the engine?",
        "When was the hull inspected?",
        "How many engines has the Tern?",
        "How many lorries were on board?",
        "Who designed the flag?",
        "Who tested the rope?",
        "Can the ramp carry lorries?",
        "When was the radar replaced?",
        "When did Ann Roe visit Bergen?",
    ],
)
def test_near_misses_are_refused(memory, question):
    assert memory.ask(question).status == "unanswerable"


def test_another_time_is_not_sure(memory):
    assert memory.ask("How many offers for the pier did the board accept in March 2030?").confidence >= 0.8
    assert memory.ask("How many offers for the pier did the board accept in April 2030?").confidence < 0.8


@pytest.mark.parametrize(
    ("question", "sentence", "given"),
    [
        ("When was it built?", "It has 64 cores.", False),
        ("When was it built?", "It was built after the war.", True),
        ("When does it open?", "It has a red door.", False),
        ("When does it open?", "It opens at nine.", True),
        ("When does it close?", "It closes at half past five.", True),
        ("When is high tide?", "High tide is at dusk.", True),
        ("What did she do when she left?", "She became a teacher.", True),
        ("How many guests came?", "They came within ten minutes on 3 May 2020.", False),
        ("How many guests came?", "Ten guests came within ten minutes.", True),
        ("How many guests came?", "Nobody came.", True),
        ("How many minutes did it take?", "It took ten minutes.", True),
        ("How heavy is it?", "It costs 40 euros.", False),
        ("How heavy is it?", "It weighs 40 kg.", True),
        ("How fast does it go?", "It goes 40 km/h.", True),
        ("How high is it?", "It is forty-one metres high.", True),
    ],
)
def test_times_counts_and_measures(question, sentence, given):
    assert may_give(question, sentence) is given


def test_a_cause_is_told_by_its_words():
    assert gives("Why was it closed?", "It was closed since nobody came.")
    assert not gives("Why was it closed?", "It was closed at nine.")


def test_times_that_a_text_names():
    assert periods_in("Meeting, 3 March 2025") == [("2025-03-03", "2025-03-04")]
    assert periods_in("Built between 1502 and 1511.") == [("1502-01-01", "1503-01-01"), ("1511-01-01", "1512-01-01")]
    assert periods_in("It has 12 rooms.") == []
