"""Dates and moments that files hold as text, in every form of ISO 8601, counted by year."""

from __future__ import annotations

import json

import pytest

import fingerpost as fp
from fingerpost.core.errors import QueryRejected

TEXTS = {
    "Commit": ["2026-04-27T21:21:11+02:00", "2025-12-31T23:30:00-05:00", "2025-01-03T10:00:00+05:30"],
    "Release": ["2026-04-27T21:21:11Z", "2026-01-01T00:00:00Z", "2025-06-01T12:00:00Z"],
    "Measurement": ["2026-04-27T21:21:11.123+02:00", "2025-06-01T12:00:00.000001Z", "2025-06-01T12:00:00.5Z"],
    "Visit": ["2026-04-27", "2025-06-01T12:00:00+02:00", "2025-06-01 12:00", "unknown", "2026-01-01", "2026-01-02"],
    "Birthday": ["2026-04-27", "2025-06-01", "2025-06-02"],
    "Shift": ["2026-01-01T02:00:00+05:00", "2025-12-31T23:00:00-05:00"],
    "Iteration": ["2026-W18-1", "2026-W01-1", "2025-W03-1"],
}
YEARS = {
    "commits": {2026: 1, 2025: 2},
    "releases": {2026: 2, 2025: 1},
    "measurements": {2026: 1, 2025: 2},
    "birthdays": {2026: 1, 2025: 2},
    "sprints": {2026: 2, 2025: 1},
}


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    """A label for each form, as JSON lines without relationships, and one of dates by weeks in a typed table."""
    folder = tmp_path_factory.mktemp("moments")
    source = folder / "graph"
    source.mkdir()
    nodes = [
        {"id": f"{label}{number}", "labels": [label], "props": {"name": f"{label} {number}", "time": text}}
        for label, texts in TEXTS.items()
        for number, text in enumerate(texts)
    ]
    (source / "nodes.jsonl").write_text("".join(f"{json.dumps(node)}\n" for node in nodes), encoding="utf-8")
    (source / "rels.jsonl").touch()
    table = folder / "Sprint.csv"
    table.write_text(
        ":ID,name,start:date,:LABEL\ns1,One,2026-W18-1,Sprint\ns2,Two,2026-W01-1,Sprint\ns3,Three,2026-W02-1,Sprint\n"
    )
    fp.load([source, table], folder / "base.fp")
    with fp.open(folder / "base.fp") as kb:
        yield kb


def rows(base, text):
    return sorted(base.store.run(base.verify(text)).rows, key=str)


@pytest.mark.parametrize("name", YEARS)
def test_they_are_counted_by_year(base, name):
    answer = base.ask(f"How many {name} each year?")
    assert {row[0]: row[1] for row in answer.rows} == YEARS[name]


def test_a_date_beside_moments_is_read_and_what_is_unknown_is_left_out(base):
    found = rows(base, "MATCH (v:Visit) RETURN date(v.time).year AS year, count(*) AS n")
    assert found == [(2025, 2), (2026, 3), (None, 1)]


def test_the_day_is_that_of_the_own_zone(base):
    found = rows(base, "MATCH (c:Commit) RETURN toString(date(c.time)) AS day")
    assert found == [("2025-01-03",), ("2025-12-31",), ("2026-04-27",)]


def test_a_moment_in_text_is_compared_as_a_moment(base):
    text = "MATCH (c:Commit) WHERE datetime(c.time) < datetime('2026-01-01T00:00:00Z') RETURN count(*) AS n"
    assert rows(base, text) == [(1,)]
    for given in ("datetime('2026-01-01T00:00:00Z')", "date('2026-01-01')"):
        with pytest.raises(QueryRejected, match=rf"did you mean {given.partition('(')[0]}\(c.time\)\?"):
            base.verify(f"MATCH (c:Commit) WHERE c.time < {given} RETURN count(*) AS n")


def test_the_parts_of_a_moment_are_read_without_its_type(base):
    text = "MATCH (r:Release) RETURN r.time.year AS year, count(*) AS n"
    assert rows(base, text) == [(2025, 1), (2026, 2)]


def test_moments_in_text_are_ordered_as_text_and_by_time_where_that_is_asked_for(base):
    """The limit that docs/load.md states: Shift 1 began two hours after Shift 0."""
    assert base.ask("Which shift has the latest time?").text.startswith("Shift 0")
    by_time = "MATCH (s:Shift) RETURN s.name ORDER BY datetime(s.time) DESC LIMIT 1"
    assert rows(base, by_time) == [("Shift 1",)]


def test_week_dates_in_text_are_text_to_questions_and_dates_to_queries(base):
    """The limit that docs/load.md states."""
    (time,) = (each for each in base.schema.label_by_name["Iteration"].properties if each.name == "time")
    assert (time.type, time.text_kind) == ("string", None)
    found = rows(base, "MATCH (i:Iteration) RETURN date(i.time).year AS year, count(*) AS n")
    assert found == [(2025, 2), (2026, 1)]


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("How many readings have a time on 2025-03-02?", 3),
        ("How many readings have a time on March 2, 2025?", 3),
        ("How many readings have a time after 2025-03-03?", 3),
        ("How many readings have a time before 2025-03-03?", 6),
        ("How many readings have a time between 2025-03-02 and 2025-03-03?", 6),
    ],
)
def test_a_day_is_all_of_its_moments_where_they_are_texts(tmp_path_factory, question, count):
    folder = tmp_path_factory.getbasetemp() / "readings"
    if not folder.exists():
        folder.mkdir()
        readings = [{"nr": n, "time": f"2025-03-0{n % 4 + 1}T0{n % 3}:00:00Z"} for n in range(12)]
        (folder / "readings.json").write_text(json.dumps(readings))
        fp.load([folder / "readings.json"], folder / "kb.fp")
    with fp.open(folder / "kb.fp") as kb:
        assert kb.ask(question).rows == ((count,),)
