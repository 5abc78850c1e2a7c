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
SESSION: tuple[tuple[str, dict[str, str], str, object], ...] = (
    ("add_knowledge", {"knowledge": "Ann:Person works_at Acme:Company"}, "nodes_created", 2),
    ("ask", {"question": "Who works at Acme?"}, "answer", "Ann."),
    ("cypher_query", {"query": "MATCH (p:Person) RETURN count(p) AS n"}, "rows", [{"n": 1}]),
    ("shortest_path", {"source": "ann", "target": "Acme"}, "length", 1),
)


def inspected(home: Path, *arguments: str) -> dict[str, Any]:
    """What the inspector prints about our server."""
    program = home / "serve.py"  # the inspector would take an option such as -c for its own
    program.write_text(SERVE, encoding="utf-8")
    served = [sys.executable, str(program), "mcp", "--home", str(home / "graphs")]
    command = ["npx", "-y", INSPECTOR, "--cli", *served, "--connect-timeout", "60000", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env=dict(os.environ))
    assert ran.returncode == 0, ran.stderr[-2_000:]
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
    for name, given, key, expected in SESSION:
        arguments = [part for item in given.items() for part in ("--tool-arg", "=".join(item))]
        result = inspected(tmp_path, "--method", "tools/call", "--tool-name", name, *arguments)
        assert result["structuredContent"][key] == expected, result
    resources = inspected(tmp_path, "--method", "resources/list")["resources"]
    assert {"graph://default/schema", "ui://fingerpost/graph"} <= {resource["uri"] for resource in resources}
    prompts = inspected(tmp_path, "--method", "prompts/list")["prompts"]
    assert {prompt["name"] for prompt in prompts} == {"ask-a-graph", "write-cypher"}
