"""Graphs and documents that are asked as one, in conversations too."""

from __future__ import annotations

import asyncio
import json
import threading

import pytest

import fingerpost as fp
from fingerpost.core.errors import SettingsError, StoreError
from fingerpost.engine import Joint

HANDBOOK = "Loans last three weeks. A lost card is replaced by the reception for two euros. Emma was restored in 2019."


@pytest.fixture(scope="module")
def handbook(tmp_path_factory):
    folder = tmp_path_factory.mktemp("handbook") / "handbook.fp"
    with fp.memory(folder) as memory:
        memory.add_text(HANDBOOK, key="handbook", title="Handbook")
    with fp.open(folder) as opened:
        yield opened


@pytest.fixture
def joint(kb, handbook):
    return Joint({"handbook": handbook, "library": kb})


def test_each_base_answers_what_it_knows(joint):
    counted = joint.ask("How many books are there?")
    assert (counted.text, counted.state()["route"]) == ("There are 34 books.", "graph")
    card = joint.ask("Who replaces a lost card?")
    assert "replaced by the reception" in card.text
    state = card.state()
    assert (state["route"], state["graph_db_enabled"]) == ("documents", False)
    assert state["data_sources"] == {"graph_db": False, "documents": True}
    [document] = state["retrieved_docs"]
    assert document["metadata"]["source_type"] == "vector"
    assert document["metadata"]["source"] == "handbook"
    assert json.loads(json.dumps(state)) == state


def test_two_requests_are_answered_by_both(joint):
    answer = joint.ask("Who replaces a lost card, and how many books are there?")
    first, second = answer.text.split("\n\n")
    assert first.startswith("## Who replaces a lost card\n")
    assert second == "## How many books are there?\nThere are 34 books."
    state = answer.state()
    assert state["route"] == "both"
    assert "count(" in state["cypher_query"]
    assert [document["metadata"]["source_type"] for document in state["graph_query_results"]] == ["graph"]
    assert state["graph_query_metadata"]["row_count"] == 1
    assert [part["base"] for part in answer.metadata["parts"]] == ["handbook", "library"]
    assert fp.Answer.model_validate_json(answer.model_dump_json()) == answer


def test_what_none_knows_each_explains(joint):
    answer = joint.ask("How many unicorns are there?")
    assert answer.status == "unanswerable"
    assert "## From handbook\n" in answer.text
    assert "## From library\n" in answer.text
    assert answer.state()["route"] == "none"


def test_writing_is_refused_once(joint):
    assert joint.ask("Delete all books").text.count("change the data") == 1


def test_each_base_keeps_its_part_of_the_conversation(kb, handbook, joint):
    joint.ask("Who borrowed Emma?")
    assert "Persuasion" in " ".join(joint.ask("and Persuasion?").notes)
    later = Joint({"handbook": handbook, "library": kb}, joint.memories)
    assert "Emma" in " ".join(later.ask("and Emma?").notes)


def test_what_was_asked_before_does_not_change_what_documents_say(joint):
    question = "Who replaces a lost card, and how many books are there?"
    first = joint.ask(question)
    assert [joint.ask(question).text for _ in range(2)] == [first.text] * 2


def test_a_store_that_is_down_leaves_the_others_and_a_line_says_so(joint, kb, monkeypatch):
    def down(*_):
        raise StoreError("the database cannot be reached", code="store.unavailable")

    monkeypatch.setattr(type(kb.store), "run", down)
    answer = joint.ask("Who replaces a lost card?")
    assert answer.state()["route"] == "documents"
    both = joint.ask("How many books are there, and who replaces a lost card?")
    assert "replaced by the reception" in both.text


def test_bases_are_asked_at_the_same_time(kb):
    meeting = threading.Barrier(2, timeout=10)

    class Waits(type(kb)):
        def conversation(self, memory=None):
            talk = super().conversation(memory)
            ask = talk.ask
            talk.ask = lambda question: (meeting.wait(), ask(question))[1]
            return talk

    with Waits(kb.path) as one, Waits(kb.path) as other:
        answer = Joint({"one": one, "other": other}).ask("How many books are there?")
    assert answer.text == "## From one\nThere are 34 books.\n\n## From other\nThere are 34 books."


def test_steps_of_all_bases_are_told(kb, handbook, joint):
    from fingerpost.core.watching import Watch, watched

    told = []
    with watched(Watch(told.append)):
        joint.ask("How many books are there?")
    assert {"run", "route"} <= {step.name for step in told}


def test_no_base_is_an_error():
    with pytest.raises(SettingsError):
        Joint({})


def test_a_conversation_with_documents_reads_them(handbook):
    talk = handbook.conversation()
    answer = talk.ask("Who replaces a lost card?")
    assert "replaced by the reception" in answer.text
    assert asyncio.run(handbook.aask("Who replaces a lost card?")).text == answer.text
