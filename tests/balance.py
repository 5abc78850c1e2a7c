"""Which worker runs what: a file stays with one worker, as its fixtures do, and what takes longest begins first.

All workers collect all tests, each from another file on: what one compiles the others find compiled.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Generator
from pathlib import Path, PurePath
from typing import Any

import pytest

SECONDS = {
    "neo4j": 300,
    "joern": 50,
    "test_pages": 40,
    "test_answered": 30,
    "test_robust": 25,
    "test_serve": 25,
    "test_ladybug_conformance.TestLadybug": 20,
    "test_cli_commands": 17,
    "test_engine_load": 17,
    "test_cli_streams": 16,
    "test_toy_store.TestToyStore": 15,
    "test_differential": 14,
    "test_cli_bad_inputs": 14,
    "test_cli_code": 14,
    "test_runaways": 14,
    "test_laws_resuming": 12,
    "test_runner": 12,
    "test_cli_demo": 10,
    "test_langgraph": 10,
    "test_teaching": 10,
    "test_cli_learn": 9,
    "test_ladybug_store": 9,
    "test_dialogues": 8,
    "test_fuzz": 8,
    "test_cypher_repair": 8,
    "test_model_author": 8,
    "test_known_answers": 8,
    "test_plain": 6,
}
"""How long the longest groups take, roughly; any other as long as it has tests, fifty in a second. Those that begin
last are short, so that no processor waits for one of them at the end."""

_SELDOM = (20_000, 20, 20)
"""After how many things that were made garbage is looked for among the youngest, and how often that until the next."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One worker more than processors, because tests of faults mostly wait."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Collects without looking for garbage: every worker makes all tests, and they stay.

    Nor is it looked for among them later. Elsewhere it is looked for more seldom than is usual, because answering makes
    many things that stay for a moment only; a fifteenth of the time of such tests went to that.
    """
    named = session.config.args
    session.config.args = _own_first(named)
    gc.disable()
    try:
        return (yield)
    finally:
        session.config.args = named
        gc.freeze()
        gc.set_threshold(*_SELDOM)
        gc.enable()


def _own_first(places: list[str]) -> list[str]:
    """What to collect, in the order of this worker: of folders their files, begun with its share of them.

    Preparing the assertions of all files costs three times what collecting costs afterwards.
    """
    number, workers = os.environ.get("PYTEST_XDIST_WORKER", ""), int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1))
    if workers == 1 or not all(Path(place).is_dir() for place in places):
        return places
    files = sorted(file for place in places for file in Path(place).rglob("test_*.py"))
    first = len(files) * int(number.removeprefix("gw")) // workers
    return [str(file) for file in files[first:] + files[:first]]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None, None, None]:
    """Puts each file into a group of its own, and the groups into order; all workers must have the same."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: item.path.parts)
    yield
    if not config.getoption("loadgroup", False):  # set where a worker runs under `--dist loadgroup`
        return
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            keep_together(item, _name(item))
        groups.setdefault(item.nodeid.rpartition("@")[2], []).append(item)
    longest = sorted(groups, key=lambda name: -SECONDS.get(name, len(groups[name]) / 50))
    items[:] = [item for name in longest for item in groups[name]]


def keep_together(item: Any, group: str) -> None:
    """Writes the group behind the item's name, where the scheduler of `--dist loadgroup` looks for it.

    xdist 3.8 does this itself, but into an attribute that pytest no longer reads from 9.2 on, and nothing tells.
    """
    if hasattr(item, "_id") and not item.nodeid.endswith(f"@{group}"):
        item._id = type(item._id).parse(f"{item.nodeid}@{group}")


def _name(item: pytest.Item) -> str:
    """The file, or the class where a file has several that share no fixtures."""
    owner = item.getparent(pytest.Class)
    file = PurePath(item.nodeid.partition("::")[0]).stem
    return file if owner is None else f"{file}.{owner.name}"
