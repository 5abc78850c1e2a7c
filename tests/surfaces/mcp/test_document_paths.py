"""Clients over HTTP are not told where documents lie on the server's machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from mcp_user import User

import fingerpost as fp
from fingerpost.core.settings import Settings
from fingerpost.engine import Home
from fingerpost.engine.memory.place import without_folders
from fingerpost.ingest import key_of
from fingerpost.surfaces.mcp.graphs import Graphs

pytest.importorskip("wordllama", reason="needs the extra documents")

LOG = "# Log\n\nThe Gateway depends on the Ledger. INC-7 affects the Gateway. Bob painted the red gate."
GIVEN = {"graph": "site"}
CALLS = [
    ("ask", {"question": "What does the Gateway depend on?"}),
    ("ask", {"question": "Who painted the red gate?"}),
    ("ask", {"question": "Who painted the red gate?", "namespace": "ada"}),
    ("ask", {"question": "Which documents mention the red gate?"}),
    ("query_template", {"template": "document_references", "parameters": {"doc_id": "log.md"}}),
    ("cypher_query", {"query": "MATCH (a)-[r]->(b) RETURN a, r, b"}),
]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "log.md").write_text(LOG)
    for namespace in ("", "ada"):
        with fp.memory(tmp_path / "site.fp", Settings(embeddings="static"), namespace=namespace) as memory:
            memory.add(folder)
    return tmp_path


def _graphs(place: Path, *, elsewhere: bool) -> Graphs:
    bases = {"site": fp.open(place / "site.fp", Settings(embeddings="static"))}
    return Graphs(Home(place / "home"), bases, elsewhere=elsewhere)


def test_replies_name_documents_from_the_loaded_folder_on(place: Path) -> None:
    graphs = _graphs(place, elsewhere=True)
    user = User(graphs)
    for tool, given in CALLS:
        reply = json.dumps(user.call(tool, **GIVEN, **given))
        assert "log.md" in reply or "log_md" in reply, (tool, given)
        assert place.name not in reply, (tool, given)
        assert place.parent.name not in reply, (tool, given)
    listed = user.session(lambda client: client.read_resource("graph://site/schema")).model_dump_json()
    assert place.name not in listed
    graphs.close()


def test_a_client_on_this_machine_gets_whole_paths(place: Path) -> None:
    graphs = _graphs(place, elsewhere=False)
    reply = User(graphs).call("ask", **GIVEN, question="Who painted the red gate?")
    assert f"{place}/site/log.md" in json.dumps(reply)
    graphs.close()


@pytest.mark.parametrize("length", range(60, 120, 4))
def test_a_path_that_a_sample_was_cut_in_is_not_told(length: int) -> None:
    folder = "/srv/teams/operations/knowledge-of-the-plant/notes-of-the-night-shift/site"
    sample = f"('{folder}/log.md',)"[:length]
    reply = without_folders(json.dumps({"text": json.dumps({"samples": [sample]})}), [folder])
    assert "night" not in reply
    assert json.loads(json.loads(reply)["text"])["samples"][0].startswith(("('site", "('..."))
    own = f"document:{key_of(folder).replace(' ', '_')}_log_md"[: length - 12]
    assert "night" not in without_folders(json.dumps({"text": json.dumps([own])}), [folder])


@pytest.mark.parametrize("name", ["site/log.md", "document:site_log_md"])
def test_a_document_is_found_by_the_name_that_a_reply_has(place: Path, name: str) -> None:
    graphs = _graphs(place, elsewhere=True)
    given = {"template": "document_references", "parameters": {"doc_id": name}}
    assert User(graphs).call("query_template", **GIVEN, **given)["count"] == 1
    graphs.close()
