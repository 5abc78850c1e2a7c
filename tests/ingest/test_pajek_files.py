"""Networks of Pajek: several relations, partitions, and what is only drawn."""

from __future__ import annotations

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.ingest.graphs.pajek_files import PajekLoader


@pytest.fixture
def read(tmp_path, load):
    def loaded(text, name="a.net"):
        (tmp_path / name).write_bytes(text.encode("cp1252"))
        return load(PajekLoader(), tmp_path / name)

    return loaded


def ties(loaded):
    return [(r.start, r.type, r.end, r.properties) for r in loaded.relationships]


def test_vertices_and_weights(read):
    loaded = read('*Vertices 2\n1 "Lyon"\n2 "Nice"\n*Arcs\n1 2 3.5\n')
    assert [(node.id, node.properties, node.line) for node in loaded.nodes] == [
        ("Lyon", {"name": "Lyon"}, 2),
        ("Nice", {"name": "Nice"}, 3),
    ]
    assert ties(loaded) == [("Lyon", "RELATED", "Nice", {"weight": 3.5})]


def test_what_networkx_writes(networkx, tmp_path, load):
    graph = networkx.MultiDiGraph([("Ann", "Bob"), ("Bob", "Cy")])
    networkx.write_pajek(graph, tmp_path / "a.net")
    loaded = load(PajekLoader(), tmp_path / "a.net")
    assert [node.properties for node in loaded.nodes] == [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cy"}]
    assert ties(loaded) == [("Ann", "RELATED", "Bob", {"weight": 1.0}), ("Bob", "RELATED", "Cy", {"weight": 1.0})]


def test_a_project_with_several_relations_and_partitions(read):
    loaded = read(
        """% made by hand
*Network friends
*Vertices 4 2
 1 "J\xf6rg M." 0.1 0.2 0.5 ellipse ic Red bc Black
 2 Bea 0.3 0.4
 3 "Bea"
*Arcs :1 "likes"
 1 2 1 c Blue
 3 1 1 l "at work"
*Edges :2 "works with"
 2 3 2.5
*Arcslist
 1 3 4
*Edges
 1 4 1 l "lives with" w 3
*Matrix :3 "owes"
 0 5 0 0
 0 0 0 0
 0 0 0 0
 0 0 0 1.5
*Partition town
*Vertices 4
 1
 2
 2
 1
*Vector "tax paid"
*Vertices 4
 0.5
 0
 1
 2
*Cluster c
*Vertices 2
 1
 2
""",
        "a.paj",
    )
    assert {node.id: node.properties for node in loaded.nodes} == {
        "J\xf6rg M.": {"name": "J\xf6rg M.", "town": 1, "tax paid": 0.5},
        "Bea": {"name": "Bea", "town": 2, "tax paid": 0.0},
        "Bea (3)": {"name": "Bea", "town": 2, "tax paid": 1.0},
        "4": {"town": 1, "tax paid": 2.0},
    }
    assert ties(loaded) == [
        ("J\xf6rg M.", "likes", "Bea", {"weight": 1.0}),
        ("Bea (3)", "likes", "J\xf6rg M.", {"weight": 1.0, "label": "at work"}),
        ("Bea", "works with", "Bea (3)", {"weight": 2.5}),
        ("J\xf6rg M.", "RELATED", "Bea (3)", {}),
        ("J\xf6rg M.", "RELATED", "4", {}),
        ("J\xf6rg M.", "lives with", "4", {"weight": 1.0}),
        ("J\xf6rg M.", "owes", "Bea", {"weight": 5.0}),
        ("4", "owes", "4", {"weight": 1.5}),
    ]
    assert loaded.counts == {"guessed-encoding": 1}


def test_a_name_that_is_the_number_of_another_vertex(read):
    loaded = read("*Vertices 2\n1 2\n*Edges\n1 2\n")
    assert ties(loaded) == [("2 (1)", "RELATED", "2", {})]


def test_lines_that_cannot_be_read_are_reported(read, tmp_path):
    loaded = read("*Vertices 2\n1 a\n9 z\n*Edges\n1 2\n1 5\n1\n1 x\n*Partition p\n*Vertices 3\n1\n1\n1\n")
    assert [(node.id, node.properties) for node in loaded.nodes] == [("a", {"name": "a", "p": 1}), ("2", {"p": 1})]
    assert len(loaded.relationships) == 1
    assert loaded.problems["bad-record"] == [
        f"{tmp_path}/a.net:3: no such vertex: 9 z",
        f"{tmp_path}/a.net:6: no such vertex: 1 5",
        f"{tmp_path}/a.net:7: not as Pajek writes it: 1",
        f"{tmp_path}/a.net:8: not as Pajek writes it: 1 x",
        f"{tmp_path}/a.net:13: no such vertex: 1",
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("*Vertices x\n", "'x' is not a number of vertices"),
        ("*Vertices 99999999999\n", "not a number of vertices"),
        ("nothing\n", "no \\*Vertices"),
        ("*Vertices 1\n1 a\n*Network b\n*Vertices 1\n", "several networks"),
    ],
)
def test_what_is_not_a_network_is_refused(tmp_path, text, why):
    (tmp_path / "a.net").write_text(text)
    with pytest.raises(SourceError, match=why) as caught:
        fp.load([tmp_path / "a.net"], tmp_path / "kb.fp")
    assert caught.value.code == "source.format"


def test_it_is_asked_by_its_relations(tmp_path):
    (tmp_path / "a.net").write_text('*Vertices 3\n1 "Ann"\n2 "Bob"\n3 "Cy"\n*Arcs :1 "likes"\n1 2 1\n3 2 1\n')
    fp.load([tmp_path / "a.net"], tmp_path / "kb.fp")
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.ask("Who likes Bob?").text == "2 nodes: Ann and Cy."
