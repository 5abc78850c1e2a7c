"""The Ladybug engine itself, in a process of its own: it opens a database read-only, and answers.

Nothing else imports the engine's library: building lists it looks at no clock, and some queries end the process.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from fingerpost.core.cells import Cell
from fingerpost.core.errors import KnowledgeBaseError, MissingExtra, StoreError, UnsupportedConstruct
from fingerpost.core.limits import Limits, out_of_memory, out_of_time
from fingerpost.core.names import ELEMENT_ID, quoted
from fingerpost.core.places import KUZU_ADVICE, is_kuzu_database
from fingerpost.stores.ladybug.binding import bound_query, literal, without_property
from fingerpost.stores.ladybug.catalog import Catalog
from fingerpost.stores.ladybug.cells import Decoder, Ends

_THREADS = 4
_LEAST_POOL_MB = 64
"""Below this the engine does not open a database."""
_MIB = 1024 * 1024
_NO_PROPERTY = re.compile(r"Binder exception: Cannot find property (.+) for (.+)\.\Z", re.DOTALL)
_NO_LOOPS = "fp_no_loops"
"""The parameter by which the dialect names types of which no relationship may end where it starts."""
_MOST_PROPERTIES = 200
"""Properties that no table has and one query may ask for."""

_TABLES = "CALL show_tables() RETURN name, type"


def library() -> ModuleType:
    """The engine's library.

    Raises:
        MissingExtra: it is not installed.
    """
    try:
        import ladybug
    except ImportError as error:
        hint = 'pip install "fingerpost[ladybug]"'
        raise MissingExtra("this graph needs the extra ladybug", code="extra.missing", hint=hint) from error
    module: ModuleType = ladybug
    return module


class LadybugEngine:
    """An open database. One query at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pool_mb = 0
        self._connection: Any = None
        self._database: Any = None
        self._connect(Limits().memory_mb)
        self.catalog = self._catalog()

    @classmethod
    def open(cls, place: str) -> LadybugEngine:
        """Open the database in a file, or in a folder of the older kind.

        Raises:
            KnowledgeBaseError: `kb.damaged`. MissingExtra. StoreError: `store.unavailable`, it is being written.
        """
        library()
        if Path(place).is_file() and not Path(place).stat().st_size:
            raise KnowledgeBaseError(f"{place} is empty", code="kb.damaged")
        if is_kuzu_database(Path(place)):
            raise KnowledgeBaseError(f"Ladybug cannot open {place}", code="kb.damaged", hint=KUZU_ADVICE)
        try:
            return cls(Path(place))
        except (RuntimeError, OSError, ValueError) as error:
            message = str(error)
            if "Could not set lock" in message:
                raise StoreError(f"{place} is being written: {message}", code="store.unavailable") from error
            raise KnowledgeBaseError(f"{place} cannot be read: {message}", code="kb.damaged") from error

    def _connect(self, pool_mb: int) -> None:
        """Open the database with so much memory for its pages and for what queries hold in them."""
        if pool_mb == self._pool_mb:
            return
        if self._database is not None:  # first, as it sets address space aside
            self._connection.close()
            self._database.close()
        threads = min(_THREADS, os.cpu_count() or 1)
        ladybug = library()
        self._database = ladybug.Database(
            str(self._path), read_only=True, buffer_pool_size=pool_mb * _MIB, max_num_threads=threads
        )
        self._connection = ladybug.Connection(self._database)
        self._pool_mb = pool_mb

    def _catalog(self) -> Catalog:
        """The tables of the database."""
        keys: dict[str, str | None] = {}
        joins: dict[str, list[tuple[str, str]]] = {}
        columns: dict[str, list[str]] = {}
        for name, kind in self._rows(_TABLES, {}):
            found = self._rows(f"CALL table_info({literal(name)}) RETURN *", {})
            columns[name] = [column[1] for column in found]
            if kind == "NODE":
                keys[name] = next((column[1] for column in found if column[4] is True), None)
            elif kind == "REL":
                pairs = self._rows(f"CALL show_connection({literal(name)}) RETURN *", {})
                joins[name] = [(pair[0], pair[1]) for pair in pairs]
        return Catalog(keys, joins, columns)

    def _without_loops(self, parameters: Mapping[str, Cell]) -> Mapping[str, Cell]:
        """The parameters with true instead of the types that must have no loops, once that was looked at."""
        if _NO_LOOPS not in parameters:
            return parameters
        types = parameters[_NO_LOOPS]
        if any("*" in types or type_ in types for type_ in self._loops):
            said = "relationships in either direction, of hops or behind rows that may repeat, where there are loops"
            raise UnsupportedConstruct(f"{said}: this cannot be expressed in the ladybug dialect")
        return {**parameters, _NO_LOOPS: True}

    @cached_property
    def _loops(self) -> frozenset[str]:
        """The types with a relationship that ends where it starts."""
        return frozenset(
            type_
            for type_, pairs in self.catalog.joins.items()
            for label in {start for start, end in pairs if start == end}
            if self._rows(f"MATCH (a:{quoted(label)})-[r:{quoted(type_)}]->(a) RETURN r LIMIT 1", {})
        )

    def _rows(self, text: str, parameters: dict[str, Any]) -> list[list[Any]]:
        rows: list[list[Any]] = self._connection.execute(text, parameters).get_all()
        return rows

    def answer(
        self, text: str, parameters: Mapping[str, Cell], limits: Limits
    ) -> tuple[tuple[str, ...], tuple[tuple[Cell, ...], ...], int]:
        """Columns, rows, and how many rows there would be without the limit.

        Raises:
            LimitExceeded: `limit.time` or `limit.memory`. StoreError: the engine does not take it.
        """
        self._connect(min(max(limits.memory_mb, _LEAST_POOL_MB), max(_most_memory_mb(), _LEAST_POOL_MB)))
        self._connection.set_query_timeout(limits.time_ms)
        try:
            parameters = self._without_loops(parameters)
            query, plain = bound_query(self.catalog.asked(text), parameters)
            result = self._execute(query, plain)
            columns = tuple(result.get_column_names())
            total = result.get_num_tuples()
            records = result.get_n(min(limits.rows, total))
            result.close()
            decoder = Decoder(self.catalog.keys, self._ends)
            return columns, decoder.rows(records), total
        except (RuntimeError, OverflowError, TypeError, ValueError) as error:
            self._connection.close()  # one that failed to bind a lambda binds none any more
            self._connection = library().Connection(self._database)
            raise _failure(str(error), text, limits) from error

    def _execute(self, query: str, parameters: dict[str, Any]) -> Any:
        """Run a query; a property that no table has is null, as it is in Cypher."""
        for _ in range(_MOST_PROPERTIES):
            try:
                result = self._connection.execute(query, parameters)
            except RuntimeError as error:
                absent = _NO_PROPERTY.search(str(error))
                changed = query if absent is None else without_property(query, absent[2], absent[1])
                if changed == query or (absent is not None and absent[1] == ELEMENT_ID):
                    raise
                query = changed
                continue
            if isinstance(result, list):
                raise StoreError("a query must be one statement", code="store.failed")
            return result
        raise StoreError("this query uses too many unknown properties", code="store.failed")

    def _ends(self, wanted: Mapping[int, set[int]]) -> Ends:
        """The element ids of nodes that a result tells only by table and offset."""
        found: Ends = {}
        for table, offsets in wanted.items():
            for label, key in self.catalog.keys.items():
                if key is None:
                    continue
                text = f"MATCH (n:{quoted(label)}) WHERE offset(id(n)) IN $o RETURN id(n), n.{quoted(key)}"
                for identity, value in self._rows(text, {"o": sorted(offsets)}):
                    if identity["table"] != table:
                        break
                    found[table, identity["offset"]] = element_id(label, key, value)
        return found


def _most_memory_mb() -> int:
    """Four fifths of the machine's memory."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 4 // (5 * _MIB)
    except (AttributeError, ValueError, OSError):  # unknown on this platform
        return Limits().memory_mb


def element_id(label: str, key: str, value: Any) -> str:
    """The id of a node: the source's own where we loaded it, else its label and the value of its primary key."""
    return str(value) if key == ELEMENT_ID else f"{label}:{value}"


def _failure(message: str, query: str, limits: Limits) -> StoreError:
    if message.startswith("Interrupted"):
        return out_of_time(limits.time_ms)
    if "Buffer manager exception" in message or "std::bad_alloc" in message:
        return out_of_memory(limits.memory_mb)
    return StoreError(f"the store failed: {message}", details={"query": query})
