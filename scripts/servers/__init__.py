"""Real graph databases for tests and timings: fetched from package registries, run beside us, gone afterwards.

    with Neo4jServer() as server, server.driver() as driver:
        driver.execute_query("RETURN 1")

`python -m scripts.servers install` fetches what they need; `python -m scripts.servers run` starts one to play with.
"""

from scripts.servers.jars import Unavailable
from scripts.servers.neo4j import Neo4jServer, ServerFailed

__all__ = ["Neo4jServer", "ServerFailed", "Unavailable"]
