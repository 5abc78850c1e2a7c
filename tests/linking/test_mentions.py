"""What words of questions mean in the two samples: labels, properties, relations, values, literals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, strategies as st

from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.linking.lexicon import Lexicon
from fingerpost.linking.linker import Linker
from fingerpost.linking.mentions import Linked, Mention

Link = Callable[[str], Linked]


def linker(kb: KnowledgeBase) -> Linker:
    return Linker(Lexicon(kb.schema, kb.pack), kb.index)


@pytest.fixture(scope="module")
def link(library: KnowledgeBase) -> Link:
    return linker(library).link


@pytest.fixture(scope="module")
def link_house(house: KnowledgeBase) -> Link:
    return linker(house).link


def mentions(linked: Linked, words: str) -> list[Mention]:
    """The mentions of exactly these words, likeliest first."""
    found = [m for m in linked.mentions if linked.text(m.start, m.end) == words]
    return sorted(found, key=lambda m: -m.score)


def best(linked: Linked, words: str, kind: str) -> Mention:
    return next(m for m in mentions(linked, words) if m.kind == kind)


@pytest.mark.parametrize(
    ("question", "words", "label"),
    [
        ("How many books are there?", "books", "Book"),
        ("Which BRANCHES are open?", "BRANCHES", "Branch"),
        ("Which writers are there?", "writers", "Author"),
        ("Which user borrowed Emma?", "user", "Member"),
        ("List the publishrs", "publishrs", "Publisher"),
    ],
)
def test_labels(link: Link, question: str, words: str, label: str) -> None:
    mention = best(link(question), words, "label")
    assert mention.name == label
    assert mention.score > 0.5
    assert mention.reason


@pytest.mark.parametrize(
    ("question", "words", "name", "owner"),
    [
        ("What is the price of Emma?", "price", "price", "Book"),
        ("What is the e-mail of Zoë?", "e-mail", "email", "Member"),
        ("the first name of a member", "first name", "firstName", "Member"),
        ("which surname has he?", "surname", "lastName", "Member"),
        ("the due date of Kokoro", "due date", "dueDate", "BORROWED"),
        ("the birthdate of Anna", "birthdate", "birthDate", "Member"),
        ("the date of birth of Anna", "date of birth", "birthDate", "Member"),
        ("the cost of Emma", "cost", "price", "Book"),
        ("Which branches are step free?", "step free", "stepFree", "Branch"),
    ],
)
def test_properties(link: Link, question: str, words: str, name: str, owner: str) -> None:
    (mention,) = [m for m in mentions(link(question), words) if (m.kind, m.name) == ("property", name)]
    assert owner in mention.owners
    assert mention.of_relationship == owner.isupper()


@pytest.mark.parametrize(
    ("question", "words", "type_"),
    [
        ("Who wrote Emma?", "wrote", "WROTE"),
        ("the author who has written Emma", "written", "WROTE"),
        ("Which books did Anna borrow?", "borrow", "BORROWED"),
        ("books held at Northgate", "held at", "HELD_AT"),
        ("members registered at Northgate", "registered at", "REGISTERED_AT"),
        ("books published by Harbour House", "published", "PUBLISHED"),
    ],
)
def test_relations(link: Link, question: str, words: str, type_: str) -> None:
    assert best(link(question), words, "relation").name == type_


@pytest.mark.parametrize(
    ("question", "words", "owner", "value"),
    [
        ("Who wrote Pride and Prejudice?", "Pride and Prejudice", "Book", "Pride and Prejudice"),
        ("Who wrote les miserables?", "les miserables", "Book", "Les Misérables"),
        ("Zoë Janssen's email", "Zoë", "Member", "Zoë"),
        ("books in French", "French", "Book", "French"),
        ("Gothics of the library", "Gothics", "Genre", "Gothic"),
        ("What did Siobhan O'Brien borrow?", "O'Brien", "Member", "O'Brien"),
        ("who wrote Frankenstien", "Frankenstien", "Book", "Frankenstein"),
        ("books as audiobook", "audiobook", "Book", "audiobook"),
        ("books of Nordlys", "Nordlys", "Publisher", "Nordlys Forlag"),
    ],
)
def test_values(link: Link, question: str, words: str, owner: str, value: str) -> None:
    found = [m for m in mentions(link(question), words) if m.kind == "value"]
    assert (frozenset((owner,)), value) in [(m.owners, m.value) for m in found]


def test_a_value_has_every_reading(link: Link) -> None:
    found = {(*m.owners, m.name) for m in mentions(link("Who knows Emma?"), "Emma") if m.kind == "value"}
    assert found == {("Book", "title"), ("Member", "firstName")}


def test_a_value_written_as_it_is_stands_before_one_that_is_spelled_otherwise(link: Link) -> None:
    exact, other = best(link("is Émile Zola"), "Émile Zola", "value"), best(link("emile zola"), "emile zola", "value")
    assert exact.value == other.value == "Émile Zola"
    assert exact.score > other.score > best(link("Emile Zolla"), "Emile Zolla", "value").score


def test_a_word_of_the_schema_is_doubted_as_a_value_unless_it_is_written_like_one(link: Link) -> None:
    plain = best(link("Which branch has it?"), "branch", "value")
    named = best(link("Which books has Branch?"), "Branch", "value")
    assert plain.value == named.value == "Branch"
    assert plain.score < 0.5 < named.score


def test_quoted_text_is_meant_as_a_whole(link: Link) -> None:
    linked = link('books with "Jane Eyre and Emma" in the title')
    (text,) = mentions(linked, "Jane Eyre and Emma")
    assert (text.kind, text.value) == ("text", "Jane Eyre and Emma")
    assert mentions(linked, "Jane Eyre") == []


def test_quoted_values_are_found(link: Link) -> None:
    kinds = {m.kind for m in mentions(link("who wrote 'Jane Eyre'?"), "Jane Eyre")}
    assert kinds == {"text", "value"}


@pytest.mark.parametrize(
    ("question", "words", "kind", "value"),
    [
        ("books with more than 500 pages", "500", "number", 500),
        ("books with more than two hundred pages", "two hundred", "number", 200),
        ("born on 16 December 1775", "16 December 1775", "date", "1775-12-16"),
        ("opened at 9:30", "9:30", "time", "09:30"),
    ],
)
def test_literals(link: Link, question: str, words: str, kind: str, value: Any) -> None:
    mention = best(link(question), words, kind)
    assert mention.value == value
    assert mention.literal is not None


def test_a_date_finds_what_has_it_however_it_is_written(link: Link) -> None:
    for said in ("1775-12-16", "16 December 1775", "December 16th, 1775"):
        mention = best(link(f"Who was born on {said}?"), said, "value")
        assert (mention.name, mention.owners) == ("born", {"Author"})


def test_a_property_knows_the_label_beside_it(link: Link) -> None:
    for question in ("the author's name", "the name of the author", "the names of all authors", "author names"):
        linked = link(question)
        (mention,) = [m for m in linked.mentions if m.kind == "property" and m.name == "name" and m.score > 0.9]
        assert mention.near == {"Author"}, question


def test_what_is_said_of_the_last_property_holds_for_those_before_it(link: Link) -> None:
    linked = link("the titles and prices of all books")
    assert best(linked, "titles", "property").near == {"Book"}
    assert best(linked, "prices", "property").near == {"Book"}


def test_what_is_known_is_definite(link: Link) -> None:
    assert best(link("who borrowed these books?"), "books", "label").definite
    assert not best(link("who borrowed books?"), "books", "label").definite


@pytest.mark.parametrize(
    ("question", "words", "kind", "name"),
    [
        ("Which storeys are there?", "storeys", "label", "Level"),
        ("How many partitions are there?", "partitions", "label", "Wall"),
        ("Which walls are exterior?", "exterior", "property", "isExternal"),
        ("Which walls are structural?", "structural", "property", "loadBearing"),
        ("What is the wall made of?", "made of", "relation", "HAS_MATERIAL"),
        ("windows installed in walls", "installed in", "relation", "FILLS"),
        ("How many columns are there?", "columns", "label", "Column"),
    ],
)
def test_the_words_of_the_buildings_pack(link_house: Link, question: str, words: str, kind: str, name: str) -> None:
    assert name in [m.name for m in mentions(link_house(question), words) if m.kind == kind]


def test_what_a_pack_hides_is_not_linked(link_house: Link, house: KnowledgeBase) -> None:
    assert {"globalId", "tag"} & house.schema.property_names
    linked = link_house("What is the global id and the tag of the front door?")
    assert not {m.name for m in linked.mentions} & set(house.pack.hidden)


@pytest.mark.parametrize("question", ["?", "", "🙂", "的 是 了", "a" * 2000, "the of in on"])
def test_questions_without_meaning_link_to_nothing_wrong(link: Link, question: str) -> None:
    assert [m for m in link(question).mentions if m.score > 0.9 and m.kind in ("label", "value")] == []


@given(
    st.lists(
        st.sampled_from(
            "How many books Emma's “Emma wrote” by the 500 2017-08-11 per branch ' ½ , ? é held at Zoë".split()
        ),
        max_size=10,
    )
)
def test_mentions_lie_within_the_question(library: KnowledgeBase, words: list[str]) -> None:
    linked = linker(library).link(" ".join(words))
    for mention in linked.mentions:
        assert 0 <= mention.start < mention.end <= len(linked.tokens)
        assert 0 < mention.score <= 1
        assert linked.text(mention.start, mention.end) in linked.question
    assert [m.start for m in linked.mentions] == sorted(m.start for m in linked.mentions)


def test_a_word_of_english_that_means_nothing_here_is_no_slip(link: Link) -> None:
    assert not any(m.corrected for m in link("How many books were used?").mentions)
    assert any(m.corrected for m in link("How many usres are there?").mentions)


def test_a_year_beside_its_month_is_no_value(link: Link) -> None:
    assert best(link("Which books are from 1813?"), "1813", "value").name == "year"
    linked = link("How many loans were there in May 1813?")
    assert [m.kind for m in linked.mentions if "1813" in linked.text(m.start, m.end)] == ["month"]
