"""XML of records as graphs: what is a value, a list or a thing; and hostile files."""

from __future__ import annotations

from pathlib import Path

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.ingest.graphs.xml_documents import DEPTH_LIMIT, XmlLoader
from fingerpost.ingest.loaders import loader_for
from fingerpost.ingest.records import LoadContext, NodeRecord, RelationshipRecord

BOOKS = """<?xml version="1.0" encoding="UTF-8"?>
<!-- a shop -->
<catalog version="2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="x.xsd">
  <book id="b1" xml:lang="en">
    <title>Sums &amp; more</title>
    <price currency="EUR">12.50</price>
    <authors><author>Ada</author><author>Bob</author></authors>
    <chapter nr="1"><title>One</title></chapter>
    <chapter nr="2"><title>Two</title></chapter>
    <publisher ref="p1"><name>Acme</name><city>York</city></publisher>
  </book>
  <book id="b2">
    <title>Rings</title>
    <price currency="EUR">7</price>
    <authors><author>Ada</author></authors>
    <note/>
  </book>
</catalog>
"""

DUMP = (
    '<mysqldump><database name="d"><table_structure name="t"><field Field="id"/></table_structure>'
    '<table_data name="t"><row><field name="id">1</field></row></table_data></database></mysqldump>'
)


def read(path: Path):
    context = LoadContext()
    records = list(XmlLoader().read(path, context))
    nodes = [(record.labels[0], record.properties) for record in records if isinstance(record, NodeRecord)]
    edges = [(r.start, r.type, r.end) for r in records if isinstance(r, RelationshipRecord)]
    return nodes, edges


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_records_hold_values_lists_and_things(tmp_path):
    nodes, edges = read(written(tmp_path / "shop.xml", BOOKS))
    euro = {"price_currency": "EUR"}
    assert nodes == [
        ("book", {"id": "b1", "title": "Sums & more", "price": "12.50", **euro, "author": ("Ada", "Bob")}),
        ("book", {"id": "b2", "title": "Rings", "price": "7", **euro, "author": ("Ada",)}),
        ("chapter", {"nr": "1", "title": "One"}),
        ("chapter", {"nr": "2", "title": "Two"}),
        ("publisher", {"ref": "p1", "name": "Acme", "city": "York"}),
    ]
    assert {type_ for _, type_, _ in edges} == {"CHAPTER", "PUBLISHER"}


def test_it_is_asked_like_any_other_data(tmp_path):
    fp.load([written(tmp_path / "shop.xml", BOOKS)], tmp_path / "kb.fp")
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.ask("Which books cost more than 10?").text.startswith("Sums & more")
        assert kb.ask("How many chapters does Sums & more have?").rows == ((2,),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            '<posts><row Id="1" Title="a"/><row Id="2" OwnerId="7"/></posts>',
            [("posts", {"Id": "1", "Title": "a"}), ("posts", {"Id": "2", "OwnerId": "7"})],
        ),
        ("<data><record><a>1</a></record><record><a>2</a></record></data>", [("x", {"a": "1"}), ("x", {"a": "2"})]),
        (
            '<r><d><field name="id">1</field><field name="t">a</field></d><d><field name="id">2</field></d></r>',
            [("d", {"id": "1", "t": "a"}), ("d", {"id": "2"})],
        ),
        ('<invoice nr="5"><to>Ann</to><line qty="2">nut</line><line qty="1">bolt</line></invoice>', None),
        (
            '<s><p xmlns="urn:a"><name>Ann</name></p><p xmlns="urn:b"><name>Bob</name></p></s>',
            [("p", {"name": "Ann"}), ("p", {"name": "Bob"})],
        ),
        (
            DUMP,
            [("t", {"id": "1"})],
        ),
    ],
)
def test_ways_in_which_programs_write_records(tmp_path, text, expected):
    nodes, _ = read(written(tmp_path / "x.xml", text))
    expected = expected or [
        ("invoice", {"nr": "5", "to": "Ann"}),
        ("line", {"qty": "2", "name": "nut"}),
        ("line", {"qty": "1", "name": "bolt"}),
    ]
    assert nodes == expected


def test_files_that_are_loaded_together_refer_to_one_another(tmp_path):
    written(tmp_path / "Users.xml", '<users><row Id="7" DisplayName="Ann"/><row Id="8" DisplayName="Bob"/></users>')
    written(tmp_path / "Posts.xml", '<posts><row Id="1" UserId="7"/><row Id="2" UserId="7"/></posts>')
    report = fp.load([tmp_path / "Users.xml", tmp_path / "Posts.xml"], tmp_path / "kb.fp")
    assert (report.nodes, report.relationships) == (4, 2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a><b>&x;</b></a>', "declares XML entities"),
        ('<!DOCTYPE a [<!ENTITY x "xx"><!ENTITY y "&x;&x;">]><a><b>&y;</b></a>', "declares XML entities"),
        ("<a>" * (DEPTH_LIMIT + 5), f"nested more than {DEPTH_LIMIT} deep"),
        ("<a><b></a>", ":1: is not well-formed XML"),
        ("<a/>", "holds no record"),
    ],
)
def test_hostile_and_broken_files_are_refused(tmp_path, text, said):
    with pytest.raises(SourceError) as caught:
        fp.load([written(tmp_path / "x.xml", text)], tmp_path / "kb.fp")
    assert said in caught.value.message
    assert caught.value.code == "source.format"


@pytest.mark.parametrize("root", ["html", "svg", "xs:schema", "gexf", "rdf:RDF"])
def test_xml_that_holds_no_records_is_left_alone(tmp_path, root):
    path = written(
        tmp_path / "x.xml", f"<?xml version='1.0'?>\n<!DOCTYPE {root.split(':')[-1]}>\n<{root}><a/></{root}>"
    )
    assert not XmlLoader().recognises(path)
    with pytest.raises(SourceError) as caught:
        loader_for(path)
    assert caught.value.code == "source.unknown-kind"
