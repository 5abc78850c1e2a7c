"""Tokens: where they stand, what they are reduced to, and that the index and the question read words alike."""

from __future__ import annotations

import itertools
import unicodedata

import pytest
from hypothesis import given, strategies as st

from fingerpost.linking.text import fold, normalise, quotations, singulars, split_name, stem, tokenise

TEXT = st.text(
    st.one_of(
        st.characters(codec="utf-8"),
        st.sampled_from("abcS sS'’`\"“”‘’´-_.,½ﬁßéÉöı\u0301\u00ad\u200d"),
    ),
    max_size=40,
)


@given(TEXT)
def test_positions_point_at_the_text_that_a_token_came_from(text: str) -> None:
    for token in tokenise(text):
        assert text[token.start : token.end] == token.text
        assert token.norm in fold(token.text)


@given(TEXT)
def test_tokens_stand_in_the_order_of_the_text(text: str) -> None:
    tokens = tokenise(text)
    for one, other in itertools.pairwise(tokens):
        assert one.end <= other.start or (one.start, one.end) == (other.start, other.end)


@given(TEXT)
def test_a_question_and_the_index_read_the_same_words(text: str) -> None:
    assert normalise(text) == " ".join(token.norm for token in tokenise(text))


@given(TEXT)
def test_a_key_is_its_own_key(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@given(TEXT)
def test_the_encoding_of_an_accent_makes_no_difference(text: str) -> None:
    assert normalise(unicodedata.normalize("NFD", text)) == normalise(unicodedata.normalize("NFC", text))


@given(TEXT)
def test_quotations_lie_between_marks(text: str) -> None:
    for start, end in quotations(text):
        assert 0 < start < end < len(text)
        assert not text[start - 1].isalnum()
        assert not text[end].isalnum()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Where is Anna's book?", ["where", "is", "anna", "book"]),
        ("the members' books", ["the", "members", "books"]),
        ("O'Brien", ["o", "brien"]),
        ("What is Zoë Janssen’s e-mail?", ["what", "is", "zoe", "janssen", "e", "mail"]),
        ("MÜLLER, Łukasz", ["muller", "lukasz"]),
        ("R.U.R.", ["r", "u", "r"]),
        ("½ price", ["1", "2", "price"]),
        ("snake_case", ["snake", "case"]),
        ("soft\u00adhyphen", ["softhyphen"]),
        ("?!", []),
        ("", []),
    ],
)
def test_words_of_a_text(text: str, words: list[str]) -> None:
    assert [token.norm for token in tokenise(text)] == words


@pytest.mark.parametrize(
    ("text", "possessive"),
    [
        ("Anna's book", ["Anna"]),
        ("the members' books", ["members"]),
        ("Zoë’s email", ["Zoë"]),
        ('"Emma"\'s pages', ["Emma"]),
        ("the 'Emmas' of this world", []),
        ("rock 'n' roll", []),
    ],
)
def test_possessives_are_marked(text: str, possessive: list[str]) -> None:
    assert [token.text for token in tokenise(text) if token.possessive] == possessive


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ('books with "The Last Man"', ["The Last Man"]),
        ("‘a’ and “b”", ["a", "b"]),
        ("called 'Nana' or `Emma`", ["Nana", "Emma"]),
        ("title 'Gösta Berling's Saga'", ["Gösta Berling's Saga"]),
        ("Anna's and Zoë's books", []),
        ('one " only', []),
    ],
)
def test_what_stands_in_quotation_marks(text: str, quoted: list[str]) -> None:
    assert [text[start:end] for start, end in quotations(text)] == quoted
    numbers = {token.quoted for token in tokenise(text)} - {0}
    assert numbers == set(range(1, len(quoted) + 1))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("books", "book"),
        ("libraries", "library"),
        ("wrote", "written"),
        ("people", "person"),
        ("branches", "branch"),
        ("borrowed", "borrow"),
        ("women", "woman"),
        ("indices", "index"),
        ("knew", "know"),
    ],
)
def test_forms_of_a_word_share_a_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


@pytest.mark.parametrize(("one", "other"), [("book", "boot"), ("is", "it"), ("b2", "b1"), ("address", "add")])
def test_other_words_do_not(one: str, other: str) -> None:
    assert stem(one) != stem(other)


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("books", "book"),
        ("cities", "city"),
        ("branches", "branch"),
        ("boxes", "box"),
        ("heroes", "hero"),
        ("shelves", "shelf"),
        ("wives", "wife"),
        ("firemen", "fireman"),
        ("houses", "house"),
        ("people", "person"),
        ("ties", "tie"),
    ],
)
def test_a_plural_knows_its_singular(plural: str, singular: str) -> None:
    assert singular in singulars(plural)


@pytest.mark.parametrize("word", ["glass", "book", "as", "is", ""])
def test_what_is_no_plural_has_no_singular(word: str) -> None:
    assert singulars(word) == ()


@pytest.mark.parametrize(("word", "readings"), [("bases", {"base"}), ("leaves", {"leaf", "leave"})])
def test_a_plural_of_two_words_has_both_singulars(word: str, readings: set[str]) -> None:
    assert readings <= set(singulars(word))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("HAS_PHONE", ("has", "phone")),
        ("PhoneCall", ("phone", "call")),
        ("phoneNo", ("phone", "no")),
        ("release_date:long", ("release", "date")),
        ("isExternal", ("is", "external")),
        ("HTTPServer", ("http", "server")),
        ("address2", ("address", "2")),
        ("IDs", ("ids",)),
        ("RAM_MiB", ("ram", "mib")),
        ("clockGHz", ("clock", "ghz")),
        ("energy_kWh", ("energy", "kwh")),
        ("GrößeÄnderung", ("grosse", "anderung")),
        ("ON_LEVEL", ("on", "level")),
        ("tags:string[]", ("tags",)),
        ("__", ("__",)),
    ],
)
def test_names_are_split_as_people_say_them(name: str, words: tuple[str, ...]) -> None:
    assert split_name(name) == words


@given(st.text(max_size=30))
def test_the_words_of_a_name_are_words_of_the_index(name: str) -> None:
    words = split_name(name)
    assert words or not name
    for word in words if normalise(name) else ():  # a name without letters is a word that no question has
        assert normalise(word) == word
