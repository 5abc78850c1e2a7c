"""Reads a NetworkX graph in memory: any of its four classes, with its usual attributes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any

from fingerpost.core.cells import Duration, Point
from fingerpost.ingest.attributes import LABEL_KEYS, NAME, NAMING, TYPE_KEYS, cells, take_labels, take_type
from fingerpost.ingest.records import LoadContext, NodeRecord, Record, RelationshipRecord

_PLAIN = (str, bool, int, float, dt.date, dt.time, Duration, Point)


def is_networkx(value: object) -> bool:
    """Whether an object is a NetworkX graph, without importing NetworkX."""
    return all(hasattr(value, name) for name in ("nodes", "edges", "is_directed", "is_multigraph", "adj"))


def records_of(
    graph: Any, context: LoadContext, *, label: str | None = None, relation: str | None = None
) -> Iterator[Record]:
    """The nodes and edges of a graph; an undirected edge starts at the node that comes first.

    The label of a node is its attribute `label`, else the first of `attributes.LABEL_KEYS` with a text. The type of an
    edge is `relation`, else the first of `TYPE_KEYS`, or the key of a multigraph's edge if that is text. A value that
    is not a cell is kept as text and reported as `bad-value`.
    """
    label_keys = (label, *LABEL_KEYS) if label else LABEL_KEYS
    type_keys = (relation, *TYPE_KEYS) if relation else TYPE_KEYS
    ids = _identifiers(graph)

    def bad(where: str) -> Callable[[str], None]:
        return lambda what: context.problems.add("bad-value", f"{where}: {what}")

    for number, (key, attributes) in enumerate(graph.nodes(data=True), 1):
        properties = cells(_held(attributes), bad(f"node {key!r}"))
        labels = take_labels(properties, label_keys)
        if isinstance(key, str) and not any(name in properties for name in NAMING):
            properties[NAME] = key
        yield NodeRecord(ids[key], labels, properties, 0, number)
    for number, (start, end, key, attributes) in enumerate(_edges(graph), 1):
        held = _held(attributes)
        if isinstance(key, str):
            held.setdefault("key", key)
        properties = cells(held, bad(f"edge {start!r} to {end!r}"))
        yield RelationshipRecord(ids[start], ids[end], take_type(properties, type_keys), properties, 0, number)


def _edges(graph: Any) -> Iterator[tuple[Hashable, Hashable, object, Mapping[Any, Any]]]:
    if graph.is_multigraph():
        yield from graph.edges(keys=True, data=True)
    else:
        yield from ((start, end, None, attributes) for start, end, attributes in graph.edges(data=True))


def _identifiers(graph: Any) -> dict[Hashable, str]:
    """A distinct text for each key: `1` and `"1"` are two nodes."""
    ids: dict[Hashable, str] = {}
    taken: set[str] = set()
    for key in graph.nodes:
        text = str(key)
        if text in taken:
            text = repr(key)
        while text in taken:
            text += "'"
        taken.add(text)
        ids[key] = text
    return ids


def _held(attributes: Mapping[Any, Any]) -> dict[str, Any]:
    """Attributes by text, with JSON types instead of Python-only ones."""
    return {str(name): _plain(value) for name, value in attributes.items()}


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, _PLAIN):
        return value
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((_plain(item) for item in value), key=str)
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if hasattr(value, "tolist"):  # NumPy's scalars and arrays
        return _plain(value.tolist())
    return str(value)
