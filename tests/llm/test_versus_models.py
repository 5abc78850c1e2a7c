"""`eval ab` of two models and two strategies, with the replies of a real model that were recorded (`recorder`)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from recorder import reply_to
from scripted_model import ModelServer

from fingerpost.engine.generation.prompt import Inputs, Notation, messages_for
from fingerpost.evals.versus import versus

RECORDED = Path(__file__).with_name("recorded_questions.json")


@pytest.fixture
def recorded(library, tmp_path):
    """Two servers with the replies of a real model that were recorded in each notation, and the questions."""
    records = json.loads(RECORDED.read_text(encoding="utf-8"))
    file = tmp_path / "recorded.jsonl"
    lines = [{"id": str(n), "question": one["question"], "cypher": one["gold"]} for n, one in enumerate(records)]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    servers = []
    for notation in Notation:
        replies = {}
        for one in records:
            inputs = Inputs(question=one["question"], touched=one["touched"], values=one["values"])
            messages = messages_for(library.schema, library.context.gate, inputs, notation)
            replies[one["question"]] = reply_to(messages)
        assert None not in replies.values()
        (folder := tmp_path / notation.value).mkdir()
        servers.append(ModelServer(folder, [{"replies": replies}]))
    yield file, *(server.spec for server in servers)
    for server in servers:
        server.stop()


def test_two_models_and_two_strategies_are_compared(library_path, recorded, tmp_path, monkeypatch):
    pytest.importorskip("openai", reason="needs the extra models")
    monkeypatch.setenv("FINGERPOST_MODEL_PRICE_IN", "2")
    file, cypher, sql = recorded
    out = tmp_path / "ab.json"

    def compared(first, second):
        report = versus(first, second, graphs=[str(library_path)], questions=[file], json_out=out)
        found = json.loads(out.read_text(encoding="utf-8"))
        sides = [[pair[letter] for pair in found["outcomes"]] for letter in "ab"]
        rights = [[one["verdict"] == "equal" for one in side] for side in sides]
        assert found["n"] == len(sides[0]) == 12
        assert found["difference"] == pytest.approx((sum(rights[1]) - sum(rights[0])) / 12)
        assert found["interval"][0] < found["difference"] < found["interval"][1]
        assert all(one["milliseconds"] > 0 for side in sides for one in side)
        assert f"A: {first}" in report.text()
        return [(sum(right), sum(one["cost"] for one in side)) for right, side in zip(rights, sides, strict=True)]

    (by_cypher, cost), (by_sql, other) = compared(f"model={cypher}", f"model={sql}")
    assert min(cost, other) > 0
    (seldom, least), (always, most) = compared(f"model={sql},models.below=0", f"model={sql},models.below=1")
    assert 0 < least <= other <= most
    assert least < most
    (without, nothing), _ = compared("", f"model={sql}")
    assert nothing == 0
    assert without < min(by_cypher, by_sql, seldom, always), "the model has what the parser has not"
