"""Tags of functions by rules, and what questions and runs make of them."""

from __future__ import annotations

import json

import pytest

from fingerpost.core.answer import Status
from fingerpost.domains.code.enrichment import Tag, hints_of, tags_of
from fingerpost.engine import STEPS, KnowledgeBase


@pytest.mark.parametrize(
    ("name", "file", "called", "wanted"),
    [
        ("sortItems", "a.c", (), Tag("algorithm-class", "sorting")),
        ("copy", "a.c", ("malloc",), Tag("function-purpose", "memory-management")),
        ("run_it", "a.c", ("execvp",), Tag("security-risk", "command-injection")),
        ("f", "src/btree/page.c", (), Tag("subsystem-name", "btree")),
        ("f", "src/page.c", (), Tag("subsystem-name", "page")),
    ],
)
def test_rules(name: str, file: str, called: tuple[str, ...], wanted: Tag) -> None:
    assert wanted in tags_of(name, file, called)


def test_a_word_within_a_word_is_no_sign() -> None:
    """ "catalog" has no log, and "wordlist" no list."""
    assert tags_of("wordlist", "", ()) == ()


def test_hints_have_only_what_the_graph_has() -> None:
    known = {Tag("algorithm-class", "hashing"), Tag("subsystem-name", "shelf")}
    first = hints_of("hashing and sorting in the shelf module", known)
    assert first.lists["algorithms"] == ("hashing",)
    assert first.lists["subsystems"] == ("shelf",)
    assert first.absent == (Tag("algorithm-class", "sorting"),)
    assert first.coverage == 0.25
    again = hints_of("Which functions call malloc?", known)
    assert not again.tags  # nothing of the question before


@pytest.mark.parametrize(
    ("question", "names"),
    [
        (
            "memory allocation functions",
            {"copy_title", "free_chain", "item_free", "shelf_add", "shelf_free", "shelf_new"},
        ),
        ("Which functions in the shelf module call malloc?", {"copy_title", "shelf_add", "shelf_new"}),
        ("Which functions belong to the main subsystem?", {"parse_copies", "usage", "main"}),
    ],
)
def test_questions(shelf: KnowledgeBase, question: str, names: set[str]) -> None:
    answer = shelf.ask(question)
    assert {row[0] for row in answer.rows} == names


def test_what_tags_find_is_not_sure(shelf: KnowledgeBase) -> None:
    answer = shelf.ask("Which functions handle memory management?")
    assert answer.confidence < 0.8
    assert any("tags" in note for note in answer.notes)


def test_a_concept_that_nothing_is_about(shelf: KnowledgeBase) -> None:
    answer = shelf.ask("Which functions do hashing?")
    assert answer.status is Status.UNANSWERABLE
    assert answer.text == "No function is tagged as hashing."


def test_concepts_are_used_where_they_are_named(shelf: KnowledgeBase) -> None:
    """At least 80% of the questions that name a concept which the code has."""
    questions = [
        f"Which functions {verb} {what}?"
        for verb in ("handle", "deal with", "are about", "do")
        for what in ("memory management", "parsing", "storage access", "text handling", "linked lists")
    ]
    steps = [next(step for step in shelf.ask(one).trace.steps if step.name == "enrich") for one in questions]
    tags = shelf.context.reader.tags  # type: ignore[union-attr]
    named = [(one, step) for one, step in zip(questions, steps, strict=True) if hints_of(one, tags).tags]
    assert len(named) >= 12
    used = [one for one, _ in named if any("m1.value" in (step.decided or "") for step in shelf.ask(one).trace.steps)]
    assert len(used) >= 0.8 * len(named)


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ('Which functions in lists.c use the string "parse"?', []),
        ("Which functions have parse in their name?", []),
        ("Which functions have a buffer overflow risk?", []),
        ("Which functions do parsing?", ["parsing"]),
    ],
)
def test_names_and_texts_name_no_concept(question: str, values: list[str]) -> None:
    known = {Tag("function-purpose", "parsing"), Tag("data-structure", "linked-list"), Tag("data-structure", "buffer")}
    assert [tag.value for tag in hints_of(question, known).tags] == values


@pytest.mark.parametrize(
    ("question", "plainer"),
    [
        ("Who handles memory management?", "Which functions handle memory management?"),
        ("What code is responsible for parsing?", "Which functions do parsing?"),
        ("Where is parsing done?", "Which functions do parsing?"),
        ("Which functions have something to do with linked lists?", "Which functions are about linked lists?"),
    ],
)
def test_concepts_in_other_words(shelf: KnowledgeBase, question: str, plainer: str) -> None:
    answer, same = shelf.ask(question), shelf.ask(plainer)
    assert "TAGGED_BY" in (same.query or "")
    assert (answer.rows, answer.confidence) == (same.rows, same.confidence)


def test_concepts_in_lists(shelf: KnowledgeBase) -> None:
    memory, text, either, alone = (
        {row[0] for row in shelf.ask(f"Which functions handle {what}?").rows}
        for what in (
            "memory management",
            "text handling",
            "memory management or text handling",
            "memory management but not text handling",
        )
    )
    assert either == memory | text
    assert alone == memory - text


FIELDS = (
    "question intent domain keywords complexity similar_qa cpgql_examples retrieval_metadata enrichment_hints "
    "enrichment_coverage cpgql_query generation_time query_valid validation_error retry_count execution_success "
    "execution_result execution_time execution_error answer answer_confidence faithfulness answer_relevance "
    "context_precision overall_score messages error"
).split()


def test_the_state_of_a_run(shelf: KnowledgeBase) -> None:
    assert "enrich" in STEPS
    state = shelf.context.reader.state(shelf.ask("Which functions call malloc but not free?"))  # type: ignore[union-attr]
    assert set(FIELDS) <= set(state)
    assert json.loads(json.dumps(state)) == state
    assert state["domain"] == "memory"
    assert state["keywords"] == ["malloc", "free"]
    assert state["cpgql_query"].startswith("cpg.method")
    assert state["execution_result"]["row_count"] == 2
    assert state["faithfulness"] == 1.0
    scores = (state["faithfulness"], state["answer_relevance"], state["context_precision"])
    assert state["overall_score"] == pytest.approx(sum(scores) / 3, abs=1e-4)
    assert [one.partition(":")[0] for one in state["messages"]][:3] == ["analyze", "enrich", "generate"]


def test_the_state_of_a_question_without_an_answer(shelf: KnowledgeBase) -> None:
    state = shelf.context.reader.state(shelf.ask("Which functions call no_such_thing?"))  # type: ignore[union-attr]
    assert state["overall_score"] is None
    assert not state["execution_success"]
    assert state["cpgql_query"] is None


def test_how_a_concept_works_is_told_by_tags(shelf: KnowledgeBase) -> None:
    """Nothing is named after memory, but functions are tagged for it."""
    answer = shelf.ask("How does memory management work?")
    assert answer.confidence < 0.8
    assert answer.text.startswith("About memory management, by names and tags of the code:")
    assert "copy_title (shelf.c:11)" in answer.text
