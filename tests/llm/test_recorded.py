"""Queries that a real model of 1.5 billion parameters wrote for frozen inputs: recorded with the hash of their prompt.

With `FINGERPOST_TEST_MODEL=http://...#name`, prompts that have changed are put to that model, and its replies recorded:
`make test-model` does so. Without it, a changed prompt fails.
"""

from __future__ import annotations

import json
import os
import urllib.request
from pathlib import Path

import pytest

from fingerpost.core.errors import FingerpostError
from fingerpost.engine.generation.prompt import Inputs, Notation, messages_for
from fingerpost.engine.generation.writing import plan_of
from fingerpost.engine.model_calls import digest

RECORDS = Path(__file__).with_name("recorded.json")
MODEL = os.environ.get("FINGERPOST_TEST_MODEL")
RIGHT = {"cypher": 9, "sql": 10, "either": 10}
"""How many of the questions the model has right; whoever changes the prompt sees what that does."""


def _asked(messages):
    url, _, name = MODEL.partition("#")
    body = json.dumps({"model": name, "messages": messages, "temperature": 0, "max_tokens": 200}).encode()
    call = urllib.request.Request(f"{url}/chat/completions", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(call, timeout=600) as answer:
        return json.loads(answer.read())["choices"][0]["message"]["content"]


@pytest.fixture(scope="module")
def records(library):
    found = json.loads(RECORDS.read_text(encoding="utf-8"))
    for notation in Notation:  # one after the other, so that the server keeps what the prompts begin with
        for record in found:
            inputs = Inputs(question=record["question"], touched=record["touched"], values=record["values"])
            messages = messages_for(library.schema, library.context.gate, inputs, notation)
            key, reply = digest(messages), record["replies"].get(notation.value, {})
            if MODEL is not None and reply.get("prompt") != key:
                record["replies"][notation.value] = {"prompt": key, "text": _asked(messages)}
                _keep(found)  # each at once: whoever stops in between goes on from there
            record.setdefault("prompts", {})[notation.value] = key
    return found


def _keep(records):
    kept = [{key: value for key, value in record.items() if key != "prompts"} for record in records]
    RECORDS.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def test_every_reply_was_written_for_the_prompt_as_it_is(records):
    changed = [r["question"] for r in records for n, key in r["prompts"].items() if r["replies"][n]["prompt"] != key]
    assert not changed, "these prompts have changed: record the replies anew with `make test-model`"


def test_what_was_written_is_as_often_right_as_it_was(library, records):
    right = dict.fromkeys(RIGHT, 0)
    for record in records:
        gold = _rows(library.query(record["gold"]).rows)
        found = {
            n: _found(library, record["question"], reply["text"]) == gold for n, reply in record["replies"].items()
        }
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
