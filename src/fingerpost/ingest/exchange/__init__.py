"""Reads and writes graphs as text in common exchange formats."""

from fingerpost.ingest.exchange.formats import EXPORTS, IMPORTS, read_graph, write_graph
from fingerpost.ingest.exchange.graph import ExchangedEdge, ExchangedGraph, ExchangedNode
from fingerpost.ingest.exchange.mermaid import read as read_flowchart

__all__ = [
    "EXPORTS",
    "IMPORTS",
    "ExchangedEdge",
    "ExchangedGraph",
    "ExchangedNode",
    "read_flowchart",
    "read_graph",
    "write_graph",
]
