"""CSV with neo4j-admin headers, folders of it, and plain tables."""

from __future__ import annotations

import csv
import datetime as dt
import gzip
import io
import time

import pytest

from fingerpost.core.cells import Duration, Point
from fingerpost.core.errors import SourceError
from fingerpost.ingest import parted
from fingerpost.ingest.records import NodeRecord, RelationshipRecord
from fingerpost.ingest.tables import csv_files
from fingerpost.ingest.tables.csv_files import CsvLoader

LOADER = CsvLoader()


@pytest.fixture
def read(tmp_path, load):
    """Write files by name, read the folder, or the file where there is one only."""

    def read(**files):
        for name, text in files.items():
            path = tmp_path / name.replace("__", ".")
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load(LOADER, tmp_path if len(files) > 1 else path)

    return read


def test_nodes_with_types_and_labels(read):
    loaded = read(
        people__csv=":ID,name,age:int,tall:double,born:date,tags:string[],where:point,:LABEL\n"
        '1,Ann,30,1.5,1990-02-03,a;b,"{x:1,y:2}",Person;Author\n'
        "2,Bob,,,,,,Person\n"
    )
    assert loaded.records == [
        NodeRecord(
            "1",
            ("Person", "Author"),
            {
                "name": "Ann",
                "age": 30,
                "tall": 1.5,
                "born": dt.date(1990, 2, 3),
                "tags": ("a", "b"),
                "where": Point(1.0, 2.0),
            },
            0,
            2,
        ),
        NodeRecord("2", ("Person",), {"name": "Bob"}, 0, 3),
    ]
    assert list(loaded.nodes[0].properties) == ["name", "age", "tall", "born", "tags", "where"]
    assert not loaded.problems


def test_an_empty_file_beside_others_is_left_out(read):
    loaded = read(people__csv="id,name\n1,Ann\n", pets__csv="", towns__csv="")
    assert [node.properties["name"] for node in loaded.nodes] == ["Ann"]
    assert loaded.context.notes == ["pets.csv is empty, and was left out", "towns.csv is empty, and was left out"]
    with pytest.raises(SourceError, match=r"towns\.csv is empty"):
        read(towns__csv="")


def test_relationships_with_types(read):
    loaded = read(rels__csv=":START_ID,since:int,:END_ID,:TYPE\n1,2001,2,KNOWS\n2,,1,LIKES\n")
    assert loaded.records == [
        RelationshipRecord("1", "2", "KNOWS", {"since": 2001}, 0, 2),
        RelationshipRecord("2", "1", "LIKES", {}, 0, 3),
    ]


def test_id_spaces_keep_ids_apart_and_a_named_id_is_a_property(read):
    loaded = read(
        a__csv="code:ID(Film){label:Movie}\n1\n",
        b__csv='"number:ID(Person){label:Actor, id-type: long}",:IGNORE,name\n1,secret,Keanu\n',
        c__csv=":START_ID(Person),:END_ID(Film),:TYPE\n1,1,ACTED_IN\n",
    )
    assert loaded.nodes == [
        NodeRecord("Film:1", ("Movie",), {"code": "1"}, 0, 2),
        NodeRecord("Person:1", ("Actor",), {"number": 1, "name": "Keanu"}, 1, 2),
    ]
    assert loaded.relationships == [RelationshipRecord("Person:1", "Film:1", "ACTED_IN", {}, 2, 2)]


def test_the_file_name_gives_label_and_type(read):
    loaded = read(
        crime__nodes__Person__csv=":ID,name\n1,Ann\n",
        crime__nodes__City__tsv=":ID\tname\n2\tRome\n",
        crime__relationships__LIVES_IN__csv=":START_ID,:END_ID\n1,2\n",
    )
    assert sorted(label for node in loaded.nodes for label in node.labels) == ["City", "Person"]
    assert [relationship.type for relationship in loaded.relationships] == ["LIVES_IN"]


def test_a_row_that_names_no_label_or_type_takes_that_of_the_file(read):
    loaded = read(Thing__csv=":ID,:LABEL\n1,\n2, A ; ;A;B\n", NEAR__csv=":START_ID,:END_ID,:TYPE\n1,2,\n")
    assert [node.labels for node in loaded.nodes] == [("Thing",), ("A", "B")]
    assert loaded.relationships[0].type == "NEAR"
    assert loaded.counts == {"bad-value": 1}


def test_nodes_come_before_relationships_whatever_the_files_are_called(read):
    loaded = read(
        a__csv=":START_ID,:END_ID,:TYPE\n1,2,X\n",
        b__csv=":ID\n1\n",
        c__csv=":START_ID,:END_ID\n2,1\n",
        d__csv=":ID\n2\n",
    )
    assert [type(record) for record in loaded.records] == [NodeRecord] * 2 + [RelationshipRecord] * 2
    assert [loaded.context.files[record.file].path.name for record in loaded.records] == [
        "b.csv",
        "d.csv",
        "a.csv",
        "c.csv",
    ]
    assert {file.positions for file in loaded.context.files} == {"line"}


def test_a_folder_s_other_files_are_left_alone(tmp_path, load):
    (tmp_path / "a.csv").write_text(":ID\n1\n")
    (tmp_path / "b.csv.gz").write_bytes(gzip.compress(b":ID\n2\n"))
    (tmp_path / "._a.csv").write_bytes(b"\0\5\x16\7")
    (tmp_path / "model.json").write_text("{}")
    (tmp_path / "notes.txt").write_bytes(b"\0")
    (tmp_path / "deeper.csv").mkdir()
    assert [node.id for node in load(LOADER, tmp_path).nodes] == ["1", "2"]


TEXTS = (
    ("stops.txt", 'stop_id,stop_name,lat\n7,"Pier, north",-16.7\n8,Mill,-16.9\n', True),
    ("feed.txt", "publisher,lang,url\nTransit,en,example.org\n", True),
    ("pairs.txt", "a,b\n1,2\n3,4\n5,6\n", True),
    ("wide.txt", "Stop name\tLine\nMill\t7\n", True),
    ("note.txt", "Bring nets, lines and bait\nAsk Ann, Bob or Cy\n", False),
    ("short.txt", "Hello,world\nBring,nets\n", False),
    ("poem.txt", "One line\nand another\n", False),
)


def test_recognises_files_and_folders(tmp_path):
    for name in ("a.csv", "a.tsv", "a.csv.gz", "A.CSV"):
        (tmp_path / name).write_text("a")
        assert LOADER.recognises(tmp_path / name)
    for name in ("a.txt", "a.ifc", "csv", ".csv"):
        (tmp_path / name).write_text("a")
        assert not LOADER.recognises(tmp_path / name)
    for name, text, is_table in TEXTS:
        (tmp_path / name).write_text(text)
        assert (LOADER.recognises(tmp_path / name), parted([tmp_path / name])[0] != []) == (is_table, is_table)
    assert LOADER.recognises(tmp_path)
    (tmp_path / "nodes.jsonl").write_text("{}")
    assert not LOADER.recognises(tmp_path)
    empty = tmp_path / "empty"
    empty.mkdir()
    assert not LOADER.recognises(empty)


def test_a_folder_without_csv_is_refused(tmp_path, load):
    with pytest.raises(SourceError, match=r"contains no \.csv"):
        load(LOADER, tmp_path)


def test_a_plain_table_has_its_numbers_and_its_first_column_as_key(read):
    loaded = read(my__planets__csv="name,mass,dc:title,\nEarth,1,x,y\n\nMars,0.1,,\n")
    assert loaded.records == [
        NodeRecord(
            "planets:Earth", ("planets",), {"name": "Earth", "mass": 1.0, "dc:title": "x", "column_4": "y"}, 0, 2
        ),
        NodeRecord("planets:Mars", ("planets",), {"name": "Mars", "mass": 0.1}, 0, 4),
    ]


def test_typed_columns_without_an_id_are_still_typed(read):
    loaded = read(planets__csv="name,moons:int,dc:title\nMars,2,x\n")
    assert loaded.records == [
        NodeRecord("planets:1", ("planets",), {"name": "Mars", "moons": 2, "dc:title": "x"}, 0, 2)
    ]


def test_a_header_alone_is_an_empty_table(read):
    loaded = read(planets__csv=":ID,name\n")
    assert loaded.records == []
    assert len(loaded.context.files) == 1


@pytest.mark.parametrize("delimiter", list(",;\t|"))
def test_the_delimiter_is_seen_in_the_header(delimiter, read):
    rows = [[":ID", '"a,,,;;;|||d"', "e"], ["1", "x", "y"]]
    loaded = read(t__csv="".join(delimiter.join(row) + "\n" for row in rows))
    assert loaded.nodes[0].properties == {"a,,,;;;|||d": "x", "e": "y"}


def test_options_in_a_header_do_not_count_as_delimiters(read):
    loaded = read(t__csv="n:ID(S){label:A,id-type:int};where:point{crs:WGS-84}\n1;{x:1,y:2}\n")
    assert loaded.nodes == [NodeRecord("S:1", ("A",), {"n": 1, "where": Point(1, 2, None, 4326)}, 0, 2)]


def test_temporal_columns_with_options(read):
    loaded = read(t__csv=":ID,at:datetime{timezone:Europe/Berlin},long:duration\n1,2015-07-21T12:00,P1DT2S\n")
    found = loaded.nodes[0].properties
    assert found["at"].isoformat() == "2015-07-21T12:00:00+02:00"
    assert found["long"] == Duration(0, 1, 2)


def test_fields_of_several_lines_and_strange_names(read):
    name = 'a "quoted"\n`name`, with 🙂'
    value = 'line one\r\nline "two"\n\nline four'
    out = io.StringIO(newline="")
    csv.writer(out).writerows([[":ID", name, "b"], ["1", value, "x"], ["2", "short", "y"]])
    loaded = read(t__csv=out.getvalue())
    assert [(node.id, node.properties, node.line) for node in loaded.nodes] == [
        ("1", {name: value, "b": "x"}, 3),
        ("2", {name: "short", "b": "y"}, 7),
    ]
    assert not loaded.problems


def test_nothing_is_missing_but_a_quoted_nothing_is_an_empty_text(read):
    loaded = read(
        t__csv='"x",:ID,"a","b:int",c:int[]\n'
        '"",1,"","",""\n'
        ",2,,,\n"
        '"say """",",3,"a"",""b",1,1;2\n'
        '"two\n"""",""",4,"",2,"1"\n'
    )
    assert [node.properties for node in loaded.nodes] == [
        {"x": "", "a": "", "c": ()},
        {},
        {"x": 'say "",', "a": 'a","b', "b": 1, "c": (1, 2)},
        {"x": 'two\n"","', "a": "", "b": 2, "c": (1,)},
    ]
    assert not loaded.problems


def test_a_quote_within_a_field_is_a_character(read):
    loaded = read(t__csv=':ID,pipe,b\n1,5" wide,x\n2,"6"" wide",y\n3,7"" wide,""z\n')
    assert [node.properties["pipe"] for node in loaded.nodes] == ['5" wide', '6" wide', '7"" wide']
    assert loaded.nodes[2].properties["b"] == "z"


def test_ragged_lines_are_squared_and_reported(read, tmp_path):
    loaded = read(t__csv=":ID,a,b\n1,x\n2,x,y,z,w\n3,x,y\n4\n")
    assert [(node.id, node.properties) for node in loaded.nodes] == [
        ("1", {"a": "x"}),
        ("2", {"a": "x", "b": "y"}),
        ("3", {"a": "x", "b": "y"}),
        ("4", {}),
    ]
    assert loaded.problems == {
        "ragged-line": [
            f"{tmp_path / 't.csv'}:2: 2 fields where the header has 3",
            f"{tmp_path / 't.csv'}:3: 5 fields where the header has 3",
            f"{tmp_path / 't.csv'}:5: 1 fields where the header has 3",
        ]
    }


def test_values_that_do_not_convert_are_kept_as_text_and_reported(read, tmp_path):
    loaded = read(t__csv=":ID,n:int,d:date,l:int[]\n1,many,soon,1;x\n2,9223372036854775808,2015-01-01,1\n")
    assert [node.properties for node in loaded.nodes] == [
        {"n": "many", "d": "soon", "l": "1;x"},
        {"n": "9223372036854775808", "d": dt.date(2015, 1, 1), "l": (1,)},
    ]
    assert loaded.counts == {"bad-value": 4}
    assert loaded.problems["bad-value"][0] == f"{tmp_path / 't.csv'}:2: n: 'many' is not an integer; kept as text"
    assert loaded.problems["bad-value"][3].startswith(f"{tmp_path / 't.csv'}:3: n: ")


def test_rows_without_id_or_end_are_reported(read, tmp_path):
    loaded = read(n__csv=':ID,a\n,x\n2,y\n"",z\n', r__csv=":START_ID,:END_ID\n1,\n,2\n,\n1,2\n")
    assert [node.id for node in loaded.nodes] == ["2"]
    assert [(r.start, r.end) for r in loaded.relationships] == [("1", "2")]
    assert loaded.problems == {
        "bad-record": [
            f"{tmp_path / 'n.csv'}:2: a node without id",
            f"{tmp_path / 'n.csv'}:4: a node without id",
            f"{tmp_path / 'r.csv'}:2: a relationship without its end",
            f"{tmp_path / 'r.csv'}:3: a relationship without its start",
            f"{tmp_path / 'r.csv'}:4: a relationship without its start",
        ]
    }


def test_a_quote_without_end_is_told_with_what_it_swallowed(read, tmp_path):
    loaded = read(t__csv=':ID,a\n1,x\n2,"never closed\n3,y\n4,z\n')
    assert [node.id for node in loaded.nodes] == ["1"]
    assert loaded.problems == {
        "bad-record": [f"{tmp_path / 't.csv'}:3: a quote is never closed: lines 3 to 5 are not read"]
    }


@pytest.mark.parametrize("later", ['4,"fine"', '4,"fine",', '4,"a ""b"" c"'])
def test_a_quote_that_ends_with_another_field_s_is_told(read, tmp_path, later):
    loaded = read(t__csv=f':ID,a\n1,"two\nlines "\n2,"never closed\n3,y\n{later}\n5,z\n')
    assert [node.id for node in loaded.nodes] == ["1", "2", "5"]
    assert loaded.problems["bad-record"] == [
        f"{tmp_path / 't.csv'}:4: a quote is closed on line 6 only, in the middle of a field: one may be missing"
    ]


def test_a_last_line_without_its_end_is_read(read):
    assert [node.properties for node in read(t__csv=':ID,a\n1,x\n2,"y"').nodes] == [{"a": "x"}, {"a": "y"}]


def test_names_that_stand_twice_are_kept_apart_and_told(read, tmp_path):
    loaded = read(t__csv=":ID,a,a:int,a_2,:IGNORE,:IGNORE\n1,x,2,y,p,q\n")
    assert loaded.nodes[0].properties == {"a": "x", "a_2": 2, "a_2_2": "y"}
    assert loaded.counts == {"bad-record": 2}
    assert loaded.problems["bad-record"][0].startswith(f"{tmp_path / 't.csv'}:1: the column 'a' stands twice")


@pytest.mark.parametrize(
    ("header", "message"),
    [
        (":START_ID,a", "needs both"),
        (":END_ID,a", "needs both"),
        (":ID,:TYPE", "needs :START_ID"),
        (":ID,other:ID", "one column of this kind"),
        (":START_ID,:END_ID,:END_ID", "one column of this kind"),
        (":START_ID,:START_ID,:END_ID", "one column of this kind"),
        (":START_ID,:END_ID,:TYPE,:TYPE", "one column of this kind"),
        (":ID,:LABEL,:LABEL", "one column of this kind"),
        (":ID,at:datetime{timezone:No/Where}", "is not a time zone"),
        ("n:ID{id-type:number}", "is not a type"),
        (':ID,"a', "never closed"),
    ],
)
def test_headers_that_cannot_be_used_are_refused(header, message, read, tmp_path):
    with pytest.raises(SourceError, match=message) as error:
        read(t__csv=f"{header}\n1,2\n")
    assert error.value.code == "source.format"
    assert error.value.details == {"file": str(tmp_path / "t.csv"), "line": 1}


def test_a_huge_field_is_read(read):
    huge = "x" * 3_000_000
    loaded = read(t__csv=f':ID,a,b\n1,{huge},y\n2,"{huge}\n{huge}",z\n')
    assert [len(node.properties["a"]) for node in loaded.nodes] == [3_000_000, 6_000_001]
    assert not loaded.problems


def test_a_field_beyond_the_limit_is_refused(read, monkeypatch, tmp_path):
    monkeypatch.setattr(csv_files, "LINE_LIMIT", 1000)
    before = csv.field_size_limit(1000)
    try:
        with pytest.raises(SourceError, match="field larger") as error:
            read(t__csv=":ID,a\n1,x\n" + '2,"' + "line\n" * 1000 + '"\n')
    finally:
        csv.field_size_limit(before)
    assert error.value.details == {"file": str(tmp_path / "t.csv"), "line": 3}


@pytest.mark.shared
def test_reads_the_crime_graph(shared, load):
    started = time.process_time()
    loaded = load(LOADER, shared("zograscope/graph_csv"))
    seconds = time.process_time() - started
    assert (len(loaded.nodes), len(loaded.relationships)) == (61_521, 105_840)
    assert not loaded.problems
    assert len({node.id for node in loaded.nodes}) == 61_521
    assert len({label for node in loaded.nodes for label in node.labels}) == 11
    assert len({relationship.type for relationship in loaded.relationships}) == 17
    location = next(node for node in loaded.nodes if node.labels == ("Location",))
    assert location.properties["latitude"] == pytest.approx(53.53, abs=0.01)
    assert seconds < 10  # 0.25 s on an idle core; this only catches a change of order


def test_what_apoc_exports(tmp_path, load):
    path = tmp_path / "all.csv"
    path.write_text(
        '"_id","_labels","name","tags","_start","_end","_type","since"\n'
        '"0",":Person:Actor","Ann","[""a"",""b""]",,,,\n"1",":Person","Bob","[x]",,,,\n'
        ',,,,"0","1","KNOWS","1999"\n,,,,,,,\n,,,,"0",,"KNOWS",""\n',
        encoding="utf-8",
    )
    loaded = load(CsvLoader(), path)
    assert [(node.id, node.labels, node.properties) for node in loaded.nodes] == [
        ("0", ("Person", "Actor"), {"name": "Ann", "tags": ("a", "b")}),
        ("1", ("Person",), {"name": "Bob", "tags": "[x]"}),
    ]
    assert [(r.start, r.type, r.end, r.properties) for r in loaded.relationships] == [
        ("0", "KNOWS", "1", {"since": "1999"})
    ]
    assert loaded.problems["bad-record"] == [f"{path}:6: neither a node nor a relationship with both ends and a type"]
