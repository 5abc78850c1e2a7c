"""DOT, as people write it for Graphviz."""

from __future__ import annotations

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.ingest.graphs.dot_files import DotLoader

DEPENDENCIES = r"""
digraph deps { rankdir=LR; node [shape=box]; edge [color=gray];
  api [label="API\nserver", team="core", color=red]; db [label=<<b>Main</b> database>, kind="Store"];
  web -> api [label="calls"]; api:p1 -> {db cache} [label="reads"];
  subgraph cluster_edge { label="Edge"; web; "the cdn":n -> web } }
"""


def test_nodes_and_edges(tmp_path, load, capsys):
    (tmp_path / "deps.dot").write_text(DEPENDENCIES)
    assert DotLoader().recognises(tmp_path / "deps.dot")
    loaded = load(DotLoader(), tmp_path / "deps.dot")
    nodes = {node.id: (node.labels, node.properties) for node in loaded.nodes}
    assert nodes == {
        "api": (("Node",), {"name": "API server", "team": "core"}),
        "db": (("Store",), {"name": "Main database"}),
        "web": (("Node",), {"name": "web", "cluster": "Edge"}),
        "the cdn": (("Node",), {"name": "the cdn", "cluster": "Edge"}),
        "cache": (("Node",), {"name": "cache"}),
    }
    assert sorted((each.start, each.type, each.end, tuple(each.properties)) for each in loaded.relationships) == [
        ("api", "reads", "cache", ()),
        ("api", "reads", "db", ()),
        ("the cdn", "RELATED", "web", ()),
        ("web", "calls", "api", ()),
    ]
    assert capsys.readouterr().out == ""


def test_numerals_without_quotes_are_numbers(tmp_path, load):
    text = 'digraph { a [people=580000, code=007, size=1]; b [people=1.5, size="2"]; a -> b [tons=400, label=7] }'
    (tmp_path / "a.dot").write_text(text)
    loaded = load(DotLoader(), tmp_path / "a.dot")
    assert [node.properties for node in loaded.nodes] == [
        {"name": "a", "people": 580000, "code": "007", "size": "1"},
        {"name": "b", "people": 1.5, "size": "2"},
    ]
    assert [(each.type, each.properties) for each in loaded.relationships] == [("7", {"tons": 400})]


def test_questions(tmp_path):
    (tmp_path / "deps.gv").write_text('digraph { web [type=Service]; db [type=Store]; web -> db [label="reads"] }')
    fp.load([tmp_path / "deps.gv"], tmp_path / "kb.fp")
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.ask("Which services read db?").text == "web."


@pytest.mark.parametrize("text", ["digraph {", "hello", "digraph {}", "graph { a } graph { b }", "digraph {" * 3000])
def test_what_is_not_dot_is_refused(tmp_path, text, capsys):
    (tmp_path / "a.dot").write_text(text)
    with pytest.raises(SourceError) as caught:
        fp.load([tmp_path / "a.dot"], tmp_path / "kb.fp")
    assert caught.value.code == "source.format"
    assert capsys.readouterr().out == ""
