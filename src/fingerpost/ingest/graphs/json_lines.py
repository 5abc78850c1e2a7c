"""Reads graphs from JSON Lines: a folder of nodes.jsonl and rels.jsonl, one file of both, or APOC's export."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

from fingerpost.core.cells import Cell
from fingerpost.core.errors import SourceError
from fingerpost.ingest.attributes import cells, identifier, labels_in
from fingerpost.ingest.graphs.json_stream import JsonError, JsonStream, mended
from fingerpost.ingest.graphs.result_rows import is_result, result_records
from fingerpost.ingest.records import LoadContext, NodeRecord, Record, RelationshipRecord
from fingerpost.ingest.text_source import LINE_LIMIT, TextSource, read_head, stem

_NODES = "nodes.jsonl"
_RELATIONSHIPS = ("rels.jsonl", "relationships.jsonl", "edges.jsonl")
_ENDS = (("start", "end"), ("source", "target"), ("from", "to"), ("startNode", "endNode"))
"""What the ends of a relationship are called."""
_LONGEST_EMPTY = 65_536
_ELEMENT = r'\{\s*"type"\s*:\s*"(?:node|relationship)"\s*,\s*"id"'
_APOC = re.compile(rf'\s*(?:\[\s*{_ELEMENT}|\{{\s*"(?:nodes|rels)"\s*:\s*\[\s*{_ELEMENT})')
"""How a document of APOC begins: a list of elements, or one list of nodes and one of relationships."""


class JsonLinesLoader:
    """One JSON object per line: `{"id", "labels", "props"}`, `{"start", "end", "type", "props"}`, or APOC's form."""

    name: ClassVar[str] = "jsonl"
    summary: ClassVar[str] = "JSON lines: nodes.jsonl and rels.jsonl in a folder, or one file of both"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a folder with nodes.jsonl, a .jsonl or .ndjson file, a .json file of such lines, of APOC's forms or
        of a result with nodes in its columns. Never raises."""
        try:
            if path.is_dir():
                return _within(path, _NODES) is not None
            if not path.is_file():
                return False
        except OSError:
            return False
        return bool(stem(path, ".jsonl", ".ndjson")) or (
            bool(stem(path, ".json")) and (is_apoc(path) or _begins_with_record(path) or is_result(path))
        )

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream nodes and relationships in the order of the lines; in a folder, the file of nodes first.

        A line that is not a JSON object, or lacks a required key, is reported as `bad-record`; a value that is not a
        cell is kept as JSON text and reported as `bad-value`. An empty file of relationships means that there are none.

        Raises:
            SourceError: the file or folder is missing or empty, is not text, or has no record.
        """
        if path.is_dir():
            nodes = _within(path, _NODES)
            if nodes is None:
                raise SourceError(f"{path} contains no {_NODES}", details={"file": str(path)})
            found = filter(None, (_within(path, name) for name in _RELATIONSHIPS))
            files = [nodes, *(file for file in found if not _is_empty(file))]
        else:
            files = [path]
        for file in files:
            if is_apoc(file):
                yield from _document(file, context)
            elif is_result(file):
                yield from result_records(file, context)
            else:
                yield from _records(file, context)


def is_apoc(path: Path) -> bool:
    """Whether a file begins as one JSON document of APOC does, not as lines."""
    return _APOC.match(read_head(path, 1024).decode("utf-8-sig", "replace")) is not None


def _within(folder: Path, name: str) -> Path | None:
    """The file with that name in the folder, or with .gz appended."""
    return next((path for path in (folder / name, folder / f"{name}.gz") if path.is_file()), None)


def _is_empty(file: Path) -> bool:
    """Whether a file holds nothing but space; one that is damaged is read, and refused."""
    try:
        with gzip.open(file) if file.suffix == ".gz" else file.open("rb") as opened:
            head = opened.read(_LONGEST_EMPTY)
    except (OSError, EOFError, zlib.error):
        return False
    return len(head) < _LONGEST_EMPTY and not head.strip()


def _begins_with_record(path: Path) -> bool:
    first, found, _ = read_head(path).decode("utf-8-sig", "replace").lstrip().partition("\n")
    try:
        data = json.loads(first) if found else None
        _record(data, 0, 0, lambda _: None)
    except (ValueError, RecursionError):
        return False
    return True


def _records(path: Path, context: LoadContext) -> Iterator[Record]:
    file = context.add_file(path)
    problems = context.problems
    place = ""

    def bad(what: str) -> None:
        problems.add("bad-value", f"{place}: {what}")

    good = wrong = 0
    with TextSource(path, context, guess=True) as source:
        for number, line in enumerate(source, 1):
            if line.isspace():
                continue
            place = f"{path}:{number}"
            try:
                data, torn = mended(json.loads(line), line, 0, len(line))
                data = _with_ends(data)
                if torn:
                    problems.add("bad-encoding", f"{place}: half of a surrogate pair")
                record = _record(data, file, number, bad)
            except ValueError as error:
                wrong += 1
                problems.add("bad-record", f"{place}: {error}")
            except RecursionError:
                wrong += 1
                problems.add("bad-record", f"{place}: nested too deeply")
            else:
                good += 1
                yield record
        if wrong and not good:
            raise source.error("has no line that is a node or a relationship in JSON")


def _document(path: Path, context: LoadContext) -> Iterator[Record]:
    """The elements of one document: a list, or an object of lists. A record's line is its number."""
    file = context.add_file(path, positions="record")
    number = 0
    with TextSource(path, context, guess=True) as source:
        stream = JsonStream(source.read, LINE_LIMIT)

        def items() -> Iterator[Any]:
            if stream.peek() == "[":
                yield from stream.items()
                return
            for _ in stream.members():
                yield from stream.items()

        try:
            for number, data in enumerate(items(), 1):
                if stream.torn:
                    context.problems.add("bad-encoding", f"{path}: record {number}: half of a surrogate pair")
                try:
                    yield _record(
                        data,
                        file,
                        number,
                        lambda what: context.problems.add("bad-value", f"{path}: record {number}: {what}"),  # noqa: B023
                    )
                except ValueError as error:
                    context.problems.add("bad-record", f"{path}: record {number}: {error}")
            stream.end()
        except JsonError as error:
            raise source.error(f"is not valid JSON: {error}", error.line) from None


def _record(data: Any, file: int, line: int, bad: Callable[[str], None]) -> Record:
    if not isinstance(data, dict):
        raise ValueError("not a JSON object")
    if "labels" not in data and any(key in data for key in _ENDS[0]):
        return _relationship(data, file, line, bad)
    ident = identifier(data.pop("id", None))
    if ident is None:
        raise ValueError("a node without id" if "labels" in data else "neither a node nor a relationship")
    # APOC omits the labels of a node without any.
    if "labels" not in data and data.get("type") != "node":
        raise ValueError("a node without labels")
    if data.get("type") == "node":
        del data["type"]
    given = data.pop("labels", None)
    labels = labels_in(given)
    if given and not labels:
        raise ValueError("labels must be texts")
    return NodeRecord(ident, labels, _properties(data, bad), file, line)


def _with_ends(data: Any) -> Any:
    """A relationship whose ends have other names (`source`, `target`) with the usual ones."""
    if isinstance(data, dict) and "labels" not in data and "type" in data:
        for ends in _ENDS[1:]:
            if all(key in data for key in ends):
                return dict(zip(_ENDS[0], map(data.pop, ends), strict=True)) | data
    return data


def _relationship(data: dict[str, Any], file: int, line: int, bad: Callable[[str], None]) -> RelationshipRecord:
    start, end = (
        identifier(given.get("id") if isinstance(given, dict) else given)
        for given in (data.pop("start", None), data.pop("end", None))
    )
    if start is None or end is None:
        raise ValueError(f"a relationship without its {'end' if start else 'start'}")
    kind = data.pop("type", None)
    if kind == "relationship" and "label" in data:
        kind = data.pop("label")
    if not isinstance(kind, str) or not kind:
        raise ValueError("a relationship without type")
    data.pop("id", None)
    return RelationshipRecord(start, end, kind, _properties(data, bad), file, line)


def _properties(data: dict[str, Any], bad: Callable[[str], None]) -> dict[str, Cell]:
    """The value of `props` or `properties`; without either, all remaining keys."""
    for key in ("props", "properties"):
        if key in data:
            values = data[key]
            if values is not None and not isinstance(values, dict):
                raise ValueError(f"{key} must be an object")
            return cells(values or {}, bad)
    return cells(data, bad)
