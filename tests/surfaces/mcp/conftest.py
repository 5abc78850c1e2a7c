"""A client of the server, in this process, and a graph of people, places and things."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="needs the extra mcp")

import anyio
from mcp import Client

from fingerpost.engine.workspaces import Home, WorkspaceSettings
from fingerpost.surfaces.mcp.graphs import Graphs
from fingerpost.surfaces.mcp.server import build_server

TOWN = """
Ann:Person works_at Acme:Company
Bob:Person works_at Acme
Cid:Person works_at "Blue Whale":Company
Ann knows Bob
Bob knows Cid
Ann likes Bob  # two relations between a pair
Acme located_in Oslo:City
"Blue Whale" located_in Oslo
Oslo part_of Norway:Country
Norway part_of Europe:Continent
Dee:Person
""".replace("\nDee:Person\n", "\n")


class User:
    """Calls tools through a client, each call in a session of its own."""

    def __init__(self, graphs: Graphs, mode: str = "auto") -> None:
        self.graphs = graphs
        self._server = build_server(lambda _: graphs)
        self._mode = mode

    def session(self, work: Any) -> Any:
        """What an asynchronous function of a client gives."""

        async def run() -> Any:
            async with Client(self._server, mode=self._mode) as client:
                return await work(client)

        return anyio.run(run)

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The result of a tool; of an error, its parts."""
        result = self.session(lambda client: client.call_tool(tool, arguments))
        assert result.structured_content == json.loads(result.content[0].text)
        return {**result.structured_content, **({"is_error": True} if result.is_error else {})}


@pytest.fixture
def user(tmp_path: Path) -> Iterator[User]:
    graphs = Graphs(Home(tmp_path / "home", WorkspaceSettings(text=1_000)), folders=(tmp_path / "files",))
    yield User(graphs)
    graphs.close()


@pytest.fixture(scope="session")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[User]:
    """A graph that tests only read."""
    graphs = Graphs(Home(tmp_path_factory.mktemp("town")))
    user = User(graphs)
    user.call("add_knowledge", knowledge=TOWN)
    user.call(
        "add_facts",
        facts=[
            {"from": "Ann", "rel": "knows", "to": "Bob", "properties": {"since": 2001}, "from_properties": {"age": 41}},
            {"from": "Bob", "rel": "knows", "to": "Cid", "from_properties": {"age": 25}},
        ],
    )
    yield user
    graphs.close()
