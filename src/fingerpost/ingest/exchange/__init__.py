"""Reads and writes graphs as text in common exchange formats."""

from fingerpost.ingest.exchange.formats import EXPORTS, IMPORTS, read_graph, write_graph
from fingerpost.ingest.exchange.graph import ExchangedEdge, ExchangedGraph, ExchangedNode

__all__ = [
    "EXPORTS",
    "IMPORTS",
    "ExchangedEdge",
    "ExchangedGraph",
    "ExchangedNode",
    "read_graph",
    "write_graph",
]
