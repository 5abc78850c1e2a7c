"""Tools for graph analysis: paths, cycles, ranks, components."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from pydantic import BaseModel, Field

from fingerpost.engine import (
    Deadline,
    ForgetRelations,
    Topology,
    all_paths,
    cycles,
    pagerank,
    redundant,
    shortest_path as shortest,
)
from fingerpost.surfaces.mcp.graphs import Shape
from fingerpost.surfaces.mcp.paging import begun, page
from fingerpost.surfaces.mcp.registry import Call, Gives, OnGraph, tool

MOST = 10_000
"""The maximum number of paths or cycles to search for."""
PAGE = 100
MOST_RANKED = 1_000
"""The number of nodes in a page of a ranking, and of names that are shown of a component."""


class Between(OnGraph):
    source: str = Field(description="The name of the node where the path begins.")
    target: str = Field(description="The name of the node where the path ends.")


class StepShown(BaseModel):
    source: str
    relations: list[str] = Field(description="The relations that lead from source to target.")
    target: str


class PathFound(Gives):
    path: list[str] | None = Field(description="The names along the path; null if there is none.")
    length: int | None = Field(default=None, description="The number of steps.")
    steps: list[StepShown] | None = Field(default=None, description="The steps with their relations.")
    reason: str | None = Field(default=None, description="Why there is no path.")
    resolved: dict[str, str] | None = Field(
        default=None, description="Inexact names and the nodes that they were taken for."
    )


def ends(shape: Shape, source: str, target: str) -> tuple[str, str, dict[str, str]]:
    """The ids of two nodes by name, and the inexact names. Raises as `Names.find` does."""
    ids = shape.names.find(source), shape.names.find(target)
    resolved = {}
    for given, id_ in zip((source, target), ids, strict=True):
        name = shape.topology.name(id_)
        if given not in (id_, name):
            resolved[given] = name
    return (*ids, resolved)


@tool("Shortest path", reads=True)
def shortest_path(call: Call, given: Between) -> PathFound:
    """Find the shortest path from one node to another, following the direction of relationships.

    `steps` has the relations of each step. Example: {"source": "Ann", "target": "Oslo"} gives path ["Ann", "Acme",
    "Oslo"], length 2.
    """
    shape = call.shape(given.graph)
    source, target, resolved = ends(shape, given.source, given.target)
    topology = shape.topology
    path = shortest(topology, source, target, call.deadline)
    if path is None:
        found = PathFound(path=None, reason=no_way(topology, source, target, call.deadline))
    else:
        found = PathFound(path=[topology.name(id_) for id_ in path], length=len(path) - 1)
        steps = steps_of(topology, path)
        found = found.model_copy(update={"steps": steps}) if steps else found
    return found.model_copy(update={"resolved": resolved}) if resolved else found


def steps_of(topology: Topology, path: Sequence[str]) -> list[StepShown]:
    """The steps of a path of ids."""
    return [
        StepShown(
            source=topology.name(source),
            relations=topology.relations(source, target),
            target=topology.name(target),
        )
        for source, target in pairwise(path)
    ]


def no_way(topology: Topology, source: str, target: str, deadline: Deadline) -> str:
    """Why no path leads from one node to another. Raises as the deadline does."""
    names = topology.name(source), topology.name(target)
    if shortest(topology, target, source, deadline) is not None:
        return f"no path leads from {names[0]} to {names[1]}; one leads from {names[1]} to {names[0]}"
    if target in topology.around(source, deadline):
        return f"{names[0]} and {names[1]} are joined, but by no path in the direction of the relationships"
    return f"{names[0]} and {names[1]} are in different components: nothing joins them"


class AllPaths(Between):
    max_length: int | None = Field(default=None, ge=0, description="Maximum number of steps.")
    limit: int = Field(default=PAGE, ge=1, le=1_000, description="Paths per page.")
    cursor: str | None = Field(default=None, description="next_cursor of the previous page.")


class PathsFound(Gives):
    paths: list[list[str]]
    count: int = Field(description="The total number of paths found.")
    reason: str | None = Field(default=None, description="Why there is no path.")
    truncated: bool | None = Field(default=None, description="Whether there are more than the limit.")
    next_cursor: str | None = Field(default=None, description="Pass it as cursor to get the next page.")
    resolved: dict[str, str] | None = None


@tool("All paths", reads=True)
def all_paths_(call: Call, given: AllPaths) -> PathsFound:
    """Find all paths from one node to another that visit no node twice, shortest first. Set max_length: a dense graph
    has very many. Example: {"source": "Ann", "target": "Oslo", "max_length": 3}"""
    shape = call.shape(given.graph)
    source, target, resolved = ends(shape, given.source, given.target)
    topology, state = shape.topology, _of(given.graph, shape)
    found, truncated = collected(call, all_paths(topology, source, target, given.max_length, call.deadline), "paths")
    paths = named(topology, found)
    shown, cursor = page(paths, begun(given.cursor, state), given.limit, state)
    update: dict[str, object] = {}
    if not paths:
        longer = given.max_length is not None and shortest(topology, source, target, call.deadline) is not None
        steps = f"no path has at most {given.max_length} steps"
        update["reason"] = steps if longer else no_way(topology, source, target, call.deadline)
    update |= {"truncated": True} if truncated else {}
    update |= {"next_cursor": cursor} if cursor else {}
    update |= {"resolved": resolved} if resolved else {}
    return PathsFound(paths=list(shown), count=len(paths)).model_copy(update=update)


def collected(call: Call, search: Iterator[list[str]], what: str) -> tuple[list[list[str]], bool]:
    """The results of a search, at most so many, and whether there are more; progress says how many were found."""
    found: list[list[str]] = []
    for one in search:
        if len(found) == MOST:
            return found, True
        found.append(one)
        call.deadline.doing = f"{len(found):,} {what} found"
    return found, False


def named(topology: Topology, paths: Sequence[Sequence[str]]) -> list[list[str]]:
    """Paths of ids as paths of names, the shortest first."""
    return sorted(([topology.name(id_) for id_ in path] for path in paths), key=lambda path: (len(path), path))


def _of(graph: str, shape: Shape) -> str:
    """The state that a cursor belongs to."""
    return f"{graph}/{shape.state.stamp}"


class Top(OnGraph):
    top_n: int | None = Field(default=None, ge=1, description="Number of nodes to rank; default: all.")
    limit: int = Field(default=MOST_RANKED, ge=1, le=10_000, description="Nodes per page.")
    cursor: str | None = Field(default=None, description="next_cursor of the previous page.")


class Ranked(BaseModel):
    label: str
    score: float


class Rankings(Gives):
    rankings: list[Ranked]
    next_cursor: str | None = Field(default=None, description="Pass it as cursor to get the next page.")


@tool("PageRank", reads=True)
def pagerank_(call: Call, given: Top) -> Rankings:
    """Rank nodes by PageRank, most important first: a node is important if important nodes point to it.

    Example: {"top_n": 5}
    """
    shape = call.shape(given.graph)
    topology, state = shape.topology, _of(given.graph, shape)
    ranks = pagerank(topology, call.deadline)
    order = sorted(ranks, key=lambda id_: (-ranks[id_], topology.name(id_)))[: given.top_n]
    shown, cursor = page(order, begun(given.cursor, state), given.limit, state)
    found = Rankings(rankings=[Ranked(label=topology.name(id_), score=ranks[id_]) for id_ in shown])
    return found.model_copy(update={"next_cursor": cursor}) if cursor else found


class DegreeRanked(BaseModel):
    label: str
    in_degree: float = Field(description="The share of other nodes with a relationship to it.")
    out_degree: float = Field(description="The share of other nodes that it has a relationship to.")
    total: float


class Degrees(Gives):
    rankings: list[DegreeRanked]
    next_cursor: str | None = None


@tool("Degree centrality", reads=True)
def degree_centrality(call: Call, given: Top) -> Degrees:
    """Rank nodes by the share of other nodes that they are connected to. Example: {"top_n": 5}"""
    shape = call.shape(given.graph)
    topology, state = shape.topology, _of(given.graph, shape)
    ranked = sorted(map(partial(degree, topology), topology.vertices), key=lambda one: (-one.total, one.label))
    shown, cursor = page(ranked[: given.top_n], begun(given.cursor, state), given.limit, state)
    degrees = Degrees(rankings=list(shown))
    return degrees.model_copy(update={"next_cursor": cursor}) if cursor else degrees


def degree(topology: Topology, id_: str) -> DegreeRanked:
    """The degrees of a node, as shares of the other nodes; all are 1 for the only node of a graph."""
    others = len(topology.vertices) - 1
    if not others:
        return DegreeRanked(label=topology.name(id_), in_degree=1.0, out_degree=1.0, total=1.0)
    inward, outward = len(topology.before[id_]) / others, len(topology.after[id_]) / others
    return DegreeRanked(label=topology.name(id_), in_degree=inward, out_degree=outward, total=inward + outward)


class ComponentsOf(OnGraph):
    limit: int = Field(default=PAGE, ge=1, le=1_000, description="Components per page.")
    cursor: str | None = Field(default=None, description="next_cursor of the previous page.")


class Components(Gives):
    components: list[list[str]] = Field(description="The names in each component, at most 1,000.")
    count: int = Field(description="The total number of components.")
    truncated: bool | None = Field(default=None, description="Whether a component has more names than are shown.")
    sizes: list[int] | None = Field(default=None, description="If truncated: the number of nodes of each component.")
    next_cursor: str | None = None


@tool("Connected components", reads=True)
def connected_components(call: Call, given: ComponentsOf) -> Components:
    """Find groups of nodes that are connected in any direction, largest first. Example: {"graph": "notes"}"""
    shape = call.shape(given.graph)
    topology, state = shape.topology, _of(given.graph, shape)
    found = topology.components(call.deadline)
    shown, cursor = page(found, begun(given.cursor, state), given.limit, state)
    sizes = list(map(len, shown))
    update: dict[str, object] = {"truncated": True, "sizes": sizes} if max(sizes, default=0) > MOST_RANKED else {}
    update |= {"next_cursor": cursor} if cursor else {}
    names = [[topology.name(id_) for id_ in part[:MOST_RANKED]] for part in shown]
    return Components(components=names, count=len(found)).model_copy(update=update)


class CyclesOf(OnGraph):
    limit: int = Field(default=PAGE, ge=1, le=1_000, description="Cycles per page.")
    cursor: str | None = Field(default=None, description="next_cursor of the previous page.")


class Cycles(Gives):
    cycles: list[list[str]]
    has_cycles: bool
    truncated: bool | None = Field(default=None, description="Whether there are more than the limit.")
    next_cursor: str | None = None


@tool("Find cycles", reads=True)
def find_cycles(call: Call, given: CyclesOf) -> Cycles:
    """Find all cycles; a relationship from a node to itself is one.

    Example: {"graph": "notes"}
    """
    shape = call.shape(given.graph)
    topology, state = shape.topology, _of(given.graph, shape)
    if topology.acyclic:
        return Cycles(cycles=[], has_cycles=False)
    found, truncated = collected(call, cycles(topology, call.deadline), "cycles")
    shown, cursor = page(named(topology, found), begun(given.cursor, state), given.limit, state)
    update: dict[str, object] = {"truncated": True} if truncated else {}
    update |= {"next_cursor": cursor} if cursor else {}
    return Cycles(cycles=list(shown), has_cycles=True).model_copy(update=update)


class Reduce(OnGraph):
    in_place: bool = Field(default=False, description="Whether to remove the redundant relationships.")


class EdgeNamed(BaseModel):
    source: str
    target: str


class Reduced(Gives):
    edges_removed: int = Field(description="The number of redundant relationships; with in_place, of removed ones.")
    redundant: list[EdgeNamed] | None = Field(default=None, description="The redundant relationships.")
    error: str | None = Field(default=None, description="Why the graph cannot be reduced.")


@tool("Transitive reduction", destroys=True, repeats=True)
def transitive_reduction(call: Call, given: Reduce) -> Reduced:
    """Find redundant relationships: those whose nodes are also connected by a longer path. With in_place, remove
    them. The graph must have no cycles. Example: {"in_place": false}"""
    graphs = call.graphs
    topology = call.shape(given.graph).topology
    if not topology.acyclic:
        return Reduced(edges_removed=0, error="the graph has cycles: only one without can be reduced (see find_cycles)")
    pairs = redundant(topology, call.deadline)
    count = sum(len(topology.after[source][target]) for source, target in pairs)
    if given.in_place and pairs:
        writes = [ForgetRelations(source, target) for source, target in pairs]
        workspace = graphs.writing(given.graph, create=False).workspace
        workspace.write(writes, whole=True, wait=call.deadline.wait, look=call.deadline.look)
        graphs.written(given.graph)
    elif given.in_place:
        call.graphs.reading(given.graph)
    named = [EdgeNamed(source=topology.name(a), target=topology.name(b)) for a, b in sorted(pairs)]
    return Reduced(edges_removed=count, redundant=named) if named else Reduced(edges_removed=0)
