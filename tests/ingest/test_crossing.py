"""Files of different formats that refer to one another."""

from __future__ import annotations

import json
import zipfile

import pytest

import fingerpost as fp
from fingerpost.ingest import crossing

PEOPLE = "id,name,city_id\n1,Ann,10\n2,Bob,11\n3,Cy,10\n4,Di,99\n"
CITIES = [{"id": 10, "name": "Oslo"}, {"id": 11, "name": "Rome"}, {"id": 99, "name": "Bern"}]


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "people.csv").write_text(PEOPLE)
    (folder / "cities.json").write_text(json.dumps(CITIES))
    (folder / "README.md").write_text("# Notes\n")
    return folder


@pytest.mark.parametrize("how", ["folder", "zip", "files"])
def test_a_column_refers_to_records_of_another_format(tmp_path, folder, how):
    sources = [folder]
    if how == "zip":
        sources = [tmp_path / "data.zip"]
        with zipfile.ZipFile(sources[0], "w") as archive:
            for file in folder.iterdir():
                archive.write(file, file.name)
    elif how == "files":
        sources = [folder / "people.csv", folder / "cities.json"]
    report = fp.load(sources, tmp_path / "kb.fp")
    assert (report.nodes, report.relationships) == (7, 4)
    assert "people.city_id refers to cities.id: CITIES" in report.notes
    with fp.open(tmp_path / "kb.fp") as kb:
        assert {
            row[0] for row in kb.query("MATCH (p:people)-[:CITIES]->(:cities {name: 'Oslo'}) RETURN p.name").rows
        } == {
            "Ann",
            "Cy",
        }
        assert "city_id" not in kb.schema.label_by_name["people"].by_name


def test_large_data_are_not_joined_and_said(tmp_path, folder, monkeypatch):
    monkeypatch.setattr(crossing, "NODES_LIMIT", 3)
    report = fp.load([folder], tmp_path / "kb.fp")
    assert (report.nodes, report.relationships) == (7, 0)
    assert "with more than 3 rows, files of different formats are not joined" in report.notes
