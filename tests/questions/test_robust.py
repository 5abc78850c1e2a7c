"""Robustness: harmless changes change no plan, slips are told, and every question gets a typed answer.

A long run asks more of them; `python -m scripts.fuzz.robust` asks 10,000 and lists the slowest.
"""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest
from scale import LONG, some
from small_graphs import Graphs

from fingerpost.core.answer import Status
from fingerpost.core.errors import QuestionError
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.questions.candidates import Parsed
from fingerpost.questions.parse import Parser
from scripts.fuzz.question_forms import EVERY_FORM, PATTERNS, QuestionForms, forms_of
from scripts.fuzz.robust import read_questions, reading
from scripts.fuzz.robust_texts import harmless, hostile, misspelt

COUNT = 3 * PATTERNS
HOSTILE = COUNT if LONG else 80
ASKED = 40
FOLDER = Path(__file__).parent


def questions(name: str) -> list[str]:
    """The questions about a sample: in a short run about so many of them."""
    asked = read_questions(FOLDER / name)
    return some(asked, -(-len(asked) // ASKED))


@pytest.mark.parametrize("sample", ["library", "house"])
def test_harmless_changes_change_no_plan(sample: str, request: pytest.FixtureRequest) -> None:
    kb = request.getfixturevalue(sample)
    chance = random.Random(sample)
    changed = []
    for question in some(questions(f"{sample}.toml"), 2):
        plan = reading(kb, question)
        for kind, text in chance.sample(list(harmless(question)), 3 if LONG else 1):
            if reading(kb, text) != plan:
                changed.append((kind, text))
    assert changed == []


@pytest.mark.parametrize("sample", ["library", "house"])
def test_a_slip_changes_few_answers_and_none_silently(sample: str, request: pytest.FixtureRequest) -> None:
    kb = request.getfixturevalue(sample)
    asked, changed, silent = 0, [], []
    for question in questions(f"{sample}.toml"):
        text = misspelt(question, random.Random(question))  # the same whatever questions are added
        if text is None:
            continue
        before, after = kb.ask(question), kb.ask(text)
        asked += 1
        if after.rows != before.rows:
            changed.append(text)
            if after.status is Status.ANSWERED and not after.notes:
                silent.append(text)
    assert silent == []
    assert asked > 20
    assert len(changed) < 0.12 * asked, changed


def test_a_correction_is_named(library: KnowledgeBase) -> None:
    for question, note in (
        ("Who wrote Frankenstien?", "“Frankenstien” was read as “Frankenstein”"),
        ("How many boks are there?", "“boks” was read as “book”"),
        ("What is the numbr of authors?", "“numbr” was read as “number”"),
    ):
        answer = library.ask(question)
        assert answer.status is Status.ANSWERED
        assert note in answer.notes
    assert library.ask("Who wrote Frankenstein?").notes == ()


@pytest.mark.parametrize("word", ["last", "first"])
def test_a_single_word_is_no_error(library: KnowledgeBase, word: str) -> None:
    # Two readings of one word differ in a feature that has the place of that word, and no end.
    assert library.ask(word).status is not Status.FAILED


def test_hostile_questions_get_a_typed_answer(library: KnowledgeBase) -> None:
    words = sorted({word for question in questions("library.toml") for word in question.split()})
    refused = set()
    for number in range(HOSTILE):
        text = hostile(number, words)
        try:
            answer = library.ask(text)
        except QuestionError as error:
            refused.add(error.code)
        else:
            assert isinstance(answer.status, Status)
            assert answer.status is not Status.FAILED, text
            assert answer.text
    assert refused == {"question.empty", "question.too-long"}


SCHEMAS = ("regatta", "campus", "clinic")


def test_every_form_of_question_gets_an_answer_or_a_typed_refusal(
    graphs: Graphs, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_for: set[str] = set()
    parse = Parser.parse

    def watched(self: Parser, *args: Any, **kwargs: Any) -> Parsed:
        parsed = parse(self, *args, **kwargs)
        asked_for.update(*(forms_of(candidate.head) for candidate in parsed.candidates))
        return parsed

    monkeypatch.setattr(Parser, "parse", watched)
    forms = {name: QuestionForms(graphs[name].schema, graphs[name].store) for name in SCHEMAS}
    for number in range(COUNT):
        name = SCHEMAS[(number + number // PATTERNS) % len(SCHEMAS)]
        question = forms[name].question(number)
        if not LONG and number > PATTERNS and number % 8 and (number < 2 * PATTERNS or asked_for >= EVERY_FORM):
            continue  # patterns that are changed at their ends, and those that gave all of their forms before
        answer = graphs[name].ask(question)
        assert answer.status is not Status.FAILED, f"{name}: {question}: {answer.text}"
        assert answer.text, question
    assert EVERY_FORM - asked_for == set(), "no pattern of FORMS asks for these any more: add one"


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("league", "What is the average number of matches for each coach of each match?"),
        ("league", "The average number of players per team, and then the maximum of these averages"),
        ("clinic", "Which diseases are within 0 steps of Amy Chen?"),
    ],
)
def test_a_question_that_once_ended_in_an_error(name: str, question: str, graphs: Graphs) -> None:
    assert graphs[name].ask(question).status is not Status.FAILED


@pytest.mark.parametrize(
    "question",
    [
        "Could you please tell me who wrote Emma?",
        "I'd like to know who wrote Emma, please",
        "Hi, can you tell me who wrote Emma? Thanks!",
        "who wrote emma",
        "WHO WROTE EMMA?",
    ],
)
def test_politeness_asks_nothing(library: KnowledgeBase, question: str) -> None:
    plain = library.ask("Who wrote Emma?")
    answer = library.ask(question)
    assert answer.rows == plain.rows
    assert all(question[span.start : span.end] == span.text for span in answer.spans)


def test_what_is_quoted_is_not_taken_for_politeness(library: KnowledgeBase) -> None:
    answer = library.ask('Which books have "Thanks" in the title?')
    assert "Thanks" in answer.reading


@pytest.mark.parametrize("piece", ["( ", ",;:-(", "a, ", "with the ", "most "])
def test_long_rows_of_signs_are_read_in_seconds(library: KnowledgeBase, piece: str) -> None:
    text = f"{piece * 2_000}"[:1_990]
    started = time.process_time()
    library.ask(f"{text} books")
    assert time.process_time() - started < 3


def test_a_question_of_too_many_words_is_told_so(library: KnowledgeBase) -> None:
    answer = library.ask("who " * 200)
    assert answer.status is Status.UNANSWERABLE
    assert answer.text == "This question has 200 words; at most 150 are read."


@pytest.mark.parametrize(
    "question",
    [
        "Wer hat Kokoro geschrieben?",
        "Welche Bücher hat Jane Austen geschrieben?",
        "Combien de livres Jane Austen a-t-elle écrits ?",
        "Qui a emprunté Kokoro ?",
        "¿Cuántos libros escribió Jane Austen?",
        "Quem escreveu Kokoro?",
        "Quanti libri ha scritto Jane Austen?",
        "Ile książek napisała Jane Austen?",
        "Сколько книг написала Jane Austen?",
        "简·奥斯汀写了多少本书?",
        "Kokoro zzyx fnord",
    ],
)
def test_a_question_of_which_most_is_not_understood_is_not_answered(library: KnowledgeBase, question: str) -> None:
    """A name that is the same in every language makes no question of it."""
    answer = library.ask(question)
    assert answer.status is Status.UNANSWERABLE
    assert answer.missing


@pytest.mark.parametrize(
    "question",
    ["Kokoro pages", "Please tell me who wrote the famous Kokoro", "Which rather lovely books did Jane Austen write?"],
)
def test_a_question_of_which_little_is_passed_over_is_answered(library: KnowledgeBase, question: str) -> None:
    assert library.ask(question).status is Status.ANSWERED


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("Which books are popular?", "popular"),
        ("Which books by Jane Austen are popular?", "popular"),
        ("How many frobnicated books are there?", "frobnicated"),
        ("Which books were stolen?", "stolen"),
        ("How big is the Northgate branch?", "big"),
        ("How much does the Northgate branch weigh?", "weigh"),
        ("What is Jane Austen's salary?", "salary"),
        ("What is Jane Austen's shoe size?", "shoe size"),
    ],
)
def test_what_would_have_told_which_is_missing(library: KnowledgeBase, question: str, missing: str) -> None:
    """All books are no answer to which are popular; the nearest that the graph holds is named."""
    answer = library.ask(question)
    assert answer.status is Status.UNANSWERABLE
    assert answer.missing == (missing,)
    assert "Properties of" in answer.text
    assert answer.suggestions
