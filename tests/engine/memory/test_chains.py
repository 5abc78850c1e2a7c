"""Questions over two relationships follow both, in their direction, and show both sentences."""

from __future__ import annotations

import pytest

import fingerpost as fp

TEXT = """The Gateway depends on the Auth Service. The Auth Service is owned by the Identity Team.

The Portal depends on the Gateway. The Portal is owned by the Web Team. The Identity Team affects the Portal.

CHG-003 fixed INC-002. Tomas Reyes wrote CHG-003. INC-002 affected the Ledger. The Ledger is owned by the Payments Team.

INC-009 was caused by CHG-003. The Ledger depends on the Broker. The Broker depends on the Disk Array.

INC-010 took an hour. It was caused by CHG-004.

CHG-004: the queue is longer. Made by Ada Low on 2 May 2026. Reviewed by Ben Ode. It depends on CHG-003.

The Archive (formerly Cold Box) is full.
"""


@pytest.fixture(scope="module")
def memory(tmp_path_factory):
    with fp.memory(tmp_path_factory.mktemp("chains") / "kb.fp") as memory:
        memory.add_text(TEXT, key="a")
        yield memory


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who owns what the Gateway depends on?", {"Identity Team"}),
        ("Who owns what depends on the Gateway?", {"Web Team"}),
        ("Who wrote the change that fixed INC-002?", {"Tomas Reyes"}),
        ("Who is the author of the change that fixed INC-002?", {"Tomas Reyes"}),
        ("Who owns the system that INC-002 affected?", {"Payments Team"}),
        ("What does the system that the Ledger depends on depend on?", {"Disk Array"}),
        ("What does the system depend on that the Ledger depends on?", {"Disk Array"}),
        ("Who made the change that caused INC-010?", {"Ada Low"}),
        ("Who wrote what CHG-004 depends on?", {"Tomas Reyes"}),
    ],
)
def test_chains(memory, question, names):
    answer = memory.ask(question)
    assert {row[0] for row in answer.rows} == names
    assert len(answer.metadata["path"]) == 2
    for quote in answer.metadata["quotes"]:
        assert TEXT[quote["start"] : quote["end"]] == quote["quote"]
    assert answer.metadata["source_type"] == "graph"


@pytest.mark.parametrize(
    "question",
    [
        "Who does not own what the Gateway depends on?",
        "How many teams own what the Gateway depends on?",
        "Who owns what the Gateway and the Ledger depend on?",
        "Who wrote the change that affected INC-002?",
        "Who wrote what the Disk Array depends on?",
        "Who reviewed the change that caused INC-010?",
        "Who is responsible for the move of the Gateway?",
    ],
)
def test_other_questions_are_no_chains(memory, question):
    assert "path" not in memory.ask(question).metadata


@pytest.mark.parametrize("question", ["Who wrote INC-010?", "Who reviewed INC-002?"])
def test_what_is_said_of_another_thing_is_no_answer(memory, question):
    assert memory.ask(question).status == "unanswerable"


def test_one_relationship(memory):
    assert memory.ask("What was the Archive called before?").text.startswith("Cold Box.")


def test_sentences_of_two_documents_are_joined_by_what_the_first_names(tmp_path):
    with fp.memory(tmp_path / "kb.fp") as memory:
        memory.add_text(
            "The Harvest Festival is held in the village of Tekez\u00e9rin in August.",
            key="a",
            title="Harvest Festival",
        )
        memory.add_text(
            "Tekez\u00e9rin is a village where 900 people live. Its mayor is Ida Brandt.",
            key="b",
            title="Tekez\u00e9rin",
        )
        memory.add_text("Olm is a village. Its mayor is Bo Lund.", key="c", title="Olm")
        answer = memory.ask("Who is the mayor of the village where the Harvest Festival is held?")
        assert [quote["document"] for quote in answer.metadata["quotes"]] == ["a", "b"]
        assert "Ida Brandt" in memory.ask("Who is the mayor of Tekezerin?").text
        memory.add_text("Only 700 people live in Tekezerin, says the census.", key="d", title="Census")
        counted = memory.ask("How many people live in Tekezerin?")
        assert counted.confidence <= 0.5 or "900" in counted.text
        named = memory.ask("Which document says that Tekezerin has 700 people?")
        assert [row[0] for row in named.rows] == ["d"]
        assert memory.ask("Which documents mention the mayor?").citation_total == 2
        assert memory.ask("Where is it written that the mayor is paid?").status == "unanswerable"
