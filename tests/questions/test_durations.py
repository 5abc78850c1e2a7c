"""Durations are told as lengths of time, and in the unit that is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_graphs import Graphs

from fingerpost.engine import KnowledgeBase, load


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is the average duration of skating at Lake Ice?", "The average duration is 52 minutes 30 seconds."),
        ("What is the total duration of the lessons at Lake Ice?", "The total takes is 3 hours 30 minutes."),
        ("How long does Jumps take?", "The takes of Jumps are 1 hour."),
        ("How many minutes does the lesson Jumps take?", "The takes of Jumps are 60 min."),
        ("What is the average length of the lessons in seconds?", "The average takes is 4,080 s."),
    ],
)
def test_a_length_of_time_is_told_as_one(graphs: Graphs, question: str, text: str) -> None:
    assert graphs["rink"].ask(question).text == text


@pytest.mark.parametrize(
    ("question", "units"),
    [
        ("What is the average duration of skating at Lake Ice?", {"avg of duration": "s"}),
        ("How long does Jumps take?", {}),
        ("How many minutes does the lesson Jumps take?", {"takes": "min"}),
    ],
)
def test_only_numbers_have_units(graphs: Graphs, question: str, units: dict[str, str]) -> None:
    assert graphs["rink"].ask(question).units == units


def test_a_condition_on_a_duration_is_read_as_a_length_of_time(graphs: Graphs) -> None:
    answer = graphs["rink"].ask("Which lessons take more than half an hour?")
    assert answer.reading == "The lesson, where lesson's takes is more than 30 minutes"


def test_durations_of_headers_are_read_like_those_of_json(tmp_path: Path) -> None:
    (tmp_path / "Walk.csv").write_text(
        "name:ID,lasts:duration\nRidge,PT5H30M\nGorge,PT1H\nLake,P1DT2H\n", encoding="utf-8"
    )
    load([tmp_path], tmp_path / "kb")
    with KnowledgeBase(tmp_path / "kb") as kb:
        assert kb.ask("What is the average length of the walks in hours?").rows == ((pytest.approx(10.833333),),)
        assert [node.element_id for (node,) in kb.ask("Which walks take more than three hours?").rows] == [
            "Ridge",
            "Lake",
        ]
        assert kb.ask("Which walk is the longest?").text.startswith("Lake")
