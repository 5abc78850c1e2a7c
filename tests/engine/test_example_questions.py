"""Example questions: every one is answered with confidence, and "What can I ask?" shows them."""

from __future__ import annotations

from pathlib import Path

import pytest

import fingerpost as fp
from fingerpost.core.answer import Status
from fingerpost.engine.example_questions import likely_questions


@pytest.mark.parametrize("sample", ["library", "house"])
def test_every_example_is_answered(sample: str, request: pytest.FixtureRequest) -> None:
    kb: fp.KnowledgeBase = request.getfixturevalue(sample)
    questions = kb.questions()
    assert len(questions) >= 5
    assert len({question.split()[0] + question.split()[2] for question in questions}) >= 4, "of several kinds"
    for question in questions:
        answer = kb.ask(question)
        assert (answer.status, answer.notes) == (Status.ANSWERED, ()), question
        assert answer.confidence >= 0.8


def test_a_graph_that_nothing_is_sure_of_has_examples_too(tmp_path: Path) -> None:
    (tmp_path / "plays.cypher").write_text(
        "CREATE (a:Actor {name: '...Ann', born: 1970}), (b:Actor {name: 'Bo', born: 1984}), (c:Actor {name: 'Cy'}),\n"
        "(p:Play {title: 'Ghosts', staged: 1999}), (q:Play {title: 'Oxen', staged: 2003}),\n"
        "(a)-[:ACTED_IN]->(p), (b)-[:ACTED_IN]->(p), (b)-[:ACTED_IN]->(q), (c)-[:ACTED_IN]->(q);\n"
    )
    fp.load([tmp_path / "plays.cypher"], tmp_path / "kb.fp")
    with fp.open(tmp_path / "kb.fp") as kb:
        assert len(kb.questions()) >= 3
        assert "Tell me about Bo" in likely_questions(kb.schema, kb.context.display)
        for question in kb.questions():
            assert kb.ask(question).status is Status.ANSWERED


def test_codes_are_not_measured(library: fp.KnowledgeBase) -> None:
    assert not any("isbn" in question or "year" in question for question in library.questions(20))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "question", ["What can I ask?", "help", "Which questions can I ask here?", "Show me some example questions"]
)
def test_what_can_be_asked(library: fp.KnowledgeBase, question: str) -> None:
    answer = library.ask(question)
    first, *examples = answer.text.splitlines()
    assert first.startswith("This graph has 34 books, 20 authors, 18 members")
    assert [line.strip() for line in examples] == answer.metadata["questions"] == list(library.questions(6))
    assert (answer.status, answer.rows, answer.plan) == (Status.ANSWERED, (), None)


def test_labels_of_one_plural_are_told_apart(tmp_path: Path) -> None:
    lines = [f"CREATE (:{label} {{{props}}});" for label, props in (("Gate", "name: 'A'"), ("gate", "name: 'b'"))]
    lines += [f"CREATE (:Entry {{at: {n}}});" for n in range(3)]
    (tmp_path / "gates.cypher").write_text("\n".join(lines))
    fp.load([tmp_path / "gates.cypher"], tmp_path / "kb.fp")
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.ask("What can I ask?").text.startswith("This graph has 3 entries, 1 Gate and 1 gate.")


@pytest.mark.parametrize("question", ["What can members ask?", "Help members", "Which books can members read?"])
def test_what_only_sounds_like_it_is_read(library: fp.KnowledgeBase, question: str) -> None:
    assert library.ask(question).metadata.get("intent") != "help"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "question", ["Describe the books", "Tell me about books", "tell me more about all the books.", "What is a book?"]
)
def test_what_all_things_of_a_label_have(library: fp.KnowledgeBase, question: str) -> None:
    answer = library.ask(question)
    lines = answer.text.splitlines()
    assert lines[0] == "There are 34 books."
    assert any(line.startswith("  price: for example ") for line in lines)
    assert any(line.startswith("  joined with ") and "authors (wrote)" in line for line in lines)
    asked = answer.metadata["questions"]
    assert lines[-len(asked) - 1 :] == ["For example, ask:", *(f"  {each}" for each in asked)]
    for each in asked:
        assert library.ask(each).status is Status.ANSWERED


@pytest.mark.parametrize(
    "question",
    ["Tell me about Emma", "Describe the books by Jane Austen", "Which books are there?", "What is a book about?"],
)
def test_one_thing_or_some_are_no_label(library: fp.KnowledgeBase, question: str) -> None:
    assert library.ask(question).metadata.get("intent") != "help"
