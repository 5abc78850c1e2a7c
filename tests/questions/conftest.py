"""The small graphs, shared by all tests of questions."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest
from small_graphs import Graphs


@pytest.fixture(scope="session")
def graphs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graphs]:
    with contextlib.ExitStack() as stack:
        yield Graphs(tmp_path_factory, stack)
