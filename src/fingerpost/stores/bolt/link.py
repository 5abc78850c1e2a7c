"""The connection of a Bolt store: reading queries within limits, streams, and writing transactions."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakSet

import neo4j
from neo4j import exceptions

from fingerpost.core.cells import Cell
from fingerpost.core.errors import FingerpostError, LimitExceeded, StoreError
from fingerpost.core.limits import Limits, out_of_memory, out_of_time
from fingerpost.stores.bolt.call import CONNECT_S, Call, Failed, GaveUp, pages
from fingerpost.stores.bolt.cells import Decoder, parameter
from fingerpost.stores.bolt.errors import ERRORS, connection_lost, told, unavailable
from fingerpost.stores.bolt.origins import Told
from fingerpost.stores.bolt.place import MEMGRAPH, BoltPlace

logging.getLogger("neo4j").addHandler(logging.NullHandler())  # else what it logs is printed: it raises it too

T = TypeVar("T")
_GRACE_S = 0.1
"""What a server has beyond a limit to end a query by itself, which keeps the connection."""
_TRIES_WITHIN_S = 1.0
_ASK_S = 30
_CLOSING_S = 1.0
"""How long closing waits for each session that is in use."""
LOOK_UP_S = 5
"""For what an answer waits for."""
_ITEM_BYTES = 100
"""What one item of a list holds in this process, where it holds little."""

_ENDS = "MATCH (n) WHERE elementId(n) IN $ids RETURN elementId(n), n.fp_id"


@dataclass(frozen=True)
class Answer:
    """Columns, rows of cells, whether there are more, and where their elements were read."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    cut: bool
    origins: Told


class Link:
    """A driver for one database. Safe to use from several threads. `wait_s` is how long it waits for a batch.

    Raises:
        StoreError: `store.unavailable` or `store.access`.
    """

    def __init__(self, place: BoltPlace) -> None:
        self._place = place
        self.wait_s = place.wait_s
        self._closed = False
        self._lock = threading.Lock()
        self._calls: WeakSet[Call[Any]] = WeakSet()
        self._driver = _driver(place)
        try:
            self.agent = self._job(lambda session: _agent(session), CONNECT_S)
        except BaseException:
            self.close()
            raise
        self.memgraph = place.dialect == MEMGRAPH or "memgraph" in self.agent.lower()

    def read(self, query: str, parameters: Mapping[str, Cell], limits: Limits, check: Callable[..., None]) -> Answer:
        """Run a query within limits; `check` is given the session first, to look at the plan.

        Raises:
            LimitExceeded: `limit.time` or `limit.memory`.
            StoreError: it failed. QueryRejected: what `check` raises.
        """
        given = self.given(parameters)

        def job(session: neo4j.Session) -> Answer:
            check(session, query, given)
            result = session.run(self._query(query, limits.time_ms / 1000), given)
            records = result.fetch(limits.rows + 1)
            columns = tuple(result.keys())
            cut = len(records) > limits.rows
            decoder = Decoder()
            rows = self._rows(session, records[: limits.rows], limits, decoder)
            return Answer(columns, rows, cut, decoder.origins)

        return self._retried(lambda: self._job(job, limits.time_ms / 1000 + _GRACE_S, query, limits.time_ms))

    def ask(self, query: str, *, within_s: int = _ASK_S, **parameters: Any) -> list[tuple[Any, ...]]:
        """The rows of a query of our own, as the driver has them. Raises as `read` does."""

        def job(session: neo4j.Session) -> list[tuple[Any, ...]]:
            return [tuple(record.values()) for record in session.run(self._query(query, within_s), parameters)]

        return self._retried(lambda: self._job(job, within_s + _GRACE_S, query, within_s * 1000))

    def look(self, job: Callable[[neo4j.Session], T], query: str) -> T:
        """Do something with a reading session. Raises as `read` does."""
        return self._retried(lambda: self._job(job, _ASK_S + _GRACE_S, query, _ASK_S * 1000))

    def stream(self, query: str, **parameters: Any) -> Iterator[tuple[Any, ...]]:
        """The rows of a query of our own, one by one, however many there are. Raises as `read` does."""
        self._require_open()
        try:
            for page in pages(self._call, lambda session: session.run(query, parameters), self.wait_s):
                for record in page:
                    yield tuple(record.values())
        except GaveUp:
            raise unavailable(f"no response for {self.wait_s:g} seconds") from None
        except Failed as failed:
            raise self._said(failed.cause, query) from failed.cause

    def write(self, query: str, rows: list[dict[str, Any]], seconds: float) -> None:
        """Run a statement over `$rows` in a transaction; committed when this returns, if it answers one row for each.

        Raises:
            StoreError: `store.write`, nothing was written; or it failed. Where the connection was lost it is sent once
                more, as nobody knows whether it was committed: it must do no harm twice.
        """

        def job(session: neo4j.Session) -> None:
            with session.begin_transaction(timeout=seconds) as transaction:
                record = transaction.run(query, {"rows": rows}).single(strict=True)
                if record[0] != len(rows):
                    raise StoreError(
                        f"{len(rows) - record[0]} of {len(rows)} have an end that does not exist", code="store.write"
                    )
                transaction.commit()

        milliseconds = int(seconds * 1000)
        try:
            self._retried(lambda: self._job(job, seconds + _GRACE_S, query, milliseconds, writing=True))
        except StoreError as error:
            if error.code == "store.failed":
                raise StoreError(error.message, code="store.write", details=error.details) from error
            raise

    def transact(self, job: Callable[[Callable[..., list[tuple[Any, ...]]]], T], seconds: float) -> T:
        """Run statements of our own in one transaction, committed when this returns; `job` is given what runs one.

        It is sent once: where the connection is lost, nobody knows whether it was committed.

        Raises:
            StoreError: `store.write`, nothing was written; or the server cannot be reached.
        """

        def whole(session: neo4j.Session) -> T:
            with session.begin_transaction(timeout=seconds) as transaction:

                def run(query: str, **parameters: Any) -> list[tuple[Any, ...]]:
                    return [tuple(record.values()) for record in transaction.run(query, parameters)]

                done = job(run)
                transaction.commit()
            return done

        try:
            return self._job(whole, seconds + _GRACE_S, "", int(seconds * 1000), writing=True)
        except StoreError as error:
            if error.code == "store.failed":
                raise StoreError(error.message, code="store.write", details=error.details) from error
            raise

    def define(self, statement: str, seconds: float) -> None:
        """Run a statement that defines a constraint or index if it is not there. Raises as `write` does."""

        def job(session: neo4j.Session) -> None:
            session.run(self._query(statement, seconds)).consume()

        self._retried(lambda: self._job(job, seconds + _GRACE_S, statement, int(seconds * 1000), writing=True))

    def close(self) -> None:
        """End what runs and give back the connections. Closing twice is allowed."""
        with self._lock:
            self._closed = True
            running = list(self._calls)
        for call in running:  # a session whose pool is closed first does not close
            call.end(_CLOSING_S)
        self._driver.close()

    def given(self, parameters: Mapping[str, Cell]) -> dict[str, Any]:
        """Parameters as the driver takes them; raises StoreError where the server has no such value."""
        given = {}
        for name, value in parameters.items():
            try:
                given[name] = parameter(value)
            except (ValueError, OverflowError) as error:
                raise StoreError(f"the server cannot store a value such as ${name}: {error}") from error
        return given

    def _rows(
        self, session: neo4j.Session, records: list[neo4j.Record], limits: Limits, decoder: Decoder
    ) -> tuple[tuple[Cell, ...], ...]:
        rows = [record.values() for record in records]
        for row in rows:
            decoder.collect(row)
        if missing := decoder.missing:
            for element_id, own in session.run(self._query(_ENDS, _ASK_S), {"ids": missing}):
                if isinstance(own, str):
                    decoder.ids[element_id] = own
        if decoder.items * _ITEM_BYTES > limits.memory_mb * 1024 * 1024:
            said = f"the result would need more than {limits.memory_mb} MiB"
            raise LimitExceeded(said, code="limit.memory", hint=out_of_memory(limits.memory_mb).hint)
        cell = decoder.cell
        return tuple([tuple([cell(value) for value in row]) for row in rows])

    def _query(self, text: str, seconds: float) -> Any:
        return neo4j.Query(text, timeout=seconds)

    def _call(self, job: Callable[[neo4j.Session], T], *, writing: bool = False) -> Call[T]:
        """Start a job in a session of its own, which ends at the latest when this is closed."""
        with self._lock:
            self._require_open()
            call = Call(lambda: self._session(writing=writing), job)
            self._calls.add(call)
        return call

    def _session(self, *, writing: bool = False) -> neo4j.Session:
        mode = neo4j.WRITE_ACCESS if writing else neo4j.READ_ACCESS
        return self._driver.session(database=self._place.database, default_access_mode=mode)

    def _job(
        self,
        job: Callable[[neo4j.Session], T],
        seconds: float,
        query: str = "",
        limit_ms: int | None = None,
        *,
        writing: bool = False,
    ) -> T:
        call = self._call(job, writing=writing)
        try:
            return call.result(seconds)
        except GaveUp as error:
            if error.connected and limit_ms is not None:
                raise out_of_time(limit_ms) from None
            raise unavailable("it does not answer") from None
        except Failed as failed:
            raise self._said(failed.cause, query, limit_ms) from failed.cause

    def _said(self, error: BaseException, query: str, limit_ms: int | None = None) -> StoreError:
        """What is raised for what the driver raised in a job; whatever is no error of the driver is raised as it is.

        A session whose connection is closed under it raises anything, an AttributeError among others.
        """
        if isinstance(error, FingerpostError) or not isinstance(error, Exception):
            raise error
        if self._closed:
            return _closed()
        if not isinstance(error, ERRORS):
            raise error
        return told(error, query, limit_ms)

    def _require_open(self) -> None:
        if self._closed:
            raise _closed()

    def _retried(self, attempt: Callable[[], T]) -> T:
        """Retry if the connection was lost at once: old connections are dead after a server restarts."""
        started = time.monotonic()
        try:
            return attempt()
        except StoreError as error:
            lost = error.__cause__ is not None and connection_lost(error.__cause__)
            if not lost or time.monotonic() - started > _TRIES_WITHIN_S:
                raise
        return attempt()


def _closed() -> StoreError:
    return StoreError("this store is closed", code="store.closed")


def _agent(session: neo4j.Session) -> str:
    """What the server says it is, once it let us into the database."""
    return session.run("RETURN 1").consume().server.agent or ""


def _driver(place: BoltPlace) -> neo4j.Driver:
    config: dict[str, Any] = {
        "auth": place.auth(),
        "connection_timeout": CONNECT_S,
        "connection_acquisition_timeout": CONNECT_S,
        "max_transaction_retry_time": 0,
        "notifications_min_severity": "OFF",
        "user_agent": "fingerpost",
    }
    try:
        try:
            return neo4j.GraphDatabase.driver(place.uri, **config, disable_auto_commit_retries=True)
        except exceptions.ConfigurationError:  # older drivers do not retry these, and know no such option
            return neo4j.GraphDatabase.driver(place.uri, **config)
    except ERRORS as error:
        raise told(error) from error
