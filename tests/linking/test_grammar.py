"""Plurals, events and predicates that are made of a schema's names."""

from __future__ import annotations

import pytest

from fingerpost.linking.grammar import described, happened, opened, related
from fingerpost.plans.nouns import counted, is_plural, joined, plural, singular, with_article

PAIRS = [
    ("wall", "walls"),
    ("phone call", "phone calls"),
    ("person", "people"),
    ("contact person", "contact people"),
    ("salesperson", "salespeople"),
    ("city", "cities"),
    ("day", "days"),
    ("branch", "branches"),
    ("box", "boxes"),
    ("address", "addresses"),
    ("class", "classes"),
    ("child", "children"),
    ("bus", "buses"),
    ("house", "houses"),
    ("price", "prices"),
    ("“borrowed” relationship", "“borrowed” relationships"),
]


@pytest.mark.parametrize(("one", "many"), PAIRS)
def test_a_noun_and_its_plural(one: str, many: str) -> None:
    assert plural(one) == many
    assert singular(many) == one
    assert is_plural(many)
    assert not is_plural(one)


@pytest.mark.parametrize(("one", "many"), PAIRS)
def test_what_is_plural_already_stays_so(one: str, many: str) -> None:
    assert plural(many) == many
    assert singular(one) == one


@pytest.mark.parametrize("noun", ["status", "analysis", "bias", "alias", "glass", "news", "gas", "is", "campus", ""])
def test_a_singular_may_end_like_a_plural(noun: str) -> None:
    assert not is_plural(noun)


@pytest.mark.parametrize(("noun", "many"), [("series", "series"), ("species", "species"), ("status", "statuses")])
def test_odd_plurals(noun: str, many: str) -> None:
    assert plural(noun) == many
    assert singular(noun) == noun


@pytest.mark.parametrize(
    ("number", "noun", "text"),
    [
        (0, "column", "no columns"),
        (1, "wall", "1 wall"),
        (2, "wall", "2 walls"),
        (57_000, "wall", "57,000 walls"),
        (1, "pages", "1 page"),
        (480, "pages", "480 pages"),
        (0, "pages", "no pages"),
        (1, "people", "1 person"),
        (0, "furniture", "no furniture"),
        (1, "furniture", "1 piece of furniture"),
        (3, "furniture", "3 pieces of furniture"),
    ],
)
def test_counted_nouns(number: int, noun: str, text: str) -> None:
    assert counted(number, noun) == text


@pytest.mark.parametrize(
    ("noun", "text"),
    [
        ("price", "a price"),
        ("address", "an address"),
        ("user", "a user"),
        ("pages", "pages"),
        ("furniture", "furniture"),
    ],
)
def test_articles(noun: str, text: str) -> None:
    assert with_article(noun) == text


@pytest.mark.parametrize(
    ("parts", "left", "text"),
    [
        ([], 0, ""),
        (["a"], 0, "a"),
        (["a", "b"], 0, "a and b"),
        (["a", "b", "c"], 0, "a, b and c"),
        (["a", "b"], 1200, "a, b and 1,200 more"),
        (["a", "b"], -2, "a and b"),
    ],
)
def test_lists_in_a_sentence(parts: list[str], left: int, text: str) -> None:
    assert joined(parts, left) == text


def test_a_list_of_alternatives() -> None:
    assert joined(["a", "b", "c"], joint="or") == "a, b or c"


@pytest.mark.parametrize(
    ("text", "begun"), [("a wall", "A wall"), ("", ""), ("émile", "Émile"), ("57 walls", "57 walls")]
)
def test_sentences_begin_with_a_capital(text: str, begun: str) -> None:
    assert opened(text) == begun


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("born", "was born"),
        ("founded", "was founded"),
        ("lastUpdated", "was last updated"),
        ("built", "was built"),
        ("died", "died"),
        ("joined", "joined"),
        ("first_published", "was first published"),
        ("price", None),
        ("speed", None),
        ("birthDate", None),
        ("date_opened", None),
        ("red", None),
        ("", None),
    ],
)
def test_a_participle_tells_what_happened(name: str, event: str | None) -> None:
    assert happened(name) == event


@pytest.mark.parametrize(
    ("type_", "predicate"),
    [
        ("BORROWED", "borrowed"),
        ("WROTE", "wrote"),
        ("HELD_AT", "is held at"),
        ("PUBLISHED_BY", "is published by"),
        ("CONNECTED_TO", "is connected to"),
        ("IN_GENRE", "is in genre"),
        ("ON_LEVEL", "is on level"),
        ("PARTY_TO", "is party to"),
        ("ACTED_IN", "acted in"),
        ("BELONGS_TO", "belongs to"),
        ("KNOWS", "knows"),
        ("FILLS", "fills"),
        ("HAS_MATERIAL", "has material"),
        ("CURRENT_ADDRESS", "has current address"),
        ("FRIEND", "has friend"),
    ],
)
def test_a_relationship_type_is_said_as_a_predicate(type_: str, predicate: str) -> None:
    assert related(type_) == predicate


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("external", "external"),
        ("step free", "step free"),
        ("load bearing", "load bearing"),
        ("student", "marked as student"),
    ],
)
def test_what_a_yes_no_property_says(name: str, text: str) -> None:
    assert described(name) == text
