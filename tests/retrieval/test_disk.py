"""The index of passages on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.retrieval import DiskIndex, Entry, StaticEmbedder, build, weights_for
from fingerpost.retrieval.embedder import _weights
from fingerpost.retrieval.word_sums import WordSums

TEXTS = (
    ("ports#1", "ports", "Harbours", "A harbour master may detain a vessel."),
    ("ports#2", "ports", "Harbours", "A licence is valid for five years."),
    ("fees#1", "fees", "Fees", "The fee for a licence is ten dollars."),
    ("fees:fr#1", "fees:fr", "Droits", "Le droit pour une licence est de dix dollars."),
)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> DiskIndex:
    pytest.importorskip("wordllama", reason="needs the extra documents")
    folder = tmp_path_factory.mktemp("passages")
    entries = (Entry(key, group, title, text, 0, len(text)) for key, group, title, text in TEXTS)
    assert build(folder, entries, StaticEmbedder()) == len(TEXTS)
    return DiskIndex(folder, StaticEmbedder())


def keys(index: DiskIndex, question: str, **options: object) -> list[str]:
    return [one.key for one in index.candidates(question, 3, **options)]  # type: ignore[arg-type]


def test_words_and_meaning_find_passages(index: DiskIndex) -> None:
    assert keys(index, "How long is a licence valid?")[0] == "ports#2"
    assert keys(index, "Who can seize ships?")[0] == "ports#1", "no word is the same"


def test_groups_restrict_what_is_found(index: DiskIndex) -> None:
    assert keys(index, "licence", groups=["fees"]) == ["fees#1"]
    assert keys(index, "licence", groups=["missing"]) == []
    assert "fees:fr#1" not in keys(index, "licence dollars", without=":fr")
    assert "fees:fr#1" in keys(index, "licence dollars")


def test_a_candidate_has_its_place(index: DiskIndex) -> None:
    [first] = index.candidates("detain", 1)
    assert TEXTS[0][3][first.start : first.stop] == TEXTS[0][3]


def test_weights_are_those_of_the_whole_collection(index: DiskIndex) -> None:
    assert index.frequencies(["licences", "detained", "unheard"]) == {"licences": 3, "detained": 1, "unheard": 0}
    weights = weights_for("Which licences are detained and unheard?", index)
    assert weights["detain"] > weights["licenc"]
    assert "unheard" not in weights


def test_a_damaged_index_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError) as refusal:
        DiskIndex(tmp_path, None)
    assert refusal.value.code == "kb.damaged"
    (tmp_path / "passage_index.sqlite").write_bytes(b"no database" * 100)
    with pytest.raises(KnowledgeBaseError):
        DiskIndex(tmp_path, None)


def test_without_an_embedder_words_find_passages(tmp_path: Path) -> None:
    entries = (Entry(key, group, title, text, 0, len(text)) for key, group, title, text in TEXTS)
    assert build(tmp_path, entries, None) == len(TEXTS)
    index = DiskIndex(tmp_path, None)
    assert not index.has_vectors
    assert keys(index, "How long is a licence valid?")[0] == "ports#2"
    assert keys(index, "Who can seize ships?") == []
    assert keys(index, "licence", groups=["fees"]) == ["fees#1"]
    assert "fees:fr#1" not in keys(index, "licence dollars", without=":fr")


def test_an_index_without_vectors_is_searched_by_words_where_there_is_an_embedder(tmp_path: Path) -> None:
    pytest.importorskip("wordllama", reason="needs the extra documents")
    entries = (Entry(key, group, title, text, 0, len(text)) for key, group, title, text in TEXTS)
    build(tmp_path, entries, None)
    index = DiskIndex(tmp_path, StaticEmbedder())
    assert not index.has_vectors
    assert keys(index, "Who detains vessels?") == ["ports#1"]


def test_an_empty_index_finds_nothing(tmp_path: Path) -> None:
    pytest.importorskip("wordllama", reason="needs the extra documents")
    assert build(tmp_path, (), StaticEmbedder()) == 0
    assert DiskIndex(tmp_path, StaticEmbedder()).candidates("licence", 3) == []


def test_sums_word_by_word_are_those_of_the_whole_text(index: DiskIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    np = pytest.importorskip("numpy", reason="needs the extra documents")
    table, tokenizer = _weights()
    texts = [text for _, _, _, text in TEXTS] * 2
    texts += [
        "",
        " ",
        "a ",
        " a",
        "two  blanks",
        "a line\nand a tab\there",
        "le dixième, d’été",
        "港 漢字",
        "\x00 😀 é",
    ]
    texts += ["<s> begins", "ends</s>", "▁a mark▁ inside", "x" * 90 + " y", "Harbours. Harbours " * 9]

    def summed(tokens: list[int]) -> object:
        return table[tokens].sum(axis=0)

    words = WordSums(tokenizer, table.shape[1], summed)
    tokens = [one.ids for one in tokenizer.encode_batch(texts, add_special_tokens=False)]
    for kept in (30_000, 30_000, 5, 5):
        monkeypatch.setattr("fingerpost.retrieval.word_sums._KEPT", kept)
        assert np.allclose(words.of(texts), [summed(ids) for ids in tokens], atol=1e-5)
