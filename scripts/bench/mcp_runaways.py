"""Light calls of many clients beside queries that run away: `python -m scripts.bench.mcp_runaways`.

Each light client sends a call every few seconds: adds a fact, looks a node up, or goes one hop, with its own pace, so
that what is measured is how long a call waits and not how much the machine can do. Some other clients send queries that
run until their time is over, one after the other. Both are clients of mcp's own, over HTTP, in this process.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
from mcp import Client

from scripts.bench.mcp import BATCH, QUERIES, call, facts, served, with_client

_COLLEAGUES = "-[:works_at]->()<-[:works_at]-"
ENDLESS = (
    "MATCH (a:Person)-[:knows*1..8]-(b:Person) WHERE a.age > {} RETURN count(*) AS n",
    f"MATCH (a:Person){_COLLEAGUES}(b:Person){_COLLEAGUES}(c:Person) WHERE a.age + c.age = {{}} RETURN count(*) AS n",
    "MATCH (p:Person) WITH collect(p.age) AS a RETURN size([x IN a WHERE size([y IN a WHERE y > x]) > {}]) AS n",
    f"MATCH (a){_COLLEAGUES}(b) WITH a, b ORDER BY a.age * b.age + {{}} MATCH (b){_COLLEAGUES}(c) RETURN count(c)",
)
"""Of each kind, one whose number differs from every other one, so that it is in no cache."""


@dataclass
class Tally:
    """Milliseconds of the light calls by kind, and how the others ended."""

    light: dict[str, list[float]] = field(default_factory=dict)
    ended: list[tuple[str, float]] = field(default_factory=list)


async def light(client: Client, number: int, until: float, pace: float, tally: Tally) -> None:
    """One client that sends a call every `pace` seconds on average."""
    chosen = random.Random(number)
    for count in itertools.count():
        await anyio.sleep(chosen.uniform(0, 2 * pace))
        if time.perf_counter() > until:
            return
        fact = {"from": f"note {number} {count}", "from_type": "Note", "rel": "about", "to": f"person {number}"}
        kind, tool, given = chosen.choice(
            (
                ("add a fact", "add_facts", {"facts": [fact]}),
                ("look up", "cypher_query", {"query": QUERIES["look-up"].format(number * 1_000 + count)}),
                ("one hop", "cypher_query", {"query": QUERIES["one hop"].format(number * 1_000 + count)}),
            )
        )
        started = time.perf_counter()
        await call(client, tool, **given)
        tally.light.setdefault(kind, []).append((time.perf_counter() - started) * 1_000)


async def runaway(client: Client, number: int, until: float, tally: Tally) -> None:
    """One client whose queries never come to an end of their own."""
    for count in itertools.count(number):
        if time.perf_counter() > until:
            return
        started = time.perf_counter()
        query = ENDLESS[count % len(ENDLESS)].format(number / 1_000 + count)
        found: Any = (await client.call_tool("cypher_query", {"query": query, "graph": "bench"})).structured_content
        tally.ended.append((found.get("code") or "done", time.perf_counter() - started))


async def measure(url: str, clients: int, runaways: int, seconds: float, pace: float) -> Tally:
    """So many clients of both kinds for so long."""
    tally = Tally()
    waiting = clients
    ready = anyio.Event()

    async def work(client: Client, number: int) -> None:
        nonlocal waiting
        await client.list_tools()
        waiting -= 1
        if not waiting:
            ready.set()
        await ready.wait()
        await anyio.sleep(2 if runaways else 0)  # until the others run
        await light(client, number, time.perf_counter() + seconds, pace, tally)

    async def away(client: Client, number: int) -> None:
        await ready.wait()
        await runaway(client, number, time.perf_counter() + seconds, tally)

    async with anyio.create_task_group() as group:
        for number in range(clients):
            group.start_soon(with_client, url, lambda client, number=number: work(client, number))
        for number in range(runaways):
            group.start_soon(with_client, url, lambda client, number=number: away(client, number))
    return tally


def show(clients: int, runaways: int, tally: Tally) -> None:
    """A line for all light calls, and one for each kind."""
    every = list(itertools.chain.from_iterable(tally.light.values()))
    for kind, spent in {"all": every, **tally.light}.items():
        ranked = sorted(spent)
        print(
            f"{clients:>4} clients, {runaways} runaways: {kind:>10}: {len(spent):5} calls, p50 "
            f"{statistics.median(ranked):7.1f} ms, p95 {ranked[int(len(ranked) * 0.95)]:7.1f} ms, "
            f"longest {ranked[-1]:7.1f} ms",
            flush=True,
        )
    if runaways:
        codes = sorted({code for code, _ in tally.ended})
        print(f"      the others: {', '.join(f'{sum(c == code for c, _ in tally.ended)} {code}' for code in codes)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=5_000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--clients", type=int, default=94)
    parser.add_argument("--runaways", type=int, nargs="*", default=[0, 6])
    parser.add_argument("--pace", type=float, default=4, help="seconds between the calls of one light client")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process, url = served(Path(folder) / "home")
        try:

            async def fill(client: Client) -> None:
                known = facts(given.people)
                for start in range(0, len(known), BATCH):
                    await call(client, "add_facts", facts=known[start : start + BATCH])

            anyio.run(with_client, url, fill)
            for runaways in given.runaways:
                tally = anyio.run(measure, url, given.clients, runaways, given.seconds, given.pace)
                show(given.clients, runaways, tally)
        finally:
            process.terminate()
            process.wait(60)


if __name__ == "__main__":
    main()
