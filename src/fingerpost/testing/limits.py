"""Limits: each ends a query and says which it was; a cut is told, and cuts nothing before it is counted."""

from __future__ import annotations

import math
import time

import pytest

from fingerpost.core.errors import LimitExceeded
from fingerpost.core.limits import Limits
from fingerpost.query_languages import language
from fingerpost.stores import Capabilities, Store
from fingerpost.testing.asking import ask, needs
from fingerpost.testing.base import Conformance

PRODUCT = "MATCH (a), (b), (c), (d), (e), (f), (g), (h), (i), (j), (k) RETURN sum(a.age + k.age)"
"""A mere count(*) is none: an engine that knows its counts multiplies them."""
LISTS = "UNWIND range(1, 3000) AS a UNWIND range(1, 3000) AS b RETURN collect([a, b])"


class LimitsHold(Conformance):
    """Time, work, memory, rows."""

    def _ends(self, store: Store, text: str, limits: Limits, code: str) -> None:
        with pytest.raises(LimitExceeded) as ended:
            ask(store, text, limits)
        assert ended.value.code == code
        assert ask(store, "MATCH (n:Town) RETURN n.name").rows == (("Kirkby",),), "the store goes on"

    def test_time_ends_a_query(self, people: Store) -> None:
        self._ends(people, PRODUCT, Limits(time_ms=50, work_units=10**12, memory_mb=10**6), "limit.time")

    def test_work_ends_a_query(self, people: Store, capabilities: Capabilities) -> None:
        needs(capabilities, "work_limit", "units of work are counted")
        self._ends(people, PRODUCT, Limits(time_ms=60_000, work_units=10_000), "limit.work")

    def test_memory_or_time_ends_a_query_that_holds_much(self, people: Store, capabilities: Capabilities) -> None:
        bounds = Limits(time_ms=60_000 if capabilities.work_limit else 2_000, memory_mb=16)
        with pytest.raises(LimitExceeded) as ended:
            ask(people, LISTS, bounds)
        allowed = {"limit.memory"} if capabilities.work_limit else {"limit.memory", "limit.time"}
        assert ended.value.code in allowed
        assert ask(people, "MATCH (n:Town) RETURN n.name").rows == (("Kirkby",),), "the store goes on"

    @pytest.mark.parametrize("milliseconds", [100, 400])
    def test_a_time_limit_is_kept_to(self, people: Store, milliseconds: int) -> None:
        query = language().verify(PRODUCT, dialect=people.dialect)
        spent = []
        for number in range(6):
            time.sleep(0.2 * number)  # other processes may hold a machine up
            try:
                ask(people, "RETURN 1")  # its process is there, if it has one
            except LimitExceeded:
                spent.append(math.inf)
                continue
            started = time.perf_counter()
            with pytest.raises(LimitExceeded):
                people.run(query, Limits(time_ms=milliseconds, work_units=10**12, memory_mb=10**6))
            spent.append((time.perf_counter() - started) * 1000)
            if spent[-1] <= milliseconds + self.overrun_ms:
                return
        pytest.fail(f"with a limit of {milliseconds} ms it ended after {spent}")

    @pytest.mark.parametrize(("rows", "kept", "cut"), [(0, 0, True), (3, 3, True), (7, 7, False), (8, 7, False)])
    def test_a_result_that_was_cut_says_so(self, people: Store, rows: int, kept: int, cut: bool) -> None:
        found = ask(people, "MATCH (n) RETURN n.name", Limits(rows=rows))
        assert (len(found.rows), found.cut) == (kept, cut)
        assert found.total in (7, None)

    @pytest.mark.parametrize(("rows", "kept", "cut"), [(2, 2, True), (3, 3, False)])
    def test_a_limit_of_the_query_s_own_is_no_cut(self, people: Store, rows: int, kept: int, cut: bool) -> None:
        found = ask(people, "MATCH (n) RETURN n.name LIMIT 3", Limits(rows=rows))
        assert (len(found.rows), found.cut) == (kept, cut)

    def test_the_row_limit_cuts_no_rows_before_they_are_counted(self, people: Store) -> None:
        found = ask(people, "MATCH (n) RETURN count(n)", Limits(rows=1))
        assert (found.rows, found.cut) == (((7,),), False)
        last = "MATCH (n:Person) RETURN n.name ORDER BY n.name DESC"
        assert ask(people, last, Limits(rows=1)).rows == (("P5",),)

    def test_a_result_without_rows_has_its_columns(self, people: Store) -> None:
        found = ask(people, "MATCH (n:Person) WHERE n.age > 99 RETURN n.name AS who, n.age")
        assert (found.columns, found.rows, found.cut) == (("who", "n.age"), (), False)
        assert found.total in (0, None)

    def test_a_run_tells_its_time(self, people: Store) -> None:
        started = time.perf_counter()
        found = ask(people, "MATCH (a), (b), (c) RETURN count(*)")
        assert 0 < found.milliseconds <= (time.perf_counter() - started) * 1000
