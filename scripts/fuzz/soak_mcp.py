"""Many clients of the MCP server at once, over HTTP: `python -m scripts.fuzz.soak_mcp --clients 100 --seconds 60`.

Clients of several API keys add facts to a graph that they share with the others of their key, ask, query and look for
paths, one call after another. In the end every fact that was acknowledged is there, in the graph of its key and in no
other; no call failed. It prints calls a second, and exits with 1 if something was wrong.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from fingerpost.surfaces.guard import KeyFile

KEYS = 4
GRAPH = "shared"
SERVE = "from fingerpost.surfaces.cli.main import run; raise SystemExit(run())"


@dataclass
class Tally:
    """What happened: acknowledged facts by key, times of calls in milliseconds, and what went wrong."""

    written: dict[str, list[str]] = field(default_factory=dict)
    spent: list[float] = field(default_factory=list)
    tools: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """A server of its own: its address, and its API keys by name."""
    file = KeyFile(folder / "keys")
    keys = {f"user{number}": file.add(f"user{number}") for number in range(KEYS)}
    limits = {
        "FINGERPOST_HTTP_PER_MINUTE": "10000000",
        "FINGERPOST_HTTP_WAITING": "10000",
        "FINGERPOST_ROW_LIMIT": "1000000",
    }
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, "mcp", "--http", "127.0.0.1:0", "--home", str(folder / "home")],
        env={**os.environ, **limits, "FINGERPOST_HTTP_KEYS": str(file.path)},
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    reading = threading.Thread()
    try:
        url = next(
            (found[0] for line in process.stderr if (found := re.search(r"http://127\.0\.0\.1:\d+", line))), None
        )
        if url is None:
            raise SystemExit("the server did not start")
        reading = threading.Thread(target=process.stderr.read, daemon=True)
        reading.start()  # the log must not fill the pipe
        yield url, keys
    finally:
        process.terminate()
        process.wait(60)
        if reading.is_alive():
            reading.join(10)
        process.stderr.close()


async def client_of(url: str, key: str, work: Any) -> Any:
    """What an asynchronous function of a client gives."""
    headers = {"authorization": f"Bearer {key}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=120) as http,
        Client(streamable_http_client(f"{url}/mcp", http_client=http)) as client,
    ):
        return await work(client)


async def begin(client: Client, name: str, tally: Tally) -> None:
    """The first fact of a graph."""
    await client.call_tool("add_knowledge", {"knowledge": f"{name}-first:Item of {name}", "graph": GRAPH})
    tally.written[name] = [f"{name}-first"]


async def busy(client: Client, name: str, number: int, until: float, tally: Tally) -> None:
    """One client: writes and reads until the time is over."""
    chosen = random.Random(number)
    mine: list[str] = []
    while time.monotonic() < until:
        fact = f"{name}-{number}-{len(mine)}"
        tool, arguments = chosen.choice(
            (
                ("add_facts", {"facts": [{"from": fact, "from_type": "Item", "rel": "of", "to": name}]}),
                ("add_knowledge", {"knowledge": f"{fact}:Item of {name}"}),
                ("cypher_query", {"query": "MATCH (n:Item) RETURN count(n) AS n"}),
                ("cypher_query", {"query": "MATCH (n) WHERE n.label = $n RETURN n.label", "parameters": {"n": name}}),
                ("ask", {"question": f"How many items are there of {name}?"}),
                ("shortest_path", {"source": mine[-1], "target": name} if mine else {"source": name, "target": name}),
                ("get_graph_info", {}),
            )
        )
        started = time.monotonic()
        result = await client.call_tool(tool, {**arguments, "graph": GRAPH})
        tally.spent.append((time.monotonic() - started) * 1_000)
        tally.tools[tool] += 1
        found: dict[str, Any] = result.structured_content or {}
        if result.is_error or found.get("success") is False:
            tally.wrong.append(f"{tool}: {found}"[:300])
        elif "edges_created" in found:
            mine.append(fact)
            tally.written.setdefault(name, []).append(fact)
        elif tool == "cypher_query" and "n" in found["columns"] and found["rows"][0]["n"] < len(mine):
            tally.wrong.append(f"{name}-{number} saw {found['rows']} after {len(mine)} writes")


async def check(client: Client, name: str, tally: Tally) -> None:
    """What one key's graph has in the end, and that it sees no other."""
    listed = (await client.call_tool("list_graphs", {})).structured_content or {}
    if [graph["name"] for graph in listed["graphs"]] != [GRAPH]:
        tally.wrong.append(f"{name} sees {listed}")
    there: set[str] = set()
    cursor = None
    while True:
        query = {"query": "MATCH (n:Item) RETURN n.label AS n", "limit": 1_000, "cursor": cursor, "graph": GRAPH}
        found = (await client.call_tool("cypher_query", query)).structured_content or {}
        there |= {row["n"] for row in found["rows"]}
        cursor = found.get("next_cursor")
        if cursor is None:
            break
    lost = set(tally.written.get(name, ())) - there
    foreign = {label for label in there if not label.startswith(f"{name}-")}
    if found.get("truncated"):
        tally.wrong.append(f"{name} has more facts than one query returns: raise FINGERPOST_ROW_LIMIT")
    elif lost:
        tally.wrong.append(f"{name} lost {len(lost)} acknowledged facts, such as {sorted(lost)[:3]}")
    if foreign:
        tally.wrong.append(f"{name} sees facts of others: {sorted(foreign)[:3]}")


async def soak(url: str, keys: dict[str, str], clients: int, seconds: float) -> Tally:
    """So many clients for so long, then what is there."""
    tally = Tally()
    names = list(keys)
    for name, key in keys.items():
        await client_of(url, key, lambda client, name=name: begin(client, name, tally))
    connected = 0
    ready = anyio.Event()
    async with anyio.create_task_group() as group:
        for number in range(clients):
            name = names[number % len(names)]

            async def work(client: Client, name: str = name, number: int = number) -> None:
                nonlocal connected
                connected += 1
                if connected == clients:
                    ready.set()
                await ready.wait()
                await busy(client, name, number, time.monotonic() + seconds, tally)

            group.start_soon(client_of, url, keys[name], work)
    for name, key in keys.items():
        await client_of(url, key, lambda client, name=name: check(client, name, tally))
    return tally


def run(clients: int, seconds: float) -> Tally:
    """A whole run with a server of its own."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (url, keys):
        return anyio.run(soak, url, keys, clients, seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    tally = run(given.clients, given.seconds)
    written = sum(map(len, tally.written.values()))
    print(f"{len(tally.spent):,} calls by {given.clients} clients in {given.seconds:g} s: {dict(tally.tools)}")
    if tally.spent:
        p95 = sorted(tally.spent)[int(len(tally.spent) * 0.95)]
        print(f"p50 {statistics.median(tally.spent):.0f} ms, p95 {p95:.0f} ms; {written:,} facts acknowledged")
    print("\n".join(tally.wrong[:20]) or "no error, no lost write, no foreign fact")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
