"""The embedded store: kglite. Its API is before 1.0, so it is touched in the `kglite_*` modules only."""

from __future__ import annotations

import dataclasses
import shutil
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

import kglite

from fingerpost.core.access import Access
from fingerpost.core.cells import Cell, Node, Relationship
from fingerpost.core.errors import KnowledgeBaseError, LimitExceeded, StoreError
from fingerpost.core.limits import Limits, out_of_memory, out_of_time, out_of_work
from fingerpost.core.schema import GraphSchema
from fingerpost.core.sharing import current_sharing
from fingerpost.core.verified import VerifiedQuery, require_verified
from fingerpost.core.watching import current_watch
from fingerpost.stores.kglite.binding import bound_query
from fingerpost.stores.kglite.cells import Decoder
from fingerpost.stores.kglite.survey import Survey
from fingerpost.stores.kglite.writer import GRAPH_FILE, KgliteWriter
from fingerpost.stores.outline import Outline
from fingerpost.stores.protocol import Capabilities, Explanation, Origin, Result
from fingerpost.stores.support.profile import build_schema
from fingerpost.stores.support.worker_pool import shared_pool
from fingerpost.stores.support.worker_process import Openable, WorkerProcess

_BYTES_PER_VALUE = 110
"""What one value of a row holds in memory, where rows are joined (measured); a unit of kglite's work is a row."""
_WIDTH = 3
"""Values of a row that nothing is known of."""
_RESOLVE_MS = 500
_MANY_TO_ONE, _TO_ONE_MS = 20_000, 5_000
"""Relationships of a type from which it is worth to look whether each starts at another node, and how long that may
take: about two seconds for a million."""
_SELF = f"{__name__}:KgliteStore"
_MIB = 1024 * 1024
_AS_LONG = 3
"""How many times as long as here another process may take to open the graph, before that counts as a query's time."""

# From a list, and by the id of a node: the engine looks these up, where it would walk the graph for a plain parameter.
_NODES = "UNWIND $wanted AS id MATCH (n) WHERE n.id = id RETURN n"
_NODES_READ_AT = "UNWIND $wanted AS id MATCH (n) WHERE n.id = id RETURN id, n.fp_at AS at"
_RELATIONSHIPS_READ_AT = (
    "UNWIND $wanted AS one MATCH (n)-[r]->() WHERE n.id = one.start AND id(r) = one.number "
    "RETURN id(r) AS id, r.fp_at AS at"
)


class KgliteStore:
    """An open kglite graph, frozen: a snapshot that any number of threads may read and nothing can write."""

    libraries: ClassVar[tuple[str, ...]] = ("kglite",)
    dialect = "kglite"
    capabilities = Capabilities(dialect="kglite", full_text=True, vectors=True)

    def __init__(
        self, graph: kglite.KnowledgeGraph, folder: Path | None = None, *, followed: Openable | None = None
    ) -> None:
        """`followed` is what another process can open to follow this graph while it is written."""
        kglite.set_query_warning_policy("silent")
        snapshot = graph.freeze()
        self._graph: kglite.KnowledgeGraph | None = graph
        self._folder = folder
        self._followed = followed
        self._child: WorkerProcess | None = None
        self._starting = threading.Lock()
        self._opens_s = 0.0
        self._to_one: dict[str, bool] = {}
        self._snapshot: kglite.FrozenGraph | None = snapshot
        self._survey: Survey | None = Survey(graph, snapshot)

    @classmethod
    def open(cls, place: str | Path, access: Access | None = None) -> KgliteStore:
        """Open the graph in a folder (see `StoreKind.open`)."""
        folder = Path(place)
        path = folder / GRAPH_FILE
        started = time.perf_counter()
        try:
            store = cls(kglite.load(str(path)), folder)
            store._opens_s = _AS_LONG * (time.perf_counter() - started)
            return store
        except kglite.FileError as error:
            raise KnowledgeBaseError(f"{path} is missing", code="kb.missing") from error
        except (kglite.KgError, OSError, ValueError) as error:
            raise KnowledgeBaseError(f"{path} cannot be read: {error}", code="kb.damaged") from error

    @classmethod
    def writer(cls, place: str | Path | None = None, access: Access | None = None) -> KgliteWriter:
        """A writer that builds a new graph, to be saved into a folder or only kept in memory."""
        return KgliteWriter(None if place is None else Path(place), cls)

    def run(self, query: VerifiedQuery, limits: Limits | None = None) -> Result:
        """Run a verified query (see `Store.run`)."""
        require_verified(query, self.dialect)
        bounds = limits or Limits()
        share = current_sharing()
        short = share is not None and share.here_ms < bounds.time_ms
        if query.cleared and query.held * _BYTES_PER_VALUE <= bounds.memory_mb * _MIB:
            try:
                here_ms = share.here_ms if share is not None and short else bounds.time_ms
                return self._run_here(query, bounds.model_copy(update={"time_ms": here_ms}))
            except LimitExceeded as error:
                if error.code != "limit.time" or not short:
                    raise
        if share is None:
            result = self._apart().run(query.text, query.parameters, bounds, width=query.width)
        else:
            opens, given = self._opened_elsewhere(), query.parameters
            result = shared_pool().run(opens, query.text, given, bounds, width=query.width, caller=share.caller)
        return dataclasses.replace(result, columns=query.columns or result.columns)

    def _run_here(self, query: VerifiedQuery, limits: Limits) -> Result:
        started = time.perf_counter()
        columns, rows, total = self.answer(query.text, query.parameters, limits, width=query.width)
        spent = (time.perf_counter() - started) * 1000
        return Result(query.columns or columns, rows, total > len(rows), total, spent)

    def explain(self, query: VerifiedQuery) -> Explanation:
        """How the engine would run a query (see `Store.explain`)."""
        require_verified(query, self.dialect)
        names, columns, _ = self._execute(f"EXPLAIN {query.text}", query.parameters, Limits())
        found = dict(zip(names, columns, strict=True))
        estimates = [rows for rows in found["estimated_rows"] if rows is not None]
        return Explanation(tuple(found["operation"]), estimates[-1] if estimates else None)

    def answer(
        self, text: str, parameters: Mapping[str, Cell], limits: Limits, *, width: int = _WIDTH
    ) -> tuple[tuple[str, ...], tuple[tuple[Cell, ...], ...], int]:
        """Columns, rows, and how many rows there would be without the limit, for a query that `run` took.

        `width` is how many values a row holds while it is put together.
        """
        names, columns, total = self._execute(text, parameters, limits, width)
        return names, Decoder(self._element_ids).rows(columns), total

    def _apart(self) -> WorkerProcess:
        """The process for queries that may run away."""
        with self._starting:
            if self._child is None:
                self._child = WorkerProcess(_SELF, self._copied(), opens_s=self._opens_s)
            return self._child

    def _opened_elsewhere(self) -> Openable:
        """What another process opens to answer queries about this graph."""
        if self._followed is not None:
            return self._followed
        with self._starting:
            return Openable(_SELF, self._copied())

    def _copied(self) -> Path:
        """The folder of this graph; that of a copy, if it is in no folder."""
        graph = self._graph
        if graph is None:
            raise _closed()
        if self._folder is None or not (self._folder / GRAPH_FILE).exists():
            self._folder = Path(tempfile.mkdtemp(prefix="fingerpost-"))
            weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
            graph.save(str(self._folder / GRAPH_FILE))
        return self._folder

    def _execute(
        self, query: str, given: Mapping[str, Cell], limits: Limits, width: int = _WIDTH
    ) -> tuple[tuple[str, ...], list[list[Any]], int]:
        """The names of columns, their values, and how many rows there would be without the limit on rows."""
        current_watch().check()
        by_memory = max(1, limits.memory_mb * _MIB // (_BYTES_PER_VALUE * width))
        try:
            text, parameters = bound_query(query, given)
            view = self._frozen.cypher(
                text,
                params=parameters,
                timeout_ms=limits.time_ms,
                max_work_units=min(limits.work_units, by_memory),
                row_limit=limits.rows,
            )
            columns = [view.column(name) for name in view.columns]
        except kglite.CypherTimeoutError as error:
            raise out_of_time(limits.time_ms) from error
        except kglite.KgError as error:
            message = str(error)
            if "max_work_units" in message or "safety limit" in message:
                if by_memory <= limits.work_units:
                    raise out_of_memory(limits.memory_mb) from error
                raise out_of_work(limits.work_units) from error
            raise StoreError(f"the store failed: {message}", details={"query": query}) from error
        except (OverflowError, RecursionError, TypeError, ValueError) as error:
            raise StoreError(f"the store failed: {error}", details={"query": query}) from error
        total = view.diagnostics.get("total_rows") if view.diagnostics else None
        return tuple(view.columns), columns, len(view) if total is None else total

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
        return build_schema(self.outline(), self.values)

    def outline(self) -> Outline:
        """Labels, types and endpoints with their counts and the names of their properties."""
        return self._open.outline()

    def values(self, owner: str, name: str, *, of_relationship: bool = False) -> Iterator[Cell]:
        """Distinct values of a property (see `Store.values`)."""
        return self._open.values(owner, name, of_relationship=of_relationship)

    def elements(self) -> Iterator[tuple[Node | Relationship, Origin | None]]:
        """Every node, then every relationship (see `Store.elements`)."""
        return self._open.elements()

    def to_one(self, type_: str) -> bool:
        """Whether no node starts two relationships of a type (see `KnowsToOne.to_one`); looked up once."""
        if type_ not in self._to_one:
            self._to_one[type_] = self._followed is None and self._starts_differ(type_)
        return self._to_one[type_]

    def _starts_differ(self, type_: str) -> bool:
        def count(what: str) -> int:
            text = f"MATCH (a)-[r:$type]->() RETURN count({what})"
            return int(self._frozen.cypher(text, params={"type": type_}, timeout_ms=_TO_ONE_MS).scalar())

        try:
            many = count("r")
            return many >= _MANY_TO_ONE and count("DISTINCT a") == many
        except kglite.KgError:
            return False

    def nodes(self, element_ids: Sequence[str]) -> Mapping[str, Node]:
        """Nodes by their ids (see `Store.nodes`)."""
        decode = Decoder(self._element_ids).cell
        found = self._rows(_NODES, sorted(set(element_ids)))
        return {node.element_id: node for node in (decode(row["n"]) for row in found)}

    def origins(self, elements: Sequence[Node | Relationship]) -> Sequence[Origin | None]:
        """Where elements were read (see `Store.origins`)."""
        nodes = {element.element_id for element in elements if isinstance(element, Node)}
        starts = {element.element_id: element.start for element in elements if isinstance(element, Relationship)}
        of_node = {row["id"]: row["at"] for row in self._rows(_NODES_READ_AT, sorted(nodes)) if row["at"] is not None}
        joined = [{"start": start, "number": int(number)} for number, start in starts.items() if number.isdecimal()]
        of_relationship = {
            str(row["id"]): row["at"] for row in self._rows(_RELATIONSHIPS_READ_AT, joined) if row["at"] is not None
        }
        packed = [
            (of_node if isinstance(element, Node) else of_relationship).get(element.element_id) for element in elements
        ]
        return [None if at is None else Origin.unpack(at) for at in packed]

    def _rows(self, text: str, wanted: list[Any]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._frozen.cypher(text, params={"wanted": wanted}).to_list()
        return found

    def close(self) -> None:
        """Give back the graph (see `Store.close`)."""
        self._snapshot = self._survey = self._graph = None
        with self._starting:
            if self._child is not None:
                self._child.close()

    @property
    def _frozen(self) -> kglite.FrozenGraph:
        if self._snapshot is None:
            raise _closed()
        return self._snapshot

    @property
    def _open(self) -> Survey:
        if self._survey is None:
            raise _closed()
        return self._survey


def _closed() -> StoreError:
    return StoreError("this store is closed", code="store.closed")
