"""A program in Java: interfaces, constructors, visibility.

The graph is Joern's of `shapes/*.java` (`joern-parse --language javasrc`, `joern-export --repr all --format graphml`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import fingerpost
from fingerpost.core.answer import Status
from fingerpost.engine import KnowledgeBase

GRAPH = Path(__file__).parent / "shapes" / "shapes.graphml.gz"


@pytest.fixture(scope="module")
def shapes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    place = tmp_path_factory.mktemp("shapes") / "shapes.fp"
    fingerpost.load([GRAPH], place)
    with KnowledgeBase(place) as kb:
        yield kb


QUESTIONS = {
    "Which classes implement Shape?": "Circle",
    "Which classes extend Exception?": "TooSmall",
    "What methods does the class Circle have?": "Circle area largest square",
    "Which methods are private?": "square",
    "Which public methods are there?": "Circle area largest",
    "Which methods are protected?": "explain",
    "Which static methods are there?": "largest square",
    "Which methods create a Circle?": "largest",
    "Which methods throw IllegalArgumentException?": "Circle",
    "Which methods call Circle.square?": "area",
    "What parameters does largest take?": "circles",
    "What are the fields of Circle?": "radius",
    "Which files import java.util.List?": "Circle.java",
    "What are the constructors of Circle?": "Circle",
    "What is the longest method?": "largest",
    "Which methods return a double?": "area square",
}


@pytest.mark.parametrize(("question", "names"), QUESTIONS.items())
def test_questions(shapes: KnowledgeBase, question: str, names: str) -> None:
    answer = shapes.ask(question)
    found = {str(row[0]).rpartition("/")[2] for row in answer.rows}
    assert sorted(found) == names.split()
    assert answer.metadata["intent"] == "find-function"


def test_what_functions_return_is_sure_where_all_types_are_known(shapes: KnowledgeBase) -> None:
    assert shapes.ask("Which methods return a double?").confidence > 0.8


def test_constructors_alone_are_not_told_apart(shapes: KnowledgeBase) -> None:
    assert shapes.ask("Which constructors are there?").status is Status.UNANSWERABLE
