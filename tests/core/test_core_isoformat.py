"""Temporal text: the forms of ISO 8601 that openCypher takes, read exactly; anything else is a ValueError."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given, strategies as st

from fingerpost.core.cells import Duration
from fingerpost.core.isoformat import parse_date, parse_datetime, parse_duration, parse_time, parse_zone

READ = [
    (parse_date, "2015-07-21", "2015-07-21"),
    (parse_date, " 20150721\n", "2015-07-21"),
    (parse_date, "2015-07", "2015-07-01"),
    (parse_date, "201507", "2015-07-01"),
    (parse_date, "2015", "2015-01-01"),
    (parse_date, "2015-W30-2", "2015-07-21"),
    (parse_date, "2015W302", "2015-07-21"),
    (parse_date, "2015-202", "2015-07-21"),
    (parse_date, "2015202", "2015-07-21"),
    (parse_date, "2016-366", "2016-12-31"),
    (parse_time, "21:40", "21:40:00"),
    (parse_time, "2140", "21:40:00"),
    (parse_time, "21", "21:00:00"),
    (parse_time, "T21:40:32", "21:40:32"),
    (parse_time, "21:40:32.142", "21:40:32.142000"),
    (parse_time, "21:40:32,142", "21:40:32.142000"),
    (parse_time, "21:40:32.142857999", "21:40:32.142857"),
    (parse_time, "21:40Z", "21:40:00+00:00"),
    (parse_time, "21:40+0100", "21:40:00+01:00"),
    (parse_time, "21:40:32-03:30", "21:40:32-03:30"),
    (parse_datetime, "2015-07-21T21:40:32.142+0100", "2015-07-21T21:40:32.142000+01:00"),
    (parse_datetime, "2015-07-21 21:40", "2015-07-21T21:40:00"),
    (parse_datetime, "2015-07-21t21:40z", "2015-07-21T21:40:00+00:00"),
    (parse_datetime, "20150721T2140", "2015-07-21T21:40:00"),
    (parse_datetime, "2015-202T21", "2015-07-21T21:00:00"),
    (parse_datetime, "2015-W30-2T21:40", "2015-07-21T21:40:00"),
    (parse_datetime, "2015-07-21", "2015-07-21T00:00:00"),
    (parse_datetime, "2015-07", "2015-07-01T00:00:00"),
    (parse_datetime, "2015-07-21T12:00[Europe/Berlin]", "2015-07-21T12:00:00+02:00"),
    (parse_datetime, "2015-01-21T12:00[Europe/Berlin]", "2015-01-21T12:00:00+01:00"),
    (parse_datetime, "2015-07-21T12:00-05:00[Europe/Berlin]", "2015-07-21T12:00:00-05:00"),
    (parse_datetime, "2015-07-21T12:00-05:00[No/Where]", "2015-07-21T12:00:00-05:00"),
]


@pytest.mark.parametrize(("parse", "text", "iso"), READ, ids=lambda value: getattr(value, "__name__", value))
def test_reads(parse, text, iso):
    assert parse(text).isoformat() == iso


REFUSED = [
    (parse_date, ["", "2015-13-01", "2015-02-29", "2015-366", "2015-000", "24/08/2017", "0000", "20", "2015-7-1", "x"]),
    (parse_date, ["２０１５", "2015-07-21T10:00", "-2015-01-01", "+2015-01-01", "2015-07-21[UTC]"]),
    (parse_time, ["", "25:00", "21:60", "later", "2015-07-21", "21:40+25:00", "T", "21.40.10", "24:00"]),
    (parse_datetime, ["", "yesterday", "2015-07-21x21:40", "2015-07-21T", "T21:40", "2015-07-21T25:00", "21:40"]),
    (parse_datetime, ["2015-07-21T21:40[No/Where]", "2015-07-21T21:40[../../etc/passwd]", "2015-07-21T21:40[]"]),
    (parse_duration, ["", "P", "-P", "PT", "P1YT", "1Y", "P1", "P1H", "PT1D", "P1S", "P1Y2Y", "P.5D", "P1.D", "P1_0D"]),
    (parse_duration, ["P0.5M", "P0.1Y", "P99999999999999999999D", "PT1e3S", "P１D", "P1D T1H", "--P1D", "P2015-01-01"]),
    (parse_zone, ["", "No/Where", "12", "Europe", "../UTC", "UTC\0", "+25:00", "😀"]),
]


@pytest.mark.parametrize(("parse", "text"), [(parse, text) for parse, texts in REFUSED for text in texts])
def test_refuses_and_shows_what(parse, text):
    with pytest.raises(ValueError, match=" is not a ") as refusal:
        parse(text)
    assert repr(text)[:40] in str(refusal.value)


def test_a_refusal_is_short():
    for parse in (parse_date, parse_time, parse_datetime, parse_duration, parse_zone):
        with pytest.raises(ValueError, match="is not a") as refusal:
            parse("9" * 10_000)
        assert len(str(refusal.value)) < 120


@pytest.mark.parametrize(
    ("text", "duration"),
    [
        ("P1Y2M3DT4H5M6.7S", Duration(14, 3, 14706, 700_000_000)),
        ("P2W", Duration(0, 14)),
        ("P1.5W", Duration(0, 10, 43_200)),
        ("PT0S", Duration()),
        ("P1.5D", Duration(0, 1, 43_200)),
        ("P-1.5D", Duration(0, -1, -43_200)),
        ("PT1,5H", Duration(0, 0, 5_400)),
        ("PT-0.5S", Duration(0, 0, -1, 500_000_000)),
        ("-PT0.5S", Duration(0, 0, -1, 500_000_000)),
        ("-P1Y-2D", Duration(-12, 2)),
        ("P-1Y5D", Duration(-12, 5)),
        ("P0.5Y", Duration(6)),
        ("p1dt1h", Duration(0, 1, 3_600)),
        ("PT0.1S", Duration(0, 0, 0, 100_000_000)),
        ("PT0.0000000019S", Duration(0, 0, 0, 1)),
        ("PT9007199254740993.000000001S", Duration(0, 0, 9_007_199_254_740_993, 1)),
    ],
)
def test_durations_are_exact(text, duration):
    assert parse_duration(text) == duration


OFFSETS = st.integers(-1439, 1439).map(lambda minutes: dt.timezone(dt.timedelta(minutes=minutes)))


@given(st.dates(), st.times(), st.none() | OFFSETS)
def test_what_python_writes_is_read(date, time, zone):
    time = time.replace(tzinfo=zone)
    moment = dt.datetime.combine(date, time)
    assert parse_date(date.isoformat()) == date
    assert parse_time(time.isoformat()).isoformat() == time.isoformat()
    assert parse_datetime(moment.isoformat()).isoformat() == moment.isoformat()
    assert parse_datetime(moment.isoformat(sep=" ")).isoformat() == moment.isoformat()
    assert parse_date(date.strftime("%Y").rjust(4, "0") + date.strftime("-%j")) == date


@given(st.datetimes(), st.sampled_from(["Europe/Berlin", "America/New_York", "Asia/Kolkata", "UTC", "Pacific/Apia"]))
def test_a_named_zone_becomes_its_offset(moment, zone):
    read = parse_datetime(f"{moment.isoformat()}[{zone}]")
    assert read.replace(tzinfo=None) == moment
    assert read.utcoffset() == moment.replace(tzinfo=parse_zone(zone)).utcoffset()
    assert dt.datetime.fromisoformat(read.isoformat()) == read


@given(st.text(alphabet="0123456789-+:.,TtZzPWYMDHS[]/ _e", max_size=30) | st.text())
def test_any_text_is_read_or_a_value_error(text):
    for parse in (parse_date, parse_time, parse_datetime, parse_duration, parse_zone):
        try:
            read = parse(text)
        except ValueError as refusal:
            read = str(refusal) if "is not a" in str(refusal) else None
        assert read is not None
