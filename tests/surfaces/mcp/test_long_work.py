"""Long work: it tells how far it is, ends when it is cancelled, and others are served meanwhile."""

from __future__ import annotations

import statistics
import time
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="needs the extra mcp")

import anyio
from mcp import Client
from mcp_user import User

from fingerpost.core.errors import LimitExceeded
from fingerpost.core.settings import Settings
from fingerpost.engine import Home
from fingerpost.engine.topology import deadline
from fingerpost.surfaces.mcp.graphs import Graphs
from fingerpost.surfaces.mcp.registry import TOOLS, Call
from fingerpost.surfaces.mcp.server import build_server
from scripts.servers.processes import children

NAMES = [f"n{number}" for number in range(14)]
DENSE = [{"from": a, "rel": "r", "to": b} for a in NAMES for b in NAMES if a < b]
BUSY = 1.5
"""Seconds that a light call may take on a busy machine: half of what the long work beside it takes at least."""


def told(user, tool, **arguments):
    """What a client is told while a tool works, and the result."""
    heard = []

    async def hear(done, total, message):
        heard.append((done, total, message))

    result = user.session(lambda client: client.call_tool(tool, arguments, progress_callback=hear))
    steps = [done for done, _, _ in heard]
    assert steps == sorted(set(steps)), "progress must grow"
    assert all(total is None or total >= done for done, total, _ in heard)
    return [message for _, _, message in heard], result.structured_content


def test_an_import_tells_what_it_does(user):
    assert told(user, "import_graph", format="csv", content="source,target\nA,B")[0] == ["reading", "writing"]


@pytest.mark.parametrize(
    ("tool", "arguments", "message"),
    [
        ("all_paths", {"source": "n0", "target": "n13"}, "paths found"),
        ("find_cycles", {}, "cycles found"),
        ("pagerank", {}, "ranking, round"),
        ("connected_components", {}, "looking for components"),
        ("shortest_path", {"source": "n0", "target": "n13"}, "looking for a path"),
        ("transitive_reduction", {}, "looking for longer paths"),
    ],
)
def test_long_analyses_tell_how_far_they_are(user, monkeypatch, tool, arguments, message):
    monkeypatch.setattr(deadline, "_EVERY", 1)
    monkeypatch.setattr(deadline, "_REPORT_S", 0.0)
    facts = DENSE if tool != "find_cycles" else [*DENSE, {"from": "n2", "rel": "r", "to": "n0"}]
    user.call("add_facts", facts=facts)
    heard, _ = told(user, tool, **arguments)
    assert any(message in said for said in heard), heard


def test_a_write_does_not_read_the_graph_again(user, monkeypatch):
    from fingerpost.surfaces.mcp import graphs

    read = []
    real = graphs.topology_of
    monkeypatch.setattr(graphs, "topology_of", lambda *given: read.append(given) or real(*given))
    user.call("add_facts", facts=DENSE)
    assert user.call("shortest_path", source="n0", target="n13")["length"] == 1
    user.call("forget_relationship", source="n0", target="n13")
    assert user.call("shortest_path", source="n0", target="n13")["length"] == 2
    user.call("add_knowledge", knowledge="n13 r Z")
    assert user.call("shortest_path", source="n0", target="z")["path"][-2:] == ["n13", "Z"]
    user.call("forget", label="n13")
    assert user.call("connected_components")["components"][1] == ["Z"]
    assert len(read) == 1
    user.call("delete_graph")
    user.call("add_knowledge", knowledge="A r B")
    assert user.call("shortest_path", source="A", target="B")["length"] == 1
    assert len(read) == 2


ENDLESS = [
    "MATCH (a)-[*1..8]-(b) WHERE a.label <> '{}' RETURN count(*) AS n",
    "MATCH (a) WITH collect(a.label + '{}') AS c RETURN [x IN c WHERE any(y IN c WHERE any(z IN c WHERE z + y < x))]",
]


def runaway_user(tmp_path, time_ms):
    home = Home(tmp_path / "home", asking=Settings(time_limit_ms=time_ms, work_limit=10**12))
    names = [f"n{number}" for number in range(600)]
    user = User(Graphs(home))
    facts = [{"from": a, "rel": "r", "to": names[number * 7 % 600]} for number, a in enumerate(names)]
    user.call("add_facts", facts=[*facts, *({**fact, "rel": "s", "to": names[-i]} for i, fact in enumerate(facts))])
    return user


def test_light_calls_do_not_wait_for_queries_that_run_away(tmp_path):
    user = runaway_user(tmp_path, 3_000)
    ended, waits = [], []

    async def session():
        async with Client(build_server(lambda _: user.graphs)) as client, anyio.create_task_group() as group:

            async def run_away(number):
                query = ENDLESS[number % 2].format(number)
                found = (await client.call_tool("cypher_query", {"query": query})).structured_content
                ended.append(found.get("code"))

            for number in range(6):
                group.start_soon(run_away, number)
            await anyio.sleep(1)
            while len(ended) < 4:
                started = time.monotonic()
                fact = {"from": f"m{len(waits)}", "rel": "r", "to": "n1"}
                await client.call_tool("add_facts", {"facts": [fact]})
                query = f"MATCH (n {{label: 'm{len(waits)}'}})-[:r]->(b) RETURN b.label AS to"
                found = (await client.call_tool("cypher_query", {"query": query})).structured_content
                assert found["rows"] == [{"to": "n1"}]
                waits.append(time.monotonic() - started)
                await anyio.sleep(0.05)

    anyio.run(session)
    user.graphs.close()
    assert ended == ["limit.time"] * 6
    assert len(waits) > 3
    assert statistics.median(waits) < BUSY


def test_light_calls_do_not_wait_for_long_analyses(user, monkeypatch):
    from fingerpost.surfaces.mcp import analysis

    monkeypatch.setattr(analysis, "MOST", 10**9)
    facts = [*DENSE, *({"from": fact["to"], "rel": "r", "to": fact["from"]} for fact in DENSE)]
    user.call("add_facts", facts=facts)
    waits = []

    async def session():
        async with Client(build_server(lambda _: user.graphs)) as client, anyio.create_task_group() as group:
            for target in NAMES[1:6]:
                group.start_soon(client.call_tool, "all_paths", {"source": "n0", "target": target})
            await anyio.sleep(1)
            for number in range(8):
                started = time.monotonic()
                await client.call_tool("add_facts", {"facts": [{"from": f"m{number}", "rel": "r", "to": "n1"}]})
                waits.append(time.monotonic() - started)
            group.cancel_scope.cancel()

    anyio.run(session)
    assert statistics.median(waits) < BUSY


def test_long_analyses_compute_in_turns():
    import threading

    order, ready = [], threading.Barrier(2)

    def compute(name):
        own = deadline.Deadline(10_000, in_turns=True)
        ready.wait()
        end = time.monotonic() + 1
        while time.monotonic() < end:
            own.check()
            if own._turn_ends is not None and order[-1:] != [name]:
                order.append(name)
        own.leave()

    threads = [threading.Thread(target=compute, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(order) == {"a", "b"}
    assert deadline._TURN.acquire(blocking=False)
    deadline._TURN.release()


def test_a_cancelled_query_ends_its_process(tmp_path):
    user = runaway_user(tmp_path, 60_000)
    before = set(children())

    async def session():
        async with Client(build_server(lambda _: user.graphs)) as client:
            with anyio.move_on_after(3):
                await client.call_tool("cypher_query", {"query": ENDLESS[1].format("x")})
            with anyio.fail_after(10):
                while any(_is_at_work(pid) for pid in set(children()) - before):
                    await anyio.sleep(0.05)

    anyio.run(session)
    user.graphs.close()


def _is_at_work(pid):
    """Whether a process has spent most of a moment on the processor."""

    def spent():
        try:
            return sum(map(int, Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]))
        except OSError:
            return 0

    first = spent()
    time.sleep(0.2)
    return spent() - first > 2


def test_a_cancelled_search_ends_and_leaves_its_thread(user, monkeypatch):
    from fingerpost.surfaces.mcp import analysis

    ended = []
    real = analysis.all_paths

    def watched(*given):
        try:
            yield from real(*given)
        finally:
            ended.append(time.monotonic())

    monkeypatch.setattr(analysis, "all_paths", watched)
    monkeypatch.setattr(analysis, "MOST", 10**9)
    facts = [*DENSE, *({"from": fact["to"], "rel": "r", "to": fact["from"]} for fact in DENSE)]
    user.call("add_facts", facts=facts)

    async def session():
        async with Client(build_server(lambda _: user.graphs)) as client:
            started = time.monotonic()
            with anyio.move_on_after(2) as limited:
                async with anyio.create_task_group() as group:
                    group.start_soon(client.call_tool, "all_paths", {"source": "n0", "target": "n1"})
                    await anyio.sleep(0.2)
                    listed = await client.call_tool("list_graphs", {})
                    assert listed.structured_content["graphs"][0]["node_count"] == 14
                    assert not ended, "the others wait until the search has ended"
                    group.cancel_scope.cancel()
            assert not limited.cancelled_caught
            assert time.monotonic() - started < 5
            with anyio.fail_after(10):
                while not ended:
                    await anyio.sleep(0.05)

    anyio.run(session)


class Over(deadline.Deadline):
    """A deadline that is over at the hundredth step of writing."""

    written = 0

    def look(self):
        self.written += 1
        if self.written == 100:
            raise LimitExceeded("over", code="limit.time")


def test_an_import_ends_while_it_is_written(user):
    known = TOOLS["import_graph"]
    ended = Over(60_000)
    text = "source,target\n" + "\n".join(f"a{n},b{n}" for n in range(1_000))
    with pytest.raises(LimitExceeded) as caught:
        known.run(Call(user.graphs, ended), known.takes(format="csv", content=text))
    assert caught.value.code == "limit.time"
    assert ended.doing == "writing"
    assert user.call("get_graph_info", graph="default")["node_count"] == 0


@pytest.mark.parametrize(
    "text",
    ["a -> b; " * 400, " -> ".join(f"a{number}" for number in range(1_000)), f"n [{', '.join(['a=1'] * 400)}]"],
    ids=["statements", "chain", "attributes"],
)
def test_an_import_ends_when_its_time_is_over(user, text):
    known = TOOLS["import_graph"]
    ended = deadline.Deadline(0)
    with pytest.raises(LimitExceeded) as caught:
        known.run(Call(user.graphs, ended), known.takes(format="dot", content=f"digraph {{ {text} }}"))
    assert caught.value.code == "limit.time"
    assert caught.value.hint == "nothing was imported: import it in parts, which are merged"
    assert user.call("import_graph", format="dot", content="digraph { a -> b }")["edges_added"] == 1
