"""Passages are found by words, by meaning, and by what other passages say about names."""

import pytest

from fingerpost.retrieval import PassageIndex, Retriever, StaticEmbedder, ranker_for, stems
from scripts.eval.retrieval import ranker_without

PASSAGES = [
    ("Blue Harbour", "Blue Harbour is a 1954 film directed by Marta Kovac. It was shot in Split."),
    ("Marta Kovac", "Marta Kovac was a director, born in Zadar on 3 May 1911."),
    ("Ivo Kovac", "Ivo Kovac was a chess player, born in Rijeka on 4 June 1920."),
    ("Zadar", "Zadar is a town on the coast, known for its sea organ."),
    ("Split", "Split is a town with a palace of an emperor."),
    *[(f"Film {n}", f"Film {n} is a film directed by Person {n}. It was shown in Town {n}.") for n in range(60)],
    *[(f"Person {n}", f"Person {n} was a director, born in Town {n} in 19{n + 10}.") for n in range(60)],
]


@pytest.fixture(scope="module")
def retriever():
    index = PassageIndex(PASSAGES, StaticEmbedder())
    yield Retriever(index, ranker_for())
    index.close()


def titles(retriever, question, count=5):
    return [PASSAGES[hit.number][0] for hit in retriever.search(question, count).hits]


def test_the_second_hop_is_found_from_what_the_first_says(retriever):
    found = titles(retriever, "When was the director of the film Blue Harbour born?", 2)
    assert set(found) == {"Blue Harbour", "Marta Kovac"}


def test_titles_may_be_hidden():
    index = PassageIndex([("", text) for _, text in PASSAGES], StaticEmbedder())
    found = titles(Retriever(index, ranker_for()), "When was the director of the film Blue Harbour born?", 3)
    assert {"Blue Harbour", "Marta Kovac"} <= set(found)


def test_every_stage_is_timed(retriever):
    latency = retriever.search("Who directed Blue Harbour?").latency
    assert sum(latency.values()) == pytest.approx(2 * latency["total_pipeline_ms"], abs=0.01)


@pytest.mark.parametrize("left_out", ["2wiki", "hotpot", "musique"])
def test_each_data_set_has_trees_learned_without_it(left_out):
    assert ranker_without(left_out) is not ranker_for()
    index = PassageIndex(PASSAGES, StaticEmbedder())
    assert titles(Retriever(index, ranker_without(left_out)), "Who directed Blue Harbour?", 1) == ["Blue Harbour"]


@pytest.mark.parametrize("question", ["", "?", '"', "AND OR NOT", "NEAR(a b)", "\x00", "é" * 500, "title:x*"])
def test_odd_questions(retriever, question):
    assert len(retriever.search(question).hits) == 5


def test_no_passages():
    index = PassageIndex([], StaticEmbedder())
    assert Retriever(index, ranker_for()).search("Who?").hits == ()


def test_stems_are_of_the_words_that_carry_meaning() -> None:
    assert stems("The employer's records, and Zoë’s LEAVE of absence") == ["employ", "record", "zoe", "leav", "absenc"]
