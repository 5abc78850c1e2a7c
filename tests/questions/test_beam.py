"""The beam: readings that it would not keep are never made, and that changes none of those that it keeps."""

from __future__ import annotations

import pytest

from fingerpost import KnowledgeBase
from fingerpost.questions.beam import Beam
from fingerpost.questions.state import State, TreeNode


@pytest.mark.parametrize(
    "question",
    [
        "Which members borrowed a book by an author who was born before 1900?",
        "What is the title of the longest book that a member of the Harbour House branch borrowed?",
        "Which members borrowed another book by Jane Austen and know a member who never borrowed one?",
        "How many books with more than two genres did each author write?",
        "List the name and the address of every branch where at least three members borrowed a novel",
        "Who wrote Emma and a book that was borrowed in May?",
        "Which of Jane Austen's books did Anna Kowalska's branch lend to a member, and who wrote the longest one?",
    ],
)
def test_what_is_kept_is_the_same_where_every_reading_is_made(library: KnowledgeBase, question: str) -> None:
    seen: list[int] = []
    every = library.parser.parse(question, watch=lambda position, states, _: seen.append(len(states)))
    some = library.parser.parse(question)
    assert max(seen) > 12, "nothing was left out"
    assert [(c.score, c.reasons, c.plan) for c in some.candidates] == [
        (c.score, c.reasons, c.plan) for c in every.candidates
    ]


def _state(label: str, score: float) -> State:
    return State(nodes=(TreeNode(label, 0, True),), score=score)


def test_the_best_are_kept_and_of_those_alike_the_better_one() -> None:
    beam = Beam(0, 2)
    worse, better, other, last = _state("Book", 1.0), _state("Book", 3.0), _state("Author", 2.0), _state("Genre", 1.5)
    for state in (worse, other, better, last):
        beam.offer(state)
    assert beam.least == pytest.approx(2.0)
    kept = beam.kept()
    assert [id(state) for state in kept] == [id(better), id(other)]


def test_of_equals_those_that_came_first_go_first() -> None:
    beam = Beam(0, 2)
    states = [_state(label, 1.0) for label in ("Book", "Author", "Genre")]
    beam.take(states)
    assert [id(state) for state in beam.kept()] == [id(state) for state in states[:2]]
