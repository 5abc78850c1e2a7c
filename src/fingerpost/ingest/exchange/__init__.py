"""Graphs as texts in the formats that tools exchange, both ways."""

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
