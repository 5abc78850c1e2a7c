"""What a turn says that it kept, asks why, and does with what it cannot relate."""

from __future__ import annotations

import pytest

from fingerpost import KnowledgeBase
from fingerpost.engine.conversation.cues import Edit, follow_up


def test_an_edit_says_what_was_kept(house):
    chat = house.conversation()
    chat.ask("Which walls are on the ground floor?")
    changed = chat.ask("and on the first floor?")
    assert (
        "kept from before: “Which walls are on the ground floor?”, with “on the first floor” instead" in changed.notes
    )
    narrowed = chat.ask("only the external ones")
    assert "kept from before: “Which walls are on the ground floor?”, “and on the first floor?”" in narrowed.notes
    assert narrowed.citations
    assert narrowed.trace.steps[0].name == "verify", "it passes the gate"


def test_why_is_the_reading_and_the_sources(house):
    chat = house.conversation()
    chat.ask("How many walls are external?")
    answer = chat.ask("why?")
    assert "is external is true" in answer.text
    assert "house.ifc" in answer.text
    assert answer.rows


def test_a_question_of_its_own_begins_anew(library):
    chat = library.conversation()
    chat.ask("Which books are in French?")
    assert chat.ask("How many members are there?").rows == ((18,),)
    assert chat.memory.question == "How many members are there?"


def test_what_follows_a_question_that_was_not_understood_is_not_sure(library):
    chat = library.conversation()
    chat.ask("Which books are in French?")
    assert chat.ask("which of them smell of lavender?").status == "unanswerable"
    answer = chat.ask("how many are they?")
    assert answer.rows == ((3,),)
    assert answer.confidence < 0.8
    assert any("“which of them smell of lavender?” was not understood" in note for note in answer.notes)
    assert chat.ask("Which books are in German?").confidence > 0.8


def test_a_follow_up_is_no_surer_than_what_it_rests_on(library):
    chat = library.conversation()
    chat.ask("Which books are in French?")
    before = chat.ask("Which branches stock them?")
    after = chat.ask("What are their addresses?")
    assert len(after.rows) == 2
    assert after.confidence <= before.confidence < 0.8


def test_without_a_question_before_nothing_is_followed_up(library):
    assert library.conversation().ask("only the French ones").query == library.ask("only the French ones").query


def test_what_cannot_be_related_is_said_and_the_conversation_goes_on(library):
    chat = library.conversation()
    chat.ask("Which books are in French?")
    lost = chat.ask("which of those are purple?")
    assert lost.status == "unanswerable"
    assert "Which books are in French?" in lost.text
    assert len(chat.ask("and in Swedish?").rows) == 3


def test_a_request_to_change_is_refused_within_a_conversation(library):
    chat = library.conversation()
    chat.ask("Which books are in French?")
    assert chat.ask("delete them").status == "refused"


@pytest.mark.parametrize(
    ("question", "edit", "words"),
    [
        ("and on the second floor?", Edit.CHANGE, "on the second floor"),
        ("Only the external ones.", Edit.NARROW, "external"),
        ("how many is that?", Edit.COUNT, "how many is that"),
        ("Ok, thanks. Can you list them please?", Edit.LIST, "list them"),
        ("in descending order", Edit.TURN, "descending"),
        ("just the top 3", Edit.FIRST, "just the top 3"),
        ("for each branch?", Edit.GROUP, "for each branch"),
        ("which one has the most?", Edit.EXTREME, "which one has the most"),
        ("only those with at least 2 books", Edit.HAVING, "only those with at least 2 books"),
        ("sort them by area", Edit.SORT, "area"),
        ("what about 2022?", Edit.CHANGE, "2022"),
        ("Why?", Edit.WHY, "Why"),
    ],
)
def test_cues(question, edit, words):
    found = follow_up(question)
    assert found is not None
    assert (found.edit, found.words) == (edit, words)


@pytest.mark.parametrize("question", ["Which walls are external?", "Who wrote Emma and Persuasion?", "How many books?"])
def test_questions_that_stand_alone(question):
    assert follow_up(question) is None


@pytest.mark.parametrize("question", ["How many did each have?", "How many does each of them have?"])
def test_a_number_for_each_is_not_answered_by_the_total(library: KnowledgeBase, question: str) -> None:
    talk = library.conversation()
    talk.ask("Which members borrowed books?")
    answer = talk.ask(question)
    assert (answer.status, answer.rows) == ("unanswerable", ())
    assert len(talk.ask("How many is that?").rows) == 1, "the conversation goes on"


@pytest.mark.parametrize("question", ["who wrote it?", "what is its price?", "which authors wrote them?"])
def test_a_first_question_refers_to_nothing(question, library):
    answer = library.conversation().ask(question)
    assert answer.status == "unanswerable"
    assert answer.text.startswith("Nothing was asked before that this could refer to.")


@pytest.mark.parametrize("question", ["Show the books and their authors", "List the members and their emails"])
def test_a_first_question_refers_within_itself(question, library):
    assert library.conversation().ask(question).status == "answered"
