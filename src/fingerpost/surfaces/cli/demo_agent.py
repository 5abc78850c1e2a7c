"""The demo's last part: an agent's session with the MCP server, through the real protocol."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcp import Client

    from fingerpost.surfaces.cli.screen import Screen

TITLE = "A graph that an agent builds (MCP)"
LINES = """\
Ann:Person works_at "Blue Bakery":Company
Bob:Person friend_of Ann
Cid:Person friend_of Bob
"Blue Bakery" located_in Oslo:City
Oslo part_of Norway:Country
Norway part_of Europe:Continent"""
CALLS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("lines of knowledge, one transaction", "add_knowledge", {"knowledge": LINES}),
    ("a question", "ask", {"question": "Which companies are in Europe?"}),
    ("friends of friends", "ask", {"question": "Who are the friends of Ann's friends?"}),
    (
        "Cypher, through the gate",
        "cypher_query",
        {"query": "MATCH (p:Person)-[:friend_of]->(f) RETURN p.label AS who, f.label AS friend ORDER BY who"},
    ),
    ("Cypher that writes is refused", "cypher_query", {"query": "MATCH (n) DETACH DELETE n"}),
    ("a path with its steps", "shortest_path", {"source": "Cid", "target": "Norway"}),
)
"""What each call shows, the tool and its arguments."""


def agent_session(screen: Screen | None, home: Path) -> dict[str, Any]:
    """Start the server as a client does, and make the calls; print nothing without a screen."""
    try:
        import anyio
        from mcp import Client  # noqa: F401
    except ImportError:
        hint = 'install it with: pip install "fingerpost[mcp]"'
        if screen is not None:
            screen.say(f"{TITLE} was skipped: it needs the package mcp. {hint}", style="yellow")
        return {"sample": "mcp", "left_out": "it needs the package mcp", "hint": hint, "calls": [], "questions": []}
    if screen is not None:
        screen.say(TITLE, style="bold")
        screen.say()
    return {"sample": "mcp", "calls": anyio.run(_session, screen, home), "questions": []}


async def _session(screen: Screen | None, home: Path) -> list[dict[str, Any]]:
    import os
    import sys

    from mcp import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    program = "from fingerpost.surfaces.cli.main import run; raise SystemExit(run())"
    arguments = ["-c", program, "mcp", "--home", str(home)]
    server = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))
    # The server's log is left out: standard error need not be a file here.
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        async with Client(stdio_client(server, errlog=nowhere)) as client:
            return await _calls(screen, client)


async def _calls(screen: Screen | None, client: Client) -> list[dict[str, Any]]:
    found = []
    for shows, tool, given in CALLS:
        started = time.perf_counter()
        result = await client.call_tool(tool, given)
        spent = (time.perf_counter() - started) * 1_000
        told: dict[str, Any] = result.structured_content or {}
        found.append({"shows": shows, "tool": tool, "milliseconds": round(spent, 1), "result": told})
        if screen is not None:
            screen.say(f"{tool}  ({shows}, {spent:.0f} ms)", style="cyan")
            screen.say("\n".join(_lines(tool, given, told)))
            screen.say()
    return found


def _lines(tool: str, given: dict[str, Any], told: dict[str, Any]) -> list[str]:
    """What a call was given and gave, for a reader."""
    asked = str(given.get("knowledge") or given.get("question") or given.get("query") or "").splitlines()
    said = [f"  {line}" for line in asked] or [f"  {' to '.join(map(str, given.values()))}"]
    if tool == "add_knowledge":
        return [*said, f"{told['nodes_created']} nodes and {told['edges_created']} relationships were added."]
    if tool == "ask":
        return [*said, told["answer"]]
    if tool == "shortest_path":
        return [*said, *(f"{s['source']} -[{', '.join(s['relations'])}]- {s['target']}" for s in told["steps"])]
    if not told["success"]:
        return [*said, f"refused: {told['error']} [{told['code']}]"]
    return [*said, *(", ".join(map(str, row.values())) for row in told["rows"])]
