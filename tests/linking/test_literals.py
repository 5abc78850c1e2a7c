"""Numbers, dates, times and quantities in questions."""

from __future__ import annotations

import datetime as dt
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fingerpost.linking.literals import literals


def read(text: str) -> list[tuple[str, object]]:
    return [(literal.kind, literal.value) for literal in literals(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("more than 500 pages", 500),
        ("over 1,250,000 people", 1_250_000),
        ("below 9.90", 9.9),
        ("above -3.5", -3.5),
        ("1,234.5 in all", 1234.5),
        ("three books", 3),
        ("twenty five books", 25),
        ("twenty-five books", 25),
        ("two hundred pages", 200),
        ("a hundred pages", 100),
        ("one hundred and two pages", 102),
        ("nineteen hundred", 1900),
        ("three thousand four hundred and fifty-six", 3456),
        ("five hundred thousand people", 500_000),
        ("over a million people", 1_000_000),
        ("2 hundred pages", 200),
        ("2 million people", 2_000_000),
        ("1.5 billion", 1_500_000_000),
        ("before 1820", 1820),
    ],
)
def test_numbers(text: str, value: float) -> None:
    assert read(text) == [("number", value)]
    assert type(literals(text)[0].value) is type(value)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("between 10 and 11", [10, 11]),
        ("from 1800 to 1850", [1800, 1850]),
        ("2, 3 or 4", [2, 3, 4]),
        ("one two three", [1, 2, 3]),
        ("twenty thirty", [20, 30]),
        ("five and six", [5, 6]),
    ],
)
def test_several_numbers(text: str, values: list[int]) -> None:
    assert read(text) == [("number", value) for value in values]


@pytest.mark.parametrize("text", ["Boeing747", "B2", "version 1.2.3", "10.0.0.1", "80kg", "tone", "often"])
def test_what_is_part_of_a_word_is_no_number(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "value", "unit", "scale"),
    [
        ("5 m", 5, "m", 1.0),
        ("90 cm", 90, "m", 0.01),
        ("6 feet", 6, "m", 0.3048),
        ("15 square metres", 15, "m²", 1.0),
        ("15 m²", 15, "m²", 1.0),
        ("2.5 cubic meters", 2.5, "m³", 1.0),
        ("80 kg", 80, "kg", 1.0),
        ("20 minutes", 20, "s", 60.0),
        ("300 pages", 300, None, 1.0),
        ("ninety centimetres", 90, "m", 0.01),
        ("twenty-five square metres", 25, "m²", 1.0),
    ],
)
def test_quantities(text: str, value: float, unit: str | None, scale: float) -> None:
    found = [(literal.value, literal.unit, literal.scale) for literal in literals(text)]
    assert found == [(value, unit, scale)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("on 2017-08-11", "2017-08-11"),
        ("on 11/08/2017", "2017-08-11"),
        ("on 08/25/2017", "2017-08-25"),
        ("on 11.08.2017", "2017-08-11"),
        ("on 11 August 2017", "2017-08-11"),
        ("on the 11th of August, 2017", "2017-08-11"),
        ("on August 11th, 2017", "2017-08-11"),
        ("on Aug. 11 2017", "2017-08-11"),
        ("on August 11th", "--08-11"),
        ("on the 1st of May", "--05-01"),
    ],
)
def test_dates(text: str, value: str) -> None:
    assert read(text) == [("date", value)]


@pytest.mark.parametrize("text", ["2017-02-30", "31/31/2017", "99/01/2017"])
def test_days_that_no_calendar_has_are_no_dates(text: str) -> None:
    assert "date" not in [kind for kind, _ in read(text)]


@pytest.mark.parametrize(("text", "value"), [("in August 2017", "2017-08"), ("in sept 1999", "1999-09")])
def test_months(text: str, value: str) -> None:
    assert read(text) == [("month", value)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("at 9:27", "09:27"),
        ("at 21:05:30", "21:05:30"),
        ("at 9:27 pm", "21:27"),
        ("at 12:10 a.m.", "00:10"),
        ("at 7 pm", "19:00"),
    ],
)
def test_times(text: str, value: str) -> None:
    assert read(text) == [("time", value)]


def test_hours_that_no_clock_has_are_no_times() -> None:
    assert "time" not in [kind for kind, _ in read("at 25:10 or 10:75")]


def test_literals_stand_where_they_are_said() -> None:
    text = "Müller’s calls over 20 minutes on 11 August 2017 at 9:27"
    assert [text[literal.start : literal.end] for literal in literals(text)] == ["20 minutes", "11 August 2017", "9:27"]


@given(st.dates(min_value=dt.date(1000, 1, 1)), st.sampled_from(["%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%d/%m/%Y"]))
def test_every_date_is_read_back(day: dt.date, form: str) -> None:
    assert read(f"on {day.strftime(form)}") == [("date", day.isoformat())]


@given(st.integers(0, 10**12), st.sampled_from(["{}", "{:,}"]))
def test_every_whole_number_is_read_back(number: int, form: str) -> None:
    assert read(f"more than {form.format(number)} of them") == [("number", number)]


@given(st.text(alphabet="0123456789.,:/- apmtheofjuneMAY½²İ", max_size=30))
def test_literals_never_overlap(text: str) -> None:
    spans = [(literal.start, literal.end) for literal in literals(text)]
    assert spans == sorted(spans)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(spans))
