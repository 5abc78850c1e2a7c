"""Answers of a whole knowledge base: what is missing, what is cited, what was cut."""

from __future__ import annotations

from pathlib import Path

import pytest

import fingerpost as fp
from fingerpost.core.answer import Answer, Status
from fingerpost.core.settings import Settings
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.plans.model import Plan
from fingerpost.questions.missing import find_missing

HELD = "The graph has books, authors, members, genres, publishers and branches."


@pytest.mark.parametrize(
    ("question", "words", "text"),
    [
        ("How many penguins are there?", ("penguins",), f"it has nothing called “penguins”. {HELD}"),
        ("Which films are there?", ("films",), f"it has nothing called “films”. {HELD}"),
        ("How many paggess has Emma?", ("paggess",), "it has nothing called “paggess”. Nearest: pages of book."),
        (
            "What is the salary of Anna Kowalska?",
            ("salary",),
            (
                "it has nothing called “salary”. "
                "Properties of a member: birth date, email, first name, joined, last name and student."
            ),
        ),
    ],
)
def test_what_is_missing_is_said_with_what_there_is(
    library: KnowledgeBase, question: str, words: tuple[str, ...], text: str
) -> None:
    answer = library.ask(question)
    assert answer.status is Status.UNANSWERABLE
    assert answer.missing == words
    assert answer.text == f"That is not in this graph: {text}"
    assert (answer.rows, answer.citations, answer.query) == ((), (), None)


def test_a_question_of_known_words_that_has_no_reading_names_no_word_as_missing(library: KnowledgeBase) -> None:
    found = find_missing(library.schema, library.parser.parse("who is it"), None)
    assert found is not None
    assert (found.words, found.text) == ((), f"I do not understand this question. {HELD}")


def test_suggestions_are_what_the_text_names(library: KnowledgeBase) -> None:
    assert library.ask("How many paggess has Emma?").suggestions == ("pages of book",)
    assert library.ask("How many penguins are there?").suggestions[:2] == ("book", "author")
    assert "email of member" in library.ask("What is the salary of Anna Kowalska?").suggestions


def test_a_slip_is_put_right_and_told(library: KnowledgeBase) -> None:
    answer = library.ask("How many pagse has Emma?")
    assert (answer.status, answer.text) == (Status.ANSWERED, "Emma has 480 pages.")
    assert answer.notes == ("“pagse” was read as “pages”",)


def test_identifiers_are_not_offered(library: KnowledgeBase) -> None:
    assert not [name for name in library.ask("What is the salary of Anna Kowalska?").suggestions if " id" in name]


def test_a_long_list_of_what_is_held_is_cut(house: KnowledgeBase) -> None:
    text = house.ask("What is the popularity of the windows?").text
    assert text.startswith("That is not in this graph: it has nothing called “popularity”. Properties of a window: ")
    assert text.endswith(" more.")


def test_each_row_is_cited_with_its_source(library: KnowledgeBase) -> None:
    answer = library.ask("What are the addresses of the branches?")
    assert len(answer.rows) == 3
    for number, citation in enumerate(answer.citations):
        assert (citation.row, citation.label) == (number, "Branch")
        assert citation.source is not None
        assert citation.source.file == "Branch.csv"
        assert f"{answer.rows[number][0]} ({citation.name})" in answer.text


def test_what_is_called_by_a_number_is_told_with_the_name_that_was_asked_of(tmp_path: Path) -> None:
    (tmp_path / "stations.csv").write_text("id,name\n1,Alm\n2,Berg\n")
    (tmp_path / "gauges.csv").write_text("id,station_id,depth\n7,1,3.5\n8,2,4.5\n")
    fp.load([tmp_path / "stations.csv", tmp_path / "gauges.csv"], tmp_path / "kb.fp")
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.ask("What is the depth at Berg?").text == "The depth of gauge 8 (Berg) is 4.5."


def test_a_value_is_told_with_what_it_was_read_from(library: KnowledgeBase) -> None:
    answer = library.ask("How many pages does Emma have?")
    assert answer.text == "Emma has 480 pages."
    (citation,) = answer.citations
    assert str(citation) == "Book 979-9-0001-0002-5 “Emma” (Book.csv line 3)"
    assert answer.citation_total == 1


def test_a_count_cites_what_was_counted(library: KnowledgeBase) -> None:
    answer = library.ask("How many books did Jane Austen write?")
    books = {citation.name for citation in answer.citations if citation.label == "Book"}
    assert books == {"Emma", "Persuasion", "Pride and Prejudice"}


def test_citations_are_bounded_and_the_rest_is_told(library: KnowledgeBase) -> None:
    answer = _asked(library, "Which books are there?", citation_limit=4)
    assert len(answer.citations) == 4
    assert answer.citation_total is None or answer.citation_total > 4
    assert _asked(library, "Which books are there?", citation_limit=0).citations == ()


def test_a_list_is_cut_in_the_text_only(library: KnowledgeBase) -> None:
    answer = _asked(library, "Which books are there?", list_limit=2)
    assert answer.text.startswith("34 books: ")
    assert answer.text.endswith(" and 32 more.")
    assert len(answer.rows) == 34
    assert not answer.cut


def test_rows_that_were_cut_are_told(library: KnowledgeBase) -> None:
    answer = _asked(library, "Which books are there?", row_limit=5)
    assert len(answer.rows) == 5
    assert answer.cut
    assert answer.text.startswith("34 books: ")
    assert answer.text.endswith(" and 29 more.")
    assert any("first 5" in note for note in answer.notes)


def test_units_go_with_the_columns(house: KnowledgeBase) -> None:
    answer = house.ask("What is the net floor area of the kitchen?")
    assert answer.text == "The net floor area of Kitchen is 17.6975 m²."
    assert set(answer.units.values()) == {"m²"}
    assert house.ask("How many walls are there?").units == {}


def test_nothing_found_is_an_answer_of_its_own(library: KnowledgeBase) -> None:
    answer = library.ask("Which books cost more than 100?")
    assert (answer.status, answer.rows) == (Status.EMPTY, ())
    assert answer.text.startswith("None: no books match.")


def test_what_is_not_known_of_one_thing_is_no_fault_of_a_condition(library: KnowledgeBase) -> None:
    answer = library.ask("What is the email of Kwame Mensah?")
    assert answer.rows == ((None,),)
    assert answer.text == "The email of Kwame Mensah is not known."


def test_the_ids_of_all_things_are_counted_as_these(tmp_path: Path) -> None:
    (tmp_path / "Pupil.csv").write_text("pupilID,form\nP1,4a\nP2,4a\nP3,5b\n")
    fp.load([tmp_path / "Pupil.csv"], tmp_path / "kb.fp")
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.ask("How many pupil ids are there?").text == "There are 3 pupils."
        assert kb.ask("How many forms are there?").text == "There are 2 forms."


def test_a_measure_of_nothing_names_the_condition_to_blame(library: KnowledgeBase) -> None:
    answer = library.ask("What is the average price of books before 1700?")
    wanted = "Without the condition that book's year is less than 1700, there are 34 books (nearest: 1813)."
    assert answer.text == f"The average price is not known: there are no values. {wanted}"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Which books cost more than 100?",
            "Without the condition that book's price is more than 100, there are 34 books (nearest: 26.5).",
        ),
        (
            "How many books cost less than 3?",
            "Without the condition that book's price is less than 3, there are 34 books (nearest: 6.9).",
        ),
        (
            "Which books in French cost more than 25?",
            (
                "Without the condition that book's language is “French”, there is 1 book; "
                "without the condition that book's price is more than 25, there are 3 books (nearest: 24)."
            ),
        ),
        (
            "Which Japanese books are held at Northgate?",
            (
                "Without the condition that book's language is “Japanese”, there are 9 books; "
                "without the condition that branch's name is “Northgate”, there are 3 books."
            ),
        ),
    ],
)
def test_nothing_found_names_the_condition_to_blame(library: KnowledgeBase, question: str, text: str) -> None:
    assert library.ask(question).text == f"None: no books match. {text}"
    assert _asked(library, question, citation_work=1).text == "None: no books match."


def test_nothing_found_names_the_number_to_blame(library: KnowledgeBase) -> None:
    wanted = (
        "Without the condition that the number of distinct books is more than 50, there are 20 authors (nearest: 3)."
    )
    assert library.ask("Which authors wrote more than 50 books?").text == f"None: no authors match. {wanted}"


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What share of the books is in French?", "8.8% of the books."),
        ("What percentage of members have an email?", "83.3% of the members."),
        ("Average number of books per author", "The average number of books per author is 1.7."),
        ("What is the oldest book?", "Pride and Prejudice (year 1813)."),
        ("Which books cost more than 24?", "Kristin Lavransdatter (price 26.5)."),
        ("Does Jane Austen have more books than Natsume Soseki?", "No."),
    ],
)
def test_answers_say_what_was_measured(library: KnowledgeBase, question: str, text: str) -> None:
    assert library.ask(question).text == text


def test_a_no_says_what_is_the_case(library: KnowledgeBase) -> None:
    answer = library.ask("Is Northgate step free?")
    assert (answer.status, answer.text) == (Status.ANSWERED, "No: Northgate is not step free.")


def _asked(kb: KnowledgeBase, question: str, **settings: int) -> Answer[Plan]:
    with KnowledgeBase(kb.path, Settings(**settings)) as opened:
        return opened.ask(question)


def test_values_that_cannot_be_averaged_are_listed_and_never_sure(library: KnowledgeBase) -> None:
    answer = library.ask("What is the average title of the books?")
    assert (len(answer.rows), answer.confidence) == (34, 0.5)
