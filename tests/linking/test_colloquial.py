"""What people say in more words than it takes: what is read in its place, and what is a name and stays."""

from __future__ import annotations

import pytest

from fingerpost.linking.codes import coded
from fingerpost.linking.colloquial import plainer
from fingerpost.linking.text import tokenise


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("Flights at half past 10", "flights at half past 10"),
        ("Flights to Oslo as well as to Rome", "flights to oslo and rome together"),
        ("Who directed Love Actually?", "who directed love actually"),
        ("Who sang All In All?", "who sang all in all"),
        ("Which games are free of accidents?", "which games have no accidents"),
        ("Trips ordered first by day", "trips ordered by day"),
        ("Has any rider never won a cup?", "which rider has never won a cup"),
        ("Has any rider won a cup?", "has any rider won a cup"),
        ("Who joined the club last?", "who joined last"),
        ("Who joined the club Riverside?", "who joined the club riverside"),
        ("Which tents came back torn?", "which tents came back torn"),
        ("Which tents came back damaged?", "which tents was damaged"),
        ("Which runs went beyond 75 miles?", "which runs had more than 75 miles"),
        ("Sites and what state they're in", "sites and their state"),
        (
            "Cups with their prizes, biggest first, leaving out any without one",
            "cups that have a prizes with their prizes biggest first",
        ),
        ("All categories but the Kitchen", "all categories except kitchen"),
        ("All orders but not those of May", "all orders but not those of may"),
        ("Which guy has the fastest car?", "which people has the fastest car"),
        ("Films about a guy", "films about a guy"),
        ("Which hives did Ada Holm not fill?", "which hives did not ada holm fill"),
        ("Which hives has Ada never filled?", "which hives has not ada filled"),
        ("Which hives have heights not above 5?", "which hives have heights not above 5"),
        ("Who filled H-04, and on what date?", "who filled h 04 and when"),
    ],
)
def test_it_is_put_plainly(question: str, read: str) -> None:
    assert " ".join(token.norm for token in plainer(tokenise(question), lambda _: False)) == read


def test_what_a_name_has_is_no_small_talk() -> None:
    tokens = tokenise("Which games are free of accidents?")
    assert plainer(tokens, lambda stems: stems == ("free", "of", "accid")) == tokens
    assert plainer(tokens, lambda stems: stems == ("free", "for", "all")) != tokens


def test_very_many_words_are_left_as_they_are() -> None:
    tokens = tokenise("flights to Oslo as well as to Rome " * 20)
    assert plainer(tokens, lambda _: False) == tokens


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("women in the club", ["female"]),
        ("clubs in California", ["california"]),
        ("clubs in CA", ["california", "catalan"]),
        ("clubs in or near me", []),
        ("What may I do in March?", ["march"]),
    ],
)
def test_codes_are_known_by_their_names(question: str, named: list[str]) -> None:
    assert [ring.names[0] for _, _, ring in coded(tokenise(question))] == named
