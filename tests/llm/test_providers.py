"""Other ways to a model than OpenAI's protocol, and what a question may cost."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fingerpost as fp
from fingerpost.core.errors import SettingsError

QUESTION = "Which gribbles are pricier than 22?"
CYPHER = "MATCH (b:Book) WHERE b.price > 22 RETURN b.title"
TITLES = (("Les Misérables",), ("Kristin Lavransdatter",))


@pytest.fixture
def asked(library_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    monkeypatch.setenv("FINGERPOST_MODEL_RETRIES", "0")

    def ask(model: Any) -> Any:
        with fp.open(library_path, fp.Settings(model=model)) as kb:
            return kb.ask(QUESTION)

    return ask


@pytest.fixture
def claude(model_server: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """A scripted endpoint of Anthropic."""
    pytest.importorskip("anthropic", reason="needs the extra anthropic")

    def start(*script: dict[str, Any]) -> Any:
        server = model_server(*script)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-secret")
        return server

    return start


def test_a_model_of_anthropic_writes_a_plan(asked: Any, claude: Any) -> None:
    server = claude({"content": CYPHER})
    answer = asked("anthropic:claude-x")
    assert (answer.rows, answer.metadata) == (TITLES, {"author": "model", "model": "claude-x"})
    first = server.requests[0]
    assert (first["path"], first["model"]) == ("/v1/messages", "claude-x")
    assert first["key"].endswith("sk-ant-secret")
    assert "Schema" in first["system"]
    assert {message["role"] for message in first["messages"]} == {"user", "assistant"}
    calls = next(step for step in answer.trace.steps if step.name == "generate").details["calls"]
    assert calls[0]["tokens"] == 1000
    assert "secret" not in answer.model_dump_json()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ({"status": 529, "body": '{"error": {"message": "sk-ant-secret"}}'}, "model.refused"),
        ({"body": "{}"}, "model.reply"),
        ({"body": "<html>"}, "model.reply"),
        ({"body": "x" * 1000, "times": 10_000}, "model.reply"),
        ({"content": CYPHER, "cut": True}, "model.unreachable"),
        ({"content": CYPHER, "delay": 30}, "model.time"),
        ({"content": CYPHER, "trickle": 0.1}, "model.time"),
    ],
    ids=["error", "nothing", "page", "10 MB", "cut", "slow", "trickle"],
)
def test_a_faulty_endpoint_of_anthropic(
    asked: Any, claude: Any, monkeypatch: pytest.MonkeyPatch, entry: dict[str, Any], code: str
) -> None:
    monkeypatch.setenv("FINGERPOST_MODEL_SECONDS", "1")
    claude(entry)
    started = time.monotonic()
    answer = asked("anthropic:claude-x")
    assert time.monotonic() - started < 3
    assert any(f"[{code}]" in note for note in answer.notes), answer.notes
    assert "secret" not in answer.model_dump_json()


def test_a_model_of_anthropic_needs_a_key(asked: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("anthropic", reason="needs the extra anthropic")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with pytest.raises(SettingsError, match="key"):
        asked("anthropic:claude-x")


def test_a_chat_model_of_langchain_writes_a_plan(asked: Any) -> None:
    chat_models = pytest.importorskip("langchain_core.language_models", reason="needs the extra langchain")
    model = chat_models.FakeListChatModel(responses=[f"```cypher\n{CYPHER}\n```"])
    answer = asked(model)
    assert (answer.rows, answer.metadata["model"]) == (TITLES, "FakeListChatModel")


class Invoked:
    """What a chat model of LangChain is to fingerpost."""

    model_name = "own"

    def __init__(self, reply: Any) -> None:
        self.reply = reply

    def invoke(self, messages: Any) -> Any:
        if isinstance(self.reply, BaseException):
            raise self.reply
        return self.reply


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (ValueError("bad key sk-secret"), "model.refused"),
        ("", "model.reply"),
        (None, "model.reply"),
        ("x" * 1_000_000, "model.reply"),
        ([{"type": "image"}], "model.reply"),
    ],
    ids=["raises", "empty", "nothing", "large", "no text"],
)
def test_a_faulty_chat_model(asked: Any, reply: Any, code: str) -> None:
    answer = asked(Invoked(reply))
    assert any(f"[{code}]" in note for note in answer.notes), answer.notes
    assert "secret" not in answer.model_dump_json()


def test_text_in_blocks_is_read(asked: Any) -> None:
    assert asked(Invoked([{"type": "text", "text": CYPHER}])).rows == TITLES


def test_what_is_no_model_is_refused() -> None:
    with pytest.raises(SettingsError, match="MODEL"):
        fp.Settings(model=7)


def test_a_question_has_a_budget_of_money(asked: Any, model_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FINGERPOST_MODEL_PRICE_IN", "2")
    monkeypatch.setenv("FINGERPOST_MODEL_PRICE_OUT", "10")
    server = model_server({"content": CYPHER})
    generated = next(step for step in asked(server.spec).trace.steps if step.name == "generate").details
    assert [call["cost"] for call in generated["calls"]] == [0.0028, 0.0028]
    assert generated["cost"] == 0.0056
    monkeypatch.setenv("FINGERPOST_MODEL_QUESTION_COST", "0.005")
    assert any("[model.budget]" in note for note in asked(server.spec).notes)
    assert len(server.requests) < 4


def test_who_asks_to_wait_is_asked_again_later(asked: Any, model_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FINGERPOST_MODEL_RETRIES", "2")
    server = model_server(
        {"status": 429, "body": "{}", "headers": {"Retry-After": "1"}}, {"content": CYPHER}, {"content": CYPHER}
    )
    started = time.monotonic()
    assert asked(server.spec).rows == TITLES
    assert time.monotonic() - started > 0.9


def test_a_longer_wait_than_there_is_time_is_refused_at_once(
    asked: Any, model_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FINGERPOST_MODEL_RETRIES", "2")
    server = model_server({"status": 429, "body": "{}", "headers": {"Retry-After": "45"}})
    started = time.monotonic()
    answer = asked(server.spec)
    assert time.monotonic() - started < 5
    assert any("[model.refused]" in note for note in answer.notes)
    assert len(server.requests) == 1
