"""Follow-ups about two things of one kind, numbers and groups said anew, and question words alone."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import fingerpost as fp
from fingerpost.core.answer import Status
from fingerpost.core.cells import Node
from fingerpost.engine.knowledge_base import KnowledgeBase

_SINGERS = {
    "Berit Aune": ("alto", 61, 1990, "no", None),
    "Carl Moe": ("bass", 48, 2003, "no", "Berit Aune"),
    "Dina Foss": ("alto", 33, 2015, "yes", "Carl Moe"),
    "Egil Lund": ("bass", 29, 2019, "no", "Carl Moe"),
    "Frida Holm": ("soprano", 24, 2021, "yes", "Dina Foss"),
}
_CHOIRS = {"Fjord Voices": ("Bergen", "Berit Aune", "Carl Moe", "Dina Foss"), "Night Choir": ("Molde", "Egil Lund")}
_PRIZES = {"Silver Harp": (("Fjord Voices", 2011), ("Night Choir", 2018)), "Golden Lyre": (("Night Choir", 2020),)}


@pytest.fixture(scope="module")
def choirs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """Singers, who taught whom, the choirs in which they sing since a year, and the prizes that these won."""
    folder = tmp_path_factory.mktemp("choirs")
    nodes, rels = [], []
    for name, (voice, age, joined, retired, teacher) in _SINGERS.items():
        props = {"name": name, "voice": voice, "age": age, "joined": joined, "part_time": retired}
        nodes.append({"id": name, "labels": ["Singer"], "props": props})
        if teacher is not None:
            rels.append({"start": name, "end": teacher, "type": "TAUGHT_BY", "props": {}})
    for name, (town, *members) in _CHOIRS.items():
        nodes.append({"id": name, "labels": ["Choir"], "props": {"name": name, "town": town}})
        since = {"Berit Aune": 1992, "Carl Moe": 2005, "Dina Foss": 2016, "Egil Lund": 2020}
        rels += [
            {"start": one, "end": name, "type": "SINGS_IN", "props": {"since": since[one], "hours": since[one] - 1990}}
            for one in members
        ]
    for name, won in _PRIZES.items():
        nodes.append({"id": name, "labels": ["Prize"], "props": {"name": name}})
        rels += [{"start": one, "end": name, "type": "WON", "props": {"year": year}} for one, year in won]
    for file, records in (("nodes", nodes), ("rels", rels)):
        text = "".join(json.dumps(record) + "\n" for record in records)
        (folder / f"{file}.jsonl").write_text(text, encoding="utf-8")
    fp.load([folder], folder / "choirs.fp")
    with fp.open(folder / "choirs.fp") as kb:
        yield kb


def asked(kb: KnowledgeBase, *questions: str) -> fp.Answer:
    """The answer to the last of the questions of one conversation."""
    chat = kb.conversation()
    return [chat.ask(question) for question in questions][-1]


def told(answer: fp.Answer) -> set[object]:
    """The last cells of the rows, nodes by their names."""
    return {row[-1].properties["name"] if isinstance(row[-1], Node) else row[-1] for row in answer.rows}


@pytest.mark.parametrize(
    ("questions", "wanted"),
    [
        (("Which choir does Dina Foss sing in?", "Who is her teacher?", "How old is he?"), {48}),
        (("Who are the two oldest singers?", "When did they join?"), {1990, 2003}),
        (("Who is the oldest singer?", "Which choir does she sing in?", "Who was taught by her?"), {"Carl Moe"}),
        (("Who is Egil Lund's teacher?", "Who else was taught by him?"), {"Dina Foss"}),
        (("Which choir does Carl Moe sing in?", "Since when?"), {2005}),
        (("Which singers are older than 30?", "Older than 40?"), {"Berit Aune", "Carl Moe"}),
        (("Which choirs have more than two singers?", "At least one?"), {"Fjord Voices", "Night Choir"}),
        (("Which singers are there?", "Which two are the youngest?"), {"Frida Holm", "Egil Lund"}),
        (("Which singers are altos?", "When did they join?"), {1990, 2015}),
        (("Which singers are basses?", "Are all of them part-time?"), {False}),
        (("Which singers are there?", "Group those by voice"), {1, 2}),
        (("Which singers have an age above 30?", "Between 20 and 30?"), {"Egil Lund", "Frida Holm"}),
        (("Are there any singers older than 60?", "Who?"), {"Berit Aune"}),
        (("Who is the oldest singer?", "What is the town of that choir?"), {"Bergen"}),
        (("Which choir has the most singers?", "What are the ages of these singers?"), {61, 48, 33}),
        (("How many singers does each choir have?", "Which choirs have more than 2 singers?"), {3}),
        (("What is the average age of the singers by voice?", "Which voices are above 40?"), {47.0}),
    ],
)
def test_the_last_of_a_conversation(choirs: KnowledgeBase, questions: tuple[str, ...], wanted: set[object]) -> None:
    answer = asked(choirs, *questions)
    assert told(answer) == wanted, answer.text


def test_each_is_told_by_its_name(choirs: KnowledgeBase) -> None:
    answer = asked(choirs, "Which choirs won the Silver Harp?", "In which year did each of them win it?")
    assert {(row[0].properties["name"], row[1]) for row in answer.rows} >= {
        ("Fjord Voices", 2011),
        ("Night Choir", 2018),
    }


def test_groups_are_said_anew(choirs: KnowledgeBase) -> None:
    answer = asked(choirs, "How many singers are there per voice?", "The same per choir?")
    assert {row[-1] for row in answer.rows} == {3, 1}


def test_who_is_not_answered_by_a_place(choirs: KnowledgeBase) -> None:
    answer = asked(choirs, "Which choir does Carl Moe sing in?", "What is its town?", "Who else sings there?")
    assert all(set(node.labels) & {"Singer"} for row in answer.rows for node in row if isinstance(node, Node))


def test_what_is_held_by_both_ends_is_of_the_two_that_were_found(choirs: KnowledgeBase) -> None:
    answer = asked(choirs, "Which choir does Dina Foss sing in?", "How many hours?")
    assert told(answer) == {26}, answer.text


def test_both_of_what_was_named_in_turn_is_not_guessed(choirs: KnowledgeBase) -> None:
    questions = ("Which choirs won the Golden Lyre?", "And the Silver Harp?", "Both?")
    assert asked(choirs, *questions).status is Status.UNANSWERABLE


def test_a_word_of_time_alone_needs_a_verb_before_it(choirs: KnowledgeBase) -> None:
    assert asked(choirs, "Which altos are there?", "Since when?").status is Status.UNANSWERABLE
