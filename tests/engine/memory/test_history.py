"""What happened is told, and a past moment can be asked; what was forgotten is gone from the past, too."""

from __future__ import annotations

import asyncio
import datetime as dt

import pytest

import fingerpost as fp
from fingerpost.core.errors import QuestionError

SECRET = "xylophone-quartz"


def moment() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


def test_a_past_moment_can_be_asked(tmp_path):
    question = "What does the Gateway depend on?"
    with fp.memory(tmp_path / "kb.fp") as memory:
        times = [moment()]
        memory.add_text("The Gateway depends on Redis.", key="a")
        times.append(moment())
        memory.add_text("The Gateway depends on Kafka.", key="a")
        memory.add_text(f"The Gateway depends on {SECRET.title()}.", key="b")
        times.append(moment())
        memory.merge("Kafka", "Apache Kafka")
        memory.forget("b")
        times.append(moment())
        memory.unmerge("Kafka", "Apache Kafka")
        memory.add_text("Kafka is part of the Core Cluster.", key="c")
        seen = []
        for at in times:
            with memory.as_of(at) as past:
                answer = past.ask(question)
                first = answer.text.splitlines()[0] if answer.status == "answered" else answer.status.value
                seen.append((past.documents(), first, [d.verdict for d in past.decisions()]))
                folder = past.folder
            assert not folder.exists()
        assert seen == [
            ([], "unanswerable", []),
            (["a"], "Redis.", []),
            (["a"], "Kafka.", []),
            (["a"], "Kafka.", ["merge"]),
        ]
        assert memory.documents() == ["a", "c"]
        with memory.as_of(times[1].isoformat()) as past:
            assert past.documents() == ["a"]
        told = [(event.action, event.key) for event in asyncio.run(memory.ahistory())]
        assert told == [
            ("created", "a"),
            ("changed", "a"),
            ("created", "b"),
            ("decided", "apache kafka /  / kafka"),
            ("forgotten", "b"),
            ("undone", "apache kafka /  / kafka"),
            ("created", "c"),
        ]
        assert [event.action for event in memory.history("a")] == ["created", "changed"]
        with pytest.raises(QuestionError) as caught:
            memory.as_of("yesterday")
        assert caught.value.code == "memory.moment"


def test_a_changed_and_forgotten_text_is_in_no_file(tmp_path):
    with fp.memory(tmp_path / "kb.fp") as memory:
        memory.add_text(f"The secret word is {SECRET}.", key="a")
        memory.add_text("There is no secret word.", key="a")
        memory.forget("a")
    for file in (tmp_path / "kb.fp").rglob("*"):
        assert not file.is_file() or SECRET.encode() not in file.read_bytes().lower(), file


def test_what_is_unchanged_is_no_event(tmp_path):
    with fp.memory(tmp_path / "kb.fp") as memory:
        for _ in range(2):
            memory.add_text("The Gateway depends on Redis.", key="a")
            memory.merge("A", "B")
        memory.forget("nothing")
        assert [event.action for event in memory.history()] == ["created", "decided"]
