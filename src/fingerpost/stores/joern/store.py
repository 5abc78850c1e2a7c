"""The store of a Joern server: one of its code property graphs, described by the view of such graphs.

Queries are CPGQL. The graph stays on the server; its labels, properties and relationships are those that the loader of
exports makes (`core.cpg_view`), and data flow and dominance besides.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from fingerpost.core.access import Access
from fingerpost.core.cells import Cell, Node, Relationship
from fingerpost.core.cpg_view import EdgeView, LabelView, cpg_view
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.limits import Limits
from fingerpost.core.schema import GraphSchema
from fingerpost.core.verified import VerifiedQuery, require_verified
from fingerpost.stores.joern.client import DIALECT, JoernClient
from fingerpost.stores.joern.output import rows_of
from fingerpost.stores.outline import Outline, RelationshipOutline
from fingerpost.stores.protocol import Capabilities, Explanation, GraphWriter, Origin, Result
from fingerpost.stores.support.profile import build_schema

_CAPABILITIES: Final = Capabilities(
    dialect=DIALECT,
    transactions=False,
    interruptible=False,
    subqueries=False,
    any_names=False,
    any_values=False,
    work_limit=False,
    trials=False,
)
_SURVEY: Final = Limits(time_ms=120_000, rows=10_000_000, memory_mb=1024)
"""Counting millions of nodes takes a while, as does the first query, and is done once."""


class JoernStore:
    """A graph on a Joern server. Safe to use from several threads; the server runs one query at a time."""

    libraries: ClassVar[tuple[str, ...]] = ()
    pack: ClassVar[str] = "code"

    def __init__(self, client: JoernClient) -> None:
        self._client = client
        self._view = cpg_view()
        self._lock = threading.Lock()
        self._read: tuple[str, dict[str, list[Cell]]] | None = None

    @classmethod
    def open(cls, place: str, access: Access | None = None) -> JoernStore:
        """Open the graph at a URL (`joern://user:password@host:8080?cpg=name`); see `StoreKind.open`.

        Raises:
            StoreError: `store.unavailable`, `store.access`; `store.failed`: it has no such graph, or none is open.
        """
        client = JoernClient(place, access)
        client.value("cpg.metaData.size", _SURVEY)
        return cls(client)

    @classmethod
    def writer(cls, place: str, access: Access | None = None) -> GraphWriter:
        """Nothing is written to a Joern server.

        Raises:
            UnsupportedConstruct: always.
        """
        raise UnsupportedConstruct("a Joern server is only read: import code there, or load its graph into a folder")

    @property
    def dialect(self) -> str:
        return DIALECT

    @property
    def capabilities(self) -> Capabilities:
        return _CAPABILITIES

    def run(self, query: VerifiedQuery, limits: Limits | None = None) -> Result:
        """Run a verified query (see `Store.run`, and `JoernClient.run` for the queue)."""
        return self._client.run(query, limits)

    def explain(self, query: VerifiedQuery) -> Explanation:
        """The query itself: the server does not say how it runs one."""
        require_verified(query, DIALECT)
        return Explanation((query.text,))

    def schema(self) -> GraphSchema:
        """What the graph holds, counted (see `Store.schema`)."""
        return build_schema(self.outline(), self.values)

    def outline(self) -> Outline:
        """Labels and relationship types with their counts; those that the graph has none of are left out."""
        labels = list(self._view.labels.values())
        counts = self._numbers([f"{_nodes(label)}.size" for label in labels])
        held = {label.name: count for label, count in zip(labels, counts, strict=True) if count}
        pairs = [pair for edge in self._view.edges for pair in self._pairs(edge, held)]
        walks = self._numbers([_walk(edge, *pair) for edge, *pair in pairs])
        relationships: dict[str, RelationshipOutline] = {}
        for (edge, start, end), count in zip(pairs, walks, strict=True):
            if count:
                about = relationships.setdefault(edge.type, RelationshipOutline(0, {}))
                about.count += count if (start.name, end.name) == (edge.start, edge.end) else 0
                about.endpoints[start.name, end.name] = count
        asked = [(name, one) for name in held for one in self._view.labels[name].only_if_any]
        having = self._numbers(
            [
                f"{_nodes(self._view.labels[name])}.filter(x => {self._view.labels[name].properties[one]}).size"
                for name, one in asked
            ]
        )
        lacking = {pair for pair, count in zip(asked, having, strict=True) if not count}
        overlays = self._client.value('cpg.metaData.map(m => m.root + " " + m.version).toJson', _SURVEY)
        return Outline(
            labels=held,
            properties={
                name: tuple(one for one in self._view.labels[name].properties if (name, one) not in lacking)
                for name in held
            },
            relationships=relationships,
            node_count=sum(count for name, count in held.items() if self._view.labels[name].of is None),
            relationship_count=sum(about.count for about in relationships.values()),
            identity=str(overlays),
        )

    def _pairs(self, edge: EdgeView, held: Mapping[str, int]) -> Iterator[tuple[EdgeView, LabelView, LabelView]]:
        """The pairs of labels that a relationship is counted between."""
        starts = [self._view.labels[one] for one in held if self._view.is_a(one, edge.start)]
        ends = [self._view.labels[one] for one in held if self._view.is_a(one, edge.end)]
        for start in starts:
            for end in ends:
                yield edge, start, end

    def _numbers(self, texts: Sequence[str]) -> list[int]:
        found: list[int] = []
        for at in range(0, len(texts), 20):
            part = ", ".join(texts[at : at + 20])
            found += [int(one) for one in self._client.value(f"List({part}).iterator.toJson", _SURVEY)]
        return found

    def values(self, owner: str, name: str, *, of_relationship: bool = False) -> Iterator[Cell]:
        """Distinct values of a property (see `Store.values`)."""
        label = self._view.labels.get(owner)
        if of_relationship or label is None or name not in label.properties:
            return iter(())
        with self._lock:
            if self._read is None or self._read[0] != owner:
                self._read = (owner, self._values_of(label))
            return iter(self._read[1][name])

    def _values_of(self, label: LabelView) -> dict[str, list[Cell]]:
        """The values of all properties of a label: one query for them takes the server a fraction of one for each."""
        each = ", ".join(f"{_nodes(label)}.map(x => {text}).dedup.l" for text in label.properties.values())
        found = self._client.value(f"List({each}).iterator.toJson", _SURVEY)
        columns = ([row[0] for row in rows_of(one, ("value",)) if row[0] is not None] for one in found)
        return dict(zip(label.properties, columns, strict=True))

    def elements(self) -> Iterator[tuple[Node | Relationship, Origin | None]]:
        """Not offered: a graph is copied by loading it.

        Raises:
            UnsupportedConstruct: always.
        """
        raise UnsupportedConstruct(
            "the graph of a Joern server is not copied element by element: load it into a folder"
        )

    def nodes(self, element_ids: Sequence[str]) -> Mapping[str, Node]:
        """Nodes by their ids (see `Store.nodes`)."""
        wanted = [one for one in element_ids if one.isascii() and one.isdigit()]
        if not wanted:
            return {}
        listed = ", ".join(f"{one}L" for one in wanted)
        rows = rows_of(self._client.value(f"cpg.all.id({listed}).toJson", _SURVEY), ("value",))
        return {row[0].element_id: row[0] for row in rows if isinstance(row[0], Node)}

    def origins(self, elements: Sequence[Node | Relationship]) -> Sequence[Origin | None]:
        """Unknown: a server has no files of a load; places are properties (`location`)."""
        return [None] * len(elements)

    def close(self) -> None:
        """Nothing is held."""


def _nodes(label: LabelView) -> str:
    return f"cpg.{label.start}" + (f".filter(x => {label.where})" if label.where else "")


def _walk(edge: EdgeView, start: LabelView, end: LabelView) -> str:
    """How often a relationship leads from one label to another; flows are not counted, there is at least one."""
    if edge.flow or edge.type == "DOMINATES":
        return "1"
    where = f".filter(y => {_renamed(end.where)})" if end.where else ""
    return f"{_nodes(start)}.flatMap(x => {edge.forward}{where}).size"


def _renamed(text: str) -> str:
    """A condition on `x` as one on `y`."""
    return re.sub(r"\bx\b", "y", text)
