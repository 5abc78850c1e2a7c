"""What is kept of passages gives the same index as reading them anew, unpacked or not."""

from __future__ import annotations

import numpy
import pytest
from hypothesis import given, settings, strategies as st

import fingerpost as fp
from fingerpost.engine.memory import embedding, library
from fingerpost.retrieval import Meaning, PassageIndex, Retriever, StaticEmbedder, analysis, index, kept, ranker_for

PASSAGES = [
    ("Ada Holm", "Ada Holm wrote Night Ferry. She was born in Bergen."),
    ("Night Ferry", "Night Ferry is a novel by Ada Holm. It won the Harbour Prize in 1994."),
    ("Harbour Prize", "The Harbour Prize is given in Oslo. Its first winner was Per Lund."),
    ("", "The canteen serves soup on Fridays. Ünïcode is no problem."),
]
QUESTIONS = ("Where was the author of Night Ferry born?", "Who was the first winner of the Harbour Prize?", "soup")


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)


class Signs:
    """Embeddings for tests: where the letters of a text are."""

    name, size = "signs", 26

    def embed_question(self, text):
        return self.embed([text])[0]

    def embed(self, texts):
        rows = numpy.array([[text.lower().count(chr(97 + n)) + 0.01 for n in range(26)] for text in texts])
        return (rows / numpy.linalg.norm(rows, axis=1, keepdims=True)).astype(numpy.float32)


@pytest.fixture(scope="module")
def embedder():
    return StaticEmbedder()


@pytest.mark.parametrize("most", [0, 1_000], ids=["packed", "unpacked"])
@pytest.mark.parametrize("wide", [numpy.float32, numpy.float16])
def test_the_same_passages_are_found(embedder, monkeypatch, most, wide):
    monkeypatch.setattr(index, "_MOST_UNPACKED", most)
    monkeypatch.setattr(index, "_MOST_WIDE", most)
    signs = Signs()
    meaning = Meaning(signs, signs.embed([text for _, text in PASSAGES]).astype(wide))
    anew = PassageIndex(PASSAGES, embedder, Meaning(signs, signs.embed([text for _, text in PASSAGES])))
    held = PassageIndex(PASSAGES, embedder, meaning, analyses=[kept(*one, embedder) for one in PASSAGES])
    assert held.weights == anew.weights
    for number, one in enumerate(anew.passages):
        assert all(number in held.by_name.get(name) for name in one.names)
        assert all(number in held.by_mention.get(phrase.name) for phrase, _ in one.mentions)
    assert list(held.by_name.get("night ferry")) == [1]
    assert 0 in held.by_mention.get("bergen")
    assert list(held.by_name.get("nobody", ())) == []
    assert isinstance(held.vectors, numpy.memmap) == (most == 0), "vectors of many passages are mapped from a file"
    assert list(held.passages) == list(anew.passages)
    assert [held.passages[n] for n in range(len(held))] == list(anew.passages)
    for question in QUESTIONS:
        found = [Retriever(one, ranker_for(meaning=True)).search(question, 3).hits for one in (anew, held)]
        assert [hit.number for hit in found[1]] == [hit.number for hit in found[0]]


@settings(deadline=None)
@given(TEXTS, TEXTS)
def test_an_analysis_comes_back_as_it_was(text, title):
    one = kept(title, text, StaticEmbedder())
    [back] = analysis.Analyses([(title, text)], [one.data])
    assert back == analysis.analysed(title, text)


def test_opening_reads_no_passage_anew(tmp_path, monkeypatch):
    with fp.memory(tmp_path / "kb.fp") as memory:
        for number, (title, text) in enumerate(PASSAGES[:3]):
            memory.add_text(text, key=str(number), title=title)
        before = [(hit.passage.document, hit.score) for hit in memory.search(QUESTIONS[0], 3)]

    def unread(*_):
        raise AssertionError("a passage was read anew")

    monkeypatch.setattr(analysis, "analysed", unread)
    with fp.memory(tmp_path / "kb.fp") as memory:
        assert [(hit.passage.document, hit.score) for hit in memory.search(QUESTIONS[0], 3)] == before
        memory.forget("0")
        assert [hit.passage.document for hit in memory.search(QUESTIONS[0], 3)]


def test_what_another_version_kept_is_made_anew(tmp_path, monkeypatch):
    place = tmp_path / "kb.fp"
    with monkeypatch.context() as older:
        older.setattr(embedding, "RULES", "0")
        with fp.memory(place) as memory:
            memory.add_text(PASSAGES[1][1], key="a", title="Night Ferry")
    made = []
    monkeypatch.setattr(library, "kept", lambda *given: made.append(given) or kept(*given))
    with fp.memory(place) as memory:
        assert memory.search("Who wrote Night Ferry?", 1)
        assert len(made) == 1
        assert memory.add_text(PASSAGES[1][1], key="a", title="Night Ferry").unchanged == 1
    with fp.memory(place) as memory:
        assert memory.search("Who wrote Night Ferry?", 1)
    assert len(made) == 1, "adding the document again kept it"
