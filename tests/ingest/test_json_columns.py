"""Columns of JSON objects in tables: what they say becomes properties."""

from __future__ import annotations

import csv
import json
import sqlite3

import fingerpost as fp
from fingerpost.ingest.mapping import SourceMapping
from fingerpost.ingest.records import LoadContext, NodeRecord, ReadOptions, RelationshipRecord
from fingerpost.ingest.tables.csv_files import CsvLoader
from fingerpost.ingest.tables.databases import SqliteLoader

KILNS = [
    {"id": "k1", "fuel": {"id": 7, "name": "Gas"}, "size": {"width": 40, "depth": 55}, "glazes": [{"name": "Ash"}]},
    {"id": "k2", "fuel": {"id": 9, "name": "Wood"}, "size": {"width": 90}, "glazes": [], "firings": [{"at": 1280}]},
    {"id": "k3", "fuel": {"id": 7, "name": "Gas"}, "electric": False, "glazes": [{"name": "Ash"}, {"name": "Salt"}]},
]


def database(path, documents, column="data"):
    with sqlite3.connect(path) as made:
        made.execute(f"CREATE TABLE kilns (id TEXT PRIMARY KEY, {column} TEXT)")
        made.executemany("INSERT INTO kilns VALUES (?, ?)", documents)
        made.execute("CREATE TABLE fuels (name TEXT, price INTEGER)")
        made.executemany("INSERT INTO fuels VALUES (?, ?)", [("Gas", 3), ("Wood", 2), ("Peat", 1)])
    made.close()
    return path


def read(loader, path, mapping=None):
    context = LoadContext(options=ReadOptions(mapping=mapping))
    return {r.id: r.properties for r in loader.read(path, context) if isinstance(r, NodeRecord)}, context


def test_what_objects_in_a_column_say_are_properties(tmp_path):
    path = database(tmp_path / "pottery.db", [(each["id"], json.dumps(each)) for each in KILNS])
    nodes, context = read(SqliteLoader(), path)
    assert nodes["kilns:k1"] == {
        "id": "k1",
        "size_width": 40,
        "size_depth": 55,
        "glazes": ("Ash",),
    }
    assert nodes["kilns:k2"]["firings"] == '[{"at": 1280}]'
    assert nodes["kilns:k3"]["electric"] is False
    assert "kilns.data: the keys of JSON objects are read as properties" in context.notes


def test_the_name_of_a_column_that_tells_something_stands_before_the_keys(tmp_path):
    path = database(tmp_path / "pottery.db", [(each["id"], json.dumps(each)) for each in KILNS], "kiln_state")
    nodes, _ = read(SqliteLoader(), path)
    assert nodes["kilns:k2"]["kiln_state_size_width"] == 90
    assert "kiln_state_id" not in nodes["kilns:k2"]  # the id says it


def test_a_column_with_other_texts_or_of_maps_stays_as_it_is(tmp_path):
    texts = [(each["id"], json.dumps(each)) for each in KILNS]
    nodes, _ = read(SqliteLoader(), database(tmp_path / "a.db", [*texts, ("k4", "{broken")]))
    assert nodes["kilns:k1"]["data"] == texts[0][1]
    maps = [(str(n), json.dumps({f"part {n}-{k}": k for k in range(40)})) for n in range(9)]
    nodes, _ = read(SqliteLoader(), database(tmp_path / "b.db", maps))
    assert nodes["kilns:0"]["data"] == maps[0][1]


def test_a_mapping_may_name_the_column_or_what_comes_of_it(tmp_path):
    path = database(tmp_path / "pottery.db", [(each["id"], json.dumps(each)) for each in KILNS])
    kept = {"label": "Kiln", "key": ["id"], "properties": {"id": "string", "data": "string"}}
    nodes, _ = read(SqliteLoader(), path, SourceMapping.model_validate({"tables": {"kilns": kept}}))
    assert json.loads(nodes["kilns:k1"]["data"]) == KILNS[0]
    mapping = fp.propose([path]).mapping
    assert mapping.tables["kilns"].references[0].columns == ("fuel",)
    assert read(SqliteLoader(), path, mapping)[0]["kilns:k1"]["size_width"] == 40


def test_objects_in_a_csv_file_may_refer_to_other_tables(tmp_path):
    with (tmp_path / "kilns.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["kiln", "info"])
        writer.writerows([n, json.dumps({"fuel": ("Gas", "Wood", "Peat")[n % 3], "cones": n})] for n in range(6))
    (tmp_path / "fuels.csv").write_text("name,price\nGas,3\nWood,2\nPeat,1\n")
    context = LoadContext()
    records = list(CsvLoader().read(tmp_path, context))
    assert {r.end for r in records if isinstance(r, RelationshipRecord) and r.type == "FUELS"} == {
        "fuels:Gas",
        "fuels:Wood",
        "fuels:Peat",
    }
    assert {r.properties.get("cones") for r in records if isinstance(r, NodeRecord) and "kilns" in r.labels} == set(
        range(6)
    )
