"""Reads JSON documents as graphs: each object is a node, and what it holds is joined to it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

from fingerpost.core.errors import SourceError
from fingerpost.ingest.attributes import MAX_DEPTH
from fingerpost.ingest.graphs.json_lines import JsonLinesLoader
from fingerpost.ingest.graphs.json_maps import are_keyed
from fingerpost.ingest.graphs.json_objects import ObjectGraph
from fingerpost.ingest.graphs.json_stream import JsonError, JsonStream
from fingerpost.ingest.graphs.node_link import NodeLinkLoader
from fingerpost.ingest.records import LoadContext, Record
from fingerpost.ingest.text_source import LINE_LIMIT, TextSource, read_head, stem

_ENDINGS = (".json", ".geojson", ".jsonl", ".ndjson")
_LINES = (".jsonl", ".ndjson")
_GRAPH_KEYS = frozenset(["labels", "start", "end"])
_WRAPPERS = frozenset("data items records results rows value values".split())
"""Keys that say nothing of what they hold: if the document is one of them, its file names the label."""


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
        return _is_plain_line(head) if stem(path, *_LINES) else not JsonLinesLoader().recognises(path)

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the nodes, then the relationships.

        Raises:
            SourceError: the file is missing or empty, is not JSON, is truncated, or holds no object.
        """
        label = stem(path, *_ENDINGS) or path.stem
        found = ObjectGraph(path, context.add_file(path, positions="record"), context)
        with TextSource(path, context) as source:
            stream = JsonStream(source.read, LINE_LIMIT)
            try:
                if stream.peek() == "[":
                    _add_items(stream, label, found)
                else:
                    _add_objects(stream, label, found)
                stream.end()
            except JsonError as error:
                raise source.error(f"is not valid JSON: {error}", error.line) from None
        if not found:
            raise SourceError(f"{path} holds no JSON object", details={"file": str(path)})
        yield from found.records()


def _is_plain_line(head: str) -> bool:
    first, _, _ = head.partition("\n")
    try:
        data = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and not _GRAPH_KEYS & data.keys() and data.get("type") not in ("node", "relationship")


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
        _add_top(first, label, found)


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


def _add_top(top: dict[str, Any], label: str, found: ObjectGraph, depth: int = 0) -> None:
    """The only object of a document: records by key, a wrapper of objects, or a record itself."""
    if top.get("type") == "FeatureCollection" and isinstance(top.get("features"), list):
        _add_features(top["features"], label, found)
        return
    parts = {key: value for key, value in top.items() if value not in (None, [], {})}
    if not parts or depth == MAX_DEPTH or are_keyed(parts) or not all(map(_is_objects, parts.values())):
        found.next_record()
        found.add(label, top)
        return
    lists = [key for key, value in parts.items() if isinstance(value, list)]
    for key, value in parts.items():
        only = len(parts) == 1 or lists == [key]
        named = label if only and key.casefold() in _WRAPPERS else key
        if isinstance(value, dict):
            _add_top(value, named, found, depth + 1)
            continue
        for item in value:
            found.next_record()
            found.add(named, item)


def _add_features(features: Sequence[Any], label: str, found: ObjectGraph) -> None:
    """The features of GeoJSON: each is its properties, with where a point is, or what shape it has."""
    for feature in features:
        found.next_record()
        held = feature.get("properties") if isinstance(feature, dict) else None
        if not isinstance(held, dict):
            found.add(label, feature)
            continue
        geometry = feature.get("geometry") or {}
        own = {"id": feature["id"]} if "id" in feature else {}
        found.add(label, own | held | _where(geometry.get("type"), geometry.get("coordinates")))


def _where(kind: Any, coordinates: Any) -> dict[str, Any]:
    if kind == "Point" and isinstance(coordinates, list) and len(coordinates) >= 2:
        return {"longitude": coordinates[0], "latitude": coordinates[1]}
    return {"geometry": kind} if isinstance(kind, str) else {}


def _is_objects(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and all(isinstance(item, dict) for item in value))
