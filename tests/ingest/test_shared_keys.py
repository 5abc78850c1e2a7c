"""Relationships that a graph leaves to the keys of its nodes."""

from __future__ import annotations

import json

import pytest

import fingerpost as fp
from fingerpost.ingest.graphs import shared_keys

PLAYS = [("p1", "Play", {"play_id": 1, "name": "Storm"}), ("p2", "Play", {"play_id": 2, "name": "Calm"})]
ACTORS = [
    ("a1", "Actor", {"name": "Ann", "play_id": 1, "rank": 1}),
    ("a2", "Actor", {"name": "Bob", "play_id": 1, "rank": 2}),
    ("a3", "Actor", {"name": "Cy", "play_id": 2, "rank": 1}),
]


def written(folder, nodes, relationships=()):
    folder.mkdir()
    lines = [json.dumps({"id": i, "labels": [label], "props": props}) for i, label, props in nodes]
    (folder / "nodes.jsonl").write_text("\n".join(lines))
    lines = [json.dumps({"start": a, "end": b, "type": kind}) for a, kind, b in relationships]
    (folder / "rels.jsonl").write_text("\n".join(lines))
    return folder


def test_nodes_are_joined_to_those_whose_key_they_hold(tmp_path):
    report = fp.load(written(tmp_path / "data", PLAYS + ACTORS), tmp_path / "kb.fp")
    assert report.relationships == 3
    assert "PLAY: joined by their keys: Actor.play_id refers to Play.play_id" in report.notes
    with fp.open(tmp_path / "kb.fp") as kb:
        assert [row[0].properties["name"] for row in kb.ask("Which actors are in the play Storm?").rows] == [
            "Ann",
            "Bob",
        ]
        assert "play_id" in kb.schema.label_by_name["Actor"].by_name


def test_a_graph_is_taken_as_it_is_if_asked(tmp_path):
    assert fp.load(written(tmp_path / "data", PLAYS + ACTORS), tmp_path / "kb.fp", as_is=True).relationships == 0


def test_what_a_relationship_says_already_is_not_said_again(tmp_path):
    said = [("a1", "ACTS_IN", "p1"), ("a2", "ACTS_IN", "p1"), ("a3", "ACTS_IN", "p2")]
    assert fp.load(written(tmp_path / "data", PLAYS + ACTORS, said), tmp_path / "kb.fp").relationships == 3


def test_a_relationship_that_says_something_else_stays_beside(tmp_path):
    other = [("a3", "DIRECTS", "p1")]
    assert fp.load(written(tmp_path / "data", PLAYS + ACTORS, other), tmp_path / "kb.fp").relationships == 4


def test_keys_that_are_not_there_make_a_guess(tmp_path):
    lost = [("a4", "Actor", {"name": "Di", "play_id": 7})]
    report = fp.load(written(tmp_path / "data", PLAYS + ACTORS + lost), tmp_path / "kb.fp")
    assert "PLAY: a guess: 67% of the values of Actor.play_id are in Play.play_id, joined by their keys" in report.notes
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.ask("Which actors are in the play Storm?").confidence < 0.8


def test_numbers_that_are_no_keys_refer_to_nothing(tmp_path):
    ranks = [(f"r{i}", "Prize", {"rank": i, "money": 100 * i}) for i in (1, 2)]
    assert fp.load(written(tmp_path / "data", ACTORS + ranks), tmp_path / "kb.fp").relationships == 0


def test_what_is_added_is_joined_to_what_is_there(tmp_path):
    fp.load(written(tmp_path / "data", PLAYS + ACTORS), tmp_path / "kb.fp")
    more = [("a5", "Actor", {"name": "Ed", "play_id": 2})]
    assert fp.load(written(tmp_path / "more", more), tmp_path / "kb.fp", add=True).relationships == 4


def test_large_graphs_are_not_joined(tmp_path, monkeypatch):
    monkeypatch.setattr(shared_keys, "NODES_LIMIT", 4)
    report = fp.load(written(tmp_path / "data", PLAYS + ACTORS), tmp_path / "kb.fp")
    assert report.relationships == 0
    assert "with more than 4 nodes, none are joined by their keys" in report.notes


@pytest.mark.parametrize("name", ["play", "playId", "play_code"])
def test_names_that_say_the_label_are_enough(tmp_path, name):
    actors = [(i, label, {name: props["play_id"], "name": props["name"]}) for i, label, props in ACTORS]
    plays = [(i, label, {"id": props["play_id"], "name": props["name"]}) for i, label, props in PLAYS]
    expected = 0 if name == "play" else 3  # numbers need a name that says that they are keys
    assert fp.load(written(tmp_path / "data", plays + actors), tmp_path / "kb.fp").relationships == expected


def test_a_boss_is_one_of_the_same_and_nobody_has_the_number_0(tmp_path):
    pay = [(1, 0, 900), (2, 1, 700), (3, 1, 950), (4, 2, 600)]
    staff = [
        (f"c{n}", "Clerk", {"clerk_id": n, "name": f"Ann {chr(64 + n)}", "manager_id": boss, "salary": salary})
        for n, boss, salary in pay
    ]
    report = fp.load(written(tmp_path / "data", staff), tmp_path / "kb.fp")
    assert report.relationships == 3
    with fp.open(tmp_path / "kb.fp") as kb:
        told = kb.ask("Which clerks earn more than their manager?")
        assert [row[0].properties["name"] for row in told.rows] == ["Ann C"]
