"""The confidence in an entity: earned by how documents name it, and by how many do."""

from __future__ import annotations

import pytest

import fingerpost as fp


def confidence(memory, name: str) -> float | None:
    rows = memory.template("entity_lookup", entity_id=name).rows
    return rows[0][4] if rows else None


@pytest.fixture
def memory(tmp_path):
    with fp.memory(tmp_path / "kb.fp") as memory:
        yield memory


def test_an_identifier_is_surer_than_a_name_and_a_name_than_a_phrase(memory):
    memory.add_text("INC-007 affected the Quarry.", key="a")
    memory.add_text("The Kiln Team depends on gravel sorting.", key="b")
    by_pattern, by_kind = confidence(memory, "INC-007"), confidence(memory, "Kiln Team")
    by_capitals, phrase = confidence(memory, "Quarry"), confidence(memory, "gravel sorting")
    assert by_pattern > by_kind > by_capitals > phrase > 0


def test_what_a_sentence_defines_is_surer_than_what_it_mentions(memory):
    memory.add_text("The Quarry Line (QL) carries stone. The Quarry Line depends on the Shed.", key="a")
    assert confidence(memory, "Quarry Line") > confidence(memory, "Shed")


def test_a_hint_is_less_than_a_statement(memory):
    memory.add_text("The Quarry may depend on the Shed.", key="a")
    memory.add_text("The Kiln depends on the Barn.", key="b")
    assert confidence(memory, "Shed") < confidence(memory, "Barn")


def test_each_document_adds_and_takes_its_part_along(memory):
    memory.add_text("The Kiln depends on the Shed.", key="a")
    alone = confidence(memory, "Shed")
    memory.add_text("The Mill depends on the Shed. The Shed is owned by Ann Roe.", key="b")
    of_two = confidence(memory, "Shed")
    memory.add_text("The Barn depends on the Shed.", key="c")
    assert alone < of_two < confidence(memory, "Shed") <= 1
    memory.forget("c")
    assert confidence(memory, "Shed") == of_two
    memory.forget("b")
    assert confidence(memory, "Shed") == alone


def test_two_sentences_of_one_document_are_one_source(memory):
    memory.add_text("The Kiln depends on the Shed.", key="a")
    alone = confidence(memory, "Shed")
    memory.add_text("The Kiln depends on the Shed. The Barn depends on the Shed.", key="a")
    assert confidence(memory, "Shed") == alone


def test_a_denial_adds_nothing(memory):
    memory.add_text("The Kiln depends on the Shed.", key="a")
    alone = confidence(memory, "Shed")
    memory.add_text("The Mill does not depend on the Shed.", key="b")
    assert confidence(memory, "Shed") == alone


def test_what_a_list_of_names_says_counts_as_known(tmp_path, memory):
    listed = tmp_path / "names.csv"
    listed.write_text("name,kind\nHopper,System\n")
    note = tmp_path / "a.md"
    note.write_text("The Kiln depends on the hopper.")
    memory.add(note)
    without = confidence(memory, "hopper")
    with fp.memory(tmp_path / "other.fp") as other:
        other.add(note, names=listed)
        assert confidence(other, "Hopper") > without


def test_a_retrieval_gives_it(memory):
    memory.add_text("INC-007 affected the Quarry.", key="a")
    entities = memory.retrieve("What did INC-007 affect?").entities
    found = {one["id"]: one["confidence"] for one in entities}
    assert (found["entity:quarry"], found["incident:inc_007"]) == (0.6, 0.95)
