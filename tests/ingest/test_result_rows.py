"""Results of queries that Neo4j's browser and APOC export as JSON."""

from __future__ import annotations

import json

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.ingest.graphs.json_lines import JsonLinesLoader
from fingerpost.ingest.graphs.result_rows import is_result


def browser_node(number, label, **properties):
    return {"identity": number, "labels": [label], "properties": properties, "elementId": f"4:x:{number}"}


def browser_edge(number, start, type_, end, **properties):
    ends = {"startNodeElementId": f"4:x:{start}", "endNodeElementId": f"4:x:{end}"}
    return {"identity": number, "start": start, "end": end, "type": type_, "properties": properties, **ends}


ADA, BEN = browser_node(0, "Keeper", name="Ada"), browser_node(1, "Keeper", name="Ben")
HIVE = browser_node(2, "Hive", name="Oak", frames=8)
KEEPS, HELPS = browser_edge(0, 0, "KEEPS", 2, since=2019), browser_edge(1, 1, "HELPS", 0)
APOC = [
    {
        "k": {"type": "node", "id": "0", "labels": ["Keeper"], "properties": {"name": "Ada"}},
        "r": {
            "type": "relationship",
            "id": "0",
            "label": "KEEPS",
            "properties": {"since": 2019},
            "start": {"id": "0", "labels": ["Keeper"], "properties": {"name": "Ada"}},
            "end": {"id": "2", "labels": ["Hive"], "properties": {"name": "Oak", "frames": 8}},
        },
    },
    {
        "k": {"type": "node", "id": "1", "labels": ["Keeper"], "properties": {"name": "Ben"}},
        "r": {
            "type": "relationship",
            "id": "1",
            "label": "HELPS",
            "start": {"id": "1", "labels": ["Keeper"], "properties": {"name": "Ben"}},
            "end": {"id": "0", "labels": ["Keeper"], "properties": {"name": "Ada"}},
        },
    },
]
PATH = {
    "start": BEN,
    "end": HIVE,
    "segments": [{"start": BEN, "relationship": HELPS, "end": ADA}, {"start": ADA, "relationship": KEEPS, "end": HIVE}],
    "length": 2.0,
}
LINES = "\n".join(map(json.dumps, APOC))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("browser.json", json.dumps([{"k": ADA, "r": KEEPS, "h": HIVE}, {"k": BEN, "r": HELPS, "h": ADA}], indent=2)),
        ("path.json", json.dumps([{"p": PATH}])),
        ("collected.json", json.dumps([{"nodes": [ADA, BEN, HIVE], "edges": [KEEPS, HELPS]}])),
        ("apoc.json", LINES),
        ("apoc.jsonl", LINES),
        ("array.json", json.dumps(APOC)),
    ],
)
def test_a_result_is_the_graph_in_its_columns(tmp_path, load, name, text):
    (tmp_path / name).write_text(text)
    loaded = load(JsonLinesLoader(), tmp_path / name)
    nodes = {node.id: (node.labels, node.properties) for node in loaded.nodes}
    assert nodes == {
        "0": (("Keeper",), {"name": "Ada"}),
        "1": (("Keeper",), {"name": "Ben"}),
        "2": (("Hive",), {"name": "Oak", "frames": 8}),
    }
    edges = {(r.start, r.type, r.end): r.properties for r in loaded.relationships}
    assert edges == {("0", "KEEPS", "2"): {"since": 2019}, ("1", "HELPS", "0"): {}}
    fp.load([tmp_path / name], tmp_path / "kb.fp")
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.ask("Who keeps Oak?").text.startswith("Ada")


def test_what_is_in_no_element_is_noted(tmp_path):
    (tmp_path / "hives.json").write_text(json.dumps([{"h": HIVE, "helpers": 2, "none": None}]))
    report = fp.load([tmp_path / "hives.json"], tmp_path / "kb.fp")
    assert report.nodes == 1
    assert report.notes == ("hives: helpers left out: in no node or relationship",)


@pytest.mark.parametrize(
    "text",
    [
        '[{"a": {"name": "x", "labels": ["b"]}}]',
        '{"type": "Feature", "properties": {"id": 1}, "geometry": {"type": "Point", "coordinates": [1, 2]}}',
        json.dumps([ADA]),
        "[" * 10_000,
        "[]",
        '{"a": ',
    ],
)
def test_other_documents_are_no_results(tmp_path, text):
    (tmp_path / "a.json").write_text(text)
    assert not is_result(tmp_path / "a.json")


def test_a_result_that_is_cut_off_is_refused(tmp_path):
    text = json.dumps([{"k": ADA, "r": KEEPS, "h": HIVE}, {"k": BEN}])
    (tmp_path / "a.json").write_text(text[:-9])
    with pytest.raises(SourceError) as caught:
        fp.load([tmp_path / "a.json"], tmp_path / "kb.fp")
    assert caught.value.code == "source.format"
