"""Tables of which two columns tell the rows apart, so that numbers elsewhere may refer to either."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from fingerpost.ingest.records import LoadContext, RelationshipRecord
from fingerpost.ingest.tables.csv_files import CsvLoader
from fingerpost.ingest.tables.databases import SqliteLoader
from fingerpost.ingest.tables.names import ROLE, says

KILNS = "uid,idx,name\n" + "".join(f"{n},{n + 1},Kiln {chr(65 + n)}\n" for n in range(6))
FIRINGS = "title,kiln,a1\nBlue,1,0\nBrown,3,0\nGreen,3,0\nWhite,4,0\n"
MOVES = "title,kiln1,kiln2\nSpring,1,2\nSummer,2,6\nAutumn,4,6\n"


def loaded(folder, **tables):
    for name, text in tables.items():
        (folder / f"{name}.csv").write_text(text)
    context = LoadContext()
    records = list(CsvLoader().read(folder, context))
    return {(r.start, r.type, r.end) for r in records if isinstance(r, RelationshipRecord)}, context.notes


def test_the_key_is_what_all_columns_agree_on_that_refer_to_the_table(tmp_path):
    relationships, notes = loaded(tmp_path, kilns=KILNS, firings=FIRINGS, moves=MOVES)
    assert "firings.kiln refers to kilns.idx: KILNS" in notes
    assert ("firings:Brown", "KILNS", "kilns:3") in relationships
    assert {("moves:Summer", "KILN_1", "kilns:2"), ("moves:Summer", "KILN_2", "kilns:6")} <= relationships


def test_numbers_that_either_key_has_make_a_guess_which_is_told(tmp_path):
    relationships, notes = loaded(tmp_path, kilns=KILNS, firings=FIRINGS)
    assert "KILNS is a guess: 100% of the values of firings.kiln are in kilns.idx" in notes
    assert "firings.kiln may as well refer to kilns.uid: a mapping (--propose) can say which" in notes
    assert ("firings:Blue", "KILNS", "kilns:1") in relationships


def test_the_word_for_a_key_says_which_it_is(tmp_path):
    _, notes = loaded(tmp_path, kilns=KILNS, firings=FIRINGS.replace("kiln", "kiln_idx"))
    assert notes == ["firings.kiln_idx refers to kilns.idx: KILNS"]


def test_a_few_lost_rows_are_no_reason_to_take_another_key(tmp_path):
    rooms = "id,code,name\n" + "".join(f"{n},R{n},Room {n}\n" for n in range(60))
    bookings = "title,room_id\n" + "".join(f"Talk {n},{n}\n" for n in range(1, 61))
    _, notes = loaded(tmp_path, rooms=rooms, bookings=bookings)
    assert notes == ["bookings.room_id refers to rooms.id: ROOMS"]


def test_a_declared_key_has_no_rival(tmp_path):
    with closing(sqlite3.connect(tmp_path / "k.db")) as base:
        base.execute("CREATE TABLE kilns (uid INTEGER PRIMARY KEY, idx INTEGER)")
        base.execute("CREATE TABLE firings (title TEXT, kiln INTEGER)")
        base.executemany("INSERT INTO kilns VALUES (?, ?)", [(n, n + 1) for n in range(6)])
        base.executemany("INSERT INTO firings VALUES (?, ?)", [("Blue", 1), ("Brown", 3), ("Green", 3)])
        base.commit()
    context = LoadContext()
    list(SqliteLoader().read(tmp_path / "k.db", context))
    assert context.notes == ["firings.kiln refers to kilns.uid: KILNS"]


@pytest.mark.parametrize(
    ("column", "table", "told"),
    [("kiln1", "kilns", ROLE), ("kiln_2_id", "kilns", ROLE), ("b1", "stage1", 0.0), ("k1", "kilns", 0.0)],
)
def test_a_number_behind_the_name_of_a_table_tells_two_references_apart(column, table, told):
    assert says(column, "id", table, own=False) == told
