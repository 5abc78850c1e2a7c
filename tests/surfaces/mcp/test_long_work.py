"""Long work: it tells how far it is, ends when it is cancelled, and others are served meanwhile."""

from __future__ import annotations

import time

import pytest

pytest.importorskip("mcp", reason="needs the extra mcp")

import anyio
from mcp import Client

from fingerpost.engine.topology import deadline
from fingerpost.surfaces.mcp.server import build_server

NAMES = [f"n{number}" for number in range(14)]
DENSE = [{"from": a, "rel": "r", "to": b} for a in NAMES for b in NAMES if a < b]


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
