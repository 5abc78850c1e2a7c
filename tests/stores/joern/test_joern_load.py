"""A graph that a server holds, loaded into a folder: what its export gives, without an export."""

from __future__ import annotations

from pathlib import Path

import pytest

import fingerpost
from fingerpost.core.errors import SourceError
from fingerpost.engine import KnowledgeBase
from fingerpost.samples import CODE_FILE, copy_sample
from scripts.servers.joern import JoernServer

pytestmark = pytest.mark.xdist_group("joern")
COUNTS = "MATCH (n)-[r]->(m) RETURN type(r) AS type, count(*) AS n ORDER BY type"
FUNCTIONS = "MATCH (f:FUNCTION) RETURN f.name, f.lines, f.complexity, f.location, f.static ORDER BY f.name"


def test_the_same_graph_as_from_its_export(joern_server: JoernServer, tmp_path: Path) -> None:
    report = fingerpost.load([joern_server.url], tmp_path / "served.fp")
    assert report.pack == "code"
    fingerpost.load([copy_sample(CODE_FILE, tmp_path)], tmp_path / "exported.fp")
    with KnowledgeBase(tmp_path / "served.fp") as served, KnowledgeBase(tmp_path / "exported.fp") as exported:
        for query in (COUNTS, FUNCTIONS):
            assert served.query(query).rows == exported.query(query).rows
        answer = served.ask("Which functions call malloc but not free?")
        assert answer.text.splitlines() == ["2 functions:", "- copy_title (shelf.c:11)", "- shelf_new (shelf.c:48)"]
        assert str(answer.citations[0]).endswith("(shelf.c line 11)")
    assert joern_server.password not in (tmp_path / "served.fp" / "manifest.json").read_text()


def test_a_server_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="does not answer") as error:
        fingerpost.load(["joern://127.0.0.1:9"], tmp_path / "x.fp")
    assert error.value.code == "source.unavailable"
    assert not (tmp_path / "x.fp").exists()


def test_a_graph_that_the_server_lacks_is_an_error(joern_server: JoernServer, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no graph nothing"):
        fingerpost.load([f"{joern_server.url}?cpg=nothing"], tmp_path / "x.fp")
