"""Several at once: threads that ask together, runs that are cancelled, a store that is closed meanwhile."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import FrameType

import pytest

from fingerpost.core.errors import LimitExceeded, StoreError
from fingerpost.core.limits import Limits
from fingerpost.query_languages import language
from fingerpost.stores import Capabilities, GraphWriter, NodeRow, Store
from fingerpost.testing.asking import ask, needs
from fingerpost.testing.base import Conformance, Make
from fingerpost.testing.graphs import write_people
from fingerpost.testing.limits import PRODUCT

_LONG = Limits(time_ms=600, memory_mb=1024)
_PATIENT = Limits(time_ms=60_000)


class Concurrency(Conformance):
    """Safe to use from several threads, and after a run that was broken off."""

    def test_several_threads_may_ask_at_once(self, people: Store) -> None:
        def count(number: int) -> object:
            age = number % 5 + 30
            return ask(people, "MATCH (n:Person) WHERE n.age >= $age RETURN count(n)", _PATIENT, age=age).rows[0][0]

        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(count, range(200))) == [(5, 3, 2, 1, 0)[number % 5] for number in range(200)]

    def test_threads_get_their_own_rows_and_columns(self, people: Store) -> None:
        def one(number: int) -> bool:
            found = ask(people, f"UNWIND range(0, {number}) AS x RETURN x AS c{number}", _PATIENT)
            return found.columns == (f"c{number}",) and found.rows == tuple((x,) for x in range(number + 1))

        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(one, range(24)))

    def test_a_run_that_is_ended_leaves_others_alone(self, people: Store) -> None:
        endless = language().verify(PRODUCT, dialect=people.dialect)

        def one(number: int) -> object:
            if number % 4 == 0:
                with pytest.raises(LimitExceeded):
                    people.run(endless, _LONG.model_copy(update={"time_ms": 100}))
                return 7
            return ask(people, "MATCH (n) RETURN count(n)", _PATIENT).rows[0][0]

        with ThreadPoolExecutor(4) as pool:
            assert set(pool.map(one, range(16))) == {7}

    def test_schema_and_values_are_read_beside_queries(self, people: Store) -> None:
        def one(number: int) -> object:
            if number % 3 == 0:
                return people.schema().node_count
            if number % 3 == 1:
                return len(list(people.values("Person", "name"))) + 1
            return ask(people, "MATCH (n) RETURN count(n)", _PATIENT).rows[0][0]

        with ThreadPoolExecutor(4) as pool:
            assert set(pool.map(one, range(30))) == {7}

    @pytest.mark.parametrize("error", [KeyboardInterrupt, TimeoutError, RuntimeError])
    def test_a_run_that_is_cancelled_leaves_the_next_its_own_answer(
        self, people: Store, error: type[BaseException]
    ) -> None:
        endless = language().verify(PRODUCT, dialect=people.dialect)
        for _ in range(2):
            with pytest.raises(error), interrupted_after(0.15, error):
                people.run(endless, _LONG)
            for number in range(3):
                assert ask(people, "RETURN $number AS n", _PATIENT, number=number).rows == ((number,),)

    def test_closing_ends_what_runs(self, make: Make) -> None:
        store = make(write_people)
        endless = language().verify(PRODUCT, dialect=store.dialect)
        ask(store, "RETURN 1")
        codes: list[str] = []

        def run() -> None:
            try:
                store.run(endless, _LONG.model_copy(update={"time_ms": 1_200}))
            except StoreError as error:
                codes.append(error.code)

        thread = threading.Thread(target=run)
        thread.start()
        time.sleep(0.2)
        store.close()
        thread.join(10)
        assert not thread.is_alive()
        assert codes in (["store.closed"], ["limit.time"])

    def test_a_query_sees_one_state_of_the_graph(self, make: Make, capabilities: Capabilities) -> None:
        needs(capabilities, "transactions", "a query sees one state while another one writes")
        if self.reading:
            pytest.skip("reading: a writer's own store sees what was written before")
        done = threading.Event()
        seen: list[tuple[object, ...]] = []

        def write(writer: GraphWriter) -> None:
            rows: list[NodeRow] = [(f"n{i}", 0, {}) for i in range(500)]
            writer.add_nodes(("N",), rows)
            with ThreadPoolExecutor(1) as pool:
                reading = writer.reading()
                watching = pool.submit(_watch, reading, done, seen)
                for start in range(500, 5_000, 250):
                    writer.add_nodes(("N",), [(f"n{i}", 0, {}) for i in range(start, start + 250)])
                done.set()
                watching.result()
                reading.close()

        make(write)
        assert seen
        assert all(first == second for first, second in seen)


def _watch(store: Store, done: threading.Event, seen: list[tuple[object, ...]]) -> None:
    query = language().verify(
        "MATCH (n:N) WITH count(n) AS a MATCH (m:N) RETURN a, count(m) AS b", dialect=store.dialect
    )
    while not done.is_set() or not seen:
        seen.extend(store.run(query, _PATIENT).rows)


@contextmanager
def interrupted_after(seconds: float, error: type[BaseException]) -> Iterator[None]:
    """An error that comes out of the blue in this thread after so long, as a host's own time limit or Ctrl-C does."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        pytest.skip("platform: no timer interrupts this thread")

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        raise error

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
