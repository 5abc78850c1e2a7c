"""A real Joern server with the graph of the sample program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fingerpost.stores import JoernClient
from scripts.servers.jars import Unavailable
from scripts.servers.joern import JoernServer, library

GRAPH = Path(__file__).with_name("shelf.cpg.bin")


@pytest.fixture(scope="session")
def joern_server() -> Iterator[JoernServer]:
    try:
        library(fetch=False)
    except Unavailable as why:
        pytest.skip(f"needs a Joern server: {why}")
    with JoernServer(GRAPH) as server:
        yield server


@pytest.fixture(scope="session")
def joern(joern_server: JoernServer) -> JoernClient:
    return JoernClient(joern_server.url)
