"""Ages at an event: whose they are, and what makes an event."""

from __future__ import annotations

import pytest

import fingerpost
from fingerpost.engine.knowledge_base import KnowledgeBase

FILES = {
    "Worker": "worker_id:ID,name,born:int\nW1,Ada Lamm,1980\nW2,Bo Fink,1991\nW3,Cleo Ritt,1975\n",
    "Firm": "firm_id:ID,name,founded:int\nF1,Nordwind,1950\nF2,Kiesel,1999\n",
    "Cup": "cup_id:ID,name,year:int\nC1,Harbour Cup,2010\nC2,Lantern Cup,2012\n",
    "Poster": "poster_id:ID,name,year:int\nP1,Blue Sails,2009\nP2,Red Oars,2011\n",
    "WORKS_AT": ":START_ID,:END_ID\nW1,F1\nW2,F1\nW3,F2\n",
    "FRIEND_OF": ":START_ID,:END_ID\nW3,W1\nW2,W3\n",
    "SPONSORED": ":START_ID,:END_ID\nF1,C1\nF2,C2\n",
    "PLAYED_IN": ":START_ID,:END_ID\nW1,C1\nW2,C1\nW2,C2\n",
    "DREW": ":START_ID,:END_ID\nW1,P1\nW2,P2\n",
}


@pytest.fixture(scope="module")
def cups(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cups")
    (folder / "in").mkdir()
    for name, text in FILES.items():
        (folder / "in" / f"{name}.csv").write_text(text, encoding="utf-8")
    fingerpost.load([folder / "in"], folder / "cups.fp")
    with KnowledgeBase(folder / "cups.fp") as kb:
        yield kb


@pytest.mark.parametrize(
    ("question", "then"),
    [
        ("What is the average age of the workers who played in the Harbour Cup?", True),
        ("For each cup, what is the average age of the workers who played in it?", True),
        ("What is the average age of the workers who played in cups?", False),
        ("What is the current average age of the workers who played in the Harbour Cup?", False),
        ("What is the average age now of the workers who played in the Harbour Cup?", False),
        # Firms that paid for it were not there, with all who work at them.
        ("What is the average age of the workers of firms that sponsored the Harbour Cup?", False),
        # Nor are the friends of those who played.
        ("What is the average age of the friends of workers who played in the Harbour Cup?", False),
        # What has a year is no event, but for those who say so.
        ("What is the average age of the workers who drew Blue Sails?", False),
        ("What was the age at the time of the workers who drew Blue Sails?", True),
    ],
)
def test_ages_are_those_of_then_where_people_were_at_it(cups, question, then):
    head = cups.parser.parse(question).candidates[0].head
    assert any(measure.term.part == "age" for measure in head.measures) or any(c.part == "age" for c in head.columns)
    assert (head.then is not None) == then


def test_a_column_says_when_the_age_was(cups):
    answer = cups.ask("For each cup, what is the average age of the workers who played in it?")
    assert answer.columns == ("Cup", "avg of age at Cup")
    assert set(answer.rows) == {("Harbour Cup", 24.5), ("Lantern Cup", 21.0)}
    assert "cup's year minus worker's born" in answer.reading


def test_bounds_of_ages_are_those_of_then(cups):
    assert cups.ask("How many workers older than 28 played in the Harbour Cup?").rows == ((1,),)
    assert cups.ask("How many workers younger than 21 played in the Harbour Cup?").rows == ((1,),)
    assert cups.ask("How many workers who are older than 28 played in the Harbour Cup?").rows == ((2,),)
