"""Durations in plans, and how long so many seconds are in words."""

from __future__ import annotations

import pytest

from fingerpost.plans.durations import lasting_seconds
from fingerpost.query_languages.cypher.lift import lift
from fingerpost.query_languages.cypher.parser import parse


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0 seconds"),
        (1, "1 second"),
        (12.3456, "12.35 seconds"),
        (3_100.33, "51 minutes 40 seconds"),
        (5_400, "1 hour 30 minutes"),
        (178_200, "2 days 1 hour 30 minutes"),
        (-90, "-1 minutes -30 seconds"),
    ],
)
def test_how_long_so_many_seconds_are(seconds: float, text: str) -> None:
    assert lasting_seconds(seconds) == text


@pytest.mark.parametrize(
    ("cypher", "reading"),
    [
        (
            "MATCH (t:Talk) RETURN avg(t.took.days * 86400 + t.took.seconds) AS a",
            "The average of talk's took",
        ),
        (
            "MATCH (t:Talk) WHERE t.took.days * 86400 + t.took.seconds > 2400 RETURN t",
            "The talk, where talk's took is more than 40 minutes",
        ),
        (
            "MATCH (t:Talk) WITH t.room AS r, max(t.took.days * 86400 + t.took.seconds) AS m WHERE m < 60 RETURN r",
            "Every distinct talk's room, keeping those where the greatest talk's took is less than 1 minute",
        ),
        (
            "MATCH (t:Talk) RETURN t.took.days * 3600 + t.took.seconds AS a",
            "((the days of talk's took times 3600) plus seconds of talk's took)",
        ),
        (
            "MATCH (t:Talk) RETURN t.took.days * 86400 + t.gap.seconds AS a",
            "((the days of talk's took times 86400) plus seconds of talk's gap)",
        ),
    ],
)
def test_the_seconds_of_a_duration_are_read_as_that(cypher: str, reading: str) -> None:
    assert lift(parse(cypher)).reading == reading
