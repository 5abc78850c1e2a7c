"""`ask_graph`: ten patterns of questions about the structure of a graph. Other questions are answered as by `ask`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pydantic import Field

from fingerpost.core.answer import Status
from fingerpost.engine import all_paths, cycles, pagerank, shortest_path as shortest
from fingerpost.surfaces.mcp.analysis import DegreeRanked, collected, degree, ends, named, no_way
from fingerpost.surfaces.mcp.graphs import Shape
from fingerpost.surfaces.mcp.registry import Call, Gives, OnGraph, tool

_TOP = 10
_HELP = (
    "what depends on X; what does X depend on; dependencies of X; dependents of X; path from X to Y; all paths from X "
    "to Y; cycles; most connected nodes; isolated nodes; connected components; or any question for `ask`"
)


class GraphQuestion(OnGraph):
    query: str = Field(description="A question, as in the examples.", min_length=1, max_length=2_000)


class Central(DegreeRanked):
    score: float = Field(description="The PageRank.")


class GraphAnswer(Gives):
    query: str
    interpretation: str | None = None
    result: str | None = Field(default=None, description="The answer in words.")
    dependents: list[str] | None = None
    dependencies: list[str] | None = None
    path: list[str] | None = None
    paths: list[list[str]] | None = None
    cycles: list[list[str]] | None = None
    rankings: list[Central] | None = None
    orphans: list[str] | None = None
    components: list[list[str]] | None = None
    rows: list[list[Any]] | None = None
    error: str | None = None
    help: str | None = None


Found = dict[str, Any]


@tool("Ask about the shape", reads=True)
def ask_graph(call: Call, given: GraphQuestion) -> GraphAnswer:
    """Answer a question about the structure of a graph: what depends on X? what does X depend on? path from X to Y; all
    paths from X to Y; cycles; most connected nodes; isolated nodes; connected components. "Depends" follows
    every relation. Use ask for all other questions.
    """
    text = re.sub(r"[?.!\s]+$", "", given.query.strip())
    for pattern, answer in _PATTERNS:
        found = pattern.fullmatch(text)
        if found is not None:
            shape = call.shape(given.graph)
            return GraphAnswer(query=given.query, **answer(call, shape, *(g.strip("\"' ") for g in found.groups())))
    answered = call.graphs.reading(given.graph).ask(given.query)
    if answered.status in (Status.ANSWERED, Status.EMPTY):
        return GraphAnswer(query=given.query, interpretation=answered.reading, result=answered.text)
    return GraphAnswer(query=given.query, error=f"this question was not understood: {answered.text}", help=_HELP)


def _names(shape: Shape, ids: Any) -> list[str]:
    return sorted(shape.topology.name(id_) for id_ in ids)


def _dependents(call: Call, shape: Shape, name: str) -> Found:
    id_ = shape.names.find(name)
    found, known = _names(shape, shape.topology.before[id_]), shape.topology.name(id_)
    said = ", ".join(found) or "Nothing"
    said = f"{said} depend{'' if len(found) > 1 else 's'} on {known}."
    return {"interpretation": f"what depends on {known}", "result": said, "dependents": found}


def _dependencies(call: Call, shape: Shape, name: str) -> Found:
    id_ = shape.names.find(name)
    found, known = _names(shape, shape.topology.after[id_]), shape.topology.name(id_)
    said = f"{known} depends on {', '.join(found) or 'nothing'}."
    return {"interpretation": f"what {known} depends on", "result": said, "dependencies": found}


def _path(call: Call, shape: Shape, source: str, target: str) -> Found:
    topology = shape.topology
    start, end, _ = ends(shape, source, target)
    path = shortest(topology, start, end, call.deadline)
    interpretation = f"shortest path from {topology.name(start)} to {topology.name(end)}"
    if path is None:
        reason = no_way(topology, start, end, call.deadline)
        return {"interpretation": interpretation, "result": f"{reason}.", "path": None}
    names = [topology.name(id_) for id_ in path]
    return {"interpretation": interpretation, "result": " -> ".join(names), "path": names}


def _paths(call: Call, shape: Shape, source: str, target: str) -> Found:
    topology = shape.topology
    start, end, _ = ends(shape, source, target)
    paths = named(topology, collected(call, all_paths(topology, start, end, None, call.deadline), "paths")[0])
    said = "; ".join(" -> ".join(path) for path in paths[:_TOP]) or f"{no_way(topology, start, end, call.deadline)}."
    interpretation = f"all paths from {topology.name(start)} to {topology.name(end)}"
    return {"interpretation": interpretation, "result": f"{len(paths)} paths: {said}", "paths": paths}


def _cycles(call: Call, shape: Shape) -> Found:
    topology = shape.topology
    found = named(topology, collected(call, cycles(topology, call.deadline), "cycles")[0])
    said = "; ".join(" -> ".join([*cycle, cycle[0]]) for cycle in found[:_TOP])
    return {
        "interpretation": "cycles",
        "result": f"{len(found)} cycles: {said}" if found else "No cycles.",
        "cycles": found,
    }


def _central(call: Call, shape: Shape) -> Found:
    """The nodes with the most neighbours, whatever the question calls them."""
    topology = shape.topology
    ranks = pagerank(topology, call.deadline)
    nodes = [Central(**degree(topology, id_).model_dump(), score=ranks[id_]) for id_ in topology.vertices]
    nodes.sort(key=lambda node: (-node.total, node.label))
    rankings = nodes[:_TOP]
    result = ", ".join(node.label for node in rankings) or "There are no nodes."
    return {"interpretation": "nodes by number of neighbours", "result": result, "rankings": rankings}


def _orphans(call: Call, shape: Shape) -> Found:
    topology = shape.topology
    found = _names(shape, (id_ for id_ in topology.vertices if not topology.after[id_] and not topology.before[id_]))
    return {"interpretation": "nodes without relationships", "result": ", ".join(found) or "None.", "orphans": found}


def _components(call: Call, shape: Shape) -> Found:
    found = [[shape.topology.name(id_) for id_ in part] for part in shape.topology.components(call.deadline)]
    said = f"{len(found)} components: {'; '.join(', '.join(part) for part in found[:_TOP])}"
    return {"interpretation": "connected components", "result": said, "components": found}


def _compiled(*rows: tuple[str, Callable[..., Found]]) -> list[tuple[re.Pattern[str], Callable[..., Found]]]:
    return [(re.compile(pattern, re.IGNORECASE), answer) for pattern, answer in rows]


_PATTERNS = _compiled(
    (r"what depends on (.+)", _dependents),
    (r"what (?:does |do )?(.+?) depends? on", _dependencies),
    (r"(?:the )?dependencies (?:of )?(.+)", _dependencies),
    (r"(?:the )?dependents (?:of )?(.+)", _dependents),
    (r"(?:the )?(?:shortest )?path from (.+?) to (.+)", _path),
    (r"how (?:to |do i |can i )?(?:get )?from (.+?) to (.+)", _path),
    (r"all (?:the )?paths? from (.+?) to (.+)", _paths),
    (r"(?:find (?:all )?|what are the |are there (?:any )?)?cycles?", _cycles),
    (r"(?:what are the )?(?:most )?(?:connected|important|central)(?: nodes)?", _central),
    (r"(?:find )?(?:orphans?|isolated|disconnected)(?: nodes)?", _orphans),
    (r"(?:find )?(?:connected )?(?:components?|clusters?)", _components),
)
