"""What calls to models cost in sum, for one process."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

import fingerpost as fp
from fingerpost.core.errors import ModelError
from fingerpost.llm import PROCESS, ModelSettings, Reply, Spending, model_of
from fingerpost.llm.spending import MeteredModel

QUESTION = "Which gribbles are pricier than 22?"


class Counting:
    """A model that counts its calls; each costs 1,000 tokens."""

    name = "counting"

    def __init__(self, settings: ModelSettings) -> None:
        self.settings, self.calls = settings, 0

    def complete(self, messages: Any, seconds: float, wish: Any = None) -> Reply:
        self.calls += 1
        return Reply("NONE", 900, 100)


def test_the_money_of_the_process_ends(library_path: Path, model_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FINGERPOST_MODEL_PRICE_IN", "1")
    monkeypatch.setenv("FINGERPOST_MODEL_PRICE_OUT", "1")
    spent = PROCESS.amount
    monkeypatch.setenv("FINGERPOST_MODEL_PROCESS_COST", str(spent + 0.0045))
    server = model_server({"content": "NONE"})
    with fp.open(library_path, fp.Settings(model=server.spec)) as kb:
        answers = [kb.ask(QUESTION) for _ in range(3)]
    notes = [note for answer in answers for note in answer.notes]
    assert any("this process has used up its money [model.budget]" in note for note in notes)
    assert 0 < PROCESS.amount - spent <= 0.0045
    assert len(server.requests) < 6
    assert answers[-1].status == "unanswerable"


def test_calls_at_the_same_time_never_pass_the_limit() -> None:
    settings = ModelSettings(price_in=1_000, price_out=1_000, process_cost=20.0, reply_tokens=1_000)
    model, spending = Counting(settings), Spending()
    metered, refused = MeteredModel(model, spending), []

    def ask() -> None:
        try:
            metered.complete([{"role": "user", "content": "x" * 300}], 1)
        except ModelError as error:
            refused.append(error.code)

    threads = [threading.Thread(target=ask) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert spending.amount <= 20.0
    assert set(refused) == {"model.budget"}
    assert model.calls == pytest.approx(spending.amount)


def test_without_a_limit_nothing_is_refused() -> None:
    model = Counting(ModelSettings(price_in=1_000))
    for _ in range(3):
        MeteredModel(model, Spending()).complete([{"role": "user", "content": "x"}], 1)
    assert model.calls == 3


def test_a_call_that_cannot_connect_costs_nothing_and_one_that_breaks_may_have(model_server: Any) -> None:
    pytest.importorskip("openai", reason="needs the extra models")
    messages = [{"role": "user", "content": "Hello"}]
    settings = ModelSettings(price_out=1_000, reply_tokens=100, retries=0)
    spending = Spending()
    nobody = MeteredModel(model_of("http://127.0.0.1:9/v1#none", settings), spending)
    for _ in range(5):
        with pytest.raises(ModelError) as raised:
            nobody.complete(messages, 5)
        assert (raised.value.code, spending.amount) == ("model.unreachable", 0)
    broken = MeteredModel(model_of(model_server({"content": "x", "cut": True}).spec, settings), spending)
    with pytest.raises(ModelError):
        broken.complete(messages, 5)
    assert spending.amount >= 0.1
