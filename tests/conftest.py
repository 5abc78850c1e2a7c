"""What several suites share: the development data where it is there, the samples, and steady property tests."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import fingerpost
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.samples import HOUSE_FILE, LIBRARY_FOLDER, copy_sample

pytest_plugins = ["servers.fixtures"]

SHARED = Path(__file__).resolve().parents[1].parent / "shared" / "data"

# A bug that costs one reading only is a failure here.
os.environ.setdefault("FINGERPOST_RAISE_INTERNAL_ERRORS", "true")

# Workers share the machine, so no test fails for being slow once; the same cases run everywhere.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """The path of a file of the development data; skips the test where it is absent."""

    def find(name: str) -> Path:
        path = SHARED / name
        if not path.exists():
            pytest.skip(f"needs the development data {name} beside the repository")
        return path

    return find


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder = tmp_path_factory.mktemp("library")
    fingerpost.load([copy_sample(LIBRARY_FOLDER, folder)], folder / "library.fp")
    with KnowledgeBase(folder / "library.fp") as kb:
        yield kb


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    pytest.importorskip("ifcopenshell", reason="needs the extra ifc")
    folder = tmp_path_factory.mktemp("house")
    fingerpost.load([copy_sample(HOUSE_FILE, folder)], folder / "house.fp")
    with KnowledgeBase(folder / "house.fp") as kb:
        yield kb
