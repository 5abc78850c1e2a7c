"""Paths over several nodes: who hangs on whom, told by possessives, "and", "also", and words for the ends of events."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import fingerpost
from fingerpost.core.answer import Status
from fingerpost.core.cells import Node
from fingerpost.engine.knowledge_base import KnowledgeBase

PEOPLE = "Ada Bob Cyd Dan Eve Flo"
EDGES = {
    "KNOWS": [("Ada", "Bob"), ("Ada", "Cyd"), ("Dan", "Bob")],
    "KNOWS_PHONE": [("Eve", "Ada"), ("Dan", "Eve")],
    "FRIEND": [("Ada", "Flo"), ("Bob", "Eve")],
    "LIVES_IN": [("Ada", "1 Elm Row"), ("Bob", "2 Elm Row"), ("Flo", "2 Elm Row")],
    "HAS_PHONE": [("Ada", "555-01"), ("Bob", "555-02"), ("Flo", "555-03")],
    "CALLER": [("c1", "555-01"), ("c2", "555-02"), ("c3", "555-03")],
    "CALLED": [("c1", "555-02"), ("c2", "555-03"), ("c3", "555-02")],
    "HOSTED": [("Ada", "p1"), ("Bob", "p2"), ("Dan", "p3")],
    "INVOLVED_IN": [("snare", "p1")],
    "HELD_IN": [("p1", "1 Elm Row"), ("p2", "2 Elm Row"), ("p3", "2 Elm Row")],
}
PARTIES = {"p1": "quiet", "p2": "loud", "p3": "secret"}
CALLS = {"c1": "15,10:20", "c2": "80,00:15", "c3": "90,12:00"}


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder = tmp_path_factory.mktemp("town")
    nodes = {
        "people.csv": ["name:ID,:LABEL", *(f"{name},Person" for name in PEOPLE.split())],
        "places.csv": ["address:ID,:LABEL", "1 Elm Row,Building", "2 Elm Row,Building"],
        "phones.csv": ["number:ID,:LABEL", *(f"555-0{n},Phone" for n in (1, 2, 3))],
        "calls.csv": ["key:ID,duration,time,:LABEL", *(f"{key},{told},PhoneCall" for key, told in CALLS.items())],
        "drums.csv": ["key:ID,:LABEL", "snare,Drum"],
        "parties.csv": ["key:ID,mood,:LABEL", *(f"{key},{mood},Party" for key, mood in PARTIES.items())],
    }
    edges = {f"{type_}.csv": [":START_ID,:END_ID", *(f"{a},{b}" for a, b in pairs)] for type_, pairs in EDGES.items()}
    for name, lines in {**nodes, **edges}.items():
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    fingerpost.load([folder / name for name in {**nodes, **edges}], folder / "town.fp")
    with KnowledgeBase(folder / "town.fp") as kb:
        yield kb


def names(kb: KnowledgeBase, question: str) -> set[str]:
    answer = kb.ask(question)
    assert answer.status in (Status.ANSWERED, Status.EMPTY), answer.text
    return {kb.display.name(cell) if isinstance(cell, Node) else str(cell) for row in answer.rows for cell in row}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        # What stands behind a possessive hangs on what came before it.
        ("Which phones do Ada's friends have?", {"555-03"}),
        ("Which parties were at Bob's residence?", {"p2", "p3"}),
        # "And" joins two of whom the same is said.
        ("Who knows both a person named Bob and a person named Cyd?", {"Ada"}),
        # The words of a relation may stand apart.
        ("Who knows Ada's phone number?", {"Eve"}),
        ("Who are the people whose phone numbers are known by Dan?", {"Eve"}),
        ("Who is aware of the phone number of Dan?", {"Eve"}),
        ("Who has the phone number of Ada?", {"Eve"}),
        # "Owner" is who has it; a word before its value needs no name in the graph.
        ("Who is the owner of 555-02?", {"Bob"}),
        ("Who hosted parties with a flavour of secret?", {"Dan"}),
        ("How many parties were held anywhere?", {"3"}),
        ("Who are the friends of Ada?", {"Flo"}),
        # What people are is said of the same people.
        ("Which phones belong to people who are friends of Ada?", {"555-03"}),
        # Words that only hold others together bring in nothing.
        ("Who hosted parties involving a secret mood?", {"Dan"}),
        # Who did something, and to whom it was done.
        ("Which phones made calls?", {"555-01", "555-02", "555-03"}),
        ("Which phones received calls?", {"555-02", "555-03"}),
        ("Which phones called 555-03?", {"555-02"}),
        ("Which phones were called by 555-01?", {"555-02"}),
        ("How many times was 555-02 called?", {"2"}),
        ("Which calls were received by a phone that called for 80 seconds?", {"c1", "c3"}),
        # One more of what was named.
        ("Which parties were held in buildings where a secret party was also held?", {"p2"}),
        ("Which parties were held in a building with a secret party?", {"p2"}),
        ("Which calls were made by a phone that received a call of 80 seconds?", {"c3"}),
        ("Which calls were made by phones that received calls of 80 seconds?", {"c3"}),
        # What is related tells of what follows; "with a" tells which of them, and an address is what places have.
        ("Which drum-related parties were hosted by Ada?", {"p1"}),
        ("Who are the people with a phone?", {"Ada", "Bob", "Flo"}),
        ("What is the address of Ada?", {"1 Elm Row"}),
        # A number with its unit is no time of the day, nor a part of one a number.
        ("Which phones received a 15-second call?", {"555-02"}),
        ("Which phones received calls at 12:00?", {"555-02"}),
    ],
)
def test_what_hangs_on_what(town: KnowledgeBase, question: str, expected: set[str]) -> None:
    assert names(town, question) == expected


def test_of_several_ways_that_nothing_names_all_are_offered(town: KnowledgeBase) -> None:
    """Ada has a phone that called a phone that somebody has; but nothing says so."""
    question = "Who was called by Ada?"
    answer = town.ask(question)
    assert answer.status is Status.AMBIGUOUS
    found = [town.ask(question, choice=number).rows for number in range(1, len(answer.choices) + 1)]
    names_of = [[cell.properties.get("name") for (cell,) in rows] for rows in found]
    assert ["Bob"] in names_of
    assert ["Ada"] not in names_of, "what is only repeated is not offered"


def test_those_who_are_people(town: KnowledgeBase) -> None:
    assert names(town, "Which phones belong to those living in 2 Elm Row?") == {"555-02", "555-03"}


TABLES = {
    "film": ["film_id,title,length,price", "1,Rain,50,9", "2,Snow,46,8", "3,Hail,180,7"],
    "actor": ["actor_id,name", "1,Ann", "2,Bea"],
    "film_actor": ["film_id,actor_id", "1,1", "1,2", "2,2", "3,2"],
    "country": ["country_id,country", "1,Norway", "2,Chile"],
    "city": ["city_id,city,country_id", "1,Oslo,1", "2,Bergen,1", "3,Arica,2"],
    "address": ["address_id,street,city_id", "1,Elm Row,1", "2,Oak Row,2", "3,Ash Row,3"],
    "customer": ["customer_id,name,address_id", "1,Ida,1", "2,Jon,2", "3,Kim,3"],
    "payment": ["payment_id,customer_id,amount", "1,1,2.5", "2,1,2.5", "3,2,9"],
}


def test_tables_that_are_joined_over_others(tmp_path: Path) -> None:
    for name, lines in TABLES.items():
        (tmp_path / f"{name}.csv").write_text("\n".join(lines) + "\n")
    fingerpost.load([tmp_path / f"{name}.csv" for name in TABLES], tmp_path / "rental.fp")
    with KnowledgeBase(tmp_path / "rental.fp") as kb:
        assert kb.ask("Which actor has the most films?").text == "Bea (3 films)."
        assert names(kb, "Which films last less than 47 minutes?") == {"Snow"}
        assert kb.ask("Which country has the most customers?").text == "Norway (2 customers)."
        assert names(kb, "Which customers are from Norway?") == {"Ida", "Jon"}
        assert kb.ask("Which customer paid the most?").text == "Jon (total amount: 9)."
        assert kb.ask("How much did each customer pay?").columns == ("customer", "sum of amount")
        assert kb.ask("Which customer made the most payments?").text == "Ida (2 payments)."
        assert kb.ask("How much did Ida pay?").rows == ((5.0,),)
