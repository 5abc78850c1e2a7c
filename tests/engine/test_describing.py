"""A question that only names an element gets its card instead of its name."""

from __future__ import annotations

import pytest

import fingerpost as fp
from fingerpost.core.answer import Status


@pytest.mark.parametrize(
    "question", ["Tell me about Jane Austen", "Who is Jane Austen?", "Describe the author Jane Austen"]
)
def test_what_is_known_of_an_element(library: fp.KnowledgeBase, question: str) -> None:
    answer = library.ask(question)
    lines = answer.text.splitlines()
    assert lines[0] == "Jane Austen is an author:"
    assert "  born: 1775-12-16" in lines
    assert not any("name:" in line for line in lines), "the name is said already"
    joined = lines[-1].removeprefix("  joined with 3 books (wrote): ").split(", ")
    assert set(joined) == {"Emma", "Persuasion", "Pride and Prejudice"}
    assert (answer.status, len(answer.rows), answer.citations[0].element_id) == (Status.ANSWERED, 1, "A01")


def test_many_others_are_counted(library: fp.KnowledgeBase) -> None:
    lines = library.ask("What is Northgate?").text.splitlines()
    assert lines[0] == "Northgate is a branch:"
    assert "  joined with 9 books (held at)" in lines


def test_values_have_units_and_relationships_have_directions(house: fp.KnowledgeBase) -> None:
    text = house.ask("Tell me about the kitchen").text
    assert "  area: 17.6975 m²" in text
    assert "  joined with 1 level (on level): Ground Floor" in text
    both = house.ask("Describe Wall F1 South").text
    assert "(connected to, outgoing)" in both
    assert "(connected to, incoming)" in both


def test_what_is_joined_is_told_by_what_it_is_and_which_way(tmp_path):
    (tmp_path / "works.cypher").write_text(
        "CREATE (a:Person {name: 'Ann'})-[:REPORTS_TO]->(b:Person {name: 'Bo'})-[:USES]->(:Tool {name: 'saw'}),"
        " (b)-[:USES]->(:Room {name: 'hall'}), (:Person {name: 'Cy'})-[:REPORTS_TO]->(b);"
    )
    fp.load([tmp_path / "works.cypher"], tmp_path / "works.fp")
    with fp.open(tmp_path / "works.fp") as kb:
        lines = kb.ask("Tell me about Bo").text.splitlines()
    assert sorted(lines[1:]) == [
        "  joined with 1 room (uses): hall",
        "  joined with 1 tool (uses): saw",
        "  joined with 2 people (reports to, incoming): Cy, Ann",
    ]


@pytest.mark.parametrize("question", ["Who wrote Emma?", "Which book has the ISBN 979-9-0001-0002-5?"])
def test_a_question_that_asks_for_more_gets_its_answer(library: fp.KnowledgeBase, question: str) -> None:
    assert library.ask(question).text in ("Jane Austen.", "Emma.")


def test_what_cannot_be_counted_is_said(library_path, monkeypatch: pytest.MonkeyPatch) -> None:
    with fp.open(library_path, fp.Settings(citation_work=1)) as kb:
        answer = kb.ask("Tell me about Jane Austen")
    assert answer.status is Status.ANSWERED
    assert "born: 1775-12-16" in answer.text
    assert any("WROTE could not be counted" in note for note in answer.notes)


def test_who_is_named_by_both_names_or_otherwise_than_it_is_called(tmp_path):
    (tmp_path / "person.csv").write_text(
        "id,nameFirst,nameLast,badge\n1,Hank,Aaron,X-17\n2,Aaron,Boone,X-18\n3,Hank,Bauer,X-19\n4,Aaron,Hank,X-20\n"
    )
    fp.load([tmp_path / "person.csv"], tmp_path / "person.fp")
    with fp.open(tmp_path / "person.fp") as kb:
        assert kb.ask("Tell me about Hank Aaron").text.splitlines()[0] == "Hank Aaron is a person:"
        assert kb.ask("What is the badge of Hank Aaron?").text == "The badge of Hank Aaron is X-17."
        assert len(kb.ask("Who are Hank and Aaron?").rows) == 4
        assert kb.ask("Tell me about X-18").text.splitlines()[0] == "Aaron Boone is a person:"
        assert kb.ask("Who has the badge X-18?").text == "Aaron Boone."


def test_the_one_thing_that_is_joined_with_most_of_those_called_so(tmp_path):
    (tmp_path / "music.cypher").write_text(
        "CREATE (a:Artist {name: 'Ash'})-[:MADE]->(o:Album {title: 'Ash'}), (a)-[:MADE]->(p:Album {title: 'Elm'}),"
        " (a)-[:MADE]->(:Album {title: 'Fir'}), (o)-[:HAS]->(:Track {name: 'Ash', nr: 1}),"
        " (p)-[:HAS]->(:Track {name: 'Ash', nr: 2}), (:Track {name: 'Oak', nr: 3}), (:Artist {name: 'Birch'});"
    )
    fp.load([tmp_path / "music.cypher"], tmp_path / "music.fp")
    with fp.open(tmp_path / "music.fp") as kb:
        answer = kb.ask("Tell me about Ash")
        assert answer.text.splitlines()[0] == "Ash is an artist:"
        (note,) = (note for note in answer.notes if note.startswith("called so, too"))
        assert set(note.removeprefix("called so, too: ").split(", ")) == {"1 album", "2 tracks"}
        albums = kb.ask("Which albums are by Ash?")
        assert sorted(name for (name,) in kb.ask("titles of the albums by Ash").rows) == ["Ash", "Elm", "Fir"]
        assert len(albums.rows) == 3
