"""A program in C++: classes in namespaces, methods defined outside, bases, what is only declared.

The graph is Joern's of `counter/*` (`joern-parse --language newc`, `joern-export --repr all --format graphml`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import fingerpost
from fingerpost.engine import KnowledgeBase

GRAPH = Path(__file__).parent / "counter" / "counter.graphml.gz"


@pytest.fixture(scope="module")
def counter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    place = tmp_path_factory.mktemp("counter") / "counter.fp"
    fingerpost.load([GRAPH], place)
    with KnowledgeBase(place) as kb:
        yield kb


QUESTIONS = {
    "Which methods does the class Counter have?": "Checked Counter Heard Reset Total",
    "Which classes inherit from Listener?": "Counter",
    "What is the base class of LoudCounter?": "Counter",
    "Which classes have a method called Heard?": "Counter Listener LoudCounter",
    "Which functions create a Guard?": "Heard Total",
    "Which methods of Counter use Guard?": "Heard Total",
    "Which functions are in counter.cc?": "Checked Counter Heard Heard Reset Total",
    "Which functions call std::printf?": "Heard main",
    "Which functions can abort the process?": "Checked",
    "Who calls Counter::Checked?": "Heard",
    "Which files include counter.h?": "counter.cc main.cc",
    "What are the fields of Counter?": "amounts_ most_ mutex_",
}


@pytest.mark.parametrize(("question", "names"), QUESTIONS.items())
def test_questions(counter: KnowledgeBase, question: str, names: str) -> None:
    answer = counter.ask(question)
    assert sorted(str(row[0]) for row in answer.rows) == names.split(), answer.text


def test_a_word_is_no_name_in_another_case(counter: KnowledgeBase) -> None:
    answer = counter.ask("How does total work?")
    assert answer.text.startswith("About total")
    assert counter.ask("What does Total do?").text.startswith("Total is a function of 8 lines")


def test_a_method_within_its_class(counter: KnowledgeBase) -> None:
    assert counter.ask("Where is Counter::Reset defined?").text.startswith("Reset: counter.cc:")
