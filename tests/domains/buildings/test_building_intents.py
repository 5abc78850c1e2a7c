"""The kinds of questions by which routers of building assistants choose where to ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.engine.knowledge_base import KnowledgeBase

LINES = (Path(__file__).parent / "fixtures" / "intents.txt").read_text("utf-8").splitlines()
INTENTS = [tuple(line.split(";")) for line in LINES if line and not line.startswith("#")]


@pytest.mark.parametrize(("question", "intent"), INTENTS)
def test_the_kind_of_a_question_is_that_of_its_plan(house: KnowledgeBase, question: str, intent: str) -> None:
    answer = house.ask(question)
    assert answer.plan is not None, answer.text
    assert answer.state()["graph_query_intent"] == intent
