"""Words that nothing names and the names that they are nearest to."""

from __future__ import annotations

import json
import tomllib

import pytest

from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, ValueType
from fingerpost.linking.common_pieces import package_folder, pieces
from fingerpost.linking.lexicon import Lexicon
from fingerpost.linking.meaning.compounds import Compounds
from fingerpost.linking.meaning.embeddings import embeddings, likeness
from fingerpost.linking.meaning.nearest import Meanings, may_mean
from fingerpost.linking.pack import Pack
from fingerpost.linking.text import tokenise
from fingerpost.linking.thesaurus import TABLE, senses


def _number(name: str) -> PropertyInfo:
    return PropertyInfo(name=name, type=ValueType.INTEGER, present=2, distinct=2)


SCHEMA = GraphSchema(
    node_count=4,
    relationship_count=0,
    labels=(
        LabelInfo(name="Cinema", count=2, properties=(_number("annual_revenue"),)),
        LabelInfo(name="Employee", count=2, properties=(_number("salary"),)),
    ),
    relationships=(),
)


def test_words_alike_in_meaning_have_vectors_that_are_near() -> None:
    held = embeddings()
    assert held is not None
    film, movie, river = (held.vector(word) for word in ("film", "movie", "river"))
    assert film is not None
    assert movie is not None
    assert river is not None
    assert likeness(film, film) == pytest.approx(1.0, abs=1e-5)
    assert likeness(film, movie) > 0.7 > 0.4 > likeness(film, river)


def test_pieces_of_words_are_numbered_in_the_order_in_which_they_were_made() -> None:
    folder = package_folder()
    assert folder is not None
    numbers = pieces(folder)
    (file,) = (folder / "tokenizers").glob("l2_*.json")
    merges = [merge.split(" ") for merge in json.loads(file.read_text(encoding="utf-8"))["model"]["merges"]]
    made = [numbers[first + second] for first, second in merges if set(first + second) != {"▁"}]
    assert len(numbers) == 32_000
    assert made == sorted(made)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("movies", "Cinema"),
        ("staff", "Employee"),
        ("pay", "salary"),
        ("paid", "salary"),
        ("labourers", "Employee"),
        ("remuneration", "salary"),
    ],
)
def test_a_word_means_the_nearest_name(word: str, name: str) -> None:
    nearest = Meanings(SCHEMA, Pack()).near(word)
    assert nearest[0].entry.name == name
    assert all(near.entry.score < 0.7 for near in nearest)


def test_a_word_that_is_near_to_nothing_means_nothing() -> None:
    assert Meanings(SCHEMA, Pack()).near("granite") == ()


@pytest.mark.parametrize(("word", "expected"), [("theater", True), ("number", False), ("the", False), ("1997", False)])
def test_only_telling_words_may_mean_a_name(word: str, expected: bool) -> None:
    (token,) = tokenise(word)
    assert may_mean(token) is expected


def test_without_embeddings_the_thesaurus_tells_what_a_word_means(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fingerpost.linking.meaning.nearest.embeddings", lambda: None)
    meanings = Meanings(SCHEMA, Pack())
    assert [near.entry.name for near in meanings.near("labourers")] == ["Employee"]
    assert meanings.near("granite") == ()


FILES = GraphSchema(
    node_count=4,
    relationship_count=0,
    labels=(
        LabelInfo(name="Documents", count=2, properties=(_number("document_type_code"), _number("page_count"))),
        LabelInfo(name="Maintenance_Engineer", count=2, properties=()),
    ),
    relationships=(),
)


@pytest.mark.parametrize(
    ("phrase", "name"),
    [
        ("file categories", "document_type_code"),
        ("document category", "document_type_code"),
        ("repair engineers", "Maintenance_Engineer"),
    ],
)
def test_words_for_its_parts_mean_a_name_of_several_words(phrase: str, name: str) -> None:
    tokens = tokenise(phrase)
    found = [(c.entry.name, c.start, c.end) for c in Compounds(Lexicon(FILES)).meant(tokens)]
    assert (name, 0, len(tokens)) in found
    assert all(c.entry.score < 0.7 and 0.5 < c.nearness < 1.0 for c in Compounds(Lexicon(FILES)).meant(tokens))


@pytest.mark.parametrize("phrase", ["document type", "granite type", "file of", '"file" category'])
def test_what_is_said_or_near_to_nothing_is_no_name_by_its_parts(phrase: str) -> None:
    assert not list(Compounds(Lexicon(FILES)).meant(tokenise(phrase)))


def test_a_pack_that_has_the_words_of_a_graph_leaves_nothing_to_guess() -> None:
    pack = Pack(general=True, labels={"Documents": ("papers",)})
    assert not list(Compounds(Lexicon(FILES, pack)).meant(tokenise("file categories")))


def test_words_of_one_stem_share_no_sense_by_that() -> None:
    assert not senses("medication") & senses("medic")
    assert senses("chauffeurs") & senses("driver")


def test_every_line_of_the_thesaurus_has_several_words_once() -> None:
    kinds = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    lines = [line.split(", ") for lines in kinds.values() for line in lines]
    assert all(len(line) == len(set(line)) > 1 for line in lines)
    assert len({frozenset(line) for line in lines}) == len(lines)
