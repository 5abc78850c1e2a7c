"""Readings that give way to others of the same words."""

from __future__ import annotations

from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import OWN, PREPOSITION, RING_PART
from fingerpost.linking.text import tokenise
from fingerpost.linking.weeding import without_articled, without_parts, without_slight

TOKENS = tokenise("which areas are there")


def test_a_name_of_its_own_hardly_says_a_type() -> None:
    label = Mention("label", 1, 2, "Area", OWN, "its name")
    slight = Mention("relation", 1, 2, "IN_AREA", PREPOSITION, "a word of IN_AREA")
    sure = Mention("relation", 1, 2, "AREA_OF", OWN, "its name")
    assert without_slight([label, slight, sure], tokenise("shops areas")) == [label, sure]
    assert without_slight([slight], TOKENS) == [slight]


def test_what_is_asked_for_is_no_type() -> None:
    label = Mention("label", 1, 2, "Area", OWN, "its name")
    part = Mention("relation", 1, 2, "IN_AREA", RING_PART, "its name")
    sure = Mention("relation", 1, 2, "AREAS", OWN, "its name")
    assert without_slight([label, part, sure], tokenise("which areas have shops")) == [label]
    assert without_slight([label, part], tokenise("shops areas")) == [label, part]


def test_a_property_of_the_name_hardly_says_a_type() -> None:
    held = Mention("property", 1, 2, "address", OWN, "its name")
    part = Mention("relation", 1, 2, "CURRENT_ADDRESS", RING_PART, "a word of CURRENT_ADDRESS")
    assert without_slight([held, part], TOKENS) == [held]


def test_the_names_of_something_are_no_type() -> None:
    tokens = tokenise("the names of teams")
    held = Mention("property", 1, 2, "name", OWN, "its name")
    said = Mention("relation", 1, 2, "NAMED", OWN, "its name")
    assert without_slight([held, said], tokens) == [held]


def test_a_noun_is_no_type_that_only_says_that_it_is_had() -> None:
    tokens = tokenise("owners with loans")
    label = Mention("label", 2, 3, "Loan", OWN, "its name")
    had = Mention("relation", 2, 3, "HAS_LOAN", OWN, "its name")
    granted = Mention("relation", 2, 3, "GRANTED_LOAN", RING_PART, "its name")
    assert without_slight([label, had, granted], tokens) == [label, granted]
    assert without_slight([had], tokens) == [had]


def test_a_label_with_its_article_is_no_value_unless_it_is_written_so() -> None:
    label = Mention("label", 1, 2, "mountain", OWN, "its name")
    titled = Mention("value", 0, 2, "title", 0.82, "photo.title has it", "the mountain")
    assert without_articled([titled], [label], tokenise("the mountains")) == []
    assert without_articled([titled], [label], tokenise("The Mountain")) == [titled]
    assert without_articled([titled], [], tokenise("the mountains")) == [titled]


def test_a_word_before_what_it_costs_is_no_type() -> None:
    hired = Mention("relation", 1, 2, "RENTED", RING_PART, "another way to say RENTED")
    assert without_slight([hired], tokenise("daily hire rates")) == []
    assert without_slight([hired], tokenise("we hire tents")) == [hired]


def _town_and_team():
    team = Mention("value", 3, 5, "name", OWN, "Team.name has it", frozenset(("Team",)), value="Westby B", words=2)
    town = Mention("value", 3, 4, "town", OWN, "Player.town has it", frozenset(("Player",)), value="Westby")
    return team, town


def test_a_name_with_a_word_that_means_nothing_else_takes_in_what_is_inside_it() -> None:
    team, town = _town_and_team()
    assert without_parts([team, town], []) == [team]


def test_a_name_of_two_words_that_both_mean_something_leaves_them() -> None:
    team, town = _town_and_team()
    other = Mention("property", 4, 5, "b", OWN, "its name")
    assert without_parts([team, town], [other]) == [team, town]


def test_a_property_of_what_is_named_leaves_no_room_for_part_of_another_name() -> None:
    scored = Mention("relation", 0, 1, "SCORED", OWN, "its name")
    minute = Mention("property", 1, 2, "minute", OWN, "its name", frozenset(("SCORED",)), of_relationship=True)
    other = Mention("property", 1, 2, "minute_on", RING_PART, "a part", frozenset(("PLAYED",)), of_relationship=True)
    tokens = tokenise("scored minute")
    assert without_slight([scored, minute, other], tokens) == [scored, minute]
    assert without_slight([minute, other], tokens) == [minute, other]
