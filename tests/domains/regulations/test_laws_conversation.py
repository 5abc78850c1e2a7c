"""Follow-ups about law: "it", "this act" and a bare section are those of the instrument that was named before."""

from __future__ import annotations

import pytest

from fingerpost.domains.regulations.questions.referring import with_name
from fingerpost.engine import KnowledgeBase


def test_follow_ups_keep_the_instrument(kb: KnowledgeBase) -> None:
    conversation = kb.conversation()
    conversation.ask("What references the Harbour Safety Act?")
    last = conversation.ask("When was it last amended?")
    assert last.text.startswith("The Harbour Safety Act was last amended by 2023, c. 8")
    assert last.notes[0] == "read as: When was the Harbour Safety Act last amended?"
    assert "five years" in conversation.ask("What does section 3(2) say?").text
    assert conversation.ask("Which regulations implement this act?").metadata["relationship_count"] == 3
    conversation.ask("What does the Tidal Waters Act cite?")
    assert "Tidal Waters Act" in conversation.ask("Was section 9 repealed?").text


def test_follow_ups_are_about_what_was_found(kb: KnowledgeBase) -> None:
    conversation = kb.conversation()
    conversation.ask("Which regulations implement the Pilotage Licences Act?")
    assert "Lighthouse Fees Regulations" in conversation.ask("Which acts does that regulation cite?").text
    assert conversation.ask("Does it cite the Tidal Waters Act?").text.startswith("No: nothing")
    conversation.ask("Which regulations implement the Harbour Safety Act?")
    assert conversation.ask("Which acts do those regulations cite?").metadata["relationship_count"] == 3
    amended = conversation.ask("Which of those regulations were amended since 2020?")
    assert [row[0] for row in amended.rows] == ["Ferry Signals Regulations", "Harbour Lights Regulations"]
    conversation.ask("When was the Harbour Safety Act last amended?")
    assert conversation.ask("And the Tidal Waters Act?").text.startswith("The Tidal Waters Act was last amended by")
    conversation.ask("What does section 3 of the Harbour Safety Act say?")
    assert conversation.ask("And section 4?").text.startswith("Section 4 of the Harbour Safety Act")
    conversation.ask("Which regulations implement the Harbour Safety Act?")
    assert "“those acts”" in conversation.ask("Which regulations implement those acts?").text


def test_those_of_a_kind_are_among_whatever_was_listed(kb: KnowledgeBase) -> None:
    conversation = kb.conversation()
    conversation.ask("What references the Harbour Safety Act?")
    amended = conversation.ask("Which of these regulations were amended since 2020?")
    assert [row[0] for row in amended.rows] == ["Harbour Lights Regulations"], amended.text


def test_it_is_the_section_that_was_asked_about(kb: KnowledgeBase) -> None:
    conversation = kb.conversation()
    conversation.ask("What does section 3(2) of the Harbour Safety Act say?")
    assert "three years" in conversation.ask("What did it say on 1 March 2021?").text
    amended = conversation.ask("Has it been amended?")
    assert amended.notes[0] == "read as: Has section 3(2) of the Harbour Safety Act been amended?"
    assert conversation.ask("Which regulations implement it?").metadata["relationship_count"] == 3


def test_by_what_and_when_are_asked_of_what_happened(kb: KnowledgeBase) -> None:
    conversation = kb.conversation()
    conversation.ask("Was section 5 of the Harbour Safety Act repealed?")
    by = conversation.ask("By which instrument?")
    assert by.text.startswith(
        "Section 5 of the Harbour Safety Act was repealed by 2023, c. 8, s. 22, in force 2023-06-15."
    )
    assert conversation.ask("And when?").text == by.text
    conversation = kb.conversation()
    conversation.ask("What has changed in section 3(2) of the Harbour Safety Act since 2022?")
    assert (
        conversation.ask("By what?").notes[0]
        == "read as: What amended section 3(2) of the Harbour Safety Act since 2022?"
    )
    conversation = kb.conversation()
    conversation.ask("What has changed in section 3(2) of the Harbour Safety Act since 2022?")
    assert "last amended by 2023, c. 8, in force 2023-06-15" in conversation.ask("When was that?").text


def test_without_a_law_before_it_is_asked_back(kb: KnowledgeBase) -> None:
    assert kb.conversation().ask("Has it been amended?").text == "Which act or regulation is meant?"


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("Has it been amended?", "Has the X Act been amended?"),
        ("What are its sections?", "What are the X Act’s sections?"),
        ("What does that act cite?", "What does the X Act cite?"),
        ("What cites section 7(1)?", "What cites section 7(1) of the X Act?"),
        ("Sort them by title", None),
        ("How many regulations are there?", None),
    ],
)
def test_what_stands_for_a_name_is_replaced(question: str, meant: str | None) -> None:
    assert with_name(question, "X Act") == meant
