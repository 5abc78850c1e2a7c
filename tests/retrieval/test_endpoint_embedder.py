"""Embeddings of an endpoint, a real HTTP server in a process: batches, checks, errors, and when it is down."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import fingerpost as fp
from fingerpost.core.errors import ModelError, SettingsError
from fingerpost.core.settings import Settings
from fingerpost.llm import ModelSettings, endpoint_of
from fingerpost.retrieval import EndpointEmbedder, PassageStore

pytest.importorskip("httpx", reason="needs the extra models")
pytest.importorskip("wordllama", reason="needs the extra documents")

TEXTS = {"car": "The automobile is kept in the garage.", "soup": "The canteen serves soup.", "tax": "Taxes rose again."}


class Server:
    def __init__(self, log: Path) -> None:
        self.log = log
        command = [sys.executable, "-S", str(Path(__file__).with_name("embedding_server.py")), str(log)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.url = f"http://127.0.0.1:{int(self.process.stdout.readline())}/v1"

    @property
    def requests(self):
        return [json.loads(line) for line in self.log.read_text().splitlines()] if self.log.exists() else []

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture
def server(tmp_path):
    running = Server(tmp_path / "requests.jsonl")
    yield running
    running.stop()


def embedder(server, model, **limits):
    return EndpointEmbedder(endpoint_of(f"{server.url}#{model}"), "secret", ModelSettings(**limits))


def test_texts_are_sent_in_batches_and_come_back_in_order_as_unit_vectors(server):
    one = embedder(server, "good")
    vectors = one.embed([f"text {number}" for number in range(150)])
    assert vectors.shape == (150, 64) == (150, one.size)
    assert (vectors**2).sum(axis=1) == pytest.approx([1.0] * 150, abs=1e-4)
    assert vectors[77] == pytest.approx(one.embed_question("text 77"), abs=1e-6)
    one.embed_question("text 77")
    assert [len(request["input"]) for request in server.requests] == [64, 64, 22, 1], "a question is asked for once"
    assert {request["auth"] for request in server.requests} == {"Bearer secret"}
    assert {request["path"] for request in server.requests} == {"/v1/embeddings"}


@pytest.mark.parametrize(
    ("model", "code"),
    [("few", "model.reply"), ("infinite", "model.reply"), ("words", "model.reply"), ("html", "model.reply"),
     ("refusing", "model.refused"), ("slow", "model.time")],
)  # fmt: skip
def test_what_is_no_vectors_has_a_code(server, model, code):
    with pytest.raises(ModelError) as error:
        embedder(server, model, seconds=1).embed(["one", "two"])
    assert error.value.code == code


def test_vectors_of_another_length_are_refused_and_a_busy_endpoint_is_asked_again(server):
    changing = embedder(server, "longer")
    changing.embed(["one"])
    with pytest.raises(ModelError, match="65 and 66"):
        changing.embed(["two"])
    assert embedder(server, "busy").embed(["one"]).shape == (1, 64)


def test_documents_are_found_by_the_endpoint_and_without_it_when_it_is_down(server, tmp_path):
    settings = Settings(embeddings=f"{server.url}#good")
    with fp.memory(tmp_path / "kb.fp", settings) as memory:
        for key, text in TEXTS.items():
            assert memory.add_text(text, key=key).notes == []
        with PassageStore(memory.folder, write=False) as store:
            assert {key: len(held) for key, held in store.vectors(f"{server.url}#good").items()} == dict.fromkeys(
                TEXTS, 2 * 64
            )
        assert memory.search("Where does the car stand?", 1)[0].passage.document == "car"
        assert not any("FALLBACK" in note for note in memory.ask("Who serves soup?").notes)
        server.stop()
        answer = memory.ask("What does the canteen serve?")
        assert answer.text == "The canteen serves soup."
        assert [note for note in answer.notes if note.startswith("[EMBEDDINGS_FALLBACK]")] == [
            note for note in answer.notes if "EMBEDDINGS" in note
        ]
        assert sum("EMBEDDINGS_FALLBACK" in note for note in answer.notes) == 1
        report = memory.add_text("Bread is baked at night.", key="bread")
        assert report.created == 1
        assert len(report.notes) == 1
        assert report.notes[0].startswith("[EMBEDDINGS_FALLBACK]")
        assert memory.search("When is bread baked?", 1)[0].passage.document == "bread"


def test_a_setting_that_names_no_endpoint_is_refused(tmp_path):
    for wrong in ("nonsense", "http://", "http://user:word@host/v1#name"):
        with pytest.raises(SettingsError, match="FINGERPOST_EMBEDDINGS"):
            fp.memory(tmp_path / "kb.fp", Settings(embeddings=wrong)).add_text("A text.", key="a")
