"""Sessions: kept, ended, deleted; each person's own; and a disk that is full."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from fingerpost.core.errors import FingerpostError
from fingerpost.engine import DialogueState, SessionFile, SessionKey, SessionTables

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


def test_only_the_user_of_the_server_may_read_what_was_asked(tmp_path):
    before = os.umask(0o000)
    try:
        sessions = SessionFile(tmp_path / "sessions.sqlite", 60)
        sessions.put(ANN, "library", MEMORY)
    finally:
        os.umask(before)
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
    sessions.close()


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


def test_services_share_sessions_in_a_database(postgres):
    now = 0.0
    one, other = (SessionTables(postgres, 60, lambda: now) for _ in range(2))
    one.put(ANN, "library", MEMORY)
    one.put(ANN, "library", DialogueState(asked=("again",)))
    assert other.get(ANN, "library").asked == ("again",)
    assert other.get(BOB, "library") == other.get(ANN, "house") == DialogueState()
    assert (other.delete(BOB), other.delete(ANN)) == (False, True)
    assert one.get(ANN, "library") == DialogueState()
    one.put(ANN, "library", MEMORY)
    now = 60.0
    assert other.get(ANN, "library") == DialogueState()
    other.put(BOB, "library", MEMORY)
    assert not one.delete(ANN), "what has ended is gone"
    for sessions in (one, other):
        sessions.delete(BOB)
        sessions.close()


def test_many_services_write_sessions_at_once(postgres):
    with ThreadPoolExecutor(8) as threads:
        opened = list(threads.map(lambda _: SessionTables(postgres, 60), range(4)))
        keys = [SessionKey("key", "ann", f"s{number % 5}") for number in range(80)]
        list(threads.map(lambda pair: opened[pair[0] % 4].put(pair[1], "library", MEMORY), enumerate(keys)))
        assert all(opened[0].get(key, "library") == MEMORY for key in keys)
    for sessions in opened:
        sessions.close()


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("postgresql://u:hidden@127.0.0.1:1/x", "session.unwritable"),
        ("mysql://u:hidden@host/x", "settings.invalid"),
        ("no url", "settings.invalid"),
    ],
)
def test_a_database_that_cannot_be_used_is_an_error_without_its_password(url, code):
    pytest.importorskip("sqlalchemy", reason="needs the extra databases")
    with pytest.raises(FingerpostError) as caught:
        SessionTables(url, 60)
    assert caught.value.code == code
    assert "hidden" not in str(caught.value.to_json())
