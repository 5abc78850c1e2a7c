"""The library: that it loads without a problem, holds what it is there for, and is consistent in itself."""

from __future__ import annotations

import csv
import datetime as dt
import re
from collections import Counter, defaultdict
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

import fingerpost
from fingerpost.core.schema import ValueType
from fingerpost.samples import LIBRARY_FOLDER, copy_sample

Tables = dict[str, list[dict[str, str]]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_sample(LIBRARY_FOLDER, tmp_path_factory.mktemp("samples"))


@pytest.fixture(scope="module")
def tables(folder: Path) -> Tables:
    found = {}
    for file in folder.glob("*.csv"):
        with file.open(encoding="utf-8", newline="") as lines:
            found[file.stem] = list(csv.DictReader(lines))
    return found


def test_it_loads_without_problems(folder: Path, tables: Tables, tmp_path: Path) -> None:
    report = fingerpost.load([folder], tmp_path / "kb.fp", strict=True)
    nodes = sum(len(rows) for name, rows in tables.items() if not name.isupper())
    relationships = sum(len(rows) for name, rows in tables.items() if name.isupper())
    assert (report.nodes, report.relationships, report.problems) == (nodes, relationships, ())
    assert 60 <= nodes <= 150
    with fingerpost.open(tmp_path / "kb.fp") as kb:
        counts = {label.name: label.count for label in kb.schema.labels}
        assert counts == {name: len(rows) for name, rows in tables.items() if not name.isupper()}
        types = {relationship.type: relationship.count for relationship in kb.schema.relationships}
        assert types == {name: len(rows) for name, rows in tables.items() if name.isupper()}
        book, loan = kb.schema.label_by_name["Book"], kb.schema.relationship_by_type["BORROWED"]
        assert {p.name: p.type for p in book.properties} == {
            "isbn": ValueType.STRING,
            "title": ValueType.STRING,
            "year": ValueType.INTEGER,
            "language": ValueType.STRING,
            "pages": ValueType.INTEGER,
            "price": ValueType.FLOAT,
            "formats": ValueType.LIST,
        }
        assert {p.name: p.type for p in loan.properties} == {
            "loanDate": ValueType.DATE,
            "dueDate": ValueType.DATE,
            "returnDate": ValueType.DATE,
            "renewals": ValueType.INTEGER,
        }


def test_every_relationship_has_its_ends(tables: Tables) -> None:
    ids = Counter(next(iter(row.values())) for name, rows in tables.items() if not name.isupper() for row in rows)
    assert set(ids.values()) == {1}
    for name, rows in tables.items():
        if name.isupper():
            assert all(row[":START_ID"] in ids and row[":END_ID"] in ids for row in rows)


def test_isbns_are_valid_and_belong_to_nobody(tables: Tables) -> None:
    """979-9 is assigned to no country, so that no real book is meant."""
    for row in tables["Book"]:
        isbn = row["isbn:ID"]
        assert re.fullmatch(r"979-9-0001-\d{4}-\d", isbn)
        digits = [int(character) for character in isbn.replace("-", "")]
        assert sum(digits[0::2] + [3 * digit for digit in digits[1::2]]) % 10 == 0


def test_addresses_reach_nobody(tables: Tables) -> None:
    assert all(row["email"].endswith("@example.org") for row in tables["Member"] if row["email"])


def test_loans_are_consistent(tables: Tables) -> None:
    joined = {row["memberId:ID"]: dt.date.fromisoformat(row["joined:date"]) for row in tables["Member"]}
    spans = defaultdict(list)
    for row in tables["BORROWED"]:
        start, due = (dt.date.fromisoformat(row[name]) for name in ("loanDate:date", "dueDate:date"))
        assert due - start == dt.timedelta(days=28 + 14 * int(row["renewals:int"]))
        assert joined[row[":START_ID"]] <= start
        back = row["returnDate:date"]
        spans[row[":END_ID"]].append((start, dt.date.fromisoformat(back) if back else dt.date.max))
    for times in spans.values():
        times.sort()
        assert all(first[1] <= second[0] for first, second in pairwise(times))


def test_it_holds_what_it_is_there_for(tables: Tables) -> None:
    members = tables["Member"]
    labels = {name.lower() for name in tables if not name.isupper()}
    assert sum(not row["email"] for row in members) == 3
    borrowed = {row[":END_ID"] for row in tables["BORROWED"]}
    assert {row["title"] for row in tables["Book"] if row["isbn:ID"] not in borrowed} == {"Villette", "The Last Man"}
    assert max(Counter(row["firstName"] for row in members).values()) == 2, "two people share a first name"
    assert any(row["lastName"].lower() in labels for row in members), "a value that is a label's word"
    assert {row["firstName"] for row in members} & {row["title"] for row in tables["Book"]}, "a person and a book"
    names = "".join(row["firstName"] + row["lastName"] for row in members)
    assert {"ö", "ü", "é", "ø", "á", "Ł", "Å", "ı", "ễ"} <= set(names)


def test_the_samples_are_package_data() -> None:
    samples = files("fingerpost.samples")
    assert (samples / "house" / "house.ifc").is_file()
    assert sum(file.name.endswith(".csv") for file in (samples / "library").iterdir()) == 12


def test_a_copy_is_the_sample(folder: Path, tmp_path: Path) -> None:
    for file in (files("fingerpost.samples") / "library").iterdir():
        assert (folder / file.name).read_bytes() == file.read_bytes()
    house = copy_sample("house/house.ifc", tmp_path / "new")
    assert house == tmp_path / "new" / "house.ifc"
    assert house.read_bytes().startswith(b"ISO-10303-21;")
