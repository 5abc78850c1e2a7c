"""The server over HTTP, in a process of its own: used by the real client, and attacked on the socket."""

from __future__ import annotations

import time

import pytest

pytest.importorskip("mcp", reason="needs the extra mcp")

import anyio
import httpx2
from http_server import received, running
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from fingerpost.surfaces.guard import KeyFile


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mcp-http")
    keys = KeyFile(folder / "keys")
    given = {name: keys.add(name) for name in ("ann", "bob")}
    limits = {"http_body_kb": "64", "http_body_seconds": "0.5", "http_per_minute": "10000"}
    arguments = ("mcp", "--http", "127.0.0.1:0", "--home", str(folder / "home"))
    with running(*arguments, keys=given, http_keys=str(keys.path), **limits) as started:
        yield started


PING = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}


def _key(server, name="ann"):
    return f"Bearer {server.keys[name]}"


def _work(server, name, work, mode="auto"):
    async def run():
        headers = {"authorization": _key(server, name)}
        async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
            transport = streamable_http_client(f"{server.url}/mcp", http_client=http)
            async with Client(transport, mode=mode) as client:
                return await work(client)

    return anyio.run(run)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_an_agent_builds_a_graph_and_asks_it(server, mode):
    async def session(client):
        added = await client.call_tool("add_knowledge", {"knowledge": "Ann:Person works_at Acme", "graph": mode})
        answer = await client.call_tool("ask", {"question": "Where does Ann work?", "graph": mode})
        return added.structured_content["nodes_created"], answer.structured_content["answer"]

    assert _work(server, "ann", session, mode) == (2, "Acme.")


def test_one_key_does_not_see_the_graphs_of_another(server):
    async def build(client):
        return await client.call_tool("add_knowledge", {"knowledge": "Eve knows Sid", "graph": "secret"})

    async def look(client):
        listed = (await client.call_tool("list_graphs", {})).structured_content
        read = await client.call_tool("dump_context", {"graph": "secret"})
        return [graph["name"] for graph in listed["graphs"]], read.structured_content["code"]

    assert not _work(server, "ann", build).is_error
    names, code = _work(server, "bob", look)
    assert "secret" not in names
    assert code == "workspace.missing"


def test_a_session_answers_only_to_the_key_that_began_it(server):
    hello = {
        "jsonrpc": "2.0",
        "id": 0,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "1"},
        },
    }
    began = server.send("POST", "/mcp", hello, authorization=_key(server))
    assert began.status == 200
    session = began.headers["mcp-session-id"]
    stolen = server.send("POST", "/mcp", PING, authorization=_key(server, "bob"), mcp_session_id=session)
    assert stolen.status == 404
    own = server.send("POST", "/mcp", PING, authorization=_key(server), mcp_session_id=session)
    assert own.status == 200


ATTACKS = [
    ({"authorization": None}, 401, "http.key"),
    ({"authorization": "Bearer fp_guessed"}, 401, "http.key"),
    ({"authorization": "Basic YW5uOmFubg=="}, 401, "http.key"),
    ({"host": "evil.example.org"}, 421, "http.host"),
    ({"host": "127.0.0.1.evil.example.org"}, 421, "http.host"),
    ({"host": "localhost@evil.example.org"}, 421, "http.host"),
    ({"origin": "https://evil.example.org"}, 403, "http.origin"),
    ({"origin": "null"}, 403, "http.origin"),
    ({"origin": "http://localhost:1"}, 403, "http.origin"),
    ({"host": "evil.example.org", "origin": "http://evil.example.org"}, 421, "http.host"),
    ({"content_length": "70000"}, 413, "http.body"),
]


@pytest.mark.parametrize(("headers", "status", "code"), ATTACKS)
def test_an_attack_is_refused_before_the_server_sees_it(server, headers, status, code):
    reply = server.send("POST", "/mcp", PING, **{"authorization": _key(server), **headers})
    assert (reply.status, reply.code) == (status, code)
    assert "access-control-allow-origin" not in reply.headers


def test_a_preflight_of_a_foreign_page_gets_no_leave(server):
    reply = server.send("OPTIONS", "/mcp", origin="https://evil.example.org", access_control_request_method="POST")
    assert reply.status == 403
    assert not [name for name in reply.headers if name.startswith("access-control")]


def test_a_body_that_says_it_is_small_and_is_not(server):
    with server.connect() as connection:
        head = server.head("POST", "/mcp", 0, authorization=_key(server), content_length=None)
        connection.sendall(head.replace(b"\r\n\r\n", b"\r\ntransfer-encoding: chunked\r\n\r\n"))
        connection.sendall(b"11170\r\n" + b"x" * 0x11170 + b"\r\n")
        assert received(connection).code == "http.body"


def test_a_body_that_never_ends_is_given_up(server):
    started = time.monotonic()
    with server.connect() as connection:
        connection.sendall(server.head("POST", "/mcp", 100, authorization=_key(server)) + b"{")
        assert received(connection).code == "http.slow"
    assert time.monotonic() - started < 5


def test_slow_senders_take_no_place_from_others(server):
    slow = [server.connect() for _ in range(80)]
    try:
        for connection in slow:
            connection.sendall(server.head("POST", "/mcp", 100, authorization=_key(server)))
        assert _work(server, "ann", lambda client: client.list_tools()).tools
    finally:
        for connection in slow:
            connection.close()


def test_it_ends_when_it_is_told(tmp_path):
    with running("mcp", "--http", "127.0.0.1:0", "--home", str(tmp_path)) as server:
        assert server.send("POST", "/mcp", PING, origin=server.url).status in (200, 400)
        assert server.stop() == 0
