"""JSON lines: a folder of two files, one file of both kinds, and APOC's export."""

from __future__ import annotations

import contextlib
import datetime as dt
import gzip
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from fingerpost.core.cells import Duration, Point, encode
from fingerpost.core.errors import SourceError
from fingerpost.ingest.attributes import MAX_DEPTH
from fingerpost.ingest.graphs.json_lines import JsonLinesLoader
from fingerpost.ingest.loaders import loader_for
from fingerpost.ingest.records import NodeRecord, RelationshipRecord

LOADER = JsonLinesLoader()


@pytest.fixture
def read(tmp_path, load):
    """Write one file of these lines and read it: what is no text is written as JSON."""

    def read(*lines):
        path = tmp_path / "graph.jsonl"
        path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
        return load(LOADER, path)

    return read


def test_both_kinds_in_one_file(read):
    loaded = read(
        {"id": 1, "start": "a", "end": 2, "type": "KNOWS", "props": {"since": 2001}},
        {"id": "a", "labels": ["Person", "Author"], "props": {"name": "Ann", "gone": None}},
        "",
        {"id": 2, "labels": "Person", "properties": {"name": "Bob"}},
        {"start": 2, "end": "a", "type": "LIKES", "properties": None},
        {"id": 3, "labels": []},
    )
    assert loaded.records == [
        RelationshipRecord("a", "2", "KNOWS", {"since": 2001}, 0, 1),
        NodeRecord("a", ("Person", "Author"), {"name": "Ann"}, 0, 2),
        NodeRecord("2", ("Person",), {"name": "Bob"}, 0, 4),
        RelationshipRecord("2", "a", "LIKES", {}, 0, 5),
        NodeRecord("3", (), {}, 0, 6),
    ]
    assert not loaded.problems


@pytest.mark.parametrize("whole", [True, False])
def test_what_apoc_exports_as_one_document(tmp_path, load, whole):
    nodes = [
        {"type": "node", "id": "0", "labels": ["User"], "properties": {"name": "Adam"}},
        {"type": "node", "id": "1"},
    ]
    knows = {"type": "relationship", "id": "7", "label": "KNOWS", "start": {"id": "0"}, "end": {"id": "1"}}
    broken = {"type": "relationship", "id": "8", "label": "KNOWS", "start": {"id": "0"}}
    path = tmp_path / "graph.json"
    path.write_text(json.dumps({"nodes": nodes, "rels": [knows, broken]} if whole else [*nodes, knows, broken]))
    assert loader_for(path).name == "jsonl"
    loaded = load(LOADER, path)
    assert loaded.records == [
        NodeRecord("0", ("User",), {"name": "Adam"}, 0, 1),
        NodeRecord("1", (), {}, 0, 2),
        RelationshipRecord("0", "1", "KNOWS", {}, 0, 3),
    ]
    assert loaded.problems == {"bad-record": [f"{path}: record 4: a relationship without its end"]}


def test_a_document_of_apoc_that_is_cut_off_is_refused(tmp_path, load):
    path = tmp_path / "graph.json"
    path.write_text('[{"type":"node","id":"0"},\n{"type":"node"')
    with pytest.raises(SourceError, match="is not valid JSON"):
        load(LOADER, path)


def test_what_apoc_exports(read):
    loaded = read(
        {"type": "node", "id": "0", "labels": ["User"], "properties": {"name": "Adam", "type": "x"}},
        {"type": "node", "id": "1"},
        {
            "id": "7",
            "type": "relationship",
            "label": "KNOWS",
            "properties": {"since": 1993},
            "start": {"id": "0", "labels": ["User"], "properties": {"name": "Adam"}},
            "end": {"id": "1", "labels": []},
        },
    )
    assert loaded.records == [
        NodeRecord("0", ("User",), {"name": "Adam", "type": "x"}, 0, 1),
        NodeRecord("1", (), {}, 0, 2),
        RelationshipRecord("0", "1", "KNOWS", {"since": 1993}, 0, 3),
    ]
    assert not loaded.problems


def test_properties_beside_the_keys(read):
    loaded = read(
        {"id": 1, "labels": ["A"], "name": "x", "type": "y"},
        {"id": 9, "start": 1, "end": 1, "type": "R", "weight": 2, "label": "z"},
        {"id": 2, "labels": ["Event"], "start": "1990", "end": "1991"},
    )
    assert loaded.nodes[1].properties == {"start": "1990", "end": "1991"}
    assert loaded.nodes[0].properties == {"name": "x", "type": "y"}
    assert loaded.relationships[0].properties == {"weight": 2, "label": "z"}


@pytest.mark.parametrize("ends", [("source", "target"), ("from", "to"), ("startNode", "endNode")])
def test_the_ends_of_a_relationship_have_several_names(ends, read):
    loaded = read({"id": 1, "labels": ["A"]}, {ends[0]: 1, ends[1]: 1, "type": "R", "from_age": 3})
    assert loaded.relationships[0].properties == {"from_age": 3}
    assert not loaded.problems


@pytest.mark.parametrize("rels", ["rels.jsonl", "relationships.jsonl", "edges.jsonl", "rels.jsonl.gz"])
@pytest.mark.parametrize("nodes", ["nodes.jsonl", "nodes.jsonl.gz"])
def test_a_folder(nodes, rels, tmp_path, load):
    for name, data in ((nodes, {"id": 1, "labels": ["A"]}), (rels, {"start": 1, "end": 1, "type": "R"})):
        raw = json.dumps(data).encode()
        (tmp_path / name).write_bytes(gzip.compress(raw) if name.endswith(".gz") else raw)
    (tmp_path / "other.jsonl").write_text("not ours")
    assert LOADER.recognises(tmp_path)
    loaded = load(LOADER, tmp_path)
    assert loaded.records == [NodeRecord("1", ("A",), {}, 0, 1), RelationshipRecord("1", "1", "R", {}, 1, 1)]
    assert [file.path.name for file in loaded.context.files] == [nodes, rels]


def test_a_file_beside_its_packed_self_is_read_once(tmp_path, load):
    line = b'{"id": 1, "labels": ["A"]}'
    (tmp_path / "nodes.jsonl").write_bytes(line)
    (tmp_path / "nodes.jsonl.gz").write_bytes(gzip.compress(line))
    assert len(load(LOADER, tmp_path).nodes) == 1


def test_a_folder_without_nodes_is_refused(tmp_path, load):
    (tmp_path / "rels.jsonl").write_text("{}")
    assert not LOADER.recognises(tmp_path)
    with pytest.raises(SourceError, match=r"contains no nodes\.jsonl"):
        load(LOADER, tmp_path)


def test_recognises_lines_by_name_and_by_the_first_of_them(tmp_path):
    for name in ("a.jsonl", "a.ndjson", "a.JSONL", "a.jsonl.gz"):
        (tmp_path / name).write_text("")
        assert LOADER.recognises(tmp_path / name)
    path = tmp_path / "all.json"
    for text, expected in {
        '{"type":"node","id":"0","labels":["A"]}\n{"type"': True,
        '\ufeff{"start":1,"end":2,"type":"R"}\n': True,
        '{"id": 1, "labels": ["A"]}': False,
        '{"nodes": [], "links": []}\n': False,
        "{\n": False,
        "[" * 10_000 + "\n": False,
        "": False,
    }.items():
        path.write_text(text, encoding="utf-8")
        assert LOADER.recognises(path) is expected, text[:40]


BAD = {
    "{": "Expecting",
    "not json": "Expecting value",
    "[1]": "not a JSON object",
    "7": "not a JSON object",
    "{}": "neither a node nor a relationship",
    '{"labels": ["A"]}': "a node without id",
    '{"id": null, "labels": ["A"]}': "a node without id",
    '{"id": true, "labels": ["A"]}': "a node without id",
    '{"id": {}, "labels": ["A"]}': "a node without id",
    '{"id": "", "labels": ["A"]}': "a node without id",
    '{"id": 1}': "a node without labels",
    '{"id": 1, "labels": [1]}': "labels must be texts",
    '{"id": 1, "labels": {"a": 1}}': "labels must be texts",
    '{"id": 1, "labels": ["A"], "props": [1]}': "props must be an object",
    '{"start": 1, "type": "R"}': "a relationship without its end",
    '{"end": 1, "type": "R"}': "a relationship without its start",
    '{"start": {"labels": []}, "end": 1, "type": "R"}': "a relationship without its start",
    '{"start": 1, "end": 2}': "a relationship without type",
    '{"start": 1, "end": 2, "type": 7}': "a relationship without type",
    '{"id": 1, "labels": ["A"], "props": {"n": ' + "9" * 5000 + "}}": "digits",
    '{"id": 1, "labels": ["A"], "props": {"n": ' + "[" * 200_000 + "]" * 200_000 + "}}": "nested too deeply",
    "[" * 200_000: "nested too deeply",
}


@pytest.mark.parametrize("line", BAD, ids=lambda line: line[:40])
def test_a_bad_line_is_reported_and_the_next_one_read(line, read, tmp_path):
    good = {"id": 1, "labels": ["A"]}
    loaded = read(good, line, good)
    assert [node.line for node in loaded.nodes] == [1, 3]
    [place] = loaded.problems["bad-record"]
    assert place.startswith(f"{tmp_path / 'graph.jsonl'}:2: ")
    assert BAD[line] in place
    assert len(place) < 500


def test_a_cut_last_line_is_reported(read):
    loaded = read({"id": 1, "labels": ["A"]}, '{"id": 2, "labels": ["A"], "pro')
    assert len(loaded.nodes) == 1
    assert loaded.counts == {"bad-record": 1}


def test_a_file_without_any_record_is_refused(read, tmp_path):
    with pytest.raises(SourceError, match="has no line") as error:
        read("{", '"id": 1', "}")
    assert error.value.details == {"file": str(tmp_path / "graph.jsonl")}


def test_values_become_cells(read):
    props = {
        "list": [1, "a", None, [2.5]],
        "map": {"a": {"b": [1]}},
        "date": {"$date": "2017-08-11"},
        "dates": [{"$date": "2017-08-11"}],
        "duration": {"$duration": [1, 2, 3, 4]},
        "point": {"$point": [1.5, 2, None, 7203]},
        "escaped": {"$map": {"$date": "no date"}},
        "other": {"$oid": "57"},
        "no": False,
        "zero": 0,
        "empty": "",
    }
    loaded = read({"id": 1, "labels": ["A"], "props": props})
    assert loaded.nodes[0].properties == {
        "list": (1, "a", None, (2.5,)),
        "map": {"a": {"b": (1,)}},
        "date": dt.date(2017, 8, 11),
        "dates": (dt.date(2017, 8, 11),),
        "duration": Duration(1, 2, 3, 4),
        "point": Point(1.5, 2, None, 7203),
        "escaped": {"$date": "no date"},
        "other": {"$oid": "57"},
        "no": False,
        "zero": 0,
        "empty": "",
    }
    assert not loaded.problems


def nested(depth):
    value = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"$date": "24/08/2017"}, "is not a valid"),
        ({"$date": 7}, "is not a valid"),
        ({"$duration": [1, 2, 3, 4, 5]}, "is not a valid"),
        ({"$map": 7}, "is not a valid"),
        ({"$node": {}}, "is not a valid"),
        (2**63, "more than 64 bits"),
        ([1, -(2**63) - 1], "more than 64 bits"),
        (nested(MAX_DEPTH + 1), "deep"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_value_that_is_no_cell_is_kept_as_text(value, message, read, tmp_path):
    loaded = read({"id": 1, "labels": ["A"], "props": {"x": value, "y": 1}})
    assert loaded.nodes[0].properties == {"x": json.dumps(value), "y": 1}
    [place] = loaded.problems["bad-value"]
    assert place.startswith(f"{tmp_path / 'graph.jsonl'}:1: x: ")
    assert message in place


def test_nesting_within_the_limit_is_kept(read):
    loaded = read({"id": 1, "labels": ["A"], "props": {"x": nested(MAX_DEPTH)}})
    assert str(loaded.nodes[0].properties["x"]) == "(" * MAX_DEPTH + "1" + ",)" * MAX_DEPTH
    assert not loaded.problems


def test_half_of_a_surrogate_pair_is_replaced_and_reported(read, tmp_path):
    loaded = read(r'{"id": 1, "labels": ["A"], "props": {"a": "x\ud800y", "b": "\ud83d\ude42", "c": "\\ud800"}}')
    assert loaded.nodes[0].properties == {"a": "x\ufffdy", "b": "🙂", "c": "\\ud800"}
    assert loaded.problems == {"bad-encoding": [f"{tmp_path / 'graph.jsonl'}:1: half of a surrogate pair"]}


TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=10)
SCALARS = st.one_of(
    TEXT,
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.booleans(),
    st.dates(),
    st.times(),
    st.datetimes(timezones=st.just(dt.UTC)),
    st.builds(Duration, st.integers(-9, 9), st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 999_999_999)),
    st.builds(Point, st.floats(-9, 9), st.floats(-9, 9), st.none() | st.floats(-9, 9), st.sampled_from([7203, 4326])),
)
NAMES = TEXT | st.sampled_from(["$date", "$map", "$node", "$float"])
CELLS = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)


@settings(deadline=None)
@given(
    cells=st.dictionaries(NAMES, CELLS, max_size=4),
    ascii_only=st.booleans(),
    key=st.sampled_from(["props", "properties"]),
)
def test_what_is_written_is_read(cells, ascii_only, key, load):
    props = {name: encode(cell) for name, cell in cells.items()}
    lines = [{"id": 1, "labels": ["A"], key: props}, {"start": 1, "end": 1, "type": "R", key: props}]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "g.jsonl"
        text = "\n".join(json.dumps(line, ensure_ascii=ascii_only) for line in lines)
        path.write_text(text, encoding="utf-8", newline="")
        loaded = load(LOADER, path)
    assert loaded.records == [NodeRecord("1", ("A",), cells, 0, 1), RelationshipRecord("1", "1", "R", cells, 0, 2)]
    assert not loaded.problems


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "labels", "start", "end", "type", "label", "props", "$date", "$point", "$path"]),
            inner,
        )
    ),
    max_leaves=10,
)


@settings(deadline=None)
@given(lines=st.lists(ANY_JSON.map(json.dumps) | st.text(max_size=20), max_size=4))
def test_any_json_gives_records_or_problems(lines, load):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "g.jsonl"
        path.write_text("\n".join(['{"id": 0, "labels": ["A"]}', *lines]), encoding="utf-8", errors="replace")
        loaded = None
        with contextlib.suppress(SourceError):  # a NUL in the text
            loaded = load(LOADER, path)
    assert loaded is None or loaded.records[0] == NodeRecord("0", ("A",), {}, 0, 1)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "nodes", "relationships"),
    [("wwc", 2486, 14799), ("er", 1237, 1819), ("star_wars", 260, 611), ("bloom", 30960, 29731)],
)
def test_reads_the_development_graphs(name, nodes, relationships, shared, load):
    loaded = load(LOADER, shared(f"mind_the_query/graphs/{name}"))
    assert (len(loaded.nodes), len(loaded.relationships)) == (nodes, relationships)
    assert not loaded.problems
    assert {r.start for r in loaded.relationships} | {r.end for r in loaded.relationships} <= {
        n.id for n in loaded.nodes
    }


@pytest.mark.parametrize("name", ["rels.jsonl", "edges.jsonl", "rels.jsonl.gz"])
@pytest.mark.parametrize("text", ["", " \n\n"])
def test_an_empty_file_of_relationships_is_a_graph_without(tmp_path, load, name, text):
    (tmp_path / "nodes.jsonl").write_text('{"id": "a", "labels": ["A"]}\n')
    content = text.encode()
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    loaded = load(LOADER, tmp_path)
    assert loaded.records == [NodeRecord("a", ("A",), {}, 0, 1)]
    assert not loaded.problems


def test_a_damaged_file_of_relationships_is_refused(tmp_path, load):
    (tmp_path / "nodes.jsonl").write_text('{"id": "a", "labels": ["A"]}\n')
    (tmp_path / "rels.jsonl.gz").write_bytes(gzip.compress(b" " * 100)[:-6])
    with pytest.raises(SourceError):
        load(LOADER, tmp_path)


def test_durations_and_points_as_neo4j_exports_them(read):
    loaded = read(
        {"id": "a", "labels": ["Pier"], "props": {"at": {"crs": "wgs-84", "latitude": 46.9, "longitude": 7.4}}},
        {
            "start": "a",
            "end": "a",
            "type": "LEG",
            "props": {"takes": {"duration": "PT90M"}, "note": {"duration": "long"}},
        },
    )
    assert loaded.records[0].properties == {"at": Point(7.4, 46.9, None, 4326)}
    assert loaded.records[1].properties == {"takes": Duration(seconds=5400), "note": {"duration": "long"}}
    assert not loaded.problems
