"""Tools that show a graph in the browser, and in the chat where the client takes MCP Apps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import Field

from fingerpost.core.cells import Cell
from fingerpost.core.errors import FingerpostError
from fingerpost.engine import Deadline, Topology
from fingerpost.surfaces.mcp.graphs import Graphs
from fingerpost.surfaces.mcp.registry import TIME_MS, Call, Given, Gives, OnGraph, tool
from fingerpost.surfaces.page import drawn

APP = "ui://fingerpost/graph"
"""The resource with the page, for MCP Apps."""
GRAPH = "fingerpost/graph"
"""The key of a result's `_meta` with the graph to draw, which the model does not read."""
_LONGEST = 20_000


@dataclass(frozen=True)
class Shown:
    """One graph of a client, for a page."""

    graphs: Graphs
    name: str

    def stamp(self) -> str:
        """See `GraphSource`."""
        return self.graphs.state(self.name).stamp

    def topology(self) -> Topology:
        """See `GraphSource`."""
        return self.graphs.shape(self.name, Deadline(TIME_MS)).topology

    def cells(self, query: str) -> Iterator[Cell]:
        """See `GraphSource`."""
        state = self.graphs.state(self.name)
        result = self.graphs.cache.run(self.name, state, state.context.gate.check(query))
        return (cell for row in result.rows for cell in row)


class Visualise(OnGraph):
    filter: str | None = Field(
        default=None, description="A Cypher query; only what it returns is shown.", max_length=_LONGEST
    )


class Visualised(Gives):
    url: str = Field(description="The address of the page, on the machine of this server. Show it to the user.")
    graph: str
    filter: str | None
    node_count: int = Field(description="Nodes of the whole graph.")
    edge_count: int = Field(description="Relationships of the whole graph.")
    shown_nodes: int = Field(description="Nodes that the page shows at first.")
    shown_edges: int
    message: str


@tool("Show a graph", repeats=True, app=APP)
def visualize_graph(call: Call, given: Visualise) -> Visualised:
    """Open a page that shows a graph in the browser: give its url to the user. It follows every change. Filter: a
    Cypher query that returns nodes, relationships or paths, not properties; without one, up to 500 nodes are shown.

    Example: {"filter": "MATCH (a:Person)-[r]->(b) RETURN a, r, b"}
    """
    source = Shown(call.graphs, given.graph)
    query = (given.filter or "").strip()
    topology = source.topology()
    drawing = drawn(source, topology, query)
    url = call.graphs.viewer.show(source, query)
    counts = {"node_count": len(topology.vertices), "edge_count": topology.edge_count}
    call.meta[GRAPH] = {"graph": given.graph, "filter": query, **counts, **drawing.to_json(topology)}
    return Visualised(
        url=url,
        graph=given.graph,
        filter=query or None,
        **counts,
        shown_nodes=len(drawing.nodes),
        shown_edges=len(drawing.edges),
        message=_message(query, len(drawing.nodes), drawing.cut),
    )


def _message(query: str, shown: int, cut: bool) -> str:
    if query and not shown:
        return "The filter shows nothing: it must return nodes, relationships or paths, such as RETURN a, r, b."
    more = f" Only {shown:,} nodes are shown; the page can search for others." if cut else ""
    return f"Open the url in a browser on this machine.{more}"


class NewFilter(OnGraph):
    filter: str = Field(description="A Cypher query; only what it returns is shown. Empty: all.", max_length=_LONGEST)


class Filtered(Gives):
    success: bool
    graph: str
    filter: str | None
    message: str | None = None
    shown_nodes: int | None = None
    shown_edges: int | None = None
    error: str | None = Field(default=None, description="Why the filter was not changed.")
    code: str | None = None


@tool("Change what is shown", repeats=True)
def update_visualization_filter(call: Call, given: NewFilter) -> Filtered:
    """Change the filter of the page that shows a graph, without loading it again. An empty one shows the whole graph.

    Example: {"filter": "MATCH p = (a {label: 'Ann'})-[*1..2]-() RETURN p"}
    """
    query = given.filter.strip()
    view = call.graphs.viewer.view(given.graph)
    if view is None:
        reason = f"the graph {given.graph} is not shown: call visualize_graph first"
        return Filtered(success=False, graph=given.graph, filter=query or None, error=reason, code="page.ended")
    source = Shown(call.graphs, given.graph)
    try:
        drawing = drawn(source, source.topology(), query)
    except FingerpostError as error:
        return Filtered(success=False, graph=given.graph, filter=query or None, error=error.message, code=error.code)
    view.query = query
    return Filtered(
        success=True,
        graph=given.graph,
        filter=query or None,
        message=_message(query, len(drawing.nodes), drawing.cut) if query else "The whole graph is shown.",
        shown_nodes=len(drawing.nodes),
        shown_edges=len(drawing.edges),
    )


class NoArguments(Given):
    """No arguments."""


class Stopped(Gives):
    success: bool
    message: str


@tool("Stop showing graphs", repeats=True)
def stop_visualization(call: Call, given: NoArguments) -> Stopped:
    """End all pages that show graphs. Example: {}"""
    ended = call.graphs.viewer.stop()
    return Stopped(success=True, message="The pages have ended." if ended else "No page was open.")
