"""A client of the server, in this process, and a graph of people, places and things."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="needs the extra mcp")


from mcp_user import User

from fingerpost.engine.workspaces import Home, WorkspaceSettings
from fingerpost.surfaces.mcp.graphs import Graphs

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
