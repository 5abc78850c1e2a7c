"""Numbers, dates, times and quantities in questions."""

from __future__ import annotations

import datetime as dt
import itertools

import pytest
from hypothesis import given, strategies as st

from fingerpost.linking import clock
from fingerpost.linking.literals import literals
from fingerpost.linking.quantities import UNITS, unit_in_name


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
        ("a dozen eggs", 12),
        ("two dozen", 24),
        ("half a million", 500_000),
        ("1.5k followers", 1500),
        ("3bn", 3_000_000_000),
        ("$1,000", 1000),
        ("€20", 20),
        ("20 euros", 20),
        ("20%", 20),
        ("twenty percent", 20),
        ("below -12", -12),
        ("minus 4", -4),
        ("1.234,5 m", 1234.5),
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


@pytest.mark.parametrize("text", ["9" * 19, "9" * 26, "9" * 400, "9" * 400 + ".5", "9" * 6000, "10 million " * 2])
def test_what_no_graph_can_hold_is_no_number(text: str) -> None:
    found = literals(f"more than {text} million pages")
    assert all(abs(literal.value) < 2**63 for literal in found)


@pytest.mark.parametrize("text", ["Boeing747", "B2", "version 1.2.3", "10.0.0.1", "80kgs2", "80x", "tone", "often"])
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
        ("80kg", 80, "kg", 1.0),
        ("10 ft", 10, "m", 0.3048),
        ("3,5 kg", 3.5, "kg", 1.0),
        ("half an hour", 0.5, "s", 3600.0),
        ("60 km/h", 60, "m/s", 0.2777777777777778),
        ("3 months", 3, "year", 0.08333333333333333),
        ("ninety centimetres", 90, "m", 0.01),
        ("twenty-five square metres", 25, "m²", 1.0),
        ("50 sq ft", 50, "m²", 0.09290304),
        ("50 sq. ft.", 50, "m²", 0.09290304),
        ("12 cubic yards", 12, "m³", 0.764554857984),
        ("10 ft 6 in", 10.5, "m", 0.3048),
        ("10 feet and 3 inches", 10.25, "m", 0.3048),
        ("than an hour and a half", 1.5, "s", 3600.0),
        ("2 miles and a quarter", 2.25, "m", 1609.344),
        ("1 hour and 20 minutes", 80, "s", 60.0),
        ("2 hours, 5 minutes and 3 seconds", 7503, "s", 1.0),
        ("40 nautical miles", 40, "m", 1852.0),
    ],
)
def test_quantities(text: str, value: float, unit: str | None, scale: float) -> None:
    found = [(literal.value, literal.unit, literal.scale) for literal in literals(text)]
    assert found == [(value, unit, scale)]


@pytest.mark.parametrize(
    "text", ["between 1 hour and 30 minutes", "3 hours and 90 minutes", "30 minutes and 2 hours", "5 km and 20 m"]
)
def test_two_quantities_are_not_one(text: str) -> None:
    assert len(literals(text)) == 2


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
        ("on 11 Aug", "--08-11"),
        ("on 11-Aug-2017", "2017-08-11"),
        ("on 2017/08/11", "2017-08-11"),
        ("on 11/08/17", "2017-08-11"),
        ("on 11/08/85", "1985-08-11"),
        ("on a Saturday", "--w6"),
        ("on Mondays", "--w1"),
        ("at the weekend", "--w6,7"),
        ("not on a weekday", "--w1,2,3,4,5"),
    ],
)
def test_dates(text: str, value: str) -> None:
    assert read(text) == [("date", value)]


@pytest.mark.parametrize("text", ["2017-02-30", "31/31/2017", "99/01/2017"])
def test_days_that_no_calendar_has_are_no_dates(text: str) -> None:
    assert "date" not in [kind for kind, _ in read(text)]


@pytest.mark.parametrize(
    ("text", "value"), [("in August 2017", "2017-08"), ("in sept 1999", "1999-09"), ("in August", "--08")]
)
def test_months(text: str, value: str) -> None:
    assert read(text) == [("month", value)]


@pytest.mark.parametrize("text", ["who is Friday", "Sunday Times", "which weekday", "when does it close on Sundays"])
def test_names_of_days_are_no_days_by_themselves(text: str) -> None:
    assert read(text) == []


def test_months_beside_each_other_are_of_one_year() -> None:
    assert read("in July or August 1996") == [("month", "1996-07"), ("month", "1996-08")]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("at 9:27", "09:27"),
        ("at 21:05:30", "21:05:30"),
        ("at 9:27 pm", "21:27"),
        ("at 9.27", "09:27"),
        ("9.27 pm", "21:27"),
        ("at 12:10 a.m.", "00:10"),
        ("at 7 pm", "19:00"),
        ("at 9 o'clock", "09:00"),
        ("at half past nine", "09:30"),
        ("at quarter to 5 pm", "16:45"),
        ("at noon", "12:00"),
    ],
)
def test_times(text: str, value: str) -> None:
    assert read(text) == [("time", value)]


def test_hours_that_no_clock_has_are_no_times() -> None:
    assert "time" not in [kind for kind, _ in read("at 25:10 or 10:75")]


def test_the_two_ends_of_a_range_of_times_share_their_half() -> None:
    assert read("between 2 and 4 pm") == [("time", "14:00"), ("time", "16:00")]
    assert read("from 9:30 to 11 am") == [("time", "09:30"), ("time", "11:00")]
    assert read("between 2 and 4") == [("number", 2), ("number", 4)]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("yesterday", "date", "2026-03-14"),
        ("two days ago", "date", "2026-03-13"),
        ("last week", "period", "2026-03-02/2026-03-09"),
        ("this month", "period", "2026-03-01/2026-04-01"),
        ("next month", "period", "2026-04-01/2026-05-01"),
        ("last year", "period", "2025-01-01/2026-01-01"),
        ("last quarter", "period", "2025-10-01/2026-01-01"),
        ("the last 7 days", "period", "2026-03-08/2026-03-16"),
        ("the past three months", "period", "2025-12-15/2026-03-16"),
        ("two years ago", "period", "2024-03-15/2025-03-15"),
        ("last March", "month", "2025-03"),
        ("last February", "month", "2026-02"),
        ("this May", "month", "2026-05"),
        ("next January", "month", "2027-01"),
        ("in the 1990s", "period", "1990-01-01/2000-01-01"),
        ("in the nineties", "period", "1990-01-01/2000-01-01"),
        ("in the '80s", "period", "1980-01-01/1990-01-01"),
        ("in the 19th century", "period", "1801-01-01/1901-01-01"),
        ("in Q3 2019", "period", "2019-07-01/2019-10-01"),
        ("in 2019 Q4", "period", "2019-10-01/2020-01-01"),
        ("in the second quarter of 2019", "period", "2019-04-01/2019-07-01"),
        ("in the last quarter of 2019", "period", "2019-10-01/2020-01-01"),
        ("in the second half of 2019", "period", "2019-07-01/2020-01-01"),
    ],
)
def test_moments_that_are_counted_from_now_and_periods(text: str, kind: str, value: str) -> None:
    with clock.at(dt.datetime(2026, 3, 15, 12, tzinfo=dt.UTC)):
        assert read(text) == [(kind, value)]


def test_a_date_is_read_in_the_order_of_its_graph() -> None:
    assert [literal.value for literal in literals("on 08/11/2017", month_first=True)] == ["2017-08-11"]
    assert [literal.value for literal in literals("on 25/08/2017", month_first=True)] == ["2017-08-25"]


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [("10 ft", "m", 3.048), ("2 hours", "min", 120.0), ("5 m", "mm", 5000.0), ("5 m", "m", 5.0), ("5 m", "kg", None)],
)
def test_quantities_are_turned_into_the_unit_of_a_property(text: str, unit: str, value: float | None) -> None:
    assert literals(text)[0].measured_in(unit) == value


@given(st.integers(1, 10**6), st.sampled_from(sorted(UNITS)))
def test_a_quantity_is_itself_in_its_own_unit(number: int, unit: str) -> None:
    (literal,) = literals(f"over {number} {unit}")
    assert literal.measured_in(unit) == pytest.approx(number)


@given(st.floats(-(10**6), 10**6).map(lambda number: round(number, 3)))
def test_every_decimal_number_is_read_back(number: float) -> None:
    assert read(f"above {number:.3f} of it") == [("number", number)]


@given(st.times().map(lambda time: time.replace(second=0, microsecond=0)), st.sampled_from(["%H:%M", "%I:%M %p"]))
def test_every_time_is_read_back(time: dt.time, form: str) -> None:
    assert read(f"at {time.strftime(form)}") == [("time", time.isoformat("minutes"))]


@given(st.dates(), st.sampled_from(["last", "this", "next"]), st.sampled_from(["week", "month", "quarter", "year"]))
def test_periods_follow_each_other_without_a_gap(day: dt.date, which: str, unit: str) -> None:
    if not 2 <= day.year <= 9990:
        return
    with clock.at(dt.datetime.combine(day, dt.time())):
        spans = [str(literals(f"{each} {unit}")[0].value).split("/") for each in ("last", "this", "next")]
    assert spans[0][1] == spans[1][0] <= day.isoformat() < spans[1][1] == spans[2][0]


def test_literals_stand_where_they_are_said() -> None:
    text = "Müller’s calls over 20 minutes on 11 August 2017 at 9:27"
    assert [text[literal.start : literal.end] for literal in literals(text)] == ["20 minutes", "11 August 2017 at 9:27"]


_DATE_FORMS = ["%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%d/%m/%Y", "%Y/%m/%d", "%d-%b-%Y", "%d.%m.%Y"]


@given(st.dates(min_value=dt.date(1000, 1, 1)), st.sampled_from(_DATE_FORMS))
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


@pytest.mark.parametrize("text", ["cheaper than 12.50", "a rate of 0.25", "priced at 9.50"])
def test_a_number_with_a_point_is_no_clock_time(text):
    assert [literal.kind for literal in literals(text)] == ["number"]


@pytest.mark.parametrize(
    ("name", "unit"), [("ram gb", "gb"), ("c 6 gb", None), ("q 1 usd", "USD"), ("x mm", "mm"), ("pm 10 kg", "kg")]
)
def test_a_unit_at_the_end_of_a_name(name: str, unit: str | None) -> None:
    assert unit_in_name(tuple(name.split())) == unit
