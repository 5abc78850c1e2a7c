"""GEXF, as NetworkX writes it, and GML."""

from __future__ import annotations

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.ingest.graphs.networkx_files import GexfLoader


@pytest.fixture
def rivers(networkx):
    graph = networkx.DiGraph()
    graph.add_node("lyon", type="City", label="Lyon")
    graph.add_node("rhone", type="River", label="Rhône", length="812")
    graph.add_edge("rhone", "lyon", relation="FLOWS_THROUGH")
    return graph


def test_gexf(rivers, networkx, tmp_path, load):
    networkx.write_gexf(rivers, tmp_path / "rivers.gexf")
    assert GexfLoader().recognises(tmp_path / "rivers.gexf")
    loaded = load(GexfLoader(), tmp_path / "rivers.gexf")
    assert {(node.id, node.labels) for node in loaded.nodes} == {("lyon", ("City",)), ("rhone", ("River",))}
    assert [(r.start, r.type, r.end) for r in loaded.relationships] == [("rhone", "FLOWS_THROUGH", "lyon")]
    fp.load([tmp_path / "rivers.gexf"], tmp_path / "kb.fp")
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.ask("Which river flows through Lyon?").text == "Rhône."


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.gexf", "<gexf>"),
        ("a.gml", "graph [ node [ id 1 "),
        ("a.gml", "graph [" + "a [" * 5000),
        ("a.gexf", '<!DOCTYPE gexf [<!ENTITY a "b">]><gexf/>'),
    ],
)
def test_what_is_not_of_the_format_is_refused(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    with pytest.raises(SourceError) as caught:
        fp.load([tmp_path / name], tmp_path / "kb.fp")
    assert caught.value.code == "source.format"


def test_gml_has_names_by_label_or_id(tmp_path, load):
    nodes = "".join(
        f'  node [ id {n} label "{name}" depth {n * 2} graphics [ x 1.0 ] ]\n'
        for n, name in enumerate(["Weir", "Lock &#38; Mill", "Ford"])
    )
    text = f'graph [\n  directed 1\n{nodes}  edge [ source 0 target 1 relation "FEEDS" ]\n]\n'
    (tmp_path / "canal.gml").write_text(text)
    loaded = load(GexfLoader(), tmp_path / "canal.gml")
    assert [node.properties for node in loaded.nodes] == [
        {"name": "Weir", "depth": 0},
        {"name": "Lock & Mill", "depth": 2},
        {"name": "Ford", "depth": 4},
    ]
    assert [(r.start, r.type, r.end) for r in loaded.relationships] == [("Weir", "FEEDS", "Lock & Mill")]
    (tmp_path / "canal.gml").write_text(text.replace("Ford", "Weir"))
    alike = load(GexfLoader(), tmp_path / "canal.gml")
    assert [node.properties["name"] for node in alike.nodes] == ["Weir", "Lock & Mill", "Weir"]
    assert len({node.id for node in alike.nodes}) == 3
