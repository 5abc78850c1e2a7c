"""What a kglite graph holds: its outline, and the distinct values of its properties."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

import kglite

from fingerpost.core.cells import Cell, Node, Relationship, freeze
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.names import quoted, said_name, stored_name
from fingerpost.stores.kglite.cells import Decoder
from fingerpost.stores.outline import Outline, RelationshipOutline, nested
from fingerpost.stores.protocol import Origin

_EVERY_VALUE = 1_000_000_000
_MANY, _A_FEW, _LONG = 10_000, 100, 300
"""Nodes of a label whose texts are looked at, how many of them, and the characters of a long text."""
_PAGE = 50_000
"""Elements read at a time when all of them are."""
_OF_THE_ENGINE = frozenset(("start", "end", "start_id", "end_id", "connection_type"))
"""What the engine answers from a relationship that has no such property, unless it is asked by a key."""
_AT_ONCE = 100_000
"""Nodes of a label whose properties are all looked at in one go; of more, one property is looked at at a time."""


class Survey:
    """Looks through one graph. Safe to use from several threads."""

    def __init__(self, graph: kglite.KnowledgeGraph, snapshot: kglite.FrozenGraph) -> None:
        self._graph = graph
        self._snapshot = snapshot
        self._statistics: tuple[str, dict[str, Any]] = ("", {})
        self._together: tuple[str, dict[str, list[Cell]]] = ("", {})
        self._counted: dict[tuple[str, str], int] = {}

    def outline(self) -> Outline:
        """Labels, types and endpoints with their counts and the names of their properties."""
        described = self._graph.schema()
        labels = self._counts
        properties = {
            label: self._keys(label) if label in self._shared else _said(described["node_types"][label]["properties"])
            for label in labels
        }
        relationships = {
            type_: RelationshipOutline(info["count"], {}, _said(info["properties"]))
            for type_, info in described["connection_types"].items()
        }
        for start, type_, end, count in self._endpoints():
            pairs = relationships[type_].endpoints
            pairs[start, end] = pairs.get((start, end), 0) + count
        outline = Outline(labels, properties, relationships, described["node_count"], described["edge_count"])
        outline.within = nested(labels for labels, _ in self._label_sets)
        for label, names in properties.items():
            outline.present.update(((label, name), count) for name, count in self._present_on_nodes(label, names))
        self._counted = dict(outline.present)
        for type_, about in relationships.items():
            outline.present.update(((type_, name), count) for name, count in self._present(type_, about.properties))
        return outline

    def values(self, owner: str, name: str, *, of_relationship: bool = False) -> Iterator[Cell]:
        """Distinct values of a property (see `Store.values`)."""
        stored = stored_name(name)
        decode = Decoder(lambda _: {}).cell
        if not of_relationship:
            if owner in self._shared and self._counts.get(owner, 0) <= _AT_ONCE:
                yield from self._values_together(owner).get(stored, ())
                return
            known = self._known_values(owner, name, stored)
            if known is not None:
                yield from map(decode, known)
                return
        pattern = "()-[n:$owner]->()" if of_relationship else "(n:$owner)"
        place = _place_on_relationship(stored) if of_relationship else _place(stored)
        # Grouped by a name that is written, they come ten times as fast as distinct ones that are looked up by a key.
        text = f"MATCH {pattern} RETURN {place or 'n[$key]'} AS value, count(*) AS count"
        yield from map(
            decode, (value for value in self._query(text, owner=owner, key=stored).column("value") if value is not None)
        )

    def elements(self) -> Iterator[tuple[Node | Relationship, Origin | None]]:
        """Every node, then every relationship (see `Store.elements`)."""
        decode = Decoder(lambda _: {}).cell
        for labels, count in self._label_sets:
            text = f"MATCH (n:$label) WHERE labels(n) = $labels RETURN n, n.fp_at AS at SKIP $skip LIMIT {_PAGE}"
            for row in self._paged(text, count, label=labels[0], labels=list(labels)):
                yield decode(row["n"]), _origin(row["at"])
        counted = self._query("MATCH ()-[r]->() RETURN type(r) AS type, count(*) AS count").to_list()
        for type_, count in ((row["type"], row["count"]) for row in counted):
            columns = "r, r.fp_at AS at, id(a) AS start, id(b) AS end"
            text = f"MATCH (a)-[r:$type]->(b) RETURN {columns} SKIP $skip LIMIT {_PAGE}"
            for row in self._paged(text, count, type=type_):
                relationship = decode(row["r"])
                ends = {"start": str(row["start"]), "end": str(row["end"])}
                yield dataclasses.replace(relationship, **ends), _origin(row["at"])

    def _paged(self, text: str, count: int, **parameters: Any) -> Iterator[dict[str, Any]]:
        """The records of a query, a page at a time: the snapshot gives them in one order."""
        for skip in range(0, count, _PAGE):
            yield from self._query(text, skip=skip, **parameters).to_list()

    def _query(self, text: str, **parameters: Any) -> Any:
        return self._snapshot.cypher(text, params=parameters, timeout_ms=0)

    @cached_property
    def _label_sets(self) -> list[tuple[Sequence[str], int]]:
        """Which labels stand together on how many nodes, the first of each node in front."""
        found = self._query("MATCH (n) RETURN labels(n) AS labels, count(*) AS count")
        return [(row["labels"], row["count"]) for row in found.to_list()]

    @cached_property
    def _counts(self) -> dict[str, int]:
        """How many nodes have each label."""
        labels: dict[str, int] = {}
        for together, count in self._label_sets:
            for label in together:
                labels[label] = labels.get(label, 0) + count
        return labels

    @cached_property
    def _shared(self) -> frozenset[str]:
        """Labels that some nodes have beside their first one: the engine's own statistics leave these nodes out."""
        return frozenset(label for together, _ in self._label_sets for label in together[1:])

    def _values_together(self, label: str) -> dict[str, list[Cell]]:
        """The distinct values of every property of a label, kept for the label that is looked at."""
        owner, values = self._together
        if owner != label:
            decode = Decoder(lambda _: {}).cell
            found: dict[str, dict[Cell, Cell]] = {}
            for row in self._query("MATCH (n:$label) RETURN properties(n) AS held", label=label):
                for key, value in row["held"].items():
                    if value is not None:
                        cell = decode(value)
                        found.setdefault(key, {}).setdefault(freeze(cell), cell)
            values = {key: list(cells.values()) for key, cells in found.items()}
            self._together = (label, values)
        return values

    def _keys(self, label: str) -> tuple[str, ...]:
        text = "MATCH (n:$label) UNWIND keys(n) AS key RETURN DISTINCT key"
        return _said(row["key"] for row in self._query(text, label=label).to_list())

    def _endpoints(self) -> Iterator[tuple[str, str, str, int]]:
        """Which labels each type joins; with several labels on a node, each of them counts.

        The engine knows how many join which first labels. Where nodes of one first label differ in the others, they are
        counted pair by pair: the engine holds a row for each relationship while it counts.
        """
        together = Counter(labels[0] for labels, _ in self._label_sets if labels)
        others = {labels[0]: labels for labels, _ in self._label_sets if labels}
        varied = {label for label, sets in together.items() if sets > 1}
        text = "MATCH (a:$first)-[r:$type]->(b:$last) WHERE labels(a)[0] = $first AND labels(b)[0] = $last "
        text += "RETURN labels(a) AS a, labels(b) AS b, count(*) AS count"
        for first, type_, last, count in self._graph.label_pair_counts():
            pairs: list[tuple[Sequence[str], Sequence[str], int]]
            if varied.isdisjoint((first, last)):
                pairs = [(others.get(first, (first,)), others.get(last, (last,)), count)]
            else:
                found = self._query(text, first=first, type=type_, last=last).to_list()
                pairs = [(row["a"], row["b"], row["count"]) for row in found]
            for starts, ends, several in pairs:
                yield from ((start, type_, end, several) for start in starts for end in ends)

    def _present_on_nodes(self, label: str, names: Sequence[str]) -> Iterator[tuple[str, int]]:
        """How many nodes have each property: all of one label are counted at once."""
        places = {name: place for name in names if (place := _place(stored_name(name))) is not None}
        if places:
            counts = ", ".join(f"count({place}) AS c{number}" for number, place in enumerate(places.values()))
            row = self._query(f"MATCH (n:$label) RETURN {counts}", label=label).to_list()[0]
            yield from ((name, row[f"c{number}"]) for number, name in enumerate(places))
        for name in names:
            if name not in places:
                found = self._query("MATCH (n:$label) RETURN count(n[$key])", label=label, key=stored_name(name))
                yield name, int(found.scalar())

    def _present(self, type_: str, names: Sequence[str]) -> Iterator[tuple[str, int]]:
        """How many relationships have each property: all of one type are counted at once."""
        keys = {f"k{number}": stored_name(name) for number, name in enumerate(names)}
        if not keys:
            return
        places = {key: _place_on_relationship(stored) or f"n[${key}]" for key, stored in keys.items()}
        counts = ", ".join(f"count({place}) AS {key}" for key, place in places.items())
        row = self._query(f"MATCH ()-[n:$type]->() RETURN {counts}", type=type_, **keys).to_list()[0]
        yield from zip(names, row.values(), strict=True)

    def _known_values(self, label: str, name: str, stored: str) -> list[Any] | None:
        """The values that the engine keeps, if these are all: it samples large labels, and leaves out what is NaN."""
        if label in self._shared:
            return None
        owner, statistics = self._statistics  # of the last label: properties are looked at label by label
        if owner != label and self._has_prose(label):
            self._statistics = (label, {})
        elif owner != label:
            types = self._graph.node_types
            statistics = self._graph.properties(label, max_values=_EVERY_VALUE) if label in types else {}
            self._statistics = (label, statistics)
        info = self._statistics[1].get(stored)
        if info is None or info["approx"]:
            return None
        present = self._counted.get((label, name))
        if present is None:
            (_, present), *_ = self._present_on_nodes(label, (name,))
        return list(info.get("values", ())) if present == info["non_null"] else None

    def _has_prose(self, label: str) -> bool:
        """Whether many nodes have long texts: then each property is read by itself, not all of them held at once."""
        if self._counts.get(label, 0) < _MANY:
            return False
        sample = self._query("MATCH (n:$label) RETURN properties(n) AS held LIMIT $some", label=label, some=_A_FEW)
        texts = [value for row in sample.to_list() for value in row["held"].values() if isinstance(value, str)]
        return sum(len(text) for text in texts if len(text) > _LONG) > _LONG * _A_FEW


def _origin(packed: int | None) -> Origin | None:
    return None if packed is None else Origin.unpack(packed)


def _place(stored: str) -> str | None:
    try:
        return f"n.{quoted(stored)}"
    except UnsupportedConstruct:
        return None


def _place_on_relationship(stored: str) -> str | None:
    return None if stored in _OF_THE_ENGINE else _place(stored)


def _said(stored: Iterable[str]) -> tuple[str, ...]:
    """The names of stored properties, without internal ones."""
    return tuple(sorted(name for key in stored if (name := said_name(key)) is not None))
