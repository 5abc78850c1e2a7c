"""A program in Python, whose types are not declared: classes, methods, and what calls of unknown methods mean.

The graph is Joern's of `loans/*.txt`, which are the modules `items` and `desk`
(`joern-parse --language pythonsrc`, `joern-export --repr all --format graphml`).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from code_records import Records

import fingerpost
from fingerpost.core.answer import Status
from fingerpost.engine import KnowledgeBase

GRAPH = Path(__file__).parent / "loans" / "loans.graphml.gz"


@pytest.fixture(scope="module")
def records() -> Records:
    return Records(GRAPH)


@pytest.fixture(scope="module")
def loans(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    place = tmp_path_factory.mktemp("loans") / "loans.fp"
    fingerpost.load([GRAPH], place)
    with KnowledgeBase(place) as kb:
        yield kb


def test_only_functions_of_the_program_are_functions(records: Records) -> None:
    found = {str(node.properties["qualifiedName"]) for node in records.nodes.values() if "FUNCTION" in node.labels}
    assert found == {
        "TooMany.__init__", "Item.__init__", "Item.lend", "Item.give_back", "Book.__init__", "Book.as_text",
        "Desk.__init__", "Desk.add", "Desk.lend_all", "desk.report", "desk.unused", "desk.main",
    }  # fmt: skip


def test_classes(records: Records) -> None:
    assert set(records.labelled("CLASS")) == {"LoanError", "TooMany", "Item", "Book", "Desk"}
    assert records.joined("SUBCLASS_OF") == {("TooMany", "LoanError"), ("Book", "Item")}
    assert ("Item", "lend") in records.joined("HAS_METHOD")
    assert records.joined("HAS_FIELD") == {
        ("TooMany", "limit"), ("Item", "title"), ("Item", "reader"), ("Book", "title"), ("Book", "pages"),
        ("Desk", "items"),
    }  # fmt: skip


def test_modules_and_their_variables(records: Records) -> None:
    assert ("items.py", "json") in records.joined("INCLUDES")
    assert set(records.labelled("GLOBAL_VARIABLE")) == {"LIMIT"}
    assert records.joined("USES") == {("lend_all", "LIMIT"), ("unused", "LIMIT")}


def test_a_call_of_an_unknown_method_means_the_only_one_of_its_name(records: Records) -> None:
    calls = records.joined("CALLS")
    assert {("lend_all", "lend"), ("report", "as_text"), ("unused", "isinstance"), ("report", "len")} <= calls
    assert records.labelled("FUNCTION")["lend"].properties["callerCount"] == 1


QUESTIONS = {
    "What methods does the class Item have?": "__init__ give_back lend",
    "Which classes inherit from LoanError?": "TooMany",
    "What is the base class of Book?": "Item",
    "What are the attributes of Book?": "pages title",
    "Which functions raise LoanError?": "lend",
    "Which functions create a Book?": "add",
    "Which functions call Item.lend?": "lend_all",
    "Which functions are unused?": "give_back main unused",
    "Which functions use LIMIT?": "lend_all unused",
    "Where is LIMIT used?": "lend_all unused",
    "Which files import json?": "items.py",
    "Which files import items?": "desk.py",
    "In which class is as_text defined?": "Book",
    "Which class has the most methods?": "Desk Item",
    "Which functions take a reader parameter?": "lend lend_all",
    "Which functions catch exceptions?": "lend_all",
    "Which methods of Desk call report?": "lend_all",
    "Is there dead code in desk.py?": "main unused",
    "Which functions call json.dumps?": "as_text",
    "Which classes have a method named lend?": "Item",
    "Which classes have more than two methods?": "Desk Item",
    "Which functions in loans raise LoanError?": "lend",  # the graph was made of a folder of that name
}


@pytest.mark.parametrize(("question", "names"), QUESTIONS.items())
def test_questions(loans: KnowledgeBase, question: str, names: str) -> None:
    answer = loans.ask(question)
    assert sorted({str(row[0]) for row in answer.rows}) == names.split()
    assert answer.metadata["intent"] == "find-function"


def test_texts(loans: KnowledgeBase) -> None:
    assert loans.ask("How many classes are there?").text == "5 classes."
    assert loans.ask("Where is the class Book defined?").text == "Book: items.py:31"
    assert loans.ask("Show the call chain from main to as_text").text.startswith("main → lend_all → report → as_text")


def test_what_functions_return_is_not_sure_where_types_are_unknown(loans: KnowledgeBase) -> None:
    assert loans.ask("Which functions return something?").confidence < 0.8


def test_being_something_with_a_name_is_no_call_of_it(loans: KnowledgeBase) -> None:
    answer = loans.ask("Which functions are decorated with report?")
    assert answer.status is not Status.ANSWERED or answer.confidence < 0.8


def test_what_a_graph_has_none_of_is_said(loans: KnowledgeBase) -> None:
    answer = loans.ask("Which macros are there?")
    assert (answer.status, answer.text) == (Status.UNANSWERABLE, "The graph has no macros.")
