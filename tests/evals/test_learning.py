"""Learning: phrases, returns, weights and confidence from examples of a graph, and what they change."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fingerpost
from fingerpost.core.errors import SettingsError
from fingerpost.core.settings import Settings
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.evals.by import By
from fingerpost.evals.calibration import calibration_error
from fingerpost.evals.data import Example, read_examples
from fingerpost.evals.learning import Material, material
from fingerpost.evals.learning_cases import cases_of, rows_of
from fingerpost.evals.learning_confidence import Sign, held_out, learned_confidence
from fingerpost.evals.learning_gain import gain
from fingerpost.evals.learning_weights import Choice, learned_weights
from fingerpost.evals.learning_words import learned_phrases
from fingerpost.linking.learned import LEARNED_FILE, NODES, PROPERTIES, Learned, LearnedPhrase, Rows, read_learned
from fingerpost.samples import LIBRARY_FOLDER, copy_sample

Questions = Callable[..., Path]

GENRES = ("Gothic", "Romance", "Adventure", "Science fiction", "Poetry", "Mystery")
BRANCHES = ("Market Square", "Riverside")


def examples(questions: Questions) -> Path:
    """Questions that call a book a zorp and borrowing it snaffling, and ask for branches by their address."""
    records: list[dict[str, Any]] = []
    for genre in GENRES:
        of_genre = f"(b:Book)-[:IN_GENRE]->(:Genre {{name: '{genre}'}})"
        records += [
            {"question": f"How many {genre} zorps are there?", "cypher": f"MATCH {of_genre} RETURN count(DISTINCT b)"},
            {"question": f"Which zorps are {genre}?", "cypher": f"MATCH {of_genre} RETURN b"},
            {
                "question": f"Which members snaffled {genre} books?",
                "cypher": f"MATCH (m:Member)-[:BORROWED]->{of_genre} RETURN DISTINCT m",
            },
        ]
    for branch in BRANCHES:
        held = f"(b:Book)-[:HELD_AT]->(:Branch {{name: '{branch}'}})"
        records += [
            {"question": f"Which zorps does {branch} hold?", "cypher": f"MATCH {held} RETURN b"},
            {"question": f"How many zorps are held at {branch}?", "cypher": f"MATCH {held} RETURN count(DISTINCT b)"},
        ]
    return questions(*records)


@pytest.fixture
def found(library: KnowledgeBase, questions: Questions) -> Material:
    return material(library, read_examples([examples(questions)]))


def test_words_that_nothing_explains_are_learned(found: Material) -> None:
    learned = found.learned()
    meant = {phrase.stems: (phrase.kind, phrase.name) for phrase in learned.phrases}
    assert meant[("zorp",)] == ("label", "Book")
    assert meant[("snaffl",)] == ("relation", "BORROWED")
    assert learned.examples == 22


def test_examples_that_differ_in_values_are_kept_once(found: Material) -> None:
    learned = found.learned()
    held = [example for example in learned.told if example.words == "which zorp doe =name hold"]
    assert len(held) == 1  # of two branches
    assert held[0].outline is not None
    assert "RETURN b" in learned.queries[held[0].query]
    assert len(found.learned(without=found.cases[0].fold).told) < len(learned.told)


LONERS = (
    "MATCH (a:Author {{name: '{}'}})-[:WROTE]->(b:Book) WHERE NOT EXISTS {{ (:Member)-[:BORROWED]->(b) }} "
    "RETURN b.title, b.pages"
)


def test_a_question_like_examples_is_answered_as_they_are(
    library: KnowledgeBase, questions: Questions, tmp_path: Path
) -> None:
    """By words that no phrase explains, for a pattern that no words say."""
    authors = [str(row[0]) for row in library.query("MATCH (a:Author) RETURN a.name ORDER BY a.name LIMIT 8").rows]
    asked, *others = authors
    openings = ("Which wallflowers are there by {}?", "Tell me the wallflowers of {}", "Has {} wallflowers?")
    records = [
        {"question": opening.format(author), "cypher": LONERS.format(author)}
        for author in others
        for opening in openings
    ]
    learned = material(library, read_examples([questions(*records)]), by=By.RANDOM).learned()
    file = tmp_path / "learned.json"
    file.write_text(learned.model_dump_json(), encoding="utf-8")
    with KnowledgeBase(library.path, Settings(learned=str(file))) as taught:
        answer = taught.ask(openings[0].format(asked))
        assert answer.rows == library.query(LONERS.format(asked)).rows


def test_a_word_means_what_is_named_in_all_questions_with_it(library: KnowledgeBase) -> None:
    """Of a relation that most of them name, and the label that all of them name, it is the label."""
    held = "MATCH (b:Book {{title: '{}'}})-[:HELD_AT]->(x:Branch) RETURN x"
    joined = "MATCH (m:Member {{firstName: '{}'}})-[:REGISTERED_AT]->(x:Branch) RETURN x"
    books = ("Emma", "Persuasion", "Kokoro", "Villette", "Frankenstein", "The Trial", "Jane Eyre", "Shirley")
    asked = [(f"Which outpost has {title}?", held.format(title)) for title in books]
    asked += [(f"Which outpost knows {name}?", joined.format(name)) for name in ("Anna", "Oliver")]
    asked += [(f"Tell me about {name}", joined.format(name)) for name in ("Anna", "Oliver", "Zoë", "Siobhán")]
    asked += [(f"Tell me about {title}", f"MATCH (b:Book {{title: '{title}'}}) RETURN b") for title in books * 2]
    examples = [Example(str(n), question, cypher, None, "") for n, (question, cypher) in enumerate(asked)]
    cases = cases_of(library.schema, examples)
    said = [(library.parser.link(case.example.question), case.wanted.needs) for case in cases]
    learned = [phrase for phrase in learned_phrases(said) if phrase.stems == ("outpost",)]
    assert [(phrase.kind, phrase.name) for phrase in learned[:1]] == [("label", "Branch")]


def test_what_is_learned_answers_what_could_not_be_answered(found: Material, tmp_path: Path) -> None:
    library = found.kb
    question = "How many zorps did Jane Austen write?"
    file = tmp_path / "any.json"
    file.write_text(found.learned().model_dump_json(), encoding="utf-8")
    with KnowledgeBase(library.path, Settings(learned=str(file))) as taught:
        answer = taught.ask(question)
        assert answer.rows == library.ask("How many books did Jane Austen write?").rows
    with KnowledgeBase(library.path, Settings(learned="none")) as plain:
        assert plain.ask(question).rows != answer.rows


def test_nothing_learned_changes_nothing(library: KnowledgeBase) -> None:
    parsed = library.parser.parse("Which Gothic books did Anna borrow?")
    noted = library.parser_with(Learned(), noting=True).parse("Which Gothic books did Anna borrow?")
    assert [c.plan for c in parsed.candidates] == [c.plan for c in noted.candidates]
    assert any("|" in reason.feature for reason in noted.candidates[0].reasons)
    assert not any("|" in reason.feature for reason in parsed.candidates[0].reasons)


def test_phrases_of_what_the_graph_has_not_are_left_out(library: KnowledgeBase) -> None:
    phrases = (
        LearnedPhrase(stems=("zorp",), kind="label", name="Spaceship", score=0.9),
        LearnedPhrase(stems=("zorp",), kind="property", name="warp", owner="Book", score=0.9),
        LearnedPhrase(stems=("zorp",), kind="value", name="title", owner="Book", value="Emma", score=0.9),
    )
    linked = library.parser_with(Learned(phrases=phrases)).link("Which zorp is it?")
    assert [(m.kind, m.name, m.value) for m in linked.mentions if m.start == 1] == [("value", "title", "Emma")]


def test_gain_is_measured_on_kinds_that_were_not_learned_from(found: Material) -> None:
    gained = gain(found)
    figures = gained.to_json()
    assert figures["questions"] == 22
    assert figures["after"]["right"] > figures["before"]["right"]
    assert "all" in gained.text()
    for fold, (before, after) in gained.folds.items():
        folds = {case.example.id: case.fold for case in found.cases}
        assert [o.id for o in before] == [o.id for o in after]
        assert {folds[o.id] for o in after} == {fold}


def test_folds_by_chance_have_kinds_on_both_sides(library: KnowledgeBase, questions: Questions) -> None:
    given = read_examples([examples(questions)])
    kinds, chance = (cases_of(library.schema, given, by) for by in By)
    assert {case.fold for case in kinds if case.example.question.startswith("Which members")} == {kinds[2].fold}
    assert len({case.fold for case in chance if case.example.question.startswith("Which members")}) > 1


JOINED = "MATCH (m:Member)-[:BORROWED]->(b:Book) WHERE b.pages > {} RETURN {}"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("returned", "found"),
    [
        ("m", {NODES: Rows.KEPT}),
        ("DISTINCT m", {NODES: Rows.ONCE}),
        ("m.lastName", {PROPERTIES: Rows.KEPT}),
        ("DISTINCT m.lastName, b", {PROPERTIES: Rows.ONCE}),
        ("m LIMIT 3", {}),
        ("count(m)", {}),
    ],
)
def test_which_rows_lists_have_is_learned(library: KnowledgeBase, returned: str, found: dict[str, Rows]) -> None:
    many = [Example(str(n), "?", JOINED.format(n, returned), None, "") for n in range(40)]
    assert rows_of(cases_of(library.schema, many)) == found
    assert rows_of(cases_of(library.schema, many[:19])) == {}  # too few show it
    other = JOINED.format(0, returned.replace("DISTINCT ", "") if "DISTINCT" in returned else f"DISTINCT {returned}")
    mixed = [*many, *(Example(f"x{n}", "?", other, None, "") for n in range(5))]
    assert rows_of(cases_of(library.schema, mixed)) == {}  # too many do otherwise


@pytest.mark.parametrize(
    ("rows", "members", "names"),
    [
        ({}, "RETURN DISTINCT member1 AS Member", "WITH DISTINCT member1 RETURN member1.lastName AS lastName"),
        ({NODES: Rows.KEPT}, "RETURN member1 AS Member", "WITH DISTINCT member1 RETURN member1.lastName AS lastName"),
        ({PROPERTIES: Rows.KEPT}, "RETURN DISTINCT member1 AS Member", "RETURN member1.lastName AS lastName"),
        ({PROPERTIES: Rows.ONCE}, "RETURN DISTINCT member1 AS Member", "RETURN DISTINCT member1.lastName AS lastName"),
    ],
)
def test_lists_have_the_rows_that_were_learned(
    library: KnowledgeBase, rows: dict[str, Rows], members: str, names: str, tmp_path: Path
) -> None:
    file = tmp_path / "rows.json"
    file.write_text(Learned(rows=rows).model_dump_json(), encoding="utf-8")
    with KnowledgeBase(library.path, Settings(learned=str(file))) as taught:
        answer = taught.ask("Which members borrowed Gothic books?")
        assert answer.query is not None
        assert answer.query.endswith(members)
        assert (len(answer.rows) == 8) == (rows.get(NODES) is Rows.KEPT)
        answer = taught.ask("What are the last names of members who borrowed Gothic books?")
        assert answer.query is not None
        assert answer.query.endswith(names)


def test_weights_put_right_candidates_first() -> None:
    choices = [Choice(({"a": 1.0, "x|one": 1.0}, {"b": 1.0}), (False, True)) for _ in range(20)]
    weights = learned_weights(choices, {"a": 1.0, "b": 0.0, "c": 0.5})
    assert weights["b"] > weights["a"] + weights["x|one"]
    assert weights["c"] == 0.5  # never seen: as it was given
    assert "x|one" in weights


def test_rare_features_get_no_weight() -> None:
    choices = [Choice(({"x|rare": 1.0}, {"b": 1.0}), (False, True)) for _ in range(2)]
    assert set(learned_weights(choices, {"b": 0.0})) == {"b"}


def test_confidence_is_how_often_it_is_right() -> None:
    draw = random.Random(5)
    told: list[Sign] = []
    for number in range(600):
        bad = float(number % 2)
        told.append(({"always": 1.0, "bad": bad}, draw.random() < (0.15 if bad else 0.95)))
    weights = learned_confidence(told)
    assert weights["bad"] < -1
    error = calibration_error(held_out(told))
    assert error is not None
    assert error < 0.05


def test_a_learned_file_is_found_in_the_folder(tmp_path: Path) -> None:
    copy = tmp_path / "copy.fp"
    fingerpost.load([copy_sample(LIBRARY_FOLDER, tmp_path)], copy)
    phrases = (LearnedPhrase(stems=("zorp",), kind="label", name="Book", score=0.9),)
    (copy / LEARNED_FILE).write_text(Learned(phrases=phrases).model_dump_json(), encoding="utf-8")
    with KnowledgeBase(copy) as kb:
        assert kb.learned.phrases == phrases


@pytest.mark.parametrize("text", ["", "[]", '{"version": 99}', '{"phrases": 3}', '{"unheard": 1}'])
def test_a_file_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / LEARNED_FILE
    file.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        read_learned(file)
    assert caught.value.code == "learned.invalid"
