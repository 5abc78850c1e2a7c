"""Answers about the text of laws that a language model writes: only what the sections hold stays."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from scripted_model import ModelServer

import fingerpost as fp
from fingerpost.core.answer import Status
from fingerpost.engine import KnowledgeBase

if find_spec("openai") is None:
    pytest.skip("needs the extra models", allow_module_level=True)

QUESTION = "How do I apply for a pilotage licence?"


def asked(place: Path, folder: Path, question: str, **entry: object) -> tuple[fp.Answer, list[dict]]:  # type: ignore[type-arg]
    server = ModelServer(folder, [entry])
    try:
        with fp.open(place, fp.Settings(model=server.spec)) as kb:
            return kb.ask(question), server.requests
    finally:
        server.stop()


def test_sentences_stand_where_the_sections_hold_them(kb: KnowledgeBase, tmp_path: Path) -> None:
    own = kb.ask(QUESTION)
    sentence = " ".join(own.metadata["quotes"][0]["quote"].split()).rstrip(".")
    reply = f"{sentence} [1]. Licences cost 90 dollars [1]. Nobody pays. {sentence} [9]."
    answer, [request] = asked(kb.place, tmp_path, QUESTION, content=reply)
    first = own.citations[0]
    assert first.name is not None
    document, _, section = first.name.partition(", ")
    source = f"[1] {section} of the {document}"
    assert answer.text.splitlines() == [f"{sentence}. [1]", source, "Current to 2024-11-01."]
    assert (answer.status, answer.confidence, answer.citations) == (Status.ANSWERED, own.confidence, own.citations)
    assert answer.metadata["plain_text"] == own.text
    assert (answer.metadata["written_by"], answer.metadata["sentences_removed"]) == ("tiny", 3)
    assert any("3 sentences of the language model removed" in note for note in answer.notes)
    assert request["messages"][1]["content"].startswith(f"Evidence:\n\n{source}\n")


@pytest.mark.parametrize(
    "entry", [{"content": "Licences are free."}, {"content": "NOT IN THE EVIDENCE"}, {"status": 500}]
)
def test_the_quotations_stand_where_the_model_is_no_help(
    kb: KnowledgeBase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry: dict[str, object]
) -> None:
    monkeypatch.setenv("FINGERPOST_MODEL_RETRIES", "0")
    answer, requests = asked(kb.place, tmp_path, QUESTION, **entry)
    assert answer.text == kb.ask(QUESTION).text
    assert len(requests) == 1


def test_relations_and_refusals_are_not_written_by_a_model(kb: KnowledgeBase, tmp_path: Path) -> None:
    for question in ("What references the Harbour Safety Act?", "Who may fish for salmon at night?"):
        answer, requests = asked(kb.place, tmp_path, question, content="Nothing does [1].")
        assert answer.text == kb.ask(question).text
        assert not requests
