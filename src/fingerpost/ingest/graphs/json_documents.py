"""Reads JSON documents as graphs: each object is a node, and what it holds is joined to it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from fingerpost.ingest.graphs.json_lines import JsonLinesLoader
from fingerpost.ingest.graphs.json_objects import ObjectGraph
from fingerpost.ingest.graphs.json_stream import JsonError, JsonStream
from fingerpost.ingest.graphs.node_link import NodeLinkLoader
from fingerpost.ingest.graphs.object_documents import add_document
from fingerpost.ingest.graphs.record_files import labels_by_folder, with_file_name
from fingerpost.ingest.graphs.result_rows import is_result
from fingerpost.ingest.records import LoadContext, Record
from fingerpost.ingest.text_source import LINE_LIMIT, TextSource, read_head, stem

_ENDINGS = (".json", ".geojson", ".jsonl", ".ndjson")
_LINES = (".jsonl", ".ndjson")
_RECORD_LIMIT = 1024 * 1024
"""Bytes of a file that holds one record, at most."""
_GRAPH_KEYS = frozenset(["labels", "start", "end"])


class JsonLoader:
    """A document of nested records, or one record per line. A record's line is its number at the top level."""

    name: ClassVar[str] = "json"
    summary: ClassVar[str] = "JSON documents: nested records, or one record per line"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a .json, .jsonl or .ndjson file of objects that does not hold a graph. Never raises."""
        try:
            if not (stem(path, *_ENDINGS) and path.is_file()):
                return False
        except OSError:
            return False
        head = read_head(path).decode("utf-8-sig", "replace").lstrip()
        if not head.startswith(("{", "[")) or NodeLinkLoader().recognises(path):
            return False
        return (
            _is_plain_line(head) and not is_result(path)
            if stem(path, *_LINES)
            else not JsonLinesLoader().recognises(path)
        )

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the nodes, then the relationships.

        Raises:
            SourceError: the file is missing or empty, is not JSON, is truncated, or holds no object.
        """
        yield from self.read_together([path], context)

    def read_together(self, paths: Sequence[Path], context: LoadContext) -> Iterator[Record]:
        """Stream files that make one graph: the records of one may refer to those of another.

        Raises:
            SourceError: as `read` does.
        """
        found = ObjectGraph(context)
        labels = labels_by_folder({path: _document(path) for path in paths}) if len(paths) > 1 else {}
        for path in paths:
            self._add(path, labels.get(path), found, context)
        yield from found.records()

    def _add(self, path: Path, folder: str | None, found: ObjectGraph, context: LoadContext) -> None:
        """Add what is in a file; `folder` is the label of what it holds, if that is one record as others there."""
        label = stem(path, *_ENDINGS) or path.stem
        found.begin(path)
        with TextSource(path, context, guess=True) as source:
            stream = JsonStream(source.read, LINE_LIMIT)
            try:
                if stream.peek() == "[":
                    _add_items(stream, label, found)
                elif folder is not None:
                    record = with_file_name(_members(stream, found), label)
                    found.next_record()
                    found.add(folder, record)
                else:
                    _add_objects(stream, label, found)
                stream.end()
            except JsonError as error:
                raise source.error(f"is not valid JSON: {error}", error.line) from None
        found.end("JSON object")


def _is_plain_line(head: str) -> bool:
    first, _, _ = head.partition("\n")
    try:
        data = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and not _GRAPH_KEYS & data.keys() and data.get("type") not in ("node", "relationship")


def _document(path: Path) -> Any:
    """What a file has at the top if it is small, as files of one record are, and is valid; else None."""
    try:
        if stem(path, *_LINES) or path.suffix.lower() == ".gz" or path.stat().st_size > _RECORD_LIMIT:
            return None
        return json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None


def _add_items(stream: JsonStream, label: str, found: ObjectGraph) -> None:
    for item in stream.items():
        found.next_record(torn=stream.torn)
        found.add(label, item)


def _add_objects(stream: JsonStream, label: str, found: ObjectGraph) -> None:
    """The object at the top, or several, one after the other."""
    first = _members(stream, found)
    if stream.peek():
        found.next_record()
        found.add(label, first)
        while stream.peek():
            value = stream.value()
            found.next_record(torn=stream.torn)
            found.add(label, value)
    else:
        add_document(first, label, found)


def _members(stream: JsonStream, found: ObjectGraph) -> dict[str, Any]:
    """An object, read piece by piece: no piece may exceed the limit, but the whole may."""
    members: dict[str, Any] = {}
    for key in stream.members():
        if stream.peek() == "[":
            members[key] = list(stream.items())
        else:
            members[key] = stream.value()
        found.note_torn(stream.torn)
    return members
