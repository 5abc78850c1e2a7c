"""Garbage is collected rarely during loads, and as before when the last of them ends."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from fingerpost.core.collecting import collecting_rarely


@pytest.fixture(autouse=True)
def _as_python_starts() -> Iterator[None]:
    """A command in the same process may have left the collector otherwise."""
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


def test_it_ends_with_the_last_load_even_where_one_fails() -> None:
    before = gc.get_threshold()
    with collecting_rarely():
        during = gc.get_threshold()
        assert during[0] > before[0]
        with pytest.raises(ValueError, match="torn"), collecting_rarely():
            raise ValueError("torn")
        assert gc.get_threshold() == during
    assert gc.get_threshold() == before


def test_a_collector_that_is_off_stays_off() -> None:
    before = gc.get_threshold()
    gc.set_threshold(0)
    try:
        with collecting_rarely():
            assert gc.get_threshold()[0] == 0
    finally:
        gc.set_threshold(*before)
