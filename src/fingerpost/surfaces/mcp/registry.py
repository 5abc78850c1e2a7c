"""A tool: what it takes, what it gives, what it does; and the table of all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from fingerpost.engine import Deadline
from fingerpost.surfaces.mcp.graphs import DEFAULT, Graphs

TIME_MS = 20_000
"""What one call may take besides its queries, in milliseconds."""


class Given(BaseModel):
    """Base of what tools take: nothing but what is named."""

    model_config = ConfigDict(extra="forbid")


class OnGraph(Given):
    """What a tool takes that works on one graph."""

    graph: str = Field(default=DEFAULT, description="The name of the graph.", min_length=1, max_length=200)


class Gives(BaseModel):
    """Base of what tools give. What was not set is not sent."""


G = TypeVar("G", bound=Given)
R = TypeVar("R", bound=Gives)


@dataclass(frozen=True)
class Call:
    """One call: the graphs of its client, until when, and whom to tell how far it is (done, of how many, what)."""

    graphs: Graphs
    deadline: Deadline
    progress: Callable[[float, float, str], None] = lambda _done, _total, _what: None


@dataclass(frozen=True)
class Tool(Generic[G, R]):
    """A tool of the server.

    `reads` says that nothing is changed; `destroys` that something may be removed or replaced; `repeats` that the same
    call again changes nothing more.
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


TOOLS: dict[str, Tool[Any, Any]] = {}


def tool(
    title: str, *, reads: bool = False, destroys: bool = False, repeats: bool = False
) -> Callable[[Callable[[Call, G], R]], Callable[[Call, G], R]]:
    """Enter a function into the table: its name and docstring are those of the tool, its annotations the schemas."""

    def entered(run: Callable[[Call, G], R]) -> Callable[[Call, G], R]:
        import inspect
        from typing import get_type_hints

        hints = get_type_hints(run)
        name = run.__name__.rstrip("_")
        description = inspect.cleandoc(run.__doc__ or "")
        takes, gives = hints["given"], hints["return"]
        TOOLS[name] = Tool(name, title, description, takes, gives, run, reads, destroys, repeats or reads)
        return run

    return entered
