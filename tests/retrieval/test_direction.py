"""Who does a deed and to whom: a sentence that says it the other way round is no answer."""

from __future__ import annotations

import pytest

import fingerpost as fp
from fingerpost.core.settings import Settings
from fingerpost.retrieval.direction import turned
from fingerpost.retrieval.sentence_signs import verb_stem


@pytest.mark.parametrize(
    ("question", "sentence", "is_turned"),
    [
        ("Who replaced Ann Roe?", "Ann Roe replaced Bob Lie as treasurer in 2021.", True),
        ("Who replaced Bob Lie?", "Ann Roe replaced Bob Lie as treasurer in 2021.", False),
        ("Who did Bob Lie replace?", "Ann Roe replaced Bob Lie.", True),
        ("What does the broker depend on?", "It seems that the indexer depends on the broker.", True),
        ("What depends on the broker?", "It seems that the indexer depends on the broker.", False),
        ("What does the substation Wolf depend on?", "The line depends on the substation Wolf.", True),
        ("Who did Olga teach?", "Olga was taught by Per Dahl.", True),
        ("Who did Per Dahl teach?", "Olga was taught by Per Dahl.", False),
        ("Who has Arne beaten?", "Tove has beaten Arne at chess.", True),
        ("Who was replaced by Bob Lie?", "Ann Roe replaced Bob Lie.", True),
        ("Who was Nils invited by?", "Nils invited Eva to the feast.", True),
        ("What killed the fox?", "A fox killed two hens.", True),
        ("Who built the mill?", "The mill built in 1900 was sold.", False),
        ("Who built the mill?", "The mill that Bob built was sold.", False),
        ("Who married Karl?", "Karl married Lisa.", False),
        ("Who replaced Ann?", "Ann replaced Bob, and Cara replaced Ann.", False),
        ("Where did Ann move?", "Ann moved the pump.", False),
    ],
)
def test_turned_clauses(question, sentence, is_turned):
    assert bool(turned(question, sentence, verb_stem)) is is_turned


def test_what_is_said_the_other_way_round_is_shown_as_no_answer(tmp_path):
    pytest.importorskip("wordllama", reason="needs the extra documents")
    with fp.memory(tmp_path / "m.fp", Settings(embeddings="static"), graph=False) as memory:
        memory.add_text("The storm damaged the pier.", key="news")
        assert memory.ask("What damaged the pier?").confidence >= 0.8
        refused = memory.ask("What damaged the storm?")
    assert refused.status == "unanswerable"
    assert "which is no answer" in refused.text
