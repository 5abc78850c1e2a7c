"""Cells: what an answer holds survives JSON, whatever it is called."""

from __future__ import annotations

import datetime as dt
import json
import math
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st
from pydantic import ValidationError

from fingerpost.core.answer import Answer, Evidence, Status
from fingerpost.core.cells import Duration, Node, Path, Point, Relationship, decode, encode, fixed, freeze
from fingerpost.core.isoformat import parse_duration

TAGS = [
    "$date",
    "$datetime",
    "$time",
    "$duration",
    "$point",
    "$node",
    "$relationship",
    "$path",
    "$map",
    "$float",
    "$",
    "",
]
KEYS = st.sampled_from(TAGS) | st.text(max_size=8)
ZONES = st.sampled_from(["Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Etc/GMT+5"]).map(ZoneInfo)
OFFSETS = st.integers(-1439, 1439).map(lambda minutes: dt.timezone(dt.timedelta(minutes=minutes)))
INTEGERS = st.integers(-(2**70), 2**70)
FLOATS = st.floats(allow_nan=False)
DURATIONS = st.builds(Duration, INTEGERS, INTEGERS, INTEGERS, st.integers(-(10**9), 10**9))
POINTS = st.builds(Point, FLOATS, FLOATS, st.none() | FLOATS, st.sampled_from([4326, 4979, 7203, 9157]))
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    INTEGERS,
    FLOATS,
    st.text(),
    st.dates(),
    st.times(),
    st.times(timezones=OFFSETS),
    st.datetimes(),
    st.datetimes(timezones=OFFSETS),
    # Before 1900 some zones were apart by seconds, at the ends of the calendar there is no hour before or after.
    st.datetimes(dt.datetime(1900, 1, 1), dt.datetime(2200, 1, 1), timezones=ZONES, allow_imaginary=False),  # noqa: DTZ001
    DURATIONS,
    POINTS,
)
PLAIN = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
PROPERTIES = st.dictionaries(KEYS, PLAIN, max_size=3)
NODES = st.builds(Node, st.text(), st.lists(st.text(), max_size=2).map(tuple), PROPERTIES)
RELATIONSHIPS = st.builds(Relationship, st.text(), st.text(), st.text(), st.text(), PROPERTIES)
PATHS = st.builds(
    Path, st.lists(NODES, min_size=1, max_size=2).map(tuple), st.lists(RELATIONSHIPS, max_size=2).map(tuple)
)
ELEMENTS = NODES | RELATIONSHIPS | PATHS
CELLS = PLAIN | ELEMENTS | st.lists(ELEMENTS, max_size=2).map(tuple) | st.dictionaries(KEYS, ELEMENTS, max_size=2)


def through_json(cell):
    return decode(json.loads(json.dumps(encode(cell), allow_nan=False)))


def exact(cell):
    """A cell as something whose equality sees properties, types and offsets too."""
    if isinstance(cell, (Node, Relationship)):
        return type(cell).__name__, cell, exact(dict(cell.properties))
    if isinstance(cell, Path):
        return tuple(map(exact, cell.nodes)), tuple(map(exact, cell.relationships))
    if isinstance(cell, tuple):
        return tuple(map(exact, cell))
    if isinstance(cell, dict):
        return {key: exact(value) for key, value in cell.items()}
    if isinstance(cell, (dt.time, dt.datetime)):
        return cell.isoformat()
    return type(cell).__name__, cell


@given(CELLS)
def test_every_cell_survives_json(cell):
    assert exact(through_json(cell)) == exact(cell)


@given(CELLS, st.text(max_size=5))
def test_every_cell_survives_an_answer(cell, name):
    answer = Answer(question="q", status=Status.ANSWERED, text="t", columns=("c",), rows=((cell,),))
    again = Answer.model_validate_json(answer.model_dump_json())
    assert exact(again.rows) == exact(answer.rows)
    evidence = Evidence(columns=(name,), rows=((cell,),))
    assert exact(Evidence.model_validate_json(evidence.model_dump_json()).rows) == exact(evidence.rows)


@given(st.dictionaries(st.text(max_size=5), PLAIN, max_size=3))
def test_the_parameters_of_an_answer_survive(parameters):
    answer = Answer(question="q", status=Status.EMPTY, text="", parameters=fixed(parameters))
    again = Answer.model_validate_json(answer.model_dump_json())
    assert exact({k: _thawed(v) for k, v in again.parameters.items()}) == exact(parameters)


def _thawed(cell):
    if isinstance(cell, tuple):
        return tuple(map(_thawed, cell))
    return {key: _thawed(value) for key, value in cell.items()} if hasattr(cell, "items") else cell


@pytest.mark.parametrize("value", [math.inf, -math.inf])
def test_infinities_survive(value):
    assert through_json(value) == value
    assert through_json(Point(value, 1.0)) == Point(value, 1.0)


def test_not_a_number_survives():
    assert math.isnan(through_json(math.nan))
    assert math.isnan(through_json((1, {"a": math.nan}))[1]["a"])
    assert math.isnan(through_json(Point(math.nan, 0.0)).x)


@pytest.mark.parametrize("tag", TAGS)
def test_a_users_key_is_never_read_as_ours(tag):
    for value in ("2017-08-11", 5, None, {"$date": "2017-08-11"}, ("a",)):
        assert through_json({tag: value}) == {tag: value}
        assert through_json(Node("1", (), {tag: value})).properties == {tag: value}


@pytest.mark.parametrize("cell", [{1, 2}, object(), b"bytes", 1j, Exception("x"), [{"a": object()}]])
def test_what_is_no_cell_is_refused(cell):
    with pytest.raises(TypeError, match="cannot be part of an answer"):
        encode(cell)


MALFORMED = [
    {"$date": 5},
    {"$date": "11/08/2017"},
    {"$date": None},
    {"$datetime": "yesterday"},
    {"$time": []},
    {"$float": "many"},
    {"$float": None},
    {"$float": 1.5},
    {"$duration": "P1D"},
    {"$duration": [1, 2, 3]},
    {"$duration": [1, 2, 3, 4, 5]},
    {"$duration": ["a", "b", "c", "d"]},
    {"$duration": [1.5, 0, 0, 0]},
    {"$duration": [True, 0, 0, 0]},
    {"$point": ["x", "y", None, 4326]},
    {"$point": [1, 2]},
    {"$point": [1, 2, None, "4326"]},
    {"$point": {}},
    {"$node": {}},
    {"$node": None},
    {"$node": {"id": "1", "labels": "Person", "properties": {}}},
    {"$node": {"id": "1", "labels": [1], "properties": {}}},
    {"$node": {"id": "1", "labels": [], "properties": []}},
    {"$node": {"id": "1", "labels": [], "properties": {"$date": "2017-08-11"}}},
    {"$node": {"id": 1, "labels": [], "properties": {}}},
    {"$relationship": {"id": "1", "type": "T"}},
    {"$path": []},
    {"$path": [[{"id": 1}], []]},
    {"$path": "nodes"},
    {"$map": 5},
    {"$map": ["a"]},
    [1, {"a": {"$date": "never"}}],
    {"$map": {"$node": {"$date": "never"}}},
]


@pytest.mark.parametrize("data", MALFORMED, ids=lambda data: json.dumps(data)[:50])
def test_malformed_json_is_a_clear_error(data):
    with pytest.raises(ValueError, match=r"is not a valid \$\w+"):
        decode(data)
    record = {"columns": ["c"], "rows": [[data]]}
    with pytest.raises(ValidationError, match=r"is not a valid \$\w+"):
        Evidence.model_validate(record)


def test_the_message_about_malformed_json_names_the_innermost_part_and_is_short():
    with pytest.raises(ValueError, match=r"^'never' is not a valid \$date$"):
        decode([{"$map": {"k": {"$date": "never"}}}])
    with pytest.raises(ValueError, match=r"\.\.\. is not a valid \$date") as refusal:
        decode({"$date": "x" * 10_000})
    assert len(str(refusal.value)) < 100


@given(st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda i: st.lists(i) | st.dictionaries(KEYS, i)))
def test_any_json_decodes_or_is_a_value_error(data):
    try:
        cell = decode(data)
    except ValueError as refusal:
        cell = str(refusal)
    assert exact(through_json(cell)) == exact(cell)


@pytest.mark.parametrize(
    ("duration", "text"),
    [
        (Duration(), "PT0S"),
        (Duration(14, 3, 14706, 700_000_000), "P1Y2M3DT14706.7S"),
        (Duration(months=-14), "P-1Y-2M"),
        (Duration(days=-3), "P-3D"),
        (Duration(nanoseconds=1), "PT0.000000001S"),
        (Duration(nanoseconds=-1), "PT-0.000000001S"),
        (Duration(seconds=-1, nanoseconds=500_000_000), "PT-0.5S"),
        (Duration(seconds=-1, nanoseconds=-500_000_000), "PT-1.5S"),
        (Duration(seconds=2**62, nanoseconds=123_456_789), "PT4611686018427387904.123456789S"),
        (Duration(seconds=100), "PT100S"),
        (Duration(seconds=1, nanoseconds=-1_000_000_000), "PT0S"),
        (Duration(days=1, seconds=10), "P1DT10S"),
    ],
)
def test_a_duration_as_text(duration, text):
    assert str(duration) == text


WHOLE = st.integers(-(2**62), 2**62)


@given(st.builds(Duration, WHOLE, WHOLE, WHOLE, st.integers(0, 10**9 - 1)))
def test_a_durations_text_is_exact(duration):
    assert parse_duration(str(duration)) == duration


@given(CELLS, CELLS)
def test_frozen_cells_are_equal_where_the_cells_are(one, other):
    assert hash(freeze(one)) == hash(freeze(one))
    assert freeze(one) == freeze(through_json(one))
    if not _has_boolean(one) and not _has_boolean(other):
        assert (freeze(one) == freeze(other)) == (one == other)


def _has_boolean(cell):
    """Python holds True and 1 for equal; `freeze` does not."""
    if isinstance(cell, dict):
        return any(map(_has_boolean, cell.values()))
    return any(map(_has_boolean, cell)) if isinstance(cell, tuple) else isinstance(cell, bool)


def test_frozen_cells_tell_apart_what_python_confuses():
    assert freeze(True) != freeze(1)
    assert freeze(1) == freeze(1.0)
    assert freeze(math.nan) == freeze(-math.nan)
    assert freeze((1, 2)) != freeze(("list", 1, 2))
    assert freeze([1, 2]) == freeze((1, 2))
    assert freeze({}) != freeze(())


def test_fixed_cells_cannot_be_changed_from_outside():
    inner = [1, 2]
    outer = {"a": inner, "b": {"c": inner}}
    cell = fixed(outer)
    inner.append(3)
    outer["d"] = 4
    assert cell == {"a": (1, 2), "b": {"c": (1, 2)}}
    with pytest.raises(TypeError):
        cell["a"] = ()
    with pytest.raises(TypeError):
        cell["b"]["c"] = ()


def test_a_named_zone_is_kept_also_in_the_hour_that_comes_twice():
    for fold, offset in (0, "+02:00"), (1, "+01:00"):
        moment = dt.datetime(2024, 10, 27, 2, 30, tzinfo=ZoneInfo("Europe/Berlin"), fold=fold)
        assert encode(moment) == {"$datetime": f"2024-10-27T02:30:00{offset}[Europe/Berlin]"}
        again = decode(encode(moment))
        assert (repr(again), again.utcoffset()) == (repr(moment), moment.utcoffset())


@pytest.mark.parametrize("zone", ["No/Where", "Asia/Tokyo", "../UTC", ""])
def test_a_zone_that_is_not_known_or_is_another_here_is_its_offset(zone):
    assert repr(decode({"$datetime": f"2024-10-27T02:30:00+02:00[{zone}]"})) == repr(
        dt.datetime(2024, 10, 27, 2, 30, tzinfo=dt.timezone(dt.timedelta(hours=2)))
    )
