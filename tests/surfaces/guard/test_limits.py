"""Rates and places, by a clock of the test's own."""

from __future__ import annotations

import anyio
import pytest

from fingerpost.surfaces.guard.hosts import allowed_names, is_loopback, is_own_origin, name_of
from fingerpost.surfaces.guard.limits import Places, Rate


def test_a_minute_of_requests_may_come_at_once_then_they_are_spread():
    now = 0.0
    rate = Rate(60, lambda: now)
    assert [rate.take("ann") for _ in range(60)] == [0] * 60
    assert rate.take("ann") == 1
    assert rate.take("bob") == 0, "a bucket of one's own"
    now = 0.5
    assert rate.take("ann") == 1
    now = 1.0
    assert rate.take("ann") == 0
    assert rate.take("ann") == 1
    now = 1_000.0
    assert [rate.take("ann") for _ in range(61)] == [*[0] * 60, 1], "no more than a minute's are saved up"


def test_as_many_are_worked_on_as_there_are_places_and_as_many_wait_as_may():
    async def scenario() -> list[bool]:
        places, release = Places(1, 1), anyio.Event()
        got: list[bool] = []

        async def one() -> None:
            async with places.one() as free:
                got.append(free)
                if free:
                    await release.wait()

        async with anyio.create_task_group() as group:
            for _ in range(3):
                group.start_soon(one)
                await anyio.wait_all_tasks_blocked()
            assert got == [True, False], "the second waits, the third may not"
            release.set()
        return got

    assert anyio.run(scenario) == [True, False, True]


def test_one_key_has_half_of_the_places_and_of_the_queue():
    async def scenario() -> list[tuple[str, bool]]:
        places, release = Places(4, 2), anyio.Event()
        got: list[tuple[str, bool]] = []

        async def one(caller: str) -> None:
            async with places.one(caller) as free:
                got.append((caller, free))
                if free:
                    await release.wait()

        async with anyio.create_task_group() as group:
            for caller in ("ann", "ann", "ann", "ann", "bob"):
                group.start_soon(one, caller)
                await anyio.wait_all_tasks_blocked()
            release.set()
        return got

    expected = [("ann", True), ("ann", True), ("ann", False), ("bob", True), ("ann", True)]
    assert anyio.run(scenario) == expected


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("localhost:8000", "localhost"),
        ("LOCALHOST", "localhost"),
        ("[::1]:80", "::1"),
        ("graphs.example.org.", "graphs.example.org"),
        ("a@localhost", None),
        ("localhost:80:80", None),
        ("localhost/", None),
        ("", None),
    ],
)
def test_the_name_in_a_host_header(header, name):
    assert name_of(header) == name


def test_addresses_that_other_machines_reach():
    assert [is_loopback(host) for host in ("127.0.0.1", "::1", "localhost", "127.8.8.8")] == [True] * 4
    assert [is_loopback(host) for host in ("0.0.0.0", "::", "192.168.1.1", "example.org")] == [False] * 4


def test_the_address_that_is_listened_on_is_a_name_but_every_address_is_none():
    assert "192.168.1.1" in allowed_names("192.168.1.1", ())
    assert allowed_names("0.0.0.0", ["A.example.org"]) == {"a.example.org", "localhost", "127.0.0.1", "::1"}


def test_only_the_whole_origin_is_the_own_one():
    assert is_own_origin("http://localhost:8000", "localhost:8000")
    for origin in ("http://localhost:8001", "http://localhost", "null", "file://localhost:8000", "localhost:8000"):
        assert not is_own_origin(origin, "localhost:8000")
