"""NetworkX node-link JSON, in any order of its keys."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from fingerpost.core.errors import SourceError
from fingerpost.ingest.attributes import add_name
from fingerpost.ingest.graphs import node_link
from fingerpost.ingest.graphs.json_stream import JsonError, JsonStream
from fingerpost.ingest.graphs.node_link import NodeLinkLoader
from fingerpost.ingest.records import NodeRecord, RelationshipRecord

LOADER = NodeLinkLoader()


@pytest.fixture
def read(tmp_path, load):
    """Write this as JSON, or as it is where it is text, and read it."""

    def read(data):
        path = tmp_path / "graph.json"
        path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
        return load(LOADER, path)

    return read


SECTIONS = {
    "directed": True,
    "graph": {"nodes": [{"id": "not one"}], "name": "g"},
    "nodes": [{"id": 1, "type": "A", "label": "one"}, {"id": "b", "type": "B", "tags": ["x", "y"]}],
    "links": [{"source": 1, "target": "b", "relation": "R", "w": 0.5}],
}


@pytest.mark.parametrize("order", list(itertools.permutations(SECTIONS)), ids="-".join)
def test_any_order_of_the_keys(order, read):
    loaded = read({key: SECTIONS[key] for key in order})
    assert [(n.id, n.labels, n.properties) for n in loaded.nodes] == [
        ("1", ("A",), {"label": "one"}),
        ("b", ("B",), {"tags": ("x", "y")}),
    ]
    assert [(r.start, r.end, r.type, r.properties) for r in loaded.relationships] == [("1", "b", "R", {"w": 0.5})]
    assert [record.line for record in loaded.records] == [1, 2, 3]
    assert loaded.context.files[0].positions == "record"
    assert not loaded.problems


@pytest.mark.parametrize(
    ("attributes", "labels", "rest"),
    [
        ({"type": "A", "kind": "B", "label": "C"}, ("A",), {"kind": "B", "label": "C"}),
        ({"label_type": "A", "kind": "B"}, ("A",), {"kind": "B"}),
        ({"kind": "A", "category": "B"}, ("A",), {"category": "B"}),
        ({"category": "A"}, ("A",), {}),
        ({"type": ["A", "B", "A"]}, ("A", "B"), {}),
        ({"type": "", "kind": "B"}, ("B",), {"type": ""}),
        ({"type": 7}, ("Node",), {"type": 7}),
        ({"type": None, "kind": "B"}, ("B",), {}),
        ({"type": [], "labels": "x"}, ("Node",), {"type": (), "labels": "x"}),
        ({"type": ":A:B"}, (":A:B",), {}),
        ({}, ("Node",), {}),
    ],
)
def test_the_label_of_a_node(attributes, labels, rest, read):
    assert read({"nodes": [{"id": 1, **attributes}]}).records == [NodeRecord("1", labels, rest, 0, 1)]


@pytest.mark.parametrize(
    ("attributes", "kind", "rest"),
    [
        ({"relation": "A", "type": "B"}, "A", {"type": "B"}),
        ({"type": "A", "relationship": "B"}, "A", {"relationship": "B"}),
        ({"relationship": "A", "label": "B"}, "A", {"label": "B"}),
        ({"label": "A", "key": "B"}, "A", {"key": "B"}),
        ({"key": "A"}, "A", {}),
        ({"key": 0}, "RELATED", {}),
        ({"relation": "", "type": 7}, "RELATED", {"relation": "", "type": 7}),
        ({}, "RELATED", {}),
    ],
)
def test_the_type_of_a_relationship(attributes, kind, rest, read):
    loaded = read({"edges": [{"source": 1, "target": 2, **attributes}]})
    assert loaded.records == [RelationshipRecord("1", "2", kind, rest, 0, 1)]


def test_an_undirected_edge_is_read_once_as_it_stands(read):
    loaded = read({"directed": False, "nodes": [], "edges": [{"source": "b", "target": "a"}]})
    assert loaded.records == [RelationshipRecord("b", "a", "RELATED", {}, 0, 1)]


def test_ids_of_any_kind(read):
    loaded = read('{"nodes": [{"id": 1}, {"id": 1.5}, {"id": "x"}, {"id": ["a", 1.5]}], "links": []}')
    assert [node.id for node in loaded.nodes] == ["1", "1.5", "x", '["a", 1.5]']


def test_an_empty_graph_is_a_graph(read):
    assert read({"nodes": [], "links": []}).records == []


def test_values_become_cells(read):
    loaded = read('{"nodes": [{"id": 1, "a": 1.5, "b": [1, 2.5], "c": {"d": [null]}, "e": null, "f": 1e3, "g": -0.0}]}')
    properties = loaded.nodes[0].properties
    assert properties == {"a": 1.5, "b": (1, 2.5), "c": {"d": (None,)}, "f": 1000.0, "g": 0.0}
    assert {type(properties[name]) for name in "afg"} == {float}


def test_what_python_writes_for_no_number_is_read(read):
    properties = read('{"nodes": [{"id": 1, "a": NaN, "b": Infinity, "c": -Infinity}]}').nodes[0].properties
    assert str(properties) == "{'a': nan, 'b': inf, 'c': -inf}"


ROWS = [{"source": 2, "target": 0, "w": 3}, {"source": 1, "target": 2}]
PEOPLE = [{"name": "Ada"}, {"name": "Bo"}, {"name": "Cy"}]


@pytest.mark.parametrize("order", [("nodes", "links"), ("links", "nodes")])
def test_nodes_without_ids_are_those_at_the_places_that_links_have(order, read):
    loaded = read({key: {"nodes": PEOPLE, "links": ROWS}[key] for key in order})
    assert [(n.id, n.properties["name"]) for n in loaded.nodes] == [("0", "Ada"), ("1", "Bo"), ("2", "Cy")]
    assert [(r.start, r.end) for r in loaded.relationships] == [("2", "0"), ("1", "2")]
    assert not loaded.problems


@pytest.mark.parametrize("order", [("nodes", "links"), ("links", "nodes")])
def test_nodes_without_ids_are_those_with_the_names_that_links_have(order, read):
    links = [{"source": "Cy", "target": "Ada"}]
    loaded = read({key: {"nodes": PEOPLE, "links": links}[key] for key in order})
    assert [n.id for n in loaded.nodes] == ["Ada", "Bo", "Cy"]
    assert [(r.start, r.end) for r in loaded.relationships] == [("Cy", "Ada")]


def test_an_id_that_is_a_name_is_the_name(read):
    idents = ["Ada Lovelace", "n12", "node_3", "Q42", "7b2e1c00-aaaa", "http://x.org/Ada", 5]
    loaded = read({"nodes": [*({"id": ident} for ident in idents), {"id": "Bo", "title": "Mr Bo"}], "links": []})
    assert [n.properties for n in loaded.nodes] == [{"name": "Ada Lovelace"}, *[{}] * 6, {"title": "Mr Bo"}]


def test_bad_records_are_reported_and_the_others_read(read, tmp_path):
    loaded = read(
        {
            "nodes": [{"id": 1}, {"name": "x"}, 7, {"id": None}, {"id": 3}, []],
            "links": [{"source": 1}, {"target": 1}, {"source": 1, "target": 3}, "x"],
        }
    )
    assert [(record.id, record.line) for record in loaded.nodes] == [("1", 1), ("3", 5)]
    assert [(r.start, r.end, r.line) for r in loaded.relationships] == [("1", "3", 9)]
    assert loaded.counts == {"bad-record": 7}
    path = tmp_path / "graph.json"
    assert loaded.problems["bad-record"] == [
        f"{path}: record 2: a node without id",
        f"{path}: record 3: not a JSON object",
        f"{path}: record 4: a node without id",
        f"{path}: record 6: not a JSON object",
        f"{path}: record 7: a link without target",
    ]


def test_bad_values_are_kept_as_text_and_reported(read, tmp_path):
    deep = "[" * 100 + "]" * 100
    loaded = read(
        '{"nodes": [{"id": 1}, {"id": 2, "n": 9223372036854775808, "d": {"$date": "soon", "x": 1.5}, '
        f'"e": {{"$date": 1}}, "f": {deep}}}]}}'
    )
    assert loaded.nodes[1].properties == {
        "n": "9223372036854775808",
        "d": {"$date": "soon", "x": 1.5},
        "e": '{"$date": 1}',
        "f": deep,
    }
    path = tmp_path / "graph.json"
    assert [place.split(": ")[:3] for place in loaded.problems["bad-value"]] == [
        [str(path), "record 2", name] for name in "nef"
    ]


def test_half_of_a_surrogate_pair_is_replaced_and_reported(read, tmp_path):
    loaded = read(r'{"nodes": [{"id": 1, "a": "\ud83d\ude42"}, {"id": 2, "a": "x\uD800"}, {"id": 3, "a": "\\ud800"}]}')
    assert [node.properties["a"] for node in loaded.nodes] == ["🙂", "x\ufffd", "\\ud800"]
    assert loaded.problems == {"bad-encoding": [f"{tmp_path / 'graph.json'}: record 2: half of a surrogate pair"]}


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ('{"nodes": [\n{"id": 1}\n', "ends where ',' should be", 3),
        ('{"nodes": [\n{"id": 1},\n{"id": 2,\n "na', "Unterminated string", 4),
        ('{"nodes": [\n{"id": 1}\n]}\nx', "text after its end", 4),
        ('{"nodes": [\n{"id": 1\n "a"}]}', "Expecting ','", 3),
        ('{"nodes": [\n{"id": 1}\n{"id": 2}]}', "',' expected, not '{'", 3),
        ('{"nodes": [\n' + '{"id": 1},\n' * 20_000 + "oops]}", "Expecting value", 20_002),
        ('{"nodes": [\n' + '{"id": 1},\n' * 20_000 + "oops\n" + '{"id": 1},\n' * 20_000 + "]}", "Expecting", 20_002),
        ('{"nodes": [\n{"id": ' + "9" * 5000 + "}]}", "digits", 2),
        ('{"nodes": [{"id": 1,\n "x": ' + "[" * 1_000_000 + "]" * 1_000_000 + "}]}", "nested too deeply", 1),
        ("[" * 1_000_000, "'{' expected", 1),
        ('{"a":' * 1_000_000, "nested too deeply", 1),
        ("{nodes: []}", "a key in quotes", 1),
        ("7", "'{' expected", 1),
        ("text", "'{' expected", 1),
    ],
    ids=lambda text: str(text)[:40],
)
def test_broken_json_is_refused_with_its_line(text, message, line, read, tmp_path):
    with pytest.raises(SourceError, match="is not valid JSON") as error:
        read(text)
    assert message in str(error.value)
    assert error.value.code == "source.format"
    assert error.value.details == {"file": str(tmp_path / "graph.json"), "line": line}


@pytest.mark.parametrize("text", ['{"nodes": {"id": 1}}', '{"data": {"nodes": []}}', '{"links": "none"}', "{}"])
def test_json_without_nodes_and_links_is_refused(text, read):
    with pytest.raises(SourceError, match="neither nodes nor links"):
        read(text)


def test_a_piece_beyond_the_limit_is_refused(read, monkeypatch):
    monkeypatch.setattr(node_link, "LINE_LIMIT", 100_000)
    with pytest.raises(SourceError, match="more than 100,000 characters"):
        read('{"nodes": [{"id": 1, "x": "' + "x" * 1_000_000 + '"}]}')


@pytest.mark.parametrize("size", range(1, 40))
def test_blocks_may_end_anywhere(size):
    text = '{"a" : 12.5e3 ,"b":-1,"c":[true,{"x\\u00e9":"y\\"]"},null,-Infinity, 1.25] , "d":123}'

    def read(stream):
        for key in stream.members():
            yield key, list(stream.items()) if key == "c" else stream.value()

    source = io.StringIO(text)
    stream = JsonStream(lambda _: source.read(size), 1000)
    found = dict(read(stream))
    stream.end()
    assert found == json.loads(text)


def test_broken_json_is_not_read_to_its_end():
    blocks = iter(['{"a": [1, oops, 2', ", 3" * 100])
    stream = JsonStream(lambda _: next(blocks), 10**9)
    assert next(stream.members()) == "a"
    with pytest.raises(JsonError, match="Expecting value"):
        stream.value()


def test_recognises_by_the_first_bytes(tmp_path):
    path = tmp_path / "graph.json"
    for text, expected in {
        '{"nodes": [': True,
        '\ufeff {"directed": true, "graph": {"a": [1]}, "nodes": []}': True,
        '{"links": [{"weight": 1, "source": 1, "target": 2}, {"so': True,
        '{"links": [], "nodes": []}': True,
        '{"edges": [{"source": 1}]': True,
        '{"edges": [{"from": 1}]}': False,
        '{"nodes": {"a": 1}}': False,
        '{"graph": {"nodes": []}}': False,
        '[{"nodes": []}]': False,
        '{"type":"node","id":1}\n{"nodes": []}': False,
        '{"n": ' + "9" * 5000 + ', "nodes": []}': False,
        '{"n": 1e99999999999999999999, "nodes": []}': True,
        '{"a": ' + "[" * 60_000: False,
        "[" * 70_000: False,
        '{"a":' * 20_000: False,
        "": False,
    }.items():
        path.write_text(text, encoding="utf-8")
        assert LOADER.recognises(path) is expected, text[:50]
    other = tmp_path / "graph.ifc"
    other.write_text('{"nodes": []}')
    assert not LOADER.recognises(other)


TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=10)
RESERVED = {
    "id",
    "source",
    "target",
    "key",
    "type",
    "label_type",
    "kind",
    "category",
    "relation",
    "relationship",
    "label",
}
NAMES = TEXT.filter(lambda name: name not in RESERVED)
SCALARS = TEXT | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.booleans()
ATTRIBUTES = st.dictionaries(NAMES, SCALARS | st.lists(SCALARS, max_size=3).map(tuple), max_size=4)
GRAPHS = st.tuples(
    st.dictionaries(TEXT.filter(bool), st.tuples(TEXT.filter(bool), ATTRIBUTES), min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), TEXT.filter(bool), ATTRIBUTES), max_size=4),
)


def named(ident, attributes):
    """Attributes with the name that the id is, where it is one."""
    found = dict(attributes)
    add_name(ident, found)
    return found


@settings(deadline=None)
@given(graph=GRAPHS, edges=st.sampled_from(["links", "edges"]), ascii_only=st.booleans())
def test_what_networkx_writes_is_read(graph, edges, ascii_only, load, networkx):
    nodes, links = graph
    names = list(nodes)
    written = networkx.MultiDiGraph()
    for name, (label, attributes) in nodes.items():
        written.add_node(name, **{"type": label, **attributes})
    for start, end, kind, attributes in links:
        written.add_edge(names[start % len(names)], names[end % len(names)], **{"relation": kind, **attributes})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "g.json"
        data = networkx.node_link_data(written, edges=edges)
        path.write_text(json.dumps(data, ensure_ascii=ascii_only), encoding="utf-8", newline="")
        assert LOADER.recognises(path)
        loaded = load(LOADER, path)
    assert [(n.id, n.labels, n.properties) for n in loaded.nodes] == [
        (name, (label,), named(name, attributes)) for name, (label, attributes) in nodes.items()
    ]
    expected = [
        (start, end, data.pop("relation"), data)
        for start, end, data in ((start, end, dict(data)) for start, end, data in written.edges(data=True))
    ]
    assert [(r.start, r.end, r.type, r.properties) for r in loaded.relationships] == expected
    assert not loaded.problems


@settings(deadline=None)
@given(graph=GRAPHS, ascii_only=st.booleans())
def test_what_is_written_is_read(graph, ascii_only, load):
    nodes, links = graph
    data = {
        "links": [{"source": s, "target": e, "relation": kind, **rest} for s, e, kind, rest in links],
        "nodes": [{"id": name, "type": label, **rest} for name, (label, rest) in nodes.items()],
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "g.json"
        path.write_text(json.dumps(data, ensure_ascii=ascii_only), encoding="utf-8", newline="")
        loaded = load(LOADER, path)
    number = itertools.count(1)
    assert loaded.records == [
        *(RelationshipRecord(str(s), str(e), kind, rest, 0, next(number)) for s, e, kind, rest in links),
        *(NodeRecord(name, (label,), named(name, rest), 0, next(number)) for name, (label, rest) in nodes.items()),
    ]


@settings(deadline=None)
@given(text=st.text('{}[]:,"nodeslinkid0123456789.eE+- ', max_size=80).map(lambda t: '{"nodes": [{"id": 0}, ' + t))
def test_any_text_gives_records_or_a_source_error(text, load):
    loaded = None
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(SourceError):
        path = Path(folder) / "g.json"
        path.write_text(text)
        loaded = load(LOADER, path)
    assert loaded is None or loaded.nodes[0].id == "0"


@pytest.mark.shared
def test_reads_the_fellowship(shared, load):
    path = shared("graphs/fellowship.json")
    assert LOADER.recognises(path)
    loaded = load(LOADER, path)
    assert (len(loaded.nodes), len(loaded.relationships)) == (52, 100)
    assert not loaded.problems
    assert loaded.records[0] == NodeRecord("Frodo", ("character",), {"label": "Frodo"}, 0, 1)
    assert {r.start for r in loaded.relationships} | {r.end for r in loaded.relationships} <= {
        n.id for n in loaded.nodes
    }
    assert "member_of" in {r.type for r in loaded.relationships}
    assert all(r.properties == {} for r in loaded.relationships)
