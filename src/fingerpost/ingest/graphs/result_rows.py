"""Rows of a result in JSON, as Neo4j's browser and APOC export them: columns hold nodes, relationships and paths."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from fingerpost.ingest.attributes import cells, identifier, labels_in
from fingerpost.ingest.graphs.json_stream import JsonError, JsonStream
from fingerpost.ingest.records import LoadContext, NodeRecord, Record, RelationshipRecord
from fingerpost.ingest.text_source import LINE_LIMIT, TextSource, read_head, stem
from fingerpost.plans import joined

_IDS = ("identity", "id", "elementId")
_ENDS = (("start", "startNodeElementId"), ("end", "endNodeElementId"))
_APOC = ("node", "relationship")
_DEPTH = 8
"""Levels at which elements are looked for: a list of paths has five."""
_Bad = Callable[[str], None]


def is_result(path: Path) -> bool:
    """Whether a file begins with a row of a result that has a node or a relationship in a column. Never raises."""
    head = read_head(path).decode("utf-8-sig", "replace").lstrip().removeprefix("[").lstrip()
    try:
        row, _ = json.JSONDecoder().raw_decode(head)
    except (ValueError, RecursionError):
        return False
    return isinstance(row, dict) and not _is_element(row) and any(True for _ in _elements(list(row.values())))


def result_records(path: Path, context: LoadContext) -> Iterator[Record]:
    """The nodes and relationships in the rows, each once; values that are in no element are left out, and noted.

    A record's line is the number of the first row that has it.

    Raises:
        SourceError: the file is not JSON.
    """
    file = context.add_file(path, positions="record")
    nodes: dict[str, NodeRecord] = {}
    edges: dict[str, RelationshipRecord] = {}
    left: dict[str, None] = {}
    with TextSource(path, context, guess=True) as source:
        stream = JsonStream(source.read, LINE_LIMIT)
        try:
            rows = stream.items() if stream.peek() == "[" else _values(stream)
            for number, row in enumerate(rows, 1):

                def bad(what: str, number: int = number) -> None:
                    context.problems.add("bad-value", f"{path}: record {number}: {what}")

                for name, value in row.items() if isinstance(row, dict) else ():
                    found = list(_elements(value))
                    if not found and value is not None:
                        left[name] = None
                    for element in found:
                        _add(element, nodes, edges, file, number, bad)
            stream.end()
        except JsonError as error:
            raise source.error(f"is not valid JSON: {error}", error.line) from None
    if left:
        context.notes.append(
            f"{stem(path, '.json', '.jsonl')}: {joined(list(left))} left out: in no node or relationship"
        )
    yield from nodes.values()
    yield from edges.values()


def _values(stream: JsonStream) -> Iterator[Any]:
    while stream.peek():
        yield stream.value()


def _is_element(value: Any) -> bool:
    """Whether a value is a node, or a relationship, with its properties."""
    if not isinstance(value, dict) or not isinstance(value.get("properties", {}), dict) or _id(value) is None:
        return False
    if "properties" not in value and value.get("type") not in _APOC:  # which writes none where there are none
        return False
    return isinstance(value.get("labels"), list) or value.get("type") == "node" or _is_relationship(value)


def _is_relationship(value: dict[str, Any]) -> bool:
    return isinstance(value.get("type"), str) and all(any(key in value for key in keys) for keys in _ENDS)


def _elements(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    """The elements in a value: itself, or those of a list or a path."""
    if depth == _DEPTH:
        return
    if _is_element(value):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _elements(item, depth + 1)
    elif isinstance(value, dict) and isinstance(value.get("segments"), list):
        for part in (value.get("start"), value.get("end"), value["segments"]):
            yield from _elements(part, depth + 1)
    elif isinstance(value, dict) and "relationship" in value:
        for part in (value.get("start"), value["relationship"], value.get("end")):
            yield from _elements(part, depth + 1)


def _id(value: Any) -> str | None:
    return next((found for key in _IDS if (found := identifier(value.get(key))) is not None), None)


def _add(
    element: dict[str, Any],
    nodes: dict[str, NodeRecord],
    edges: dict[str, RelationshipRecord],
    file: int,
    line: int,
    bad: _Bad,
) -> None:
    own = _id(element) or ""
    if not _is_relationship(element):
        if own not in nodes:
            nodes[own] = NodeRecord(
                own, labels_in(element.get("labels")), cells(element.get("properties", {}), bad), file, line
            )
        return
    ends = []
    for keys in _ENDS:
        end = next(element[key] for key in keys if key in element)
        if isinstance(end, dict):  # as APOC writes it, with all that the node has
            if _is_element(end):
                _add(end, nodes, edges, file, line, bad)
            end = _id(end)
        ends.append(identifier(end) or "")
    type_ = element["label"] if element["type"] == "relationship" and "label" in element else element["type"]
    if own not in edges:
        edges[own] = RelationshipRecord(
            ends[0], ends[1], str(type_), cells(element.get("properties", {}), bad), file, line
        )
