"""Which properties of a kglite graph are indexed: those that questions find nodes by.

The engine saves with the graph that there is an index, and has it again when the graph is opened. An index belongs to
the first label of nodes: where a query names another of their labels only, all nodes of that label are looked through.
"""

from __future__ import annotations

from typing import Any

import kglite

from fingerpost.core.names import said_name

_LEAST = 1_000
"""Nodes of a label from which an index is worth its room: fewer are looked through in a few hundredths of a ms."""
_MOST_EACH = 100
"""Nodes that one text of an indexed property stands for, at the mean: a text of more selects nothing."""
_NUMBERED = 0.9
"""The share of numbers that must differ: nodes are called by such a number, others are amounts."""
_LONG = 100
"""Characters of a text, at the mean of a few, from which it is prose: nobody asks for it whole."""
_A_FEW = 100
_TEXT = ("String", "str")
_MEAN = f"MATCH (n:$label) WITH n LIMIT {_A_FEW} RETURN avg(size(n[$key]))"


def index_names(graph: kglite.KnowledgeGraph) -> None:
    """Make the indexes of a graph that has been built."""
    for label, count in graph.node_type_counts().items():
        if count >= _LEAST:
            for key, about in graph.properties(label).items():
                if said_name(key) is not None and _may_name(graph, label, key, about):
                    _index(graph, label, key, about)


def _may_name(graph: kglite.KnowledgeGraph, label: str, key: str, about: dict[str, Any]) -> bool:
    if about["type"] == "Int64":
        return True
    if about["type"] not in _TEXT or about["non_null"] < _LEAST:
        return False
    found: Any = graph.cypher(_MEAN, params={"label": label, "key": key}, timeout_ms=0)
    return (found.scalar() or 0) <= _LONG


def _index(graph: kglite.KnowledgeGraph, label: str, key: str, about: dict[str, Any]) -> None:
    values, held = graph.create_index(label, key)["unique_values"], about["non_null"]
    numbered = about["type"] == "Int64" and values < _NUMBERED * held
    if numbered or values * _MOST_EACH < held:
        graph.drop_index(label, key)
