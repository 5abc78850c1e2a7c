"""Reads NetworkX node-link JSON: an object with `nodes` and `links` (or `edges`), in any order."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from fingerpost.ingest.attributes import NAME, NAMING, add_name, cells, identifier, take_labels, take_type
from fingerpost.ingest.graphs.json_lines import is_apoc
from fingerpost.ingest.graphs.json_stream import JsonError, JsonStream
from fingerpost.ingest.records import LoadContext, NodeRecord, Record, RelationshipRecord
from fingerpost.ingest.text_source import LINE_LIMIT, TextSource, read_head, stem

_LINKS = ("links", "edges")
_Item: TypeAlias = tuple[str, Any, bool]
"""What an array of nodes or links has: the name of the array, the item, and whether a text in it is torn."""


class NodeLinkLoader:
    """Loads the output of `networkx.node_link_data`. A record's line is its number among nodes and links."""

    name: ClassVar[str] = "node-link"
    summary: ClassVar[str] = "NetworkX node-link JSON"
    pack: ClassVar[str | None] = None

    def recognises(self, path: Path) -> bool:
        """True for a .json file, or .json.gz, whose first bytes have `nodes`, or links with a source. Never raises."""
        try:
            if not (stem(path, ".json") and path.is_file()):
                return False
        except OSError:
            return False
        return not is_apoc(path) and _looks_like_node_link(read_head(path).decode("utf-8-sig", "replace"))

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream nodes and relationships in the order of the file.

        The label of a node and the type of a relationship come from its attributes (see `attributes`). Where
        nodes have no ids, as in files for D3, the places or names that links give are theirs. A node
        without id among others, a link without source or target, is reported as `bad-record`.

        Raises:
            SourceError: the file is missing or empty, is not JSON, is truncated, or has neither nodes nor links.
        """
        file = context.add_file(path, positions="record")
        problems = context.problems
        number = 0

        def bad(what: str) -> None:
            problems.add("bad-value", f"{path}: record {number}: {what}")

        with TextSource(path, context, guess=True) as source:
            stream = JsonStream(source.read, LINE_LIMIT)
            for section, item, torn in _identified(_items(stream, source)):
                number += 1
                if torn:
                    problems.add("bad-encoding", f"{path}: record {number}: half of a surrogate pair")
                try:
                    record = _record(section, item, bad)
                except ValueError as error:
                    problems.add("bad-record", f"{path}: record {number}: {error}")
                    continue
                record.file, record.line = file, number
                yield record


def _identified(items: Iterable[_Item]) -> Iterator[_Item]:
    """The items with ids for nodes that have none, as the links name them: by their places, counted from 0, or by their
    names. They have none if the first has none; nodes before the links wait for the first of these."""
    waiting: list[_Item] = []
    link: Mapping[str, Any] = {}
    lacking: bool | None = None
    count = 0
    for each in items:
        section, item, _ = each
        if section != "nodes":
            link = link or (dict(item) if isinstance(item, dict) else {})
            yield from _called(waiting, link, count - len(waiting))
            waiting.clear()
            yield each
            continue
        lacking = isinstance(item, dict) and item.get("id") is None if lacking is None else lacking
        count += 1
        if not lacking:
            yield each
        elif not link:
            waiting.append(each)
        else:
            yield from _called([each], link, count - 1)
    yield from _called(waiting, link, count - len(waiting))


def _called(nodes: Sequence[_Item], link: Mapping[str, Any], first: int) -> Iterator[_Item]:
    """Nodes with ids: their places from `first` on, or what the link has of one of them, or else their names."""
    ends = {value for value in (link.get("source"), link.get("target")) if isinstance(value, str)}
    held = [name for name in NAMING for _, node, _ in nodes if isinstance(node, dict) and node.get(name) in ends]
    key = (held or [NAME])[0] if ends else None
    for place, (section, node, torn) in enumerate(nodes, first):
        if isinstance(node, dict) and node.get("id") is None:
            found = place if key is None else node.get(key)
            node = {**node, "id": found}
        yield section, node, torn


def _items(stream: JsonStream, source: TextSource) -> Iterator[_Item]:
    """The items of the arrays of nodes and links, each with its array's name and whether a text in it is torn."""
    found = False
    try:
        for key in stream.members():
            if key in ("nodes", *_LINKS) and stream.peek() == "[":
                found = True
                for item in stream.items():
                    yield key, item, stream.torn
            else:
                stream.value()
        stream.end()
    except JsonError as error:
        raise source.error(f"is not valid JSON: {error}", error.line) from None
    if not found:
        raise source.error("has neither nodes nor links at the top level")


def _record(section: str, item: Any, bad: Callable[[str], None]) -> NodeRecord | RelationshipRecord:
    if not isinstance(item, dict):
        raise ValueError("not a JSON object")
    if section == "nodes":
        ident = identifier(item.pop("id", None))
        if ident is None:
            raise ValueError("a node without id")
        properties = cells(item, bad)
        labels = take_labels(properties)
        add_name(ident, properties)
        return NodeRecord(ident, labels, properties)
    start, end = identifier(item.pop("source", None)), identifier(item.pop("target", None))
    if start is None or end is None:
        raise ValueError(f"a link without {'target' if start else 'source'}")
    if not isinstance(item.get("key"), str):
        item.pop("key", None)  # it only numbers the links between the same two nodes
    properties = cells(item, bad)
    return RelationshipRecord(start, end, take_type(properties), properties)


def _looks_like_node_link(head: str) -> bool:
    stream = JsonStream(io.StringIO(head).read, len(head))
    try:
        for key in stream.members():
            if key == "nodes":
                return stream.peek() == "["
            value = next(stream.items(), None) if key in _LINKS and stream.peek() == "[" else stream.value()
            if key in _LINKS and isinstance(value, dict) and "source" in value:
                return True
    except JsonError:
        pass  # the head ends within the document, or is not JSON
    return False
