"""Law in a database: it is known for what it is, with no configuration but its address."""

from __future__ import annotations

from pathlib import Path

import pytest
from scale import LONG

import fingerpost
from fingerpost import Settings
from fingerpost.core.answer import Status
from fingerpost.linking import recognised_pack


@pytest.mark.skipif(not LONG, reason="needs a long run: a server plans a query for each pair of labels that law has")
def test_a_corpus_on_a_server_needs_no_other_configuration(statutes: Path, neo4j_server, tmp_path: Path) -> None:
    one_date = statutes / "2024-11-01"  # a server plans a query for each pair of labels that a type joins
    fingerpost.load([one_date], neo4j_server.url, settings=Settings(cache_folder=tmp_path / "loaded"))
    with fingerpost.open(neo4j_server.url, Settings(cache_folder=tmp_path / "elsewhere")) as kb:
        assert kb.manifest.pack == "regulations"
        answer = kb.ask("Which regulations implement the Harbour Safety Act?")
        assert (answer.status, len(answer.rows)) == (Status.ANSWERED, 3)
        assert answer.metadata["intent"] == "graph_relationship"


@pytest.mark.parametrize(
    ("names", "pack"),
    [
        (("Instrument", "Act", "Section", "Stub", "PART_OF", "CITES", "REFERENCES", "AMENDS"), "regulations"),
        (("Act", "Section", "PART_OF", "CITES"), None),
        (("Person", "KNOWS"), None),
        ((), None),
    ],
)
def test_a_pack_is_known_by_the_names_that_it_says(names, pack) -> None:
    assert recognised_pack(names) == pack
