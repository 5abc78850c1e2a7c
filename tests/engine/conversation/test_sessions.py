"""Sessions: kept, ended, deleted; each person's own; and a disk that is full."""

from __future__ import annotations

import pytest

from fingerpost.core.errors import FingerpostError
from fingerpost.engine import DialogueState, SessionFile, SessionKey

ANN, BOB = SessionKey("key", "ann", "s"), SessionKey("key", "bob", "s")
MEMORY = DialogueState(asked=("Who borrowed Emma?", "only students"), confidence=0.5)


def test_a_session_outlives_the_process_and_is_one_persons_own(tmp_path):
    sessions = SessionFile(tmp_path / "deep" / "sessions.sqlite", 60)
    sessions.put(ANN, "library", MEMORY)
    sessions.close()
    again = SessionFile(tmp_path / "deep" / "sessions.sqlite", 60)
    assert again.get(ANN, "library") == MEMORY
    assert again.get(BOB, "library") == again.get(ANN, "house") == DialogueState()
    assert not again.delete(BOB)
    assert again.delete(ANN)
    assert again.get(ANN, "library") == DialogueState()
    again.close()


def test_a_session_that_is_not_used_ends():
    now = 0.0
    sessions = SessionFile(None, 60, lambda: now)
    sessions.put(ANN, "library", MEMORY)
    now = 59.0
    assert sessions.get(ANN, "library") == MEMORY
    now = 60.0
    assert sessions.get(ANN, "library") == DialogueState()
    sessions.put(BOB, "library", MEMORY)
    assert not sessions.delete(ANN), "what has ended is gone from the disk"
    sessions.close()


def test_a_place_that_cannot_be_written_is_an_error_with_a_code(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FingerpostError) as caught:
        SessionFile(tmp_path / "file" / "sessions.sqlite", 60)
    assert caught.value.code == "session.unwritable"


def test_a_memory_of_another_version_begins_anew(tmp_path):
    sessions = SessionFile(None, 60)
    sessions.put(ANN, "library", MEMORY)
    sessions._connection.execute("UPDATE sessions SET memory = '{}x'")
    assert sessions.get(ANN, "library") == DialogueState()
    sessions.close()
