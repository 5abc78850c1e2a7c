"""Central nodes and redundant relationships."""

from __future__ import annotations

from fingerpost.core.errors import LimitExceeded
from fingerpost.engine.topology.deadline import Deadline
from fingerpost.engine.topology.shape import Topology

_DAMPING = 0.85
_ROUNDS = 100
_CLOSE = 1e-6
_MOST_REDUCED = 5_000
"""The maximum number of nodes of a graph to reduce, because the reachable nodes of each are kept in memory."""


def pagerank(topology: Topology, deadline: Deadline) -> dict[str, float]:
    """The PageRank of every node (damping 0.85), by power iteration until it changes by less than 1e-6 per node."""
    count = len(topology.vertices)
    if not count:
        return {}
    ranks = dict.fromkeys(topology.vertices, 1 / count)
    deadline.begin("ranking", count * _ROUNDS)
    for done in range(_ROUNDS):
        deadline.doing = f"ranking, round {done + 1}"
        lost = sum(rank for id_, rank in ranks.items() if not topology.after[id_])
        base = (1 - _DAMPING + _DAMPING * lost) / count
        following = dict.fromkeys(topology.vertices, base)
        for id_, targets in topology.after.items():
            deadline.check()
            share = _DAMPING * ranks[id_] / len(targets) if targets else 0.0
            for target in targets:
                following[target] += share
        change = sum(abs(following[id_] - ranks[id_]) for id_ in ranks)
        ranks = following
        if change < count * _CLOSE:
            break
    return ranks


def redundant(topology: Topology, deadline: Deadline) -> list[tuple[str, str]]:
    """The pairs of nodes that are also connected by a longer path, in a graph without cycles.

    Raises:
        LimitExceeded: `limit.memory`: the graph has too many nodes; or as the deadline raises.
    """
    if len(topology.vertices) > _MOST_REDUCED:
        message = f"only a graph of up to {_MOST_REDUCED:,} nodes can be reduced"
        raise LimitExceeded(message, code="limit.memory")
    reached: dict[str, frozenset[str]] = {}
    found = []
    deadline.begin("looking for longer paths", len(topology.vertices))
    for id_ in _from_the_end(topology):
        deadline.check()
        below: set[str] = set()
        for target in topology.after[id_]:
            below |= reached[target]
        found += [(id_, target) for target in topology.after[id_] if target in below]
        reached[id_] = frozenset(below | set(topology.after[id_]))
    return found


def _from_the_end(topology: Topology) -> list[str]:
    """The nodes, each after its successors."""
    left = {id_: len(targets) for id_, targets in topology.after.items()}
    order = [id_ for id_, count in left.items() if not count]
    for id_ in order:
        for source in topology.before[id_]:
            left[source] -= 1
            if not left[source]:
                order.append(source)
    return order
