"""Tools: their arguments, results and functions; the table of all tools."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from fingerpost.engine import Deadline, KnowledgeBase
from fingerpost.surfaces.mcp.graphs import DEFAULT, Graphs, Shape

TIME_MS = 20_000
"""The time limit of one call without its queries, in milliseconds."""


def read_json(given: object) -> object:
    """What a JSON text holds, for lists that a model sends as text; anything else as it is."""
    if isinstance(given, str) and given.lstrip().startswith("["):
        try:
            return json.loads(given)
        except (ValueError, RecursionError):
            return given
    return given


class Given(BaseModel):
    """Base of arguments of tools; unknown ones are refused."""

    model_config = ConfigDict(extra="forbid")


class OnGraph(Given):
    """Base of arguments of tools that work on one graph."""

    graph: str = Field(default=DEFAULT, description="The name of the graph.", min_length=1, max_length=200)


class OnDocuments(OnGraph):
    """Base of arguments of tools that may ask documents."""

    namespace: str = Field(
        default="", description="The namespace of the documents: a user, session or group.", max_length=100
    )


class Gives(BaseModel):
    """Base of results of tools. Fields that were not set are not sent."""


G = TypeVar("G", bound=Given)
R = TypeVar("R", bound=Gives)


@dataclass(frozen=True)
class Call:
    """One call: the graphs of its client, and its deadline, which also tells how far it is."""

    graphs: Graphs
    deadline: Deadline
    meta: dict[str, Any] = field(default_factory=dict)
    """What the result holds for the client's program, not for the model."""

    def within(self, given: OnDocuments) -> AbstractContextManager[KnowledgeBase]:
        """What a tool asks, for the length of a block. Raises as `Graphs.within` does."""
        return self.graphs.within(given.graph, given.namespace)

    def shape(self, graph: str) -> Shape:
        """The topology of a graph. Raises as `Graphs.shape` does."""
        return self.graphs.shape(graph, self.deadline)


@dataclass(frozen=True)
class Tool(Generic[G, R]):
    """A tool of the server.

    `reads`: nothing is changed. `destroys`: something may be removed or replaced. `repeats`: repeating the call changes
    nothing more. `app`: the resource with the page that shows its results (MCP Apps). `time_ms`: its time limit.
    """

    name: str
    title: str
    description: str
    takes: type[G]
    gives: type[R]
    run: Callable[[Call, G], R]
    reads: bool
    destroys: bool
    repeats: bool
    app: str | None = None
    time_ms: int = TIME_MS


TOOLS: dict[str, Tool[Any, Any]] = {}


def tool(
    title: str,
    *,
    reads: bool = False,
    destroys: bool = False,
    repeats: bool = False,
    app: str | None = None,
    time_ms: int = TIME_MS,
) -> Callable[[Callable[[Call, G], R]], Callable[[Call, G], R]]:
    """Register a function as a tool: its name and docstring describe the tool, its annotations are the schemas."""

    def entered(run: Callable[[Call, G], R]) -> Callable[[Call, G], R]:
        import inspect
        from typing import get_type_hints

        hints = get_type_hints(run)
        name = run.__name__.rstrip("_")
        description = inspect.cleandoc(run.__doc__ or "")
        takes, gives = hints["given"], hints["return"]
        TOOLS[name] = Tool(name, title, description, takes, gives, run, reads, destroys, repeats or reads, app, time_ms)
        return run

    return entered
