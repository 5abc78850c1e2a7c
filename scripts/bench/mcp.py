"""The MCP server: Cypher compared with grand-cypher, and round trips of tools: `python -m scripts.bench.mcp`.

The graph has people in companies who know each other. Each query is timed three times: as a call of the tool from a
client, as the tool's own work (gate, store and result, without the protocol), and in the store alone. Clients are
mcp's own, over HTTP, all in this process, so that with many of them the time includes their own work.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import httpx2
import networkx as nx
from grandcypher import GrandCypher
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from fingerpost.engine import Deadline, Home
from fingerpost.surfaces.mcp import server  # noqa: F401 - enters the tools into the table
from fingerpost.surfaces.mcp.graphs import Graphs
from fingerpost.surfaces.mcp.registry import TIME_MS, TOOLS, Call

SERVE = "from fingerpost.surfaces.cli.main import run; raise SystemExit(run())"
QUERIES = {
    "look-up": 'MATCH (p:Person) WHERE p.label = "person {}" RETURN p.age',
    "one hop": 'MATCH (p:Person)-[:works_at]->(c:Company) WHERE p.label = "person {}" RETURN c.label',
    "top": "MATCH (p:Person) WHERE p.age > {} RETURN p.label, p.age ORDER BY p.age DESC LIMIT 10",
}
"""Each call has another number, so that no result comes from the server's cache."""
BATCH = 500


def facts(people: int) -> list[dict[str, Any]]:
    """Each person works at one company and knows another person."""
    chosen = random.Random(7)
    found = []
    for number in range(people):
        person = {
            "from": f"person {number}",
            "from_type": "Person",
            "from_properties": {"age": number % 90 + number / 1e6},
        }
        found.append({**person, "rel": "works_at", "to": f"company {chosen.randrange(50)}", "to_type": "Company"})
        other = f"person {chosen.randrange(people)}"
        found.append(
            {"from": f"person {number}", "rel": "knows", "to": other, "from_type": "Person", "to_type": "Person"}
        )
    return found


def graph_of(given: list[dict[str, Any]]) -> nx.DiGraph:
    """The same graph for grand-cypher."""
    graph = nx.DiGraph()
    for fact in given:
        for end in ("from", "to"):
            graph.add_node(fact[end], label=fact[end], __labels__={fact[f"{end}_type"]})
        graph.nodes[fact["from"]].update(fact.get("from_properties", {}))
        graph.add_edge(fact["from"], fact["to"], __labels__={fact["rel"]})
    return graph


def served(home: Path) -> tuple[subprocess.Popen[str], str]:
    """A server of its own, and its address."""
    command = [sys.executable, "-c", SERVE, "mcp", "--http", "127.0.0.1:0", "--home", str(home)]
    environment = {**os.environ, "FINGERPOST_HTTP_PER_MINUTE": "10000000", "FINGERPOST_HTTP_WAITING": "10000"}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    for line in process.stderr:
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        if found:
            threading.Thread(target=process.stderr.read, daemon=True).start()  # the log must not fill the pipe
            return process, found[0]
    raise SystemExit("the server did not start")


def milliseconds(work: Callable[[], object], times: int) -> float:
    """The median time of a call."""
    spent = []
    for _ in range(times):
        started = time.perf_counter()
        work()
        spent.append((time.perf_counter() - started) * 1_000)
    return statistics.median(spent)


async def with_client(url: str, work: Callable[[Client], Any]) -> None:
    async with (
        httpx2.AsyncClient(timeout=120) as http,
        Client(streamable_http_client(f"{url}/mcp", http_client=http)) as client,
    ):
        await work(client)


async def call(client: Client, tool: str, **given: Any) -> Any:
    result = await client.call_tool(tool, {**given, "graph": "bench"})
    if result.is_error:
        raise SystemExit(f"{tool}: {result.content}")
    return result.structured_content


class Local:
    """The same graph in this process."""

    def __init__(self, folder: Path, given: list[dict[str, Any]]) -> None:
        self._graphs = Graphs(Home(folder))
        for start in range(0, len(given), BATCH):
            self._called("add_facts", facts=given[start : start + BATCH])

    def _called(self, tool: str, **given: Any) -> Any:
        known = TOOLS[tool]
        return known.run(Call(self._graphs, Deadline(TIME_MS)), known.takes(**given))

    def tool(self, query: str) -> float:
        """The milliseconds of a call of `cypher_query`."""
        return milliseconds(lambda: self._called("cypher_query", query=query), 1)

    def store(self, query: str) -> float:
        """The milliseconds that the store takes for a query that the gate has passed."""
        context = self._graphs.state("default").context
        verified = context.gate.check(query)
        return milliseconds(lambda: context.store.run(verified, context.settings.limits), 1)


def with_grand_cypher(graph: nx.DiGraph, text: str, most: int) -> tuple[float, dict[str, Any] | None]:
    """The milliseconds that grand-cypher takes, and what it finds; None if it was ended after `most` seconds."""
    started = time.perf_counter()
    signal.alarm(most)
    try:
        found = GrandCypher(graph).run(text)
    except TimeoutError:
        found = None
    finally:
        signal.alarm(0)
    return (time.perf_counter() - started) * 1_000, found


def over(*_: object) -> None:
    raise TimeoutError


async def compare(url: str, given: list[dict[str, Any]], most: int) -> None:
    """Fill the server's graph, and time the same queries there and with grand-cypher."""
    graph = graph_of(given)
    with tempfile.TemporaryDirectory() as folder:
        local = Local(Path(folder), given)

        async def work(client: Client) -> None:
            for start in range(0, len(given), BATCH):
                await call(client, "add_facts", facts=given[start : start + BATCH])
            print(f"{graph.number_of_nodes():,} nodes, {graph.number_of_edges():,} relationships; medians, ms")
            for name, query in QUERIES.items():
                spent = []
                for number in range(40):
                    started = time.perf_counter()
                    await call(client, "cypher_query", query=query.format(number))
                    spent.append((time.perf_counter() - started) * 1_000)
                inside = statistics.median(local.tool(query.format(number)) for number in range(40))
                store = statistics.median(local.store(query.format(number)) for number in range(40))
                text = query.format(7)
                other, theirs = with_grand_cypher(graph, text, most)
                again = await call(client, "cypher_query", query=text)
                same = theirs and [list(map(str, row.values())) for row in again["rows"]] == [
                    list(map(str, row)) for row in zip(*theirs.values(), strict=True)
                ]
                print(
                    f"{name:>8}: from a client {statistics.median(spent):6.2f}, the tool {inside:6.2f}, the store "
                    f"{store:6.2f}; grand-cypher {other:9.2f}{'' if theirs else ' (ended)'}, "
                    f"{other / inside:6.0f} times the tool, {other / store:6.0f} times the store; same rows: {same}"
                )

        await with_client(url, work)


async def crowd(url: str, clients: int, seconds: float) -> None:
    """Round trips of a query while so many clients send them one after another."""
    spent: list[float] = []
    numbers = itertools.count()
    waiting = clients
    ready = anyio.Event()

    async def work(client: Client) -> None:
        nonlocal waiting
        await client.list_tools()
        waiting -= 1
        if not waiting:
            ready.set()
        await ready.wait()
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            started = time.perf_counter()
            await call(client, "cypher_query", query=QUERIES["look-up"].format(next(numbers)))
            spent.append((time.perf_counter() - started) * 1_000)

    async with anyio.create_task_group() as group:
        for _ in range(clients):
            group.start_soon(with_client, url, work)
    ranked = sorted(spent)
    print(
        f"{clients:>4} clients: {len(spent) / seconds:7.1f} calls/s, p50 {statistics.median(ranked):8.1f} ms, "
        f"p95 {ranked[int(len(ranked) * 0.95)]:8.1f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=5_000)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--clients", type=int, nargs="*", default=[1, 10, 100])
    parser.add_argument("--most", type=int, default=60, help="seconds after which a query of grand-cypher is ended")
    given = parser.parse_args()
    signal.signal(signal.SIGALRM, over)
    with tempfile.TemporaryDirectory() as folder:
        process, url = served(Path(folder) / "home")
        try:
            anyio.run(compare, url, facts(given.people), given.most)
            for clients in given.clients:
                anyio.run(crowd, url, clients, given.seconds)
        finally:
            process.terminate()
            process.wait(60)


if __name__ == "__main__":
    main()
