"""Dumps in SQL: by the real pg_dump and sqlite3, as MySQL and SQL Server write them, and hostile ones."""

from __future__ import annotations

import datetime as dt
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.ingest.dumps.loader import SqlDumpLoader
from fingerpost.ingest.records import LoadContext, NodeRecord, RelationshipRecord
from fingerpost.ingest.tables.databases import ServerLoader, SqliteLoader

pytest.importorskip("sqlglot", reason="needs the extra databases")

POSTGRES = r"""
CREATE TYPE rating AS ENUM ('G', 'PG');
CREATE DOMAIN year AS integer CHECK (VALUE > 1900);
CREATE TABLE language (code char(4) PRIMARY KEY, name text NOT NULL);
CREATE TABLE film (
  id serial PRIMARY KEY, title text, released year, language_code char(4) REFERENCES language, price numeric(6, 2),
  length double precision, rated rating, sold boolean, added timestamp with time zone, day date, at time, tags text[],
  about jsonb, raw bytea, search tsvector, big bigint, free numeric
);
CREATE TABLE actor (id int PRIMARY KEY, name text);
CREATE TABLE film_actor (film_id int REFERENCES film, actor_id int REFERENCES actor, fee numeric(8, 2),
  PRIMARY KEY (film_id, actor_id));
CREATE TABLE payment (id int NOT NULL, film_id int, paid date NOT NULL, amount real) PARTITION BY RANGE (paid);
CREATE TABLE payment_2024 PARTITION OF payment FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE TABLE payment_2025 PARTITION OF payment FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
CREATE TABLE log (line text, film_id int);
CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN INSERT INTO log VALUES ('trap; it''s', 1); RETURN NEW; END $body$;
CREATE TRIGGER noting AFTER UPDATE ON film FOR EACH ROW EXECUTE FUNCTION noted();
CREATE VIEW cheap AS SELECT title FROM film WHERE price < 5;
"""
POSTGRES_ROWS = r"""
INSERT INTO language VALUES ('en', 'English'), ('fr', E'Fran\u00e7ais');
INSERT INTO film VALUES (1, E'It''s; "here" -- no\\n\ttab\nline', 1999, 'en', 4.50, 92.5, 'PG', true,
  '2024-05-06 07:08:09+02', '2024-05-06', '12:30:00', '{a,"b c","d\"e"}', '{"a": [1]}', '\x00ff', 'x', 9000000000, 3),
  (2, NULL, NULL, NULL, 300, 1e20, NULL, false, NULL, NULL, NULL, '{}', NULL, NULL, NULL, NULL, 2.5);
INSERT INTO actor VALUES (7, 'Ada'), (8, 'Bob \N');
INSERT INTO film_actor VALUES (1, 7, 10.5), (1, 8, NULL), (2, 7, 1);
INSERT INTO payment VALUES (1, 1, '2024-02-02', 4.5), (2, 2, '2025-02-02', 5);
ALTER TABLE payment ADD FOREIGN KEY (film_id) REFERENCES film;
"""


def read(loader, *paths: Path):
    context = LoadContext()
    records = list(loader.read_together(paths, context) if len(paths) > 1 else loader.read(paths[0], context))
    nodes = {record.id: (record.labels, record.properties) for record in records if isinstance(record, NodeRecord)}
    edges = sorted((r.start, r.type, r.end, repr(r.properties)) for r in records if isinstance(r, RelationshipRecord))
    return nodes, edges, context


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("options", [(), ("--inserts",), ("--column-inserts", "--rows-per-insert=2")])
def test_what_pg_dump_writes_is_the_graph_of_the_database(postgres, tmp_path, options):
    import psycopg

    name = f"films{len(options)}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    url = postgres.replace("/postgres?", f"/{name}?")
    with psycopg.connect(url) as connection:
        connection.execute(POSTGRES)
        connection.execute(POSTGRES_ROWS)
    dump = tmp_path / "films.sql"
    command = [shutil.which("pg_dump") or "pg_dump", url, f"--file={dump}", *options]
    subprocess.run(command, check=True, timeout=60)
    nodes, edges, context = read(SqlDumpLoader(), dump)
    assert nodes["film:1"][1] == {
        "id": 1,
        "title": 'It\'s; "here" -- no\\n\ttab\nline',
        "released": 1999,
        "price": 4.5,
        "length": 92.5,
        "rated": "PG",
        "sold": True,
        "added": dt.datetime.fromisoformat("2024-05-06T05:08:09+00:00"),
        "day": dt.date(2024, 5, 6),
        "at": dt.time(12, 30),
        "tags": ("a", "b c", 'd"e'),
        "about_a": (1,),
        "search": "'x'",
        "big": 9_000_000_000,
        "free": 3,
    }
    assert ("film:1", "FILM_ACTOR", "actor:7", "{'fee': 10.5}") in edges
    assert ("payment:2", "FILM", "film:2", "{}") in edges
    expected_nodes, expected_edges, _ = read(ServerLoader(url), Path("films"))
    assert nodes == expected_nodes
    assert edges == expected_edges
    assert [(problem.kind, problem.count) for problem in context.problems] == [("bad-value", 1)]


SQLITE = """
CREATE TABLE author (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, born DATE, photo BLOB, height REAL);
CREATE TABLE book (id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES author, title TEXT, price);
CREATE TRIGGER tidy AFTER INSERT ON book BEGIN
  UPDATE author SET name = 'trap' WHERE id = 99; INSERT INTO author (name) SELECT 'trap' WHERE 0;
END;
"""
SQLITE_ROWS = [
    ("INSERT INTO author VALUES (?, ?, ?, ?, ?)", (1, 'O\'Hara; -- "x"\r\nnext\\line', "1900-01-02", b"\0\xff", 1.5)),
    ("INSERT INTO author VALUES (?, ?, ?, ?, ?)", (2, "雪 \U0001f600", None, None, 1e300)),
    ("INSERT INTO book VALUES (?, ?, ?, ?)", (1, 1, "It's (not) a, list", "12")),
    ("INSERT INTO book VALUES (?, ?, ?, ?)", (2, 2, "", 3)),
]


@pytest.mark.parametrize("by", ["sqlite3", "iterdump"])
def test_a_dump_of_sqlite_is_the_graph_of_the_file(tmp_path, by):
    program = shutil.which("sqlite3")
    file = tmp_path / "books.db"
    with sqlite3.connect(file) as connection:
        connection.executescript(SQLITE)
        for statement, row in SQLITE_ROWS:
            connection.execute(statement, row)
        text = "\n".join(connection.iterdump())
    connection.close()
    if by == "sqlite3" and program is not None:
        text = subprocess.run(
            [program, str(file), ".dump"], capture_output=True, check=True, timeout=60
        ).stdout.decode()
    nodes, edges, context = read(SqlDumpLoader(), written(tmp_path / "dump.sql", text))
    assert (nodes, edges) == read(SqliteLoader(), file)[:2]
    assert len(nodes) == 4
    assert [(problem.kind, problem.count) for problem in context.problems] == [("bad-value", 1)]


MYSQL = r"""-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS `address`;
CREATE TABLE `address` (
  `id` smallint unsigned NOT NULL AUTO_INCREMENT,
  `street` varchar(50) NOT NULL COMMENT 'where; it''s',
  /*!50705 `place` geometry */ /*!80003 SRID 0 */ /*!50705 NOT NULL,*/
  `updated` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  PRIMARY KEY (`id`), /*!50705 SPATIAL KEY `idx_place` (`place`),*/ KEY `idx` (`street`(10))
) ENGINE=InnoDB AUTO_INCREMENT=3 DEFAULT CHARSET=utf8mb4;
LOCK TABLES `address` WRITE;
/*!40000 ALTER TABLE `address` DISABLE KEYS */;
INSERT INTO `address` VALUES (1,'47 \"My\" Drive\\; O\'Hare',/*!50705 0x0000000001,*/'2014-09-25 22:30:27'),
 (2,'Ünter /* den */ # Linden',/*!50705 0x00,*/'0000-00-00 00:00:00');
UNLOCK TABLES;
# a remark; with ' a quote
CREATE TABLE `store` (`id` tinyint PRIMARY KEY, `address_id` smallint, `open` tinyint(1),
  CONSTRAINT `at` FOREIGN KEY (`address_id`) REFERENCES `address` (`id`) ON UPDATE CASCADE) ENGINE=InnoDB;
DELIMITER ;;
/*!50003 CREATE*/ /*!50003 TRIGGER `ins` AFTER INSERT ON `store` FOR EACH ROW BEGIN
    INSERT INTO address VALUES (9, 'trap', NULL, NULL);
  END */;;
DELIMITER ;
REPLACE INTO `store` (`open`, `id`, `address_id`) VALUES (1,1,1),(0,2,2) ON DUPLICATE KEY UPDATE id = 3;
/*!50001 CREATE VIEW `open_stores` AS select 1 AS `id`*/;
"""
SERVER = """USE [shop]
GO
SET ANSI_NULLS ON
GO
CREATE TABLE [dbo].[Genre]([GenreId] [int] IDENTITY(1,1) NOT NULL, [Name] [nvarchar](120) NULL,
 CONSTRAINT [PK_Genre] PRIMARY KEY CLUSTERED ([GenreId] ASC)) ON [PRIMARY]
GO
CREATE TABLE [dbo].[Track]([TrackId] [int] NOT NULL PRIMARY KEY, [Name] nvarchar(200), [GenreId] int, [Price] [money],
 [Sold] [bit], [Made] [datetime])
GO
ALTER TABLE [dbo].[Track] WITH CHECK ADD CONSTRAINT [FK] FOREIGN KEY([GenreId]) REFERENCES [dbo].[Genre] ([GenreId])
GO
CREATE PROCEDURE [dbo].[p] AS
BEGIN
  INSERT INTO [dbo].[Genre] ([GenreId], [Name]) VALUES (99, N'trap');
END
GO
SET IDENTITY_INSERT [dbo].[Genre] ON
INSERT [dbo].[Genre] ([GenreId], [Name]) VALUES (1, N'Rock''n''Roll')
INSERT [dbo].[Genre] ([GenreId], [Name]) VALUES (2, N'雪')
SET IDENTITY_INSERT [dbo].[Genre] OFF
GO
INSERT INTO [dbo].[Track] VALUES (1, N'A (live)', 1, CAST(0.99 AS Money), 1,
 CAST(N'2009-01-01T00:00:00.000' AS DateTime))
INSERT INTO [dbo].[Track] VALUES (2, N'B', 2, CAST(32.3800 AS Money), 0, CONVERT(datetime, '2010-02-03'))
GO
"""


def test_a_dump_of_mysql(tmp_path):
    nodes, edges, context = read(SqlDumpLoader(), written(tmp_path / "dump.sql", MYSQL))
    assert nodes["address:1"][1] == {
        "id": 1,
        "street": '47 "My" Drive\\; O\'Hare',
        "updated": dt.datetime.fromisoformat("2014-09-25T22:30:27"),
    }
    assert nodes["address:2"][1] == {"id": 2, "street": "Ünter /* den */ # Linden"}
    assert nodes["store:2"][1] == {"id": 2, "open": False}
    assert edges == [("store:1", "ADDRESS", "address:1", "{}"), ("store:2", "ADDRESS", "address:2", "{}")]
    assert [(problem.kind, problem.count) for problem in context.problems] == [("bad-value", 2)]


def test_a_script_of_sql_server(tmp_path):
    nodes, edges, context = read(SqlDumpLoader(), written(tmp_path / "dump.sql", SERVER))
    assert nodes["Genre:1"][1] == {"GenreId": 1, "Name": "Rock'n'Roll"}
    assert nodes["Track:2"][1] == {
        "TrackId": 2,
        "Name": "B",
        "Price": 32.38,
        "Sold": False,
        "Made": dt.datetime.fromisoformat("2010-02-03T00:00"),
    }
    assert len(nodes) == 4
    assert edges == [("Track:1", "GENRE", "Genre:1", "{}"), ("Track:2", "GENRE", "Genre:2", "{}")]
    assert not context.problems


def test_data_and_declarations_in_files_of_their_own(tmp_path):
    folder = tmp_path / "shop"
    folder.mkdir()
    written(folder / "a-data.sql", "INSERT INTO pet VALUES (1, 'Rex', 7);\nINSERT INTO owner VALUES (7, 'Ann');\n")
    written(
        folder / "b-schema.sql",
        "CREATE TABLE owner (id INT PRIMARY KEY, name TEXT);\n"
        "CREATE TABLE pet (id INT PRIMARY KEY, name TEXT, kept_by INT REFERENCES owner (id));\n",
    )
    report = fp.load([folder], tmp_path / "kb.fp")
    assert (report.nodes, report.relationships) == (2, 1)
    with fp.open(tmp_path / "kb.fp") as kb:
        answer = kb.ask("Who is Rex kept by?")
        assert answer.text == "Ann."
        source = answer.citations[0].source
        assert source is not None
        assert (source.file, source.position) == ("a-data.sql", "line 2")


def test_rows_that_nothing_declares(tmp_path):
    nodes, _, context = read(
        SqlDumpLoader(),
        written(tmp_path / "d.sql", "INSERT INTO t (Id, a) VALUES (1, now()), (2, 'x');\nUPDATE t SET a = 1;"),
    )
    assert nodes == {"t:1": (("t",), {"Id": 1}), "t:2": (("t",), {"Id": 2, "a": "x"})}
    assert {problem.kind: problem.count for problem in context.problems} == {"bad-value": 1, "bad-record": 1}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("SELECT * FROM t;", "has no rows of tables"),
        ("INSERT INTO t VALUES (1, 'open", ":1: begins something here that does not end"),
        ("INSERT INTO t VALUES (" + "(" * 3000, ":1: begins something here that does not end"),
        ("/* open", ":1: begins something here that does not end"),
        ("CREATE TABLE t (" + "a int DEFAULT (" * 2000, "has no rows of tables"),
    ],
)
def test_what_is_no_dump_is_refused(tmp_path, content, said):
    with pytest.raises(SourceError) as caught:
        fp.load([written(tmp_path / "x.sql", content)], tmp_path / "kb.fp")
    assert caught.value.code == "source.format"
    assert said in caught.value.message


def test_a_dump_of_postgresql_in_its_own_format_says_what_helps(tmp_path):
    (tmp_path / "x.dump").write_bytes(b"PGDMP\x01\x0e" + b"\0" * 99)
    with pytest.raises(SourceError, match="in its own format") as caught:
        fp.load([tmp_path / "x.dump"], tmp_path / "kb.fp")
    assert "pg_restore" in (caught.value.hint or "")
