"""Graphs as texts: what is written is read again without loss; what other tools write is read as they mean it."""

from __future__ import annotations

import dataclasses
import datetime as dt
import time

import pytest
from hypothesis import given, settings, strategies as st
from scale import examples

from fingerpost.core.errors import LimitExceeded, SourceError
from fingerpost.ingest.exchange import ExchangedEdge, ExchangedGraph, ExchangedNode, read_graph, write_graph

pytest.importorskip("rdflib", reason="needs the extra mcp")

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)
NAMES = st.one_of(st.sampled_from(["a:b", 'say "x"', "a\\b", "end", "A-B", "node", "x|y", "o1", "1", "ü", "a;b"]), TEXT)
VALUES = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    st.sampled_from(["true", "12", "1.5", '{"$date": 1}', "\x01", ""]),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
    st.dates(),
    st.lists(st.integers(0, 3), max_size=2).map(tuple),
)
KEYS = st.sampled_from(["age", "a key", "ünï", "born", "x^^json", 'q"k'])
PROPERTIES = st.dictionaries(KEYS, VALUES, max_size=3)


@st.composite
def graphs(draw, plain=False):
    names = draw(st.lists(NAMES.filter(lambda name: name.strip() == name), min_size=1, max_size=4, unique=True))
    types = st.sampled_from(["Person", "a type", "entity"])
    properties = st.just({}) if plain else PROPERTIES
    nodes = [ExchangedNode(name, None if plain else draw(types), draw(properties)) for name in names]
    ends = st.sampled_from(names)
    relation = NAMES.filter(lambda name: name.strip() == name)
    edges = draw(
        st.lists(
            st.builds(ExchangedEdge, ends, ends, relation, properties),
            max_size=4,
            unique_by=lambda e: (e.source, e.target, e.relation),
        )
    )
    return ExchangedGraph(tuple(nodes), tuple(edges))


def _said(elements):
    """The elements with their properties in order of name: in some formats they have no order."""
    return {repr(dataclasses.replace(e, properties=dict(sorted(e.properties.items())))) for e in elements}


@pytest.mark.parametrize("kind", ["json", "graphml", "dot", "turtle"])
def test_nothing_is_lost_on_the_way_out_and_in(kind):
    @settings(max_examples=examples(15))
    @given(graphs())
    def check(graph):
        again = read_graph(kind, write_graph(kind, graph))
        assert _said(again.nodes) == _said(graph.nodes)
        assert _said(again.edges) == _said(graph.edges)

    check()


@settings(max_examples=examples(25))
@given(graphs(plain=True))
def test_a_flowchart_keeps_names_and_relations(graph):
    again = read_graph("mermaid", write_graph("mermaid", graph))
    assert {node.name for node in again.nodes} == {node.name for node in graph.nodes}
    assert set(map(repr, again.edges)) == set(map(repr, graph.edges))


@settings(max_examples=examples(15))
@given(graphs(plain=True))
def test_a_table_keeps_relationships(graph):
    again = read_graph("csv", write_graph("csv", graph))
    assert set(map(repr, again.edges)) == set(map(repr, graph.edges))


MERMAID = [
    ("graph TD; A-->B; B-->C", [("A", "relates_to", "B"), ("B", "relates_to", "C")]),
    ("A --> B --> C", [("A", "relates_to", "B"), ("B", "relates_to", "C")]),
    ("A & B --> C & D", [("A", "relates_to", x) for x in "CD"] + [("B", "relates_to", x) for x in "CD"]),
    ("A -->|calls| B", [("A", "calls", "B")]),
    ("A -- calls it --> B", [("A", "calls it", "B")]),
    ("A == big ==> B", [("A", "big", "B")]),
    ("A -. maybe .-> B", [("A", "maybe", "B")]),
    ("A -.-> B\nC ==> D\nE --- F\nG === H", [(*pair[0], "relates_to", pair[1]) for pair in ("AB", "CD", "EF", "GH")]),
    ("A <--> B", [("A", "relates_to", "B"), ("B", "relates_to", "A")]),
    ("A --o B\nC --x D", [("A", "relates_to", "B"), ("C", "relates_to", "D")]),
    ("A ~~> B", [("A", "relates_to", "B")]),
    ('A["Auth, (v2)"] --> B((User)) --> C{{x}}', [("Auth, (v2)", "relates_to", "User"), ("User", "relates_to", "x")]),
    ("A --> B\nA[Later]", [("Later", "relates_to", "B")]),
    ("auth-service --> user.db", [("auth-service", "relates_to", "user.db")]),
    ("flowchart LR\n%% note\nsubgraph one\nA --> B\nend\nstyle A fill:#f9f", [("A", "relates_to", "B")]),
    ("A:::big --> B", [("A", "relates_to", "B")]),
    ("A[x] --> B[x]", [("A", "relates_to", "B")]),
]


@pytest.mark.parametrize(("text", "edges"), MERMAID)
def test_flowcharts_of_others(text, edges):
    assert [(e.source, e.relation, e.target) for e in read_graph("mermaid", text).edges] == edges


def test_json_of_others():
    nodes = '[{"id": "a", "label": "A", "type": "T", "x": 1}, {"id": 2}, {}]'
    text = f'{{"nodes": {nodes}, "links": [{{"source": "a", "target": 2, "key": "r"}}]}}'
    graph = read_graph("json", text)
    assert graph.nodes == (ExchangedNode("A", "T", {"x": 1}), ExchangedNode("2"))
    assert graph.edges == (ExchangedEdge("A", "2", "r"),)
    assert graph.notes == ("node 3 has no label and was left out",)
    dated = '{"nodes": [{"label": "A", "properties": {"born": {"$date": "2001-02-03"}, "label": "A"}}], "edges": []}'
    assert read_graph("json", dated).nodes[0].properties == {"born": dt.date(2001, 2, 3)}


def test_dot_of_others():
    text = 'graph g { node [shape=box]; a [type=person, age=3]; subgraph s { a -- "b c" [label="knows"] } a -- d }'
    graph = read_graph("dot", text)
    assert ("a", "person", {"age": 3}) in [(n.name, n.type, dict(n.properties)) for n in graph.nodes]
    assert {(e.source, e.relation, e.target) for e in graph.edges} == {
        ("a", "knows", "b c"), ("b c", "knows", "a"), ("a", "edge", "d"), ("d", "edge", "a"),
    }  # fmt: skip


def test_dot_as_graphviz_reads_it():
    text = """// a comment
    strict digraph "g" { rankdir=LR; graph [label="x"] edge [color=red]
# a line of a preprocessor
    a:p1:n -> {b; c} -> "d" + "e" [label=<b<i>old</i>>, w=1e3, x] /* two
    lines */ subgraph cluster_1 { label=One; "node" } }"""
    graph = read_graph("dot", text)
    said = [(edge.source, edge.relation, edge.target, dict(edge.properties)) for edge in graph.edges]
    held = {"w": 1000.0, "x": True}
    ends = [("a", "b"), ("a", "c"), ("b", "de"), ("c", "de")]
    assert said == [(start, "b<i>old</i>", end, held) for start, end in ends]
    assert {node.name for node in graph.nodes} == {"b", "c", "node"}
    with pytest.raises(SourceError, match="line 3: a name is expected at ';'"):
        read_graph("dot", "digraph {\n a ->\n ; }")


LONG = ExchangedGraph((), tuple(ExchangedEdge(f"a{n}", f"b{n}", "r", {"x": n}) for n in range(20)))


@pytest.mark.parametrize("kind", ["csv", "dot", "graphml", "json", "mermaid", "turtle"])
def test_reading_ends_where_the_time_is_over(kind):
    calls = []

    def check():
        calls.append(1)
        if len(calls) > 9:
            raise LimitExceeded("over", code="limit.time")

    with pytest.raises(LimitExceeded):
        read_graph(kind, write_graph(kind, LONG), check)
    assert len(calls) == 10


@pytest.mark.parametrize(
    "line",
    [f"A -- {' ' * 30_000}x", f"A -- x{' ' * 30_000}y", "#a;" * 30_000, "A & " * 3_000, "A([x) --> " * 3_000],
    ids=["blanks", "text", "entities", "group", "shapes"],
)
def test_a_long_line_of_a_flowchart_takes_no_long_time(line):
    started = time.process_time()
    read_graph("mermaid", f"graph TD\n{line}")
    assert time.process_time() - started < 2


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("json", '{"nodes": [{"label": "a", "x": %s}]}'),
        ("dot", "digraph { a [x=%s] }"),
        ("graphml", '<graphml><key id="k" attr.type="long"/><node id="a"><data key="k">%s</data></node></graphml>'),
    ],
    ids=["json", "dot", "graphml"],
)
def test_an_integer_of_thousands_of_digits_is_told_of(kind, text):
    with pytest.raises(SourceError, match="has 5,000 digits; a number has at most 64 bits"):
        read_graph(kind, text % ("9" * 5_000))


@pytest.mark.parametrize(
    ("kind", "text", "code"),
    [
        ("xml", "x", "source.unknown-kind"),
        ("json", " ", "source.format"),
        ("json", "[]", "source.format"),
        ("json", '{"nodes": 1}', "source.format"),
        ("json", "[" * 100_000, "source.format"),
        ("csv", "a,b\n1,2", "source.format"),
        ("csv", "source,target\na,", "source.format"),
        ("graphml", "<a", "source.format"),
        ("graphml", '<!DOCTYPE x [<!ENTITY e "v">]><graphml>&e;</graphml>', "source.format"),
        ("dot", "digraph {", "source.format"),
    ],
)
def test_what_is_no_such_text_is_refused(kind, text, code):
    with pytest.raises(SourceError) as refused:
        read_graph(kind, text)
    assert refused.value.code == code


@pytest.mark.parametrize("line", ["A --> ", "A[open --> B", "hello world", "X[Label] --> "])
def test_a_line_of_a_flowchart_that_is_not_understood_is_left_out_and_noted(line):
    graph = read_graph("mermaid", f"graph TD\nX --> Y\n{line}")
    assert [(edge.source, edge.target) for edge in graph.edges] == [("X", "Y")]
    assert [node.name for node in graph.nodes] == ["X", "Y"]
    assert "line 3" in graph.notes[0]


def test_turtle_of_others_is_read_as_they_mean_it():
    graph = read_graph(
        "turtle",
        """
        @prefix ex: <http://example.org/> . @prefix foaf: <http://xmlns.com/foaf/0.1/> .
        @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
        ex:ann a foaf:Person ; foaf:name "Ann Lee" ; ex:age 41 ; ex:tag "a", "b" ; foaf:knows ex:bob .
        ex:bob foaf:knows [ foaf:name "Cid" ] .
        <http://other.org/bob> ex:born "2001-02-03"^^xsd:date .
        """,
    )
    nodes = {node.name: (node.type, dict(node.properties)) for node in graph.nodes}
    assert nodes == {
        "Ann Lee": ("Person", {"age": 41, "tag": ("a", "b")}),
        "http://example.org/bob": (None, {}),
        "http://other.org/bob": (None, {"born": dt.date(2001, 2, 3)}),
        "Cid": (None, {}),
    }
    edges = {(edge.source, edge.relation, edge.target) for edge in graph.edges}
    assert edges == {("Ann Lee", "knows", "http://example.org/bob"), ("http://example.org/bob", "knows", "Cid")}
    for text in ("@prefix", "<a> <b> .", "a b c"):
        with pytest.raises(SourceError):
            read_graph("turtle", text)
