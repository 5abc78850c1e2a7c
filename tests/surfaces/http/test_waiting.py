"""Clients that wait for a slow model, and go away: steps reach them as they are taken, and leaving ends the work."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

if find_spec("openai") is None:  # imported by nobody but who asks a model: it takes a second
    pytest.skip("needs the extra models", allow_module_level=True)

from http_server import running
from scripted_model import ModelServer

import fingerpost as fp

UNKNOWN = "Which gribbles are pricier than 22?"
SLOW_S = 30


@pytest.fixture(scope="module")
def waiting(library_path, tmp_path_factory):
    """A service of one worker, whose model takes long."""
    model = ModelServer(tmp_path_factory.mktemp("model"), [{"content": "NONE", "delay": SLOW_S}])
    try:
        with running(
            "serve", str(library_path), "--port", "0", "--workers", "1", model=model.spec, model_seconds=str(SLOW_S)
        ) as service:
            service.model = model
            yield service
    finally:
        model.stop()


def sent(service, path, body):
    """A connection over which a question was asked."""
    connection = service.connect()
    data = json.dumps(body).encode()
    connection.sendall(service.head("POST", path, len(data)) + data)
    return connection


def test_steps_are_sent_while_the_answer_is_not_known(waiting):
    with sent(waiting, "/chat", {"message": UNKNOWN, "stream": True}) as connection:
        connection.settimeout(10)
        received = b""
        while b'"parse"' not in received:
            received += connection.recv(4_096)
        assert b"event: session" in received
        assert b'"route"' in received
        assert b"event: text" not in received
    assert soon_free(waiting)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("path", "body"),
    [("/ask", {"question": UNKNOWN}), ("/read", {"question": UNKNOWN}), ("/chat", {"message": UNKNOWN})],
)
def test_a_closed_connection_ends_the_work(waiting, path, body):
    with sent(waiting, path, body):
        time.sleep(0.5)
    assert soon_free(waiting)
    assert f'fingerpost_requests_total{{path="{path}",status="499"}} 1.0' in waiting.send("GET", "/metrics").body


def test_others_are_answered_while_the_only_worker_waits_for_the_model(waiting):
    before = len(waiting.model.requests)
    with sent(waiting, "/ask", {"question": UNKNOWN}) as first, sent(waiting, "/chat", {"message": UNKNOWN}):
        while len(waiting.model.requests) < before + 2:
            time.sleep(0.05)
        assert all(soon_free(waiting) for _ in range(5))
        assert waited_for(waiting) == 2
        first.close()  # which ends that question alone
        while waited_for(waiting) == 2:
            time.sleep(0.05)
        assert waited_for(waiting) == 1
    assert soon_free(waiting)


def test_what_waits_in_a_worker_that_dies_is_begun_again(waiting):
    before = len(waiting.model.requests)
    with sent(waiting, "/ask", {"question": UNKNOWN}):
        while len(waiting.model.requests) == before:
            time.sleep(0.05)
        children = Path(f"/proc/{waiting.process.pid}/task/{waiting.process.pid}/children").read_text().split()
        spawned = [int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        for pid in spawned:
            os.kill(pid, signal.SIGKILL)
        while len(waiting.model.requests) == before + 1:
            time.sleep(0.05)
        assert waited_for(waiting) == 1
        assert soon_free(waiting)


def waited_for(service):
    """How many requests are being answered, beside this one."""
    return int(re.search(r"requests_running (\d+)", service.send("GET", "/metrics").body)[1]) - 1


def soon_free(service):
    """Whether the only worker answers another question before the model would have."""
    started = time.monotonic()
    reply = service.send("POST", "/ask", {"question": "How many books are there?"})
    return reply.json["rows"] == [[34]] and time.monotonic() - started < SLOW_S / 3


def test_an_answer_of_a_model_is_streamed_by_the_sentence(tmp_path):
    pytest.importorskip("wordllama", reason="needs the extra documents")
    with fp.memory(tmp_path / "kb.fp", fp.Settings(embeddings="static"), graph=False) as memory:
        memory.add_text("The canteen serves soup on Mondays. On Fridays there is fish.", key="canteen")
    reply = "The canteen serves soup on Mondays [1]. It is cheap. On Fridays there is fish [1]. It is open. "
    slowly = {"content": reply, "trickle": 0.1}
    model = ModelServer(tmp_path, [slowly, {**slowly, "cut": True}, {**slowly, "content": reply * 30}])
    message = {"message": "What does the canteen serve on Mondays?", "stream": True}
    asking = ("serve", str(tmp_path / "kb.fp"), "--port", "0", "--workers", "1")
    try:
        with running(*asking, model=model.spec, embeddings="static") as service:
            events = re.findall(r"event: (\w+)\ndata: (.*)\n", service.send("POST", "/chat", message).body)
            names = [name for name, _ in events if name != "step"]
            assert names == ["session", "draft", "draft", "text", "done"]
            assert [json.loads(data)["text"] for name, data in events if name == "draft"] == [
                "The canteen serves soup on Mondays.",
                "On Fridays there is fish.",
            ]
            broken = service.send("POST", "/chat", message).body
            assert "model.reply" in broken
            assert '"reply": "The canteen serves soup on Mondays.' in broken
            with sent(service, "/chat", message) as connection:
                connection.settimeout(30)
                while b"event: draft" not in connection.recv(65_536):
                    pass
            while waited_for(service):  # less long than the model goes on writing
                time.sleep(0.05)
    finally:
        model.stop()
