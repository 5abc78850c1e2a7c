"""`resolve`: what a person should decide is listed, remembered and taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import cli

import fingerpost as fp

pytest.importorskip("wordllama", reason="needs the extra documents")

TEXTS = {
    "a": "Dana Cruz approved ADR-001. The Gateway may depend on Redis.",
    "b": "D. Cruz approved ADR-002. EdgeProxy was renamed to the Gateway.",
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    with fp.memory(tmp_path / "kb.fp") as memory:
        for key, text in TEXTS.items():
            memory.add_text(text, key=key)
    return tmp_path / "kb.fp"


def test_what_is_undecided_is_listed(place: Path) -> None:
    ran = cli("resolve", place)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "edgeproxy / gateway: a document says so [0.95]",
        "d cruz / dana cruz: one has the initial of the other [0.70]",
        "gateway DEPENDS_ON redis: it is stated as possible (a:28-60)",
    ]


def test_a_merged_name_is_answered_and_undone(place: Path) -> None:
    asked = ("query", place, "MATCH (a)-[:APPROVED_BY]->(b) RETURN a.name, b.name, b.id ORDER BY a.name", "--json")
    before = cli(*asked).json["rows"]
    assert len({row[2] for row in before}) == 2
    assert cli("resolve", place, "--merge", "D. Cruz", "Dana Cruz").code == 0
    assert cli(*asked).json["rows"] == [[a, "Dana Cruz", "person:dana_cruz"] for a in ("ADR-001", "ADR-002")]
    found = cli("resolve", place, "--json").json
    assert found["decisions"] == [{"first": "d cruz", "relation": "", "second": "dana cruz", "verdict": "merge"}]
    assert [one["kind"] for one in found["undecided"]] == ["renamed", "fact"]
    assert cli("resolve", place, "--undo", "Dana Cruz", "--undo", "D. Cruz").code == 0
    assert cli(*asked).json["rows"] == before


def test_a_rejected_fact_goes_and_an_accepted_one_is_supported(place: Path) -> None:
    asked = ("query", place, "MATCH ()-[r:DEPENDS_ON]->() RETURN r.certainty", "--json")
    fact = ("gateway", "DEPENDS_ON", "redis")
    assert cli("resolve", place, "--accept", *fact).code == 0
    assert cli(*asked).json["rows"] == [["supported"]]
    assert cli("resolve", place, "--reject", *fact).code == 0
    assert cli("query", place, "MATCH ()-[r]->() WHERE r.certainty = 'possible' RETURN r", "--json").json["rows"] == []
    assert cli("resolve", place, *(part for name in fact for part in ("--undo", name))).code == 0
    assert cli(*asked).json["rows"] == [["possible"]]


def test_a_relationship_may_be_given_in_words(place: Path) -> None:
    asked = ("query", place, "MATCH ()-[r:DEPENDS_ON]->() RETURN r.certainty", "--json")
    assert cli("resolve", place, "--accept", "gateway", "depends on", "redis").code == 0
    assert cli(*asked).json["rows"] == [["supported"]]
    assert (
        cli("resolve", place, *(part for name in ("gateway", "depends on", "redis") for part in ("--undo", name))).code
        == 0
    )
    assert cli(*asked).json["rows"] == [["possible"]]
    refused = cli("resolve", place, "--accept", "gateway", "adores", "redis")
    assert refused.code == 2
    assert "DEPENDS_ON" in refused.err


def test_wrong_arguments(place: Path, tmp_path: Path) -> None:
    assert cli("resolve", place, "--undo", "one").code == 2
    assert "there is no such decision" in cli("resolve", place, "--undo", "a", "--undo", "b").out
    assert cli("resolve", tmp_path / "nothing").code == 7
