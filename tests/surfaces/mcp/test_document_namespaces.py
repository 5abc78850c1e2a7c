"""Agents ask the documents of one user, session or group, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcp_user import User

import fingerpost as fp
from fingerpost.core.settings import Settings
from fingerpost.engine import Home
from fingerpost.surfaces.mcp.graphs import Graphs

pytest.importorskip("wordllama", reason="needs the extra documents")

ASKED = {"graph": "notes", "question": "What does the Gateway depend on?"}


@pytest.fixture
def graphs(tmp_path: Path):
    for namespace, name in (("", "Redis"), ("ada", "Ledger"), ("bob", "Kafka")):
        with fp.memory(tmp_path / "notes.fp", Settings(embeddings="static"), namespace=namespace) as memory:
            memory.add_text(f"The Gateway depends on the {name}.", key="g")
    found = Graphs(Home(tmp_path / "home"), {"notes": fp.open(tmp_path / "notes.fp", Settings(embeddings="static"))})
    yield found
    found.close()


def test_tools_ask_within_a_namespace(graphs: Graphs) -> None:
    user = User(graphs)
    assert user.call("ask", **ASKED)["answer"].startswith("Redis.")
    assert user.call("ask", **ASKED, namespace="ada")["answer"].startswith("Ledger.")
    given = {"graph": "notes", "template": "dependency_chain", "parameters": {"system_id": "Gateway"}}
    assert user.call("query_template", **given, namespace="bob")["rows"][0]["name"] == "Kafka"
    assert user.call("ask", **ASKED, namespace="eve")["code"] == "namespace.unknown"
    empty = user.call("ask", graph="default", question="Who is Ann?", namespace="ada")
    assert empty["code"] == "namespace.unknown"


def test_a_key_has_the_namespace_of_its_name(graphs: Graphs) -> None:
    graphs.own_namespace = "ada"
    user = User(graphs)
    assert user.call("ask", **ASKED, namespace="ada")["answer"].startswith("Ledger.")
    assert user.call("ask", **ASKED, namespace="bob")["code"] == "namespace.forbidden"
