"""Questions that compare instruments: a number or a date of each, and whether one has more than the other."""

from __future__ import annotations

import pytest

from fingerpost.core.answer import Status
from fingerpost.domains.regulations.questions.catalog import Catalog, Title, french_titles
from fingerpost.engine import KnowledgeBase


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        (
            "Which was amended more recently, the Harbour Safety Act or the Tidal Waters Act?",
            ["1. Harbour Safety Act: last amended 2023-06-15", "2. Tidal Waters Act: last amended"],
        ),
        (
            "How many regulations do the Harbour Safety Act and the Tidal Waters Act each have?",
            ["1. Harbour Safety Act: 3", "Tidal Waters Act: 0"],
        ),
        (
            "Which was registered first, SOR/2020-901 or SOR/2021-17?",
            ["1. Lighthouse Fees Regulations: registered 2020-12-01", "2. Harbour Lights Regulations"],
        ),
    ],
)
def test_each_of_several_has_its_line(kb: KnowledgeBase, question: str, lines: list[str]) -> None:
    answer = kb.ask(question)
    said = answer.text.splitlines()
    assert [line.startswith(start) for line, start in zip(said, lines, strict=False)] == [True] * len(lines), (
        answer.text
    )
    assert answer.confidence >= 0.8
    assert answer.citations


def test_more_than_another_is_yes_or_no(kb: KnowledgeBase) -> None:
    more = kb.ask("Does the Harbour Safety Act have more regulations than the Tidal Waters Act?")
    assert more.text.startswith("Yes:")
    assert kb.ask("Does the Tidal Waters Act have more regulations than the Harbour Safety Act?").text.startswith("No:")
    assert kb.ask("Was SOR/2021-17 registered earlier than SOR/2020-901?").text.startswith("No:")


def test_whether_a_section_is_there(kb: KnowledgeBase) -> None:
    assert kb.ask("Is there a section 3 in the Harbour Safety Act?").text.startswith("Yes: section 3")
    none = kb.ask("Does the Harbour Safety Act have a section 40?")
    assert (none.status, none.text.partition(":")[0]) == (Status.EMPTY, "No")


def test_what_stands_around_a_question_asks_for_nothing(kb: KnowledgeBase) -> None:
    answer = kb.ask("Hello! Harbour Safety Act - who mentions it? Titles only, please.")
    assert answer.rows == kb.ask("Which instruments cite the Harbour Safety Act?").rows
    assert answer.confidence >= 0.8


def test_french_titles_are_known_of_english_texts() -> None:
    english = Title("A-1", "Access to Information Act", "Act")
    catalog = Catalog([english, *french_titles([english])])
    [mention] = catalog.find("Qui cite la Loi sur l'accès à l'information ?")
    assert catalog.english(mention.titles[0]) == english
    known = Title("A-1:fr", "Loi sur l’accès à l’information", "Act", "fr")
    assert french_titles([english, known]) == []


def test_a_provision_of_a_law_that_is_only_cited_is_refused(kb: KnowledgeBase) -> None:
    answer = kb.ask("What does section 3 of the Old Harbour Lights Regulations say?")
    assert answer.status is Status.UNANSWERABLE
    assert "its text is not loaded" in answer.text


@pytest.mark.parametrize(
    ("question", "titles"),
    [
        ("Which SORs were made under the Harbour Safety Act?", 3),
        ("Regulations under the Harbour Safety Act, leaving aside everything numbered SI/...", 3),
        ("Regulations under the Harbour Safety Act, excluding SORs", 0),
    ],
)
def test_regulations_of_a_series_of_numbers(kb: KnowledgeBase, question: str, titles: int) -> None:
    answer = kb.ask(question)
    assert len(answer.rows) == titles, answer.text
    assert kb.ask("Which acts cite the Harbour Safety Act, excluding SORs?").status is Status.UNANSWERABLE


def test_of_those_amended_last_as_many_as_are_asked_for(kb: KnowledgeBase) -> None:
    one = kb.ask("Which act was amended most recently?")
    at = one.columns.index("last_amended")
    assert [str(row[at]) for row in one.rows] == ["2023-06-15"] * 2, "both were amended on one day"
    assert len(kb.ask("Which acts were amended most recently?").rows) > 2
