"""The page that shows a graph: over HTTP, attacked, and in a real browser."""

from __future__ import annotations

import json
import threading
import time
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

pytest.importorskip("mcp", reason="needs the extra mcp")

from chromium import browsing
from mcp_user import User

from fingerpost.engine.workspaces import Home
from fingerpost.surfaces.mcp.graphs import Graphs
from fingerpost.surfaces.mcp.visualising import APP, GRAPH
from fingerpost.surfaces.page import app_document, is_complete

pytestmark = pytest.mark.skipif(not is_complete(), reason="needs cytoscape.js: npm could not fetch it")

HOSTILE = "<img src=x onerror=document.title='owned'>"
FACTS = [
    {"from": "Ann", "rel": "works_at", "to": "Acme", "from_type": "Person", "to_type": "Company"},
    {"from": "Bob", "rel": "works_at", "to": "Acme", "from_type": "Person"},
    {"from": "Ann", "rel": "knows", "to": "Bob", "properties": {"since": 2001}},
    {"from": "Ann", "rel": "owns", "to": HOSTILE, "from_properties": {"bio": "<b>bold</b>"}},
    *({"from": "Acme", "rel": "sells", "to": f"thing {number}", "to_type": "Thing"} for number in range(600)),
]


@pytest.fixture
def user(tmp_path):
    graphs = Graphs(Home(tmp_path / "home"))
    made = User(graphs)
    made.call("add_facts", facts=FACTS)
    yield made
    graphs.close()


def asked(url, path="", method="GET", body=None, **headers):
    """Status, headers and body of one request; `host` and `origin` may be anything."""
    place = urlsplit(url)
    connection = HTTPConnection(place.hostname, place.port, timeout=10)
    connection.putrequest(method, place.path + path if not path.startswith("//") else path[1:], skip_host=True)
    given = {"host": place.netloc, **headers}
    data = json.dumps(body).encode() if body is not None else b""
    if data:
        given |= {"content-type": "application/json", "content-length": str(len(data))}
    for name, value in given.items():
        connection.putheader(name, value)
    connection.endheaders(data)
    reply = connection.getresponse()
    text = reply.read().decode()
    connection.close()
    return reply.status, {name.lower(): value for name, value in reply.getheaders()}, text


def test_large_graphs_and_hubs_are_shown_bit_by_bit(user):
    shown = user.call("visualize_graph")
    assert (shown["node_count"], shown["shown_nodes"]) == (604, 500)
    assert "Only 500 nodes are shown" in shown["message"]
    graph = json.loads(asked(shown["url"], "/graph")[2])
    assert graph["cut"]
    assert graph["nodes"][0]["name"] == "Acme"
    body = {"node": "Acme", "shown": [node["id"] for node in graph["nodes"]]}
    more = json.loads(asked(shown["url"], "/neighbours", "POST", body)[2])
    assert (len(more["nodes"]), more["left"]) == (25, 79)
    assert {edge["source"] for edge in more["edges"]} == {"Acme"}
    found = json.loads(asked(shown["url"], "/search?q=THING%2059")[2])
    assert found["nodes"][0]["name"] == "thing 59"
    assert len(found["nodes"]) == 11


ATTACKS = [
    ("", {"host": "evil.example.org"}, 421),
    ("/graph", {"host": "evil.example.org:80"}, 421),
    ("/graph", {"origin": "https://evil.example.org"}, 403),
    ("/graph", {"origin": "null"}, 403),
    ("//graphs/guessed/graph", {}, 404),
    ("//graphs/guessed", {}, 404),
    ("//static/../viewer.py", {}, 404),
    ("//static/%2e%2e%2fviewer.py", {}, 404),
    ("//static/graph.html", {}, 404),
    ("//", {}, 404),
]


def test_attacks_are_refused(user):
    url = user.call("visualize_graph")["url"]
    for path, headers, status in ATTACKS:
        assert asked(url, path, **headers)[0] == status, (path, headers)
    status, headers, _ = asked(url)
    assert status == 200
    assert "script-src 'self';" in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in headers
    assert asked(url, "/neighbours", "POST", {"node": 1})[0] == 400
    assert user.call("visualize_graph")["url"] == url
    user.call("stop_visualization")
    with pytest.raises(OSError, match="refused"):
        asked(url)
    assert user.call("visualize_graph")["url"].rsplit("/", 1)[1] != url.rsplit("/", 1)[1]


def test_changes_are_told_at_once(user):
    url = user.call("visualize_graph")["url"]
    place = urlsplit(url)
    connection = HTTPConnection(place.hostname, place.port, timeout=10)
    connection.request("GET", f"{place.path}/events")
    stream = connection.getresponse()
    assert stream.getheader("content-type") == "text/event-stream"

    def next_event():
        lines = iter(stream.readline, b"")
        return next(line.decode().split()[1] for line in lines if line.startswith(b"event:"))

    assert next_event() == "changed"
    for tool, arguments in (
        ("add_knowledge", {"knowledge": "Cid knows Ann"}),
        ("forget", {"label": "Cid"}),
        ("transitive_reduction", {"in_place": True}),
        ("update_visualization_filter", {"filter": "MATCH (n:Person) RETURN n"}),
        ("delete_graph", {}),
    ):
        threading.Timer(0.1, lambda tool=tool, arguments=arguments: user.call(tool, **arguments)).start()
        if tool != "transitive_reduction":  # nothing is redundant here
            assert next_event() == "changed", tool
    threading.Timer(0.1, lambda: user.call("stop_visualization")).start()
    assert next_event() == "ended"
    connection.close()


IN_SIGHT = """n => n.renderedPosition('x') > 0 && n.renderedPosition('x') < graph.width() &&
    n.renderedPosition('y') > 0 && n.renderedPosition('y') < graph.height()"""


def test_a_user_looks_at_a_graph(user, tmp_path):
    url = user.call("visualize_graph", filter="MATCH (a:Person)-[r]->(b) RETURN a, r, b")["url"]
    with browsing(tmp_path / "profile") as page:
        page.open(url)
        page.until("window.graph.nodes().length", 4)
        assert page.run("document.title") == "Graph: default"
        assert page.run("document.getElementById('counts').textContent") == "4 of 604 nodes, 4 of 604 relationships"

        page.run("graph.getElementById('Ann').emit('tap') && 1")
        assert page.run("document.getElementById('name').textContent") == "Ann"
        assert page.run("document.getElementById('properties').textContent") == "bio<b>bold</b>"
        assert "since: 2001" in page.run("document.getElementById('edges').textContent")
        assert HOSTILE in page.run("document.getElementById('edges').textContent")

        page.run("graph.getElementById('Acme').emit('tap') && document.getElementById('expand').click()")
        page.until("graph.nodes().length", 29)
        assert "575 more neighbours" in page.run("document.getElementById('notice').textContent")
        assert page.run(f"graph.getElementById('Acme').closedNeighborhood().nodes().every({IN_SIGHT})")

        page.run("[...document.querySelectorAll('#types label')].find(l => l.textContent.startsWith('Thing')).click()")
        page.until("graph.nodes(':visible').length", 4)
        page.run(
            "[...document.querySelectorAll('#relations label')].find(l => l.textContent.startsWith('knows')).click()"
        )
        page.until("graph.edges(':visible').length", 3)

        page.run(
            "(s => { s.value = 'thing 599'; s.dispatchEvent(new Event('input')) })(document.getElementById('search'))"
        )
        page.until("document.querySelectorAll('#results button').length", 1)
        page.run("document.querySelector('#results button').click()")
        page.until("document.getElementById('name').textContent", "thing 599")

        page.run("window.choose = (s, to) => { s.value = to; s.dispatchEvent(new Event('change')) }, 1")
        for layout in ("breadthfirst", "concentric", "circle", "grid"):
            page.run(f"choose(document.getElementById('layout'), '{layout}')")
        assert page.run("graph.png({full: true}).length") > 5_000

        user.call("update_visualization_filter", filter="MATCH (n:Company) RETURN n")
        page.until("graph.nodes().map(n => n.id()).join()", "Acme")
        user.call("add_facts", facts=[{"from": "Umbra", "rel": "buys", "to": "Acme", "from_type": "Company"}])
        page.until("graph.nodes().length", 2)
        page.until(f"graph.nodes().some({IN_SIGHT})")
        sorts = [{"from": f"sort {n}", "from_type": f"Sort{n}", "rel": "of", "to": "Acme"} for n in range(30)]
        user.call("add_facts", facts=sorts)
        user.call("update_visualization_filter", filter="MATCH (n)-[r:of]->(c) RETURN n, r, c")
        page.until("new Set(graph.nodes().map(n => n.data('colour'))).size", 31)
        page.until(f"graph.nodes().every({IN_SIGHT})")
        assert page.run("graph.nodes().every(n => n.numericStyle('font-size') * graph.zoom() > 10)")
        page.screenshot(tmp_path / "page.png")
        assert (tmp_path / "page.png").stat().st_size > 5_000
        user.call("stop_visualization")
        page.until("document.getElementById('notice').textContent", "This view has ended.")
        assert page.run("document.title") == "Graph: default"
        assert [error for error in page.errors if "CONNECTION" not in error] == []


HOST = """
new Promise((done) => {
  const frame = document.createElement("iframe");
  const seen = [];
  addEventListener("message", (event) => {
    seen.push(event.data.method);
    const reply = (message) => frame.contentWindow.postMessage({jsonrpc: "2.0", ...message}, "*");
    if (event.data.method === "ui/initialize") reply({id: event.data.id, result: {hostContext: {}}});
    if (event.data.method === "ui/notifications/initialized")
      reply({method: "ui/notifications/tool-result", params: RESULT});
    if (event.data.method === "ui/notifications/size-changed")
      done([seen.join(), frame.contentWindow.graph.nodes().length, frame.contentDocument.title]);
  });
  frame.srcdoc = DOCUMENT;
  document.body.append(frame);
})
"""


def test_the_graph_appears_inside_a_chat(user, tmp_path):
    tool = next(t for t in user.session(lambda client: client.list_tools()).tools if t.name == "visualize_graph")
    assert tool.meta == {"ui": {"resourceUri": APP}}
    resource = user.session(lambda client: client.read_resource(APP)).contents[0]
    assert resource.mime_type == "text/html;profile=mcp-app"
    loaded = resource.text.replace('import("/static/model.js")', "")  # only a served page has models
    assert "/static/" not in loaded.replace("cytoscape", "")
    result = user.session(lambda c: c.call_tool("visualize_graph", {"filter": "MATCH (n:Person) RETURN n"}))
    assert [node["id"] for node in result.meta[GRAPH]["nodes"]] == ["Ann", "Bob"]
    assert "nodes" not in json.loads(result.content[0].text)
    given = {"_meta": {GRAPH: result.meta[GRAPH]}, "content": []}
    with browsing(tmp_path / "profile") as page:
        script = HOST.replace("RESULT", json.dumps(given)).replace("DOCUMENT", json.dumps(app_document()))
        seen, nodes, title = page.run(script)
        assert nodes == 2
        assert title == "Graph: default"
        assert seen == "ui/initialize,ui/notifications/initialized,ui/notifications/size-changed"
        assert page.errors == []


def test_many_pages_at_once_are_refused_and_ports_that_are_taken(user, monkeypatch):
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("FINGERPOST_VIEW_PORT", str(taken.getsockname()[1]))
        other = User(Graphs(user.graphs.home))
        assert other.call("visualize_graph")["code"] == "http.address"
    started = time.monotonic()
    user.graphs.viewer.stop()
    assert time.monotonic() - started < 1
