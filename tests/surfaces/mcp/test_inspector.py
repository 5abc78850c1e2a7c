"""The MCP inspector, as its users run it from the command line: every tool is listed, and a session works."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="needs the extra mcp")

from scale import LONG

from fingerpost.surfaces.mcp import server  # noqa: F401 - enters the tools into the table
from fingerpost.surfaces.mcp.registry import TOOLS

INSPECTOR = "@modelcontextprotocol/inspector@2.12.0"
SERVE = "from fingerpost.surfaces.cli.main import run; raise SystemExit(run())"
SESSION = """
add_knowledge {"knowledge": "Ann:Person works_at Acme:Company"} -> "nodes_created": 2
add_facts {"facts": [{"from": "Bob", "from_type": "Person", "rel": "knows", "to": "Ann"}]} -> "edges_created": 1
create_from_mermaid {"mermaid": "graph TD; Acme-->|located_in|Oslo"} -> "edges_created": 1
list_graphs {} -> "success": null
get_graph_info {} -> "node_count": 4
ask {"question": "Who works at Acme?"} -> "answer": "Ann."
ask_graph {"query": "what depends on Acme?"} -> "dependents": ["Ann"]
cypher_query {"query": "MATCH (p:Person) RETURN count(p) AS n"} -> "rows": [{"n": 2}]
query_template {} -> "code": "template.unknown"
shortest_path {"source": "ann", "target": "Oslo"} -> "length": 2
all_paths {"source": "Bob", "target": "Oslo", "max_length": 3} -> "count": 1
find_cycles {} -> "has_cycles": false
connected_components {} -> "count": 1
pagerank {"top_n": 1} -> "code": null
degree_centrality {"top_n": 1} -> "code": null
transitive_reduction {"in_place": false} -> "edges_removed": 0
subgraph {"nodes": ["Ann", "Nobody"]} -> "not_found": ["Nobody"]
dump_context {} -> "code": null
export_graph {"format": "json", "file_path": "~/g.json"} -> "code": "source.not-allowed"
import_graph {"graph": "copy", "format": "csv", "content": "source,target\\nX,Y"} -> "nodes_added": 2
visualize_graph {"filter": "MATCH (p:Person) RETURN p"} -> "shown_nodes": 2
update_visualization_filter {"filter": "MATCH (n) RETURN n"} -> "code": "page.ended"
stop_visualization {} -> "success": true
forget_relationship {"source": "Bob", "target": "Ann"} -> "success": true
forget {"label": "Oslo"} -> "edges_removed": 1
delete_graph {"graph": "copy"} -> "success": true
"""
"""Every tool with a call, and a field of its result. Each call has a server of its own, so that pages have ended."""


def inspected(home: Path, *arguments: str) -> dict[str, Any]:
    """What the inspector prints about our server."""
    program = home / "serve.py"  # the inspector would take an option such as -c for its own
    program.write_text(SERVE, encoding="utf-8")
    served = [sys.executable, str(program), "mcp", "--home", str(home / "graphs")]
    command = ["npx", "-y", INSPECTOR, "--cli", *served, "--connect-timeout", "120000", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=400, check=False, env=dict(os.environ))
    assert ran.returncode == 0 or '"tool_is_error"' in ran.stderr, ran.stderr[-2_000:]
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def test_the_inspector_lists_the_tools_and_calls_them(tmp_path):
    if shutil.which("npx") is None:
        pytest.skip("needs npm: npx is not installed")
    if not LONG:
        pytest.skip("needs a long run: each call starts the inspector anew, which takes ten seconds")
    listed = inspected(tmp_path, "--method", "tools/list")["tools"]
    assert [tool["name"] for tool in listed] == list(TOOLS)
    assert all(tool["inputSchema"]["type"] == "object" and tool["outputSchema"]["properties"] for tool in listed)
    called = set()
    for line in SESSION.strip().splitlines():
        call, _, expected = line.rpartition(" -> ")
        name, _, given = call.partition(" ")
        texts = {key: each if isinstance(each, str) else json.dumps(each) for key, each in json.loads(given).items()}
        arguments = [part for item in texts.items() for part in ("--tool-arg", "=".join(item))]
        result = inspected(tmp_path, "--method", "tools/call", "--tool-name", name, *arguments)["structuredContent"]
        assert {key: result.get(key) for key in json.loads(f"{{{expected}}}")} == json.loads(f"{{{expected}}}"), result
        called.add(name)
    assert called == set(TOOLS)
    resources = inspected(tmp_path, "--method", "resources/list")["resources"]
    assert {"graph://default/schema", "ui://fingerpost/graph"} <= {resource["uri"] for resource in resources}
    prompts = inspected(tmp_path, "--method", "prompts/list")["prompts"]
    assert {prompt["name"] for prompt in prompts} == {"ask-a-graph", "write-cypher"}
