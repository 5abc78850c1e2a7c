"""The embedded store: kglite. Its API is before 1.0, so it is touched in the `kglite_*` modules only."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import kglite

from fingerpost.core.cells import Cell
from fingerpost.core.errors import KnowledgeBaseError, LimitExceeded, QueryRejected, StoreError
from fingerpost.core.limits import Limits
from fingerpost.core.names import said_name, stored_name
from fingerpost.core.schema import GraphSchema
from fingerpost.core.verified import VerifiedQuery
from fingerpost.stores.kglite_cells import Decoder, to_engine
from fingerpost.stores.kglite_writer import GRAPH_FILE, KgliteWriter
from fingerpost.stores.profile import Outline, RelationshipOutline, build_schema
from fingerpost.stores.protocol import Origin, Result

_BYTES_PER_UNIT = 320
"""What one unit of kglite's work budget held in memory where it held most (rows of two nodes, measured)."""
_RESOLVE_MS = 500
_EVERY_VALUE = 1_000_000_000


class KgliteStore:
    """An open kglite graph, frozen: a snapshot that any number of threads may read and nothing can write."""

    dialect = "kglite"

    def __init__(self, graph: kglite.KnowledgeGraph) -> None:
        kglite.set_query_warning_policy("silent")
        self._graph: kglite.KnowledgeGraph | None = graph
        self._snapshot: kglite.FrozenGraph | None = graph.freeze()
        self._statistics: dict[str, dict[str, Any]] = {}

    @classmethod
    def open(cls, folder: Path) -> KgliteStore:
        """Open the graph in a folder.

        Raises:
            KnowledgeBaseError: `kb.missing` or `kb.damaged`.
        """
        path = folder / GRAPH_FILE
        try:
            return cls(kglite.load(str(path)))
        except kglite.FileError as error:
            raise KnowledgeBaseError(f"{path} is missing", code="kb.missing") from error
        except (kglite.KgError, OSError, ValueError) as error:
            raise KnowledgeBaseError(f"{path} cannot be read: {error}", code="kb.damaged") from error

    @staticmethod
    def writer() -> KgliteWriter:
        """A writer that builds a new graph."""
        return KgliteWriter()

    @classmethod
    def reading(cls, writer: KgliteWriter) -> KgliteStore:
        """What a writer has built so far, to read."""
        return cls(writer.graph)

    def run(self, query: VerifiedQuery, limits: Limits | None = None) -> Result:
        """Run a verified query (see `Store.run`)."""
        if type(query) is not VerifiedQuery:
            raise QueryRejected("a store runs nothing but a VerifiedQuery", code="query.unsealed")
        query.require_intact()
        if query.dialect != self.dialect:
            raise QueryRejected(f"this query was verified for {query.dialect}", code="query.dialect")
        bounds = limits or Limits()
        started = time.perf_counter()
        view = self._execute(query, bounds)
        columns = tuple(view.columns)
        rows = Decoder(self._element_ids).rows(view.to_list(), columns)
        total = view.diagnostics.get("total_rows") if view.diagnostics else None
        cut = total is not None and total > len(rows)
        spent = (time.perf_counter() - started) * 1000
        return Result(query.columns or columns, rows, cut, total if cut else len(rows), spent)

    def _execute(self, query: VerifiedQuery, limits: Limits) -> Any:
        by_memory = limits.memory_mb * 1024 * 1024 // _BYTES_PER_UNIT
        parameters = {name: to_engine(value) for name, value in query.parameters.items()}
        try:
            return self._frozen.cypher(
                query.text,
                params=parameters,
                timeout_ms=limits.time_ms,
                max_work_units=min(limits.work_units, by_memory),
                row_limit=limits.rows,
            )
        except kglite.CypherTimeoutError as error:
            raise LimitExceeded(f"the query took longer than {limits.time_ms} ms", code="limit.time") from error
        except kglite.KgError as error:
            message = str(error)
            if "max_work_units" in message or "safety limit" in message:
                if by_memory <= limits.work_units:
                    text = f"the query would hold more than {limits.memory_mb} MiB"
                    raise LimitExceeded(text, code="limit.memory") from error
                text = f"the query needs more than {limits.work_units} units of work"
                raise LimitExceeded(text, code="limit.work") from error
            raise StoreError(f"the store failed: {message}", details={"query": query.text}) from error
        except (OverflowError, RecursionError, TypeError, ValueError) as error:
            raise StoreError(f"the store failed: {error}", details={"query": query.text}) from error

    def _element_ids(self, numbers: set[int]) -> Mapping[int, str]:
        """The element ids of nodes known by internal number only; none where looking them up takes too long."""
        text = "MATCH (n) WHERE elementId(n) IN $numbers RETURN elementId(n) AS number, id(n) AS id"
        wanted = [str(number) for number in numbers]
        try:
            found = self._frozen.cypher(text, params={"numbers": wanted}, timeout_ms=_RESOLVE_MS)
        except kglite.KgError:
            return {}
        return {int(row["number"]): str(row["id"]) for row in found.to_list()}

    def schema(self) -> GraphSchema:
        """What the graph holds, counted (see `Store.schema`)."""
        schema = build_schema(self.outline(), self.values)
        self._statistics.clear()
        return schema

    def outline(self) -> Outline:
        """Labels, types and endpoints with their counts and the names of their properties."""
        graph = self._writable()
        found = self._frozen.cypher("MATCH (n) RETURN labels(n) AS labels, count(*) AS count").to_list()
        labels: dict[str, int] = {}
        for row in found:
            for label in row["labels"]:
                labels[label] = labels.get(label, 0) + row["count"]
        secondary = set(labels) - set(graph.node_types)
        described = graph.schema()
        properties = {
            label: _said(described["node_types"][label]["properties"]) for label in labels if label not in secondary
        }
        for label in sorted(secondary):
            keys = self._frozen.cypher(
                "MATCH (n:$label) UNWIND keys(n) AS key RETURN DISTINCT key", params={"label": label}
            )
            properties[label] = _said(row["key"] for row in keys.to_list())
        relationships = {
            type_: RelationshipOutline(info["count"], {}, _said(info["properties"]))
            for type_, info in described["connection_types"].items()
        }
        for start, type_, end, count in self._endpoints(graph, several=any(len(row["labels"]) > 1 for row in found)):
            pairs = relationships[type_].endpoints
            pairs[start, end] = pairs.get((start, end), 0) + count
        outline = Outline(labels, properties, relationships, described["node_count"], described["edge_count"])
        for label, names in properties.items():
            for name in names:
                outline.present[label, name] = self._present(graph, label, name, of_relationship=False)
        for type_, info in relationships.items():
            for name in info.properties:
                outline.present[type_, name] = self._present(graph, type_, name, of_relationship=True)
        return outline

    def _endpoints(self, graph: kglite.KnowledgeGraph, *, several: bool) -> Iterator[tuple[str, str, str, int]]:
        """Which labels each type joins; with several labels on a node, each of them counts."""
        if not several:
            yield from graph.label_pair_counts()
            return
        text = "MATCH (a)-[r]->(b) RETURN labels(a) AS a, type(r) AS type, labels(b) AS b, count(*) AS count"
        for row in self._frozen.cypher(text).to_list():
            for start in row["a"]:
                for end in row["b"]:
                    yield start, row["type"], end, row["count"]

    def values(self, owner: str, name: str, *, of_relationship: bool = False) -> Iterator[Cell]:
        """Distinct values of a property (see `Store.values`)."""
        graph = self._writable()
        stored = stored_name(name)
        if not of_relationship and owner in graph.node_types:
            info = self._properties_of(graph, owner).get(stored)
            if info is not None and not info["approx"]:
                decode = Decoder(lambda _: {}).cell
                yield from (decode(value) for value in info.get("values", ()))
                return
        if of_relationship:
            text = "MATCH ()-[e:$owner]->() WHERE e[$key] IS NOT NULL RETURN DISTINCT e[$key] AS value"
        else:
            text = "MATCH (e:$owner) WHERE e[$key] IS NOT NULL RETURN DISTINCT e[$key] AS value"
        decode = Decoder(lambda _: {}).cell
        for row in self._frozen.cypher(text, params={"owner": owner, "key": stored}, timeout_ms=0):
            yield decode(row["value"])

    def _properties_of(self, graph: kglite.KnowledgeGraph, label: str) -> dict[str, Any]:
        """Statistics and values of a label's properties, kept while a schema is built."""
        if label not in self._statistics:
            self._statistics[label] = graph.properties(label, max_values=_EVERY_VALUE)
        return self._statistics[label]

    def _present(self, graph: kglite.KnowledgeGraph, owner: str, name: str, *, of_relationship: bool) -> int:
        """How many elements have a property."""
        if not of_relationship and owner in graph.node_types:
            info = self._properties_of(graph, owner).get(stored_name(name))
            if info is not None and not info["approx"]:
                return int(info["non_null"])
        pattern = "()-[e:$owner]->()" if of_relationship else "(e:$owner)"
        text = f"MATCH {pattern} RETURN count(e[$key]) AS present"
        found = self._frozen.cypher(text, params={"owner": owner, "key": stored_name(name)}, timeout_ms=0)
        return int(found.scalar())

    def origins(self, element_ids: Sequence[str]) -> Mapping[str, Origin]:
        """Where nodes were read (see `Store.origins`)."""
        text = "UNWIND $ids AS id MATCH (n) WHERE n.id = id AND n.fp_at IS NOT NULL RETURN id, n.fp_at AS at"
        found = self._frozen.cypher(text, params={"ids": list(element_ids)}).to_list()
        return {row["id"]: Origin.unpack(row["at"]) for row in found}

    def close(self) -> None:
        """Give back the graph (see `Store.close`)."""
        self._graph = self._snapshot = None

    @property
    def _frozen(self) -> kglite.FrozenGraph:
        if self._snapshot is None:
            raise StoreError("this store is closed", code="store.closed")
        return self._snapshot

    def _writable(self) -> kglite.KnowledgeGraph:
        if self._graph is None:
            raise StoreError("this store is closed", code="store.closed")
        return self._graph


def _said(stored: Any) -> tuple[str, ...]:
    """The names of stored properties as they are said, ours and the engine's own left out."""
    return tuple(sorted(name for key in stored if (name := said_name(key)) is not None))
