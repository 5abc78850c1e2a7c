"""Signs that a sentence answers: ages, names with a number, what was before a version."""

from __future__ import annotations

import pytest

import fingerpost as fp
from fingerpost.core.settings import Settings
from fingerpost.retrieval.asked_for import gives
from fingerpost.retrieval.question_time import asked_time
from fingerpost.retrieval.sentence_signs import codes, has_code


@pytest.mark.parametrize(
    ("sentence", "given"),
    [
        ("Ann's brother is 31 years old.", True),
        ("Ann's brother was born in 1994.", True),
        ("Ann's brother turned 31 in May.", True),
        ("Ann's brother has three boats.", False),
    ],
)
def test_an_age_is_no_other_number(sentence, given):
    assert gives("How old is Ann's brother?", sentence) is given


def test_names_with_a_number():
    assert codes("What does warning W7 mean?") == {"W7": "W7"}
    assert codes("Who closed INC-13?") == {"INC-13": "INC-13"}
    assert codes("What does error 404 mean?") == {"error 404": "404"}
    assert codes("Who has the key of room no. 12?") == {"room no. 12": "12"}
    assert not codes("Who paid 404 euros for 12 boats in 2019?")
    assert has_code("12", "Room No. 12 is locked.")
    assert not has_code("12", "Room 121 costs 12.50 euros and 1.12 more.")
    assert not has_code("W7", "W71 and AW7")


def test_before_a_version():
    time = asked_time("Which release did we run before version 2.4?")
    assert time.earlier
    assert time.rest.rstrip(" ?") == "Which release did we run"
    assert not asked_time("Which release did we run in version 2.4?").earlier


def test_another_number_is_another_thing(tmp_path):
    pytest.importorskip("wordllama", reason="needs the extra documents")
    with fp.memory(tmp_path / "m.fp", Settings(embeddings="static")) as memory:
        memory.add_text(
            "Warning W4 means that the bilge is full. Room 12 has the oars. A mast costs 408 euros.", key="a"
        )
        assert "bilge" in memory.ask("What does warning W4 mean?").text
        assert "oars" in memory.ask("What does room 12 have?").text
        refused = memory.ask("What does warning W7 mean?")
        assert refused.status == "unanswerable"
        assert refused.missing == ("w7",)
        assert memory.ask("What does room 13 have?").missing == ("room 13",)


def test_two_documents_that_name_others_are_both_shown(tmp_path):
    pytest.importorskip("wordllama", reason="needs the extra documents")
    with fp.memory(tmp_path / "m.fp", Settings(embeddings="static")) as memory:
        memory.add_text("The pump is looked after by Ann Low.", key="a")
        memory.add_text("The pump is looked after by Bo Ray.", key="b")
        memory.add_text("The winch is looked after by Cy Orr.", key="c")
        both = memory.ask("Who is the pump looked after by?")
        assert {row[1] for row in both.rows} == {"a", "b"}
        assert both.confidence < 0.8
        assert any("different names" in note for note in both.notes)
        alone = memory.ask("Who is the winch looked after by?")
        assert [row[1] for row in alone.rows] == ["c"]
        assert alone.confidence >= 0.8
