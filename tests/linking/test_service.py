"""How long somebody has been here is told by the day of joining."""

from __future__ import annotations

import datetime as dt

import pytest

import fingerpost as fp
from fingerpost.linking import clock

NOW = dt.datetime(2026, 3, 15, 12, tzinfo=dt.UTC)
ROWS = [
    "name,born,joined_on,:LABEL",
    "Ada,1961-02-03,2010-05-01,Member",
    "Ben,1990-07-08,2021-03-16,Member",
    "Cyd,2001-09-10,2021-03-14,Member",
    "Dot,1984-11-12,2025-06-01,Member",
]


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    folder = tmp_path_factory.mktemp("club")
    (folder / "club.csv").write_text("\n".join(ROWS) + "\n", encoding="utf-8")
    fp.load([folder / "club.csv"], folder / "club.fp")
    with fp.open(folder / "club.fp") as kb:
        yield kb


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("members for more than 5 years", {"Ada", "Cyd"}),
        ("Who has been a member for at least five years?", {"Ada", "Cyd"}),
        ("Which members have been with us longer than 10 years?", {"Ada"}),
        ("members who have been here for less than 2 years", {"Dot"}),
        ("members who joined more than 5 years ago", {"Ada", "Cyd"}),
        ("members who joined less than 2 years ago", {"Dot"}),
    ],
)
def test_the_day_of_joining_tells_how_long_somebody_has_been_here(club, question, names):
    with clock.at(NOW):
        answer = club.ask(question)
    assert {row[0].properties["name"] if hasattr(row[0], "properties") else row[0] for row in answer.rows} == names
