"""Calls of a database on a thread: who waits for one, and for how long."""

from __future__ import annotations

import time

import pytest

pytest.importorskip("neo4j", reason="needs the extra neo4j")

from fingerpost.core.watching import Watch, watched
from fingerpost.stores.bolt.call import Call, GaveUp


class Session:
    """A session with a connection that does nothing by itself."""

    _connection = type("Connection", (), {"kill": lambda self: None})()

    def close(self) -> None:
        """Nothing to close."""


@pytest.mark.parametrize(("takes", "aside"), [(0.0, 0), (1.0, 1)])
def test_what_is_slow_is_set_aside(takes: float, aside: int) -> None:
    told: list[int] = []
    with watched(Watch(on_aside=lambda: told.append(1))):
        assert Call(Session, lambda _: time.sleep(takes) or 7).result(30) == 7  # type: ignore[arg-type,func-returns-value]
    assert len(told) == aside


def test_the_time_is_that_which_was_given() -> None:
    started = time.monotonic()
    with pytest.raises(GaveUp):
        Call(Session, lambda _: time.sleep(10)).result(0.5)  # type: ignore[arg-type]
    assert 0.4 < time.monotonic() - started < 5
