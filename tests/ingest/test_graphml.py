"""GraphML as NetworkX, TinkerPop, Neo4j and others write it."""

from __future__ import annotations

import gzip
import tracemalloc

import pytest

from fingerpost.core.errors import SourceError
from fingerpost.ingest.graphs.graphml import GraphmlLoader
from fingerpost.ingest.records import LoadContext, NodeRecord, RelationshipRecord

LOADER = GraphmlLoader()


@pytest.fixture
def read(tmp_path, load):
    def read(text):
        path = tmp_path / "graph.graphml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load(LOADER, path)

    return read


def document(body, keys="", head=""):
    name = "http://graphml.graphdrawing.org/xmlns"
    return f'{head}<graphml xmlns="{name}">\n{keys}<graph edgedefault="directed">\n{body}</graph></graphml>'


def test_typed_keys(read):
    types = {"b": "boolean", "i": "int", "l": "long", "f": "float", "d": "double", "s": "string"}
    keys = "".join(f'<key id="{k}" for="node" attr.name="name {k}" attr.type="{t}"/>' for k, t in types.items())
    values = {"b": "true", "i": "1", "l": "-2", "f": "1.5", "d": "NaN", "s": " a &lt; b "}
    data = "".join(f'<data key="{k}">{value}</data>' for k, value in values.items())
    loaded = read(document(f'<node id="n">{data}</node>', keys))
    [node] = loaded.nodes
    assert node.labels == ("Node",)
    assert str(node.properties.pop("name d")) == "nan"
    assert node.properties == {"name b": True, "name i": 1, "name l": -2, "name f": 1.5, "name s": " a < b "}
    assert not loaded.problems


def test_keys_without_name_or_type_are_text_named_by_their_id(read):
    loaded = read(
        document(
            '<node id="n"><data key="k">1</data><data key="y">2</data></node>',
            '<key id="k"/><key id="y" attr.type="yes"/>',
        )
    )
    assert loaded.nodes[0].properties == {"k": "1", "y": "2"}
    assert not loaded.problems


def test_defaults_of_keys(read):
    keys = (
        '<key id="c" for="node" attr.name="color" attr.type="string"><default>yellow</default></key>'
        '<key id="w" for="edge" attr.name="weight" attr.type="double"><default>1.0</default></key>'
        '<key id="n" for="all" attr.name="n" attr.type="int"><desc>why</desc><default>7</default></key>'
        '<key id="t" for="node" attr.name="type"><default>Thing</default></key>'
        '<key id="g" for="graph" attr.name="g"><default>no</default></key>'
    )
    loaded = read(
        document(
            '<data key="g">ours</data><desc>text</desc>'
            '<node id="1"><data key="c">red</data><data key="t">City</data></node><node id="2"/>'
            '<edge source="1" target="2"><data key="n">8</data></edge>',
            keys,
        )
    )
    assert [(n.labels, n.properties) for n in loaded.nodes] == [
        (("City",), {"color": "red", "n": 7}),
        (("Thing",), {"color": "yellow", "n": 7}),
    ]
    assert loaded.relationships[0].properties == {"n": 8, "weight": 1.0}
    assert not loaded.problems


def test_empty_data_is_an_empty_text_and_no_number(read):
    keys = '<key id="s" attr.name="s" attr.type="string"/><key id="i" attr.name="i" attr.type="int"/>'
    loaded = read(document('<node id="n"><data key="s"></data><data key="i"> </data></node>', keys))
    assert loaded.nodes[0].properties == {"s": ""}
    assert not loaded.problems


def test_what_tinkerpop_writes(read):
    keys = (
        '<key id="labelV" for="node" attr.name="labelV" attr.type="string"/>'
        '<key id="labelE" for="edge" attr.name="labelE" attr.type="string"/>'
        '<key id="a" for="node" attr.name="type" attr.type="string"/>'
        '<key id="r" for="edge" attr.name="relation" attr.type="string"/>'
    )
    loaded = read(
        document(
            '<node id="1"><data key="labelV">person</data><data key="a">x</data></node>\n'
            '<edge id="7" source="1" target="1"><data key="labelE">knows</data><data key="r">y</data></edge>\n'
            '<edge id="8" source="1" target="1" label="likes"/>',
            keys,
        )
    )
    assert loaded.records == [
        NodeRecord("1", ("person",), {"type": "x"}, 0, 3),
        RelationshipRecord("1", "1", "knows", {"relation": "y"}, 0, 4),
        RelationshipRecord("1", "1", "likes", {}, 0, 5),
    ]


def test_what_neo4j_writes(read):
    domains = {"labels": "node", "label": "edge", "name": "node"}
    keys = "".join(f'<key id="{name}" for="{domain}" attr.name="{name}"/>' for name, domain in domains.items())
    loaded = read(
        document(
            '<node id="n0" labels=":User:Admin">'
            '<data key="labels">:User:Admin</data><data key="name">Adam</data></node>'
            '<node id="n1"><data key="labels">:User</data></node>'
            '<node id="n2" labels="User"><data key="labels">two</data></node>'
            '<node id="n3" labels=""><data key="name">x</data></node>'
            '<edge id="e0" source="n0" target="n1" label="KNOWS"><data key="label">KNOWS</data></edge>'
            '<edge id="e1" source="n0" target="n1" label="KNOWS"><data key="label">well</data></edge>'
            '<edge id="e2" source="n0" target="n1"><data key="label">LIKES</data></edge>',
            keys,
        )
    )
    assert [(n.labels, n.properties) for n in loaded.nodes] == [
        (("User", "Admin"), {"name": "Adam"}),
        (("User",), {}),
        (("User",), {"labels": "two"}),
        (("Node",), {"name": "x"}),
    ]
    assert [(r.type, r.properties) for r in loaded.relationships] == [
        ("KNOWS", {}),
        ("KNOWS", {"label": "well"}),
        ("LIKES", {}),
    ]


def test_lines_are_those_of_the_elements(read):
    loaded = read(document('<node\n id="1">\n<data key="k">x\ny</data></node>\n<node id="2"/>', '<key id="k"/>'))
    assert [(node.id, node.line) for node in loaded.nodes] == [("1", 3), ("2", 7)]
    assert loaded.context.files[0].positions == "line"


@pytest.mark.parametrize("short", range(0, 60, 4))
def test_a_block_may_end_anywhere(short, read):
    start = document('<node id="1"/>').index("<node")
    body = '<node id="1"/><edge source="1" target="1"/>'
    loaded = read(document(" " * (65_536 - start - short) + body))
    assert (len(loaded.nodes), len(loaded.relationships)) == (1, 1)


def test_a_long_tag_may_be_cut_by_the_end_of_a_block(read):
    start = document('<node id="1"/>').index("<node")
    name = "x" * 3000
    loaded = read(document(" " * (65_536 - start - 2990) + f'<node id="{name}"/>'))
    assert [node.id for node in loaded.nodes] == [name]


def test_bad_values_are_kept_and_reported(read, tmp_path):
    keys = '<key id="i" attr.name="age" attr.type="int"/>'
    loaded = read(
        document(
            '<node id="1"><data key="i">old</data></node>\n<node id="2"><data key="?">x</data></node>\n'
            '<node id="3"><data key="i">1</data><data key="i">2</data></node>\n'
            '<node id="4"><data key="i"><shape a="1"><label>y</label></shape></data></node>\n'
            '<node id="5"><data key="i">9223372036854775808</data></node>',
            keys,
        )
    )
    assert [node.properties for node in loaded.nodes] == [
        {"age": "old"},
        {"?": "x"},
        {"age": 1},
        {},
        {"age": "9223372036854775808"},
    ]
    path = tmp_path / "graph.graphml"
    assert loaded.problems == {
        "bad-value": [
            f"{path}:3: age: 'old' is not an integer; kept as text",
            f"{path}:4: the key '?' is not declared; read as text",
            f"{path}:5: age stands twice; the first is kept",
            f"{path}:6: <shape> within a value; not read",
            f"{path}:7: age: '9223372036854775808' is not an integer of 64 bits; kept as text",
        ]
    }


def test_what_a_property_graph_cannot_hold_is_reported(read, tmp_path):
    loaded = read(
        document(
            '<node id="a"><port name="p"><port name="q"/><data key="k">no</data></port>\n'
            '<graph><node id="b"><data key="k">in</data></node>\n<edge source="a" target="b"/></graph>'
            '<data key="k">out</data></node>\n'
            '<hyperedge><endpoint node="a"/><endpoint node="b"/><data key="k">no</data></hyperedge>\n'
            '<node><data key="k">lost</data></node>\n<edge source="a"/><edge target="a"/>',
            '<key id="k" attr.name="k"/>',
        )
    )
    assert [(node.id, node.properties) for node in loaded.nodes] == [("b", {"k": "in"}), ("a", {"k": "out"})]
    assert [(r.start, r.type, r.end) for r in loaded.relationships] == [
        ("a", "CONTAINS", "b"),
        ("a", "RELATED", "b"),
    ]
    assert loaded.counts == {"bad-record": 5}
    path = tmp_path / "graph.graphml"
    assert loaded.problems["bad-record"] == [
        f"{path}:3: a port, which a property graph cannot hold; not read",
        f"{path}:6: a hyperedge, which a property graph cannot hold; not read",
        f"{path}:7: a node without id",
        f"{path}:8: an edge without target",
        f"{path}:8: an edge without source",
    ]


def test_lists_of_neo4j(read):
    key = '<key id="t" for="node" attr.name="tags" attr.type="string" attr.list="string"/>'
    body = '<node id="a"><data key="t">["x","y"]</data></node><node id="b"><data key="t">[1</data></node>'
    loaded = read(document(body, key))
    assert [node.properties["tags"] for node in loaded.nodes] == [("x", "y"), "[1"]
    assert loaded.counts == {"bad-value": 1}


def test_what_yed_writes_at_elements_is_their_name_and_type(read):
    drawn = "<y:ShapeNode><y:Fill/><y:NodeLabel>{}<y:LabelModel>no</y:LabelModel></y:NodeLabel></y:ShapeNode>"
    line = "<y:PolyLineEdge><y:EdgeLabel>writes\n to</y:EdgeLabel><y:EdgeLabel>no</y:EdgeLabel></y:PolyLineEdge>"
    inner = f'<node id="n0::n0"><data key="d6">{drawn.format("Shop")}</data></node>'
    loaded = read(
        document(
            f'<node id="n0"><data key="d5">ours</data><data key="d6">{drawn.format("Front end")}</data>'
            f'<graph id="n0:"><data key="d0"/>{inner}</graph></node>'
            f'<node id="n1"><data key="d6">{drawn.format("Orders")}</data></node>'
            f'<edge source="n0::n0" target="n1"><data key="d10">{line}</data></edge>'
            '<edge source="n0" target="n1"><data key="d10"><y:PolyLineEdge/></data></edge>'
            '</graph><data key="d7"><y:Resources/></data><graph>',
            '<key attr.name="about" attr.type="string" for="graph" id="d0"/>'
            '<key attr.name="description" attr.type="string" for="node" id="d5"/>'
            '<key for="node" id="d6" yfiles.type="nodegraphics"/>'
            '<key for="graphml" id="d7" yfiles.type="resources"/>'
            '<key for="edge" id="d10" yfiles.type="edgegraphics"/>',
        ).replace("<graphml", '<graphml xmlns:y="http://www.yworks.com/xml/graphml"', 1)
    )
    assert {node.id: node.properties for node in loaded.nodes} == {
        "n0": {"description": "ours", "name": "Front end"},
        "n0::n0": {"name": "Shop"},
        "n1": {"name": "Orders"},
    }
    assert {(r.start, r.type, r.end) for r in loaded.relationships} == {
        ("n0", "CONTAINS", "n0::n0"),
        ("n0::n0", "writes to", "n1"),
        ("n0", "RELATED", "n1"),
    }
    assert loaded.counts == {}


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ('<graphml>\n<graph>\n<node id="1"/>\n', "not well-formed XML", 4),
        ('<graphml>\n<graph>\n<node id="1"></graph></graphml>', "mismatched tag", 3),
        ("<graphml>\n<graph>\n&nothing;</graph></graphml>", "undefined entity", 3),
        ("<graphml>\n<graph>\n\x01</graph></graphml>", "not well-formed", 3),
        ("<graphml/>\n<graphml/>", "junk after", 2),
        ("\n\n<html><body/></html>", "not GraphML: it begins with <html>", 3),
        ("plain text", "not well-formed XML", 1),
        ('<?xml version="1.0" encoding="klingon"?>\n<graphml/>', "unknown encoding", 1),
    ],
)
def test_what_is_no_graphml_is_refused(text, message, line, read, tmp_path):
    with pytest.raises(SourceError, match=message) as error:
        read(text)
    assert error.value.code == "source.format"
    assert error.value.details == {"file": str(tmp_path / "graph.graphml"), "line": line}


ATTACKS = {
    "laughs": '<!DOCTYPE graphml [<!ENTITY a "ha">'
    + "".join(f'<!ENTITY {y} "{f"&{x};" * 10}">' for x, y in zip("abcdefgh", "bcdefghi", strict=True))
    + "]>",
    "file": '<!DOCTYPE graphml [<!ENTITY i SYSTEM "file:///etc/passwd">]>',
    "parameter": '<!DOCTYPE graphml [<!ENTITY % p SYSTEM "http://localhost:1/x.dtd"> %p;]>',
    "unparsed": '<!DOCTYPE graphml [<!NOTATION n SYSTEM "n"><!ENTITY i SYSTEM "x.gif" NDATA n>]>',
    "harmless": '<!DOCTYPE graphml [<!ENTITY i "one">]>',
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_entities_are_refused(attack, read, tmp_path):
    body = '<node id="1"><data key="k">&i;</data></node>'
    with pytest.raises(SourceError, match="declares XML entities") as error:
        read(document(body, '<key id="k"/>', head='<?xml version="1.0"?>\n' + ATTACKS[attack]))
    assert error.value.details["file"] == str(tmp_path / "graph.graphml")
    assert error.value.details["line"] == 2


def test_a_document_type_alone_is_read_without_fetching_it(read):
    head = '<!DOCTYPE graphml SYSTEM "http://localhost:1/graphml.dtd">\n'
    assert [node.id for node in read(document('<node id="1"/>', head=head)).nodes] == ["1"]


def test_deep_nesting_does_not_hurt(read):
    deep = "<x>" * 200_000 + "</x>" * 200_000
    loaded = read(document(f'{deep}<node id="1"><data key="k">{deep}</data></node>', '<key id="k"/>'))
    assert [node.id for node in loaded.nodes] == ["1"]
    assert loaded.counts == {"bad-value": 1}


@pytest.mark.parametrize("encoding", ["iso-8859-1", "windows-1252", "shift_jis", "us-ascii"])
def test_the_declared_encoding_counts(encoding, read):
    word = {"shift_jis": "日本", "us-ascii": "plain"}.get(encoding, "Zoë")
    head = f"<?xml version='1.0' encoding='{encoding.upper()}' standalone='yes'?>\n"
    text = document(f'<node id="1"><data key="k">{word}</data></node>', '<key id="k"/>', head)
    loaded = read(text.encode(encoding))
    assert loaded.nodes[0].properties == {"k": word}
    assert not loaded.problems


def test_a_wrong_declaration_of_utf_16_is_seen_through(read):
    head = '<?xml version="1.0" encoding="UTF-16"?>\n'
    text = document('<node id="1"><data key="k">Zoë</data></node>', '<key id="k"/>', head)
    assert read(text).nodes[0].properties == {"k": "Zoë"}
    assert read(text.encode("utf-16")).nodes[0].properties == {"k": "Zoë"}


def test_recognises_by_name_and_by_the_first_bytes(tmp_path):
    for name, text, expected in [
        ("a.graphml", "", True),
        ("a.GRAPHML", "", True),
        ("a.xml", document(""), True),
        ("b.xml", "<html/>", False),
        ("a.txt", document(""), False),
        ("a.ifc", document(""), False),
    ]:
        (tmp_path / name).write_text(text)
        assert LOADER.recognises(tmp_path / name) is expected, name
    for name in ("a.graphml.gz", "a.xml.gz"):
        (tmp_path / name).write_bytes(gzip.compress(document("").encode()))
        assert LOADER.recognises(tmp_path / name)


def test_memory_stays_bounded(tmp_path):
    path = tmp_path / "big.graphml.gz"
    with gzip.open(path, "wt", compresslevel=1) as out:
        out.write('<graphml><key id="k" attr.name="k"/><graph>\n')
        for n in range(50_000):
            out.write(f'<node id="{n}"><data key="k">{"x" * 200}{n}</data></node>\n')
        out.write("</graph></graphml>")
    tracemalloc.start()
    try:
        count = sum(1 for _ in LOADER.read(path, LoadContext()))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 50_000
    assert peak < 5_000_000  # the document has 12 MB


@pytest.mark.shared
def test_reads_the_fellowship(shared, load):
    loaded = load(LOADER, shared("graphs/fellowship.graphml"))
    assert (len(loaded.nodes), len(loaded.relationships)) == (52, 100)
    assert not loaded.problems
    assert loaded.nodes[0] == NodeRecord("Frodo", ("character",), {"label": "Frodo"}, 0, 7)
    assert "member_of" in {r.type for r in loaded.relationships}


@pytest.mark.shared
def test_reads_a_code_property_graph(shared, load):
    path = shared("code/cjson_cpg.graphml.gz")
    assert LOADER.recognises(path)
    loaded = load(LOADER, path)
    assert (len(loaded.nodes), len(loaded.relationships)) == (16_262, 130_010)
    assert not loaded.problems
    assert {"METHOD", "CALL", "FILE"} <= {label for node in loaded.nodes for label in node.labels}
    assert {"AST", "CFG", "CALL"} <= {r.type for r in loaded.relationships}
    assert {r.start for r in loaded.relationships} | {r.end for r in loaded.relationships} <= {
        n.id for n in loaded.nodes
    }
    assert all(isinstance(n.properties.get("LINE_NUMBER", 0), int) for n in loaded.nodes)
