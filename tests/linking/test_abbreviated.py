"""Names that are short for the words of a question."""

from __future__ import annotations

import json

import pytest

import fingerpost as fp
from fingerpost.engine import KnowledgeBase
from fingerpost.linking.abbreviated import abbreviates


@pytest.mark.parametrize(
    ("short", "word", "expected"),
    [
        ("insp", "inspection", True),
        ("wt", "weight", True),
        ("rgn", "region", True),
        ("crd", "credit", True),
        ("cntr", "container", True),
        ("spd", "speed", True),
        ("car", "cargo", False),
        ("in", "inspection", False),
        ("wd", "weight", False),
        ("dpt", "captain", False),
        ("weight", "weight", False),
        ("rate", "rotate", False),
    ],
)
def test_what_may_be_short_for_a_word(short: str, word: str, expected: bool) -> None:
    assert abbreviates(short, word) is expected


@pytest.fixture(scope="module")
def depot(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    """Crates in a depot, with names as short as in old databases."""
    folder = tmp_path_factory.mktemp("depot")
    crates = [("C1", "20DC", 8.5, "tea"), ("C2", "40HC", 12.0, "crates"), ("C3", "20DC", 3.5, "tea")]
    nodes = [
        {
            "type": "node",
            "id": number,
            "labels": ["Crt"],
            "properties": {"crt_no": number, "typ": kind, "gwt_t": weight, "cargo": cargo},
        }
        for number, kind, weight, cargo in crates
    ]
    owner = {
        "type": "node",
        "id": "k1",
        "labels": ["Clnt"],
        "properties": {"nm": "Adler", "crd_lim": 900, "ctry": "DE"},
    }
    lines = [*nodes, owner]
    lines += [
        {"type": "relationship", "label": "BOOKED", "start": {"id": "k1"}, "end": {"id": number}}
        for number in ("C1", "C2")
    ]
    (folder / "depot.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    fp.load([folder / "depot.jsonl"], folder / "depot.fp")
    return fp.open(folder / "depot.fp")


@pytest.mark.parametrize(
    ("question", "cypher"),
    [
        ("How many crates has the client Adler booked?", "MATCH (:Clnt {nm: 'Adler'})-[:BOOKED]->(c) RETURN count(c)"),
        ("Which crates hold tea?", "MATCH (c:Crt {cargo: 'tea'}) RETURN c"),
        ("Number of crates per type", "MATCH (c:Crt) RETURN c.typ, count(c)"),
    ],
)
def test_words_are_found_in_short_names(depot: KnowledgeBase, question: str, cypher: str) -> None:
    answer = depot.ask(question)
    assert sorted(map(str, answer.rows)) == sorted(map(str, depot.query(cypher).rows)), answer.text
    assert answer.confidence < 0.8


def test_a_name_whose_parts_are_usual_abbreviations_is_no_guess(depot: KnowledgeBase) -> None:
    answer = depot.ask("What is the credit limit of Adler?")
    assert (answer.rows, answer.confidence >= 0.8) == (((900,),), True)


def test_a_name_of_a_person_is_no_word_that_is_written_short(depot: KnowledgeBase) -> None:
    assert depot.ask("What did Carter book?").status == "unanswerable"


def test_things_are_called_by_their_name_however_short_its_own_is(depot: KnowledgeBase) -> None:
    assert depot.ask("Which clients are there?").text.startswith("Adler")


def test_a_word_that_no_name_is_short_for_stays_unknown(depot: KnowledgeBase) -> None:
    assert depot.ask("What is the colour of the crates?").status == "unanswerable"
