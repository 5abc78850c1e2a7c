"""Tools by behaviour, one call a line: what agents rely on, and where we differ on purpose from mcp-graph-engine."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="needs the extra mcp")


from jsonschema import Draft202012Validator
from mcp_user import User

from fingerpost.engine.workspaces import Home, WorkspaceSettings
from fingerpost.surfaces.mcp import server  # noqa: F401 - enters the tools into the table
from fingerpost.surfaces.mcp.graphs import Graphs
from fingerpost.surfaces.mcp.registry import TOOLS
from fingerpost.surfaces.page import is_complete

HERE = Path(__file__).parent
PAGE = HERE.parents[2] / "docs" / "adr" / "differences-from-mcp-graph-engine.md"


def groups(name: str) -> dict[str, list[str]]:
    """The lines of a file by the name of their group."""
    found: dict[str, list[str]] = {}
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            lines = found[line[3:]] = []
        elif line and not line.startswith("#"):
            lines.append(line)
    return found


BEHAVIOURS, DIFFERENCES = groups("behaviours.txt"), groups("differences.txt")


def differs(expected: object, found: object, at: str = "") -> Iterator[str]:
    """Where a result is not the expected one."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            yield from differs(value, found.get(key), f"{at}.{key}")
    elif isinstance(expected, list) and isinstance(found, list):
        more = expected[-1:] == ["..."]
        wanted = expected[:-1] if more else expected
        if len(found) < len(wanted) or (len(found) > len(wanted) and not more):
            yield f"{at}: {len(found)} items in {found}"
        for number, (one, other) in enumerate(zip(wanted, found, strict=False)):
            yield from differs(one, other, f"{at}[{number}]")
    elif isinstance(expected, str) and expected.startswith("~"):
        if expected[1:] not in str(found):
            yield f"{at}: {found!r} lacks {expected[1:]!r}"
    elif isinstance(expected, float) and isinstance(found, float):
        if abs(expected - found) > 0.005:
            yield f"{at}: {found}"
    elif expected != found:
        yield f"{at}: {found!r}, not {expected!r}"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "lines", [pytest.param(lines, id=name) for name, lines in {**BEHAVIOURS, **DIFFERENCES}.items()]
)
def test_calls_give_what_the_table_says(lines, tmp_path):
    if not is_complete() and any(line.startswith("visualize_graph") for line in lines):
        pytest.skip("needs cytoscape.js: npm could not fetch it when this was installed")
    graphs = Graphs(Home(tmp_path / "home", WorkspaceSettings()), folders=(tmp_path / "files",))
    user = User(graphs)
    known = [line[2:] for line in lines if line.startswith("+ ")]

    async def session(client):
        schemas = {tool.name: tool.output_schema for tool in (await client.list_tools()).tools}

        async def call(tool, given):
            result = await client.call_tool(tool, given)
            Draft202012Validator(schemas[tool]).validate(result.structured_content)  # as clients do, errors too
            return {**result.structured_content, **({"is_error": True} if result.is_error else {})}

        if known:
            assert "is_error" not in await call("add_knowledge", {"knowledge": "\n".join(known)})
        for line in lines:
            if not line.startswith("+ "):
                row = re.fullmatch(r"(\w+) (\{.*\}) -> (\{.*\})", line)
                assert row is not None, line
                found = await call(row[1], json.loads(row[2]))
                assert not list(differs(json.loads(row[3]), found)), line

    user.session(session)
    graphs.close()


def test_every_tool_has_rows():
    rows = {line.split()[0] for lines in BEHAVIOURS.values() for line in lines if not line.startswith("+ ")}
    assert set(TOOLS) - {"ask", "query_template"} - rows == set()


def test_the_page_lists_the_differences_that_are_pinned():
    text = PAGE.read_text(encoding="utf-8")
    listed = re.findall(r"^\| (.+?) (?<!\\)\|", text, re.MULTILINE)[1:]
    assert listed == list(DIFFERENCES)
