"""Provisions under one label, and what a graph has no relationships for."""

from __future__ import annotations

import pytest

from fingerpost.core.answer import Status
from fingerpost.domains.regulations.questions.catalog import Catalog, Title
from fingerpost.domains.regulations.questions.corpus_rows import Ranges
from fingerpost.domains.regulations.questions.in_force import says_from_when
from fingerpost.engine import KnowledgeBase


@pytest.mark.parametrize(
    ("provision", "label"),
    [
        ("80", "80 and 81"),
        ("81", "80 and 81"),
        ("82", None),
        ("33.5", "30 to 37"),
        ("38", None),
        ("7(6)", "7(5) to (8)"),
        ("8(6)", None),
        ("9(1)(d)", "9(1)(c) to (e)"),
        ("PART II", None),
    ],
)
def test_a_provision_is_found_under_the_label_of_several(provision: str, label: str | None) -> None:
    labels = ("80 and 81", "30 to 37", "7(5) to (8)", "9(1)(c) to (e)", "PART II")
    assert Ranges(("X-1", one) for one in labels).holding("X-1", provision) == label
    assert Ranges((("X-1", "80 and 81"),)).holding("Y-2", provision) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("April 1, 2015\n5 These Regulations come into force on April 1, 2015.", True),
        ("190 (1) Except as otherwise provided in this section, this Act comes into force on June 30, 1996.", True),
        ("12 The provisions of this Act come into force on a day to be fixed by order.", True),
        ("La présente loi entre en vigueur à la date fixée par décret.", True),
        ("7 A licence held on the day on which this Act comes into force remains valid.", False),
        ("8 Section 5 comes into force on January 1, 2020.", False),
    ],
)
def test_a_section_says_from_when_its_instrument_is_in_force(text: str, says: bool) -> None:
    assert says_from_when(text) is says


def test_a_parent_act_is_no_patent_act() -> None:
    catalog = Catalog([Title("P-4", "Patent Act", "Act"), Title("S-19", "Fishing Licences (Fees) Regulations", "Act")])
    assert catalog.find("Which regulations never cite their parent act?") == []
    assert [mention.titles[0].identifier for mention in catalog.find("Who cites the patnt act?")] == ["P-4"]


def test_an_abbreviation_goes_on_to_what_stands_in_brackets() -> None:
    act, fishing = (
        Title("E-5", "Employment Insurance Act", "Act"),
        Title("SOR-1", "Employment Insurance (Fishing) Regulations", "Regulation"),
    )
    question = "When were the EI Fishing Regulations registered?"
    [found] = Catalog([act, fishing]).find(question)
    assert (found.titles, question[found.start : found.end]) == ((fishing,), "EI Fishing Regulations")


def test_words_that_go_on_from_a_title_to_another_subject_mean_that() -> None:
    plan, board = Title("C-8", "Canada Pension Plan", "Act"), Title("B-1", "Canada Pension Plan Board Act", "Act")
    catalog = Catalog([plan, board])
    for question, meant in (
        ("Who leads the Canada Pension Plan Board?", board),
        ("Who leads the CPP Board?", board),
        ("Who leads the Canada Pension Plan office?", plan),
        ("Does the CPP have a board?", plan),
        ("who leads the cpp office?", plan),
    ):
        assert [mention.titles for mention in catalog.find(question)] == [(meant,)]


def test_a_relationship_that_the_graph_does_not_have_is_none(kb: KnowledgeBase) -> None:
    answer = kb.ask("Which act does the Harbour Safety Act implement?")
    assert (answer.status, answer.rows) == (Status.EMPTY, ())
    assert answer.text.startswith("None: no act in this corpus is implemented by the Harbour Safety Act.")


def test_two_instruments_are_related_through_a_third(kb: KnowledgeBase) -> None:
    text = kb.ask("How are the Pilotage Licences Act and the Tidal Waters Act related?").text
    assert "Both cite (1): Harbour Safety Act" in text
    assert "Cite both (1): Harbour Safety Act" in text


def test_the_text_of_a_date_that_is_not_there_is_not_given(kb: KnowledgeBase) -> None:
    answer = kb.ask("What did section 10 of the Tidal Waters Act say on 1 March 2021?")
    assert answer.status is Status.UNANSWERABLE
    assert "it was changed on 2023-06-15" in answer.text
    unchanged = kb.ask("What did section 9 of the Tidal Waters Act say on 1 March 2021?")
    assert "(held from 2019-05-01):" in unchanged.text
    assert "without a permit" in unchanged.text


def test_the_corpus_is_counted_in_the_shape_that_clients_know(kb: KnowledgeBase) -> None:
    answer = kb.ask("How many acts are there?")
    assert answer.text == "This corpus has 3 acts.\nCurrent to 2024-11-01."
    statistics = answer.metadata["statistics"]
    assert statistics["totals"]["documents"] == 6
    assert statistics["by_type"] == {"act": 3, "regulation": 3}
    assert statistics["by_language"] == {"en": 6, "fr": 1}
    assert answer.citations
