"""Follow-ups over lists, and over two laws: each is a whole question about what was listed."""

from __future__ import annotations

import pytest

from fingerpost.domains.regulations.questions.follow_ups import whole
from fingerpost.engine import KnowledgeBase

RULES = "Which regulations implement the Wool Act?"
CITING = "What cites the Wool Act?"
CITED = "Which acts does the Wool Act cite?"
MADE = "the regulations that implement the Wool Act"
BOTH = "of the acts that cite the Wool Act cite the Silk Act?"
CHANGED = "What amended the Wool Act in 2019?"
PAIR = "Does the Wool Act cite the Silk Act?"


@pytest.mark.parametrize(
    ("before", "question", "meant"),
    [
        (RULES, "Which of them cite the Silk Act?", f"Which of {MADE} cite the Silk Act?"),
        (RULES, "And how many of these cite it?", f"How many of {MADE} cite it?"),
        (RULES, "How many?", "How many regulations implement the Wool Act?"),
        (RULES, "how many are there", "How many regulations implement the Wool Act?"),
        (RULES, "Were any of them amended since 2020?", f"Which of {MADE} were amended since 2020?"),
        (RULES, "Which don't cite the Silk Act?", f"Which of {MADE} don't cite the Silk Act?"),
        (RULES, "And which were repealed?", f"Which of {MADE} were repealed?"),
        ("When was the Wool Act last amended?", "How many times?", "How many times has the Wool Act been amended?"),
        ("Has the Wool Act been amended?", "And how often?", "How many times has the Wool Act been amended?"),
        (RULES, "When were they last amended?", "When were the regulations that implement the Wool Act last amended?"),
        (RULES, "Which is the newest?", "Which is the most recent of the regulations that implement the Wool Act?"),
        (RULES, "which was made first?", "Which is the oldest of the regulations that implement the Wool Act?"),
        (RULES, "And which cite the Silk Act?", "Which regulations cite the Silk Act?"),
        (CITING, "Only the acts, please.", "Which acts cite the Wool Act?"),
        (CITING, "Which ones are regulations?", "Which regulations cite the Wool Act?"),
        (CITING, "And regulations?", "Which regulations cite the Wool Act?"),
        (CITING, "In which sections?", "Which sections of instruments cite the Wool Act?"),
        (CITING, "And indirectly?", "What indirectly cites the Wool Act?"),
        (CITED, "How many of those?", "How many acts does the Wool Act cite?"),
        (CITED, "Which of them cite the Silk Act?", "Which of the acts cited by the Wool Act cite the Silk Act?"),
        ("How many acts cite the Wool Act?", "Which ones?", "Which acts cite the Wool Act?"),
        ("How many acts cite the Wool Act?", "What about regulations?", "How many regulations cite the Wool Act?"),
        (f"Which {BOTH}", "How many?", f"How many {BOTH}"),
        (CHANGED, "And since 2021?", "What amended the Wool Act since 2021?"),
        ("What amended the Wool Act?", "Since 2021?", "What amended the Wool Act since 2021?"),
        (CHANGED, "Which sections were changed?", "Which sections of the Wool Act were amended in 2019?"),
        (PAIR, "How often?", "How often does the Wool Act cite the Silk Act?"),
        (PAIR, "Where exactly?", "Which sections of the Wool Act cite the Silk Act?"),
        (PAIR, "And the other way round?", "Does the Silk Act cite the Wool Act?"),
        (PAIR, "How many?", None),
        ("What amended the Wool Act between 2001 and 2004, or in 2009?", "And in 2012?", None),
        ("What does section 2 of the Wool Act say?", "How many of them?", None),
        (RULES, "Which acts cite the Silk Act?", None),
    ],
)  # fmt: skip
def test_a_follow_up_is_a_whole_question(before: str, question: str, meant: str | None) -> None:
    assert whole(question, before) == meant


def test_what_was_listed_is_asked_about(kb: KnowledgeBase) -> None:
    talk = kb.conversation()
    talk.ask("Which regulations implement the Harbour Safety Act?")
    assert talk.ask("How many is that?").rows == ((3,),)
    talk.ask("Which regulations implement the Harbour Safety Act?")
    oldest = talk.ask("Which is the oldest?")
    assert oldest.text.startswith("The oldest regulation of a known date under the Harbour Safety Act is Ferry Signals")
    assert "the Ferry Signals Regulations" in talk.ask("When was it last amended?").notes[0]
    talk.ask("Which regulations implement the Harbour Safety Act?")
    assert "the Harbour Lights Regulations" in talk.ask("What does the second one cite?").notes[0]
    talk.ask("What does section 4 of the Harbour Safety Act say?")
    assert "section 4 of the Harbour Safety Act" in talk.ask("What cites that section?").notes[0]
    talk.ask('What does "vessel for hire" mean in the Harbour Safety Act?')
    assert "a person designated" in talk.ask("And a harbour master?").text


def test_others_are_without_what_was_asked_about(kb: KnowledgeBase) -> None:
    talk = kb.conversation()
    talk.ask("Which act enables the Ferry Signals Regulations?")
    others = {row[0] for row in talk.ask("What other regulations were made under it?").rows}
    assert others == {"Harbour Lights Regulations", "Lighthouse Fees Regulations"}


def test_by_what_is_not_asked_of_the_law_that_a_list_is_about(kb: KnowledgeBase) -> None:
    talk = kb.conversation()
    talk.ask("Which regulations that cite the Harbour Safety Act were amended since 2020?")
    assert not any("What amended the Harbour Safety Act" in note for note in talk.ask("By what?").notes)


@pytest.mark.parametrize(
    "question",
    [
        "Do all acts cite the Harbour Safety Act?",
        "Does every regulation made under the Harbour Safety Act cite it?",
        "Are most regulations made under the Harbour Safety Act?",
        "What cites the first section of the Harbour Safety Act?",
        "Which acts cite the last paragraph of the Harbour Safety Act?",
    ],
)
def test_what_is_not_looked_for_is_refused(kb: KnowledgeBase, question: str) -> None:
    assert kb.ask(question).confidence == 0


@pytest.mark.parametrize(
    "question",
    ["Which acts cite the Harbour Safety Act in their schedules?", "Which acts will cite the Harbour Safety Act?"],
)
def test_where_and_when_it_is_not_looked_for_is_never_sure(kb: KnowledgeBase, question: str) -> None:
    assert kb.ask(question).confidence < 0.8


@pytest.mark.parametrize(
    ("before", "question", "meant"),
    [
        ("Which acts cite the Harbour Safety Act?", "Is the Tidal Waters Act among them?", "Yes: "),
        ("What does the Harbour Safety Act cite?", "Is the Pilotage Licences Act one of those?", "Yes: "),
        ("When was the Harbour Safety Act last amended?", "By what?", "The Harbour Safety Act was last amended by "),
        ("Which act is cited most?", "How many instruments cite it?", "4 instruments cite the Harbour Safety Act"),
        ("Which regulations are made under the Harbour Safety Act?", "When was the newest one registered?", "The most"),
        ("Tell me about the Harbour Safety Act.", "any regs?", "Yes: 3 regulations|3 regulations"),
        ("Lighthouse Fees Regulations", "Made under?", "2 instruments are implemented by the Lighthouse Fees"),
        (
            "Quels règlements mettent en œuvre la Loi sur la sécurité des ports ?",
            "Combien ?",
            "3 regulations implement the Harbour Safety Act.",
        ),
    ],
)
def test_a_follow_up_may_leave_out_what_it_is_about(kb: KnowledgeBase, before: str, question: str, meant: str) -> None:
    talk = kb.conversation()
    talk.ask(before)
    answer = talk.ask(question)
    assert answer.text.startswith(tuple(meant.split("|"))), answer.text
    assert answer.confidence >= 0.8
