"""Who calls tools in the tests, through a client in this process."""

from __future__ import annotations

import json
from typing import Any

import anyio
from jsonschema import Draft202012Validator
from mcp import Client

from fingerpost.surfaces.mcp.graphs import Graphs
from fingerpost.surfaces.mcp.server import build_server

_SCHEMAS: dict[str, Any] = {}
_KNOWN: dict[str, Any] = {"_tool_output_schemas": {}, "_tool_output_validators": {}}
"""What a client learns of the tools at its first call, which costs more than most calls: all users have the same."""


class User:
    """Calls tools through a client, each call in a session of its own."""

    def __init__(self, graphs: Graphs, mode: str = "auto", answers: Any = None) -> None:
        """`answers`: an elicitation callback, which answers questions that come back."""
        self.graphs = graphs
        self._server = build_server(lambda _: graphs)
        self._mode = mode
        self._answers = answers

    def session(self, work: Any) -> Any:
        """What an asynchronous function of a client gives."""

        async def run() -> Any:
            async with Client(self._server, mode=self._mode, elicitation_callback=self._answers) as client:
                vars(client.session).update(_KNOWN)
                return await work(client)

        return anyio.run(run)

    def _schema(self, tool: str) -> Any:
        """What a client may check results against, errors, too."""
        if not _SCHEMAS:
            listed = self.session(lambda client: client.list_tools()).tools
            _SCHEMAS.update({each.name: each.output_schema for each in listed})
        return _SCHEMAS[tool]

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The result of a tool; of an error, its parts."""
        result = self.session(lambda client: client.call_tool(tool, arguments))
        assert result.structured_content == json.loads(result.content[0].text)
        Draft202012Validator(self._schema(tool)).validate(result.structured_content)
        return {**result.structured_content, **({"is_error": True} if result.is_error else {})}
