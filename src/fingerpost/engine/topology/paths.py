"""Finds paths and cycles within a time limit."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from fingerpost.engine.topology.deadline import Deadline
from fingerpost.engine.topology.shape import Topology


def shortest_path(topology: Topology, source: str, target: str, deadline: Deadline) -> list[str] | None:
    """The ids along a shortest path in the direction of the relationships; None if there is none.

    Raises as the deadline does.
    """
    deadline.begin("looking for a path", len(topology.vertices))
    came: dict[str, str | None] = {source: None}
    waiting = deque([source])
    while waiting and target not in came:
        deadline.check()
        at = waiting.popleft()
        for other in topology.after[at]:
            if other not in came:
                came[other] = at
                waiting.append(other)
    if target not in came:
        return None
    path = []
    at_: str | None = target
    while at_ is not None:
        path.append(at_)
        at_ = came[at_]
    return path[::-1]


def all_paths(
    topology: Topology, source: str, target: str, longest: int | None, deadline: Deadline
) -> Iterator[list[str]]:
    """Generate the paths of at most the given length that visit no node twice. Raises as the deadline does."""
    if source == target:
        yield [source]
        return
    most = len(topology.vertices) - 1 if longest is None else min(longest, len(topology.vertices) - 1)
    steps = _steps_to(topology, target, deadline)
    deadline.begin("looking for paths")
    if steps.get(source, most + 1) > most:
        return
    path, visited = [source], {source}
    waiting = [iter(topology.after[source])]
    while waiting:
        deadline.check()
        following = next(waiting[-1], None)
        if following is None:
            waiting.pop()
            visited.discard(path.pop())
        elif following == target:
            yield [*path, target]
        elif following not in visited and len(path) + steps.get(following, most) <= most:
            path.append(following)
            visited.add(following)
            waiting.append(iter(topology.after[following]))


def _steps_to(topology: Topology, target: str, deadline: Deadline) -> dict[str, int]:
    """The distance of each node that can reach a target."""
    deadline.begin("measuring distances", len(topology.vertices))
    steps = {target: 0}
    waiting = deque([target])
    while waiting:
        deadline.check()
        at = waiting.popleft()
        for other in topology.before[at]:
            if other not in steps:
                steps[other] = steps[at] + 1
                waiting.append(other)
    return steps


def cycles(topology: Topology, deadline: Deadline) -> Iterator[list[str]]:
    """Generate the elementary cycles, each once, beginning with its first name. Raises as the deadline does."""
    import networkx

    graph = networkx.DiGraph()
    graph.add_nodes_from(topology.vertices)
    deadline.begin("looking for cycles")
    for source, targets in topology.after.items():
        deadline.check()
        graph.add_edges_from((source, target) for target in targets)
    for cycle in networkx.simple_cycles(graph):
        deadline.check()
        first = min(range(len(cycle)), key=lambda at: topology.name(cycle[at]))
        yield [*cycle[first:], *cycle[:first]]
