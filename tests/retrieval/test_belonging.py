"""Answers from sentences beside the best, from letters, by other names, and how sure what is only near is."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

import fingerpost as fp
from fingerpost.core.settings import Settings
from fingerpost.retrieval.sentence_signs import compared_with, numbers_of, of_another, verb_stem

NOTES = """# Heron

The skipper is Ivar Lie. He has steered the Heron since 2017. Olga Dahl was mate of the trawler Skua.

The pump stopped at noon. The stop was caused by a torn belt.

Berth 6 is reserved for the Heron. The charge is 90 euros a day.

The buoy (known as "Red Ann") weighs two tonnes. Kara Moe (nicknamed "Salty") has the cabin beside the galley.

Foam Dinghy (formerly Grey Seal) was made in Molde.

The Winch Crew is led by the Harbour Office.
"""


@pytest.fixture(scope="module")
def memory(tmp_path_factory):
    pytest.importorskip("wordllama", reason="needs the extra documents")
    folder = tmp_path_factory.mktemp("belonging")
    letter = EmailMessage()
    letter["From"], letter["To"] = "Clara Voss <clara@nordhav.example>", "Ivar Lie <ivar@heron.example>"
    letter["Subject"] = "Deadline"
    letter.set_content(
        "Dear Ivar,\n\nwe want your report by 30 September 2026.\n\n"
        "Best wishes\nClara Voss\nProgramme officer, Nordhav Foundation\n\n> we send three reports\n"
    )
    (folder / "letter.eml").write_bytes(letter.as_bytes())
    with fp.memory(folder / "m.fp", Settings(embeddings="static")) as opened:
        opened.add(folder / "letter.eml")
        opened.add_text(NOTES, key="heron")
        opened.add_text("Lost gloves are kept for ninety days.", key="rules")
        opened.add_text("Lost gloves are kept for ten days.", key="leaflet")
        yield opened


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who is the skipper of the Heron?", "Ivar Lie"),
        ("Why did the pump stop?", "torn belt"),
        ("What does the berth of the Heron cost?", "90 euros"),
        ("When does the Nordhav Foundation expect the report?", "30 September"),
        ("Where was the Grey Seal made?", "Molde"),
        ("Which cabin does Salty have?", "beside the galley"),
    ],
)
def test_what_stands_beside_or_below_another_name_is_found(memory, question, expected):
    answer = memory.ask(question)
    assert answer.status == "answered"
    assert expected in answer.text


def test_a_letter_is_its_senders_but_for_what_it_quotes(memory):
    found = memory.ask("When does Clara Voss want the report?")
    speakers = {quote["quote"]: quote["speaker"] for quote in found.metadata["quotes"]}
    assert speakers["we want your report by 30 September 2026."] == "Clara Voss"
    assert memory.ask("How many reports does the Nordhav Foundation send?").status == "unanswerable"


def test_numbers_in_words_can_differ(memory):
    answer = memory.ask("How long are lost gloves kept?")
    assert "ninety days" in answer.text
    assert "ten days" in answer.text
    assert answer.confidence < 0.8


def test_what_is_said_of_another_is_refused_or_not_sure(memory):
    assert memory.ask("Who is the mate of the Heron?").status == "unanswerable"
    assert memory.ask("Who leads the Heron?").confidence < 0.8


def test_signs():
    assert numbers_of("ninety days, twenty-one, 1,500 and 3.5") == {"90", "21", "1500", "3.5"}
    assert verb_stem("rewritten") == verb_stem("rewrite")
    assert compared_with("How many seats has Skua?", "Each has 96 seats, more than the Skua.") == {"skua"}
    assert not compared_with("Which has more seats than Skua?", "Each has 96 seats, more than the Skua.")
    assert of_another("Who is the mate of the Heron?", "She is mate of the Skua.") == {"mate"}
    assert not of_another("What is the price of the kit?", "It has a price of 4 euros.")
    assert not of_another("What is the cost of the roof?", "The cost of the repair of the roof is high.")
