"""Loads the graph that a Joern server holds, through the server: what its export has, without an export."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, Final

from fingerpost.core.cells import Cell
from fingerpost.core.errors import SourceError, StoreError
from fingerpost.core.limits import Limits
from fingerpost.core.places import shown
from fingerpost.domains.code.loader.code_graph import KEPT_EDGES, CodeGraph
from fingerpost.domains.code.loader.export_file import ABSENT, IGNORED, camel, shortened
from fingerpost.domains.code.loader.records import records_of
from fingerpost.ingest import LoadContext, Record
from fingerpost.stores import JoernClient

_PAGE: Final = 20_000
"""Nodes that are asked for at once; a page of them with their edges is some megabytes."""
_PATIENT: Final = Limits(time_ms=300_000, memory_mb=1024)
_IGNORED: Final = frozenset(map(camel, IGNORED))
_EDGES: Final = (
    f"outE.filter(e => Set({', '.join(map(json.dumps, sorted(KEPT_EDGES)))}).contains(e.label))"
    '.map(e => (e.label, e.src.id, e.dst.id, Option(e.property).getOrElse("").toString)).toJson'
)
_COUNTS: Final = "List(cpg.all.size, cpg.all.outE.size).iterator.toJson"


class ServerCodeLoader:
    """Reads a code property graph from a Joern server (`joern://user:password@host:8080?cpg=name`); it is only read."""

    name: ClassVar[str] = "joern"
    summary: ClassVar[str] = "code property graph on a Joern server (joern://...)"
    pack: ClassVar[str | None] = "code"
    takes_urls: ClassVar[bool] = True

    def __init__(self, url: str = "") -> None:
        self._url = url

    def recognises(self, path: Path) -> bool:
        """False: it reads what a URL names, never a file."""
        return False

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the nodes, then the relationships; `path` stands for the server in citations.

        Raises:
            SourceError: `source.unavailable`: the server cannot be reached or asked; `source.format`: its graph has no
                methods; `source.changed`: another graph was opened there, or it was changed, while it was read.
        """
        try:
            graph = self._graph(context)
        except StoreError as error:
            raise SourceError(str(error), code="source.unavailable", hint=error.hint, details=error.details) from error
        if "METHOD" not in graph.label.values():
            raise SourceError("the server's graph has no METHOD nodes", code="source.format")
        return records_of(graph, context, context.add_file(path, url=shown(self._url)))

    def _graph(self, context: LoadContext) -> CodeGraph:
        client = JoernClient(self._url)
        before = client.value(_COUNTS, _PATIENT)
        graph = CodeGraph()
        for page in _pages(before[0]):
            for node in client.value(f"{page}.toJson", _PATIENT):
                _add_node(graph, node)
            context.advance(_PAGE)
        for page in _pages(before[0]):
            for kind, start, end, variable in map(_tuple, client.value(f"{page}.{_EDGES}", _PATIENT)):
                graph.add_edge(kind, str(start), str(end), variable or None)
            context.advance(_PAGE)
        graph.left_out = _left_out(client)
        if client.value(_COUNTS, _PATIENT) != before:
            raise SourceError("the server's graph changed while it was read", code="source.changed")
        return graph


def _pages(nodes: int) -> Iterator[str]:
    return (f"cpg.all.drop({first}).take({_PAGE})" for first in range(0, nodes, _PAGE))


def _tuple(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[f"_{at}"] for at in range(1, len(row) + 1))


def _add_node(graph: CodeGraph, node: dict[str, Any]) -> None:
    ident, label = str(node["_id"]), str(node["_label"])
    found: dict[str, Cell] = {}
    for name, value in node.items():
        if name.startswith("_") or name in _IGNORED or isinstance(value, list | dict) or value in ABSENT:
            continue
        found[name] = shortened(value) if isinstance(value, str) else value
    graph.label[ident], graph.attributes[ident] = label, found


def _left_out(client: JoernClient) -> dict[str, int]:
    counted = client.value("cpg.all.outE.groupCount(_.label).iterator.toJson", _PATIENT)
    return {kind: count for each in counted for kind, count in each.items() if kind not in KEPT_EDGES}
