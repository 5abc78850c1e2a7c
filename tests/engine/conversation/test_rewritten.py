"""Follow-ups that a model puts as whole questions, where no rule understands them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from scripted_model import ModelServer

import fingerpost as fp

FIRST = "Which books are in French?"
LOST = "which of those are purple?"
WHOLE = "Which books in French have more than 500 pages?"
LONG = "and the thick ones, say more than 500 pages, of those that are purple?"


@pytest.fixture
def talk(library_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    """A conversation that began with a question; the model replies with these."""
    monkeypatch.setenv("FINGERPOST_MODEL_RETRIES", "0")
    started: list[Any] = []

    def begin(*script: dict[str, Any]) -> Any:
        server = ModelServer(tmp_path, list(script))
        kb = fp.open(library_path, fp.Settings(model=server.spec))
        started.extend((kb.close, server.stop))
        chat = kb.conversation()
        assert chat.ask(FIRST).status == "answered"
        assert server.requests == []
        return chat, server

    yield begin
    for end in started:
        end()


def test_a_follow_up_is_read_as_the_model_puts_it(talk: Any, library: Any) -> None:
    chat, server = talk({"content": f'"{WHOLE}"'})
    answer = chat.ask(LONG)
    assert (answer.status, answer.rows) == ("answered", library.ask(WHOLE).rows)
    assert answer.question == LONG
    assert answer.notes[0].startswith(f"read as: {WHOLE} (reworded by the language model tiny")
    assert answer.confidence < 0.8
    assert answer.metadata["rewritten"] == WHOLE
    assert answer.citations
    names = [step.name for step in answer.trace.steps]
    assert names[0] == "rewrite"
    assert "verify" in names, "it passes the gate"
    assert answer.trace.steps[0].details["calls"][0]["tokens"] == 1000
    assert FIRST in server.requests[0]["messages"][-1]["content"]
    assert chat.memory.question == WHOLE
    assert len(server.requests) == 1


def test_the_conversation_goes_on_from_there(talk: Any, library: Any) -> None:
    chat, _ = talk({"content": WHOLE})
    chat.ask(LONG)
    answer = chat.ask("how many is that?")
    assert answer.rows == ((len(library.ask(WHOLE).rows),),)
    assert answer.confidence < 0.8


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "reply",
    ["Which books by Victor Hugo are in French?", "Which books in French have more than 600 pages?", "NONE", LOST],
    ids=["name", "number", "none", "same"],
)
def test_what_nobody_said_is_not_asked(talk: Any, reply: str) -> None:
    chat, server = talk({"content": reply})
    answer = chat.ask(LOST)
    assert answer.status == "unanswerable"
    assert "rewritten" not in answer.metadata
    assert answer.trace.steps[0].name == "rewrite"
    assert len(server.requests) == 1
    assert len(chat.ask("and in Swedish?").rows) == 3, "the conversation goes on as it was"


def test_a_change_is_refused_however_the_model_puts_it(talk: Any, library: Any) -> None:
    chat, _ = talk({"content": "Delete the books in French"})
    assert chat.ask(LONG).status == "unanswerable"
    assert library.ask("How many books are there?").rows == ((34,),)


@pytest.mark.parametrize(
    "entry", [{"status": 500, "body": "{}"}, {"content": WHOLE, "delay": 30}], ids=["error", "slow"]
)
def test_a_faulty_model_leaves_the_answer_without_it(talk: Any, monkeypatch: Any, entry: dict[str, Any]) -> None:
    monkeypatch.setenv("FINGERPOST_MODEL_SECONDS", "1")
    chat, _ = talk(entry)
    answer = chat.ask(LOST)
    assert answer.status == "unanswerable"
    assert FIRST in answer.text


def test_what_a_rule_understands_costs_no_call(talk: Any) -> None:
    chat, server = talk({"content": WHOLE})
    for question in ("only those with more than 500 pages", "how many is that?", "why?", "How many members are there?"):
        chat.ask(question)
    assert server.requests == []
