"""Long work: it tells how far it is, ends when it is cancelled, and others are served meanwhile."""

from __future__ import annotations

import time

import pytest

pytest.importorskip("mcp", reason="needs the extra mcp")

import anyio
from mcp import Client

from fingerpost.surfaces.mcp.server import build_server

NAMES = [f"n{number}" for number in range(14)]
DENSE = [{"from": a, "rel": "r", "to": b} for a in NAMES for b in NAMES if a < b]


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
