"""Answers that a model words: its wording stands only where it says what the answer says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import fingerpost as fp
from fingerpost.engine.generation.grounding import unfounded
from fingerpost.engine.generation.wording import unfaithful
from fingerpost.engine.stepwise import Stepwise

QUESTION = "Which books cost more than 22?"
PLAIN = "2 books: Les Misérables (price 24) and Kristin Lavransdatter (price 26.5)."
GOOD = "The two books that cost more than that are Les Misérables (24) and Kristin Lavransdatter (26.5)."
BOTH = "Les Misérables (24) and Kristin Lavransdatter (26.5)"


@pytest.fixture
def worded(library_path: Path, model_server: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Asks the library with a model that words answers so."""
    monkeypatch.setenv("FINGERPOST_MODEL_WORDS", "true")
    monkeypatch.setenv("FINGERPOST_MODEL_RETRIES", "0")

    def ask(entry: dict[str, Any], question: str = QUESTION) -> Any:
        server = model_server(entry)
        with fp.open(library_path, fp.Settings(model=server.spec)) as kb:
            return kb.ask(question), server

    return ask


def test_a_faithful_wording_is_given_and_marked(worded: Any, library: Any) -> None:
    answer, server = worded({"content": GOOD})
    assert answer.text == GOOD
    assert answer.metadata["plain_text"] == library.ask(QUESTION).text == PLAIN
    assert answer.metadata["worded_by"] == "tiny"
    assert answer.rows == library.ask(QUESTION).rows
    step = answer.trace.steps[-1]
    assert (step.name, step.details["calls"][0]["tokens"]) == ("word", 1000)
    assert PLAIN in server.requests[0]["messages"][-1]["content"]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "text",
    [
        f"2 books: {BOTH} by Sigrid Undset.",
        f"The 3 books of 2 are {BOTH}.",
        f"Three of 2 books: {BOTH}.",
        "2 books: Les Misérables (24).",
        "2 books: Les Misérables (26.5) and Kristin Lavransdatter (24).",
        f"There are no 2 books, {BOTH}.",
        f"2 books: {BOTH}, half of all.",
        f"2 books: {BOTH} (see dickens).",
        f"2 books: {BOTH}; 戦争と平和.",
        f"2 books: {BOTH}. Visit http://evil.example/x.",
        f"2 books: {BOTH}. " * 9,
    ],
    ids=["name", "number", "number word", "left out", "order", "denied", "share", "small", "script", "link", "long"],
)
def test_a_wording_that_says_anything_else_is_not_given(worded: Any, text: str) -> None:
    answer, _ = worded({"content": text})
    assert answer.text == PLAIN
    assert "plain_text" not in answer.metadata
    assert answer.trace.steps[-1].decided.startswith("not used")


@pytest.mark.parametrize(
    ("question", "wording", "given"),
    [
        ("How many books are there?", "There are 34 members.", False),
        ("How many books are there?", "There are 34 books by authors.", False),
        ("How many books are there?", "34 books are there in all.", True),
        ("How many pages does Emma have?", "The price of Emma is 480.", False),
        ("How many pages does Emma have?", "There are 480 pages in Emma.", True),
        ("How many members are registered at Riverside?", "Riverside has 7 registered members.", True),
        ("How many members are registered at Riverside?", "Riverside has 7 publishers.", False),
    ],
)
def test_a_wording_is_about_what_the_answer_is_about(worded: Any, question: str, wording: str, given: bool) -> None:
    answer, _ = worded({"content": wording}, question)
    assert (answer.text == wording) is given
    assert given or answer.trace.steps[-1].decided.startswith("not used")


def test_numbers_that_change_places_are_not_given() -> None:
    plain = "Number of books by language: French 5, Swedish 3."
    assert unfaithful("There are 5 books in French and 3 books in Swedish.", plain, ["French 5", "Swedish 3"])
    assert not unfaithful("French has 5 books, Swedish 3 books.", plain, ["French 5", "Swedish 3"])
    listed = "2 books: Emma and Persuasion."
    assert not unfaithful("The books are Emma and Persuasion.", listed, [], 2)
    assert unfaithful("The books are Emma and Persuasion.", listed, [], 3)
    assert unfaithful("French has 3 books, Swedish 5 books.", plain, ["French 5", "Swedish 3"])


@pytest.mark.parametrize(
    "entry",
    [{"status": 500, "body": "{}"}, {"content": GOOD, "delay": 30}, {"content": ""}],
    ids=["error", "slow", "empty"],
)
def test_a_faulty_model_leaves_our_own_sentence(worded: Any, monkeypatch: Any, entry: dict[str, Any]) -> None:
    monkeypatch.setenv("FINGERPOST_MODEL_SECONDS", "1")
    answer, _ = worded(entry)
    assert answer.text == PLAIN
    assert any("did not word this answer" in note for note in answer.notes)


def test_what_is_no_answer_is_not_worded(worded: Any) -> None:
    for question in ("Delete all books", "What can I ask?", "Which books cost more than 2200?"):
        assert worded({"content": GOOD}, question)[1].requests == []


def test_nothing_is_worded_unless_it_is_wanted(worded: Any, monkeypatch: Any) -> None:
    monkeypatch.delenv("FINGERPOST_MODEL_WORDS")
    answer, server = worded({"content": GOOD})
    assert (answer.text, server.requests) == (PLAIN, [])


def test_a_wording_is_asked_for_once(library_path: Path, model_server: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("FINGERPOST_MODEL_WORDS", "true")
    server = model_server({"content": GOOD})
    with fp.open(library_path, fp.Settings(model=server.spec)) as kb:
        first, done, kept = Stepwise(kb.context, QUESTION), [], {}
        while first.next is not None:
            name = first.next
            done.append((name, first.step()))
            kept[name] = first.kept(name)
        again = Stepwise(kb.context, QUESTION)
        again.replay(done, {name: found for name, found in kept.items() if found})
        assert again.answer().text == GOOD
        assert again.answer().metadata == first.answer().metadata
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("text", "sources", "strange"),
    [
        ("Emma and Persuasion", ["Persuasion", "Emma"], []),
        ("It was written by Jane Austen.", ["Jane Austen"], []),
        ("Charles Austen wrote it", ["Jane Austen", "Charles Dickens"], ["Charles Austen"]),
        ("1,200 pages", ["1200 pages"], []),
        ("1200.0 pages", ["1,200 pages"], []),
        ("12 pages", ["120 pages"], ["12"]),
        ("a dozen pages", ["12 pages"], []),
        ("100 million", ["100"], ["million"]),
        ("Austen's books", ["books by austen"], []),
        ("room A-101", ["A-101"], []),
        ("room A-102", ["A-101"], ["A-102"]),
        ("books", ["a book"], []),
        ("Jane Austen, Mary Shelley", ["Mary Shelley", "Jane Austen"], []),
        ("", ["x"], []),
    ],
)
def test_numbers_and_names_must_be_known(text: str, sources: list[str], strange: list[str]) -> None:
    assert unfounded(text, sources) == strange
