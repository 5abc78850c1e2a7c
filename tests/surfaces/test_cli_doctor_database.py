"""`doctor` of a database: what it is, who asks, what it holds, what is kept of it; and why it cannot be asked."""

from __future__ import annotations

import pytest
from command_line import cli

import fingerpost


def details(ran):
    return {check["name"]: (check["state"], check["detail"]) for check in ran.json["checks"]}


@pytest.fixture
def ladybug(library_path, tmp_path):
    pytest.importorskip("ladybug", reason="needs the extra ladybug")
    url = f"ladybug://{tmp_path}/library"
    fingerpost.copy(library_path, url, settings=fingerpost.Settings(cache_folder=tmp_path / "cache"))
    return url


def test_a_file_of_another_engine(ladybug, tmp_path):
    ran = cli("doctor", ladybug, "--json", FINGERPOST_CACHE_FOLDER=str(tmp_path / "cache"))
    assert (ran.code, ran.err, ran.json["well"]) == (0, "", True)
    found = details(ran)
    assert found["database"][1].startswith(ladybug)
    assert found["asked through"][1].startswith("ladybug 0.")
    assert "89 nodes, 221 relationships" in found["size"][1]
    assert "several labels" in found["cannot"][1]
    assert found["index"][0] == "well"
    elsewhere = details(cli("doctor", ladybug, "--json", FINGERPOST_CACHE_FOLDER=str(tmp_path / "other")))
    assert (elsewhere["index"][0], elsewhere["index"][1][:10]) == ("info", "not cached")
    assert not (tmp_path / "other").exists(), "looking keeps nothing"


@pytest.mark.parametrize(("url", "code", "said"), [
    ("bolt://anna:s3cret@127.0.0.1:1", "store.unavailable", "cannot be reached"),
    ("nonsense://host", "store.unknown", "no store nonsense"),
    ("ladybug:///nowhere/at/all", "kb.missing", "is missing"),
])  # fmt: skip
def test_why_a_database_cannot_be_asked(url, code, said):
    for library in ("neo4j", "ladybug"):
        pytest.importorskip(library, reason=f"needs the extra {library}")
    ran = cli("doctor", url)
    assert ran.code not in (0, 1)
    assert "ok  python" in ran.out, "the installation is looked at all the same"
    assert said in ran.err
    assert code in ran.err
    assert "s3cret" not in ran.out + ran.err
    as_json = cli("doctor", url, "--json")
    assert (as_json.code, as_json.json["well"], as_json.json["error"]["code"]) == (ran.code, False, code)


def test_a_server(neo4j_server, library_path, tmp_path):
    cache = {"FINGERPOST_CACHE_FOLDER": str(tmp_path / "cache")}
    empty = details(cli("doctor", neo4j_server.url, "--json", **cache))
    assert (empty["size"][0], empty["index"][0]) == ("info", "info")
    settings = fingerpost.Settings(cache_folder=tmp_path / "cache")
    fingerpost.copy(library_path, neo4j_server.url, settings=settings)
    ran = cli("doctor", neo4j_server.url, "--json", FINGERPOST_DATABASE_USER="anna", **cache)
    assert (ran.code, ran.err) == (0, "")
    found = details(ran)
    assert "Neo4j/5" in found["database"][1]
    assert found["access"][1] == "as anna"
    assert found["asked through"][1].startswith("neo4j ")
    assert "full text" in found["can"][1]
    assert found["index"][0] == "well"
    with neo4j_server.driver() as driver:
        driver.execute_query("CREATE (:Person {name: 'New'})")
    assert "has changed" in details(cli("doctor", neo4j_server.url, "--json", **cache))["index"][1]
