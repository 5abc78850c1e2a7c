"""Replies in pieces and as JSON of a schema: from real endpoints of both protocols that give, cut or refuse them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("openai", reason="needs the extra models")

from fingerpost.core.errors import ModelError, QuestionError
from fingerpost.core.model_settings import ModelSettings
from fingerpost.core.watching import Watch, watched
from fingerpost.llm import Wish, model_of

MESSAGES = [{"role": "user", "content": "Say something."}]
SAID = "The canteen serves soup on Mondays."
SCHEMA = {"type": "object", "properties": {"sum": {"type": "integer"}}, "required": ["sum"]}


@pytest.fixture(params=["openai", "anthropic"])
def model(request: Any, model_server: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """A model of a scripted endpoint, and the endpoint."""
    if request.param == "anthropic":
        pytest.importorskip("anthropic", reason="needs the extra anthropic")

    def start(**entry: Any) -> Any:
        server = model_server(entry)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-secret")
        spec = "anthropic:claude-x" if request.param == "anthropic" else server.spec
        return model_of(spec, ModelSettings(retries=0)), server

    return start


def test_a_reply_comes_in_pieces_with_what_it_used(model: Any) -> None:
    asked, _ = model(content=SAID, trickle=0.3)
    came: list[tuple[float, str]] = []
    reply = asked.complete(MESSAGES, 20, Wish(on_text=lambda text: came.append((time.monotonic(), text))))
    assert (reply.text, reply.tokens_in, reply.tokens_out) == (SAID, 900, 100)
    assert "".join(text for _, text in came) == SAID
    assert came[-1][0] - came[0][0] > 0.5, "pieces are told as they come"


def test_a_reply_that_is_cut_off_is_none(model: Any) -> None:
    asked, _ = model(content=SAID, cut=True)
    with pytest.raises(ModelError) as raised:
        asked.complete(MESSAGES, 20, Wish(on_text=lambda _: None))
    assert raised.value.code == "model.reply"


def test_pieces_that_come_count_against_the_time(model: Any) -> None:
    asked, _ = model(content=f"{SAID} " * 50, trickle=0.1)
    started = time.monotonic()
    with pytest.raises(ModelError) as raised:
        asked.complete(MESSAGES, 1.5, Wish(on_text=lambda _: None))
    assert raised.value.code == "model.time"
    assert time.monotonic() - started < 15, "the whole takes half a minute"


def test_giving_up_ends_a_reply_between_its_pieces(model: Any) -> None:
    asked, _ = model(content=f"{SAID} " * 100, trickle=0.1)
    watch, came = Watch(), []

    def on_text(text: str) -> None:
        came.append(text)
        watch.cancel()

    with watched(watch), pytest.raises(QuestionError, match="cancelled"):
        asked.complete(MESSAGES, 60, Wish(on_text=on_text))
    time.sleep(0.5)
    assert len(came) < 4


def test_an_endpoint_is_asked_for_json_of_a_schema(model: Any) -> None:
    asked, server = model(content='{"sum": 4}')
    assert json.loads(asked.complete(MESSAGES, 20, Wish(schema=SCHEMA)).text) == {"sum": 4}
    [sent] = server.requests
    wanted = sent["tools"][0]["input_schema"] if "tools" in sent else sent["response_format"]["json_schema"]["schema"]
    assert wanted == SCHEMA


@pytest.mark.parametrize(
    ("refused", "wish"), [("stream_options", Wish(on_text=print)), ("response_format", Wish(schema=SCHEMA))]
)
def test_what_an_endpoint_refuses_is_not_wished_again(model_server: Any, refused: str, wish: Wish) -> None:
    server = model_server({"content": SAID, "refuses": [refused]})
    asked = model_of(server.spec, ModelSettings(retries=0))
    for _ in range(2):
        assert asked.complete(MESSAGES, 20, wish).text == SAID
    assert [refused in request for request in server.requests] == [True, False, False]


def test_a_chat_model_of_langchain_writes_in_pieces() -> None:
    chat = pytest.importorskip("langchain_core.language_models", reason="needs langchain-core")
    came: list[str] = []
    reply = model_of(chat.FakeListChatModel(responses=[SAID])).complete(MESSAGES, 20, Wish(on_text=came.append))
    assert (reply.text, "".join(came)) == (SAID, SAID)
    assert len(came) > 1
