"""A no says what is the case."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Say = Callable[..., str]


def check(say: Say, pattern: str) -> str:
    return say(f"MATCH {pattern} WITH count(*) AS n RETURN n > 0 AS answer")


def test_yes(say: Say) -> None:
    assert check(say, "(b:Book {title: 'Emma', language: 'English'})") == "Yes."


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("(b:Branch {name: 'Northgate', stepFree: true})", "Northgate is not step free."),
        ("(b:Branch {name: 'Riverside', stepFree: false})", "Riverside is step free."),
        (
            "(m:Member {firstName: 'Kwame', lastName: 'Mensah', student: true})",
            "Kwame Mensah is not marked as student.",
        ),
        ("(b:Book {title: 'Kokoro', language: 'English'})", "Kokoro does not have the language English."),
        ("(b:Book {title: 'Emma'}) WHERE b.pages > 500", "Emma does not have more than 500 pages."),
        ("(b:Book {title: 'Emma', pages: 300})", "Emma does not have 300 pages."),
        ("(b:Book {title: 'Emma'}) WHERE b.price < 5.5", "Emma does not have a price of less than 5.5."),
        ("(b:Book {title: 'Emma'}) WHERE b.year >= 1900", "Emma does not have a year on or after 1900."),
        ("(b:Book {title: 'Emma', year: 1900})", "Emma does not have the year 1900."),
        (
            "(b:Book {title: 'Emma'}) WHERE b.language IN ['Polish', 'Czech']",
            "Emma does not have the language Polish or Czech.",
        ),
        (
            "(b:Book {title: 'Emma'}) WHERE b.isbn STARTS WITH '978'",
            "Emma does not have an isbn that starts with “978”.",
        ),
        (
            "(a:Author {name: 'Jane Austen'}) WHERE a.born > date('1800-01-01')",
            "Jane Austen was not born after 1800-01-01.",
        ),
        (
            "(a:Author {name: 'Jane Austen'}) WHERE a.died <= date('1800-01-01')",
            "Jane Austen is not known to have died on or before 1800-01-01.",
        ),
        (
            "(a:Author {name: 'Jane Austen', country: 'France'}) WHERE a.born < date('1800-01-01')",
            "there is no record that Jane Austen has the country France and was born before 1800-01-01.",
        ),
        ("(p:Publisher {name: 'Harbour House', founded: 1900})", "Harbour House was not founded in 1900."),
        ("(m:Member {firstName: 'Nobody', lastName: 'Here'})", "there is no member called Nobody Here."),
    ],
)
def test_of_something_with_a_name(say: Say, pattern: str, text: str) -> None:
    assert check(say, pattern) == f"No: {text}"


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("(b:Branch) WHERE b.seats > 200", "there is no branch that has more than 200 seats."),
        ("(b:Book {language: 'Italian'})", "there is no book that has the language Italian."),
        (
            "(b:Book {language: 'Polish'}) WHERE b.pages < 100",
            "there is no book that has the language Polish and has less than 100 pages.",
        ),
    ],
)
def test_of_anything(say: Say, pattern: str, text: str) -> None:
    assert check(say, pattern) == f"No: {text}"


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (
            "(m:Member {firstName: 'Anna', lastName: 'Kowalska'})-[:BORROWED]->(b:Book {title: 'Emma'})",
            "Anna Kowalska borrowed Emma.",
        ),
        ("(b:Book {title: 'Kokoro'})-[:IN_GENRE]->(g:Genre {name: 'Gothic'})", "Kokoro is in genre Gothic."),
        ("(m:Member)-[:BORROWED]->(b:Book {title: 'Villette'})", "any member borrowed Villette."),
        (
            "(a:Author {name: 'Emily Brontë'})-[:WROTE]->(b:Book {language: 'French'})",
            "Emily Brontë wrote any book that has the language French.",
        ),
        (
            "(a:Author {name: 'Emily Brontë'})-[:WROTE]->(b:Book)-[:IN_GENRE]->(g:Genre {name: 'Drama'})",
            "Emily Brontë wrote any book and that book is in genre Drama.",
        ),
    ],
)
def test_of_what_joins_things(say: Say, pattern: str, text: str) -> None:
    assert check(say, pattern) == f"No: there is no record that {text}"


@pytest.mark.parametrize(
    "pattern",
    [
        "(b:Book) WHERE b.price IS NULL",
        "(b:Book {title: 'Emma'}) WHERE NOT (b)-[:IN_GENRE]->(:Genre)",
        "(m:Member)-[r:BORROWED]->(b:Book) WHERE r.renewals > 900",
        "(b:Book) WHERE b.pages < 10 OR b.pages > 9000",
        "(b:Book) WHERE b.pages > b.year",
        "(b:Book), (g:Genre {name: 'none'})",
        "(a:Author)-[:WROTE|BORROWED]->(b:Book {title: 'none'})",
    ],
)
def test_what_cannot_be_put_in_a_few_words_is_a_plain_no(say: Say, pattern: str) -> None:
    assert check(say, pattern) == "No, there is none."


def test_a_check_of_another_kind_is_a_plain_no(say: Say) -> None:
    assert say("MATCH (b:Book) WITH count(*) AS n RETURN n > 100 AS answer") == "No."
    assert say("MATCH (b:Book) WITH count(*) AS n RETURN n > 10 AS answer") == "Yes."


def test_none_of_a_kind(say_of_house: Say) -> None:
    assert check(say_of_house, "(c:Column)") == "No: there are no columns."
    assert check(say_of_house, "(c:Column)-[:ON_LEVEL]->(l:Level {name: 'Roof'})") == (
        "No: there is no record that any column is on level Roof."
    )


def test_units_are_said(say_of_house: Say) -> None:
    text = check(say_of_house, "(w:Wall {name: 'Wall F1 South'}) WHERE w.length > 50")
    assert text == "No: Wall F1 South does not have a length of more than 50 m."
