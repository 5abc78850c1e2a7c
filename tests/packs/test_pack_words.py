"""What a pack says is heeded: each kind of entry, with a question before and after."""

from __future__ import annotations

import pytest
from opening_with import Opened

from fingerpost.core.answer import Status
from fingerpost.core.cells import Node
from fingerpost.engine.knowledge_base import KnowledgeBase

MANAGES = """
[relations.MANAGES]
forward = ["manage", "run"]
backward = ["managed by", "report to", "run by"]
start = ["boss"]
end = ["subordinate"]
"""
BUDDIES = '[relations]\nKN_SN = { each = ["buddy"] }\n'


def names(kb: KnowledgeBase, question: str) -> set[str]:
    answer = kb.ask(question)
    assert answer.status is Status.ANSWERED, answer.text
    return {kb.display.name(cell) if isinstance(cell, Node) else str(cell) for row in answer.rows for cell in row}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who manages Bob?", {"Ann"}),
        ("Who does Bob manage?", {"Cy"}),
        ("Who reports to Bob?", {"Cy"}),
        ("Who is managed by Bob?", {"Cy"}),
        ("Who is run by Ann?", {"Bob"}),
        ("Which people run Cy?", {"Bob"}),
        ("Who is the boss of Bob?", {"Ann"}),
        ("Who are the subordinates of Ann?", {"Bob"}),
    ],
)
def test_words_lead_along_the_arrow_or_against_it(
    office: KnowledgeBase, with_pack: Opened, question: str, expected: set[str]
) -> None:
    assert names(with_pack(office, MANAGES), question) == expected


def test_without_directions_words_say_it_as_the_type_does(office: KnowledgeBase, with_pack: Opened) -> None:
    assert names(office, "Who manages Bob?") == {"Ann"}
    assert names(office, "Who reports to Bob?") == {"Cy"}
    kb = with_pack(office, '[relations]\nMANAGES = ["head"]\n')
    assert names(kb, "Who heads Bob?") == {"Ann"}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who are the buddies of Ann?", {"Cy"}),
        ("Who is a buddy of Cy?", {"Ann"}),
    ],
)
def test_nouns_name_what_stands_at_the_other_end(
    office: KnowledgeBase, with_pack: Opened, question: str, expected: set[str]
) -> None:
    assert office.ask(question).status is Status.UNANSWERABLE
    assert names(with_pack(office, BUDDIES), question) == expected


def test_another_form_of_a_noun_is_not_that_noun(office: KnowledgeBase, with_pack: Opened) -> None:
    kb = with_pack(office, '[superlatives]\ninitial = "least Phone.weight"\n')
    roles = [m.value for m in kb.parser.parse("How many phones initiated?").markers]
    assert "initial" not in roles


def test_a_noun_is_a_node_between_two_others(office: KnowledgeBase, with_pack: Opened) -> None:
    question = "Which phones do the buddies of Ann have?"
    assert office.ask(question).rows == ()
    answer = with_pack(office, BUDDIES).ask(question)
    assert [dict(row[0].properties)["number"] for row in answer.rows if isinstance(row[0], Node)] == ["555"]


def test_a_value_goes_by_another_name(library: KnowledgeBase, with_pack: Opened) -> None:
    question = "Which books are love stories?"
    assert library.ask(question).status is Status.UNANSWERABLE
    text = '[values]\n"love stories" = { label = "Genre", property = "name", value = "Romance" }\n'
    kb = with_pack(library, text)
    assert names(kb, question) == names(library, "Which Romance books are there?") != set()
    assert kb.ask('Which book is called "love stories"?').rows == ()


def test_a_value_of_a_relationship_goes_by_another_name(library: KnowledgeBase, with_pack: Opened) -> None:
    text = '[values]\n"for the third time" = { relation = "BORROWED", property = "renewals", value = 2 }\n'
    answer = with_pack(library, text).ask("Which books were borrowed for the third time?")
    gold = library.query("MATCH ()-[r:BORROWED]->(b:Book) WHERE r.renewals = 2 RETURN DISTINCT b")
    assert sorted(row[0].element_id for row in answer.rows) == sorted(row[0].element_id for row in gold.rows)


def test_an_alias_for_what_the_graph_lacks_is_passed_over(library: KnowledgeBase, with_pack: Opened) -> None:
    kb = with_pack(library, '[values]\n"ground floor" = { label = "Level", property = "name", value = "Level 1" }\n')
    assert kb.ask("How many books are there?").rows == ((34,),)
    assert kb.ask("How many books are on the ground floor?").status is not Status.FAILED


@pytest.mark.parametrize(
    ("question", "gold"),
    [
        ("Which is the priciest book?", "MATCH (b:Book) RETURN b.title ORDER BY b.price DESC LIMIT 1"),
        ("What are the three priciest books?", "MATCH (b:Book) RETURN b.title ORDER BY b.price DESC LIMIT 3"),
        ("Which is the oldest book?", "MATCH (b:Book) RETURN b.title ORDER BY b.pages DESC LIMIT 1"),
        ("Who is the oldest author?", "MATCH (b:Author) RETURN b.name ORDER BY b.born LIMIT 1"),
    ],
)
def test_superlatives_rank_as_the_pack_says(
    library: KnowledgeBase, with_pack: Opened, question: str, gold: str
) -> None:
    kb = with_pack(library, '[superlatives]\npriciest = "most price"\noldest = ["most Book.pages"]\n')
    assert names(kb, question) == {row[0] for row in library.query(gold).rows}


def test_the_default_measure_of_a_label(library: KnowledgeBase, with_pack: Opened) -> None:
    question = "Which is the largest book?"
    assert names(library, question) == {"Les Misérables"}
    dearest = {row[0] for row in library.query("MATCH (b:Book) RETURN b.title ORDER BY b.price DESC LIMIT 1").rows}
    assert names(with_pack(library, '[measures]\nBook = "price"\n'), question) == dearest


def test_a_measure_whose_name_has_several_words(house: KnowledgeBase, with_pack: Opened) -> None:
    for name in ("netSideArea", "grossSideArea", "netVolume"):
        kb = with_pack(house, f'[measures]\nWall = "{name}"\n[superlatives]\nslightest = "least Wall.{name}"\n')
        for question, function in (("Which is the largest wall?", "max"), ("Which is the slightest wall?", "min")):
            gold = f"MATCH (w:Wall) WITH {function}(w.{name}) AS v MATCH (w:Wall) WHERE w.{name} = v RETURN w.name"
            assert names(kb, question) == {row[0] for row in house.query(gold).rows}


def test_units_stand_in_answers_and_in_questions(library: KnowledgeBase, with_pack: Opened) -> None:
    kb = with_pack(library, '[units]\nBook.price = "EUR"\npages = "s"\n')
    assert library.ask("What is the price of Emma?").text == "The price of Emma is 10.5."
    assert kb.ask("What is the price of Emma?").text == "The price of Emma is 10.5 EUR."
    minutes = kb.ask("Which books take more than 20 minutes?")
    assert minutes.rows == library.ask("Which books have more than 1200 pages?").rows != ()


def test_words_that_say_nothing_are_passed_over(library: KnowledgeBase, with_pack: Opened) -> None:
    question = "How many books with a proper cover are there?"
    assert library.ask(question).status is Status.UNANSWERABLE
    assert with_pack(library, 'ignore = ["with a proper cover"]\n').ask(question).rows == ((34,),)


def test_words_for_a_property_of_one_label(library: KnowledgeBase, with_pack: Opened) -> None:
    kb = with_pack(library, '[properties]\nPublisher.name = ["imprint"]\npages = ["sheets"]\n')
    owners = {mention.owners for mention in kb.parser.parse("imprint").linked.mentions if mention.kind == "property"}
    assert owners == {frozenset(("Publisher",))}
    assert kb.ask("How many sheets does Emma have?").rows == ((480,),)


def test_what_is_shown_of_a_node(library: KnowledgeBase, with_pack: Opened) -> None:
    kb = with_pack(library, '[show]\nMember = ["lastName", "firstName"]\n[columns]\nBook = ["year", "price", "isbn"]\n')
    assert kb.ask("Who borrowed Emma?").text == "O'Brien Siobhán."
    question = "Which is the cheapest book?"
    assert library.ask(question).text == "The Metamorphosis (price 6.9)."
    assert kb.ask(question).text.startswith("The Metamorphosis (year 1915, price 6.9, isbn 979-9-")
