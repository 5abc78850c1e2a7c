"""Documents in a Neo4j database on the command line: loaded, asked, audited and forgotten as those of a folder."""

from __future__ import annotations

import pytest
from command_line import cli

import fingerpost as fp
from fingerpost.core.settings import Settings

pytest.importorskip("wordllama", reason="needs the extra documents")

STATIC = Settings(embeddings="static")


def test_the_command_line_loads_and_asks_documents_at_a_url(neo4j_memory, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text("# Gateway\n\nThe Gateway depends on the Auth Service. D. Cruz approved ADR-1.\n")
    (tmp_path / "b.md").write_text("# Own\n\nThe Gateway depends on Redis. Dana Cruz approved ADR-2.\n")
    url, own = neo4j_memory.url, ("--namespace", "user/ada")
    assert cli("load", "a.md", "--into", url).out.endswith("1 document, 1 passage (1 new)\n")
    assert cli("load", "a.md", "--into", url).out.endswith("(1 unchanged)\n")
    assert cli("load", "b.md", "--into", url, *own).code == 0
    asked = cli("ask", url, "What does the Gateway depend on?")
    assert asked.out.startswith("Auth Service.\n  “The Gateway depends on the Auth Service.” (a.md, line 3")
    assert cli("ask", url, "What does the Gateway depend on?", *own).out.startswith("Redis.")
    assert cli("ask", url, "Who approved ADR-9?").code == 3
    assert cli("audit", url).out.splitlines()[-1] == "passed"
    assert cli("documents", url, *own).out == "b.md\n"
    assert (
        cli("template", url, "dependency_chain", "--param", "system_id=Gateway", "--json").json["rows"][0][2]
        == "Auth Service"
    )
    assert cli("resolve", url).out == "nothing is left to decide\n"
    assert cli("documents", url, "--forget", "a.md").code == 0
    assert cli("ask", url, "What does the Gateway depend on?").code == 3


def test_a_database_with_a_graph_takes_no_documents_and_is_asked_as_a_graph(neo4j_memory, tmp_path):
    with neo4j_memory.driver() as driver:
        driver.execute_query("CREATE (:Pump {name: 'P-1'})-[:FEEDS]->(:Tank {name: 'T-1'})")
    (tmp_path / "a.md").write_text("The Gateway depends on the Auth Service.")
    ran = cli("load", str(tmp_path / "a.md"), "--into", neo4j_memory.url)
    assert ran.code == 9
    assert "holds a graph" in ran.err
    with fp.open(neo4j_memory.url, STATIC) as base:
        assert base.ask("How many pumps are there?").text.startswith("There is 1 pump")
    assert cli("documents", neo4j_memory.url).code == 7
