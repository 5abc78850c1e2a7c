"""The command, as a user's client starts it: graphs are there again tomorrow."""

from __future__ import annotations

import os
import sys

import pytest

pytest.importorskip("mcp", reason="needs the extra mcp")

import anyio
from command_line import cli
from mcp import Client
from mcp.client.stdio import StdioServerParameters

import fingerpost


def test_a_graph_survives_the_end_of_the_server(tmp_path):
    code = "from fingerpost.surfaces.cli.main import run; raise SystemExit(run())"
    arguments = ["-c", code, "mcp", "--home", str(tmp_path / "home")]
    command = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))

    async def session(tool, **given):
        async with Client(command) as client:
            return (await client.call_tool(tool, given)).structured_content

    added = anyio.run(lambda: session("add_knowledge", knowledge="Ann:Person works_at Acme", graph="notes"))
    assert added["nodes_created"] == 2
    answer = anyio.run(lambda: session("ask", question="Where does Ann work?", graph="notes"))
    assert answer["answer"] == "Acme."


def test_a_base_that_is_not_there_ends_the_server_before_it_serves(tmp_path):
    ran = cli("mcp", "--home", str(tmp_path / "home"), "--kb", str(tmp_path / "none.fp"))
    assert (ran.code, ran.out) == (7, "")
    assert "kb.missing" in ran.err


def test_collections_limit_what_is_asked_of_documents(tmp_path):
    pytest.importorskip("wordllama", reason="needs the extra documents")
    place = tmp_path / "handbook.fp"
    with fingerpost.memory(place) as memory:
        memory.add_text("A lost card is replaced by the reception.", key="cards", collection="service")
        memory.add_text("A lost key is replaced by the porter.", key="keys", collection="house")
    code = "from fingerpost.surfaces.cli.main import run; raise SystemExit(run())"
    arguments = ["-c", code, "mcp", "--home", str(tmp_path / "home"), "--kb", str(place)]
    command = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))

    async def session():
        async with Client(command) as client:
            asked = {"graph": "handbook", "question": "Who replaces a lost card?"}
            wanted = (["service"], ["house"], ["none"])
            return [await client.call_tool("ask", {**asked, "collections": names}) for names in wanted]

    service, house, unknown = anyio.run(session)
    assert service.structured_content["answer"].startswith("A lost card is replaced by the reception.")
    assert "reception" not in str(house.structured_content)
    assert unknown.is_error
    assert "there is no collection none" in str(unknown.content)
