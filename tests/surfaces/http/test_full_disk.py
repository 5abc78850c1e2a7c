"""A service whose disk takes nothing more: messages are answered all the same, and it is said."""

from __future__ import annotations

import sys

import pytest
from http_server import running


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits another process")
def test_messages_are_answered_and_what_is_lost_is_said(library_path, tmp_path):
    import resource

    with running("serve", str(library_path), "--port", "0", "--workers", "1", "--data", str(tmp_path)) as server:
        assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}

        def say(message):
            return server.send("POST", "/chat", {"message": message, "session_id": "s1"}).json

        assert say("Who borrowed Emma?")["warnings"] == []
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, 0))
        reply = say("and Persuasion?")
        assert reply["status"] == "answered"
        assert "this session could not be kept" in " ".join(reply["warnings"])
        kept = server.send("POST", "/feedback", {"question": "Who borrowed Emma?", "verdict": "right"})
        assert (kept.status, kept.code) == (507, "feedback.unwritable")
        assert str(tmp_path) not in kept.body
        deleted = server.send("DELETE", "/chat/s1")
        assert (deleted.status, deleted.code) == (507, "session.unwritable")
        assert str(tmp_path) not in deleted.body
        assert server.send("POST", "/ask", {"question": "How many books are there?"}).json["rows"] == [[34]]
