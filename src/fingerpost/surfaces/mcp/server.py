"""The server: tools, resources and prompts in the form of the protocol."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import cache
from typing import Any, TypeVar

import anyio
import anyio.from_thread
import anyio.to_thread
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from pydantic import ValidationError

from fingerpost import __version__
from fingerpost.core.errors import FingerpostError, InternalError
from fingerpost.core.sharing import Sharing, sharing
from fingerpost.core.watching import Watch, watched
from fingerpost.engine import Deadline
from fingerpost.surfaces.mcp import (
    analysis,
    asking,
    exchanging,
    looking,
    patterns,
    prompts,
    querying,
    resources,
    templating,
    visualising,
    writing,
)
from fingerpost.surfaces.mcp.graphs import Graphs
from fingerpost.surfaces.mcp.registry import TOOLS, Call, Gives, Tool

_PARTS = (analysis, exchanging, looking, patterns, querying, templating, visualising, writing)
"""Importing these modules registers their tools."""
_INVALID_PARAMS = -32602
_LONGEST_TEXT = 2_000
"""The most characters of a text in an error."""
_AT_ONCE = 34
"""The maximum number of concurrent calls; others wait. About half of them may wait for processes of long queries."""
_OF_ONE_KEY = _AT_ONCE // 2
"""How many of them one API key may have."""
_HERE_MS = 250
"""How long one query may take in this process; a longer one goes on in a process of its own (`worker_pool`)."""

INSTRUCTIONS = """\
Graphs that you build while you work, kept on disk. Write with add_facts or add_knowledge; a graph is made by its first
fact. Ask with ask (plain language), cypher_query (Cypher that reads) or the tools for paths, ranks and cycles. Names of
nodes are exact when you write. get_graph_info says what a graph holds. Graphs marked read_only are knowledge bases."""

_LOG = logging.getLogger(__name__)

Context = ServerRequestContext[Any, Any]
GraphsOf = Callable[[Context], Graphs]
_Read = TypeVar("_Read")


def build_server(graphs_of: GraphsOf) -> Server[Any]:
    """Build a server; `graphs_of` returns the graphs that a request may use."""
    handlers = _Handlers(graphs_of)
    return Server(
        "fingerpost",
        version=__version__,
        title="fingerpost",
        instructions=INSTRUCTIONS,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_list_resource_templates=handlers.list_templates,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
        get_tool_input_schema=lambda name: _described(name).input_schema if name in TOOLS else None,
    )


class _Handlers:
    """What the server does for each kind of request; what takes long runs on threads."""

    def __init__(self, graphs_of: GraphsOf) -> None:
        self._graphs_of = graphs_of
        self._limiter = anyio.CapacityLimiter(_AT_ONCE)
        self._shares: dict[str, anyio.Semaphore] = {}

    async def list_tools(self, context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(name) for name in TOOLS])

    async def call_tool(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        tool = TOOLS.get(params.name)
        if tool is None:
            raise MCPError(_INVALID_PARAMS, f"there is no tool {params.name!r}")
        arguments = params.arguments or {}
        result = await self._called(context, tool, arguments)
        asks = asking.asking_of(arguments, result)
        if asks is None or not asking.can_ask(context):
            return result
        answer = asking.answer_of(params)
        if answer is None:
            if asking.asks_by_result(context):
                return asking.request_of(asks)
            answer = await context.session.elicit_form(asks.message, asks.schema, context.request_id)
        chosen = asks.chosen(answer)
        return result if chosen is None else await self._called(context, tool, chosen)

    async def _called(
        self, context: Context, tool: Tool[Any, Any], arguments: Mapping[str, Any]
    ) -> types.CallToolResult:
        """Run a tool on a thread; its errors are results."""
        try:
            given = tool.takes.model_validate(arguments)
        except ValidationError as error:
            return _failed(tool.name, _invalid(error))
        watch = Watch()
        meta: dict[str, Any] = {}

        def report(done: float, total: float | None, doing: str) -> None:
            anyio.from_thread.run(context.session.report_progress, done, total, doing)

        graphs = self._graphs_of(context)
        place = getattr(given, "graph", ""), getattr(given, "namespace", "")

        def told(said: dict[str, Any]) -> dict[str, Any]:
            return graphs.told(said, *place)

        def run() -> types.CallToolResult:
            deadline = Deadline(tool.time_ms, lambda: watch.cancelled, report, in_turns=True)
            try:
                with watched(watch), sharing(Sharing(_HERE_MS, graphs.caller)):
                    found = tool.run(Call(graphs, deadline, meta), given)
                return _succeeded(told(found.model_dump(mode="json", exclude_unset=True, by_alias=True)), told(meta))
            except FingerpostError as error:
                return _failed(tool.name, error, told)
            finally:
                deadline.leave()

        try:
            async with self._share_of(graphs.caller):
                return await anyio.to_thread.run_sync(run, abandon_on_cancel=True, limiter=self._limiter)
        except anyio.get_cancelled_exc_class():
            watch.cancel()
            raise
        except Exception as error:  # a bug of ours: its message may contain what the client must not see
            _LOG.exception("%s failed", tool.name)
            return _failed(tool.name, InternalError(f"{tool.name} failed by a bug: {type(error).__name__}"))

    def _share_of(self, caller: str | None) -> AbstractAsyncContextManager[object]:
        """What a call of an API key waits for, so that no key takes all threads."""
        if caller is None:
            return nullcontext()
        if caller not in self._shares:
            self._shares[caller] = anyio.Semaphore(_OF_ONE_KEY)
        return self._shares[caller]

    async def list_resources(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        return await self._on_thread(lambda: resources.listed(self._graphs_of(context)))

    async def list_templates(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        return resources.templates()

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        return await self._on_thread(lambda: resources.read(self._graphs_of(context), params.uri))

    async def list_prompts(
        self, context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        return prompts.listed()

    async def get_prompt(self, context: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        arguments = params.arguments or {}
        return await self._on_thread(lambda: prompts.made(self._graphs_of(context), params.name, arguments))

    async def _on_thread(self, read: Callable[[], _Read]) -> _Read:
        try:
            return await anyio.to_thread.run_sync(read, abandon_on_cancel=True, limiter=self._limiter)
        except FingerpostError as error:
            raise MCPError(_INVALID_PARAMS, error.message, error.to_json()["error"]) from None


@cache
def _described(name: str) -> types.Tool:
    """A tool as clients see it; made once, because every call and every list of tools needs it."""
    tool = TOOLS[name]
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.takes.model_json_schema(by_alias=True),
        output_schema=_output_schema(tool.gives),
        annotations=types.ToolAnnotations(
            title=tool.title,
            read_only_hint=tool.reads,
            destructive_hint=tool.destroys,
            idempotent_hint=tool.repeats,
            open_world_hint=False,
        ),
        _meta={"ui": {"resourceUri": tool.app}} if tool.app else None,
    )


_ERROR = {
    "error": {"type": "string", "description": "Of an error: what is wrong."},
    "tool": {"type": "string"},
    "code": {"type": "string", "description": "Of an error: its stable code."},
    "hint": {"type": ["string", "null"]},
    "details": {"type": "object"},
}


def _output_schema(gives: type[Gives]) -> dict[str, Any]:
    """What a tool gives, or an error: clients check the results of failed calls, too."""
    schema = gives.model_json_schema()
    if "required" not in schema:
        return schema
    either = [{"required": schema.pop("required")}, {"required": ["error", "tool", "code"]}]
    return {**schema, "properties": {**_ERROR, **schema["properties"]}, "anyOf": either}


def _succeeded(found: dict[str, Any], meta: dict[str, Any]) -> types.CallToolResult:
    content = [types.TextContent(type="text", text=json.dumps(found, indent=2, ensure_ascii=False))]
    return types.CallToolResult(content=content, structured_content=found, _meta=meta or None)


def _failed(
    tool: str, error: FingerpostError, told: Callable[[dict[str, Any]], dict[str, Any]] = dict
) -> types.CallToolResult:
    """An error as a result, which the model reads and can react to."""
    said = {"error": error.message, "tool": tool, "code": error.code, "hint": error.hint, "details": error.details}
    short = _shortened(told(json.loads(json.dumps(said, default=str))))
    text = json.dumps(short, indent=2, ensure_ascii=False)
    content = [types.TextContent(type="text", text=text)]
    return types.CallToolResult(content=content, structured_content=short, is_error=True)


def _shortened(said: Any) -> Any:
    """What an error says, with the beginnings of long texts: it may repeat what the client has sent."""
    if isinstance(said, dict):
        return {name: _shortened(value) for name, value in said.items()}
    if isinstance(said, list):
        return [_shortened(value) for value in said]
    if isinstance(said, str) and len(said) > _LONGEST_TEXT:
        return f"{said[:_LONGEST_TEXT]}... ({len(said):,} characters)"
    return said


def _invalid(error: ValidationError) -> FingerpostError:
    problems = [{"place": ".".join(map(str, p["loc"])), "problem": p["msg"]} for p in error.errors()]
    said = "; ".join(f"{p['place']}: {p['problem']}" for p in problems[:5])
    return FingerpostError(f"Input validation error: {said}", code="input.invalid", details={"problems": problems[:20]})
