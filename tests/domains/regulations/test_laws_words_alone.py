"""Statutes loaded and asked about where nothing that makes vectors is installed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from fingerpost.engine import KnowledgeBase

WITHOUT = """
import json, sys
for name in ("numpy", "wordllama", "tokenizers", "safetensors", "onnxruntime"):
    sys.modules[name] = None
import fingerpost
place, questions = sys.argv[1], sys.argv[2:]
if len(questions) == 1 and questions[0].startswith("load "):
    fingerpost.load([questions.pop().removeprefix("load ")], place)
with fingerpost.open(place) as kb:
    answers = [kb.ask(question) for question in questions]
print(json.dumps([(one.status.value, one.text, list(one.notes), len(one.citations)) for one in answers]))
"""
"""Hides the libraries of vectors from a process; its arguments are a knowledge base, and questions or what to load."""

HOW = "How long is a pilotage licence valid?"


def alone(place: Path, *arguments: str) -> list[list[object]]:
    done = subprocess.run([sys.executable, "-c", WITHOUT, str(place), *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found: list[list[object]] = json.loads(done.stdout)
    return found


def test_full_text_answers_alone_and_says_what_is_missing(statutes: Path, tmp_path: Path) -> None:
    place = tmp_path / "alone.fp"
    alone(place, f"load {statutes}")
    assert list(place.rglob("passage_index.sqlite"))
    assert not list(place.rglob("passage_vectors.npy"))
    [[status, text, notes, citations], [refused, why, _, _]] = alone(
        place, HOW, "Must a harbour master keep the cat of the lighthouse warm?"
    )
    assert (status, citations) != ("unanswerable", 0), text
    assert any("fingerpost[laws]" in str(note) for note in notes)
    assert refused == "unanswerable"
    assert "fingerpost[laws]" in str(why)
    with KnowledgeBase(place) as kb:  # with vectors at hand, but none in the base
        answer = kb.ask(HOW)
        assert any("load again" in note for note in answer.notes)


def test_an_index_with_vectors_is_searched_without_them(kb: KnowledgeBase) -> None:
    ((status, text, notes, _),) = alone(kb.path, HOW)
    assert status == "answered", text
    assert any("words only" in str(note) for note in notes)
    assert not any("words only" in note for note in kb.ask(HOW).notes)
