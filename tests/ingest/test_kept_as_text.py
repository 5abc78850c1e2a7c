"""Values that tables and documents keep as text: lists of codes, lengths of time, codes that read like no value."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from fingerpost.core.cells import Duration
from fingerpost.engine import KnowledgeBase, LoadReport, load
from fingerpost.ingest.tables.lists import list_rules
from fingerpost.ingest.tables.profile import ColumnProfile
from fingerpost.ingest.written_durations import are_durations, read_duration

CODES = [f"{first}{second}" for first in "BCDFGHK" for second in "ANORSTUZ"]
"""More codes than a list of terms has."""
STOPS = [(CODES[n % 56], CODES[(n * 5 + n // 56) % 56], CODES[(n * 11 + n // 7) % 56])[: n % 3 + 1] for n in range(600)]
"""The ports at which ferries call."""


def _column(values: list[str]) -> ColumnProfile:
    column = ColumnProfile("column")
    for value in values:
        column.add(value)
    return column


def _lists(values: list[str]) -> str | None:
    return next((rule.format for _, rule in list_rules({"column": _column(values)}, ())), None)


@pytest.mark.parametrize("separator", [",", ";", "|", ", "])
def test_many_codes_are_lists_where_each_stands_in_several_values(separator: str) -> None:
    assert _lists([separator.join(dict.fromkeys(stop)) for stop in STOPS]) == separator.strip()


def test_lists_may_be_longer_than_a_key() -> None:
    parts = ["slow cooked", "hand picked", "cold pressed", "barrel aged", "sun dried"]
    assert _lists([",".join(parts), ",".join(parts[::-1]), *parts, ",".join(parts[2:]), "sun dried,slow cooked"]) == ","


@pytest.mark.parametrize(
    "values",
    [
        [f"{last}, {first}" for last in CODES for first in ("Ida", "Jon", "Lea", "Max", "Una")],
        [f"{number} Mill Lane, {town}, NY" for number in range(40) for town in ("Oslo", "Bergen", "York")],
        [f"{town}, {state}" for state in CODES for town in ("York", "Springfield", "Salem", "Dover")],
        ["We met, talked and left", "They came, saw and won", "Rain, wind and snow", "No, thanks", "Yes, please"] * 20,
        [f"{first}, {second} and {first}{second}" for first in CODES for second in ("Ames", "Bond", "Cole")],
    ],
)
def test_names_addresses_and_sentences_are_no_lists(values: list[str]) -> None:
    assert _lists(values) is None


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("1h 40m", Duration(0, 0, 6_000, 0)),
        ("1 hour, 40 minutes", Duration(0, 0, 6_000, 0)),
        ("2 hrs and 5 min.", Duration(0, 0, 7_500, 0)),
        ("PT1H40M", Duration(0, 0, 6_000, 0)),
        ("1:40:00", Duration(0, 0, 6_000, 0)),
        ("90 min", Duration(0, 0, 5_400, 0)),
        ("1w 2d", Duration(0, 9, 0, 0)),
        ("1.5 h", Duration(0, 0, 5_400, 0)),
    ],
)
def test_lengths_of_time_as_people_write_them(text: str, length: Duration) -> None:
    assert read_duration(text) == length


@pytest.mark.parametrize("text", ["", "h", "40 miles", "1h 40x", "m 5", "5 5", "P", "1:75:00"])
def test_what_is_no_length_of_time(text: str) -> None:
    with pytest.raises(ValueError, match="not"):
        read_duration(text)


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("took", ["1h 40m", "50m", "2h"], True),
        ("took", ["PT50M", "PT1H"], True),
        ("run_time", ["1:40:00", "0:50:10"], True),
        ("uptime", ["1:40:00", "30:50:10"], True),
        ("opens", ["10:40:00", "08:50:10"], False),
        ("length", ["5m", "7m"], False),
        ("model", ["P2W", "P3"], False),
        ("took", ["1h 40m", "long"], False),
    ],
)
def test_a_column_of_lengths_of_time(name: str, values: list[str], expected: bool) -> None:
    assert are_durations(name, values) is expected


FERRIES = [
    {"name": "Ada", "crossing": "1h 40m", "ports": "OS,HE"},
    {"name": "Bo", "crossing": "50m", "ports": "OS"},
    {"name": "Cy", "crossing": "9h 5m", "ports": "HE,GO"},
    {"name": "Dot", "crossing": "2h", "ports": "GO,OS"},
    {"name": "Eve", "crossing": "2h 10m", "ports": "GO"},
]


def _ferries(folder: Path, form: str) -> Path:
    path = folder / f"ferry.{form}"
    if form == "json":
        path.write_text(json.dumps(FERRIES))
    elif form == "csv":
        path.write_text("name;crossing;ports\n" + "".join(";".join(each.values()) + "\n" for each in FERRIES))
    else:
        with sqlite3.connect(path) as connection:
            connection.execute("CREATE TABLE ferry (name TEXT PRIMARY KEY, crossing TEXT, ports TEXT)")
            connection.executemany("INSERT INTO ferry VALUES (:name, :crossing, :ports)", FERRIES)
        connection.close()
    return path


@pytest.mark.parametrize("form", ["csv", "sqlite", "json"])
def test_ferries_are_asked_by_their_ports_and_crossings(tmp_path: Path, form: str) -> None:
    report = load([_ferries(tmp_path, form)], tmp_path / "kb")
    told = "\n".join(report.notes)
    assert "ferry.crossing: read as lengths of time" in told
    assert "ferry.ports: read as lists, separated by commas" in told
    with KnowledgeBase(tmp_path / "kb") as kb:
        assert kb.ask("Which ferry has the longest crossing?").text.startswith("Cy")
        assert kb.ask("How many ferries have a crossing of more than 2 hours?").rows == ((2,),)
        assert kb.ask("How many ferries have the port OS?").rows == ((3,),)


LANGUAGES = "Id\tName\tShort\nami\tAmis\tami\nnan\tMin Nan\tnan\nkuu\tKuu\t\nlod\tLod\tlod\nque\tQuechua\tque\n"
MEMBERS = "Whole_Id\tPart_Id\tState\nque\tkuu\tA\nque\tlod\tA\nami\tnan\tR\n"


def _tongues(folder: Path) -> LoadReport:
    (folder / "Language.tab").write_text(LANGUAGES)
    (folder / "Whole.tab").write_text(MEMBERS)
    return load([folder / "Language.tab", folder / "Whole.tab"], folder / "kb")


def test_a_code_of_a_key_is_a_value_and_one_to_one_references_are_found(tmp_path: Path) -> None:
    report = _tongues(tmp_path)
    told = "\n".join(report.notes)
    assert "no value" not in told
    assert "Short" not in told, "a code beside the key is no reference to itself"
    assert "Whole.Whole_Id" in told
    assert "Whole.Part_Id" in told
    with KnowledgeBase(tmp_path / "kb") as kb:
        assert kb.ask("What is the id of Min Nan?").text.endswith("nan.")


def test_the_items_of_lists_may_refer_to_another_table(tmp_path: Path) -> None:
    (tmp_path / "port.csv").write_text("code,town\nOS,Oslo\nHE,Helsinki\nGO,Gothenburg\nTU,Turku\n")
    report = load([_ferries(tmp_path, "csv"), tmp_path / "port.csv"], tmp_path / "kb")
    assert report.relationships == 8
    assert "PORT is a guess: 100% of the values of ferry.ports are in port.code" in report.notes
    with KnowledgeBase(tmp_path / "kb") as kb:
        answer = kb.ask("Which port has the most ferries?")
        assert answer.confidence < 0.8
        assert {row[0].properties["town"] for row in answer.rows} == {"Oslo", "Gothenburg"}
