"""Reads the folder of CSV files that `joern-export --format neo4jcsv` writes: headers, and rows of each kind.

Joern writes it with a fraction of the memory that GraphML takes, so it is the form for large code bases.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from sys import intern
from typing import Final

from fingerpost.core.cells import Cell
from fingerpost.core.errors import SourceError
from fingerpost.domains.code.loader.code_graph import KEPT_EDGES, CodeGraph
from fingerpost.domains.code.loader.export_file import ABSENT, IGNORED, camel, shortened
from fingerpost.ingest import LoadContext, TextSource

SIGN: Final = "nodes_METHOD_header.csv"
METHODS: Final = "nodes_METHOD_data.csv"
_HEADER: Final = "_header.csv"
_LONGEST_FIELD: Final = 1 << 26


def read_folder(folder: Path, context: LoadContext, graph: CodeGraph) -> None:
    """Add the nodes and edges of a folder to the graph.

    Raises:
        SourceError: `source.missing`, or `source.format` with the file.
    """
    csv.field_size_limit(max(csv.field_size_limit(), _LONGEST_FIELD))
    for header in sorted(folder.glob(f"nodes_*{_HEADER}")):
        _nodes(header, context, graph)
    for header in sorted(folder.glob(f"edges_*{_HEADER}")):
        _edges(header, context, graph)
    if "METHOD" not in graph.label.values():
        message = f"{folder} is not a code property graph: it has no METHOD nodes"
        raise SourceError(message, code="source.format", details={"file": str(folder)})


def _nodes(header: Path, context: LoadContext, graph: CodeGraph) -> None:
    columns = _columns(header, context)
    ident, label = _place(columns, ":ID", header), _place(columns, ":LABEL", header)
    properties = [(at, camel(name), kind) for at, (name, kind) in enumerate(columns) if name[:1] != ":"]
    properties = [one for one in properties if columns[one[0]][0] not in IGNORED]
    rows = _Rows(header, context)
    for row in rows:
        if len(row) != len(columns) or not row[ident] or not row[label]:
            context.problems.add("bad-record", f"{rows.place}: a row of {len(row)} fields")
            continue
        found: dict[str, Cell] = {}
        for at, name, kind in properties:
            text = row[at]
            if text in ABSENT:
                continue
            if kind == "int":
                try:
                    found[name] = int(text)
                except ValueError:
                    context.problems.add("bad-value", f"{rows.place}: {name} is {text[:40]!r}")
            else:
                found[name] = text == "true" if kind == "boolean" else intern(shortened(text))
        node = intern(row[ident])
        graph.label[node] = intern(row[label])
        graph.attributes[node] = found


def _edges(header: Path, context: LoadContext, graph: CodeGraph) -> None:
    columns = _columns(header, context)
    start, end, kind = (_place(columns, name, header) for name in (":START_ID", ":END_ID", ":TYPE"))
    variable = next((at for at, (name, _) in enumerate(columns) if name in ("VARIABLE", "property")), None)
    type_ = header.name.removeprefix("edges_").removesuffix(_HEADER)
    rows = _Rows(header, context)
    if type_ not in KEPT_EDGES:
        graph.left_out[type_] = graph.left_out.get(type_, 0) + sum(1 for _ in rows)
        return
    label, add, width = graph.label, graph.add_edge, len(columns)
    for row in rows:
        if len(row) == width and row[start] in label and row[end] in label:
            add(row[kind], row[start], row[end], row[variable] or None if variable is not None else None)
        else:
            context.problems.add("bad-record", f"{rows.place}: an edge without its nodes")


def _columns(header: Path, context: LoadContext) -> list[tuple[str, str]]:
    """Name and type of each column; names of columns that tell ends, labels and types begin with a colon."""
    with TextSource(header, context) as source:
        names = next(csv.reader([source.head.strip()]), [])
    split = [(f":{name[1:]}", "") if name.startswith(":") else name.partition(":")[::2] for name in names]
    return [(name, kind) for name, kind in split]


def _place(columns: list[tuple[str, str]], name: str, header: Path) -> int:
    for at, (each, _) in enumerate(columns):
        if each == name:
            return at
    raise SourceError(f"{header} has no column {name}", code="source.format", details={"file": str(header)})


class _Rows:
    """The rows of the file that belongs to a header; none without a file. `place` is where the last one ends."""

    def __init__(self, header: Path, context: LoadContext) -> None:
        self._data = header.with_name(header.name.replace(_HEADER, "_data.csv"))
        self._context = context
        self._reader = csv.reader(())

    @property
    def place(self) -> str:
        return f"{self._data}:{self._reader.line_num}"

    def __iter__(self) -> Iterator[list[str]]:
        if not self._data.exists() or not self._data.stat().st_size:
            return
        with TextSource(self._data, self._context) as source:
            self._reader = csv.reader(source)
            try:
                yield from self._reader
            except csv.Error as error:
                raise source.error(f"is not CSV: {error}", self._reader.line_num) from error
