"""The structure of a graph in memory, for what queries cannot express: paths, cycles, ranks, components."""

from fingerpost.engine.topology.deadline import Deadline
from fingerpost.engine.topology.names import Names
from fingerpost.engine.topology.paths import all_paths, cycles, shortest_path
from fingerpost.engine.topology.ranks import pagerank, redundant
from fingerpost.engine.topology.shape import Edge, Topology, Vertex, topology_of

__all__ = [
    "Deadline",
    "Edge",
    "Names",
    "Topology",
    "Vertex",
    "all_paths",
    "cycles",
    "pagerank",
    "redundant",
    "shortest_path",
    "topology_of",
]
