"""Text with a declared neo4j-admin type becomes a cell, or a ValueError that says why not."""

from __future__ import annotations

import datetime as dt
import math

import pytest
from hypothesis import given, strategies as st

from fingerpost.core.cells import Duration, Point
from fingerpost.ingest.typed_text import converter, is_type


def local(*parts: int) -> dt.datetime:
    return dt.datetime(*parts)  # noqa: DTZ001


def offset(hours: float) -> dt.timezone:
    return dt.timezone(dt.timedelta(hours=hours))


READ = [
    ("int", "42", 42),
    ("long", " -7 ", -7),
    ("short", "+3", 3),
    ("byte", "0", 0),
    ("long", "9223372036854775807", 2**63 - 1),
    ("long", "-9223372036854775808", -(2**63)),
    ("INT", "1", 1),
    ("float", "1.5", 1.5),
    ("double", "-2e-3", -0.002),
    ("double", "Infinity", math.inf),
    ("boolean", "true", True),
    ("boolean", " FALSE", False),
    ("boolean", "1", True),
    ("char", "x", "x"),
    ("char", "🙂", "🙂"),
    ("string", " kept as it is ", " kept as it is "),
    ("date", "2015-07-21", dt.date(2015, 7, 21)),
    ("date", "20150721", dt.date(2015, 7, 21)),
    ("date", "2015-W30-2", dt.date(2015, 7, 21)),
    ("date", "2015-202", dt.date(2015, 7, 21)),
    ("date", "2015202", dt.date(2015, 7, 21)),
    ("date", "2015-07", dt.date(2015, 7, 1)),
    ("date", "2015", dt.date(2015, 1, 1)),
    ("localtime", "21:40:32.142", dt.time(21, 40, 32, 142000)),
    ("localtime", "T21:40", dt.time(21, 40)),
    ("localtime", "214032", dt.time(21, 40, 32)),
    ("time", "21:40:32+0100", dt.time(21, 40, 32, tzinfo=offset(1))),
    ("time", "21:40Z", dt.time(21, 40, tzinfo=dt.UTC)),
    ("time", "21:40", dt.time(21, 40, tzinfo=dt.UTC)),
    ("localdatetime", "2015-07-21T21:40:32.142", local(2015, 7, 21, 21, 40, 32, 142000)),
    ("localdatetime", "2015-07-21 21:40", local(2015, 7, 21, 21, 40)),
    ("localdatetime", "2015-202T21:40", local(2015, 7, 21, 21, 40)),
    ("localdatetime", "2015-07-21", local(2015, 7, 21)),
    (
        "datetime",
        "2015-07-21T21:40:32.142+0100",
        dt.datetime(2015, 7, 21, 21, 40, 32, 142000, offset(1)),
    ),
    ("datetime", "2015-07-21T21:40:32.142123456Z", dt.datetime(2015, 7, 21, 21, 40, 32, 142123, dt.UTC)),
    ("datetime", "2015-07-21T21:40:32", dt.datetime(2015, 7, 21, 21, 40, 32, tzinfo=dt.UTC)),
    ("datetime", "2015-07-21T21:40[Europe/Berlin]", dt.datetime(2015, 7, 21, 21, 40, tzinfo=offset(2))),
    ("datetime", "2015-01-21T21:40[Europe/Berlin]", dt.datetime(2015, 1, 21, 21, 40, tzinfo=offset(1))),
    ("datetime", "2015-01-21T21:40-05:00[America/New_York]", dt.datetime(2015, 1, 21, 21, 40, tzinfo=offset(-5))),
    ("datetime", "2015-W30-2T21:40Z", dt.datetime(2015, 7, 21, 21, 40, tzinfo=dt.UTC)),
    ("datetime", "2015-07-21 21:40:32.5-05:00", dt.datetime(2015, 7, 21, 21, 40, 32, 500000, offset(-5))),
    ("datetime", "2015-07-21", dt.datetime(2015, 7, 21, tzinfo=dt.UTC)),
    ("localdatetime", "2015-W30-2T21:40", local(2015, 7, 21, 21, 40)),
    ("duration", "P1Y2M3DT4H5M6.7S", Duration(14, 3, 4 * 3600 + 5 * 60 + 6, 700_000_000)),
    ("duration", "P2W", Duration(0, 14, 0, 0)),
    ("duration", "PT0S", Duration()),
    ("duration", "P1.5D", Duration(0, 1, 43200, 0)),
    ("duration", "PT1,5H", Duration(0, 0, 5400, 0)),
    ("duration", "-PT0.5S", Duration(0, 0, -1, 500_000_000)),
    ("duration", "P-1Y5D", Duration(-12, 5, 0, 0)),
    ("point", "{x: 1, y: 2}", Point(1.0, 2.0, None, 7203)),
    ("point", "{x:1,y:2,z:3}", Point(1.0, 2.0, 3.0, 9157)),
    ("point", "{latitude: 53.5, longitude: -2.6}", Point(-2.6, 53.5, None, 4326)),
    ("point", "{latitude:1, longitude:2, height: 3, crs:'WGS-84-3D'}", Point(2.0, 1.0, 3.0, 4979)),
    ("point", '{x:1,y:2,crs:"wgs-84"}', Point(1.0, 2.0, None, 4326)),
    ("point", "{x:1,y:2,z:3,srid:4979}", Point(1.0, 2.0, 3.0, 4979)),
    ("int[]", "1;2;3", (1, 2, 3)),
    ("string[]", "a;;b c", ("a", "", "b c")),
    ("boolean[]", "true;false", (True, False)),
    ("date[]", "2015-07-21;2016-01-01", (dt.date(2015, 7, 21), dt.date(2016, 1, 1))),
    ("point[]", "{x:1,y:2};{x:3,y:4}", (Point(1.0, 2.0), Point(3.0, 4.0))),
    ("int[]", "", ()),
]


@pytest.mark.parametrize(("declared", "text", "cell"), READ, ids=lambda value: str(value)[:30])
def test_reads(declared, text, cell):
    found = converter(declared)(text)
    assert found == cell
    assert type(found) is type(cell)
    assert getattr(found, "tzinfo", None) == getattr(cell, "tzinfo", None)


REFUSED = [
    ("int", "3.0"),
    ("int", "1_000"),
    ("int", "9223372036854775808"),
    ("int", "-9223372036854775809"),
    ("int", "9" * 5000),
    ("int", "x" * 5000),
    ("double", "1_0.5"),
    ("double", "one"),
    ("boolean", "maybe"),
    ("char", "ab"),
    ("char", ""),
    ("date", "2015-13-01"),
    ("date", "2015-366"),
    ("date", "2015-000"),
    ("date", "2015-00"),
    ("date", "24/08/2017"),
    ("date", "0000"),
    ("localtime", "25:00"),
    ("localtime", "21:40Z"),
    ("time", "later"),
    ("localdatetime", "2015-07-21T21:40Z"),
    ("localdatetime", "2015-07-21T21:40[Europe/Berlin]"),
    ("datetime", "2015-07-21T21:40[No/Where]"),
    ("datetime", "2015-07-21T21:40[../../etc/passwd]"),
    ("datetime", "yesterday"),
    ("duration", "P"),
    ("duration", "PT"),
    ("duration", "P1YT"),
    ("duration", "P1.5M"),
    ("duration", "1Y"),
    ("duration", "P99999999999999999999D"),
    ("point", "1,2"),
    ("point", "{}"),
    ("point", "{x:1}"),
    ("point", "{x:1,y:two}"),
    ("point", "{x:1,y:2,w:3}"),
    ("point", "{x:1,y:2,crs:mars}"),
    ("point", "{x:1,y:2,srid:1}"),
    ("point", "{x:1,y:2,crs:wgs-84-3d}"),
    ("point", "{x:1,y:2,z:3,crs:wgs-84}"),
    ("int[]", "1;two"),
    ("int[]", "1;;2"),
]


@pytest.mark.parametrize(("declared", "text"), REFUSED, ids=lambda value: str(value)[:30])
def test_refuses_and_shows_what(declared, text):
    with pytest.raises(ValueError, match=r" is not ") as refusal:
        converter(declared)(text)
    assert len(str(refusal.value)) < 200


def test_unknown_types_are_refused():
    for declared in ("", "text", "[]", "int[][]", "ID"):
        assert not is_type(declared)
        with pytest.raises(ValueError, match="is not a type"):
            converter(declared)
    assert is_type("Int[]")


def test_another_array_delimiter():
    assert converter("int[]", delimiter="|")("1|2") == (1, 2)


def test_a_column_has_its_own_zone():
    berlin = {"timezone": "Europe/Berlin"}
    assert converter("datetime", options=berlin)("2015-07-21T12:00").isoformat() == "2015-07-21T12:00:00+02:00"
    assert converter("datetime", options=berlin)("2015-07-21T12:00Z").isoformat() == "2015-07-21T12:00:00+00:00"
    assert converter("time", options=berlin)("12:00").isoformat() == "12:00:00+01:00"
    assert converter("time", options={"timezone": "-0330"})("12:00").isoformat() == "12:00:00-03:30"
    for wrong in ("No/Where", "", "12"):
        with pytest.raises(ValueError, match="is not a time zone"):
            converter("datetime", options={"timezone": wrong})


def test_a_column_has_its_own_coordinate_system():
    convert = converter("point", options={"crs": "WGS-84"})
    assert convert("{x:1,y:2}") == Point(1.0, 2.0, None, 4326)
    assert convert("{x:1,y:2,z:3}") == Point(1.0, 2.0, 3.0, 4979)
    assert convert("{x:1,y:2,crs:cartesian}") == Point(1.0, 2.0, None, 7203)
    with pytest.raises(ValueError, match="coordinate system"):
        converter("point", options={"crs": "flat"})


OFFSETS = st.timedeltas(dt.timedelta(hours=-23, minutes=-59), dt.timedelta(hours=23, minutes=59))
ZONES = OFFSETS.map(lambda delta: dt.timezone(dt.timedelta(minutes=delta // dt.timedelta(minutes=1))))


def write_duration(d: Duration) -> str:
    """Exact, unlike a sum in floats; openCypher's fraction always adds, so the sign stands before the seconds only."""
    total = d.seconds * 10**9 + d.nanoseconds
    sign = "-" if total < 0 else ""
    return f"P{d.months}M{d.days}DT{sign}{abs(total) // 10**9}.{abs(total) % 10**9:09}S"


ROUND_TRIPS = {
    "int": (st.integers(-(2**63), 2**63 - 1), str),
    "double": (st.floats(allow_nan=False), repr),
    "boolean": (st.booleans(), lambda value: str(value).lower()),
    "char": (st.characters(), str),
    "string": (st.text(), str),
    "date": (st.dates(), str),
    "localtime": (st.times(), str),
    "time": (st.times(timezones=ZONES), str),
    "localdatetime": (st.datetimes(), dt.datetime.isoformat),
    "datetime": (st.datetimes(timezones=ZONES), dt.datetime.isoformat),
    "duration": (
        st.builds(
            Duration,
            st.integers(-(10**9), 10**9),
            st.integers(-(10**9), 10**9),
            st.integers(-(10**15), 10**15),
            st.integers(0, 10**9 - 1),
        ),
        write_duration,
    ),
    "point": (
        st.one_of(
            st.builds(Point, st.floats(-1e9, 1e9), st.floats(-1e9, 1e9), st.none(), st.sampled_from([7203, 4326])),
            st.builds(Point, st.floats(-1, 1), st.floats(-1, 1), st.floats(-1, 1), st.sampled_from([9157, 4979])),
        ),
        lambda p: f"{{x:{p.x!r}, y:{p.y!r}, {'' if p.z is None else f'z:{p.z!r}, '}srid:{p.srid}}}",
    ),
}


@pytest.mark.parametrize("declared", ROUND_TRIPS)
@given(data=st.data())
def test_what_is_written_is_read(declared, data):
    cells, write = ROUND_TRIPS[declared]
    cell = data.draw(cells)
    assert converter(declared)(write(cell)) == cell


@pytest.mark.parametrize("declared", [name for name in ROUND_TRIPS if name not in ("char", "string")])
@given(data=st.data())
def test_arrays_of_what_is_written_are_read(declared, data):
    cells, write = ROUND_TRIPS[declared]
    items = data.draw(st.lists(cells, min_size=1, max_size=4))
    assert converter(f"{declared}[]")(";".join(map(write, items))) == tuple(items)


@pytest.mark.parametrize("declared", [name for name in ROUND_TRIPS if name != "string"])
@given(text=st.text(alphabet="0123456789-+:.,TZPYMWDHS[]{}xyz=e_ /🙂", max_size=30))
def test_any_text_gives_a_cell_or_a_value_error(declared, text):
    try:
        cell = converter(declared)(text)
    except ValueError:
        return
    assert cell is not None
