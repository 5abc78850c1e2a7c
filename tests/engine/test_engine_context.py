"""Questions are answered with an immutable context; no step needs a knowledge base."""

from __future__ import annotations

import dataclasses

import pytest

import fingerpost
from fingerpost.core.errors import QuestionError
from fingerpost.engine.pipeline import STEPS, ask

QUESTION = "Which towns are there?"


def test_a_context_cannot_be_changed(kb):
    with pytest.raises(dataclasses.FrozenInstanceError):
        kb.context.settings = kb.settings


def test_a_question_is_answered_with_a_context_alone(kb):
    context = dataclasses.replace(kb.context, settings=kb.settings.model_copy(update={"question_limit": 16}))
    assert ask(kb.context, "Who wrote Emma?").rows == kb.ask("Who wrote Emma?").rows
    with pytest.raises(QuestionError):
        ask(context, "Who wrote Pride and Prejudice?")


def test_a_refresh_makes_another_context(tmp_path, towns):
    into = tmp_path / "towns.fp"
    fingerpost.load([towns("Ulm", "Bonn")], into)
    with fingerpost.open(into) as kb:
        before = kb.context
        assert kb.context is before
        fingerpost.load([towns("Ulm", "Bonn", "Kiel")], into)
        assert kb.refresh()
        assert kb.context is not before
        assert (before.schema.node_count, kb.context.schema.node_count) == (2, 3)
        assert len(kb.ask(QUESTION).rows) == 3


def test_the_gate_tells_plans_apart_whose_values_are_of_other_types(kb):
    plan = kb.read("Which books cost more than 20?").plan
    for value in (20, 20.0, 21, 20):
        query = kb.context.gate.check_plan(plan.model_copy(update={"parameters": {"p1": value}}))
        (kept,) = query.parameters.values()
        assert (type(kept), kept) == (type(value), value)


def test_no_step_knows_of_knowledge_bases():
    for step in STEPS.values():
        assert "KnowledgeBase" not in step.__globals__
