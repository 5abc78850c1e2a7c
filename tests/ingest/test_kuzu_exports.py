"""Folders that Kuzu 0.11 writes by `EXPORT DATABASE`: its scripts are copied here as it writes them."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

import fingerpost as fp
from fingerpost.core.errors import KnowledgeBaseError, SourceError
from fingerpost.ingest.loaders import loader_for
from fingerpost.ingest.records import LoadContext, NodeRecord

SCHEMA = """\
CREATE NODE TABLE `Person` (`id` INT64,`name` STRING,`born` DATE,`tags` STRING[],`seen` TIMESTAMP, PRIMARY KEY(`id`));
CREATE NODE TABLE `Movie` (`title` STRING,`cost` DECIMAL(10, 2), PRIMARY KEY(`title`));
CREATE REL TABLE `ACTED_IN` (FROM `Person` TO `Movie`, `role` STRING,MANY_MANY);
CREATE REL TABLE `KNOWS` (FROM `Person` TO `Person`, FROM `Person` TO `Movie`, `since` INT64,MANY_MANY);
"""
COPY = """\
COPY `Person` (`id`,`name`,`born`,`tags`,`seen`) FROM "Person.csv" (header=true, parallel=true);
COPY `Movie` (`title`,`cost`) FROM "Movie.csv" (header=true, parallel=true);
COPY `ACTED_IN` (`role`) FROM "ACTED_IN_Person_Movie.csv" (to='Movie', from='Person', header=true, parallel=true);
COPY `KNOWS` (`since`) FROM "KNOWS_Person_Person.csv" (to='Person', from='Person', header=true, parallel=true);
COPY `KNOWS` (`since`) FROM "KNOWS_Person_Movie.csv" (to='Movie', from='Person', header=true, parallel=true);
"""
OLDER_COPY = """\
COPY `Person` (id,name,born,tags,seen) FROM "Person.csv" (header=true);
COPY `Movie` (title,cost) FROM "Movie.csv" (header=true);
COPY `ACTED_IN` (role) FROM "ACTED_IN_Person_Movie.csv" (header=true);
COPY `KNOWS_Person_Person` (since) FROM "KNOWS_Person_Person.csv" (header=true);
COPY `KNOWS_Person_Movie` (since) FROM "KNOWS_Person_Movie.csv" (header=true);
"""
"""What Kuzu 0.8 to 0.10 write: no ends, and the tables of each pair."""
FILES = {
    "Person": "a.id,a.name,a.born,a.tags,a.seen\n"
    '1,"Keanu, R.",1964-09-02,"[a,b]",2020-01-02 03:04:05\n2,"Lana ""W""",,,\n',
    "Movie": "a.title,a.cost\nThe Matrix,63.50\n",
    "ACTED_IN_Person_Movie": "a.id,b.title,r.role\n1,The Matrix,Neo\n",
    "KNOWS_Person_Person": "a.id,b.id,r.since\n1,2,1998\n",
    "KNOWS_Person_Movie": "a.id,b.title,r.since\n",
}


def written(folder: Path, *, header: bool, **changed: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "schema.cypher").write_text(changed.get("schema", SCHEMA))
    (folder / "copy.cypher").write_text(changed.get("copy", COPY if header else COPY.replace("header=true, ", "")))
    (folder / "index.cypher").write_text("")
    for name, text in FILES.items():
        (folder / f"{name}.csv").write_text(changed.get(name, text if header else text.partition("\n")[2]))
    return folder


def read(folder: Path):
    loader, context = loader_for(folder), LoadContext()
    assert loader.name == "kuzu"
    records = list(loader.read(folder, context))
    nodes = [each for each in records if isinstance(each, NodeRecord)]
    return nodes, [each for each in records if not isinstance(each, NodeRecord)], context


@pytest.mark.parametrize("header", [True, False])
def test_an_export_has_its_types_and_keys(tmp_path, header):
    nodes, relationships, context = read(written(tmp_path, header=header))
    assert [(node.id, node.labels, node.properties, node.line) for node in nodes] == [
        (
            "Person:1",
            ("Person",),
            {
                "id": 1,
                "name": "Keanu, R.",
                "born": dt.date(1964, 9, 2),
                "tags": ("a", "b"),
                "seen": dt.datetime.fromisoformat("2020-01-02T03:04:05"),
            },
            1 + header,
        ),
        ("Person:2", ("Person",), {"id": 2, "name": 'Lana "W"'}, 2 + header),
        ("Movie:The Matrix", ("Movie",), {"title": "The Matrix", "cost": 63.5}, 1 + header),
    ]
    assert [(r.start, r.type, r.end, r.properties) for r in relationships] == [
        ("Person:1", "ACTED_IN", "Movie:The Matrix", {"role": "Neo"}),
        ("Person:1", "KNOWS", "Person:2", {"since": 1998}),
    ]
    assert not context.problems


def test_an_export_of_an_older_kuzu_tells_ends_by_its_tables(tmp_path):
    written(tmp_path / "new", header=True)
    written(tmp_path / "old", header=True, copy=OLDER_COPY)
    graphs = [read(tmp_path / one) for one in ("new", "old")]
    for new, old in zip(*(graph[:2] for graph in graphs), strict=True):
        assert [(one.properties, one.line) for one in old] == [(one.properties, one.line) for one in new]
    assert [(r.start, r.type, r.end) for r in graphs[1][1]] == [
        ("Person:1", "ACTED_IN", "Movie:The Matrix"),
        ("Person:1", "KNOWS", "Person:2"),
    ]
    written(tmp_path / "odd", header=True, copy=OLDER_COPY.replace("`KNOWS_Person_Movie`", "`KNOWS`"))
    with pytest.raises(SourceError, match="what does this connect"):
        read(tmp_path / "odd")


def test_an_export_of_parquet(tmp_path):
    duckdb = pytest.importorskip("duckdb", reason="needs the extra databases")
    written(tmp_path, header=True, copy=COPY.replace(".csv", ".parquet").replace("header=true, ", ""))
    for name in FILES:
        source = f"read_csv('{tmp_path / name}.csv', header=true, all_varchar=true)"
        duckdb.sql(f"COPY (SELECT * FROM {source}) TO '{tmp_path / name}.parquet' (FORMAT parquet)")
    nodes, relationships, _ = read(tmp_path)
    assert [node.id for node in nodes] == ["Person:1", "Person:2", "Movie:The Matrix"]
    assert len(relationships) == 2


def test_what_is_wrong_in_an_export_is_reported_or_refused(tmp_path):
    person = "a.id,a.name,a.born,a.tags,a.seen\n1,Ann,soon\n,Bob,,,\n"
    _, _, context = read(written(tmp_path, header=True, Person=person))
    assert {problem.kind: problem.count for problem in context.problems} == {
        "bad-record": 1,
        "bad-value": 1,
        "ragged-line": 1,
    }
    written(tmp_path, header=True, copy="COPY `Nobody` FROM 'x.csv';\n")
    with pytest.raises(SourceError, match="cannot be read: COPY"):
        read(tmp_path)
    written(tmp_path, header=True, copy='COPY `Person` FROM "../../etc/passwd" (header=true);\n')
    with pytest.raises(SourceError, match="passwd does not exist"):
        read(tmp_path)


def test_a_database_of_kuzu_is_told_to_be_exported(tmp_path):
    (tmp_path / "office.kz").write_bytes(b"KUZU\x27" + bytes(60))
    with pytest.raises(SourceError) as refused:
        loader_for(tmp_path / "office.kz")
    assert "EXPORT DATABASE" in str(refused.value.hint)
    pytest.importorskip("ladybug", reason="needs the extra ladybug")
    with pytest.raises(KnowledgeBaseError) as closed:
        fp.open(f"ladybug://{tmp_path / 'office.kz'}")
    assert "EXPORT DATABASE" in str(closed.value.hint)
