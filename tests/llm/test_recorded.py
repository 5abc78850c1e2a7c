"""Queries that a real model of 1.5 billion parameters wrote for frozen inputs (`recorder`); a changed prompt fails."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from recorder import reply_to

from fingerpost.core.errors import FingerpostError
from fingerpost.engine.generation.prompt import Inputs, Notation, messages_for
from fingerpost.engine.generation.writing import plan_of

QUESTIONS = Path(__file__).with_name("recorded_questions.json")
RIGHT = {"cypher": 9, "sql": 10, "either": 10}
"""How many of the questions the model has right; whoever changes the prompt sees what that does."""


@pytest.fixture(scope="module")
def records(library):
    found = json.loads(QUESTIONS.read_text(encoding="utf-8"))
    for record in found:
        inputs = Inputs(question=record["question"], touched=record["touched"], values=record["values"])
        for notation in Notation:
            messages = messages_for(library.schema, library.context.gate, inputs, notation)
            record.setdefault("replies", {})[notation.value] = reply_to(messages)
    return found


def test_every_reply_was_written_for_the_prompt_as_it_is(records):
    changed = [record["question"] for record in records if None in record["replies"].values()]
    assert not changed, "these prompts have changed: record the replies anew with `make test-model`"


def test_what_was_written_is_as_often_right_as_it_was(library, records):
    right = dict.fromkeys(RIGHT, 0)
    for record in records:
        gold = _rows(library.query(record["gold"]).rows)
        found = {n: _found(library, record["question"], reply) == gold for n, reply in record["replies"].items()}
        for notation, is_right in found.items():
            right[notation] += is_right
        right["either"] += any(found.values())
    assert right == RIGHT


def _found(library, question, text):
    """The rows of what a model wrote; None if it is refused."""
    try:
        plan = plan_of(text, library.schema, library.context.gate, question)
        return _rows(library.run(plan).rows) if plan is not None else None
    except FingerpostError:
        return None


def _rows(rows):
    return {
        frozenset(f"{c:.6g}" if isinstance(c, float) else str(getattr(c, "element_id", c)) for c in row) for row in rows
    }
