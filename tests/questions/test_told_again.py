"""What a question asks before it asks for a number again, and which things it is about only."""

from __future__ import annotations

import pytest

from fingerpost.plans import AggregateFunction
from fingerpost.questions.counts_beside import counts_beside
from fingerpost.questions.known_only import known_only
from fingerpost.questions.only_those import only_those
from fingerpost.questions.told_again import by_what_follows, told_again


@pytest.mark.parametrize(
    ("question", "rest", "functions"),
    [
        (
            "Which vets have an average cost above 9, and what is this average?",
            "Which vets have an average cost above 9?",
            (AggregateFunction.AVG,),
        ),
        (
            "Who performed the most treatments, and how many were there?",
            "Who performed the most treatments?",
            (AggregateFunction.COUNT,),
        ),
        (
            "Which vets treated two or more animals? Give the number in each case.",
            "Which vets treated two or more animals?",
            (AggregateFunction.COUNT, AggregateFunction.SUM),
        ),
        ("Which cat is the heaviest, and how many kilograms is it?", "Which cat is the heaviest?", ()),
        (
            "Which vets treated two animals, and how many animals did each of them treat?",
            "Which vets treated two animals?",
            (AggregateFunction.COUNT,),
        ),
    ],
)
def test_a_last_clause_asks_for_a_number_again(question, rest, functions):
    again = told_again(question)
    assert again is not None
    assert (again.question, again.functions) == (rest, functions)


def test_a_last_clause_asks_for_the_date_or_in_a_unit() -> None:
    when = told_again("Whose licence ends first, and when?")
    assert when is not None
    assert (when.question, when.when) == ("Whose licence ends first?", True)
    unit = told_again("Which was the shortest visit and how many minutes did it take?")
    assert unit is not None
    assert (unit.question, unit.unit, unit.functions) == ("Which was the shortest visit?", "minutes", ())


def test_what_things_are_short_of_may_be_told_behind() -> None:
    asked = by_what_follows("What was the shortest visit of 2023 and how many stops did it have?")
    assert asked == "What was the visit of 2023 with the fewest stops?"
    assert by_what_follows("What was the blandest visit and how many stops did it have?") is None
    assert by_what_follows("What was the shortest visit?") is None


@pytest.mark.parametrize(
    "clause", [", and how many of each?", " and how much of each", "? In what quantities, please?"]
)
def test_a_last_clause_asks_how_many_there_are_of_what_is_listed(clause):
    again = told_again(f"What was in the crate{clause}")
    assert again is not None
    assert again.listed
    assert again.question == "What was in the crate?"


@pytest.mark.parametrize(
    "question",
    [
        "Which vets treated two animals?",
        "Which vets treated two animals, and how many drugs did each of them use?",
        "Which vets treated two animals, and what is the practice of each?",
        "Which vet treated the most animals, and who mentors that vet?",
        "Which vets treated two animals, and how many were adopted?",
    ],
)
def test_a_clause_that_asks_for_more_is_none_of_these(question):
    assert told_again(question) is None


@pytest.mark.parametrize(
    ("question", "rest", "those"),
    [
        (
            "Which vet is the dearest among the vets with at least four treatments?",
            "Which vet is the dearest",
            "which vets have at least four treatments?",
        ),
        (
            "Which vet is the dearest among vets with at least four treatments?",
            "Which vet is the dearest",
            "which vets have at least four treatments?",
        ),
        (
            "Considering only vets with two or more treatments, which two vets are the dearest?",
            "which two vets are the dearest",
            "which vets have two or more treatments?",
        ),
        (
            "For each vet with more than two treatments, the average cost",
            "for each vet, the average cost",
            "which vet have more than two treatments?",
        ),
        (
            "What is the average cost per vet? Only vets with three treatments or more should be listed.",
            "What is the average cost per vet",
            "which vets have three treatments or more?",
        ),
        (
            "Which vet is the dearest, taking only those who performed two or more treatments into account?",
            "Which vet is the dearest",
            "which vet performed two or more treatments?",
        ),
        (
            "How many treatments does a vet perform on average, counting only vets that have any?",
            "How many treatments does a vet perform on average",
            "",
        ),
    ],
)
def test_a_number_tells_which_things_a_question_is_about(graphs, question, rest, those):
    only = only_those(graphs["rescue"].parser.link(question), question)
    assert only is not None
    assert (only.rest.lower(), only.those) == (rest.lower(), those)
    assert not only.others


def test_a_number_tells_which_things_are_left_out(graphs):
    question = "What is the average cost per vet? Leave out vets with fewer than two treatments."
    only = only_those(graphs["rescue"].parser.link(question), question)
    assert only == ("What is the average cost per vet", "which vets have fewer than two treatments?", True)


def test_who_is_asked_for_among_some_is_one_of_them(graphs):
    question = "Of the vets with more than two treatments, who has the lowest average cost?"
    only = only_those(graphs["rescue"].parser.link(question), question)
    assert only is not None
    assert only.rest == "which vets has the lowest average cost"


@pytest.mark.parametrize(
    "question",
    [
        "For each vet, the average cost of treatments",
        "Only list the vets.",
        "Which vet is the dearest among the vets of the practice Oak Street Surgery?",
        "For each vet in the year 2020, the number of treatments",
    ],
)
def test_no_number_tells_which_things_others_are_about(graphs, question):
    assert only_those(graphs["rescue"].parser.link(question), question) is None


def test_several_counts_are_questions_of_their_own(graphs):
    question = "For each vet, show how many treatments were done, how many were dear and how many were not."
    counts = counts_beside(graphs["rescue"].parser.link(question))
    assert counts is not None
    assert counts.questions == (
        "For each vet, show how many treatments were done?",
        "For each vet, show how many treatments were dear?",
        "For each vet, show how many treatments were not done?",
    )
    assert counts.names == ("treatments done", "treatments dear", "treatments not done")


def test_a_count_of_which_nothing_is_told_stands_beside_no_other(graphs):
    answer = graphs["rescue"].ask("For each vet, how many treatments were successful and how many were done?")
    assert answer.confidence < 0.8


@pytest.mark.parametrize(
    ("question", "rest", "noun"),
    [
        ("Animals per breed, leaving out those of unknown breed", "Animals per breed?", "breed"),
        ("How many animals, ignoring the ones without a breed?", "How many animals?", "breed"),
        ("Animals per breed, where the breed is known", "Animals per breed?", "breed"),
        ("Animals per sex, excluding animals whose breed is not known.", "Animals per sex?", "breed"),
    ],
)
def test_what_is_said_to_be_known_is_told_apart(question, rest, noun):
    assert known_only(question) == (rest, noun)


@pytest.mark.parametrize("question", ["How many animals have an unknown breed?", "animals without a breed"])
def test_what_is_unknown_of_what_is_asked_for_is_none_of_it(question):
    assert known_only(question) is None
