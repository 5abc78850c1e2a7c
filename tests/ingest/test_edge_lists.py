"""Tables of edges: with the table of their nodes, and alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.core.errors import SourceError
from fingerpost.ingest.mapping import read_mapping
from fingerpost.ingest.records import LoadContext, NodeRecord, ReadOptions
from fingerpost.ingest.tables.csv_files import CsvLoader

LINKS = "source,target,label,weight\nAnna,Ben,friend of,3\nBen,Cleo,works for,1\n"


def read(folder: Path, mapping=None, **files):
    for name, text in files.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    context = LoadContext(options=ReadOptions(mapping=mapping))
    records = list(CsvLoader().read_together([folder / f"{name}.csv" for name in files], context))
    nodes = {each.id: each for each in records if isinstance(each, NodeRecord)}
    ends = [(r.start, r.type, r.end, dict(r.properties)) for r in records if not isinstance(r, NodeRecord)]
    return nodes, ends, context


def test_edges_alone_make_their_nodes(tmp_path):
    nodes, ends, context = read(tmp_path, links=LINKS)
    assert {node.properties["name"]: (node.labels, node.line) for node in nodes.values()} == {
        "Anna": (("Node",), 2),
        "Ben": (("Node",), 2),
        "Cleo": (("Node",), 3),
    }
    assert ends == [
        ("links.nodes:Anna", "friend of", "links.nodes:Ben", {"weight": 3}),
        ("links.nodes:Ben", "works for", "links.nodes:Cleo", {"weight": 1}),
    ]
    assert context.notes[0] == "links.source refers to links.nodes.name: as label says"


def test_edges_find_the_table_of_their_nodes(tmp_path):
    edges = "Source,Target,Type,Id,Label,Weight\n1,2,Undirected,0,friend of,1.0\n2,3,Directed,1,works for,2.0\n"
    nodes, ends, context = read(tmp_path, nodes="Id,Label,Age\n1,Anna,31\n2,Ben,22\n3,Cleo,44\n", edges=edges)
    assert list(nodes) == ["nodes:1", "nodes:2", "nodes:3"]
    assert [(start, type_, end) for start, type_, end, _ in ends] == [
        ("nodes:1", "friend of", "nodes:2"),
        ("nodes:2", "works for", "nodes:3"),
    ]
    assert ends[0][3] == {"Type": "Undirected", "Id": "0", "Weight": 1.0}
    assert not context.problems


@pytest.mark.parametrize(
    "text",
    [
        "from,to,subject,date,size\na@x,b@x,Hi,2026-01-01,3\n",  # mails, not edges
        "from,to\n1,9\n10,19\n",  # pages, which the ids of another table hold by chance
        "id,source,note\n1,web,x\n",
    ],
)
def test_a_table_with_other_columns_of_these_names_has_nodes(tmp_path, text):
    persons = "".join(f"{number},P{number}\n" for number in range(20))
    nodes, ends, _ = read(tmp_path, things=text, person="pid,name\n" + persons)
    assert [node.labels for node in nodes.values()].count(("things",)) == text.count("\n") - 1
    assert ends == []


def test_the_mapping_of_edges_can_be_edited(tmp_path):
    (tmp_path / "edges.csv").write_text("src,dst\na,b\nb,c\n", encoding="utf-8")
    found = CsvLoader().propose([tmp_path / "edges.csv"], LoadContext(), typed=True)
    file = tmp_path / "mapping.toml"
    file.write_text(found.mapping.text().replace('"RELATED"', '"KNOWS"').replace('"Node"', '"Person"'))
    nodes, ends, _ = read(tmp_path, read_mapping(file), edges="src,dst\na,b\nb,c\n")
    assert {node.labels for node in nodes.values()} == {("Person",)}
    assert [(start, type_, end) for start, type_, end, _ in ends] == [
        ("edges.nodes:a", "KNOWS", "edges.nodes:b"),
        ("edges.nodes:b", "KNOWS", "edges.nodes:c"),
    ]


def test_only_relationships_have_a_column_of_types(tmp_path):
    file = tmp_path / "mapping.toml"
    file.write_text('[tables.a]\nlabel = "A"\ntype_column = "x"\n')
    with pytest.raises(SourceError, match="only a relationship has a type_column"):
        read_mapping(file)
